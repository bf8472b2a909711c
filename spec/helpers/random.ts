/** Random numbers that are the same in every run. */

/** Gives whole numbers below a limit. */
export type Random = (below: number) => number

/** Random numbers from a seed other than zero: xorshift. */
export const randomFrom = (seed: number): Random => {
  let state = seed
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

/** Random numbers of a row's own, whichever rows stand before it: its name gives the seed, by FNV-1a. */
export const randomOf = (name: string): Random => {
  let hash = 0x811c9dc5
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193)
  return randomFrom(hash || 1)
}
