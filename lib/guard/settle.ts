/**
 * The last stage, which always runs: budget, record, loop detector, log line, observers, recorder. None of them changes
 * the result.
 */
import * as E from 'fp-ts/lib/Either.js'
import { levelOf, type ToolError } from '../core/errors/index.js'
import { type Exchange, runsOnce, settled } from '../core/calls/index.js'
import { type LoggerLike, abandon, oneWord, wouldLog } from '../core/foreign/index.js'
import { wholeRecord, type CallRecord, type CallRecorder, type LateRecord, type RecordDraft } from './call-record.js'
import type { Call } from './call.js'
import { namesPrecondition } from '../core/failure/index.js'
import { LastResponse, remakerOf } from './turn-responses.js'
import { digestOfKey } from './keys.js'
import { partOf, type Judgement } from './judgement.js'
import type { Ending, CallStanding } from './logged-call.js'
import { notifyEnd } from './observer.js'
import { noteOpenEnd } from './open-end.js'
import { refusalHint } from './outcome.js'
import { isWrongId, placeToBlame } from './place.js'
import { writeSessionLine, type ShownField } from './session-line.js'
import type { SessionLoop } from './settings.js'
import { cutCause, stackOf } from './thrown/cause.js'
import { warnOfAnswer, warnOfBug, warnOfStore } from './thrown/warning.js'
import type { SharedEnding } from './shared-event.js'
import type { ToolTraits } from './tool.js'

// -- the record

const recordOf = <Args, A>(call: Call<Args, A>): LateRecord => {
  const { callId, turn, tool, args, admission, judgement, unchanged, repair, startedAt, logged } = call
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
  const cause = judgement.cause === undefined ? (judgement.advice ?? '') : cutCause(judgement.cause)
  if (cause !== '') record.cause = cause
  if (admission.asked > 1) record.asked = admission.asked
  if (unchanged || (admission.asked > 1 && judgement.executed === 'refused')) record.unchanged = true
  if (admission.degraded) record.degraded = true
  if (call.replayed) record.replayed = true
  if (call.joined) record.joined = true
  if (call.unsettled) record.unsettled = true
  if (judgement.salvaged) record.salvaged = true
  if (judgement.hidden !== undefined && judgement.hidden > 0) record.hidden = judgement.hidden
  if (repair !== undefined) record.repair = repair
  return { draft: record, key: args.key, kind: tool.kind, write: logged?.write, attempt: logged?.attempt }
}

// -- the log

const log = <Args, A>(
  logger: LoggerLike,
  { turn, judgement, tool: { kind } }: Call<Args, A>,
  record: LateRecord,
  error: ToolError | undefined
): void => {
  const { tool, outcome, code, executed, cause, degraded, replayed, unsettled } = record.draft
  const { thrown } = judgement
  const message = (shown: ShownField): string =>
    `tool_call tool=${oneWord(shown('tool'))} outcome=${outcome} code=${code === null ? 'none' : oneWord(shown('code'))} executed=${executed}`
  const level = error === undefined ? 'debug' : levelOf(error.code, error.error_class)
  // If the process ends before its ledger takes it, this line alone knows the outcome.
  writeSessionLine(turn.settings, unsettled === true && level !== 'error' ? 'warn' : level, message, () => {
    const { callId, turnId, effect, argsHash, operationId, ms, bytes } = wholeRecord(record)
    return {
      callId,
      turnId,
      tool,
      effect,
      ...(kind === undefined ? {} : { undeclared: true }),
      argsHash,
      ...(operationId === undefined ? {} : { operationId }),
      outcome,
      code,
      executed,
      ms: Math.round(ms * 1000) / 1000,
      bytes,
      ...(degraded === true ? { budget: 'budget_degraded' } : {}),
      ...(replayed === true ? { replayed } : {}),
      ...(unsettled === true ? { unsettled } : {}),
      ...(error === undefined ? {} : { detail: error.detail }),
      ...(cause === undefined ? {} : { cause }),
      ...(thrown !== undefined && wouldLog(logger, 'debug') ? stackOf(thrown.value, judgement.taken) : {})
    }
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

// A refusal carries at most 16,384 characters of a payload; a response is rarely more than four times as long as its
// payload.
const MAX_REMEMBERED = 65_536

const dataOf = <Args, A>({ judgement, payloadOf, fingerprint }: Call<Args, A>): unknown =>
  fingerprint.chars > MAX_REMEMBERED ? undefined : partOf(judgement, payloadOf)

const lastOf = <Args, A>(call: Call<Args, A>, error: ToolError | undefined): LastResponse => {
  const { judgement, argsKey, fingerprint } = call
  const { executed, ranWith, report = false } = judgement
  const { chars } = fingerprint
  const hint = error === undefined ? null : refusalHint(error, judgement.onRepeat)
  // What is remembered is the order that stands, and its response.
  if (ranWith !== undefined && error?.data !== undefined)
    return new LastResponse({ code: null, hint: null, args: ranWith, executed, data: error.data, chars })
  const data = dataOf(call)
  const args = ranWith ?? argsKey.id
  return new LastResponse({
    code: error?.code ?? null,
    hint,
    args,
    executed,
    data,
    remake: remakerOf(judgement, fingerprint, data),
    whole: judgement.whole,
    chars,
    // Of a write that may have run, nothing comes first but a look.
    namesPrecondition:
      error !== undefined &&
      (report || call.tool.effect === 'read' || executed !== 'unknown') &&
      namesPrecondition(judgement.says ?? judgement.thrown?.says ?? '')
  })
}

// A write that its author gives back counts as not executed, so that the model may call again.
const standingOf = <Args, A>({ tool, admission, isLedgered, isDenied, judgement }: Call<Args, A>): CallStanding => {
  const { executed, controlReturned, again = false } = judgement
  // The ledger stopped it, so the tool was not reached, or the loop detector did, whose refusal is no response: after
  // two of them the call goes through.
  if (admission.refusal !== undefined || (executed === 'refused' && isLedgered && !isDenied)) return 'voided'
  if (controlReturned !== undefined && controlReturned.ends !== true && executed !== 'refused')
    return controlReturned.counts === true ? 'handed_back' : 'voided'
  if (again && runsOnce(tool)) return 'given_back'
  return executed === 'unknown' && isLedgered ? 'open' : 'made'
}

const endingOf = <Args, A>(call: Call<Args, A>, error: ToolError | undefined): Ending => {
  const { tool, turn, judgement } = call
  const { executed } = judgement
  const isOnceOnly = runsOnce(tool)
  const standing = standingOf(call)
  const isSpent = isOnceOnly && standing === 'made' && (executed === 'yes' || executed === 'unknown')
  return {
    executed,
    code: error?.code ?? null,
    answer: isSpent || turn.closed || !turn.settings.budget.counts ? null : call.fingerprint,
    // A wait of 0 would exempt every repeat.
    retryAfterMs: error?.retryAfterMs || null,
    standing,
    // A ledger knows more of an operation than its tool says.
    ...(isOnceOnly && !call.isLedgered && judgement.report === true && judgement.lost !== true ? { report: true } : {}),
    ...(call.replayed ? { replayed: true } : {}),
    ...(turn.settings.budget.chars === undefined || executed === 'refused' ? {} : { chars: call.fingerprint.length })
  }
}

// Other processes learn digests alone; this one compares the responses themselves.
const sharedOf = ({ kind }: Pick<ToolTraits<never>, 'kind'>, { code, ...ending }: Ending): SharedEnding => ({
  ...ending,
  ...(code === 'denied' ? { code } : {}),
  ...(kind === 'none' && ending.answer !== null ? { alike: ending.answer.alikeDigest } : {})
})

const settleCounts = <Args, A>(call: Call<Args, A>, error: ToolError | undefined): Promise<unknown> | undefined => {
  const { key, turn, tool, admission, logged } = call
  if (logged === undefined) return undefined
  const { settings, shared, closed } = turn
  const ending = endingOf(call, error)
  logged.ranOtherwise = call.judgement.ranWith !== undefined
  const isCounted = settings.budget.counts && !closed
  const unchanged = turn.log.end(logged, ending, settings.clock, isCounted ? lastOf(call, error) : undefined)
  call.unchanged = isCounted && unchanged
  const { store, deadlines } = settings
  if (store === undefined || shared === undefined || closed) return undefined
  const { sharedId, degraded } = admission
  const told = sharedOf(tool, ending)
  if (sharedId !== undefined) {
    if (!degraded) return store.tell(deadlines.storeMs, () => shared.settle(sharedId, told))
    shared.settleAlone(sharedId, told)
    return undefined
  }
  // The ledger has counted it; other calls count it as one in between, if it may have run.
  return call.isLedgered && logged.ran
    ? store.tell(deadlines.storeMs, () => shared.report(digestOfKey(key), tool.effect === 'write', told))
    : undefined
}

// -- the loop detector

/** What failed, where that is not the tool itself. */
const faultOf = <Args, A>(call: Call<Args, A>, error: ToolError): Pick<Exchange, 'place' | 'address' | 'wrongId'> => {
  const { tool, judgement } = call
  const place = placeToBlame(tool, judgement, error, () => call.address)
  return place === undefined ? { wrongId: isWrongId(judgement, error) } : { place, address: call.address }
}

const NO_FAULT: Pick<Exchange, 'place' | 'address' | 'wrongId'> = {}

const exchangeOf = <Args, A>(
  call: Call<Args, A>,
  { executed, outcome, code }: CallRecord,
  error: ToolError | undefined,
  { rules, log: { held } }: SessionLoop
): Exchange => {
  const { tool, turn, fingerprint } = call
  // Spelled out: a spread costs a microsecond.
  const fault = error === undefined ? NO_FAULT : faultOf(call, error)
  return {
    tool: tool.name,
    args: call.seenArgs(rules),
    // Shared with the budget: a text is digested once at most.
    result: fingerprint,
    outcome,
    code,
    turn: turn.id,
    // The refusal of a write must say whether there is something to verify.
    executed:
      tool.effect === 'write' && outcome !== 'right' && executed !== 'refused' && executed !== 'no'
        ? executed
        : undefined,
    // A write with a ceiling of its own may repeat as often: scrolling is no loop.
    polls: tool.polls === true || (outcome === 'right' && runsOnce(tool) && tool.maxIdenticalCalls !== undefined),
    place: fault.place,
    // A place that answers again is forgiven.
    address: held.length === 0 ? fault.address : call.address,
    wrongId: fault.wrongId
  }
}

/**
 * Whether a tool gave a response of its own. An outcome that is not known yet is none: engines ask again, until it is.
 * Nor is it one that a tool hands its call back to the framework, which asks somebody, and makes the call again.
 */
const isExchange = <Args, A>({ judgement, replayed, joined }: Call<Args, A>, error: ToolError | undefined): boolean =>
  judgement.executed !== 'refused' &&
  (judgement.controlReturned === undefined || judgement.controlReturned.counts === true) &&
  !replayed &&
  !joined &&
  error?.code !== 'outcome_unknown'

// -- all of it

// In place, a payload stands in a framework's own response.
const seenResult = <Args, A>({ judgement, payloadOf }: Call<Args, A>): E.Either<ToolError, unknown> =>
  payloadOf === undefined ? judgement.result : E.map(payloadOf as (payload: A) => unknown)(judgement.result)

/** Settles a call. Returns a promise only where a shared store must learn the outcome before the call returns. */
export const settle = <Args, A>(call: Call<Args, A>): Promise<unknown> | undefined => {
  const { turn, judgement, watches } = call
  const { loop } = turn
  const { logger, warns, recorder } = turn.settings
  const error = E.isLeft(judgement.result) ? judgement.result.left : undefined
  const settling = settleCounts(call, error)
  const record = recordOf(call)
  turn.add(record)
  if (turn.settings.ledger !== undefined) noteOpenEnd(call)
  if (loop !== undefined && isExchange(call, error))
    loop.log = settled(loop.log, exchangeOf(call, record.draft, error, loop), loop.rules)
  if (logger !== undefined) log(logger, call, record, error)
  else if (warns && judgement.thrown?.isBug === true)
    warnOfBug(call.tool.name, { thrown: judgement.thrown, cause: record.draft.cause ?? '' }, turn.settings)
  else if (warns && error?.code === 'store_unavailable' && record.draft.cause !== undefined)
    warnOfStore('ledger', record.draft.cause, turn.settings)
  else if (warns && judgement.advice !== undefined) warnOfAnswer(call.tool.name, judgement.advice, turn.settings)
  if (watches.length > 0) notifyEnd(watches, wholeRecord(record), seenResult(call))
  if (recorder !== undefined) keep(recorder, wholeRecord(record), error, judgement)
  return settling
}
