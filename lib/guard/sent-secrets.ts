/** Keeps out of the errors of a response what its tool sent for nobody to read: a service may quote it. */
import * as E from 'fp-ts/lib/Either.js'
import type { ToolError } from '../core/errors/index.js'
import { isObject, isPlainObject } from '../core/foreign/index.js'
import { withoutTexts } from '../core/redact/index.js'
import type { Judgement } from './judgement.js'

// By the answer, or the bytes, that came back.
const sent = new WeakMap<object, ReadonlyArray<string>>()

/** The answer, with what was sent for it and no error of it may hold: the longest first. Text becomes bytes. */
export const answerTo = (secrets: ReadonlyArray<string>, answer: unknown): unknown => {
  if (secrets.length === 0) return answer
  const held = typeof answer === 'string' ? new TextEncoder().encode(answer) : answer
  if (isObject(held)) sent.set(held, secrets)
  return held
}

/** What was sent for an answer and no error of it may hold. */
export const sentFor = (answer: unknown): ReadonlyArray<string> => (isObject(answer) ? (sent.get(answer) ?? []) : [])

const without = (value: unknown, hide: (text: string) => string): unknown => {
  if (typeof value === 'string') return hide(value)
  if (Array.isArray(value)) return value.map((one) => without(one, hide))
  return isObject(value) && isPlainObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [hide(key), without(one, hide)]))
    : value
}

/** The judgement whose error `left` holds nothing of what was sent for its answer; data that are handed on stay. */
export const withoutSent = <A>(
  judgement: Judgement<A>,
  left: ToolError,
  secrets: ReadonlyArray<string>
): Judgement<A> => {
  if (secrets.length === 0) return judgement
  const { raw, text, says, advice, issues } = judgement
  const hide = (words: string): string => withoutTexts(words, secrets)
  return {
    ...judgement,
    result: E.left({ ...left, detail: hide(left.detail), hint: left.hint === null ? null : hide(left.hint) }),
    issues: without(issues, hide) as typeof issues,
    ...(left.data !== undefined ? {} : { raw: without(raw, hide), text: text && hide(text) }),
    says: says && hide(says),
    advice: advice && hide(advice)
  }
}
