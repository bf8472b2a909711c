/** What a document states of the run whose messages it holds: a sample of Inspect, a run of AgentDojo or tau2. */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { given } from '../../../core/options.js'
import { addCounts } from '../add-counts.js'
import type { Conversation } from '../conversation.js'
import { endOf, endOfError } from '../run-end.js'
import { NO_USAGE, usageIn } from '../usage.js'

export type StatedRun = Pick<Conversation, 'ended' | 'usage' | 'modelCalls'>

/** How it ended, as by a `message limit`, and the tokens of all models; undefined of other documents. */
export const statedRun = ({ messages, model_usage: models, limit, ...run }: Fields): StatedRun | undefined => {
  if (!Array.isArray(messages)) return undefined
  if (!isFields(models)) {
    const ended = typeof run['pipeline_name'] === 'string' ? endOfError(run['error']) : endOf(run['termination_reason'])
    // Of mini-swe-agent.
    const { api_calls: modelCalls } = asFields(asFields(run['info'])['model_stats'])
    const stated = { ...given({ ended }), ...(typeof modelCalls === 'number' ? { modelCalls } : {}) }
    return Object.keys(stated).length === 0 ? undefined : stated
  }
  const { type } = asFields(limit)
  const usage = Object.values(models).reduce((sum: typeof NO_USAGE, one) => addCounts(sum, usageIn(one)), NO_USAGE)
  return { usage, ...given({ ended: limit === null ? null : typeof type === 'string' ? `${type} limit` : undefined }) }
}

/** A run that ended before anything was said. */
export interface UnstartedRun {
  /** Where its list of messages stands, which is empty. */
  readonly field: string
  readonly run: StatedRun
}

/** The same of a run without any message: in a `traj`, τ-bench leaves an empty one beside the error that ended it. */
export const unstartedRun = ({ traj, ...run }: Fields): UnstartedRun | undefined => {
  const messages = traj ?? run['messages']
  if (!Array.isArray(messages) || messages.length > 0) return undefined
  const ended = traj === undefined ? statedRun(run)?.ended : endOf(asFields(run['info'])['error'])
  return typeof ended === 'string' ? { field: traj === undefined ? 'messages' : 'traj', run: { ended } } : undefined
}
