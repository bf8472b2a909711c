/** The last stage, which always runs: budget, record, loop detector, log line, observers, recorder. None of them changes the result. */
import * as E from 'fp-ts/lib/Either.js'
import type { ErrorClass } from '../core/codes.js'
import type { Exchange } from '../core/exchange.js'
import type { ToolError } from '../core/tool-error.js'
import { abandon } from '../core/foreign/promises.js'
import { wholeRecord, type CallRecord, type CallRecorder, type LateRecord, type RecordDraft } from './call-record.js'
import type { Call } from './call.js'
import { runsOnce } from '../core/repeats.js'
import { LastAnswer, type LocalSettlement } from './budget.js'
import type { Judgement } from './judge.js'
import { oneWord, writeLog } from '../core/logger-like.js'
import { tellEnd } from './observer.js'
import { refusalHint } from './outcome.js'
import { isTransient } from './tool.js'

// -- the record

const recordOf = <Args, A>(call: Call<Args, A>): LateRecord => {
  const { callId, turn, tool, args, admission, judgement, unchanged, repair, startedAt } = call
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
  if (unchanged || (admission.asked > 1 && judgement.executed === 'refused')) record.unchanged = true
  if (admission.degraded) record.degraded = true
  if (call.replayed) record.replayed = true
  if (call.unsettled) record.unsettled = true
  if (judgement.salvaged) record.salvaged = true
  if (repair !== undefined) record.repair = repair
  return { draft: record, key: args.key }
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
  const { tool, outcome, code, executed, degraded, replayed, unsettled } = record.draft
  const message = `tool_call tool=${oneWord(tool)} outcome=${outcome} code=${code ?? 'none'} executed=${executed}`
  writeLog(logger, levelOf(record.draft), message, () => {
    const { callId, turnId, effect, argsHash, ms, bytes } = wholeRecord(record)
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
      ...(replayed === true ? { replayed } : {}),
      ...(unsettled === true ? { unsettled } : {}),
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

// Admit carries at most 16,384 characters of a payload in a refusal; a response is rarely more than four times as long as its payload.
const MAX_REMEMBERED = 65_536

// The caller holds the same object, and can change what a refusal shows: copying each payload would cost more than the rest of the call.
const dataOf = <Args, A>({ judgement, payloadOf, fingerprint }: Call<Args, A>): unknown => {
  const { result } = judgement
  if (fingerprint.chars > MAX_REMEMBERED) return undefined
  if (E.isLeft(result)) return result.left.error_class === 'partial_data' ? result.left.data : undefined
  return payloadOf === undefined ? result.right : payloadOf(result.right as never)
}

const lastOf = <Args, A>(call: Call<Args, A>, error: ToolError | undefined): LastAnswer => {
  const { judgement, args, fingerprint } = call
  const hint = error === undefined ? null : refusalHint(error, judgement.onRepeat)
  return new LastAnswer(error?.code ?? null, hint, args.key.id, dataOf(call), fingerprint.chars)
}

// A write that its author calls `transient` counts as not executed, so that the model may call again.
const settlementOf = <Args, A>(call: Call<Args, A>, error: ToolError | undefined): LocalSettlement => {
  const { tool, admission, judgement } = call
  const once = runsOnce(tool)
  const undone = once && error !== undefined && isTransient(tool, error)
  const executed = undone ? 'no' : judgement.executed
  const open = executed === 'unknown' && call.isLedgered
  const ran = executed === 'yes' || (executed === 'unknown' && !open)
  // The ledger stopped it, so the tool was not reached, or the loop detector did, whose refusal is no response: after two of them the call goes through.
  const stopped = admission.refusal !== undefined || (judgement.executed === 'refused' && call.isLedgered)
  return {
    answer: once && ran ? null : call.fingerprint,
    executed,
    open,
    writes: tool.effect === 'write',
    once,
    free: admission.free,
    // A wait of 0 would exempt every repeat.
    retryAfterMs: error?.retryAfterMs || null,
    back:
      stopped ||
      (judgement.handedBack !== undefined && judgement.handedBack.counts !== true && judgement.executed !== 'refused')
  }
}

const settleBudget = <Args, A>(call: Call<Args, A>, error: ToolError | undefined): Promise<unknown> | undefined => {
  const { key, turn, admission } = call
  if (!admission.reserved || turn.closed) return undefined
  const local = settlementOf(call, error)
  call.unchanged = turn.budget.settle(key, local, lastOf(call, error))
  const { store } = turn.settings
  if (store === undefined || !(admission.shared || call.isLedgered)) return undefined
  const { answer, open: _, ...settled } = local
  const settlement = { ...settled, digest: answer?.digest ?? null }
  if (admission.shared) return store.settle(turn.id, call.storeKey, settlement)
  // The ledger has counted it; the store counts it for other calls, if it may have run.
  const mayHaveRun = local.executed === 'yes' || local.executed === 'unknown'
  return mayHaveRun ? store.report(turn.id, call.storeKey, settlement) : undefined
}

/** Leaves a call open that another one continues: it stays counted, and has no response of its own. */
export const leaveOpen = <Args, A>({ tool, admission, turn, key }: Call<Args, A>): void => {
  if (!admission.reserved) return
  const once = runsOnce(tool)
  turn.budget.settle(key, {
    answer: null,
    executed: once ? 'unknown' : 'refused',
    writes: tool.effect === 'write',
    once,
    free: false,
    retryAfterMs: null,
    back: false
  })
}

// -- the loop detector

const exchangeOf = <Args, A>({ tool, turn, key, fingerprint }: Call<Args, A>, record: CallRecord): Exchange => {
  const { executed, outcome } = record
  return {
    tool: tool.name,
    args: turn.settings.loopReadsArgs ? record.args : key,
    // Shared with the budget: a text is digested once at most.
    result: fingerprint,
    outcome,
    code: record.code,
    turn: turn.id,
    // The refusal of a write must say whether there is something to verify.
    executed:
      tool.effect === 'write' && outcome !== 'right' && executed !== 'refused' && executed !== 'no'
        ? executed
        : undefined,
    polls: tool.polls
  }
}

// -- all of it

/** Settles a call. Returns a promise only where a shared store must learn the outcome before the call returns. */
export const settle = <Args, A>(call: Call<Args, A>): Promise<unknown> | undefined => {
  const { turn, judgement, watches } = call
  const { logger, recorder, loop } = turn.settings
  const error = E.isLeft(judgement.result) ? judgement.result.left : undefined
  const settling = settleBudget(call, error)
  const record = recordOf(call)
  if (call.isNumbered || call.tool.effect === 'write') turn.operations.settled(call as Call, error?.code ?? null)
  turn.add(record)
  if (loop !== undefined && judgement.executed !== 'refused' && !call.replayed)
    loop.push(exchangeOf(call, record.draft))
  if (logger !== undefined) log(call, record, error)
  if (watches.length > 0) tellEnd(watches, wholeRecord(record), judgement.result)
  if (recorder !== undefined) keep(recorder, wholeRecord(record), error, judgement)
  return settling
}
