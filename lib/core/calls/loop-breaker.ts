/** Refuses calls that would continue a loop, and lets one through now and then: the cause may be gone. */
import type { Exchange } from './exchange.js'
import { LazyDigest } from './lazy-digest.js'
import { cycleIn, failuresAhead, timesMade, type Loop } from './loop.js'
import {
  blamed,
  forgiven,
  noted,
  seenArgs,
  wouldMeet,
  type LoopRules,
  type NextCall,
  type SeenExchange
} from './seen-exchange.js'

// -- model

/** A call that continued a loop, and was refused or, now and then, let through. */
export interface HeldCall {
  /** The tool or the place that is blamed, or the call itself. */
  readonly whose: string
  readonly args: LazyDigest
  readonly turn: string | number
  readonly passed: boolean
}

/** The latest events of a session. */
export interface LoopLog {
  readonly seen: ReadonlyArray<SeenExchange>
  readonly held: ReadonlyArray<HeldCall>
  /** The arguments that were requested last, where no latest exchange has them: spares another search. */
  readonly unseen?: LazyDigest | undefined
}

/** The log with a call asked for, and the loop for which it is refused. */
export interface LoopDecision {
  readonly log: LoopLog
  readonly loop?: Loop
}

export const NO_EVENTS: LoopLog = { seen: [], held: [] }

// After so many refusals, one goes through.
const REFUSALS = 2
const MAX_HELD = 1_000

// -- asking

const itself = ({ tool, args }: NextCall): string => `call ${args.digest} of ${tool}`

const without = (log: LoopLog, whose: string): LoopLog => ({
  ...log,
  held: log.held.filter((held) => held.whose !== whose)
})

/** Two refusals later one goes through, unless its arguments were tried in this turn. */
const hold = (log: LoopLog, whose: string, { args, turn }: NextCall, loop: Loop): LoopDecision => {
  const held = log.held.filter((one) => one.whose === whose)
  const refused = held.filter(({ passed }) => !passed)
  const wasTried = held.some((one) => one.passed && one.turn === turn && one.args.equals(args))
  const passed = refused.length >= REFUSALS && !wasTried
  // The refusals before it count no more.
  const others = passed ? log.held.filter((one) => !refused.includes(one)) : log.held
  const isCounted = passed || refused.length < REFUSALS
  args.letArgsGo(true)
  const now = isCounted ? [...others, { whose, args, turn, passed }].slice(-MAX_HELD) : others
  return { log: { ...log, held: now }, ...(passed ? {} : { loop }) }
}

/**
 * Asks for a call: whether it would continue a loop, and is not let through to see if the cause is gone. Any new result
 * ends a cycle, which lets none through.
 */
export const asked = (log: LoopLog, next: NextCall, rules: LoopRules): LoopDecision => {
  const times = timesMade(log.seen, next)
  const repeats = times < rules.repeats || next.mayBeNews?.() === true ? undefined : cycleIn(log.seen, rules, next)
  if (repeats?.kind === 'repeat') return hold(log, itself(next), next, repeats)
  // The response has changed since, or may have.
  const rest = log.held.length === 0 ? log : without(log, itself(next))
  if (repeats !== undefined) return { log: rest, loop: repeats }
  const failures = failuresAhead(log.seen, next)
  if (failures === undefined)
    return { log: times === 0 ? { seen: rest.seen, held: rest.held, unseen: next.args } : rest }
  const whose = blamed(failures.latest)
  // A new turn is a new chance: the user has spoken since.
  return failures.latest.turn === next.turn ? hold(rest, whose, next, failures.loop) : { log: close(rest, whose) }
}

// -- settling

const close = (log: LoopLog, whose: string): LoopLog => ({
  ...without(log, whose),
  seen: forgiven(log.seen, whose)
})

/** Notes a settled call. A tool or place whose calls are held is forgiven once one brings anything else. */
export const settled = ({ seen: before, held, unseen }: LoopLog, exchange: Exchange, rules: LoopRules): LoopLog => {
  // What is held is compared with its names below.
  if (held.length > 0 && exchange.args instanceof LazyDigest) exchange.args.letArgsGo(true)
  const log = { seen: noted(before, exchange, rules, unseen !== undefined && exchange.args === unseen), held }
  if (held.length === 0) return log
  const { tool, turn, address } = exchange
  const args = seenArgs(exchange.args, rules)
  const named = address === undefined ? undefined : rules.digest(address)
  const next: NextCall = { tool, args, turn, address: () => named }
  const goesOn = exchange.outcome === 'right' ? undefined : failuresAhead(log.seen, next)
  const met = new Set(before.filter((entry) => entry.failed && wouldMeet(next, entry)).map(blamed))
  return held
    .map(({ whose }) => whose)
    .filter((whose) => met.has(whose) && (goesOn === undefined || blamed(goesOn.latest) !== whose))
    .reduce(close, log)
}
