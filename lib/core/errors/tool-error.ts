/** The error of a tool call, as plain data that a model can act on. */
import * as t from 'io-ts'
import { CLASS_HINTS, classOf, CODE_HINTS, hintWithoutData, type Code, type ErrorClass } from './codes.js'
import { redactText } from '../redact/redact-json.js'
import { oneLine } from './text.js'

// -- model

/** A whole call that the model can make next: its arguments fit the tool. @category ToolError @since 0.1.0 */
export interface NextMove {
  readonly tool: string
  readonly args: unknown
}

/** The fields of every error, whatever its class. @category ToolError @since 0.1.0 */
export interface ToolErrorFields {
  /** The event in snake_case: one of `CODES`, or an author's own. */
  readonly code: Code | (string & {})
  /** The details: one line of at most 500 characters. */
  readonly detail: string
  /** The next move for the model, at most 300 characters; `null` without one. */
  readonly hint: string | null
  /** The data that arrived, valid as far as they go; in a refused repeat, the earlier response. */
  readonly data?: unknown
  /** The next move as a call that the tool accepts, where one is known. */
  readonly next?: NextMove
  /** Milliseconds after which the same call may succeed, by the service's own word; at most a day. */
  readonly retryAfterMs?: number
}

/**
 * The response breaks its promise. The model should stop: another tool, the user, or give up.
 * @category ToolError @since 0.1.0
 */
export interface SchemaMismatch extends ToolErrorFields {
  readonly error_class: 'schema_mismatch'
}

/**
 * Not all of it arrived. The model should go on with `data`, or call with other parameters.
 * @category ToolError @since 0.1.0
 */
export interface PartialData extends ToolErrorFields {
  readonly error_class: 'partial_data'
}

/** It arrived whole and does not fit this call. The model should think again. @category ToolError @since 0.1.0 */
export interface SemanticGarbage extends ToolErrorFields {
  readonly error_class: 'semantic_garbage'
}

/** The reason why a call has no payload; also its wire form. @category ToolError @since 0.1.0 */
export type ToolError = SchemaMismatch | PartialData | SemanticGarbage

/**
 * The options of a constructor: an omitted `hint` is the code's default, `null` means no hint.
 * @category ToolError @since 0.1.0
 */
export interface ErrorInput extends Pick<ToolErrorFields, 'code' | 'detail' | 'data' | 'next' | 'retryAfterMs'> {
  readonly hint?: string | null
  readonly data?: unknown
  readonly retryAfterMs?: number
}

/** At most this many UTF-16 units of `detail`. */
export const MAX_DETAIL = 500
/** At most this many UTF-16 units of `hint`. */
export const MAX_HINT = 300
/** A timer takes no wait that is much longer, and calls back at once. */
export const MAX_WAIT_MS = 86_400_000

const CODE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/

const MAX_CODE = 64

/** Whether a text has the form of a code, ours or an author's. */
export const isCode = (text: string): boolean => text.length <= MAX_CODE && CODE.test(text)

const CodeText = t.refinement(t.string, (s) => CODE.test(s), 'snake_case')
const Detail = t.refinement(
  t.string,
  (s) => s.length > 0 && s.length <= MAX_DETAIL && !/[\n\v\f\r\u0085\u2028\u2029]/.test(s),
  'one line of 1 to 500 characters'
)
const HintText = t.union([t.refinement(t.string, (s) => s.length <= MAX_HINT, 'at most 300 characters'), t.null])
const Wait = t.refinement(t.number, (ms) => Number.isFinite(ms) && ms >= 0, 'milliseconds')

const wireCodec = <C extends ErrorClass>(error_class: C) =>
  t.exact(
    t.intersection([
      t.type({ error_class: t.literal(error_class), code: CodeText, detail: Detail, hint: HintText }),
      t.partial({ data: t.unknown, next: t.strict({ tool: t.string, args: t.unknown }), retryAfterMs: Wait })
    ])
  )

/**
 * The codec of the wire form, for errors that come back from a log, a queue or another process.
 * @category ToolError @since 0.1.0
 */
export const ToolError: t.Type<ToolError> = t.union(
  [wireCodec('schema_mismatch'), wireCodec('partial_data'), wireCodec('semantic_garbage')],
  'ToolError'
)

// -- constructors

// An author's code may be untyped JavaScript: a constructor accepts any value, throwing getters too, and never throws.
const read = (input: unknown, key: 'error_class' | keyof ToolErrorFields | keyof NextMove): unknown => {
  try {
    return (input as Record<string, unknown> | null | undefined)?.[key]
  } catch {
    return undefined
  }
}

// An author may put a connection string into a text.
const text = (value: unknown, max: number): string =>
  typeof value === 'string' ? oneLine(redactText(value.slice(0, max * 4)), max) : ''

const codeOf = (value: unknown): string => {
  const code = text(value, MAX_CODE)
  if (CODE.test(code)) return code
  const words =
    code
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .match(/[a-z0-9]+/g)
      ?.join('_') ?? ''
  return CODE.test(words) ? words : 'unspecified'
}

const ownHint = (error_class: ErrorClass, code: string): string | null =>
  (CODE_HINTS.get(code) ?? CLASS_HINTS[error_class]).hint

const hintOf = (error_class: ErrorClass, code: string, hint: unknown): string | null => {
  if (hint === null) return null
  return text(hint, MAX_HINT) || ownHint(error_class, code)
}

const nextOf = (next: unknown): NextMove | undefined => {
  const tool = read(next, 'tool')
  return typeof tool === 'string' && tool !== '' ? { tool, args: read(next, 'args') ?? {} } : undefined
}

const fieldsOf = (error_class: ErrorClass, input: ErrorInput): ToolErrorFields => {
  const code = codeOf(read(input, 'code'))
  const data = read(input, 'data')
  const next = nextOf(read(input, 'next'))
  const wait = read(input, 'retryAfterMs')
  return {
    code,
    detail: text(read(input, 'detail'), MAX_DETAIL) || `The call failed with ${code}.`,
    hint: hintOf(error_class, code, read(input, 'hint')),
    ...(data === undefined ? {} : { data }),
    ...(next === undefined ? {} : { next }),
    ...(Wait.is(wait) ? { retryAfterMs: Math.min(Math.ceil(wait), MAX_WAIT_MS) } : {})
  }
}

// Outside data may have the form of an error: what speaks with the guard's voice is known by identity.
const made = new WeakSet<object>()

/** Marks an error as the guard's own, such as a copy of one that was made here. */
export const asMade = <E extends ToolErrorFields>(error: E): E => {
  made.add(error)
  return error
}

/** Whether one of the constructors, or a guarded call, made an error. */
export const isMade = (error: unknown): error is ToolError =>
  typeof error === 'object' && error !== null && made.has(error)

/** Makes the error for a response that breaks its promise. @category ToolError @since 0.1.0 */
export const schemaMismatch = (input: ErrorInput): SchemaMismatch =>
  asMade({ error_class: 'schema_mismatch', ...fieldsOf('schema_mismatch', input) })

/**
 * Makes the error for a partial response; `data` is the part that arrived, and must be valid as far as it goes.
 * @category ToolError @since 0.1.0
 */
export const partialData = (input: ErrorInput): PartialData =>
  asMade({ error_class: 'partial_data', ...fieldsOf('partial_data', input) })

/** Makes the error for a complete response that does not fit this call. @category ToolError @since 0.1.0 */
export const semanticGarbage = (input: ErrorInput): SemanticGarbage =>
  asMade({ error_class: 'semantic_garbage', ...fieldsOf('semantic_garbage', input) })

/** Makes an error in fixed words of ours: they hold no secret, and looking for one would take a tenth of an import. */
export const fixedError = <C extends ErrorClass>(
  error_class: C,
  code: Code,
  detail: string,
  hint = ownHint(error_class, code)
): ToolErrorFields & { readonly error_class: C } => asMade({ error_class, code, detail, hint })

/** Makes the error of a code in its class; an author's own code is semantic_garbage. */
export const errorOfCode = (code: string, input: Omit<ErrorInput, 'code'>): ToolError => {
  switch (classOf(code)) {
    case 'schema_mismatch':
      return schemaMismatch({ ...input, code })
    case 'partial_data':
      return partialData({ ...input, code })
    default:
      return semanticGarbage({ ...input, code })
  }
}

/** Reads an error from untyped code once, and makes a `ToolError` of it; undefined if its class is unknown. */
export const toToolError = (value: unknown): ToolError | undefined => {
  switch (read(value, 'error_class')) {
    case 'schema_mismatch':
      return schemaMismatch(value as ErrorInput)
    case 'partial_data':
      return partialData(value as ErrorInput)
    case 'semantic_garbage':
      return semanticGarbage(value as ErrorInput)
    default:
      return undefined
  }
}

/** The same, also of a plain `{ code, detail, hint }`, whose class is its code's. */
export const errorFrom = (value: unknown): ToolError | undefined => {
  const whole = toToolError(value)
  const [code, detail, hint] = [read(value, 'code'), read(value, 'detail'), read(value, 'hint')]
  if (whole !== undefined || typeof code !== 'string' || typeof detail !== 'string') return whole
  return errorOfCode(code, { detail, ...(typeof hint === 'string' || hint === null ? { hint } : {}) })
}

/** The error with a hint that does not speak of data, where it carries none. */
export const sayingNoData = (error: ToolError): ToolError => {
  const hint = error.data === undefined ? hintWithoutData(error.hint) : undefined
  return hint === undefined ? error : { ...error, hint }
}
