/**
 * One fold over the calls of recorded conversations: what repeats, what the model was given, what it cost, and what a
 * guard would have refused.
 */
import * as o from '../../core/options.js'
import { alike } from '../../core/errors/index.js'
import { type SeenExchange, loopIn, loopRules, noted } from '../../core/calls/index.js'
import { isPolled } from '../../core/signs/index.js'
import type { HistoryFormat } from '../../history/formats.js'
import { addCounts } from './add-counts.js'
import {
  addTo,
  EMPTY_AUDIT,
  NO_COST,
  NO_REPEATS,
  NO_TOOL,
  type Audit,
  type ContextCost,
  type DoubleWrites,
  type PaidMoney,
  type Repeats,
  type ToolAudit
} from './counts.js'
import { contextCosts, wasted } from './context-cost.js'
import { conversationOf, type Conversation, type ReadableCall, type UnknownEntry } from './conversation.js'
import { doubleWritesIn, type DoubleWrite } from './doubles.js'
import { CONTEXT_TOKENS, givenIn, type GivenFinding } from './given.js'
import { hasWords, replayGuard, ruleFor, seenKey, seenText, type AuditOptions } from './guard-replay.js'
import { isShellCall, ownName } from './known-tools.js'
import { withKeptResults } from './kept-results.js'
import { neededRepeats } from './needed-repeats.js'
import { contextOf, unmadeFrom } from './run-end.js'
import { withStopTime } from './stop-time.js'
import { NO_USAGE, type Usage } from './usage.js'

// -- model

/** One call and its findings. */
export interface CallMark {
  /** Null if it is unreadable. */
  readonly call: ReadableCall | null
  readonly repeat: keyof Repeats | null
  /** Whether a guard would have refused it; `news` if its result was new, or is unknown. */
  readonly refusable: 'unchanged' | 'news' | null
  readonly double: DoubleWrite | undefined
  /** A loop begins with it. */
  readonly beginsLoop: boolean
  /** The run ended before it: it was probably never made. */
  readonly isUnmade: boolean
  /** Which rules would have refused it, although it was needed. */
  readonly isNeeded: { readonly byEffect: boolean; readonly byIdentity: boolean }
  readonly given: ReadonlyArray<GivenFinding>
  readonly context: ContextCost
}

const UNREADABLE: CallMark = {
  call: null,
  repeat: null,
  refusable: null,
  double: undefined,
  beginsLoop: false,
  isUnmade: false,
  isNeeded: { byEffect: false, byIdentity: false },
  given: [],
  context: NO_COST
}

/** The calls of the model that a log counts, and those of them whose tokens it does not state, beside others. */
export interface ModelCalls {
  readonly all: number
  readonly unstated: number
}

/** An audit with a mark for each of its calls. */
export interface ConversationAudit {
  readonly audit: Audit
  readonly marks: ReadonlyArray<CallMark>
  /** How many messages, lines or spans it was read from. */
  readonly entries: number
  /** The first entry that could not be read, where its format says which. */
  readonly unknown?: UnknownEntry | undefined
  /** Why the run ended before its work was done, as the log states it; null if it was done. */
  readonly ended?: string | null | undefined
  /** With which words steps of the model failed. */
  readonly rejected: ReadonlyArray<string>
  readonly modelCalls: ModelCalls
  /** The context by which it was judged. */
  readonly contextTokens: number
}

// -- marking

// A tool that is asked until its answer changes wastes nothing by the same answer, unless a guard would have stopped
// it; and what a shell prints as it fails is what it was asked for.
const isWaste = (
  { tool, args }: ReadableCall,
  { repeat, refusable, given }: Pick<CallMark, 'repeat' | 'refusable' | 'given'>,
  options: AuditOptions
): boolean =>
  refusable === 'unchanged' ||
  (repeat === 'unchanged' && !isPolled(ownName(tool)) && ruleFor(tool, options)?.polls !== true) ||
  given.some(
    ({ kind, code }) => kind === 'web_page' || (kind === 'failed' && (code === 'denied' || !isShellCall(tool, args)))
  )

/**
 * Finds the calls of a conversation that repeated an earlier result of the same call, or an earlier failure of the same
 * tool.
 */
const newsIn = (options: AuditOptions) => {
  const known = new Map<string, string>()
  return (call: ReadableCall): 'unchanged' | 'news' => {
    const { tool, answer } = call
    if (answer === null) return 'news'
    const failed = hasWords(answer)
    const text = failed ? alike(answer.text) : seenText(answer, options)
    const key = seenKey(call, options)
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

/** Whether a message of the user follows every result, as frameworks may write it on their own. */
const isSplit = (calls: ReadonlyArray<ReadableCall | null>): boolean => {
  const read = calls.filter((call) => call !== null)
  const steps = new Set(read.map(({ step }, at) => step ?? at + 1))
  return steps.size > 2 && new Set(read.map(({ turn }) => turn)).size === steps.size
}

const checkOptions = o.options('options', {
  maxIdenticalCalls: o.optional(o.nonNegative),
  contextTokens: o.optional(o.positive),
  // By the detector, and by the rules of each tool.
  loop: o.anything,
  tools: o.anything
} satisfies o.TableOf<AuditOptions>)

// -- auditing

/** Audits one conversation. */
export const auditConversation = (conversation: Conversation, options: AuditOptions = {}): ConversationAudit => {
  checkOptions(options)
  const { strange, unrecorded = 0, orphaned = 0, hosted = 0, usage = NO_USAGE } = conversation
  const kept = withKeptResults(conversation.calls.map(withStopTime))
  // What was only displayed tells neither what the model was given nor whether it was new.
  const calls = kept.map((call) => (call?.answer?.isDisplay === true ? { ...call, answer: null } : call))
  const contextTokens = contextOf(conversation, options.contextTokens ?? CONTEXT_TOKENS)
  const costs = contextCosts(conversation, contextTokens)
  const replayed = replayGuard(calls, options)
  const given = givenIn(calls, contextTokens)
  const unmade = unmadeFrom(conversation)
  // What was never made had no effect, and no guard would have met it.
  const doubles = doubleWritesIn(calls.slice(0, unmade), options)
  const needed = neededRepeats(calls, doubles, options)
  const newsOf = newsIn(options)
  const beginsLoop = loopsIn(options)
  let loops = 0
  const marks = calls.map((call, at): CallMark => {
    const { repeat = 'none', refused = false } = replayed[at] ?? {}
    if (call === null) return UNREADABLE
    const isLoop = beginsLoop(call)
    if (isLoop) loops++
    const news = newsOf(call)
    const found = {
      repeat: repeat === 'none' || at >= unmade ? null : repeat,
      refusable: refused && at < unmade ? news : null,
      given: given[at] ?? []
    }
    const cost = costs[at] ?? NO_COST
    const paid = isWaste(call, found, options) ? wasted(cost, call) : cost
    const context = found.given.some(({ kind }) => kind === 'too_long') ? { ...paid, long: cost.read } : paid
    const isNeeded = { byEffect: needed.byEffect.has(at), byIdentity: needed.byIdentity.has(at) }
    const own = { call: kept[at] ?? call, beginsLoop: isLoop, isUnmade: at >= unmade, isNeeded, context }
    return { ...own, ...found, double: doubles.get(at) }
  })
  const unreadable = strange + calls.filter((call) => call === null).length
  const splitTurns = isSplit(calls) ? 1 : 0
  const counts = countsOf(marks)
  const paid = paidOf(counts.context, usage)
  return {
    audit: { ...counts, loops, orphaned, unreadable, unrecorded, hosted, splitTurns, usage, paid },
    marks,
    entries: conversation.entries,
    unknown: conversation.unknown,
    ended: conversation.ended,
    rejected: conversation.rejected ?? [],
    modelCalls: modelCallsOf(conversation),
    contextTokens
  }
}

const modelCallsOf = ({ modelCalls = 0, inputs }: Conversation): ModelCalls => {
  // A trace counts those alone that state their tokens.
  if (inputs === undefined) return { all: modelCalls, unstated: 0 }
  const stated = inputs.filter((tokens) => tokens > 0).length
  return stated === 0 ? { all: 0, unstated: 0 } : { all: modelCalls, unstated: Math.max(0, modelCalls - stated) }
}

// An estimate must not exceed what was paid. A cost of 0 is of a subscription, or of a model whose price is unknown.
const paidOf = ({ read, wasted: lost }: ContextCost, { cost, input }: Usage): PaidMoney => {
  const of = (tokens: number): number => (input === 0 ? 0 : Math.min(cost, tokens * (cost / input)))
  return { all: of(read), wasted: of(lost), unpriced: cost === 0 || input === 0 ? lost : 0 }
}

const doublesOf = ({ double, isNeeded, refusable }: CallMark): DoubleWrites => {
  const needs = { needed: isNeeded.byEffect ? 1 : 0, neededAlike: isNeeded.byIdentity ? 1 : 0 }
  if (double === undefined) return { ...NO_TOOL.doubles, ...needs }
  const { by, sure, later } = double
  if (later) return { ...NO_TOOL.doubles, later: 1, ...needs }
  return {
    equal: by === 'equal' ? 1 : 0,
    alike: by === 'alike' ? 1 : 0,
    sure: sure ? 1 : 0,
    stopped: refusable === null ? 0 : 1,
    later: 0,
    ...needs
  }
}

const toolOf = (mark: CallMark): ToolAudit => {
  const { repeat, refusable, given, context } = mark
  const kinds = { ...NO_TOOL.given }
  for (const { kind } of given) kinds[kind]++
  return {
    calls: 1,
    repeats: repeat === null ? NO_REPEATS : { ...NO_REPEATS, [repeat]: 1 },
    given: kinds,
    badResults: given.length === 0 ? 0 : 1,
    doubles: doublesOf(mark),
    refusable: refusable === null ? NO_TOOL.refusable : { calls: 1, unchanged: refusable === 'unchanged' ? 1 : 0 },
    context
  }
}

const countsOf = (marks: ReadonlyArray<CallMark>): Audit => {
  const tools = new Map<string, ToolAudit>()
  const time = { waited: 0, wasted: 0 }
  let [sum, unanswered, displayed, unmade] = [NO_TOOL, 0, 0, 0]
  for (const mark of marks) {
    const { call, context } = mark
    if (call === null) continue
    if (call.answer === null) unanswered++
    if (call.answer?.isDisplay === true) displayed++
    if (mark.isUnmade) unmade++
    // A person took the time to refuse the call.
    const { ms = 0 } = mark.given.some(({ code }) => code === 'denied') ? {} : call
    time.waited += ms
    if (context.wastedCalls > 0) time.wasted += ms
    const own = toolOf(mark)
    sum = addCounts(sum, own)
    addTo(tools, call.tool, own)
  }
  return { ...EMPTY_AUDIT, ...sum, unanswered, displayed, unmade, time, tools: Object.fromEntries(tools) }
}

/**
 * Audits one history: repeats by their results, possible double writes, what the model was given in place of data,
 * broken pairs, and the calls that a guard would have refused.
 *
 * @throws TypeError for an unknown format, and for options that cannot work.
 * @category History @since 0.1.0
 * @example
 * import { auditHistory } from 'guarded-call/audit'
 *
 * const audit = auditHistory('openai', [
 *   { role: 'user', content: 'Where is order 7?' },
 *   {
 *     role: 'assistant',
 *     tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'get_order', arguments: '{"id":7}' } }]
 *   }
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
