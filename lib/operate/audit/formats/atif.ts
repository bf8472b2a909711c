/**
 * Trajectories in the interchange format of agents (ATIF), which Harbor and Terminal-Bench write: steps with calls, and
 * their observations beside them.
 */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { partsOf } from '../../../history/content.js'
import { callAnswer, seenCall, type CallAnswer, type Conversation } from '../conversation.js'
import { addUsage, NO_USAGE, usageIn, type Usage } from '../usage.js'
import type { TranscriptFormat } from './format.js'

const isTrajectory = (entry: unknown): entry is Fields =>
  isFields(entry) &&
  Array.isArray(entry['steps']) &&
  (String(entry['schema_version']).startsWith('ATIF') ||
    entry['steps'].some((step) => isFields(step) && 'step_id' in step))

const answerOf = (id: unknown, step: Fields, isOnly: boolean): CallAnswer | null => {
  const results = partsOf(asFields(step['observation'])['results'])
  const own = results.find(({ source_call_id: source }) => source === id && id !== undefined)
  const [first] = results
  // Older ones do not say which call an observation belongs to.
  const result = own ?? (isOnly && first?.['source_call_id'] == null ? first : undefined)
  return result === undefined ? null : callAnswer(result['content'] ?? '', result['is_error'] === true)
}

const usageOf = ({ final_metrics: final }: Fields, steps: ReadonlyArray<Fields>): Usage => {
  const { total_prompt_tokens: input, total_completion_tokens: output, total_cost_usd: cost } = asFields(final)
  if (input !== undefined) return usageIn({ input, output }, cost)
  return steps.reduce((sum, { metrics }) => addUsage(sum, usageIn(metrics)), NO_USAGE)
}

const read = (trajectory: Fields): ReadonlyArray<Conversation> => {
  const all = trajectory['steps'] as ReadonlyArray<unknown>
  const steps = all.filter(isFields)
  let [turn, step, orphaned] = [0, 0, 0]
  const inputs: Array<number> = []
  const calls = steps.flatMap((one) => {
    if (one['source'] === 'user') turn++
    if (one['source'] !== 'agent') return []
    step++
    inputs.push(usageIn(one['metrics']).input)
    const made = partsOf(one['tool_calls'])
    const ids = new Set(made.map(({ tool_call_id: id }) => id))
    orphaned += partsOf(asFields(one['observation'])['results']).filter(
      ({ source_call_id: id }) => id !== undefined && id !== null && !ids.has(id)
    ).length
    return made.map(({ tool_call_id: id, function_name: name, arguments: args }) => {
      const seen = seenCall(name, args, turn, answerOf(id, one, made.length === 1))
      return seen === null ? null : { ...seen, step }
    })
  })
  const own = { entries: all.length, calls, strange: all.length - steps.length, orphaned, steps: step, inputs }
  const inside = partsOf(trajectory['subagent_trajectories']).filter(isTrajectory).flatMap(read)
  return [{ ...own, usage: usageOf(trajectory, steps) }, ...inside]
}

export const atifFormat: TranscriptFormat = {
  recognizes: isTrajectory,
  read: (entries) => {
    const known = entries.filter(isTrajectory)
    const [first, ...others] = known.flatMap(read)
    return first === undefined ? [] : [{ ...first, strange: first.strange + entries.length - known.length }, ...others]
  }
}
