/** Finds secrets among the values that a statement of SQL inserts, by the names of their columns. */
import { plainName } from '../signs/names.js'
import { isHarmlessValue } from './secret-keys.js'
import type { Span } from './seen-text.js'

const INSERT =
  /\b(?:INSERT|REPLACE)\s(?:[A-Z]{1,12}\s){0,2}INTO\s{1,4}[^\s()]{1,160}\s{0,8}\(([^()]{1,2000})\)\s{0,8}VALUES?\s{0,8}(?=\()/gi
const NEXT_TUPLE = /\s{0,8},\s{0,8}(?=\()/y

interface Cell {
  /** Of its first literal, without the quotes. */
  readonly literal: Span | undefined
}

// Commas within quotes and within the arguments of a function part nothing.
const tupleAt = (text: string, start: number): { readonly cells: ReadonlyArray<Cell>; readonly end: number } => {
  const cells: Array<Cell> = []
  let literal: Span | undefined
  let depth = 0
  let at = start
  for (; at < text.length; at++) {
    const c = text.charAt(at)
    if (c === "'" || c === '"') {
      const from = at + 1
      for (at = from; at < text.length && text.charAt(at) !== c; at++) if (text.charAt(at) === '\\') at++
      literal ??= { start: from, end: Math.min(at, text.length) }
    } else if (c === '(') depth++
    else if (c === ')') depth--
    if (depth === 0 || (depth === 1 && c === ',')) {
      cells.push({ literal })
      literal = undefined
    }
    if (depth === 0) break
  }
  return { cells, end: at + 1 }
}

/** Finds the literals under the names of secrets in every row that is inserted. */
export const findInserted = (text: string, isSecret: (plain: string) => boolean): ReadonlyArray<Span> => {
  const found: Array<Span> = []
  INSERT.lastIndex = 0
  for (let insert = INSERT.exec(text); insert !== null; insert = INSERT.exec(text)) {
    const names = (insert[1] ?? '').split(',').map(plainName)
    let at = insert.index + insert[0].length
    while (names.some(isSecret)) {
      const { cells, end } = tupleAt(text, at)
      for (const [i, { literal }] of cells.entries()) {
        const name = names[i] ?? ''
        if (literal === undefined || literal.start >= literal.end || !isSecret(name)) continue
        if (!isHarmlessValue(name, text.slice(literal.start, literal.end))) found.push(literal)
      }
      NEXT_TUPLE.lastIndex = end
      at = end + (NEXT_TUPLE.exec(text)?.[0].length ?? 0)
      if (at === end || at >= text.length) break
    }
    INSERT.lastIndex = Math.max(at, INSERT.lastIndex)
  }
  return found
}
