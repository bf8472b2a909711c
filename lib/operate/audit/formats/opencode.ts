/**
 * Sessions of OpenCode: messages whose parts hold a call, its state and its result in one (`opencode export`), or lines
 * with a part each (`opencode run --format json`).
 */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { partsOf, stringOf } from '../../../history/content.js'
import { callAnswer, commandAnswer, type CallAnswer } from '../call-answer.js'
import type { Conversation } from '../conversation.js'
import { endOf, providerError } from '../run-end.js'
import { between, usageIn } from '../usage.js'
import { cutBefore, grouped } from './entries.js'
import type { TranscriptFormat } from './format.js'
import { StepLog } from './step-log.js'

const PARTS = /^(?:text|reasoning|tool|file|step-start|step-finish|snapshot|patch|agent|retry|compaction|subtask)$/

const isMessage = (entry: unknown): entry is Fields =>
  isFields(entry) && isFields(entry['info']) && Array.isArray(entry['parts']) && 'role' in entry['info']

const isSession = (entry: unknown): entry is Fields =>
  isFields(entry) && isFields(entry['info']) && Array.isArray(entry['messages']) && entry['messages'].some(isMessage)

const answerOf = ({ status, output, error, metadata }: Fields): CallAnswer | null => {
  if (status === 'error') return callAnswer(error ?? '', true)
  if (status !== 'completed') return null
  // A command of the shell is completed however it ended.
  return commandAnswer(output ?? '', asFields(metadata)['exit'])
}

/** The error of the last message, or that nothing was left to do. */
const endIn = ({ info, parts }: Fields): Conversation['ended'] => {
  const { name, data } = asFields(asFields(info)['error'])
  const { message = name, statusCode } = asFields(data)
  if (typeof message === 'string') return endOf(providerError(statusCode, message))
  return partsOf(parts).findLast(({ type }) => type === 'step-finish')?.['reason'] === 'stop' ? null : undefined
}

const read = (messages: ReadonlyArray<unknown>): Conversation => {
  const known = messages.filter(isMessage)
  const log = new StepLog()
  for (const { info, parts } of known) {
    const { role, tokens, cost } = asFields(info)
    if (role === 'user') log.turn()
    if (role !== 'assistant') continue
    log.step(usageIn(tokens, cost))
    for (const { type, tool, state: given } of partsOf(parts)) {
      if (type !== 'tool') continue
      const state = asFields(given)
      const { start, end } = asFields(state['time'])
      log.call(tool, state['input'], { answer: answerOf(state), ms: between(start, end) })
    }
  }
  const unknown = known.flatMap(({ parts }) => partsOf(parts)).filter(({ type }) => !PARTS.test(stringOf(type)))
  const conversation = log.conversation(messages.length, messages.length - known.length + unknown.length)
  return { ...conversation, ended: endIn(known.at(-1) ?? {}) }
}

// -- lines

const isLine = (entry: unknown): entry is Fields =>
  isFields(entry) &&
  typeof entry['sessionID'] === 'string' &&
  /^(?:step_start|step_finish|text|reasoning|tool_use|error)$/.test(stringOf(entry['type'])) &&
  isFields(entry['type'] === 'error' ? entry['error'] : entry['part'])

/** The message of one step: what it cost stands at its end, and an error behind it. */
const messageOf = (lines: ReadonlyArray<Fields>): Fields => {
  const parts = lines.flatMap(({ part }) => (isFields(part) ? [part] : []))
  const { tokens, cost } = parts.find(({ type }) => type === 'step-finish') ?? {}
  return { info: { role: 'assistant', tokens, cost, error: lines.at(-1)?.['error'] }, parts }
}

const readLines = (lines: ReadonlyArray<Fields>): Conversation => ({
  ...read(cutBefore(lines, ({ type }) => type === 'step_start').map(messageOf)),
  entries: lines.length
})

export const opencodeFormat: TranscriptFormat = {
  recognizes: (entry) => isSession(entry) || isMessage(entry) || isLine(entry),
  read: (entries) => {
    const sessions = entries.filter(isSession).map((session) => read(session['messages'] as ReadonlyArray<unknown>))
    const runs = grouped(entries.filter(isLine), ({ sessionID }) => String(sessionID)).map(readLines)
    const loose = entries.filter((entry) => !isSession(entry) && !isLine(entry))
    return loose.length === 0 ? [...sessions, ...runs] : [...sessions, ...runs, read(loose)]
  }
}
