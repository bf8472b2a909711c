/**
 * The repeats that `effect: 'write'` would have refused although they were needed: nothing before them had worked. A
 * rule that breaks what worked must not be advised.
 */
import { ranOf, writesAnew } from './doubles.js'
import { replayGuard, ruleFor, seenKey, type AuditOptions } from './guard-replay.js'
import type { ReadableCall } from './conversation.js'

const turnKey = (call: ReadableCall, options: AuditOptions): string => `${call.turn} ${seenKey(call, options)}`

/** The places of such repeats. Tools whose effect is declared already have their rule. */
export const neededRepeats = (
  calls: ReadonlyArray<ReadableCall | null>,
  options: AuditOptions
): ReadonlySet<number> => {
  const isOpen = (tool: string): boolean => {
    const rule = ruleFor(tool, options)
    return rule?.effect === undefined && writesAnew(tool, rule)
  }
  const writes = calls.filter((call) => call !== null).filter(({ tool }) => isOpen(tool))
  if (new Set(writes.map((call) => turnKey(call, options))).size === writes.length) return new Set()
  const declared = writes.map(({ tool }) => [tool, { ...ruleFor(tool, options), effect: 'write' as const }] as const)
  const replayed = replayGuard(calls, { ...options, tools: { ...options.tools, ...Object.fromEntries(declared) } })
  const worked = new Set<string>()
  const needed = new Set<number>()
  for (const [at, call] of calls.entries()) {
    if (call === null || !isOpen(call.tool)) continue
    const key = turnKey(call, options)
    const ran = ranOf(call)
    if (replayed[at]?.refused === true && ran === 'yes' && !worked.has(key)) needed.add(at)
    if (ran !== 'no') worked.add(key)
  }
  return needed
}
