/** Chance that is the same every time. */

export interface Chance {
  /** From 0 to 1, 1 left out. */
  readonly next: () => number
  readonly below: (n: number) => number
  readonly pick: <A>(items: ReadonlyArray<A>) => A
  readonly shuffled: <A>(items: ReadonlyArray<A>) => ReadonlyArray<A>
}

/** Mulberry32. */
export const chance = (seed: number): Chance => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (n: number): number => Math.floor(next() * n)
  return {
    next,
    below,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new RangeError('nothing to pick from')
      return item
    },
    shuffled: (items) => {
      const all = [...items]
      for (let i = all.length - 1; i > 0; i--) {
        const j = below(i + 1)
        const [a, b] = [all[i], all[j]]
        if (a !== undefined && b !== undefined) [all[i], all[j]] = [b, a]
      }
      return all
    }
  }
}
