/** Marks in the data of a JSON text the numbers of which the text says more than the data. */
import { isObject } from '../../../core/foreign/index.js'
import { afterMark, scanJson } from '../../../core/json/index.js'
import type { Reading } from '../../../guard/kernel.js'
import { FRACTION, UNSAFE } from './shape-stats.js'

type Holder = Record<string | number, unknown>

const markOf = (literal: string): symbol | undefined => {
  const value = Number(literal)
  if (!Number.isFinite(value)) return UNSAFE
  const isFraction = /[.e]/i.test(literal)
  if (isFraction) return Number.isSafeInteger(value) ? FRACTION : undefined
  return Number.isSafeInteger(value) ? undefined : UNSAFE
}

/**
 * The data of a reading, with `UNSAFE` for numbers that lost digits and `FRACTION` for `1023.0`: many programs write a
 * number so that need not be whole. Nobody else holds data of a text.
 */
export const markedNumbers = ({ raw, text, hasUnsafe }: Reading): unknown => {
  if (text === undefined || (!hasUnsafe && !/\.0|\de/i.test(text))) return raw
  const root: Holder = { raw }
  let start = 0
  scanJson(text, afterMark(text), {
    begin: (_kind, position) => {
      start = position
    },
    end: (kind, position, place) => {
      const mark = kind === 'number' ? markOf(text.slice(start, position)) : undefined
      if (mark === undefined) return
      const steps: Array<string | number> = ['raw', ...place.path()]
      const key = steps.pop() ?? ''
      const holder = steps.reduce((at: unknown, step) => (isObject(at) ? (at as Holder)[step] : undefined), root)
      if (!isObject(holder)) return
      const value = (holder as Holder)[key]
      // Of a repeated key the last one counts.
      if (typeof value === 'number' && Number.isSafeInteger(value) === (mark === FRACTION))
        (holder as Holder)[key] = mark
    }
  })
  return root['raw']
}
