/**
 * Finds secrets among the values of a statement of SQL by the names of their columns: literals, and the parameters that
 * are listed behind it.
 */
import { plainName } from '../signs/names.js'
import { matchAt } from './quoted-values.js'
import { isHarmlessValue, REDACTED } from './secret-keys.js'
import { asIs, replaceIn, rewritten, type Span } from './seen-text.js'

// -- model

/** A part of a tuple or a list. */
interface Cell extends Span {
  /** Of its first literal, without the quotes. */
  readonly literal: Span | undefined
}

interface Values {
  readonly literals: ReadonlyArray<Span>
  /** The names of secrets that parameters stand for, by their numbers, from `1`, or their own names. */
  readonly parameters: ReadonlyMap<string, string>
}

// -- cells

// Commas within quotes and within brackets part nothing. A list without a bracket ends with its line.
const cellsAt = (
  text: string,
  start: number,
  limit = text.length
): { readonly cells: ReadonlyArray<Cell>; readonly end: number } => {
  const cells: Array<Cell> = []
  let literal: Span | undefined
  const isOpen = '(['.includes(text.charAt(start) || ' ')
  let depth = isOpen ? 0 : 1
  let from = isOpen ? start + 1 : start
  let at = start
  for (; at < limit; at++) {
    const c = text.charAt(at)
    if (c === "'" || c === '"') {
      const begin = at + 1
      while (++at < limit) {
        if (text.charAt(at) === '\\' || (text.charAt(at) === c && text.charAt(at + 1) === c)) at++
        else if (text.charAt(at) === c) break
      }
      literal ??= { start: begin, end: Math.min(at, limit) }
    } else if (c === '(' || c === '[') depth++
    else if (c === ')' || c === ']') depth--
    const isEnd = depth === 0 || (!isOpen && (c === '\n' || c === '\r'))
    if (isEnd || (depth === 1 && c === ',')) {
      cells.push({ start: from, end: at, literal })
      literal = undefined
      from = at + 1
    }
    if (isEnd) return { cells, end: at + 1 }
  }
  return { cells: [...cells, { start: from, end: at, literal }], end: at }
}

// -- marks

const NAME = '(?<![\\w.`"\\[\\]\\\\])[\\w.`"\\[\\]\\\\]{1,160}'
const LABEL = '\\$\\d{1,4}|\\?\\d{0,4}|%s|[$:@]\\w{1,40}'
const IS_LABEL = new RegExp(`^(?:${LABEL})$`)
const BEGINNING = /\b(?:INSERT|REPLACE|UPDATE|DELETE|SELECT)\s/i
// With comments, escaped breaks of lines, and lines as Node joins them
const GAP =
  '\\s{0,200}(?:(?:\\\\{1,4}[nrt]|--[^\\r\\n]{0,200}[\\r\\n]|/\\*[^*]{0,200}\\*/|["\'`] \\+\\s{0,80}["\'`])\\s{0,200}){0,4}'
const MARK = new RegExp(
  [
    `\\b(?:INSERT|REPLACE)\\b${GAP}(?:[A-Z]{1,12}\\b${GAP}){0,2}INTO\\b${GAP}[^\\s()]{1,160}${GAP}\\((?<columns>[^()]{1,2000})\\)${GAP}(?:VALUES?${GAP}(?=\\()|(?<query>SELECT\\b${GAP}))`,
    '(?<![\\w(\\s]\\s{0,4})(?<statement>(?:UPDATE|DELETE|SELECT|WITH)\\s)',
    `(?<compared>${NAME})\\s{1,4}(?:NOT\\s{1,4})?IN\\s{0,4}(?=\\()`,
    `(?<name>${NAME})\\s{0,4}(?:[=<>!]{1,2}|I?LIKE\\s)\\s{0,4}(?<given>${LABEL}|'[^'\\r\\n]{0,400}'|\\d+)`,
    `(?<![\\w$?:@%])(?<label>${LABEL})(?!\\w|\\s?=>?\\s?')`,
    '\\bbinding parameter [[(](?<number>\\d{1,4})[^\\r\\n]{0,60}?(?:- |<- )(?=\\[)',
    '(?<list>\\b(?:param(?:eter)?s|bind(?:ing)?s|args|arguments|values)["\'`]?\\s?[:=]\\s{0,4}(?:Array\\s?)?)(?:\\[(?=\\())?',
    // Of Sequelize, of Ecto and Laravel, of SQLAlchemy
    '(?<behind>;[ \\t]{1,4}(?=["\'])|\\s(?=\\[["\'\\d])|\\[[a-z]{2,20} [^[\\]\\r\\n]{2,80}\\] \\[?(?=\\())'
  ].join('|'),
  'gi'
)
const NEXT_TUPLE = /\s{0,8},\s{0,8}(?=\()/y
// Before an element of a list: `$2 = 'x'`, `@p1='x'`
const NUMBERED = /^\s{0,8}(?:\$(\d{1,4})|([@:]\w{1,40}))\s{0,2}=>?\s{0,2}/
// Around one without quotes: `x(String)`
const AROUND = /^\s{0,8}|(?:\(\w{1,20}\))?\s{0,8}$/g

const contentOf = (text: string, { start, end, literal }: Cell, from = 0): Span => {
  if (literal !== undefined) return literal
  const cell = text.slice(start + from, end)
  const [before = 0, after = cell.length] = [...cell.matchAll(AROUND)].map(({ 0: { length }, index }) =>
    index === 0 ? length : index
  )
  return { start: start + from + before, end: start + from + after }
}

// -- the walk

const valuesIn = (text: string, isSecret: (plain: string) => boolean): Values => {
  const literals: Array<Span> = []
  const parameters = new Map<string, string>()
  let count = 0
  // Django lists the values once more that its statement shows.
  let isShown = true
  // A list that came before its statement, and where that begins
  let before: Span | undefined
  const hide = (name: string, span: Span | undefined): void => {
    if (span === undefined || span.start >= span.end || !isSecret(name)) return
    // What stands for a secret looks like a list itself.
    if (text.slice(Math.max(0, span.start - 1), span.end + 1).includes(REDACTED)) return
    if (!isHarmlessValue(name, text.slice(span.start, span.end))) literals.push(span)
  }
  const give = (label: string, name: string): void => {
    const isLiteral = !IS_LABEL.test(label)
    if (isLiteral !== isShown) {
      if (isLiteral) return
      parameters.clear()
      count = 0
      isShown = false
    }
    const own = /^[$@:]\D/.test(label) ? label : /^\W(\d+)$/.exec(label)?.[1]
    if (own === undefined) count++
    if (isSecret(name)) parameters.set(own ?? String(count), name)
  }
  const see = (name: string, cell: Cell, isBare = false): void => {
    hide(name, cell.literal)
    const label = cell.literal === undefined ? text.slice(cell.start, cell.end).trim() : "'"
    give(label, name)
    if (isBare && !IS_LABEL.test(label) && !/[(:]|^(?:['%]|default$)/i.test(label)) hide(name, contentOf(text, cell))
  }
  // One for each row, where a statement has several
  const hideList = (from: number, limit?: number): number => {
    before = undefined
    for (let at = from; ; at = NEXT_TUPLE.lastIndex) {
      const { cells, end } = cellsAt(text, at, limit)
      for (const [i, cell] of cells.entries()) {
        const own = NUMBERED.exec(text.slice(cell.start, Math.min(cell.end, cell.start + 60)))
        hide(parameters.get(own?.[1] ?? own?.[2] ?? String(i + 1)) ?? '', contentOf(text, cell, own?.[0].length))
      }
      if (matchAt(NEXT_TUPLE, text, end) === null) return end
    }
  }
  const begin = (start: number): void => {
    if (before !== undefined && parameters.size > 0) hideList(before.start, before.end)
    parameters.clear()
    count = 0
    isShown = true
    if (before !== undefined) before = { start: before.start, end: Math.min(before.end, start) }
  }

  MARK.lastIndex = 0
  for (let mark = MARK.exec(text); mark !== null; mark = MARK.exec(text)) {
    const { columns, query, statement, compared, name, given, label, number, list, behind } = mark.groups ?? {}
    let at = MARK.lastIndex
    if (columns !== undefined) {
      begin(mark.index)
      const names = columns.split(',').map(plainName)
      // Laravel writes its parameters without quotes.
      const isBare = query === undefined && /[ (]SQL: $/.test(text.slice(Math.max(0, mark.index - 6), mark.index))
      for (let next = 1; next > 0 && at < text.length; at += next) {
        const { cells, end } = cellsAt(text, at)
        for (const [i, cell] of cells.entries()) see(names[i] ?? '', cell, isBare)
        at = end
        next = query === undefined ? (matchAt(NEXT_TUPLE, text, at)?.[0].length ?? 0) : 0
      }
    } else if (statement !== undefined) begin(mark.index)
    else if (compared !== undefined) {
      const { cells, end } = cellsAt(text, at)
      for (const cell of cells) see(plainName(compared), cell)
      at = end
    } else if (given !== undefined) give(given, plainName(name ?? ''))
    else if (label !== undefined) give(label, '')
    else if (number !== undefined) {
      const { cells, end } = cellsAt(text, at)
      for (const cell of cells) hide(parameters.get(number) ?? '', contentOf(text, cell))
      at = end
    } else if (behind !== undefined) {
      if (parameters.size > 0 && !isShown) at = hideList(at)
    } else if (list !== undefined) {
      if (parameters.size > 0) at = hideList(at)
      else if ('([$'.includes(text.charAt(at) || ' ')) before = { start: at, end: text.length }
    }
    MARK.lastIndex = at
  }
  if (before !== undefined && parameters.size > 0) hideList(before.start, before.end)
  return { literals: literals.toSorted((a, b) => a.start - b.start), parameters }
}

/** Finds the values under the names of secrets. */
export const findInStatements = (text: string, isSecret: (plain: string) => boolean): ReadonlyArray<Span> =>
  BEGINNING.test(text) ? valuesIn(text, isSecret).literals : []

/** A text that lists the parameters of a statement as JSON, without those that stand for secrets. */
export const withoutParameters = (text: string, names: ReadonlyArray<string> = []): string => {
  const { cells } = text.startsWith('[') && names.length > 0 ? cellsAt(text, 0) : { cells: [] }
  const given = cells.map((cell, i) => ({ name: names[i] ?? '', span: contentOf(text, cell) }))
  const secret = given.filter(
    ({ name, span }) => name !== '' && !isHarmlessValue(name, text.slice(span.start, span.end))
  )
  return rewritten(
    replaceIn(
      asIs(text),
      secret.map(({ span }) => span),
      REDACTED
    )
  )
}

/** What the parameters of a statement stand for, if any of them is a secret. */
export interface Parameters {
  /** The names of secrets, in order. */
  readonly heads: ReadonlyArray<string>
  /** The plain names of those that have their own: `:p1`, `@p1`, `$p1`. */
  readonly own: ReadonlySet<string>
}

/** The secrets that the parameters of a statement stand for; nothing where it has none. */
export const parametersOf = (statement: unknown, isSecret: (plain: string) => boolean): Parameters | undefined => {
  if (typeof statement !== 'string' || !BEGINNING.test(statement)) return undefined
  const { parameters } = valuesIn(statement, isSecret)
  if (parameters.size === 0) return undefined
  const last = Math.max(0, ...[...parameters.keys()].map(Number).filter(Number.isInteger))
  return {
    heads: Array.from({ length: last }, (_, i) => parameters.get(String(i + 1)) ?? ''),
    own: new Set([...parameters.keys()].map(plainName))
  }
}
