/** Counts repeats, loops and errors of recorded conversations, and the calls that a guard would have refused. */
import * as o from '../../core/options.js'
import { type ErrorClass, alike } from '../../core/errors/index.js'
import { type SeenExchange, loopIn, loopRules, noted } from '../../core/calls/index.js'
import { textOf } from '../../history/content.js'
import type { HistoryFormat } from '../../history/formats.js'
import { conversationOf, type Conversation, type ReadableCall } from './conversation.js'
import { isFailure, replayGuard, seenKey, seenText, type AuditOptions } from './guard-replay.js'

// -- model

/** Repeats of a call within its turn, by their result: only `unchanged` ones were wasted. @category History @since 0.1.0 */
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
  /** The estimated tokens of the unchanged ones and their results, at four characters a token. */
  readonly tokens: number
}

/** The counts of one tool. @category History @since 0.1.0 */
export interface ToolAudit {
  readonly calls: number
  readonly repeats: Repeats
  readonly errors: number
  readonly refusable: number
}

/** The counts of some conversations. @category History @since 0.1.0 */
export interface Audit {
  readonly calls: number
  /** Calls with an unreadable name or arguments, and messages of no known form; no other count includes them. */
  readonly unreadable: number
  readonly repeats: Repeats
  /** How many loops began. */
  readonly loops: number
  /** Failed calls by error class; `failed` where the class is unknown. */
  readonly errors: Readonly<Record<ErrorClass | 'failed', number>>
  /** Calls without a real result. */
  readonly unanswered: number
  /** Results without an earlier call. */
  readonly orphaned: number
  readonly refusable: Refusable
  readonly tools: Readonly<Record<string, ToolAudit>>
}

/** One call and its findings. */
export interface CallMark {
  /** Null if it is unreadable. */
  readonly call: ReadableCall | null
  readonly repeat: keyof Repeats | null
  /** Whether a guard would have refused it; `news` if its result was new, or is unknown. */
  readonly refusable: 'unchanged' | 'news' | null
}

/** An audit with a mark for each of its calls. */
export interface ConversationAudit {
  readonly audit: Audit
  readonly marks: ReadonlyArray<CallMark>
}

// -- nothing, and sums

const NO_REPEATS: Repeats = { unchanged: 0, rechecked: 0, changed: 0, unknown: 0 }
const NO_TOOL: ToolAudit = { calls: 0, repeats: NO_REPEATS, errors: 0, refusable: 0 }

/** An audit of nothing. @category History @since 0.1.0 */
export const EMPTY_AUDIT: Audit = {
  calls: 0,
  unreadable: 0,
  repeats: NO_REPEATS,
  loops: 0,
  errors: { schema_mismatch: 0, partial_data: 0, semantic_garbage: 0, failed: 0 },
  unanswered: 0,
  orphaned: 0,
  refusable: { calls: 0, unchanged: 0, tokens: 0 },
  tools: {}
}

const addCounts = <Counts extends Readonly<Record<keyof Counts, number>>>(one: Counts, other: Counts): Counts => {
  const sum: Record<string, number> = {}
  for (const key of Object.keys(one) as Array<keyof Counts & string>) sum[key] = one[key] + other[key]
  return sum as unknown as Counts
}

const addTool = (one: ToolAudit, other: ToolAudit): ToolAudit => ({
  calls: one.calls + other.calls,
  repeats: addCounts(one.repeats, other.repeats),
  errors: one.errors + other.errors,
  refusable: one.refusable + other.refusable
})

// A tool may be called `__proto__`.
const addTools = (one: Audit['tools'], other: Audit['tools']): Audit['tools'] => {
  const sum = new Map(Object.entries(one))
  for (const [name, tool] of Object.entries(other)) sum.set(name, addTool(sum.get(name) ?? NO_TOOL, tool))
  return Object.fromEntries(sum)
}

/** Adds two audits up. @category History @since 0.1.0 */
export const addAudits = (one: Audit, other: Audit): Audit => ({
  calls: one.calls + other.calls,
  unreadable: one.unreadable + other.unreadable,
  repeats: addCounts(one.repeats, other.repeats),
  loops: one.loops + other.loops,
  errors: addCounts(one.errors, other.errors),
  unanswered: one.unanswered + other.unanswered,
  orphaned: one.orphaned + other.orphaned,
  refusable: addCounts(one.refusable, other.refusable),
  tools: addTools(one.tools, other.tools)
})

// -- marking

const CHARS_PER_TOKEN = 4

const charsOf = ({ tool, args, answer }: ReadableCall): number =>
  tool.length + textOf(args).length + (answer?.text.length ?? 0)

/** Finds the calls of a conversation that repeated an earlier result of the same call, or an earlier failure of the same tool. */
const newsIn = (options: AuditOptions) => {
  const known = new Map<string, string>()
  return (call: ReadableCall): 'unchanged' | 'news' => {
    const { tool, answer } = call
    if (answer === null) return 'news'
    const failed = isFailure(answer)
    const text = failed ? alike(answer.text) : seenText(answer, options)
    const key = seenKey(call)
    const isOld = known.get(key) === text || (failed && known.get(tool) === text)
    known.set(key, text)
    if (failed) known.set(tool, text)
    return isOld ? 'unchanged' : 'news'
  }
}

/** Counts how many loops began. */
const loopsIn = (options: AuditOptions) => {
  const rules = loopRules(options.loop)
  let seen: ReadonlyArray<SeenExchange> = []
  let looping = false
  return ({ tool, args, turn, answer }: ReadableCall): boolean => {
    if (answer === null || answer.refused) return false
    seen = noted(seen, { tool, args, result: answer.text, outcome: answer.outcome, code: answer.code, turn }, rules)
    const before = looping
    looping = loopIn(seen, rules) !== undefined
    return looping && !before
  }
}

const checkOptions = o.options('options', {
  maxIdenticalCalls: o.optional(o.nonNegative),
  // By the detector, and by the rules of each tool.
  loop: o.anything,
  tools: o.anything
} satisfies o.TableOf<AuditOptions>)

// -- auditing

/** Audits one conversation. */
export const auditConversation = (
  { calls, strange, orphaned }: Conversation,
  options: AuditOptions = {}
): ConversationAudit => {
  checkOptions(options)
  const replayed = replayGuard(calls, options)
  const newsOf = newsIn(options)
  const beginsLoop = loopsIn(options)
  let loops = 0
  const marks = calls.map((call, at): CallMark => {
    const { repeat = 'none', refused = false } = replayed[at] ?? {}
    if (call === null) return { call, repeat: null, refusable: null }
    if (beginsLoop(call)) loops++
    const news = newsOf(call)
    return { call, repeat: repeat === 'none' ? null : repeat, refusable: refused ? news : null }
  })
  return {
    audit: { ...countsOf(marks), loops, orphaned, unreadable: strange + calls.filter((call) => call === null).length },
    marks
  }
}

const isError = ({ answer }: ReadableCall): boolean => answer !== null && answer.outcome !== 'right'

const countsOf = (marks: ReadonlyArray<CallMark>): Audit => {
  const errors = { ...EMPTY_AUDIT.errors }
  const repeats = { ...NO_REPEATS } as Record<keyof Repeats, number>
  const tools = new Map<string, ToolAudit>()
  const refusable = { calls: 0, unchanged: 0, chars: 0 }
  let [counted, unanswered] = [0, 0]
  for (const { call, repeat, refusable: refused } of marks) {
    if (call === null) continue
    counted++
    if (repeat !== null) repeats[repeat]++
    if (call.answer === null) unanswered++
    else if (call.answer.outcome !== 'right') (errors as Record<string, number>)[call.answer.outcome]!++
    if (refused !== null) refusable.calls++
    if (refused === 'unchanged') {
      refusable.unchanged++
      refusable.chars += charsOf(call)
    }
    const own: ToolAudit = {
      calls: 1,
      repeats: repeat === null ? NO_REPEATS : { ...NO_REPEATS, [repeat]: 1 },
      errors: isError(call) ? 1 : 0,
      refusable: refused === null ? 0 : 1
    }
    tools.set(call.tool, addTool(tools.get(call.tool) ?? NO_TOOL, own))
  }
  const { chars, ...refused } = refusable
  return {
    ...EMPTY_AUDIT,
    calls: counted,
    repeats,
    errors,
    unanswered,
    refusable: { ...refused, tokens: Math.ceil(chars / CHARS_PER_TOKEN) },
    tools: Object.fromEntries(tools)
  }
}

/**
 * Audits one history: repeats by their results, loops, errors, broken pairs, and the calls that a guard would have refused.
 *
 * @throws TypeError for an unknown format, and for options that cannot work.
 * @category History @since 0.1.0
 * @example
 * import { auditHistory } from 'guarded-call/audit'
 *
 * const audit = auditHistory('openai', [
 *   { role: 'user', content: 'Where is order 7?' },
 *   { role: 'assistant', tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_order', arguments: '{"id":7}' } }] }
 * ])
 *
 * assert.equal(audit.calls, 1)
 * assert.equal(audit.unanswered, 1)
 */
export const auditHistory = (
  format: HistoryFormat,
  messages: ReadonlyArray<unknown>,
  options: AuditOptions = {}
): Audit => auditConversation(conversationOf(format, messages), options).audit
