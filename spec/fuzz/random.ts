/** Numbers that are random and the same each time: mulberry32. */

/** Gives whole numbers below `n`. */
export type Random = (n: number) => number

export const randomFrom = (seed: number): Random => {
  let state = seed
  return (n) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * n)
  }
}
