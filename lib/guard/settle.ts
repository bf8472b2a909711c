/** The last stage, which always runs: budget, record, loop detector, log line, observers, recorder. Nothing that they do changes the answer. */
import * as E from 'fp-ts/lib/Either.js'
import type { ErrorClass } from '../core/codes.js'
import type { ToolError } from '../core/tool-error.js'
import { abandon } from '../core/foreign/promises.js'
import { LateRecord, type CallRecord, type CallRecorder, type RecordDraft } from './call-record.js'
import type { Call } from './call.js'
import { digestOf } from './digest.js'
import type { Judgement } from './judge.js'
import { oneWord, writeLog } from '../core/logger-like.js'
import { tellEnd } from './observer.js'
import { refusalHint } from './outcome.js'
import type { ToolTraits } from './tool.js'

// -- the record

const recordOf = <Args, A>({
  callId,
  turn,
  tool,
  args,
  admission,
  judgement,
  repair,
  startedAt
}: Call<Args, A>): LateRecord => {
  const error = E.isLeft(judgement.result) ? judgement.result.left : undefined
  const record: RecordDraft = {
    callId,
    turnId: turn.id,
    tool: tool.name,
    effect: tool.effect,
    args: args.data,
    argsHash: '',
    outcome: error?.error_class ?? 'right',
    code: error?.code ?? null,
    executed: judgement.executed,
    ms: Math.max(0, turn.settings.clock() - startedAt),
    bytes: judgement.bytes
  }
  if (admission.asked > 1) record.asked = admission.asked
  if (admission.degraded) record.degraded = true
  if (judgement.salvaged) record.salvaged = true
  if (repair !== undefined) record.repair = repair
  return new LateRecord(record, args.key)
}

// -- the log

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

const levelOf = ({ code, outcome }: RecordDraft): string =>
  code !== null && FAULTS.has(code) ? 'error' : LEVELS[outcome]

const log = <Args, A>({ turn, judgement }: Call<Args, A>, record: LateRecord, error: ToolError | undefined): void => {
  const { logger, ext, redact } = turn.settings
  const { tool, outcome, code, executed, degraded } = record.draft
  const message = `tool_call tool=${oneWord(tool)} outcome=${outcome} code=${code ?? 'none'} executed=${executed}`
  writeLog(logger, levelOf(record.draft), message, () => {
    const { callId, turnId, effect, argsHash, ms, bytes } = record.whole
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
      ...(judgement.cause === undefined || judgement.cause === '' ? {} : { cause: judgement.cause })
    })
  })
}

// -- the recorder

const keep = <A>(
  recorder: CallRecorder,
  record: CallRecord,
  error: ToolError | undefined,
  { issues, text, raw }: Judgement<A>
): void => {
  try {
    const answer = record.executed === 'refused' ? undefined : { text, raw }
    abandon(recorder.record({ record, detail: error?.detail ?? null, issues, answer }))
  } catch {
    // a recorder's fault is its own
  }
}

// -- the budget

const isTransient = <Args>(tool: ToolTraits<Args>, error: ToolError): boolean => {
  try {
    const transient: unknown = tool.transient?.(error)
    abandon(transient)
    return transient === true
  } catch {
    return false
  }
}

const counts = <Args, A>(
  { tool, key, turn: { budget } }: Call<Args, A>,
  digest: string | null,
  error: ToolError | undefined
): boolean => {
  if (tool.effect === 'write' && error !== undefined && isTransient(tool, error)) return false
  if (tool.polls !== true) return true
  const last = budget.lastAnswer(key)
  return last === undefined || last.digest === digest
}

/** Makes as if a call had not been made. A shared store has to hear of it before another worker asks: what it answers is to be waited for. */
const giveBack = <Args, A>({ tool, args, key, admission, turn }: Call<Args, A>): Promise<unknown> | undefined => {
  turn.budget.giveBack(key)
  // What the store did not count is not the store's to give back.
  return admission.degraded ? undefined : turn.settings.store?.giveBack(turn.id, args.key.inStore(tool.name))
}

const settleBudget = <Args, A>(call: Call<Args, A>, error: ToolError | undefined): Promise<unknown> | undefined => {
  const { tool, key, turn, admission, judgement } = call
  // Refused arguments are counted; refusals of the budget itself are no answers.
  if (admission.asked === 0 || admission.refusal !== undefined || turn.closed) return undefined
  const { executed, handedBack } = judgement
  const digest = tool.polls === true && executed !== 'refused' ? digestOf(judgement) : null
  const isBack = executed !== 'refused' && (handedBack !== undefined || !counts(call, digest, error))
  turn.budget.answered(key, {
    code: error?.code ?? null,
    hint: error === undefined ? null : refusalHint(judgement),
    executed,
    digest
  })
  return isBack ? giveBack(call) : undefined
}

/** Leaves a call open that another one goes on with: it stays counted, and no answer of it will be told. */
export const leaveOpen = <Args, A>({ admission, turn, key }: Call<Args, A>): void => {
  if (admission.asked > 0) turn.budget.ended(key)
}

// -- all of it

/** Settles a call; gives a promise only where a shared store is given something back, which must have arrived before the call answers. */
export const settle = <Args, A>(call: Call<Args, A>): Promise<unknown> | undefined => {
  const { turn, judgement, watches } = call
  const { logger, recorder, loop } = turn.settings
  const error = E.isLeft(judgement.result) ? judgement.result.left : undefined
  const givenBack = settleBudget(call, error)
  const record = recordOf(call)
  turn.add(record)
  if (judgement.executed !== 'refused' && judgement.handedBack === undefined)
    loop?.push(record.draft, call.key, judgement)
  if (logger !== undefined) log(call, record, error)
  if (watches.length > 0) tellEnd(watches, record.whole, judgement.result)
  if (recorder !== undefined) keep(recorder, record.whole, error, judgement)
  return givenBack
}
