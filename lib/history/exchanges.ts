/** Reads a history as the exchanges that the loop detector compares. */
import * as E from 'fp-ts/lib/Either.js'
import { CODES, codesOfStage, type ErrorClass } from '../core/errors/index.js'
import type { Exchange } from '../core/calls/index.js'
import { isFields } from '../core/foreign/index.js'
import { failureIn } from '../core/failure/index.js'
import { dataOf, losslessData, parseJsonText } from '../core/json/index.js'
import { textOf } from './content.js'
import { formatLens, type HistoryFormat } from './formats.js'
import { cleanMessages, type HistoryCall, type Lens, type HistoryResult } from './lens.js'
import { pair, type HistoryEntry, type PairedResult } from './pair.js'

// -- how a call came out

/** The outcome of a result, with the guard's own code if a guard wrote it. */
export interface ResultOutcome {
  readonly outcome: Exchange['outcome']
  readonly code: string | null
}

const isErrorClass = (value: unknown): value is ErrorClass => typeof value === 'string' && Object.hasOwn(CODES, value)

// Prose and file listings may begin with a bracket, too.
const BEGINS_JSON = /^\s*(?:\{\s*["}]|\[\s*["{[\]])/

const isCut = (text: string): boolean => {
  const parsed = parseJsonText(text, { bytes: text.length })
  return E.isLeft(parsed) && parsed.left.code === 'truncated_response'
}

/**
 * The outcome of a result: by the payload of a `ToolError`, else by the format's flag, else by common forms of failure,
 * or by JSON that ends too early.
 */
export const outcomeOf = ({ content, failed }: Pick<HistoryResult, 'content' | 'failed'>): ResultOutcome => {
  const text = textOf(content)
  const data = BEGINS_JSON.test(text) ? dataOf(text) : text
  if (isFields(data)) {
    const { error_class, code } = data
    if (isErrorClass(error_class) && typeof code === 'string' && code !== '') return { outcome: error_class, code }
  }
  if (failed || failureIn(text, { accepted: true }) !== undefined) return { outcome: 'failed', code: null }
  return typeof data === 'string' && BEGINS_JSON.test(data) && isCut(data)
    ? { outcome: 'schema_mismatch', code: 'truncated_response' }
    : { outcome: 'right', code: null }
}

// -- exchanges

// A guard that refused a call did not make it.
const REFUSALS: ReadonlySet<string | null> = codesOfStage('guard')

/** Whether a guard responded in place of the tool. */
export const isRefusal = ({ code }: Pick<Exchange, 'code'>): boolean => REFUSALS.has(code)

/** A message with the number of its turn. */
export interface EntryInTurn {
  readonly entry: HistoryEntry
  readonly turn: number
}

/**
 * Reads a history through a lens and numbers its turns: each message of a person begins one. Messages are cleaned
 * first, as a repair cleans them.
 */
export const readHistory = (
  lens: Lens,
  messages: ReadonlyArray<unknown>,
  continues = false
): ReadonlyArray<EntryInTurn> => {
  let turn = 0
  const items = cleanMessages(lens, messages, () => undefined)
  return pair(lens, items, { continues }).entries.map((entry) => {
    if (entry.view.side === 'user') turn++
    const own = turn
    // A person's words beside results begin the next turn.
    if (entry.view.speaks === true) turn++
    return { entry, turn: own }
  })
}

/** A call and its result as an exchange. */
const exchangeOf = (call: HistoryCall, { result }: PairedResult, turn: number): Exchange => ({
  tool: call.name,
  args: losslessData(call.args),
  result: textOf(result.content),
  ...outcomeOf(result),
  turn
})

/**
 * Lists the completed calls of a history in order, for `detectLoop`. Calls without a real result and calls that a guard
 * refused are left out. The outcome comes from a `ToolError`, the format's own flag, or common forms of failure.
 *
 * @category Loops @since 0.1.0
 * @example
 * import { toExchanges } from 'guarded-call/audit'
 *
 * assert.deepEqual(
 *   toExchanges('anthropic', [
 *     { role: 'user', content: 'Weather?' },
 *     { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } }] },
 *     { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'Rain' }] }
 *   ]),
 *   [{ tool: 'weather', args: { city: 'Oslo' }, result: 'Rain', outcome: 'right', code: null, turn: 1 }]
 * )
 */
export const toExchanges = (format: HistoryFormat, messages: ReadonlyArray<unknown>): ReadonlyArray<Exchange> =>
  readHistory(formatLens(format, messages), messages)
    .flatMap(({ entry, turn }) =>
      entry.calls.flatMap(({ call, answer }) =>
        answer === null || answer.synthetic ? [] : [exchangeOf(call, answer, turn)]
      )
    )
    .filter((exchange) => !isRefusal(exchange))
