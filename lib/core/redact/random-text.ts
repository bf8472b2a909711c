/**
 * Recognizes random text, such as keys and tokens, among words and numbers: kinds of characters change at every other
 * step.
 */

const LOWER = 1
const UPPER = 2
const DIGIT = 3

const kindOf = (code: number): number => {
  if (code >= 97 && code <= 122) return LOWER
  if (code >= 65 && code <= 90) return UPPER
  return code >= 48 && code <= 57 ? DIGIT : 0
}

/** How a text changes between small letters, capitals and digits. */
export interface Mixture {
  readonly digits: number
  readonly letters: number
  /** Whether small letters and capitals both occur. */
  readonly hasBothCases: boolean
  /** Changes of kind for each letter or digit, from 0 to 1. */
  readonly changes: number
}

/** Counts the kinds of characters of a text and how often they change. */
export const mixtureOf = (text: string): Mixture => {
  let last = 0
  let changes = 0
  const counts = [0, 0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    const kind = kindOf(text.charCodeAt(at))
    counts[kind] = (counts[kind] ?? 0) + 1
    if (kind === 0) continue
    if (last !== 0 && kind !== last) changes++
    last = kind
  }
  const [, lower = 0, upper = 0, digits = 0] = counts
  return {
    digits,
    letters: lower + upper,
    hasBothCases: lower > 0 && upper > 0,
    changes: changes / Math.max(1, lower + upper + digits)
  }
}

/** Whether a text of one word, at least this long, was made at random. */
export const looksRandom = (text: string, atLeast = 16): boolean => {
  if (text.length < atLeast || /[\s:(){}<>[\],;'"`\\]/.test(text)) return false
  const { digits, letters, changes } = mixtureOf(text)
  return digits > 0 && letters > 2 && changes >= 0.22
}

/** Whether a text was made at random of letters, digits and any signs. */
export const isMixed = (text: string): boolean => {
  const { digits, letters, hasBothCases, changes } = mixtureOf(text)
  return digits + letters >= 8 && hasBothCases && changes >= (digits > 0 ? 0.3 : 0.45)
}
