/** The recognizer of failures: whether a raw response says that the tool failed, with its code and words. */
import { isFields, type Fields } from '../foreign/fields.js'
import { failureInBody } from './body.js'
import { admitsInData } from './admitted.js'
import type { AskedFor } from './admitted-words.js'
import type { BodyFailure } from './code.js'
import { failureInMarkup } from './xml.js'
import { failureInText } from './text.js'
import { decodedBytes } from './decoded-bytes.js'
import { codesOfStage, type FailureCode } from '../errors/codes.js'
import { looksLikeName, type Path } from '../errors/issue.js'
import { innermostOf } from '../json/read.js'
import { count as counted } from '../errors/text.js'
import { errorOfCode, MAX_WAIT_MS, partialData, type ToolError } from '../errors/tool-error.js'

// -- model

/** A failure that a raw response reports. */
export interface Failure {
  readonly code: FailureCode
  /** How the response reported it, in our own words. */
  readonly detail: string
  /** The tool's own words, unchanged: quote them, never print them. */
  readonly says: string
  /** The path of rows beside the errors: a part succeeded. */
  readonly rows: Path | undefined
  readonly retryAfterMs: number | undefined
}

// -- recognizing

const ofWords = ({ code, says }: { readonly code: FailureCode; readonly says: string }): Failure => ({
  code,
  detail: 'The tool returned an error.',
  says,
  rows: undefined,
  retryAfterMs: undefined
})

const isMarkup = (text: string): boolean => /^\ufeff?\s*</.test(text)

const inText = (text: string, accepted: boolean): Failure | undefined => {
  const found = (isMarkup(text) ? failureInMarkup(text) : undefined) ?? failureInText(text, accepted)
  return found === undefined ? undefined : ofWords(found)
}

const fieldText = (field: string): string =>
  field
    .split('.')
    .map((key) => (looksLikeName(key) ? key : '[key]'))
    .join('.')

const detailOf = (raw: unknown, { field, byFlag, count }: BodyFailure): string => {
  if (field === undefined)
    return count === undefined ? 'The body reports an error.' : `The body reports ${counted(count, 'error')}.`
  const name = fieldText(field)
  if (!byFlag) return `The body reports ${count === undefined ? 'an error' : counted(count, 'error')} in ${name}.`
  const flag = isFields(raw) ? raw[field] : undefined
  return typeof flag === 'boolean'
    ? `The body says that it failed: ${name} is ${flag}.`
    : `The body says in ${name} that it failed.`
}

const inData = (raw: unknown, accepted: boolean): Failure | undefined => {
  const found = failureInBody(raw, accepted)
  if (found === undefined) return undefined
  const { code, says, rows, retryAfterMs } = found
  return {
    code,
    detail: detailOf(raw, found),
    says,
    rows,
    retryAfterMs
  }
}

/**
 * The failure that a raw response reports, if any: a text, or data. Used where a codec refused the response. If the
 * response was `accepted`, or its type is unknown, only an unmistakable failure counts.
 */
export const failureIn = (
  raw: unknown,
  { accepted = false }: { readonly accepted?: boolean } = {}
): Failure | undefined => {
  try {
    const data = innermostOf(raw)
    return typeof data === 'string' ? inText(data, accepted) : inData(data, accepted)
  } catch {
    // A response that was not copied as data may throw while it is read.
    return undefined
  }
}

/**
 * Whether a raw response admits a failure, whoever accepts it: it reports one, or it is a record with an error or a
 * lowered flag of its own, such as `{"id": 17, "error": "e-mail failed"}`. Such a response does not prove that a write
 * was executed. What the call asked for is none.
 */
export const admitsFailure = (raw: unknown, asked?: AskedFor): boolean => {
  try {
    const data = decodedBytes(innermostOf(raw))
    return failureIn(data) !== undefined || admitsInData(data, asked)
  } catch {
    return true
  }
}

/** The words of a known failure; empty if there are none, or for a page. */
export const wordsIn = (raw: unknown): string => {
  const found = failureIn(raw)?.says
  if (found !== undefined && found !== '') return found
  const data = innermostOf(raw)
  if (typeof data === 'string') return isMarkup(data) ? '' : data
  return isFields(data) ? messageOf(data) : ''
}

const messageOf = (fields: Fields): string => {
  const found = ['message', 'detail', 'title', 'error_description', 'error'].map((key) => fields[key])
  return found.find((one) => typeof one === 'string') ?? ''
}

// -- as an error

const FAILED_FIELDS = 'The failed fields are null in `data`. Go on with the rest, or ask for them in another way.'
const FAILED_ROWS = 'Go on with the rows that came, and handle each named error separately.'
const NO_ROWS = 'The rows beside the errors are not valid. Ask in another way, or tell the user.'

/** The codes that the recognizer returns. */
export const FAILURE_CODES = /* @__PURE__ */ codesOfStage('report')

/**
 * The wait that a service asks for, as a hint and a figure. A wait of 0 would tell the model to call at once, although
 * it was refused: the code's own hint says more.
 */
export const waitOf = (ms: number | null | undefined): { readonly hint?: string; readonly retryAfterMs?: number } =>
  ms === undefined || ms === null || ms === 0
    ? {}
    : {
        retryAfterMs: ms,
        hint: `The service asks for a wait of ${ms > MAX_WAIT_MS ? 'more than a day' : counted(Math.ceil(ms / 1_000), 'second')}. Go on with other work first.`
      }

/**
 * The error of a recognized failure, without the tool's words. Rows beside the errors make it partial data, or
 * `unusable` if none of them is valid.
 */
export const failureError = ({ code, detail, rows, retryAfterMs }: Failure, unusable = false): ToolError =>
  rows === undefined
    ? errorOfCode(code, { detail, ...waitOf(retryAfterMs) })
    : partialData({ code, detail, hint: unusable ? NO_ROWS : rows[0] === 'data' ? FAILED_FIELDS : FAILED_ROWS })
