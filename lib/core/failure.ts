/** The one recogniser of failures in answers: whether a raw answer says that the tool failed, which code that is, and in which words. */
import { isFields, type Fields } from './fields.js'
import { failureInBody } from './failure-body.js'
import { failureInMarkup } from './failure-markup.js'
import { failureInText } from './failure-text.js'
import type { FailureCode } from './failure-words.js'
import type { Path } from './issue.js'
import { dataOf } from './json-read.js'
import { looksLikeName } from './issue.js'
import { count as counted } from './text.js'
import { partialData, schemaMismatch, semanticGarbage, type ToolError } from './tool-error.js'

// -- model

/** A failure that a raw answer reports. */
export interface Failure {
  readonly code: FailureCode
  /** How it was told, in our own words. */
  readonly detail: string
  /** The tool's own words, as they came: to be quoted, never to be printed. */
  readonly says: string
  /** Where rows stand beside the errors: not all of it failed. */
  readonly rows: Path | undefined
  /** `no` where a status or a code proves that nothing was done; a sentence proves nothing. */
  readonly executed: 'no' | 'unknown'
  readonly retryAfterMs: number | undefined
}

// -- recognising

const ofWords = ({ code, says }: { readonly code: FailureCode; readonly says: string }): Failure => ({
  code,
  detail: 'The tool answered with an error.',
  says,
  rows: undefined,
  executed: 'unknown',
  retryAfterMs: undefined
})

const inText = (text: string): Failure | undefined => {
  const found = /^\ufeff?\s*</.test(text) ? (failureInMarkup(text) ?? failureInText(text)) : failureInText(text)
  return found === undefined ? undefined : ofWords(found)
}

const fieldText = (field: string): string =>
  field
    .split('.')
    .map((key) => (looksLikeName(key) ? key : '[key]'))
    .join('.')

const inData = (raw: unknown): Failure | undefined => {
  const found = failureInBody(raw)
  if (found === undefined) return undefined
  const { code, says, field, count, rows, refused, retryAfterMs } = found
  const errors = count === undefined ? 'an error' : counted(count, 'error')
  const where = field === undefined ? '' : ` in ${fieldText(field)}`
  return {
    code,
    detail: `The answer reports ${errors}${where}${rows === undefined ? '' : ', and holds rows beside'}.`,
    says,
    rows,
    executed: refused ? 'no' : 'unknown',
    retryAfterMs
  }
}

const mayHoldJson = (text: string): boolean => /^\s*[{[]/.test(text)

/**
 * The failure that a raw answer reports, if it does: a text, or data. It is asked where a codec refused the answer, or where nobody knows what an answer
 * should be; of an answer that was accepted, only `errorEnvelope` asks.
 */
export const failureIn = (raw: unknown): Failure | undefined => {
  try {
    if (typeof raw !== 'string') return inData(raw)
    const data = mayHoldJson(raw) ? dataOf(raw) : raw
    return typeof data === 'string' ? inText(data) : inData(data)
  } catch {
    // An answer that was not copied as data may throw when it is read.
    return undefined
  }
}

// -- as an error

const GO_ON = 'Go on with the rows that came, and deal with each error that is named on its own.'

/** The error of a recognised failure, without the tool's words. `data` are the rows beside the errors, as the codec took them. */
export const failureError = ({ code, detail, rows, retryAfterMs }: Failure, data?: unknown): ToolError => {
  if (rows !== undefined && data !== undefined) return partialData({ code, detail, hint: GO_ON, data })
  const wait =
    retryAfterMs === undefined
      ? {}
      : {
          hint: `The service asks for a wait of ${counted(Math.ceil(retryAfterMs / 1_000), 'second')}. Go on with other work first.`
        }
  switch (code) {
    case 'unauthorized':
      return schemaMismatch({ code, detail })
    case 'rate_limited':
    case 'tool_unavailable':
      return partialData({ code, detail, ...wait })
    case 'not_found':
    case 'rejected_arguments':
    case 'error_in_body':
      return semanticGarbage({ code, detail })
  }
}

/** The fields of a failure's data that hold its words: what a service sent beside a status. */
export const wordsIn = (raw: unknown): string => failureIn(raw)?.says ?? (isFields(raw) ? messageOf(raw) : '')

const messageOf = (fields: Fields): string => {
  const found = ['message', 'detail', 'title', 'error_description', 'error'].map((key) => fields[key])
  return found.find((one) => typeof one === 'string') ?? ''
}
