/**
 * Chats of the Gemini CLI: `chats/session-*.json` below `~/.gemini/tmp`, in which each message of the model holds its
 * calls with their results.
 */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { partsOf } from '../../../history/content.js'
import { callAnswer, type CallAnswer, type Conversation } from '../conversation.js'
import { usageIn } from '../usage.js'
import { withStrange } from './entries.js'
import type { TranscriptFormat } from './format.js'
import { StepLog } from './step-log.js'

const isMessage = (entry: unknown): entry is Fields =>
  isFields(entry) && typeof entry['type'] === 'string' && 'id' in entry && ('content' in entry || 'toolCalls' in entry)

// Messages of the program itself, none of which is a call.
const OTHERS: ReadonlySet<unknown> = new Set([
  'user',
  'info',
  'error',
  'warning',
  'about',
  'quit',
  'compression',
  'help'
])

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

// A message of the model without anything in it was damaged.
const isKnown = (message: Fields): boolean =>
  OTHERS.has(message['type']) ||
  (message['type'] === 'gemini' && !['content', 'toolCalls', 'thoughts'].every((field) => isBlank(message[field])))

const isChat = (entry: unknown): entry is Fields =>
  isFields(entry) &&
  Array.isArray(entry['messages']) &&
  'sessionId' in entry &&
  ('projectHash' in entry || entry['messages'].some((one) => isFields(one) && one['type'] === 'gemini'))

const FAILED: ReadonlySet<unknown> = new Set(['error', 'cancelled'])

const answerOf = ({ result, resultDisplay, status }: Fields): CallAnswer | null => {
  const response = asFields(asFields(partsOf(result)[0])['functionResponse'])['response']
  const { output, error } = asFields(response)
  const content = error ?? output ?? response ?? result ?? resultDisplay
  return content === undefined || content === null
    ? null
    : callAnswer(content, FAILED.has(status) || (error !== undefined && error !== null))
}

const read = ({ messages }: Fields): Conversation => {
  const all = messages as ReadonlyArray<unknown>
  const known = all.filter((one): one is Fields => isMessage(one) && isKnown(one))
  const log = new StepLog()
  for (const { type, tokens, toolCalls } of known) {
    if (type === 'user') log.turn()
    if (type !== 'gemini') continue
    log.step(usageIn(tokens))
    for (const call of partsOf(toolCalls)) log.call(call['name'], call['args'], { answer: answerOf(call) })
  }
  return log.conversation(all.length, all.length - known.length)
}

export const geminiCliFormat: TranscriptFormat = {
  recognizes: isChat,
  read: (entries) => {
    const chats = entries.filter(isChat)
    return withStrange(chats.map(read), entries.length - chats.length)
  }
}
