/** Cells: where they stand in a row of a table, and what they hold. */
import type { Span } from './seen-text.js'

/** Finds the cells of a row. */
export type CellsOf = (text: string, row: Span) => ReadonlyArray<Span>

// In a cell that begins with a quote, a delimiter is a part of the value.
const cellsBetween = (delimiters: string, text: string, { start, end }: Span, hasEscapes: boolean) => {
  const cells: Array<Span> = []
  let from = start
  let isQuoted = false
  let beginsQuoted: boolean | undefined
  for (let at = start; at < end; at++) {
    const c = text.charAt(at)
    if (c === '"' && beginsQuoted !== false) {
      isQuoted = !isQuoted
      beginsQuoted = true
    } else if (!isQuoted && delimiters.includes(c)) {
      cells.push({ start: from, end: at })
      from = at + 1
      beginsQuoted = undefined
    } else if (hasEscapes && isQuoted && c === '\\') at++
    else if (c !== ' ') beginsQuoted ??= false
  }
  return { cells: [...cells, { start: from, end }], isOpen: isQuoted }
}

/** Cells between delimiters. A quote within one is escaped, or doubled, which is seen as escaped, too. */
export const splitAt =
  (delimiters: string): CellsOf =>
  (text, row) => {
    const { cells, isOpen } = cellsBetween(delimiters, text, row, true)
    // `"C:\temp\"`: to most programs, a backslash is nothing but itself.
    return isOpen ? cellsBetween(delimiters, text, row, false).cells : cells
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

/** Delimiters, those first that values hold least. */
export const DELIMITERS = ['|', '\t', ';', ','].map((delimiters) => ({
  delimiters,
  mark: new RegExp(`[${delimiters}]`),
  cellsOf: splitAt(delimiters)
}))
const splitOn =
  (mark: RegExp): CellsOf =>
  (text, { start, end }) => {
    const marks = [...text.slice(start, end).matchAll(mark)]
    return [{ 0: '', index: 0 }, ...marks].map(({ 0: found, index }, i) => ({
      start: start + index + found.length,
      end: start + (marks[i]?.index ?? end - start)
    }))
  }

/** Heads of wikis, and the cells below, which other marks part. */
export const WIKI: ReadonlyArray<{ readonly mark: RegExp; readonly headsOf: CellsOf; readonly cellsOf: CellsOf }> = [
  // Of Jira and Confluence: `||User||Password||`
  {
    mark: /^\s{0,8}(?:\|\|[^|\r\n]{1,80}){2,60}\|\|\s{0,8}$/,
    headsOf: splitOn(/\|\|/g),
    cellsOf: splitAt('|')
  },
  // Of DokuWiki: `^ User ^ Password ^`
  { mark: /^\s{0,8}(?:\^[^|^\r\n]{1,80}){2,60}\^\s{0,8}$/, headsOf: splitOn(/\^/g), cellsOf: splitAt('|') },
  // Of MediaWiki: `! User !! Password`
  {
    mark: /^\s{0,8}![^!\r\n]{1,80}(?:!![^!\r\n]{1,80}){1,60}$/,
    headsOf: splitOn(/^\s{0,8}!|!!/g),
    cellsOf: splitOn(/^\s{0,8}\|(?!\|)|\|\|/g)
  }
]
/** Cells with two blanks or more between them. */
export const GAPPED = splitBy(/(?:^|(?<! ) {2,})(?=\S)/g)
/** Each word as a cell. */
export const EACH_WORD = splitBy(/(?<!\S)(?=\S)/g)
/** The only cell of a line: a column by itself ends with the first line of several words. */
export const LINES: CellsOf = (text, row) => (/^\s*\S+\s*$/.test(text.slice(row.start, row.end)) ? [row] : [])
/** Below the head of a table whose columns are as wide as it says: `---- --------` */
export const WIDTHS = /^ {0,8}-{2,200}(?: {1,8}-{2,200}){0,39} {0,8}$/
/** Cells as wide as the rule below the head. */
export const asWideAs =
  (rule: string): CellsOf =>
  (text, { start, end }) => {
    const starts = [...rule.matchAll(/-+/g)].map(({ index }, i) => (i === 0 ? 0 : index))
    if (starts.length === 1) return LINES(text, { start, end })
    return text.slice(start, end).trim() === ''
      ? []
      : starts.map((from, i) => ({
          start: Math.min(end, start + from),
          end: Math.min(end, start + (starts[i + 1] ?? end - start))
        }))
  }

/** Columns of words behind a number or a name of each row, as pandas and R print them. */
export const withIndex =
  (count: number): CellsOf =>
  (text, row) => {
    const words = EACH_WORD(text, row)
    const isIndexed = words.length === count + 1 && /^(?:\S|\s{1,6}\d)/.test(text.slice(row.start, row.start + 8))
    return isIndexed ? words.slice(1) : GAPPED(text, row)
  }

const HTML_CELLS = splitBy(/<t[hd](?=[\s>/])[^<>]{0,1000}>/gi)
const COLSPAN = /\scolspan\s{0,4}=\s{0,4}["']?(\d{1,2})(?=[^<>]{0,1000}>$)/i

/** Cells of HTML. One that is as wide as several is followed by empty ones. */
export const HTML: CellsOf = (text, row) =>
  HTML_CELLS(text, row).flatMap(({ start, end }) => {
    const length = text.slice(start, end).search(/<\/t[hd]\s?>/i)
    const cell = { start, end: length < 0 ? end : start + length }
    const tag = text.slice(Math.max(row.start, text.lastIndexOf('<', start)), start)
    const width = Number(COLSPAN.exec(tag)?.[1] ?? 1)
    return [cell, ...Array.from({ length: width - 1 }, () => ({ start: cell.end, end: cell.end }))]
  })

// What stands around the text of a cell.
const BEFORE = /^(?:[\s"'`*]|<[^<>]{0,1000}>)+/
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

/** The text of a cell. */
export const contentOf = (text: string, { start, end }: Span): Span => {
  const cell = text.slice(start, end)
  const before = BEFORE.exec(cell)?.[0].length ?? 0
  const after = lengthAfter(cell.slice(before).slice(-200))
  return { start: start + before, end: Math.max(start + before, end - after) }
}
