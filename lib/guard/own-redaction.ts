/** Words without what a session's own `redact` takes out of them, and out of the data that they are about. */
import * as E from 'fp-ts/lib/Either.js'
import { cut, MAX_DETAIL, type ToolError } from '../core/errors/index.js'
import { abandon, isObject, ownValue } from '../core/foreign/index.js'
import { REDACTED, withoutValues } from '../core/redact/index.js'
import { redactDefault, type SessionSettings } from './settings.js'
import type { ThrownByTool } from './thrown/read-thrown.js'

type Redact = SessionSettings['redact']

export type Redaction = Pick<SessionSettings, 'redact'>

// Of longer words of a tool no more is quoted or compared then: each value is searched for in all of them.
const MAX_SAID = 8_192

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
  if (redact === redactDefault) return ending
  const shown = (text: string | undefined, as: 'detail' | 'cause'): string | undefined =>
    text && redactedWords(redact, as, withoutValues(text, taken, REDACTED))
  const words = { cause: shown(cause, 'cause'), advice: shown(advice, 'detail') }
  if (E.isRight(result)) return { ...ending, ...words }
  const { detail } = result.left
  const left = cut(shown(detail, 'detail') ?? detail, MAX_DETAIL)
  return {
    ...ending,
    ...words,
    result: left === detail ? result : E.left({ ...result.left, detail: left }),
    ...(says === undefined ? {} : { says: shown(says.slice(0, MAX_SAID), 'detail') }),
    ...(thrown === undefined ? {} : { thrown: { ...thrown, says: shown(thrown.says, 'detail') ?? '' } })
  }
}

/** Words of others for the developer, without what a session's own `redact` takes out of them. */
export const ownRedacted = (text: string, { redact }: Redaction, taken: ReadonlyArray<string> = []): string =>
  redact === redactDefault ? text : redactedWords(redact, 'cause', withoutValues(text, taken, REDACTED))

// As a field of an object, since that is what a redactor of log lines is made for.
const redactedWords = (redact: Redact, as: 'detail' | 'cause', words: string): string => {
  try {
    const left = redact({ [as]: words })
    abandon(left)
    const text = isObject(left) ? ownValue(left, as) : undefined
    return typeof text === 'string' ? text : REDACTED
  } catch {
    return REDACTED
  }
}
