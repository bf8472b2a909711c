/** Words without what a session's own `redact` takes out of them, and out of the data that they are about. */
import * as E from 'fp-ts/lib/Either.js'
import { cut, type Issue, MAX_DETAIL, plainSentence, type ToolError } from '../core/errors/index.js'
import { abandon, isObject, ownValue, valueAt } from '../core/foreign/index.js'
import { dataEnding, dataOf } from '../core/json/index.js'
import { REDACTED, takenOut, withoutValues } from '../core/redact/index.js'
import type { Judgement } from './judgement.js'
import { redactDefault, type SessionSettings } from './settings.js'
import { type ThrownByTool, thrownSources } from './thrown/read-thrown.js'

type Redact = SessionSettings['redact']

export type Redaction = Pick<SessionSettings, 'redact'>

// -- the data that words are about: names of one's own may stand apart from their values there

// Redaction of more would take too long; nothing of it is shown then.
const MAX_CHARS = 65_536

const opened = (_key: string, each: unknown): unknown => {
  const inner = typeof each === 'string' ? dataOf(each) : undefined
  return isObject(inner) ? JSON.parse(each as string, opened) : each
}

/** Copies, since a redactor may work in place, in which texts of JSON are data; undefined for what is too long. */
const copying = (data: object): (() => object) | undefined => {
  try {
    const text = JSON.stringify(data)
    return text.length > MAX_CHARS ? undefined : () => JSON.parse(text, opened) as object
  } catch {
    return undefined
  }
}

/** What is taken out of these data; of what is too long, all that an issue may show. */
const takenFrom = (data: object, issues: ReadonlyArray<Issue>, redact: Redact): ReadonlyArray<string> => {
  const copy = copying(data)
  if (copy === undefined) return issues.flatMap(({ path }) => takenOut(valueAt(data, path), undefined))
  try {
    const left = redact(copy())
    abandon(left)
    return takenOut(copy(), left)
  } catch {
    return takenOut(data, undefined)
  }
}

// Where a text is no JSON, but may end with it, names in it have values there, too.
const dataFrom = (source: unknown): ReadonlyArray<unknown> => {
  const data = dataOf(source)
  return typeof data === 'string' ? [dataEnding(data), { detail: data }] : [data]
}

// What was thrown is quoted with masks, and its first line alone.
const asQuoted = (value: string): ReadonlyArray<string> => {
  const masked = plainSentence(value)
  return /[\p{L}\d]{3}/u.test(masked.replace(/\[\w+\]/g, '')) ? [value, masked] : [value]
}

/** The values that a session's own `redact` takes out of some data, which these issues are of. */
export const takenOf = (
  sources: ReadonlyArray<unknown>,
  issues: ReadonlyArray<Issue>,
  { redact }: Redaction
): ReadonlyArray<string> =>
  redact === redactDefault
    ? []
    : sources
        .flatMap(dataFrom)
        .filter(isObject)
        .flatMap((data) => takenFrom(data, issues, redact))
        .flatMap(asQuoted)

/** The same of a response, its arguments, or what was thrown. */
export const valuesTaken = (
  { result, raw, text, source, says, beside, thrown, issues }: Judgement<unknown>,
  args: unknown,
  redaction: Redaction
): ReadonlyArray<string> => {
  if (E.isRight(result)) return []
  const thrownData = thrown === undefined ? [] : thrownSources(thrown.value)
  return takenOf([source ?? raw ?? text, says, beside?.structured, args, ...thrownData], issues, redaction)
}

// -- the words

/** What ended with a result, and the words for it. */
interface Ended {
  readonly result: E.Either<ToolError, unknown>
  readonly cause?: string | undefined
  readonly advice?: string | undefined
  readonly says?: string | undefined
  readonly thrown?: ThrownByTool | undefined
  readonly taken?: ReadonlyArray<string>
}

/**
 * The ending, whose words anybody may read, without what `redact` takes out of them, and of its data. They lack known
 * secrets already. A tool's own words are cleaned before they are quoted: a quotation is cut, and in other quotes.
 */
export const withOwnRedaction = <A extends Ended>(ending: A, { redact }: Redaction): A => {
  const { result, cause, advice, says, thrown, taken = [] } = ending
  if (redact === redactDefault || E.isRight(result)) return ending
  const { detail } = result.left
  const words: Words = { detail, cause, advice, says, threw: thrown?.says }
  const clean: Words = Object.fromEntries(
    Object.entries(words).map(([name, text]) => [name, text && withoutValues(text, taken, REDACTED)])
  )
  const left: Words = { ...clean, ...redactedWords(redact, clean) }
  const shown = cut(left.detail ?? detail, MAX_DETAIL)
  return {
    ...ending,
    result: shown === detail ? result : E.left({ ...result.left, detail: shown }),
    cause: left.cause,
    advice: left.advice,
    ...(says === undefined ? {} : { says: left.says }),
    ...(thrown === undefined ? {} : { thrown: { ...thrown, says: left.threw ?? '' } })
  }
}

/** Words of others for the developer, without what a session's own `redact` takes out of them. */
export const ownRedacted = (text: string, { redact }: Redaction): string =>
  redact === redactDefault ? text : (redactedWords(redact, { cause: text }).cause ?? text)

type Words = Partial<Record<'detail' | 'cause' | 'advice' | 'says' | 'threw', string | undefined>>

// As fields of an object, since that is what a redactor of log lines is made for.
const redactedWords = (redact: Redact, words: Words): Words => {
  const given = Object.entries(words).filter(([, text]) => text !== undefined)
  const shown = (left: unknown): Words =>
    Object.fromEntries(
      given.map(([name]) => {
        const text = isObject(left) ? ownValue(left, name) : undefined
        return [name, typeof text === 'string' ? text : REDACTED]
      })
    )
  try {
    const left = redact(Object.fromEntries(given))
    abandon(left)
    return shown(left)
  } catch {
    return shown(undefined)
  }
}
