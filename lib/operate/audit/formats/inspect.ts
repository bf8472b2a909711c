/** What a sample of Inspect states of its run, beside its messages. */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { given } from '../../../core/options.js'
import { addCounts } from '../add-counts.js'
import type { Conversation } from '../conversation.js'
import { NO_USAGE, usageIn } from '../usage.js'

/** What a document states of the run whose messages it holds. */
export type StatedRun = Pick<Conversation, 'ended' | 'usage'>

/** The limit that ended it, `message limit`, and the tokens of all models; undefined of other documents. */
export const statedRun = ({ messages, model_usage: models, limit }: Fields): StatedRun | undefined => {
  if (!Array.isArray(messages) || !isFields(models)) return undefined
  const { type } = asFields(limit)
  const usage = Object.values(models).reduce((sum: typeof NO_USAGE, one) => addCounts(sum, usageIn(one)), NO_USAGE)
  return { usage, ...given({ ended: typeof type === 'string' ? `${type} limit` : undefined }) }
}
