/** Trajectories of SWE-agent: an action and its observation in each step. */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { wordSet } from '../../../core/signs/index.js'
import { callAnswer } from '../call-answer.js'
import { seenTextCall, type Conversation, type ReadableCall } from '../conversation.js'
import { endOf } from '../run-end.js'
import { usageIn, type Usage } from '../usage.js'
import { withStrange } from './entries.js'
import type { TranscriptFormat } from './format.js'

const isStep = (step: unknown): step is Fields => isFields(step) && 'action' in step

// The harness writes these when the model was stopped.
const NO_ACTION = /^(?:exit_[a-z_]+|skip)$/

// What its shell runs is no tool of its own: programs, and what is no name.
const PROGRAMS = wordSet(
  `apt apt-get awk bash cat cd chmod chown cp curl cut date diff dig docker du echo env export file find gcc git go grep
  gunzip gzip head java jq kill less ln ls make mkdir mv nc netcat node npm npx objdump openssl perl php pip pip3 ps pwd
  pytest python python2 python3 readelf rm rmdir ruby sed sh sleep sort source ssh strings sudo tail tar tee test
  timeout touch tox tr tree tshark uniq unset unzip vi wc wget which whoami xargs xxd yarn zip`
)

const toolOf = (action: string): string => {
  const [word = ''] = action.split(/\s/, 1)
  return PROGRAMS.has(word) || /[^\w-]/.test(word) ? 'bash' : word
}

const callOf = ({ action, observation }: Fields): ReadableCall | null => {
  const text = typeof action === 'string' ? action.trim() : action
  const answer = typeof observation === 'string' ? callAnswer(observation) : null
  return seenTextCall(typeof text === 'string' ? toolOf(text) : undefined, text, 0, answer)
}

// The model's output was no readable action.
const isEmpty = ({ action }: Fields): boolean =>
  typeof action === 'string' && (action.trim() === '' || NO_ACTION.test(action.trim()))

const usageOf = (info: unknown): Usage => {
  const { tokens_sent: input, tokens_received: output, instance_cost: cost } = asFields(asFields(info)['model_stats'])
  return usageIn({ input, output }, cost)
}

const read = ({ trajectory, info }: Fields): Conversation => {
  const steps: ReadonlyArray<unknown> = Array.isArray(trajectory) ? trajectory : [trajectory]
  const known = steps.filter(isStep)
  return {
    entries: steps.length,
    calls: known.filter((step) => !isEmpty(step)).map(callOf),
    strange: steps.length - known.length,
    usage: usageOf(info),
    ended: endOf(asFields(info)['exit_status'])
  }
}

const isTrajectory = (entry: unknown): entry is Fields =>
  isFields(entry) &&
  (Array.isArray(entry['trajectory']) ||
    (Array.isArray(entry['history']) && isFields(entry['info']) && 'exit_status' in entry['info']))

export const sweAgentFormat: TranscriptFormat = {
  recognizes: isTrajectory,
  read: (entries) => {
    const runs = entries.filter(isTrajectory)
    return withStrange(runs.map(read), entries.length - runs.length)
  }
}
