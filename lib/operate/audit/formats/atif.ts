/**
 * Trajectories in the interchange format of agents (ATIF), which Harbor and Terminal-Bench write: steps with calls, and
 * their observations beside them.
 */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { partsOf } from '../../../history/content.js'
import { callAnswer, type CallAnswer, type Conversation } from '../conversation.js'
import { usageIn } from '../usage.js'
import { withStrange } from './entries.js'
import type { TranscriptFormat } from './format.js'
import { StepLog } from './step-log.js'

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

const read = (trajectory: Fields): ReadonlyArray<Conversation> => {
  const all = trajectory['steps'] as ReadonlyArray<unknown>
  const steps = all.filter(isFields)
  const log = new StepLog()
  for (const step of steps) {
    if (step['source'] === 'user') log.turn()
    if (step['source'] !== 'agent') continue
    log.step(usageIn(step['metrics']))
    const made = partsOf(step['tool_calls'])
    for (const { tool_call_id: id, function_name: name, arguments: args } of made)
      log.call(name, args, { answer: answerOf(id, step, made.length === 1) })
    const ids = new Set(made.map(({ tool_call_id: id }) => id))
    log.orphaned += partsOf(asFields(step['observation'])['results']).filter(
      ({ source_call_id: id }) => id !== undefined && id !== null && !ids.has(id)
    ).length
  }
  const own = log.conversation(all.length, all.length - steps.length)
  const inside = partsOf(trajectory['subagent_trajectories']).filter(isTrajectory).flatMap(read)
  const {
    total_prompt_tokens: input,
    total_completion_tokens: output,
    total_cost_usd: cost
  } = asFields(trajectory['final_metrics'])
  return [input === undefined ? own : { ...own, usage: usageIn({ input, output }, cost) }, ...inside]
}

export const atifFormat: TranscriptFormat = {
  recognizes: isTrajectory,
  read: (entries) => {
    const known = entries.filter(isTrajectory)
    return withStrange(known.flatMap(read), entries.length - known.length)
  }
}
