/** Tells from the text of a result how the call came out, where that can be told. */
import type { ErrorClass } from '../core/codes.js'
import type { Exchange } from '../core/exchange.js'
import { dataOf } from '../core/json-read.js'
import type { Result } from './lens.js'
import { isPlain, stringOf, textOf } from './plain.js'

export interface ResultOutcome {
  readonly outcome: Exchange['outcome']
  readonly code: string | null
}

const CLASSES: Readonly<Record<string, ErrorClass>> = {
  schema_mismatch: 'schema_mismatch', partial_data: 'partial_data', semantic_garbage: 'semantic_garbage'
}

// How frameworks write down a tool that threw, where the format has no flag for it.
const FAILURE_TEXT = /^\s*(?:[A-Za-z]*(?:Error|Exception)\b[^\n:]{0,80}:|Traceback \(most recent call last\)|An error occurred while running the tool)/

const saysFailed = (data: unknown, text: string): boolean => {
  if (!isPlain(data)) return FAILURE_TEXT.test(text.slice(0, 200))
  const { error, ok, success, isError } = data
  return ok === false || success === false || isError === true || (typeof error === 'string' && error !== '') || isPlain(error)
}

/** How a result came out: by the payload of a `ToolError`, else by the format's flag, else by what failures look like. */
export const outcomeOf = ({ content, failed }: Result): ResultOutcome => {
  const text = textOf(content)
  const data = /^\s*\{/.test(text) ? dataOf(text) : text
  if (isPlain(data)) {
    const error_class = CLASSES[stringOf(data.error_class)]
    if (error_class !== undefined && stringOf(data.code) !== '') return { outcome: error_class, code: stringOf(data.code) }
  }
  return { outcome: failed || saysFailed(data, text) ? 'failed' : 'right', code: null }
}
