/** The stages from a reading to the payload: the codec decodes it or says why not, and the checks judge it. */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import { explain } from '../codec/explain.js'
import { isOpaqueAt, pathIn, readsNumber } from '../codec/lookup.js'
import { describeSchemaFailure } from '../codec/schema-failure.js'
import type { SemanticCheck } from '../core/checks/index.js'
import { abandon, isObject } from '../core/foreign/index.js'
import type { Issue, PartialData, Path, ToolError } from '../core/errors/index.js'
import { describeIssue, issueSentence, schemaMismatch, semanticGarbage, toToolError } from '../core/errors/index.js'
import { type UnsafeNumber, visitUnsafeNumbers } from '../core/json/index.js'
import type { Reading, UnreadableResponse } from './read.js'
import { withFault } from './thrown/author-fault.js'

// -- refusals by the codec

/** A refusal is explained by its first issues: a payload of a million wrong leaves must not cost a million errors. */
export const MAX_ERRORS = 100

// Where nobody looked further, there may be more.
const andMore = (others: number, found: number): string =>
  others === 0 ? '' : ` (+${others} ${found < MAX_ERRORS ? 'more' : 'or more'})`

/** Why a payload was refused, and each issue of it: the error names the first alone. */
export interface RefusedPayload {
  readonly error: ToolError
  readonly issues: ReadonlyArray<Issue>
}

const withoutIssues = (error: ToolError): RefusedPayload => ({ error, issues: [] })

const violation = (errors: t.Errors): RefusedPayload => {
  const issues = explain(errors, { forms: true })
  const [first, ...others] = issues
  return {
    error: schemaMismatch({
      code: 'schema_violation',
      detail:
        first === undefined
          ? 'The codec refused the response without giving a reason.'
          : `${describeIssue(first)}${andMore(others.length, errors.length)}`
    }),
    issues
  }
}

/** Whether a value is the JSON text of an object or array, which was encoded once too often or not parsed. */
export const holdsJsonText = (raw: unknown): boolean => {
  if (typeof raw !== 'string' || !/^\s*[[{]/.test(raw)) return false
  try {
    JSON.parse(raw)
    return true
  } catch {
    return false
  }
}

const refused = ({ raw, text }: Reading, errors: t.Errors): RefusedPayload =>
  text !== undefined && holdsJsonText(raw)
    ? withoutIssues(
        schemaMismatch({
          code: 'double_encoded',
          detail: 'The response is a JSON string that holds another JSON text: it was encoded twice.'
        })
      )
    : violation(errors)

// -- numbers that lost digits

/** The value at a path of data, if any. */
const at = (value: unknown, path: Path): unknown =>
  path.reduce(
    (holder: unknown, key) =>
      isObject(holder) ? (holder as Readonly<Record<string | number, unknown>>)[key] : undefined,
    value
  )

/**
 * Whether the unsafe number at a path of a text reached the payload. Where the codec reads the field as text or does
 * not read it at all, nothing was lost; of a repeated key the last one counts; a codec of the author's own reads a
 * number where its payload is that number. May throw as the payload's getters do.
 */
export const isLost = (codec: t.Decoder<unknown, unknown>, raw: unknown, payload: unknown, path: Path): boolean => {
  const value = at(raw, path)
  return (
    typeof value === 'number' &&
    !Number.isSafeInteger(value) &&
    (readsNumber(codec, path) || (isOpaqueAt(codec, path) && at(payload, path) === value))
  )
}

/**
 * Puts the text of a number in its place, in data that was parsed from a text and that nobody else holds. Only where no
 * codec reads a number, and none of the author's own may: of a repeated key the last one counts. Gives the data.
 */
const keepDigits = (
  codec: t.Decoder<unknown, unknown>,
  raw: unknown,
  { path }: UnsafeNumber,
  literal: string
): unknown => {
  if (at(raw, path) !== Number(literal) || readsNumber(codec, path) || isOpaqueAt(codec, path)) return raw
  const key = path.at(-1)
  if (key === undefined) return literal
  ;(at(raw, path.slice(0, -1)) as Record<string | number, unknown>)[key] = literal
  return raw
}

const DIGITS_LOST = {
  integer: 'an integer beyond ±9007199254740991, whose last digits are lost',
  overflow: 'a number too large to be read'
}

const unsafeIntegers = (
  codec: t.Decoder<unknown, unknown>,
  first: UnsafeNumber,
  others: ReadonlyArray<UnsafeNumber> = []
): RefusedPayload => ({
  error: semanticGarbage({
    code: 'unsafe_integer',
    detail: `${pathIn(codec, first.path)}: ${DIGITS_LOST[first.kind]}${andMore(others.length, others.length + 1)}`
  }),
  issues: [first, ...others].map(({ path, kind }) => {
    const expected = `a number other than ${DIGITS_LOST[kind]}`
    const issue = { path, kind: 'constraint', expected, received: 'number' } as const
    return { ...issue, message: issueSentence(issue) }
  })
})

/** Refuses a payload that lost digits where the codec reads a number; elsewhere the number stays as text. */
const withDigits = <A>(
  codec: t.Decoder<unknown, A>,
  decoder: t.Decoder<unknown, A>,
  reading: Reading,
  payload: A
): E.Either<RefusedPayload, A> => {
  if (reading.text === undefined) return E.right(payload)
  const lost: Array<UnsafeNumber> = []
  visitUnsafeNumbers(reading.text, (one) => {
    if (lost.length < MAX_ERRORS && isLost(codec, reading.raw, payload, one.path)) lost.push(one)
  })
  const [foremost, ...others] = lost
  if (foremost !== undefined) return E.left(unsafeIntegers(codec, foremost, others))
  let raw = reading.raw
  let first: UnsafeNumber | undefined
  visitUnsafeNumbers(reading.text, (one, literal) => {
    const before = at(raw, one.path)
    raw = keepDigits(codec, raw, one, literal)
    if (at(raw, one.path) !== before) first ??= one
  })
  if (first === undefined) return E.right(payload)
  const kept = decoder.decode(raw)
  return E.isRight(kept) ? kept : E.left(unsafeIntegers(codec, first))
}

// -- numbers that JSON lacks

/** Refuses a NaN or an infinity where the codec reads a number: as text or null it would pass for data. */
const notFinite = (
  codec: t.Decoder<unknown, unknown>,
  { raw, notFinite: paths = [] }: Reading
): RefusedPayload | undefined => {
  const [first, ...others] = paths.filter((path) => readsNumber(codec, path))
  if (first === undefined) return undefined
  const detail = `${pathIn(codec, first)}: ${String(at(raw, first))}, which is no number in JSON${andMore(others.length, paths.length)}`
  return withoutIssues(schemaMismatch({ code: 'nan_or_infinity', detail }))
}

const codecFailed = (thrown?: unknown): ToolError =>
  schemaMismatch({ code: 'codec_threw', detail: `${describeSchemaFailure(thrown)}.` })

const codecThrew = (thrown: unknown): RefusedPayload =>
  withoutIssues(withFault(codecFailed(thrown), 'The codec', thrown))

/** Decodes a reading; `decode` may be a compiled form of `codec`. Never throws, whatever the codec does. */
export const decode = <A>(
  codec: t.Decoder<unknown, A>,
  decoder: t.Decoder<unknown, A>,
  reading: Reading
): E.Either<RefusedPayload, A> => {
  try {
    const decoded = decoder.decode(reading.raw)
    if (!E.isLeft(decoded) && !E.isRight(decoded)) {
      abandon(decoded)
      return E.left(withoutIssues(codecFailed()))
    }
    if (E.isLeft(decoded)) return E.left(refused(reading, decoded.left))
    const refusal = reading.notFinite === undefined ? undefined : notFinite(codec, reading)
    if (refusal !== undefined) return E.left(refusal)
    return reading.hasUnsafe ? withDigits(codec, decoder, reading, decoded.right) : decoded
  } catch (thrown) {
    return E.left(codecThrew(thrown))
  }
}

// -- the payload

interface Codecs<A> {
  readonly codec: t.Decoder<unknown, A>
  readonly decoder: t.Decoder<unknown, A>
}

/** The reading of a response without a body, by its protocol. */
export const NO_CONTENT: Reading = { raw: null, text: undefined, hasUnsafe: false, bytes: 0 }

const refusedNothing = (): RefusedPayload => ({
  error: schemaMismatch({
    code: 'empty_body',
    detail: 'The service sent no content, and the codec does not accept null.'
  }),
  issues: []
})

const isScalar = (raw: unknown): boolean => typeof raw === 'number' || typeof raw === 'boolean'

/** The payload of a reading. A scalar that the codec refuses as a value, and takes as a text, is a text. */
export const decoded = <A>(codecs: Codecs<A>, reading: Reading): E.Either<RefusedPayload, A> => {
  const payload = decode(codecs.codec, codecs.decoder, reading)
  if (E.isRight(payload) || payload.left.error.code !== 'schema_violation') return payload
  if (reading === NO_CONTENT) return E.left(refusedNothing())
  // `42` may be a text that looks like a number.
  const text = isScalar(reading.raw) ? asPlain(reading) : undefined
  const taken = text === undefined ? payload : decode(codecs.codec, codecs.decoder, text)
  return E.isRight(taken) ? taken : payload
}

// -- text that is the payload

const UNFINISHED: ReadonlySet<string> = new Set([
  'truncated_response',
  'html_response',
  'too_large',
  'too_deep',
  'not_text'
])

/**
 * Whether a text that is not JSON may be the payload itself: it is no web page and no fence, does not begin as an
 * object or an array, and was not cut.
 */
export const isPlain = (text: string, { code }: ToolError): boolean =>
  !UNFINISHED.has(code) && !/^\ufeff?\s*(?:[[{]|```|~~~)/.test(text)

const asPlain = ({ text, bytes }: Pick<UnreadableResponse, 'text' | 'bytes'>): Reading | undefined =>
  text === undefined ? undefined : { raw: text, text: undefined, hasUnsafe: false, bytes }

/** The reading of a text that is not JSON, where the codec accepts it unchanged. */
export const readAsText = <A>(codecs: Codecs<A>, unreadable: UnreadableResponse): Reading | undefined => {
  const { text, error } = unreadable
  const reading = text !== undefined && isPlain(text, error) ? asPlain(unreadable) : undefined
  return reading !== undefined && E.isRight(decode(codecs.codec, codecs.decoder, reading)) ? reading : undefined
}

// -- the checks

const checkFault = (what: string): ToolError =>
  schemaMismatch({ code: 'check_threw', detail: `A semantic check ${what}.` })

const ask = <A, Args>(check: SemanticCheck<A, Args>, payload: A, args: Args, raw: unknown): O.Option<ToolError> => {
  try {
    const found = check(payload, args, { raw })
    abandon(found)
    // Untyped code may return anything, such as a promise: only an error counts as a finding.
    if (isObject(found) && O.isNone(found)) return found
    const error = isObject(found) && O.isSome(found) ? toToolError(found.value) : undefined
    return O.some(error ?? checkFault('returned something else than an Option of a ToolError'))
  } catch (thrown) {
    return O.some(withFault(checkFault('threw instead of returning'), 'A semantic check', thrown))
  }
}

/** The checks' verdict: `Left` for a payload that must not pass, else the first `partial_data`, if any. */
export const check = <A, Args>(
  checks: ReadonlyArray<SemanticCheck<A, Args>>,
  payload: A,
  args: Args,
  raw: unknown
): E.Either<ToolError, PartialData | undefined> => {
  let partial: PartialData | undefined
  for (const each of checks) {
    const found = ask(each, payload, args, raw)
    if (O.isNone(found)) continue
    if (found.value.error_class !== 'partial_data') return E.left(found.value)
    partial ??= found.value
  }
  return E.right(partial)
}
