/** How a run ended, in the words of its log. */
import { canonicalText } from '../../core/json/index.js'
import type { Conversation } from './conversation.js'

const WELL = /^(?:submitted|success|completed|finished|done|user_stop|agent_stop)$/i

/** How a run ended, by its status: why before its work was done, or null if it was; undefined where there is none. */
export const endOf = (status: unknown): Conversation['ended'] => {
  if (typeof status !== 'string' || status.trim() === '') return undefined
  return WELL.test(status.trim()) ? null : status.trim()
}

/** How a run ended, by the error that it is stored with, which is null where there was none. */
export const endOfError = (error: unknown): Conversation['ended'] => (error === null ? null : endOf(error))

/** An error of a provider: its words, behind the status of the response where there is one. */
export const providerError = (status: unknown, words: string): string =>
  typeof status === 'number' ? `api_error ${status}: ${words}` : words

/** How a log says that the context was full. */
export const FULL = /exit_context|ContextWindow|^context limit$/

// A prompt beside the conversation may hold more than all of its results.
const LEAST_TOKENS = 8_000

/**
 * The place of the first call that was probably never made: the last step of a run that ended, of which no call has a
 * result. As many as there are calls where there is none.
 */
export const unmadeFrom = ({ ended, calls }: Conversation): number => {
  const last = calls.at(-1)
  if (typeof ended !== 'string' || !last || last.step === undefined) return calls.length
  const from = calls.findLastIndex((call) => call?.step !== last.step) + 1
  return calls.slice(from).every((call) => call?.answer === null) ? from : calls.length
}

/** The context of the model, in tokens: where a run ended since it was full, no more than filled it. */
export const contextOf = ({ ended, calls, inputs = [] }: Conversation, contextTokens: number): number => {
  if (typeof ended !== 'string' || !FULL.test(ended)) return contextTokens
  const chars = calls.reduce(
    (sum, call) => sum + (call === null ? 0 : canonicalText(call.args).length + (call.answer?.text.length ?? 0)),
    0
  )
  const read = inputs.reduce((most, input) => Math.max(most, input), Math.ceil(chars / 4))
  return Math.min(contextTokens, Math.max(LEAST_TOKENS, read))
}
