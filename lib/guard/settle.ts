/** The last stage, which always runs: budget, record, log line, observers, recorder. Nothing that they do changes the answer. */
import * as E from 'fp-ts/lib/Either.js'
import type { ErrorClass } from '../core/codes.js'
import type { ToolError } from '../core/tool-error.js'
import { abandon } from './abandon.js'
import type { Admission } from './admit.js'
import type { ArgsKey } from './args-key.js'
import type { Begun } from './begun.js'
import type { CallRecorder } from './call-recorder.js'
import { digestOf, type Answered } from './digest.js'
import { oneWord, writeLog, type LoggerLike } from './logger-like.js'
import { tellEnd } from './observer.js'
import { refusalHint } from './outcome.js'
import { issuesOf } from './payloads.js'
import type { SessionSettings } from './settings.js'
import { Settled } from './settled.js'
import type { Executed, Tool } from './tool.js'
import type { TurnState } from './turn.js'

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
const FAULTS: ReadonlySet<string> = new Set([
  'tool_threw',
  'codec_threw',
  'check_threw',
  'not_data',
  'store_unavailable'
])

const levelOf = ({ code, outcome }: Settled['call']): string =>
  code !== null && FAULTS.has(code) ? 'error' : LEVELS[outcome]

const log = (
  logger: LoggerLike,
  { ext, redact }: SessionSettings,
  settled: Settled,
  error: ToolError | undefined,
  cause: string | undefined
): void => {
  const { tool, outcome, code, executed, degraded } = settled.call
  writeLog(
    logger,
    levelOf(settled.call),
    `tool_call tool=${oneWord(tool)} outcome=${outcome} code=${code ?? 'none'} executed=${executed}`,
    () => {
      const { callId, turnId, effect, argsHash, ms, bytes } = settled.record
      return redact({
        ext,
        callId,
        turnId,
        tool,
        effect,
        argsHash,
        outcome,
        code,
        executed,
        ms: Math.round(ms * 1000) / 1000,
        bytes,
        ...(degraded === true ? { budget: 'budget_degraded' } : {}),
        ...(error === undefined ? {} : { detail: error.detail }),
        ...(cause === undefined || cause === '' ? {} : { cause })
      })
    }
  )
}

const keep = (
  recorder: CallRecorder,
  settled: Settled,
  error: ToolError | undefined,
  answered: Answered | undefined
): void => {
  try {
    abandon(
      recorder.record({
        record: settled.record,
        detail: error?.detail ?? null,
        issues: error === undefined ? [] : issuesOf(error),
        answer: answered
      })
    )
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

const counts = <Args>(
  { tool, key }: Begun<Args>,
  digest: string | null,
  error: ToolError | undefined,
  { budget }: TurnState
): boolean => {
  if (tool.effect === 'write' && error !== undefined && isTransient(tool, error)) return false
  if (tool.polls !== true) return true
  const last = budget.lastAnswer(key)
  return last === undefined || last.digest === digest
}

/** Makes as if a call had not been made. A shared store has to hear of it before another worker asks: what it answers is to be waited for. */
export const giveBack = (
  tool: string,
  args: ArgsKey,
  degraded: boolean,
  state: TurnState
): Promise<unknown> | undefined => {
  state.budget.giveBack(args.inTurn(tool))
  // What the store did not count is not the store's to give back.
  return degraded ? undefined : state.settings.store?.giveBack(state.id, args.inStore(tool))
}

const settleBudget = <Args>(
  begun: Begun<Args>,
  { admission, executed, counted, answered }: Ended,
  error: ToolError | undefined,
  state: TurnState
): Promise<unknown> | undefined => {
  if (!counted || state.closed) return undefined
  const { tool, key, args } = begun
  const digest = tool.polls === true && answered !== undefined ? digestOf(answered) : null
  const isBack = executed !== 'refused' && !counts(begun, digest, error, state)
  state.budget.answered(key, {
    code: error?.code ?? null,
    hint: error === undefined ? null : refusalHint(error),
    executed,
    digest
  })
  return isBack ? giveBack(tool.name, args, admission.degraded, state) : undefined
}

const after = async <A>(work: Promise<unknown>, result: A): Promise<A> => {
  await work
  return result
}

/** Settles a call: one record, one log line, the budget; gives the result back as it was, later only where a shared store is given something back. */
export const settle = <Args, A>(
  result: E.Either<ToolError, A>,
  begun: Begun<Args>,
  ended: Ended,
  state: TurnState
): E.Either<ToolError, A> | Promise<E.Either<ToolError, A>> => {
  const error = E.isLeft(result) ? result.left : undefined
  const givenBack = settleBudget(begun, ended, error, state)
  const { asked, degraded } = ended.admission
  const call: { -readonly [Field in keyof Settled['call']]: Settled['call'][Field] } = {
    callId: begun.callId,
    turnId: state.id,
    tool: begun.tool.name,
    effect: begun.tool.effect,
    args: begun.data,
    outcome: error?.error_class ?? 'right',
    code: error?.code ?? null,
    executed: ended.executed,
    ms: Math.max(0, state.settings.clock() - begun.startedAt),
    bytes: ended.bytes
  }
  if (asked > 1) call.asked = asked
  if (degraded) call.degraded = true
  if (begun.repair !== undefined) call.repair = begun.repair
  const settled = new Settled(call, begun.args)
  state.add(settled)
  if (ended.answered !== undefined) state.settings.loop?.push(call, begun.key, ended.answered)
  const { logger, recorder } = state.settings
  if (logger !== undefined) log(logger, state.settings, settled, error, ended.cause)
  if (begun.watches.length > 0) tellEnd(begun.watches, settled.record, result)
  if (recorder !== undefined) keep(recorder, settled, error, ended.answered)
  return givenBack === undefined ? result : after(givenBack, result)
}
