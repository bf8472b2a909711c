/** The counts of recorded conversations, and their sums. */
import { addCounts } from './add-counts.js'
import type { GivenKind } from './given.js'
import { NO_USAGE, type Usage } from './usage.js'

// -- model

/**
 * Repeats of a call within its turn, by their result: only `unchanged` ones were wasted.
 * @category History @since 0.1.0
 */
export interface Repeats {
  readonly unchanged: number
  /** The same result, after another call wrote something. */
  readonly rechecked: number
  readonly changed: number
  /** One of the two results was not recorded. */
  readonly unknown: number
}

/** The calls that a guard would have refused. @category History @since 0.1.0 */
export interface Refusable {
  readonly calls: number
  /** Those whose result, or failure, was the earlier one: the calls that a refusal would have saved. */
  readonly unchanged: number
}

/** Writes that may have had their effect more than once in a turn. @category History @since 0.1.0 */
export interface DoubleWrites {
  /** The same arguments, or the same `identity`. */
  readonly equal: number
  /** Arguments that differ only in words about the order, or in what is new in each request. */
  readonly alike: number
  /** Those where both responses report success; of the others, one leaves it open. */
  readonly sure: number
  /** Those that the guard would have refused. */
  readonly stopped: number
  /**
   * Equal writes, but for how they are paid, in a later turn, after one that worked; the user may have asked for them.
   * In no other figure here.
   */
  readonly later: number
  /** Repeats that `effect: 'write'` would have refused although they worked and may have been needed. */
  readonly needed: number
  /** Repeats that it would have refused likewise with an `identity` that leaves words about the order out. */
  readonly neededAlike: number
}

/**
 * Tokens: what the input that the log states grew by from a step to the next one, else estimated at four characters a
 * token. Each step of the model reads the results before it once more, as far as they fit into the context.
 * @category History @since 0.1.0
 */
export interface ContextCost {
  /** The calls and their results, once. */
  readonly tokens: number
  /** The same, as often as they were read. */
  readonly read: number
  /** Of `read`, what the log states; the rest is estimated. */
  readonly measured: number
  /** Of `read`, the most that can have been read: the log holds more than the model did read. */
  readonly atMost: number
  /** Of `read`, what was wasted: failures, web pages in place of data, and repeats that brought nothing new. */
  readonly wasted: number
  readonly wastedCalls: number
  /** The characters of their results, once. */
  readonly wastedChars: number
  /** What the model wrote to make the calls, once. */
  readonly made: number
  readonly wastedMade: number
  /** Of `read`, the calls whose results fill more than a tenth of the context. */
  readonly long: number
}

/** Milliseconds between calls and their results, where the log has times. @category History @since 0.1.0 */
export interface WaitedTime {
  readonly waited: number
  readonly wasted: number
}

/** Money at the average price that each log states; others are left out. @category History @since 0.1.0 */
export interface PaidMoney {
  readonly all: number
  readonly wasted: number
  /** The wasted tokens of logs that state no price. */
  readonly unpriced: number
}

/** The counts of one tool. @category History @since 0.1.0 */
export interface ToolAudit {
  readonly calls: number
  readonly repeats: Repeats
  /** What the model was given in place of data, by kind; a long result may have two of them. */
  readonly given: Readonly<Record<GivenKind, number>>
  /** The results with any of these findings, each once. */
  readonly badResults: number
  readonly doubles: DoubleWrites
  readonly refusable: Refusable
  readonly context: ContextCost
}

/** The counts of some conversations. @category History @since 0.1.0 */
export interface Audit extends ToolAudit {
  /** Calls with an unreadable name or arguments, and messages of no known form; no other count includes them. */
  readonly unreadable: number
  /** Of `unreadable`, calls of which the log holds a name and no arguments. */
  readonly unrecorded: number
  /** How many loops began. */
  readonly loops: number
  /** Calls without a real result. */
  readonly unanswered: number
  /** Calls of whose result the log holds what a person was shown; no judgement of results includes them. */
  readonly displayed: number
  /** Of `unanswered`, those of the last step of a run that ended, of which none has a result: probably never made. */
  readonly unmade: number
  /** Results without an earlier call. */
  readonly orphaned: number
  /** Calls that a provider ran itself; no other count includes them. */
  readonly hosted: number
  /** Conversations in which a message of the user follows every result, so that no repeat stands in one turn. */
  readonly splitTurns: number
  readonly time: WaitedTime
  /** What the logs state of tokens and money. */
  readonly usage: Usage
  /** What calls and their results cost of it. */
  readonly paid: PaidMoney
  /** The counts of each tool; those of more than 1,000 tools are together, under `other tools`. */
  readonly tools: Readonly<Record<string, ToolAudit>>
}

// -- nothing, and sums

export const NO_REPEATS: Repeats = { unchanged: 0, rechecked: 0, changed: 0, unknown: 0 }
export const NO_COST: ContextCost = {
  tokens: 0,
  read: 0,
  measured: 0,
  atMost: 0,
  wasted: 0,
  wastedCalls: 0,
  wastedChars: 0,
  made: 0,
  wastedMade: 0,
  long: 0
}
export const NO_TOOL: ToolAudit = {
  calls: 0,
  repeats: NO_REPEATS,
  given: { web_page: 0, cut: 0, failed: 0, more_pages: 0, empty: 0, too_long: 0 },
  badResults: 0,
  doubles: { equal: 0, alike: 0, sure: 0, stopped: 0, later: 0, needed: 0, neededAlike: 0 },
  refusable: { calls: 0, unchanged: 0 },
  context: NO_COST
}

/** An audit of nothing. @category History @since 0.1.0 */
export const EMPTY_AUDIT: Audit = {
  ...NO_TOOL,
  unreadable: 0,
  unrecorded: 0,
  loops: 0,
  unanswered: 0,
  displayed: 0,
  unmade: 0,
  orphaned: 0,
  hosted: 0,
  splitTurns: 0,
  time: { waited: 0, wasted: 0 },
  usage: NO_USAGE,
  paid: { all: 0, wasted: 0, unpriced: 0 },
  tools: {}
}

const MAX_TOOLS = 1_000
const OTHER_TOOLS = 'other tools'

export const addTo = (tools: Map<string, ToolAudit>, name: string, tool: ToolAudit): void => {
  const key = tools.has(name) || tools.size < MAX_TOOLS ? name : OTHER_TOOLS
  tools.set(key, addCounts(tools.get(key) ?? NO_TOOL, tool))
}

// A tool may be called `__proto__`.
const addTools = (one: Audit['tools'], other: Audit['tools']): Audit['tools'] => {
  const sum = new Map(Object.entries(one))
  for (const [name, tool] of Object.entries(other)) addTo(sum, name, tool)
  return Object.fromEntries(sum)
}

/** Adds two audits up. @category History @since 0.1.0 */
export const addAudits = (one: Audit, other: Audit): Audit => {
  const [{ tools, ...counts }, { tools: otherTools, ...otherCounts }] = [one, other]
  return { ...addCounts(counts, otherCounts), tools: addTools(tools, otherTools) }
}
