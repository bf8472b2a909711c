/** Hosts may name any number of turns, clients may come and go, and neither says that it is over. */
const MAX_OPEN = 100

/** The latest used turns of a kind, each under its key. */
export class LatestTurns<A> {
  readonly #entries = new Map<string, A>()

  /** `mayForget`: whether nothing is under way in it. */
  constructor(
    private readonly onForgotten: (entry: A, key: string) => void,
    private readonly mayForget: (entry: A) => boolean = () => true
  ) {}

  get(key: string): A | undefined {
    return this.#entries.get(key)
  }

  /** The latest used stands last. */
  use(key: string, entry: A): void {
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    for (const [oldest, its] of this.#entries) {
      if (this.#entries.size <= MAX_OPEN) return
      if (its === entry || !this.mayForget(its)) continue
      this.#entries.delete(oldest)
      this.onForgotten(its, oldest)
    }
  }

  take(key: string): A | undefined {
    const entry = this.#entries.get(key)
    this.#entries.delete(key)
    return entry
  }
}
