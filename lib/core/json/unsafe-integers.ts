/** Finds by the text what JSON.parse changes: numbers that JavaScript cannot hold, and fields of one name. */
import { DEFAULT_LIMITS } from '../foreign/copy-data.js'
import type { Path } from '../errors/issue.js'
import { dataOf } from './read.js'
import { scanJson } from './scan.js'
import { afterMark } from './tokens.js'

// -- model

export interface UnsafeNumber {
  readonly path: Path
  /** `integer`: written without fraction and exponent, and beyond ±(2^53−1). `overflow`: infinite once parsed. */
  readonly kind: 'integer' | 'overflow'
}

// -- search

// A literal without an exponent that is shorter than 2^53 is safe.
const mayBeUnsafe = (literal: string): boolean => literal.length >= 16 || /e/i.test(literal)

const kindOf = (literal: string): UnsafeNumber['kind'] | undefined => {
  if (!mayBeUnsafe(literal)) return undefined
  const value = Number(literal)
  if (!Number.isFinite(value)) return 'overflow'
  return Number.isSafeInteger(value) || /[.e]/i.test(literal) ? undefined : 'integer'
}

/**
 * Visits the unsafe numbers of a JSON text and their digits in order; in a broken text, those that are complete before
 * the break. A text may hold a million, so none is stored; those below the depth limit are left out, as a path of a
 * million steps costs as much as the text.
 */
export const visitUnsafeNumbers = (text: string, visit: (found: UnsafeNumber, literal: string) => void): void => {
  let start = 0
  scanJson(text, afterMark(text), {
    begin: (_kind, position) => {
      start = position
    },
    end: (kind, position, place) => {
      if (kind !== 'number' || place.depth > DEFAULT_LIMITS.maxDepth) return
      const literal = text.slice(start, position)
      const unsafe = kindOf(literal)
      if (unsafe !== undefined) visit({ path: place.path(), kind: unsafe }, literal)
    }
  })
}

// -- digits

// The digits of a number, without those of its exponent and the zeros around them.
const digitsOf = (literal: string): string =>
  (literal.split(/e/i, 1)[0] ?? '')
    .replace(/\D/g, '')
    .replace(/^0+/, '')
    .replace(/(?<!0)0+$/, '')

/** Whether a number of JSON is the same number once it is parsed. */
export const keepsDigits = (literal: string): boolean =>
  kindOf(literal) === undefined && digitsOf(literal) === digitsOf(String(Number(literal)))

/** Whether a JSON text holds a number that is another one once it is parsed, or two fields of which one is left. */
export const losesData = (text: string): boolean => {
  let start = 0
  let isLossy = false
  const open: Array<Set<unknown>> = []
  const scan = scanJson(text, afterMark(text), {
    key: (from, to) => {
      const literal = text.slice(from, to)
      const key: unknown = literal.includes('\\') ? JSON.parse(literal) : literal.slice(1, -1)
      isLossy ||= open.at(-1)?.has(key) === true
      open.at(-1)?.add(key)
    },
    begin: (kind, position) => {
      start = position
      if (kind === 'object') open.push(new Set())
    },
    end: (kind, position) => {
      if (kind === 'object') open.pop()
      if (kind === 'number') isLossy ||= !keepsDigits(text.slice(start, position))
    }
  })
  return scan.kind === 'whole' && isLossy
}

/** The data of a JSON text; any other value, and a text that JSON.parse would change, unchanged. */
export const losslessData = (text: unknown): unknown =>
  typeof text === 'string' && losesData(text) ? text : dataOf(text)
