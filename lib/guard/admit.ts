/** The stage that decides whether a call may run at all: the turn, the budget, its ceilings, the loop detector. */
import * as E from 'fp-ts/lib/Either.js'
import { type Loop, type NextCall, asked as askedOf, loopError } from '../core/calls/index.js'
import { type ToolError, fixedError, schemaMismatch } from '../core/errors/index.js'
import { waitFor } from '../core/foreign/index.js'
import { NO_ADMISSION, type Admission } from './admission.js'
import type { Call } from './call.js'
import { lacksResponse, openOtherwise, refusalOf } from './refused-repeat.js'
import { writeSessionLine } from './session-line.js'
import type { SessionSettings } from './settings.js'
import { digestOfKey, operationIdOf } from './keys.js'
import { VOIDED } from './shared-event.js'
import type { SharedDecision, SharedTurn } from './shared-log.js'
import type { SharedBudget } from './shared-stores.js'
import type { ToolTraits } from './tool.js'
import { warnOfStore } from './thrown/warning.js'
import type { TurnState } from './turn.js'
import { NONE, type Ask, type AskedWrite, type AskTerms } from './logged-call.js'

const uncounted = (refusal: ToolError, degraded = false): Admission => ({ ...NO_ADMISSION, refusal, degraded })

const cancelled = (why: string): ToolError =>
  fixedError('schema_mismatch', 'cancelled', `${why}; the tool was not run.`)

const writeOf = <Args, A>({ callId, counted, args, named, turn }: Call<Args, A>): AskedWrite => ({
  callId,
  args: args.data,
  whole: args.whole === args.identity ? undefined : args.whole,
  operationId: (attempt) => operationIdOf(turn.id, counted.inStore(named), attempt)
})

const askOfCall = <Args, A>(call: Call<Args, A>): Ask => {
  const { key, tool, turn, rule, message, approved, ceilings } = call
  if (ceilings?.ofTool !== undefined) turn.limits(tool.name, ceilings.ofTool)
  return {
    key,
    tool: tool.name,
    rule,
    write: tool.effect === 'write' ? writeOf(call) : undefined,
    message,
    approved,
    most: ceilings
  }
}

/** The loop that a call would continue. */
const loopOf = <Args, A>(call: Call<Args, A>): Loop | undefined => {
  const { tool, turn } = call
  const { loop: detector } = turn
  if (detector === undefined) return undefined
  const { rules } = detector
  const next: NextCall = {
    tool: tool.name,
    args: call.seenArgs(rules),
    turn: turn.id,
    inRow: call.rule.inRow === true,
    mayBeNews: () => tool.effect === 'read' && call.rule.kind !== 'writes' && turn.log.wroteSince(call.key),
    address: () => (call.address === undefined ? undefined : rules.digest(call.address))
  }
  const { loop, log } = askedOf(detector.log, next, rules)
  detector.log = log
  return loop
}

/** Learns of the calls of other sessions: which run, and what came of one, unless the response itself came here. */
const learn = <Args, A>(
  { key, turn: { log } }: Call<Args, A>,
  { of: there }: SharedDecision,
  degraded: boolean
): void => {
  const of = log.of(key)
  if (of === undefined) return
  const { running = NONE, standing } = there ?? {}
  of.runsElsewhere = running.some((other) => !of.running.some((call) => call.shared === other))
  if (standing === undefined || of.ended.some((call) => call.shared === standing)) return
  // What this process counts alone may be this session's own.
  if (!degraded || of.last === undefined || (of.saysNo && standing.mayHaveRun)) log.learn(key, standing)
}

/**
 * Counts a call here and decides, or notes what the processes that share the turn decided: `degraded`, this process
 * in the place of its store.
 */
const decide = <Args, A>(call: Call<Args, A>, shared?: SharedDecision, degraded = false): Admission => {
  const { turn } = call
  // What other sessions of this process did refuses it too; else this turn's own log decides.
  const decided = degraded && shared?.by === undefined ? undefined : shared
  const decision = turn.log.ask(askOfCall(call), turn.settings.clock, decided)
  call.logged = decision.call
  if (decision.call !== undefined) {
    decision.call.inVain = call.inVain
    decision.call.shared = degraded ? undefined : shared?.call
  }
  if (shared !== undefined) learn(call, shared, degraded)
  const loop = decision.by === undefined ? loopOf(call) : undefined
  const refusal =
    decision.by !== undefined
      ? refusalOf(call, decision, degraded)
      : loop !== undefined
        ? loopError(loop)
        : openOtherwise(call)
  // Spelled out: a spread that more fields follow costs a microsecond, as much as all the rest of the stage.
  const asked = turn.settings.budget.counts ? decision.count : 0
  const reword =
    call.isLedgered && lacksResponse(call, decision) ? () => refusalOf(call, decision, degraded) : undefined
  return { refusal, reword, asked, sharedId: shared?.id, degraded }
}

/** The refusal of a call that was given up before it began. */
export const CANCELLED: ToolError = cancelled('The caller cancelled the call')

// -- with a shared store

const logDegraded = (settings: SessionSettings, store: SharedBudget, cause: string): void => {
  if (settings.logger === undefined) return settings.warns ? warnOfStore('store', cause, settings) : undefined
  const calls = store.noteDegraded(settings.clock())
  if (calls !== undefined)
    writeSessionLine(
      settings,
      'warn',
      () => `budget_degraded calls=${calls}`,
      () => ({ calls, cause })
    )
}

const unavailable = ({ name, effect }: Pick<ToolTraits<never>, 'name' | 'effect'>): ToolError =>
  schemaMismatch({
    code: 'store_unavailable',
    detail: `The shared budget cannot be reached, so it is unknown whether ${name} was already called; the tool was not run.`,
    ...(effect === 'read' ? { hint: 'Tell the user that this tool is unavailable.' } : {})
  })

// It never ran: count it as if it had not been requested.
const takeBack = async (
  store: SharedBudget,
  shared: SharedTurn,
  asking: ReturnType<SharedBudget['ask']>,
  turn: TurnState
): Promise<void> => {
  const asked = await asking
  if (E.isRight(asked) && asked.right.call !== undefined && !turn.closed)
    await store.tell(turn.settings.deadlines.storeMs, () => shared.settle(asked.right.id, VOIDED))
}

const termsOf = <Args, A>({ approved, args, ceilings, tool }: Call<Args, A>): AskTerms => ({
  approved,
  args: tool.effect === 'write' && args.whole !== args.identity ? args.whole?.hash : undefined,
  ...(ceilings === undefined ? {} : { tool: digestOfKey(tool.name), most: ceilings })
})

const admitShared = async <Args, A>(
  store: SharedBudget,
  shared: SharedTurn,
  call: Call<Args, A>
): Promise<Admission> => {
  const { key, tool, turn, rule } = call
  const { storeMs } = turn.settings.deadlines
  const asks = [digestOfKey(key), rule, tool.effect === 'write', termsOf(call)] as const
  const asking = store.ask(storeMs, shared, ...asks)
  const waited = await waitFor(() => asking, { signals: call.signals })
  if (turn.closed) return uncounted(cancelled('The turn was closed'))
  if (waited.kind !== 'answered' || call.isCancelled) {
    void takeBack(store, shared, asking, turn)
    return uncounted(CANCELLED)
  }
  const asked = waited.answer
  // Counted here too, for times when the store cannot be reached.
  if (E.isRight(asked)) return decide(call, asked.right)
  logDegraded(turn.settings, store, asked.left)
  if (turn.settings.onStoreError[tool.effect] === 'refuse') return uncounted(unavailable(tool), true)
  const alone = store.askAlone(shared, ...asks)
  const admission = decide(call, alone, true)
  if (call.logged === undefined && alone.by === undefined) shared.settleAlone(alone.id, VOIDED)
  return admission
}

const forgotten = (tool: string): ToolError =>
  schemaMismatch({
    code: 'store_unavailable',
    detail: `What was saved of this conversation cannot be read, so it is unknown whether ${tool} was already called; the tool was not run.`,
    hint: 'Do not call a tool that writes in this conversation. Verify with a read what was done, or tell the user.'
  })

/** Admits a call at once by the counts of this process: it is counted before anything else runs. */
export const admitHere = <Args, A>(call: Call<Args, A>): Admission => {
  const { turn, tool } = call
  if (turn.settings.forgot && tool.effect === 'write' && tool.idempotent !== true && !call.isLedgered)
    return uncounted(forgotten(tool.name))
  if (turn.closed) return uncounted(cancelled('The turn is closed'))
  if (call.isCancelled) return uncounted(CANCELLED)
  return decide(call)
}

/** Takes a call out of the counts again, which asks for something before it runs: its caller makes it anew. */
export const handBack = <Args, A>({ logged, turn }: Call<Args, A>): void => {
  const ending = { executed: 'no', standing: 'voided', code: null, answer: null, retryAfterMs: null } as const
  if (logged !== undefined) turn.log.end(logged, ending, turn.settings.clock)
}

/** Admits a call or refuses it. A shared store counts it first, unless it is a write that a ledger counts. */
export const admit = <Args, A>(call: Call<Args, A>): Admission | Promise<Admission> => {
  const { settings, shared, closed } = call.turn
  const { store, budget } = settings
  return store === undefined || shared === undefined || call.isLedgered || !budget.counts || closed || call.isCancelled
    ? admitHere(call)
    : admitShared(store, shared, call)
}
