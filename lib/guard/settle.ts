/** The last stage, which always runs: budget, record, log line, observers, recorder. Nothing that they do changes the answer. */
import * as E from 'fp-ts/lib/Either.js'
import type { ErrorClass } from '../core/codes.js'
import type { ToolError } from '../core/tool-error.js'
import { abandon } from './abandon.js'
import type { Admission } from './admit.js'
import type { LastAnswer } from './budget.js'
import type { ArgumentRepair, CallRecord } from './call-record.js'
import type { CallRecorder } from './call-recorder.js'
import { digestOf, type Answered } from './digest.js'
import { oneWord, writeLog } from './logger-like.js'
import { tellEnd, type CallWatch } from './observer.js'
import { issuesOf } from './payloads.js'
import type { SessionSettings } from './settings.js'
import type { Executed, Tool } from './tool.js'
import type { Turn, TurnState } from './turn.js'

/** What is known of a call before it runs. */
export interface Begun<Args> {
  readonly tool: Tool<Args>
  readonly callId: string
  readonly data: unknown
  readonly hash: string
  readonly key: string
  readonly startedAt: number
  readonly repair: ArgumentRepair | undefined
  readonly watches: ReadonlyArray<CallWatch>
}

/** What became of it. */
export interface Ended {
  readonly admission: Admission
  readonly executed: Executed
  /** Whether the budget counted it: refused arguments are counted, refusals of the budget itself are no answers. */
  readonly counted: boolean
  readonly bytes: number
  /** What came back, unless the call was refused. */
  readonly answered: Answered | undefined
  /** What was thrown, or what a model could not mend, for the operator. */
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
  if (logger === undefined) return
  const { callId, turnId, tool, effect, argsHash, outcome, code, executed, bytes, degraded } = record
  writeLog(logger, levelOf(record), `tool_call tool=${oneWord(tool)} outcome=${outcome} code=${code ?? 'none'} executed=${executed}`, () => redact({
    ext, callId, turnId, tool, effect, argsHash, outcome, code, executed, ms: Math.round(record.ms * 1000) / 1000, bytes,
    ...(degraded === true ? { budget: 'budget_degraded' } : {}),
    ...(error === undefined ? {} : { detail: error.detail }),
    ...(cause === undefined || cause === '' ? {} : { cause })
  }))
}

const keep = (recorder: CallRecorder | undefined, record: CallRecord, error: ToolError | undefined, answered: Answered | undefined): void => {
  if (recorder === undefined) return
  try {
    abandon(recorder.record({ record, detail: error?.detail ?? null, issues: error === undefined ? [] : issuesOf(error), answer: answered }))
  } catch {
    // a recorder's fault is its own
  }
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

const giveBack = (key: string, { degraded }: Admission, turn: Turn, state: TurnState): void => {
  state.budget.giveBack(key)
  // What the store did not count is not the store's to give back.
  if (!degraded) state.settings.store?.giveBack(turn.id, key)
}

const settleBudget = <Args>({ tool, key }: Begun<Args>, { admission, executed, counted, answered }: Ended, error: ToolError | undefined, turn: Turn, state: TurnState): void => {
  if (!counted || state.closed) return
  const digest = tool.polls === true && answered !== undefined ? digestOf(answered) : null
  if (executed !== 'refused' && !counts(tool, digest, error, state.budget.lastAnswer(key))) giveBack(key, admission, turn, state)
  state.budget.answered(key, { code: error?.code ?? null, hint: error?.hint ?? null, executed, digest })
}

/** Settles a call: one record, one log line, the budget; gives the result back as it was. */
export const settle = <Args, A>(
  result: E.Either<ToolError, A>,
  begun: Begun<Args>,
  ended: Ended,
  turn: Turn,
  state: TurnState
): E.Either<ToolError, A> => {
  const error = E.isLeft(result) ? result.left : undefined
  settleBudget(begun, ended, error, turn, state)
  const { asked, degraded } = ended.admission
  const record: { -readonly [Field in keyof CallRecord]: CallRecord[Field] } = {
    callId: begun.callId,
    turnId: turn.id,
    tool: begun.tool.name,
    effect: begun.tool.effect,
    args: begun.data,
    argsHash: begun.hash,
    outcome: error?.error_class ?? 'right',
    code: error?.code ?? null,
    executed: ended.executed,
    ms: Math.max(0, state.settings.clock() - begun.startedAt),
    bytes: ended.bytes
  }
  if (asked > 1) record.asked = asked
  if (degraded) record.degraded = true
  if (begun.repair !== undefined) record.repair = begun.repair
  state.add(record)
  if (ended.answered !== undefined) state.settings.loop?.push(record, ended.answered)
  log(state.settings, record, error, ended.cause)
  tellEnd(begun.watches, record, result)
  keep(state.settings.recorder, record, error, ended.answered)
  return result
}
