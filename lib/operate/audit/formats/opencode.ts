/** Sessions of OpenCode (`opencode export`): messages whose parts hold a call, its state and its result in one. */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { partsOf } from '../../../history/content.js'
import { callAnswer, seenCall, type CallAnswer, type Conversation } from '../conversation.js'
import { addUsage, between, NO_USAGE, usageIn } from '../usage.js'
import type { TranscriptFormat } from './format.js'

const PARTS = /^(?:text|reasoning|tool|file|step-start|step-finish|snapshot|patch|agent|retry|compaction|subtask)$/

const isMessage = (entry: unknown): entry is Fields =>
  isFields(entry) && isFields(entry['info']) && Array.isArray(entry['parts']) && 'role' in entry['info']

const isSession = (entry: unknown): entry is Fields =>
  isFields(entry) && isFields(entry['info']) && Array.isArray(entry['messages']) && entry['messages'].some(isMessage)

const answerOf = ({ status, output, error }: Fields): CallAnswer | null => {
  if (status !== 'completed' && status !== 'error') return null
  return callAnswer(status === 'error' ? (error ?? '') : (output ?? ''), status === 'error')
}

const read = (messages: ReadonlyArray<unknown>): Conversation => {
  const known = messages.filter(isMessage)
  let [turn, step] = [0, 0]
  let usage = NO_USAGE
  const inputs: Array<number> = []
  const calls = known.flatMap(({ info, parts }) => {
    const { role, tokens, cost } = asFields(info)
    if (role === 'user') turn++
    if (role !== 'assistant') return []
    step++
    const own = usageIn(isFields(tokens) ? tokens : {}, cost)
    usage = addUsage(usage, own)
    inputs.push(own.input)
    return partsOf(parts)
      .filter(({ type }) => type === 'tool')
      .map((part) => {
        const state = asFields(part['state'])
        const { start, end } = asFields(state['time'])
        const seen = seenCall(part['tool'], state['input'], turn, answerOf(state))
        return seen === null ? null : { ...seen, step, ms: between(start, end) }
      })
  })
  const unknown = known.flatMap(({ parts }) => partsOf(parts)).filter(({ type }) => !PARTS.test(String(type)))
  const strange = messages.length - known.length + unknown.length
  return { entries: messages.length, calls, strange, orphaned: 0, steps: step, usage, inputs }
}

export const opencodeFormat: TranscriptFormat = {
  recognizes: (entry) => isSession(entry) || isMessage(entry),
  read: (entries) => {
    const sessions = entries.filter(isSession).map((session) => read(session['messages'] as ReadonlyArray<unknown>))
    const loose = entries.filter((entry) => !isSession(entry))
    return loose.length === 0 ? sessions : [...sessions, read(loose)]
  }
}
