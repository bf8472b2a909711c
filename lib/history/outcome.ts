/** Tells from the text of a result how the call came out, where that can be told. */
import { dataOf } from '../core/json-read.js'
import { isFields } from '../core/fields.js'
import { CODES, type ErrorClass } from '../core/codes.js'
import type { Exchange } from '../core/exchange.js'
import type { Result } from './lens.js'
import { textOf } from './content.js'

export interface ResultOutcome {
  readonly outcome: Exchange['outcome']
  readonly code: string | null
}

const isErrorClass = (value: unknown): value is ErrorClass => typeof value === 'string' && Object.hasOwn(CODES, value)

// How frameworks write down a tool that threw, where the format has no flag for it.
const FAILURE_TEXT =
  /^\s*(?:[A-Za-z]*(?:Error|Exception)\b[^\n:]{0,80}:|Traceback \(most recent call last\)|An error occurred while running the tool)/

const saysFailed = (data: unknown, text: string): boolean => {
  if (!isFields(data)) return FAILURE_TEXT.test(text.slice(0, 200))
  const { error, ok, success, isError } = data
  return (
    ok === false ||
    success === false ||
    isError === true ||
    (typeof error === 'string' && error !== '') ||
    isFields(error)
  )
}

/** How a result came out: by the payload of a `ToolError`, else by the format's flag, else by what failures look like. */
export const outcomeOf = ({ content, failed }: Result): ResultOutcome => {
  const text = textOf(content)
  const data = /^\s*\{/.test(text) ? dataOf(text) : text
  if (isFields(data)) {
    const { error_class, code } = data
    if (isErrorClass(error_class) && typeof code === 'string' && code !== '') return { outcome: error_class, code }
  }
  return { outcome: failed || saysFailed(data, text) ? 'failed' : 'right', code: null }
}
