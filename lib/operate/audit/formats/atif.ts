/**
 * Trajectories in the interchange format of agents (ATIF), which Harbor and Terminal-Bench write: steps with calls, and
 * their observations beside them.
 */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { partsOf, stringOf } from '../../../history/content.js'
import { callAnswer, type CallAnswer } from '../call-answer.js'
import type { Conversation } from '../conversation.js'
import { usageIn } from '../usage.js'
import { withStrange } from './entries.js'
import type { TranscriptFormat } from './format.js'
import { StepLog } from './step-log.js'

const isTrajectory = (entry: unknown): entry is Fields =>
  isFields(entry) &&
  Array.isArray(entry['steps']) &&
  (stringOf(entry['schema_version']).startsWith('ATIF') ||
    entry['steps'].some((step) => isFields(step) && 'step_id' in step))

const resultsOf = (step: Fields): ReadonlyArray<Fields> => partsOf(asFields(step['observation'])['results'])

const isUnnamed = ({ source_call_id: id }: Fields): boolean => id === undefined || id === null

/** The results of the calls of a step: by the id of the call, else by place where there are as many as calls. */
const answersOf = (step: Fields, ids: ReadonlyArray<unknown>): ReadonlyArray<CallAnswer | null> => {
  const results = resultsOf(step)
  const unnamed = results.filter(isUnnamed)
  // Of a single call, older ones may write several.
  const inOrder = ids.length === 1 || (unnamed.length === ids.length && unnamed.length === results.length)
  return ids.map((id, at) => {
    const own = results.find((one) => !isUnnamed(one) && one['source_call_id'] === id)
    const result = own ?? (inOrder ? unnamed[at] : undefined)
    return result === undefined ? null : callAnswer(result['content'] ?? '', result['is_error'] === true)
  })
}

/** Reads steps; those of other formats may be written as these. */
export const readTrajectory = (all: ReadonlyArray<unknown>): Conversation => {
  const steps = all.filter(isFields)
  const log = new StepLog()
  for (const step of steps) {
    if (step['source'] === 'user') log.turn()
    if (step['source'] !== 'agent') continue
    log.step(usageIn(step['metrics']))
    const made = partsOf(step['tool_calls'])
    const ids = made.map(({ tool_call_id: id }) => id)
    const answers = answersOf(step, ids)
    for (const [at, { function_name: name, arguments: args }] of made.entries())
      log.call(name, args, { answer: answers[at] ?? null })
    log.orphaned += resultsOf(step).filter((one) => !isUnnamed(one) && !ids.includes(one['source_call_id'])).length
  }
  return log.conversation(all.length, all.length - steps.length)
}

const read = (trajectory: Fields): ReadonlyArray<Conversation> => {
  const own = readTrajectory(trajectory['steps'] as ReadonlyArray<unknown>)
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
