/** Counts what went wrong in a history, and what a guard would have refused in it. */
import { dataOf } from '../core/json-read.js'
import * as O from 'fp-ts/lib/Option.js'
import { canonicalText, type Exchange } from '../core/exchange.js'
import { loopWindow, type LoopOptions } from '../core/loop.js'
import { exchangeOf, isRefusal, readHistory } from './exchanges.js'
import { formatLens, type HistoryFormat } from './formats.js'
import type { PairedCall } from './pair.js'
import { textOf } from './content.js'

// -- model

/** What a history shows. @category History @since 0.1.0 */
export interface Audit {
  readonly calls: number
  /** Calls that had been made before in the same turn with the same arguments. */
  readonly identicalRepeats: number
  /** How often the calls began to go round. */
  readonly loops: number
  /** Failed calls by class, where the class can be told; `failed` where it cannot. */
  readonly errors: Readonly<Record<Exclude<Exchange['outcome'], 'right'>, number>>
  /** Calls without a real result. */
  readonly unanswered: number
  /** Results without an earlier call. */
  readonly orphaned: number
  /** Calls that a guard would have refused, and what they and their results cost: a token is taken for four characters. */
  readonly refusable: { readonly calls: number; readonly tokens: number }
}

/** What the guard of an audit would allow. @category History @since 0.1.0 */
export interface AuditOptions {
  /** How often the same call may be made in one turn; what a tool does is not known from a history, so all are taken for reads. @default 3 */
  readonly maxIdenticalCalls?: number
  /** What counts as a loop. */
  readonly loop?: LoopOptions
}

// -- counting

const CHARS_PER_TOKEN = 4

const charsOf = ({ call, answer }: PairedCall): number =>
  call.name.length + textOf(call.args).length + (answer === null ? 0 : textOf(answer.result.content).length)

/** The part of a guard that can be played back: how often a call was made in its turn, and whether it went on with a loop. */
const playback = ({ maxIdenticalCalls = 3, loop }: AuditOptions) => {
  if (!Number.isSafeInteger(maxIdenticalCalls) || maxIdenticalCalls < 0)
    throw new TypeError('Expected `maxIdenticalCalls` to be a non-negative integer.')
  const all = loopWindow(loop)
  /** Without the calls that a guard would have refused. */
  const guarded = loopWindow(loop)
  let turn = 0
  let looping = false
  let counts = new Map<string, number>()
  return {
    /** How often the call was made before in its turn, and whether it would be refused. */
    ask: ({ call }: PairedCall, at: number): { readonly before: number; readonly refused: boolean } => {
      if (at !== turn) counts = new Map()
      turn = at
      const args = dataOf(call.args)
      const key = JSON.stringify([call.name, canonicalText(args ?? {})])
      const before = counts.get(key) ?? 0
      counts.set(key, before + 1)
      return {
        before,
        refused: before >= maxIdenticalCalls || O.isSome(guarded.wouldLoop({ tool: call.name, args, turn: at }))
      }
    },
    /** Whether a loop began with this exchange. */
    settle: (exchange: Exchange, refused: boolean): boolean => {
      if (!refused) guarded.push(exchange)
      all.push(exchange)
      const before = looping
      looping = O.isSome(all.current())
      return looping && !before
    }
  }
}

/** An audit of nothing. @category History @since 0.1.0 */
export const EMPTY_AUDIT: Audit = {
  calls: 0,
  identicalRepeats: 0,
  loops: 0,
  errors: { schema_mismatch: 0, partial_data: 0, semantic_garbage: 0, failed: 0 },
  unanswered: 0,
  orphaned: 0,
  refusable: { calls: 0, tokens: 0 }
}

/**
 * Audits one history: repeats, loops, errors, broken pairs, and what a guard would have refused in it.
 *
 * @throws TypeError for an unknown format, and for options that cannot work.
 * @category History @since 0.1.0
 * @example
 * import { auditHistory } from 'guarded-call'
 *
 * const audit = auditHistory('openai', [
 *   { role: 'user', content: 'Where is order 7?' },
 *   { role: 'assistant', tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_order', arguments: '{"id":7}' } }] }
 * ])
 *
 * assert.equal(audit.calls, 1)
 * assert.equal(audit.unanswered, 1)
 */
export const auditHistory = (
  format: HistoryFormat,
  messages: ReadonlyArray<unknown>,
  options: AuditOptions = {}
): Audit => {
  const played = playback(options)
  const errors = { ...EMPTY_AUDIT.errors }
  const audit = { ...EMPTY_AUDIT, errors }
  const refusable = { calls: 0, chars: 0 }
  for (const {
    entry: { calls, found },
    turn
  } of readHistory(formatLens(format, messages), messages)) {
    for (const call of calls) {
      audit.calls++
      const { before, refused } = played.ask(call, turn)
      if (before > 0) audit.identicalRepeats++
      if (refused) {
        refusable.calls++
        refusable.chars += charsOf(call)
      }
      if (call.answer === null || call.answer.synthetic) {
        audit.unanswered++
        continue
      }
      const exchange = exchangeOf(call.call, call.answer, turn)
      if (exchange.outcome !== 'right') errors[exchange.outcome]++
      if (!isRefusal(exchange) && played.settle(exchange, refused)) audit.loops++
    }
    audit.orphaned += found.filter(({ fate, synthetic }) => fate === 'orphan' && !synthetic).length
  }
  return { ...audit, refusable: { calls: refusable.calls, tokens: Math.ceil(refusable.chars / CHARS_PER_TOKEN) } }
}

/** Adds two audits up. @category History @since 0.1.0 */
export const addAudits = (one: Audit, other: Audit): Audit => ({
  calls: one.calls + other.calls,
  identicalRepeats: one.identicalRepeats + other.identicalRepeats,
  loops: one.loops + other.loops,
  errors: {
    schema_mismatch: one.errors.schema_mismatch + other.errors.schema_mismatch,
    partial_data: one.errors.partial_data + other.errors.partial_data,
    semantic_garbage: one.errors.semantic_garbage + other.errors.semantic_garbage,
    failed: one.errors.failed + other.errors.failed
  },
  unanswered: one.unanswered + other.unanswered,
  orphaned: one.orphaned + other.orphaned,
  refusable: {
    calls: one.refusable.calls + other.refusable.calls,
    tokens: one.refusable.tokens + other.refusable.tokens
  }
})
