/** Finds what holds a text or a number in a kept result: in its values and in the names of its fields. */
import { isFields, isObject } from '../core/foreign/index.js'
import { isMap } from '../core/json/index.js'
import { beginningOf, ownFields, projected } from './items.js'
import { linesOf, MAX_PIECE, pieceOf } from './lines.js'
import { pathBelow } from './path.js'
import type { ResultQuery } from './query.js'

/** What was found, with its path; of a text, with its line. */
type Found = Readonly<Record<string, unknown>> & { readonly at?: number; readonly skip?: number }

interface Match {
  readonly kind: 'elements' | 'entries' | 'values' | 'lines' | 'names'
  /** How it is shown: a line that is too long by each part that holds it. */
  readonly shown: () => ReadonlyArray<Found>
}

// A longer element is shown by the part that holds what was found.
const MAX_ELEMENT = 1_000
// Characters before what was found, in a line that is too long.
const LEAD = 40

/** Whether a text is shown whole, as a value; else by its lines. */
const isShort = (text: string): boolean => text.length <= MAX_PIECE && !/\n./s.test(text)

// -- searching

/** Where a text holds what is asked for, from a place on; -1 where it does not. */
type Search = (from: number) => number

// One letter that becomes two would move all behind it; of Greek, the last letter of a word has a form of its own.
const lower = (text: string): string => text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ')

const searchOf = (find: string | number): ((text: string) => Search) => {
  if (typeof find === 'string') {
    const wanted = lower(find)
    return (text) => {
      const all = lower(text)
      return (from) => all.indexOf(wanted, from)
    }
  }
  // A number is found as itself, with its sign, decimals and exponent: 12 is not in 4120, -12, 1.12, 12e3 and 1e12. A
  // hyphen between words is no sign.
  const number = new RegExp(
    `${find < 0 ? '(?<![\\w.])' : '(?<![\\d.]|(?<!\\w)[-\u2212]|\\de[+-]?)'}${String(find).replaceAll('.', '\\.')}(?!\\.?\\d|e[+-]?\\d)`,
    'gi'
  )
  return (text) => (from) => {
    number.lastIndex = from
    return number.exec(text)?.index ?? -1
  }
}

/** The parts of lines that are too long to show which hold it, each with what stands before and behind. */
const excerptsOf = (text: string, search: Search, length: number): ReadonlyArray<{ skip: number; lines: string }> => {
  const found: Array<{ skip: number; lines: string }> = []
  let end = 0
  let next = 0
  for (let at = search(0); at >= 0; at = search(next)) {
    const from = Math.min(at, Math.max(end, at - LEAD))
    // At a word, at least at a whole character.
    const word = from === end ? 0 : text.slice(from, at).search(/[\s,;>]|^[\uDC00-\uDFFF]/) + 1
    const skip = from + word
    const lines = pieceOf(text.slice(skip), MAX_PIECE, at + length - skip)
    found.push({ skip, lines })
    end = skip + lines.length
    // One that begins here and ends behind is in the next part.
    next = Math.max(at + length, end - length + 1)
  }
  return found
}

/** The numbers of the lines that hold it; of more than one line, of those in which it begins. */
const linesWith = (lines: ReadonlyArray<string>, find: string | number, search: (text: string) => Search) => {
  const rows = lower(String(find)).split('\n')
  const [first = '', ...more] = rows
  const last = more.pop()
  if (last === undefined) return [...lines.keys()].filter((at) => search(lines[at] ?? '')(0) >= 0)
  const all = lines.map(lower)
  return [...all.keys()].filter(
    (at) =>
      all[at]?.endsWith(`${first}\n`) === true &&
      more.every((row, behind) => all[at + behind + 1] === `${row}\n`) &&
      (all[at + rows.length - 1] ?? '').startsWith(last)
  )
}

// -- matches

/** At least so many characters are written of a value; it stops counting beyond those of an element. */
const leastChars = (value: unknown): number => {
  if (typeof value === 'string') return value.length
  if (!isObject(value)) return 1
  let chars = 2
  for (const one of Object.values(value)) if ((chars += leastChars(one)) > MAX_ELEMENT) break
  return chars
}

/** What holds the text or number: short elements and entries, other values, lines, and names of fields. */
export const matchesIn = (
  data: unknown,
  root: string,
  { find = '', fields, context = 2 }: ResultQuery
): ReadonlyArray<Match> => {
  const searchIn = searchOf(find)
  const { length } = String(find)
  const holds = (text: string): boolean => searchIn(text)(0) >= 0
  // Numbers are compared by what they are, however they are written.
  const isFound = (value: unknown): boolean =>
    typeof find === 'number' && typeof value === 'number' ? value === find : holds(String(value))
  const rows = String(find).split('\n').length
  const found: Array<Match> = []

  const isIn = (value: unknown): boolean =>
    Array.isArray(value)
      ? value.some(isIn)
      : isFields(value)
        ? Object.entries(value).some(([key, field]) => holds(key) || isIn(field))
        : isFound(value)
  const isItem = (value: unknown): boolean =>
    isFields(value) && leastChars(value) <= MAX_ELEMENT && JSON.stringify(value).length <= MAX_ELEMENT

  const visitText = (text: string, path: string): void => {
    if (!holds(text)) return
    if (isShort(text)) return void found.push({ kind: 'values', shown: () => [{ path, value: text }] })
    const lines = linesOf(text)
    for (const at of linesWith(lines, find, searchIn)) {
      const own = lines.slice(at, at + rows).join('')
      const around = lines.slice(Math.max(0, at - context), at + rows + context).join('')
      const whole = [around, own].find((some) => some.length <= MAX_ELEMENT)
      const cut = { chars: (lines[at] ?? '').length }
      const shown =
        whole === undefined
          ? () => excerptsOf(own, searchIn(own), length).map((part) => ({ path, at, ...cut, ...part }))
          : () => [{ path, at, lines: whole }]
      found.push({ kind: 'lines', shown })
    }
  }
  const visitField = (key: string, value: unknown, path: string): void => {
    const isName = holds(key)
    if (isName)
      found.push({
        kind: 'names',
        shown: () => [{ path, ...beginningOf(projected(value, ownFields(value, path, fields)), path, MAX_ELEMENT) }]
      })
    // What holds it below such a name is found beside it, but for a value that was shown whole.
    const isShown = isName && !isObject(value) && isShort(String(value))
    if (!isShown) visit(value, path)
  }
  const visitItem = (kind: 'elements' | 'entries', item: unknown, value: unknown, path: string): void => {
    if (isIn(item))
      found.push({ kind, shown: () => [{ path, value: projected(value, ownFields(value, path, fields)) }] })
  }
  const visit = (value: unknown, path: string): void => {
    if (typeof value === 'string') visitText(value, path)
    else if (Array.isArray(value))
      for (const [at, one] of value.entries()) {
        const own = pathBelow(path, at)
        if (isItem(one)) visitItem('elements', one, one, own)
        else visit(one, own)
      }
    else if (isFields(value)) {
      const hasEntries = isMap(value)
      for (const [key, field] of Object.entries(value)) {
        const own = pathBelow(path, key)
        if (hasEntries && isItem(field)) visitItem('entries', { [key]: field }, field, own)
        else visitField(key, field, own)
      }
    } else if (isFound(value)) found.push({ kind: 'values', shown: () => [{ path, value }] })
  }
  visit(data, root)
  return found
}
