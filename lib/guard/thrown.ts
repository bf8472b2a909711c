/** Classifies a thrown value for the model. Reads own data only: a thrown value may be anything, and its getters may throw too. */
import { isObject } from '../core/foreign/fields.js'
import { hidesProxy, inheritedValue } from '../core/foreign/property.js'
import { errorOfCode } from '../core/failure.js'
import { codeOfStatus, codeOfWords, isRefusingStatus } from '../core/failure-words.js'
import { redactText } from '../core/secret-text.js'
import { cut } from '../core/text.js'
import { partialData, schemaMismatch, type ToolError } from '../core/tool-error.js'
import { BROKEN_OFF, isNetworkCode, NEVER_SENT, NO_ANSWER } from '../core/network-codes.js'
import { isProxy } from '#platform'

export interface ThrownValue {
  readonly error: ToolError
  readonly executed: 'no' | 'unknown'
  /** The words that whoever threw it meant to be shown (`expose: true`, as http-errors has it). */
  readonly says?: string
  /** For the operator's log, never for the model. Known shapes of secrets are taken out; a log's own redaction knows more of them. */
  readonly cause: string
}

const textOf = (value: unknown, key: string): string => {
  const found = inheritedValue(value, key, isProxy)
  return typeof found === 'string' ? found : ''
}

const MAX_CAUSES = 5

// fetch hides the network's code in `cause`; an AggregateError of connection attempts carries it itself.
const networkCode = (thrown: unknown): string => {
  let error = thrown
  for (let depth = 0; depth < MAX_CAUSES; depth++) {
    const code = textOf(error, 'code')
    if (isNetworkCode(code)) return code
    error = inheritedValue(error, 'cause', isProxy)
  }
  return ''
}

// A DOMException, which AbortSignal.timeout() throws, has its name by a getter of its prototype.
const nameOf = (thrown: unknown): string => {
  const own = textOf(thrown, 'name')
  if (own !== '' || !isObject(thrown) || hidesProxy(thrown, isProxy)) return own
  // The prototype's own getter: one of the thrown value's would be its code.
  return typeof DOMException === 'function' && thrown instanceof DOMException
    ? Reflect.get(DOMException.prototype, 'name', thrown)
    : own
}

const SAFE_KIND = /^(?:Error|(?:Type|Range|Syntax|Reference|URI|Eval|Aggregate|Abort|Timeout)Error)$/

const kindOf = (thrown: unknown): string => {
  if (!isObject(thrown)) return `a value of type ${thrown === null ? 'null' : typeof thrown}`
  const name = nameOf(thrown)
  return SAFE_KIND.test(name) ? `${/^[AEU]/.test(name) ? 'an' : 'a'} ${name}` : 'an error'
}

const MAX_CAUSE = 300
// A secret that begins before the cut has to be seen whole to be known as one.
const MARGIN = 1_024

const brief = (text: string): string => cut(redactText(text.slice(0, MAX_CAUSE + MARGIN)), MAX_CAUSE)

const causeOf = (thrown: unknown): string => {
  if (typeof thrown === 'string') return brief(thrown)
  return brief(
    ['name', 'code', 'message']
      .map((key) => textOf(thrown, key))
      .filter((part) => part !== '')
      .join(': ')
  )
}

const errorOf = (thrown: unknown, code: string): ToolError => {
  if (NO_ANSWER.has(code) || nameOf(thrown) === 'TimeoutError') {
    return partialData({
      code: 'timeout',
      detail: `The tool gave up waiting for a response${code === '' ? '' : ` (${code})`}.`
    })
  }
  if (NEVER_SENT.has(code))
    return partialData({ code: 'tool_unavailable', detail: `The service cannot be reached (${code}).` })
  if (BROKEN_OFF.has(code))
    return partialData({ code: 'tool_unavailable', detail: `The connection to the service broke (${code}).` })
  return schemaMismatch({ code: 'tool_threw', detail: `The tool threw ${kindOf(thrown)} instead of returning.` })
}

const isShown = (thrown: unknown): boolean => inheritedValue(thrown, 'expose', isProxy) === true

const statusOf = (thrown: unknown): number | undefined => {
  const status = inheritedValue(thrown, 'status', isProxy) ?? inheritedValue(thrown, 'statusCode', isProxy)
  return typeof status === 'number' ? status : undefined
}

const ofShown = (thrown: unknown, cause: string): ThrownValue => {
  const says = textOf(thrown, 'message')
  const status = statusOf(thrown)
  const byStatus =
    status === undefined ? undefined : (codeOfStatus(status) ?? (status < 500 ? 'rejected_arguments' : undefined))
  return {
    error: errorOfCode(byStatus ?? codeOfWords(says) ?? 'error_in_body', {
      detail: `The tool threw ${kindOf(thrown)}.`
    }),
    executed: status !== undefined && isRefusingStatus(status) ? 'no' : 'unknown',
    says,
    cause
  }
}

/** Reads a thrown value once, safely; never throws. */
export const readThrown = (thrown: unknown): ThrownValue => {
  try {
    const code = networkCode(thrown)
    const cause = causeOf(thrown)
    if (code === '' && isShown(thrown)) return ofShown(thrown, cause)
    return { error: errorOf(thrown, code), executed: NEVER_SENT.has(code) ? 'no' : 'unknown', cause }
  } catch {
    return {
      error: schemaMismatch({ code: 'tool_threw', detail: 'The tool threw a value that cannot be read.' }),
      executed: 'unknown',
      cause: ''
    }
  }
}
