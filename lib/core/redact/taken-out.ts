/** Which values redaction took out of data: they have no place in words about these data either. */
import { type Fields, isFields } from '../foreign/fields.js'

// Shorter ones stand in any sentence.
const TELLS = /^(?=.*\d).{3}|^.{4}|^(?=.*\p{Lo}).{2}/su
const MAX_DEPTH = 50

const scalarsIn = (value: unknown, found: Set<string>, depth = 0): void => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') found.add(String(value))
  else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH)
    for (const each of Object.values(value)) scalarsIn(each, found, depth + 1)
}

// What stands between blanks, brackets, quotes and commas, and of that from its first letter or figure to its last one.
const TOKEN = /[^\s"'`,;:=()[\]{}<>|]+/g
const WORD = /[\p{L}\p{M}\p{N}](?:.*[\p{L}\p{M}\p{N}])?/u

/** The words of a text, each with the signs around it and its place. */
const wordsIn = (text: string): ReadonlyArray<{ readonly token: string; readonly word: string; readonly at: number }> =>
  [...text.matchAll(TOKEN)].flatMap(({ 0: token, index }) => {
    const found = WORD.exec(token)
    return found === null ? [] : [{ token, word: found[0], at: index + found.index }]
  })

const countsOf = (words: Iterable<string>): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/**
 * The words of a text that its redacted copy lacks, or has less often, alone and in a row; all of it where that keeps
 * none, or was cut.
 */
const wordsGone = (before: string, after: string): ReadonlyArray<string> => {
  if (after.endsWith('…') && !before.endsWith('…')) return [before]
  const left = countsOf(wordsIn(after).map(({ word }) => word))
  const gone: Array<string> = []
  let [row, keepsSome]: [start: number | undefined, keepsSome: boolean] = [undefined, false]
  for (const { token, word, at } of wordsIn(before)) {
    const count = left.get(word) ?? 0
    if (count > 0) {
      left.set(word, count - 1)
      row = undefined
      keepsSome = true
    } else {
      if (row !== undefined) gone[gone.length - 1] = ''
      row ??= at
      gone.push(token, word, before.slice(row, at + word.length))
    }
  }
  return keepsSome ? gone : [before]
}

const compare = (before: unknown, after: unknown, found: Set<string>, depth = 0): void => {
  if (Object.is(before, after) || depth > MAX_DEPTH) return
  const [isList, isRecord] = [Array.isArray(before) && Array.isArray(after), isFields(before) && isFields(after)]
  if (typeof before === 'string' && typeof after === 'string')
    for (const gone of wordsGone(before, after)) found.add(gone)
  else if (!isList && !isRecord) scalarsIn(before, found, depth)
  else
    for (const [key, each] of Object.entries(before as object))
      compare(each, Object.hasOwn(after as object, key) ? (after as Fields)[key] : undefined, found, depth + 1)
}

// Of a text over several lines, words may hold the first one alone.
const firstLine = (text: string): string => /^[^\r\n]*(?=[\r\n])/.exec(text)?.[0].trim() ?? ''

/** The scalars of data, and the words of their texts, that their redacted copy does not have. */
export const takenOut = (before: unknown, after: unknown): ReadonlyArray<string> => {
  const found = new Set<string>()
  compare(before, after, found)
  return [...found, ...[...found].map(firstLine)].filter((text) => TELLS.test(text))
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

// Its last letter is no part of a word: `\u001b[31mvalue`
const BEFORE = '(?:(?<![A-Za-z\\d])|(?<=\\u001b\\[[\\d;]{0,20}m))'

/** The words with a mark for each of these values, where it stands by itself. */
export const withoutValues = (words: string, values: ReadonlyArray<string>, mark: string): string =>
  values
    .filter((value) => words.includes(value))
    .sort((a, b) => b.length - a.length)
    .reduce((left, value) => left.replace(new RegExp(`${BEFORE}${escaped(value)}(?![A-Za-z\\d])`, 'g'), mark), words)
