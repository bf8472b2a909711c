/** Finds the name that was probably meant. */
import { distance } from 'fastest-levenshtein'

const MAX_COMPARED = 64

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
      const isNear = edits <= Math.floor(NEAR * Math.max(given.length, wanted.length))
      if (edits < fewest && isNear && mayBe(given, wanted)) {
        nearest = member
        fewest = edits
      }
    }
    return nearest
  }
}

// `unblock`, `exclude` and `maximum` are near to what they undo: the word that was meant ends otherwise, or has a slip.
const mayBe = (given: string, wanted: string): boolean => {
  const [word, other] = [spelling(given), spelling(wanted)]
  const half = Math.ceil(Math.max(word.length, other.length) / 2)
  return word.slice(0, half) === other.slice(0, half) || isSlipOf(word, other)
}

// Of `A-`, `-5` and `1-2` the mark is a part, and no separator.
const SEPARATORS = /(?<=\p{L})[\s_-]+(?=[\p{L}\d])|(?<=\d)[\s_-]+(?=\p{L})/gu

const spelling = (text: string): string => text.trim().replace(SEPARATORS, '').toLowerCase()

/** Whether a text is another but for case, white space and separators: `userId` is `user_id`. */
export const isSpelledLike = (text: string, other: string): boolean => spelling(text) === spelling(other)

const LONG_WORD = /^\p{L}{5,64}$/u

const isSwapped = (word: string, other: string): boolean => {
  const at = Array.from(word).findIndex((letter, i) => letter !== other[i])
  return (
    word.length === other.length &&
    word.slice(at, at + 2) === `${other[at + 1]}${other[at]}` &&
    word.slice(at + 2) === other.slice(at + 2)
  )
}

/** Whether a long word is a slip of another: a letter more, less or other, or two swapped; but for the first. */
export const isSlipOf = (word: string, other: string): boolean =>
  LONG_WORD.test(word) &&
  LONG_WORD.test(other) &&
  word[0] === other[0] &&
  (distance(word, other) === 1 || isSwapped(word, other))
