/** Finds secrets in the columns of tables by the names at their heads: CSV, tables of terminals and of Markdown, HTML. */
import { looksRandom } from './random-text.js'
import { plainName } from '../signs/names.js'
import { isHarmlessValue } from './secret-keys.js'
import type { Span } from './seen-text.js'

// -- model

type CellsOf = (text: string, row: Span) => ReadonlyArray<Span>

interface Columns {
  readonly cellsOf: CellsOf
  readonly count: number
  /** By their place, the plain names of those that hold secrets. */
  readonly secret: ReadonlyMap<number, string>
  /** Data are secrets as they are; pages compare and explain in words; sentences have commas. A rule below the head tells. */
  secrets: 'any' | 'with a digit' | 'random'
}

// -- cells

// In quotes, a delimiter is a part of the value.
const splitAt =
  (delimiter: string): CellsOf =>
  (text, { start, end }) => {
    const cells: Array<Span> = []
    let from = start
    let isQuoted = false
    for (let at = start; at < end; at++) {
      const c = text.charAt(at)
      if (c === '"') isQuoted = !isQuoted
      else if (c === delimiter && !isQuoted) {
        cells.push({ start: from, end: at })
        from = at + 1
      }
    }
    return [...cells, { start: from, end }]
  }

const splitBy =
  (mark: RegExp): CellsOf =>
  (text, { start, end }) => {
    const marks = [...text.slice(start, end).matchAll(mark)]
    return marks.map(({ 0: found, index }, i) => ({
      start: start + index + found.length,
      end: start + (marks[i + 1]?.index ?? end - start)
    }))
  }

const DELIMITERS = ['|', '│', '║', '┆', '\t', ';', ','].map((delimiter) => ({ delimiter, cellsOf: splitAt(delimiter) }))
const WORDS = splitBy(/(?:^|(?<! ) {2,})(?=\S)/g)
const HTML = splitBy(/<t[hd](?=[\s>])[^<>]{0,200}>/gi)

// What stands around the text of a cell.
const BEFORE = /^(?:[\s"'`*]|<[^<>]{0,200}>)+/
const END_TAG = /<\/[^<>\s]{0,20}>$/
const AROUND = /[\s"'`*]/

const lengthAfter = (cell: string): number => {
  let { length: end } = cell
  for (;;) {
    const tag = END_TAG.exec(cell.slice(Math.max(0, end - 24), end))
    if (tag !== null) end -= tag[0].length
    else if (AROUND.test(cell.charAt(end - 1))) end -= 1
    else return cell.length - end
  }
}

const contentOf = (text: string, { start, end }: Span): Span => {
  const cell = text.slice(start, end)
  const before = BEFORE.exec(cell)?.[0].length ?? 0
  const after = lengthAfter(cell.slice(before).slice(-200))
  return { start: start + before, end: Math.max(start + before, end - after) }
}

// -- heads

const NAME = /^\(?[\p{L}_][\p{L}\p{M}\p{N}_ .,'-]{0,48}\)?$/u
const MAX_HEAD = 2_000

const secretAmong = (
  names: ReadonlyArray<string>,
  isSecret: (plain: string) => boolean
): ReadonlyMap<number, string> | undefined => {
  if (names.filter((name) => name !== '').length < 2 || !names.every((name) => name === '' || NAME.test(name)))
    return undefined
  const secret = names.flatMap((name, i) => (isSecret(plainName(name)) ? [[i, plainName(name)] as const] : []))
  return secret.length === 0 ? undefined : new Map(secret)
}

const headOf = (text: string, row: Span, isSecret: (plain: string) => boolean): Columns | undefined => {
  if (row.end - row.start > MAX_HEAD) return undefined
  const head = text.slice(row.start, row.end)
  const isHtml = /<t[hd][\s>]/i.test(head)
  const found = isHtml ? undefined : DELIMITERS.find(({ delimiter }) => head.includes(delimiter))
  const cellsOf = isHtml ? HTML : (found?.cellsOf ?? WORDS)
  const cells = cellsOf(text, row)
  const names = cells.map((cell) => contentOf(text, cell)).map(({ start, end }) => text.slice(start, end))
  const secret = secretAmong(names, isSecret)
  if (secret === undefined) return undefined
  const isSentence =
    (found?.delimiter === ',' || found?.delimiter === ';') && cells.some(({ start }) => text.charAt(start) === ' ')
  const secrets = isSentence ? 'random' : found === undefined ? 'with a digit' : 'any'
  return { cellsOf, count: cells.length, secret, secrets }
}

// -- values

// Words that head columns of pages about secrets, too.
const GENERAL = /^(?:tokens?|secrets?|credentials?|cookies?|authorization|signature|pin|otp|pass)$/

const isHidden = (plain: string, value: string, secrets: Columns['secrets']): boolean => {
  if (value === '' || /\s/.test(value) || isHarmlessValue(plain, value)) return false
  return secrets === 'random' || GENERAL.test(plain) ? looksRandom(value, 8) : secrets === 'any' || /\d/.test(value)
}

const hiddenIn = (text: string, { secret, secrets }: Columns, cells: ReadonlyArray<Span>): ReadonlyArray<Span> =>
  [...secret].flatMap(([i, plain]) => {
    const span = contentOf(text, cells[i] ?? { start: 0, end: 0 })
    return isHidden(plain, text.slice(span.start, span.end), secrets) ? [span] : []
  })

// -- rows

const LINE_END = /\r?\n/g
const HTML_ROW = /<tr(?=[\s>])/gi
// Below the head of a table, and around it.
const MARKDOWN = /^\s*\|[\s|:-]+$/
const RULE = /^[\s|+:=\u2500-\u257f-]+$/

const rowsOf = (text: string): ReadonlyArray<Span> => {
  // Rows of HTML may be written in many lines.
  const ends = [...text.matchAll(/<tr[\s>]/i.test(text) ? HTML_ROW : LINE_END)]
  const starts = [0, ...ends.map(({ 0: mark, index }) => index + mark.length)]
  return starts.map((start, i) => ({ start, end: ends[i]?.index ?? text.length }))
}

/** Finds what stands in columns whose heads name secrets. */
export const findColumns = (text: string, isSecret: (plain: string) => boolean): ReadonlyArray<Span> => {
  if (!/\n|<tr[\s>]/i.test(text)) return []
  const found: Array<Span> = []
  let columns: Columns | undefined
  for (const row of rowsOf(text)) {
    if (columns !== undefined) {
      const line = text.slice(row.start, Math.min(row.end, row.start + MAX_HEAD))
      if (MARKDOWN.test(line) && columns.secrets === 'any') columns.secrets = 'with a digit'
      if (RULE.test(line)) continue
      const cells = columns.cellsOf(text, row)
      if (cells.length === columns.count) {
        found.push(...hiddenIn(text, columns, cells))
        continue
      }
    }
    columns = headOf(text, row, isSecret)
  }
  return found
}
