/** Words without what the session's own `redact` takes out of them. */
import * as E from 'fp-ts/lib/Either.js'
import { type ToolError, cut, MAX_DETAIL } from '../core/errors/index.js'
import { abandon, ownValue } from '../core/foreign/index.js'
import { REDACTED } from '../core/redact/index.js'
import { redactDefault, type SessionSettings } from './settings.js'

/** What ended with a result, and the words for it. */
interface Ended {
  readonly result: E.Either<ToolError, unknown>
  readonly cause?: string | undefined
  readonly advice?: string | undefined
}

/** The ending, whose detail and cause anybody may read. What is quoted in them lacks the known secrets already. */
export const withOwnRedaction = <A extends Ended>(ending: A, { redact }: Redaction): A => {
  const { result, cause, advice } = ending
  if (redact === redactDefault || E.isRight(result)) return ending
  const { detail } = result.left
  const left = redactedWords(redact, { detail, cause, advice })
  const shown = cut(left.detail ?? detail, MAX_DETAIL)
  return {
    ...ending,
    result: shown === detail ? result : E.left({ ...result.left, detail: shown }),
    cause: left.cause ?? cause,
    advice: left.advice ?? advice
  }
}

export type Redaction = Pick<SessionSettings, 'redact'>

/** Words of others for the developer, without what a session's own `redact` takes out of them. */
export const ownRedacted = (text: string, { redact }: Redaction): string =>
  redact === redactDefault ? text : (redactedWords(redact, { cause: text }).cause ?? text)

type Words = Partial<Record<'detail' | 'cause' | 'advice', string | undefined>>

// As fields of an object, since that is what a redactor of log lines is made for. A field that it leaves out stays: it
// may write other lines.
const redactedWords = (redact: SessionSettings['redact'], words: Words): Words => {
  const given = Object.entries(words).filter(([, text]) => text !== undefined)
  try {
    const left = redact(Object.fromEntries(given))
    abandon(left)
    if (typeof left !== 'object' || left === null) return {}
    return Object.fromEntries(
      given.map(([name]) => [name, ownValue(left, name)]).filter(([, text]) => typeof text === 'string')
    )
  } catch {
    return Object.fromEntries(given.map(([name]) => [name, REDACTED]))
  }
}
