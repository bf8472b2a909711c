/** The last stage, which always runs: budget, record, log line, observers. Nothing that they do changes the answer. */
import * as E from 'fp-ts/lib/Either.js'
import type { ErrorClass } from '../core/codes.js'
import type { ToolError } from '../core/tool-error.js'
import { abandon } from './abandon.js'
import type { CallRecord } from './call-record.js'
import { digestOf, type Answered } from './digest.js'
import { writeLog } from './logger-like.js'
import { tellEnd, type CallWatch } from './observer.js'
import type { SessionSettings } from './settings.js'
import type { Executed, Tool } from './tool.js'
import type { LastAnswer, Turn, TurnState } from './turn.js'

export interface Settling<Args> {
  readonly tool: Tool<Args>
  readonly callId: string
  readonly data: unknown
  readonly hash: string
  readonly key: string
  readonly startedAt: number
  readonly watches: ReadonlyArray<CallWatch>
  readonly asked: number
  readonly degraded: boolean
  readonly executed: Executed
  /** Whether the budget counted it: refused arguments are counted, refusals of the budget itself are no answers. */
  readonly counted: boolean
  readonly bytes: number
  /** What came back, unless the call was refused. */
  readonly answered: Answered | undefined
  /** What was thrown, for the operator. */
  readonly cause: string | undefined
}

const LEVELS: Readonly<Record<'right' | ErrorClass, string>> = {
  right: 'debug',
  partial_data: 'info',
  semantic_garbage: 'warn',
  schema_mismatch: 'warn'
}

// The author's own mistakes and broken parts: no model can mend them.
const FAULTS: ReadonlySet<string> = new Set(['tool_threw', 'codec_threw', 'check_threw', 'not_data', 'store_unavailable'])

const levelOf = (record: CallRecord): string =>
  record.code !== null && FAULTS.has(record.code) ? 'error' : LEVELS[record.outcome]

const log = (settings: SessionSettings, record: CallRecord, error: ToolError | undefined, cause: string | undefined): void => {
  const { logger, ext, redact } = settings
  const { callId, turnId, tool, effect, argsHash, outcome, code, executed, bytes, degraded } = record
  writeLog(logger, levelOf(record), `tool_call tool=${tool} outcome=${outcome} code=${code ?? 'none'} executed=${executed}`, () => redact({
    ext, callId, turnId, tool, effect, argsHash, outcome, code, executed, ms: Math.round(record.ms * 1000) / 1000, bytes,
    ...(degraded === true ? { budget: 'budget_degraded' } : {}),
    ...(error === undefined ? {} : { detail: error.detail }),
    ...(cause === undefined || cause === '' ? {} : { cause })
  }))
}

const isTransient = <Args>(tool: Tool<Args>, error: ToolError): boolean => {
  try {
    const transient: unknown = tool.transient?.(error)
    abandon(transient)
    return transient === true
  } catch {
    return false
  }
}

const counts = <Args>(tool: Tool<Args>, digest: string | null, error: ToolError | undefined, last: LastAnswer | undefined): boolean => {
  if (tool.effect === 'write' && error !== undefined && isTransient(tool, error)) return false
  return tool.polls !== true || last === undefined || last.digest === digest
}

const giveBack = <Args>({ key, degraded }: Settling<Args>, turn: Turn, state: TurnState): void => {
  state.budget.giveBack(key)
  // What the store did not count is not the store's to give back.
  if (!degraded) state.settings.store?.giveBack(turn.id, key)
}

const settleBudget = <Args>(settling: Settling<Args>, error: ToolError | undefined, turn: Turn, state: TurnState): void => {
  if (!settling.counted || state.closed) return
  const { tool, key, executed, answered } = settling
  const digest = tool.polls === true && answered !== undefined ? digestOf(answered) : null
  if (!counts(tool, digest, error, state.answers.get(key))) giveBack(settling, turn, state)
  state.answers.set(key, { code: error?.code ?? null, hint: error?.hint ?? null, executed, digest })
}

/** Settles a call: one record, one log line, the budget; gives the result back as it was. */
export const settle = <Args, A>(
  result: E.Either<ToolError, A>,
  settling: Settling<Args>,
  turn: Turn,
  state: TurnState
): E.Either<ToolError, A> => {
  const error = E.isLeft(result) ? result.left : undefined
  settleBudget(settling, error, turn, state)
  const record: CallRecord = {
    callId: settling.callId,
    turnId: turn.id,
    tool: settling.tool.name,
    effect: settling.tool.effect,
    args: settling.data,
    argsHash: settling.hash,
    outcome: error?.error_class ?? 'right',
    code: error?.code ?? null,
    executed: settling.executed,
    ms: Math.max(0, state.settings.clock() - settling.startedAt),
    bytes: settling.bytes,
    ...(settling.asked > 1 ? { asked: settling.asked } : {}),
    ...(settling.degraded ? { degraded: true } : {})
  }
  state.add(record)
  if (settling.answered !== undefined) state.settings.loop?.push(record, settling.answered)
  log(state.settings, record, error, settling.cause)
  tellEnd(settling.watches, record, result)
  return result
}
