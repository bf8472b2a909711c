/**
 * Finds secrets in the columns of tables by the names at their heads: CSV, tables of terminals, databases and Markdown,
 * HTML.
 */
import { isGrouped } from './grouped-values.js'
import { isMixed, looksRandom } from './random-text.js'
import { plainName } from '../signs/names.js'
import { isHarmlessValue, maybeSecret, maybeSecretName } from './secret-keys.js'
import type { Span } from './seen-text.js'
import {
  GAPPED,
  asWideAs,
  type CellsOf,
  contentOf,
  DELIMITERS,
  HTML,
  LINES,
  splitAt,
  WIDTHS,
  WIKI,
  withIndex,
  EACH_WORD
} from './table-cells.js'

// -- model

type IsSecret = (plain: string) => boolean

interface Columns {
  readonly cellsOf: CellsOf
  readonly count: number
  /** By their place, the plain names of those that hold secrets, or may hold them, and whether one surely does. */
  readonly secret: ReadonlyMap<number, string>
  readonly isSure: boolean
  /** The place of the column of values, whose names stand in their rows. */
  readonly values: number
  /**
   * Data are secrets as they are; pages compare and explain in words; lists of words have blanks behind their commas,
   * and so have sentences. A rule below the head tells.
   */
  secrets: 'any' | 'any beside data' | 'with a digit' | 'random'
  /** Whether a cell of HTML above spans rows: it stands first in those, which have fewer. */
  hasSpans: boolean
}

// -- heads

// Below the head of a table, and around it.
const MARKDOWN = /^\s*\|[\s|:-]+$/
const RULE = /^[\s|+:=\u2500-\u257f-]+$|^\s{0,8}(?:<\w{1,8}>\s{0,40}){1,40}$/

const NAME = /^\(?[\p{L}_][\p{L}\p{M}\p{N}_ .,'-]{0,48}\)?$/u
const MAX_HEAD = 2_000
// With attributes
const MAX_PAGE_HEAD = 20_000
const CELL_OF_PAGE = /<t[hd][\s>]/i
// Of PostgreSQL's dumps, with a tab between the cells below
const COPY = /^COPY [^()]{1,160}\(([^()]{1,1900})(?=\) FROM stdin)/i

// `Error: user,password`: what is said of the table in front of its head.
const LEAD = /^[^\r\n,;|\t]{0,80}: (?= ?\S)/

const lineOf = (text: string, { start, end }: Span = { start: 0, end: 0 }): string =>
  text.slice(start, Math.min(end, start + MAX_HEAD))

// Data frames and databases tell the types below the head.
const TYPE = /^(?:\\N|str|string|text|n?varchar|utf8|object|bytes|blob|-{3})$/i

// A name and its value, or its type, are no head: `DB_PASSWORD | q7Rk9vZp2LxW`
const isPair = ([name = '', value = '']: ReadonlyArray<string>, isSecret: IsSecret): boolean =>
  isSecret(plainName(name)) && (TYPE.test(value) || isMixed(value) || looksRandom(value, 8))

// Beside a name: `#`, `?column?`, `count(*)`, `User (login)`, `Server/Host`; above a rule, and in HTML, anything.
const SIBLING = /^[\p{L}_(#№%?$&*\p{So}\p{Sc}][^:=@"<>{}|,;\t]{0,48}$/u
const MAX_SIBLING = 50

const isHead = (names: ReadonlyArray<string>, least: number, isSecret: IsSecret, isRuled: boolean): boolean => {
  const filled = names.filter((name) => name !== '')
  return (
    (isRuled ? names : filled).length >= least &&
    filled.some((name) => NAME.test(name)) &&
    filled.every((name) => NAME.test(name) || SIBLING.test(name) || (isRuled && name.length <= MAX_SIBLING)) &&
    !isPair(filled, isSecret)
  )
}

interface Form extends Pick<Columns, 'cellsOf' | 'secrets'> {
  readonly heads: ReadonlyArray<Span>
  /** Least number of names. */
  readonly least: number
}

// `id, password, email` and `User Name, Password`, but not `a user, the password and an email`.
const EACH_NAME = /^[\p{L}\p{N}_.#-]+$|^\p{Lu}[\p{L}\p{N}_.# -]+$/u
const isListOfNames = (text: string, heads: ReadonlyArray<Span>): boolean =>
  heads
    .map((cell) => contentOf(text, cell))
    .every(({ start, end }) => EACH_NAME.test(text.slice(start, end)) && text.charAt(end - 1) !== '.')

const formOf = (text: string, row: Span, head: string, below: string): Form => {
  const copied = COPY.exec(head)
  if (copied !== null) {
    const [begin = '', names = ''] = copied
    const start = row.start + begin.length - names.length
    return {
      cellsOf: splitAt('\t'),
      heads: splitAt(',')(text, { start, end: start + names.length }),
      least: 1,
      secrets: 'any'
    }
  }
  if (CELL_OF_PAGE.test(head)) return { cellsOf: HTML, heads: HTML(text, row), least: 2, secrets: 'with a digit' }
  const wiki = WIKI.find(({ mark }) => mark.test(head))
  if (wiki !== undefined)
    return { cellsOf: wiki.cellsOf, heads: wiki.headsOf(text, row), least: 1, secrets: 'with a digit' }
  // A tab may indent.
  const delimiterIn = (part: string) => DELIMITERS.find(({ mark }) => mark.test(part))
  const found = delimiterIn(head.trimStart()) ?? delimiterIn(head)
  if (found !== undefined) {
    const { cellsOf, delimiters } = found
    const heads = cellsOf(text, row)
    const isFramed = delimiters === '|' && head.trim().startsWith('|') && heads.length > 2
    const isSpaced = ',;'.includes(delimiters) && heads.slice(1).some(({ start }) => text.charAt(start) === ' ')
    // The column of an index has no name.
    const isIndexed = delimiters !== '|' && /^["\s]*[,;\t]/.test(head)
    const secrets = !isSpaced ? 'any' : isListOfNames(text, heads) ? 'any beside data' : 'random'
    return { cellsOf, heads, least: isFramed || isIndexed ? 1 : 2, secrets }
  }
  if (WIDTHS.test(below)) {
    const cellsOf = asWideAs(below)
    // psql and others begin each line with a space; headlines do not.
    return { cellsOf, heads: cellsOf(text, row), least: 1, secrets: head.startsWith(' ') ? 'any' : 'with a digit' }
  }
  if (row.start === 0 && !head.includes(' ')) return { cellsOf: LINES, heads: [row], least: 1, secrets: 'with a digit' }
  const apart = GAPPED(text, row)
  const heads = apart.length < 2 && head.startsWith(' ') ? EACH_WORD(text, row) : apart
  return {
    cellsOf: head.startsWith(' ') ? withIndex(heads.length) : GAPPED,
    heads,
    least: head.startsWith(' ') && /^\d{1,6} +\S+$/.test(below) ? 1 : 2,
    secrets: 'with a digit'
  }
}

const headOf = (text: string, line: Span, below: Span | undefined, isSecret: IsSecret): Columns | undefined => {
  const isOfPage = CELL_OF_PAGE.test(lineOf(text, line))
  if (line.end - line.start > (isOfPage ? MAX_PAGE_HEAD : MAX_HEAD)) return undefined
  const lead = isOfPage ? undefined : LEAD.exec(lineOf(text, line))?.[0]
  const row = { start: line.start + (lead?.length ?? 0), end: line.end }
  const head = text.slice(row.start, row.end)
  const rule = lineOf(text, below)
  const { cellsOf, heads, least, secrets } = formOf(text, row, head, rule)
  const names = heads.map((cell) => contentOf(text, cell)).map(({ start, end }) => text.slice(start, end))
  const isRuled =
    (RULE.test(rule) && /[-=\u2500-\u257f]/.test(rule)) || (/<th[\s>]/i.test(head) && !/<td[\s>]/i.test(head))
  if (!isHead(names, least, isSecret, isRuled)) return undefined
  const plain = names.map(plainName)
  const secret = new Map([...plain.entries()].filter(([, name]) => isSecret(name) || maybeSecretName(name)))
  const values = plain.findIndex((name) => name === 'value' || name === 'values')
  if (secret.size === 0 && values < 1) return undefined
  return {
    cellsOf,
    count: heads.length,
    secret,
    isSure: values > 0 || plain.some(isSecret),
    values,
    secrets,
    hasSpans: false
  }
}

// -- values

// Words that head columns of pages about secrets, too, or name a type.
const GENERAL = /^(?:tokens?|secrets?|securestring|credentials?|auth(?:orization)?|signature|pin|otp|pass)$|cookies?$/

/** Whether the value of a cell is a secret under the name of one. */
export const isHidden = (plain: string, value: string, secrets: Columns['secrets']): boolean => {
  if (value === '' || TYPE.test(value) || isHarmlessValue(plain, value)) return false
  if (/\s/.test(value)) return isGrouped(plain, value, secrets === 'any')
  return secrets === 'random' || GENERAL.test(plain) ? looksRandom(value, 8) : secrets === 'any' || /\d/.test(value)
}

const hiddenIn = (
  text: string,
  { cellsOf, count, secret, secrets, values }: Columns,
  row: Span,
  isSecret: IsSecret
): ReadonlyArray<Span> => {
  const cells = cellsOf(text, row)
  const above = Array.from({ length: count - cells.length }, () => ({ start: row.start, end: row.start }))
  const spans = [...above, ...cells].map((cell) => contentOf(text, cell))
  const texts = spans.map(({ start, end }) => text.slice(start, end))
  const isBesideData = secrets === 'any beside data' && texts.some((value) => /[\d@]/.test(value))
  const kept = isBesideData ? 'any' : secrets
  const named =
    values < 1
      ? ''
      : (texts.slice(0, values).map(plainName).find(isSecret) ?? [...secret.values()].find(isSecret) ?? '')
  return spans.filter((_, i) => {
    const value = texts[i] ?? ''
    const plain = secret.get(i) ?? (i === values ? named : '')
    // Of a table without a head, the first row may read like one.
    const isName = !secret.has(i + 1) && isPair(texts.slice(i), isSecret)
    if (plain === '' || isName) return false
    return isSecret(plain) ? isHidden(plain, value, kept) : maybeSecret(plain, value)
  })
}

// -- rows

const LINE_END = /\r?\n/g
const HTML_ROW = /<tr(?=[\s>])/gi
const rowsOf = (text: string): ReadonlyArray<Span> => {
  // Rows of HTML may be written in many lines.
  const ends = [...text.matchAll(/<tr[\s>]/i.test(text) ? HTML_ROW : LINE_END)]
  const starts = [0, ...ends.map(({ 0: mark, index }) => index + mark.length)]
  return starts.map((start, i) => ({ start, end: ends[i]?.index ?? text.length }))
}

const OPENS = /(?:^|[,;|\t])\s?"/

const isEven = (text: string): boolean => text.split('"').length % 2 === 1

/** The place of the last line of the row that begins with the first. */
const lastOfRow = (text: string, rows: ReadonlyArray<Span>, first: number): number => {
  const lineAt = (i: number): string => text.slice(rows[i]?.start, rows[i]?.end)
  if (!OPENS.test(lineAt(first)) || isEven(lineAt(first))) return first
  let last = first + 1
  while (last < rows.length && isEven(lineAt(last))) last++
  return last < rows.length ? last : first
}

// A column of pandas, whose name comes last
const SERIES = /^Name: (.{1,80}), dtype: \w/
const ELEMENT = /^\S{1,40} {1,40}(?=\S{1,400}$)/

const seriesAbove = (text: string, rows: ReadonlyArray<Span>, plain: string): ReadonlyArray<Span> => {
  const found: Array<Span> = []
  for (const row of rows.toReversed()) {
    const before = ELEMENT.exec(lineOf(text, row))?.[0].length
    if (before === undefined) break
    const span = { start: row.start + before, end: row.end }
    if (isHidden(plain, text.slice(span.start, span.end), 'any')) found.unshift(span)
  }
  return found
}

// AsciiDoc has a blank line below a head.
const beginsWithBar = (text: string, row: Span | undefined): boolean => /^\s{0,8}\|/.test(lineOf(text, row))

/** Finds what stands in columns whose heads name secrets. */
export const findColumns = (text: string, isSecret: IsSecret): ReadonlyArray<Span> => {
  if (!/\n|<tr[\s>]/i.test(text)) return []
  const found: Array<Span> = []
  let columns: Columns | undefined
  const rows = rowsOf(text)
  let done = -1
  let headAt = -1
  for (const [i, row] of rows.entries()) {
    if (i <= done) continue
    const series = plainName(SERIES.exec(lineOf(text, row))?.[1] ?? '')
    if (isSecret(series)) found.push(...seriesAbove(text, rows.slice(Math.max(0, i - 200), i), series))
    // Below doubtful names, a row may name more: it begins another table.
    const isSure = columns?.isSure === true
    const head = isSure ? undefined : headOf(text, row, rows[i + 1], isSecret)
    if (columns !== undefined && head?.isSure !== true) {
      const { cellsOf, count } = columns
      const line = lineOf(text, row)
      if (MARKDOWN.test(line) && columns.secrets === 'any') columns.secrets = 'with a digit'
      if (RULE.test(line) || (headAt === i - 1 && line.trim() === '' && beginsWithBar(text, rows[headAt]))) continue
      columns.hasSpans ||= cellsOf === HTML && /\srowspan\s?=/i.test(line)
      // A cell in quotes may hold line breaks.
      const { hasSpans } = columns
      const last = [lastOfRow(text, rows, i), i].find((end) => {
        const { length } = cellsOf(text, { start: row.start, end: rows[end]?.end ?? row.end })
        return length === count || (hasSpans && length > 0 && length < count)
      })
      if (last !== undefined) {
        found.push(...hiddenIn(text, columns, { start: row.start, end: rows[last]?.end ?? row.end }, isSecret))
        done = last
        continue
      }
    }
    columns = isSure ? headOf(text, row, rows[i + 1], isSecret) : head
    headAt = i
  }
  return found
}
