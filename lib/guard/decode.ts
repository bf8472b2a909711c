/** The stage that decodes a reading: the codec's payload, or its issues. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { explain } from '../codec/explain.js'
import { pathIn } from '../codec/lookup.js'
import { describeFault } from '../codec/schema-fault.js'
import { describeIssue, issueSentence, type Issue } from '../core/issue.js'
import { schemaMismatch, semanticGarbage, type ToolError } from '../core/tool-error.js'
import { visitUnsafeNumbers, type UnsafeNumber } from '../core/unsafe-integers.js'
import { abandon } from '../core/foreign/promises.js'
import { at, isLost, keepDigits } from './lost-digits.js'
import type { Reading } from './read.js'

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
          ? 'The codec refused the answer without saying why.'
          : `${describeIssue(first)}${andMore(others.length, errors.length)}`
    }),
    issues
  }
}

/** Whether it is a text of a JSON object or array, which was encoded once too often or not parsed. */
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
          detail: 'The answer is a JSON string that holds another JSON text: it was encoded twice.'
        })
      )
    : violation(errors)

const DIGITS_LOST = {
  integer: 'an integer beyond ±9007199254740991, whose last digits are lost',
  overflow: 'a number too large to be read'
}

const unsafeIntegers = (
  codec: t.Decoder<unknown, unknown>,
  found: ReadonlyArray<UnsafeNumber>
): RefusedPayload | undefined => {
  const [first, ...others] = found
  if (first === undefined) return undefined
  return {
    error: semanticGarbage({
      code: 'unsafe_integer',
      detail: `${pathIn(codec, first.path)}: ${DIGITS_LOST[first.kind]}${andMore(others.length, found.length)}`
    }),
    issues: found.map(({ path, kind }) => {
      const issue = {
        path,
        kind: 'constraint',
        expected: `a number other than ${DIGITS_LOST[kind]}`,
        received: 'number'
      } as const
      return { ...issue, message: issueSentence(issue) }
    })
  }
}

/** Refuses a payload that lost digits where the codec reads a number; anywhere else the number is handed on as the text that was sent. */
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
  const refusal = unsafeIntegers(codec, lost)
  if (refusal !== undefined) return E.left(refusal)
  let raw = reading.raw
  let first: UnsafeNumber | undefined
  visitUnsafeNumbers(reading.text, (one, literal) => {
    const before = at(raw, one.path)
    raw = keepDigits(codec, raw, one, literal)
    if (at(raw, one.path) !== before) first ??= one
  })
  if (first === undefined) return E.right(payload)
  const kept = decoder.decode(raw)
  return E.isRight(kept) ? kept : E.left(unsafeIntegers(codec, [first]) ?? codecThrew())
}

const codecThrew = (thrown?: unknown): RefusedPayload =>
  withoutIssues(schemaMismatch({ code: 'codec_threw', detail: `${describeFault(thrown)}.` }))

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
      return E.left(codecThrew())
    }
    if (E.isLeft(decoded)) return E.left(refused(reading, decoded.left))
    return reading.hasUnsafe ? withDigits(codec, decoder, reading, decoded.right) : decoded
  } catch (thrown) {
    return E.left(codecThrew(thrown))
  }
}
