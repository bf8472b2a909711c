/** How often each name occurred, in bounded memory. */
export class Tally {
  readonly #counts = new Map<string, number>()

  constructor(readonly most: number) {}

  /** Counts a name; `otherwise` in its place where there are too many. */
  add(name: string, otherwise?: string): void {
    const counted = this.#counts.has(name) || this.#counts.size < this.most ? name : otherwise
    if (counted !== undefined) this.#counts.set(counted, this.of(counted) + 1)
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  get all(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0)
  }

  /** The most frequent first. */
  get listed(): ReadonlyArray<readonly [name: string, count: number]> {
    return [...this.#counts].toSorted(([, one], [, other]) => other - one)
  }
}
