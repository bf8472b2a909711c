/**
 * The repeats that a rule would have refused although they worked and may have been needed. A rule that breaks what
 * worked must not be advised.
 */
import { failureIn } from '../../core/failure/index.js'
import { hasValues, identityOfOrder, ranOf, writesAnew, type DoubleWrite } from './doubles.js'
import { isFailure, replayGuard, ruleFor, seenKey, type AuditOptions, type AuditToolRule } from './guard-replay.js'
import type { ReadableCall } from './conversation.js'

/** The places of such repeats, by what is declared of the tools that write. */
export interface NeededRepeats {
  /** `effect: 'write'` */
  readonly byEffect: ReadonlySet<number>
  /** `effect: 'write'` with an `identity` that leaves words about the order out. */
  readonly byIdentity: ReadonlySet<number>
}

const NONE: ReadonlySet<number> = new Set()

// Nobody knows what became of such a call: its repeat is what a guard is there for.
const OPEN_END: ReadonlySet<string | undefined> = new Set(['tool_unavailable', 'timeout'])

/** Whether a write after an equal one may have been another deed, or the first to have its effect. */
const mayBeNeeded = ({ args }: ReadableCall, first: ReadableCall | null | undefined): boolean => {
  const { answer = null } = first ?? {}
  return (
    !hasValues(args) ||
    (answer !== null && isFailure(answer) && !OPEN_END.has(failureIn(answer.text, { accepted: true })?.code))
  )
}

/** Finds them. Tools whose effect is declared already have their rule. */
export const neededRepeats = (
  calls: ReadonlyArray<ReadableCall | null>,
  doubles: ReadonlyMap<number, DoubleWrite>,
  options: AuditOptions
): NeededRepeats => {
  const isOpen = ({ tool }: ReadableCall): boolean => {
    const rule = ruleFor(tool, options)
    return rule?.effect === undefined && writesAnew(tool, rule)
  }
  const writes = calls.filter((call) => call !== null).filter(isOpen)
  const refusedBy = (ruleOf: (tool: string) => AuditToolRule): ReadonlySet<number> => {
    const rules = Object.fromEntries(writes.map(({ tool }) => [tool, { ...ruleFor(tool, options), ...ruleOf(tool) }]))
    const guard = { ...options, tools: { ...options.tools, ...rules } }
    if (new Set(writes.map((call) => `${call.turn} ${seenKey(call, guard)}`)).size === writes.length) return NONE
    const replayed = replayGuard(calls, guard)
    const needed = calls.flatMap((call, at) => {
      if (call === null || !isOpen(call) || replayed[at]?.refused !== true || ranOf(call) !== 'yes') return []
      const double = doubles.get(at)
      return double === undefined || double.later || mayBeNeeded(call, calls[double.of]) ? [at] : []
    })
    return new Set(needed)
  }
  return {
    byEffect: refusedBy(() => ({ effect: 'write' })),
    byIdentity: refusedBy((tool) => ({
      effect: 'write',
      identity: ruleFor(tool, options)?.identity ?? identityOfOrder(tool)
    }))
  }
}
