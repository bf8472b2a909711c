/** Finds the name that was probably meant. */
import { distance } from 'fastest-levenshtein'

const MAX_COMPARED = 64
const MAX_NEAREST = 1_000

// `shipping` is near `shipped` (3 edits in 8 characters); `on` is not near `off`, nor `a` near `b`.
const NEAR = 0.4

const normal = (text: string): string => text.trim().toLowerCase()

/** Finds nearest members; one finder makes at most so many comparisons, however many values it is asked about. */
export const nearestFinder = (maxComparisons = 20_000) => {
  let left = maxComparisons
  return (value: unknown, members: ReadonlyArray<string | number | boolean | null>): string | undefined => {
    if (typeof value !== 'string' || value.length > MAX_COMPARED) return undefined
    const given = normal(value)
    let nearest: string | undefined
    let fewest = Infinity
    for (const member of members) {
      if (typeof member !== 'string' || member.length > MAX_COMPARED) continue
      if (left-- <= 0) break
      const wanted = normal(member)
      const edits = distance(given, wanted)
      if (edits < fewest && edits <= Math.floor(NEAR * Math.max(given.length, wanted.length))) {
        nearest = member
        fewest = edits
      }
    }
    return nearest
  }
}

const spelling = (text: string): string => text.replace(/[^a-zA-Z0-9]+/g, '').toLowerCase()

/** Whether a name is another but for case and punctuation, or one edit away. */
export const isOneEditFrom = (name: string, other: string): boolean =>
  spelling(name) === spelling(other) || distance(name, other) === 1

/** Every member nearest to a text and near enough to be meant: at most a quarter of its letters differ. */
export const nearestOf = (text: string, members: ReadonlyArray<string>): ReadonlyArray<string> => {
  const same = members.filter((member) => spelling(member) === spelling(text))
  if (same.length > 0) return same
  const compared = members.slice(0, MAX_NEAREST).map((member) => distance(text.toLowerCase(), member.toLowerCase()))
  const fewest = Math.min(...compared)
  return fewest > Math.max(1, Math.floor(text.length / 4)) ? [] : members.filter((_, i) => compared[i] === fewest)
}
