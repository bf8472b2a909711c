/**
 * Chats of the Gemini CLI: `chats/session-*.json` below `~/.gemini/tmp`, in which each message of the model holds its
 * calls with their results; or `session-*.jsonl`, where a message that changed is written again.
 */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { wordSet } from '../../../core/signs/index.js'
import { isBlank, partsOf, stringOf } from '../../../history/content.js'
import { callAnswer, type CallAnswer } from '../call-answer.js'
import type { Conversation } from '../conversation.js'
import { usageIn } from '../usage.js'
import { cutBefore, distinct } from './entries.js'
import type { TranscriptFormat } from './format.js'
import { StepLog } from './step-log.js'

const isMessage = (entry: unknown): entry is Fields =>
  isFields(entry) && typeof entry['type'] === 'string' && 'id' in entry && ('content' in entry || 'toolCalls' in entry)

// Messages of the program itself, none of which is a call.
const OTHERS: ReadonlySet<unknown> = wordSet('user info error warning about quit compression help')

// A message of the model without anything in it was damaged.
const isKnown = (message: Fields): boolean =>
  OTHERS.has(message['type']) ||
  (message['type'] === 'gemini' && !['content', 'toolCalls', 'thoughts'].every((field) => isBlank(message[field])))

const isChat = (entry: unknown): entry is Fields =>
  isFields(entry) &&
  Array.isArray(entry['messages']) &&
  'sessionId' in entry &&
  ('projectHash' in entry || entry['messages'].some((one) => isFields(one) && one['type'] === 'gemini'))

// -- lines

const isHead = (entry: unknown): entry is Fields =>
  isFields(entry) && 'sessionId' in entry && 'projectHash' in entry && !('messages' in entry)

const OF_CHAT = /^(?:lastUpdated|messages|summary|sessionId|directories|memoryScratchpad)$/

// Edits take back no call that was made: of a chat that was rewound or compressed, all messages count.
const isEdit = (entry: unknown): boolean =>
  isFields(entry) &&
  Object.keys(entry).length === 1 &&
  (typeof entry['$rewindTo'] === 'string' || Object.keys(asFields(entry['$set'])).some((key) => OF_CHAT.test(key)))

// -- a chat

const FAILED: ReadonlySet<unknown> = new Set(['error', 'cancelled'])

const answerOf = ({ result, resultDisplay, status }: Fields): CallAnswer | null => {
  const response = asFields(asFields(partsOf(result)[0])['functionResponse'])['response']
  const { output, error } = asFields(response)
  const content = error ?? output ?? response ?? result ?? resultDisplay
  return content === undefined || content === null
    ? null
    : callAnswer(content, FAILED.has(status) || (error !== undefined && error !== null))
}

// Results stand with their calls, and again as a message for the next session.
const asks = ({ type, content }: Fields): boolean =>
  type === 'user' && !partsOf(content).some((part) => 'functionResponse' in part)

const read = (all: ReadonlyArray<unknown>): Conversation => {
  const messages = all.filter(isMessage)
  const latest = [...new Map(messages.map((message) => [message['id'], message])).values()]
  const known = latest.filter(isKnown)
  const log = new StepLog()
  for (const message of known) {
    if (asks(message)) log.turn()
    if (message['type'] !== 'gemini') continue
    log.step(usageIn(message['tokens']))
    for (const call of partsOf(message['toolCalls'])) log.call(call['name'], call['args'], { answer: answerOf(call) })
  }
  return log.conversation(all.length, all.length - messages.length + latest.length - known.length)
}

export const geminiCliFormat: TranscriptFormat = {
  recognizes: (entry) =>
    isChat(entry) || isHead(entry) || isEdit(entry) || (isMessage(entry) && entry['type'] === 'gemini'),
  read: (entries) => {
    const chats = entries.filter(isChat).map(({ messages }) => read(messages as ReadonlyArray<unknown>))
    const lines = entries.filter((entry) => !isChat(entry) && !isEdit(entry))
    const heads = new Set<unknown>(distinct(lines.filter(isHead), ({ sessionId }) => stringOf(sessionId)))
    const sessions = cutBefore(lines, (line) => heads.has(line))
    return [...chats, ...sessions.map((session) => read(session.filter((line) => !isHead(line))))]
  }
}
