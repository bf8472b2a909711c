/** What calls and their results cost the context: measured where a log states tokens, else estimated. */
import { textOf } from '../../history/content.js'
import type { Conversation, ReadableCall } from './conversation.js'
import { NO_COST, type ContextCost } from './counts.js'
import { NO_USAGE } from './usage.js'

// -- sizes

const CHARS_PER_TOKEN = 4

const tokensIn = (chars: number): number => Math.ceil(chars / CHARS_PER_TOKEN)

interface CallSize {
  /** What the model wrote to make the call. */
  readonly made: number
  /** The call and its result. */
  readonly tokens: number
  readonly isMeasured: boolean
}

const NOTHING: CallSize = { made: 0, tokens: 0, isMeasured: false }

const stepOf = (call: ReadableCall, at: number): number => call.step ?? at + 1

const charsOf = ({ tool, args, answer }: ReadableCall): { readonly made: number; readonly all: number } => {
  const made = tool.length + textOf(args).length
  return { made, all: made + (answer?.text.length ?? 0) }
}

/**
 * What the calls of a step and their results take: so much more was read in the next step. A token has a character at
 * least: what grew by more than that is a message of the user too, or what the model said.
 */
const grownBy = (step: number, inputs: ReadonlyArray<number>, chars: number): number | undefined => {
  const [before = 0, after = 0] = [inputs[step - 1], inputs[step]]
  const grown = after - before
  return before > 0 && grown > 0 && grown <= chars ? grown : undefined
}

const sizesOf = (calls: ReadonlyArray<ReadableCall | null>, inputs: ReadonlyArray<number>): ReadonlyArray<CallSize> => {
  const chars = calls.map((call) => (call === null ? { made: 0, all: 0 } : charsOf(call)))
  const ofStep = new Map<number, number>()
  for (const [at, call] of calls.entries())
    if (call !== null) ofStep.set(stepOf(call, at), (ofStep.get(stepOf(call, at)) ?? 0) + (chars[at]?.all ?? 0))
  return calls.map((call, at): CallSize => {
    if (call === null) return NOTHING
    const { made, all } = chars[at] ?? { made: 0, all: 0 }
    const step = stepOf(call, at)
    const charsOfStep = ofStep.get(step) ?? 0
    const grown = grownBy(step, inputs, charsOfStep)
    if (grown === undefined) return { made: tokensIn(made), tokens: tokensIn(all), isMeasured: false }
    const share = all / charsOfStep
    return {
      made: Math.min(tokensIn(made), Math.round(grown * share)),
      tokens: Math.round(grown * share),
      isMeasured: true
    }
  })
}

// -- how often they are read

/**
 * The last step that reads a call, for each: what came since fills the context of the next one, or the log states that
 * the next one read less, since older results were left out or condensed.
 */
const lastSteps = (
  calls: ReadonlyArray<ReadableCall | null>,
  sizes: ReadonlyArray<CallSize>,
  steps: number,
  inputs: ReadonlyArray<number>,
  contextTokens: number
): ReadonlyArray<number> => {
  const lasts = calls.map(() => steps)
  let [first, next, held, before] = [0, 0, 0, 0]
  const isEarlier = (call: ReadableCall | null | undefined, at: number, step: number): boolean =>
    call === null || (call !== undefined && stepOf(call, at) < step)
  for (let step = 2; step <= steps; step++) {
    for (; next < calls.length && isEarlier(calls[next], next, step); next++) held += sizes[next]?.tokens ?? 0
    const input = inputs[step - 1] ?? 0
    // A question beside the conversation, of which the next step knows nothing.
    const stated = input < before && (inputs[step] ?? 0) >= before ? 0 : input
    // No more can have left than what the input shrank by, unless the rest is too much for it.
    const shrunk = stated > 0 ? Math.max(0, before - stated) : 0
    const [least, most] = [held - shrunk, stated > 0 ? Math.min(contextTokens, stated) : contextTokens]
    for (; first < next && (held > most || held - (sizes[first]?.tokens ?? 0) >= least); first++) {
      lasts[first] = step - 1
      held -= sizes[first]?.tokens ?? 0
    }
    if (stated > 0) before = stated
  }
  return lasts
}

/** The costs, lowered to what the log states was read in all, where the results hold more than that. */
const withinStated = (
  costs: ReadonlyArray<ContextCost>,
  inputs: ReadonlyArray<number>,
  stated: number
): ReadonlyArray<ContextCost> => {
  const read = costs.reduce((sum, cost) => sum + cost.read, 0)
  // Where only some steps state it, the others read more.
  const isWhole = inputs.every((input) => input > 0) || inputs.every((input) => input === 0)
  if (stated === 0 || read <= stated || !isWhole) return costs
  return costs.map((cost) => {
    const lowered = Math.floor((cost.read * stated) / read)
    return { ...cost, tokens: Math.min(cost.tokens, lowered), read: lowered, measured: 0, atMost: lowered }
  })
}

/** The cost of each call: later steps read it and its result again, until they leave the context. */
export const contextCosts = (
  { calls, steps = calls.length, inputs = [], usage = NO_USAGE }: Conversation,
  contextTokens: number
): ReadonlyArray<ContextCost> => {
  const sizes = sizesOf(calls, inputs)
  const lasts = lastSteps(calls, sizes, steps, inputs, contextTokens)
  const costs = calls.map((call, at): ContextCost => {
    if (call === null) return NO_COST
    const { made, tokens, isMeasured } = sizes[at] ?? NOTHING
    const read = tokens * Math.max(1, (lasts[at] ?? 0) - stepOf(call, at))
    const atMost = call.answer?.isMore === true && !isMeasured ? read : 0
    return { ...NO_COST, tokens, read, made, measured: isMeasured ? read : 0, atMost }
  })
  return withinStated(costs, inputs, usage.input)
}

/** The cost of a call that brought nothing. */
export const wasted = (cost: ContextCost, { answer }: ReadableCall): ContextCost => ({
  ...cost,
  wasted: cost.read,
  wastedCalls: 1,
  wastedChars: answer?.text.length ?? 0,
  wastedMade: cost.made
})
