/** Hosts may name any number of turns, clients may come and go, and neither says that it is over. */
const MAX_OPEN = 100

/** The latest used turns of a kind, each under its key. */
export class LatestTurns<A> {
  readonly #entries = new Map<string, A>()

  constructor(private readonly onForgotten: (entry: A) => void) {}

  get(key: string): A | undefined {
    return this.#entries.get(key)
  }

  /** The latest used stands last. */
  use(key: string, entry: A): void {
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    const [oldest] = this.#entries
    if (this.#entries.size > MAX_OPEN && oldest !== undefined) this.forget(oldest[0])
  }

  forget(key: string): void {
    const entry = this.#entries.get(key)
    this.#entries.delete(key)
    if (entry !== undefined) this.onForgotten(entry)
  }
}
