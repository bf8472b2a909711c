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

// A comma or a quote is no part of what stands between them; a dot or an @ is.
const WORDS = /[^\s"'`,;:=()[\]{}<>|]+/g

const withinRow = (row: string): ReadonlyArray<string> => {
  const words = row.match(WORDS) ?? []
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined) return []
  return [
    row.slice(row.indexOf(first), row.lastIndexOf(last) + last.length),
    ...words.map((word) => word.replace(/\.$/, ''))
  ]
}

/** The words of a text that its redacted copy lacks, alone and in their rows; all of it where that keeps none. */
const wordsGone = (before: string, after: string): ReadonlyArray<string> => {
  const left = new Set(after.match(WORDS))
  const rows = before.replace(WORDS, (word) => (left.has(word) ? '\0' : word)).split('\0')
  return rows.length === 1 ? [before] : rows.flatMap(withinRow)
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
const linesOf = (text: string): ReadonlyArray<string> =>
  /[\r\n]/.test(text) ? text.split(/[\r\n]+/).map((line) => line.trim()) : []

/** The scalars of data, and the words of their texts, that their redacted copy does not have. */
export const takenOut = (before: unknown, after: unknown): ReadonlyArray<string> => {
  const found = new Set<string>()
  compare(before, after, found)
  return [...found, ...[...found].flatMap(linesOf)].filter((text) => TELLS.test(text))
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
