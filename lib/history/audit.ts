/** Counts what went wrong in a history, and what a guard would have refused in it. */
import { dataOf } from '../core/json-read.js'
import * as O from 'fp-ts/lib/Option.js'
import { canonicalText, type Exchange } from '../core/exchange.js'
import { playRepeats, type Played, type PlayedCall } from '../core/play-repeats.js'
import { ruleOf } from '../core/repeats.js'
import { loopWindow, type LoopOptions } from '../core/loop.js'
import { exchangeOf, isRefusal, readHistory, type InTurn } from './exchanges.js'
import { formatLens, type HistoryFormat } from './formats.js'
import type { PairedCall } from './pair.js'
import { textOf } from './content.js'

// -- model

/** What a history shows. @category History @since 0.1.0 */
export interface Audit {
  readonly calls: number
  /** Calls that had been made before in the same turn with the same arguments, and brought nothing new. */
  readonly identicalRepeats: number
  /** How often the calls began to go round. */
  readonly loops: number
  /** Failed calls by class, where the class can be told; `failed` where it cannot. */
  readonly errors: Readonly<Record<Exclude<Exchange['outcome'], 'right'>, number>>
  /** Calls without a real result. */
  readonly unanswered: number
  /** Results without an earlier call. */
  readonly orphaned: number
  /** Calls that a guard would have refused for bringing nothing new, and what they and their results cost: a token counts as four characters. */
  readonly refusable: { readonly calls: number; readonly tokens: number }
}

/** What the guard of an audit would allow. @category History @since 0.1.0 */
export interface AuditOptions {
  /** How many answers of the same call in one turn may be unchanged; what a tool does is not known from a history, so it is judged as a read. @default 3 */
  readonly maxIdenticalCalls?: number
  /** What counts as a loop. */
  readonly loop?: LoopOptions
}

// -- counting

const CHARS_PER_TOKEN = 4

const charsOf = ({ call, answer }: PairedCall): number =>
  call.name.length + textOf(call.args).length + (answer === null ? 0 : textOf(answer.result.content).length)

interface Made {
  readonly made: PairedCall
  readonly turn: number
  /** Undefined where nobody answered. */
  readonly exchange: Exchange | undefined
}

const madeBy = ({ entry, turn }: InTurn): ReadonlyArray<Made> =>
  entry.calls.map((made) => {
    const { call, answer } = made
    const isAnswered = answer !== null && !answer.synthetic
    return { made, turn, exchange: isAnswered ? exchangeOf(call, answer, turn) : undefined }
  })

const playedAs =
  (unchanged: number) =>
  ({ made: { call }, exchange }: Made): PlayedCall => {
    const isTold = exchange !== undefined && !isRefusal(exchange)
    return {
      key: JSON.stringify([call.name, canonicalText(dataOf(call.args) ?? {})]),
      rule: ruleOf({ effect: 'read' }, { read: unchanged, write: 1 }),
      writes: false,
      answer: isTold ? String(exchange.result) : null,
      // Pages that came with data are told apart by them.
      failed: isTold && exchange.outcome !== 'right' && exchange.outcome !== 'partial_data'
    }
  }

/** Every call in the light of the rule of repeats, turn by turn. */
const played = (all: ReadonlyArray<Made>, { maxIdenticalCalls = 3 }: AuditOptions): ReadonlyArray<Played> => {
  if (!Number.isSafeInteger(maxIdenticalCalls) || maxIdenticalCalls < 0)
    throw new TypeError('Expected `maxIdenticalCalls` to be a non-negative integer.')
  const turns = new Map<number, Array<PlayedCall>>()
  for (const one of all) {
    const turn = turns.get(one.turn) ?? []
    turn.push(playedAs(maxIdenticalCalls)(one))
    turns.set(one.turn, turn)
  }
  return [...turns.values()].flatMap(playRepeats)
}

/** The loop detector, played back: over all calls, and over those that a guard would have let through. */
const loopsOf = (options: LoopOptions | undefined) => {
  const all = loopWindow(options)
  const guarded = loopWindow(options)
  let looping = false
  return {
    wouldLoop: ({ made: { call }, turn }: Made): boolean =>
      O.isSome(guarded.wouldLoop({ tool: call.name, args: dataOf(call.args), turn })),
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
  const entries = readHistory(formatLens(format, messages), messages)
  const all = entries.flatMap(madeBy)
  const repeats = played(all, options)
  const loops = loopsOf(options.loop)
  const errors = { ...EMPTY_AUDIT.errors }
  const audit = { ...EMPTY_AUDIT, errors, calls: all.length }
  const refusable = { calls: 0, chars: 0 }
  for (const [at, one] of all.entries()) {
    const { exchange } = one
    if (repeats[at]?.repeat === 'unchanged') audit.identicalRepeats++
    const refused = repeats[at]?.refusedBy === 'unchanged' || loops.wouldLoop(one)
    if (refused) {
      refusable.calls++
      refusable.chars += charsOf(one.made)
    }
    if (exchange === undefined) {
      audit.unanswered++
      continue
    }
    if (exchange.outcome !== 'right') errors[exchange.outcome]++
    if (!isRefusal(exchange) && loops.settle(exchange, refused)) audit.loops++
  }
  for (const { entry } of entries)
    audit.orphaned += entry.found.filter(({ fate, synthetic }) => fate === 'orphan' && !synthetic).length
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
