/** What calls and their results cost the context: measured where a log states tokens, else estimated. */
import { textOf } from '../../history/content.js'
import type { ReadableCall } from './conversation.js'
import { NO_COST, type ContextCost } from './counts.js'

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

/** The step that no longer reads a call, for each: what came since fills the context, and it was left out. */
const lastSteps = (
  calls: ReadonlyArray<ReadableCall | null>,
  sizes: ReadonlyArray<CallSize>,
  steps: number,
  contextTokens: number
): ReadonlyArray<number> => {
  let [end, held] = [0, 0]
  return calls.map((_, at) => {
    while (end < calls.length && held <= contextTokens) held += sizes[end++]?.tokens ?? 0
    const filling = held > contextTokens ? calls[end - 1] : undefined
    held -= sizes[at]?.tokens ?? 0
    return filling === undefined || filling === null ? steps : stepOf(filling, end - 1)
  })
}

/** The cost of each call: later steps read it and its result again, until they leave the context. */
export const contextCosts = (
  calls: ReadonlyArray<ReadableCall | null>,
  steps: number,
  inputs: ReadonlyArray<number>,
  contextTokens: number
): ReadonlyArray<ContextCost> => {
  const sizes = sizesOf(calls, inputs)
  const lasts = lastSteps(calls, sizes, steps, contextTokens)
  return calls.map((call, at): ContextCost => {
    if (call === null) return NO_COST
    const { made, tokens, isMeasured } = sizes[at] ?? NOTHING
    const read = tokens * Math.max(1, (lasts[at] ?? 0) - stepOf(call, at))
    return { ...NO_COST, tokens, read, made, measured: isMeasured ? read : 0 }
  })
}

/** The cost of a call that brought nothing. */
export const wasted = (cost: ContextCost, { answer }: ReadableCall): ContextCost => ({
  ...cost,
  wasted: cost.read,
  wastedCalls: 1,
  wastedChars: answer?.text.length ?? 0,
  wastedMade: cost.made
})
