/** Lists the members of an enumeration, and finds the one that was probably meant. */
import { distance } from 'fastest-levenshtein'
import { oneLine } from '../core/text.js'

export type Literal = string | number | boolean | null

const MAX_LISTED = 10
const MAX_MEMBER = 40
const MAX_TEXT = 160

/** Joins as many as fit and says how many are left out: `"a", "b", … (12 more)`. */
const listed = (parts: ReadonlyArray<string>): string => {
  const shown: Array<string> = []
  let length = 0
  for (const part of parts.slice(0, MAX_LISTED)) {
    length += part.length
    if (shown.length > 0 && length > MAX_TEXT) break
    shown.push(part)
  }
  if (shown.length < parts.length) shown.push(`… (${parts.length - shown.length} more)`)
  return shown.join(', ')
}

/** The expectation of an enumeration: `"a"`, `one of "a", "b", … (12 more)`. */
export const enumText = (members: ReadonlyArray<Literal>): string => {
  const text = listed(members.map((member) => oneLine(JSON.stringify(member), MAX_MEMBER)))
  return members.length === 1 ? text : `one of ${text}`
}

/** Says that any of these will do: `string, number or null`. */
export const anyOf = (texts: ReadonlyArray<string>): string => {
  const last = texts.at(-1)
  if (last === undefined) return 'no value'
  if (texts.length > MAX_LISTED) return listed(texts)
  return texts.length === 1 ? last : `${texts.slice(0, -1).join(', ')} or ${last}`
}

// -- the nearest member

const MAX_COMPARED = 64

// `shipping` is near `shipped` (3 edits in 8 characters); `on` is not near `off`, nor `a` near `b`.
const NEAR = 0.4

const normal = (text: string): string => text.trim().toLowerCase()

/** Finds nearest members; one finder makes at most so many comparisons, however many values it is asked about. */
export const nearestFinder = (maxComparisons = 20_000) => {
  let left = maxComparisons
  return (value: unknown, members: ReadonlyArray<Literal>): string | undefined => {
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

/** Every member that is as near to a text as the nearest one, and near enough to have been meant: a quarter of its letters may differ. */
export const nearestOf = (text: string, members: ReadonlyArray<string>): ReadonlyArray<string> => {
  const same = members.filter((member) => spelling(member) === spelling(text))
  if (same.length > 0) return same
  const compared = members.slice(0, MAX_NEAREST).map((member) => distance(text.toLowerCase(), member.toLowerCase()))
  const fewest = Math.min(...compared)
  return fewest > Math.max(1, Math.floor(text.length / 4)) ? [] : members.filter((_, i) => compared[i] === fewest)
}

const MAX_NEAREST = 1_000
