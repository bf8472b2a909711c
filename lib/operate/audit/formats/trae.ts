/** Trajectories of Trae Agent, read as those of ATIF: its steps name calls and results in other words. */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { partsOf, stringOf } from '../../../history/content.js'
import type { Conversation } from '../conversation.js'
import { endOf } from '../run-end.js'
import { readTrajectory } from './atif.js'
import { withStrange } from './entries.js'
import type { TranscriptFormat } from './format.js'

const isRun = (entry: unknown): entry is Fields =>
  isFields(entry) && Array.isArray(entry['agent_steps']) && Array.isArray(entry['llm_interactions'])

const callOf = ({ call_id: id, name, arguments: args }: Fields): Fields => ({
  tool_call_id: id,
  function_name: name,
  arguments: args
})

// A command that failed has what it printed in both.
const resultOf = ({ call_id: id, success, result, error }: Fields): Fields => ({
  source_call_id: id,
  content: [result, error].filter((text) => stringOf(text) !== '').join('\n'),
  is_error: success === false
})

/** The steps; a response states only there, beside its request, what a cache supplied. */
const stepsOf = ({ agent_steps: steps, llm_interactions: interactions }: Fields): ReadonlyArray<unknown> => {
  const usages = partsOf(interactions).map(({ response }) => asFields(response)['usage'])
  return (steps as ReadonlyArray<unknown>).map((step) => {
    if (!isFields(step)) return step
    const { llm_response: response, tool_calls: calls, tool_results: results } = step
    // The request of a step without one failed.
    if (!isFields(response)) return {}
    return {
      source: 'agent',
      metrics: usages.shift() ?? response['usage'],
      tool_calls: partsOf(calls).map(callOf),
      observation: { results: partsOf(results).map(resultOf) }
    }
  })
}

const endIn = ({ agent_steps: steps, success }: Fields): Conversation['ended'] =>
  success === true ? null : endOf(partsOf(steps).at(-1)?.['error'])

export const traeFormat: TranscriptFormat = {
  recognizes: isRun,
  read: (entries) => {
    const runs = entries.filter(isRun)
    return withStrange(
      runs.map((run) => ({ ...readTrajectory(stepsOf(run)), ended: endIn(run) })),
      entries.length - runs.length
    )
  }
}
