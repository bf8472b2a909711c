/**
 * What `gemini --output-format stream-json` prints. Of its own tools, a result that is no error is what a terminal
 * displays, often nothing; of the tools of servers, it is whole.
 */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { dataOf } from '../../../core/json/index.js'
import { stringOf } from '../../../history/content.js'
import { callAnswer, type CallAnswer } from '../call-answer.js'
import { conversationOf, type Conversation } from '../conversation.js'
import { knownEffect, ownName } from '../known-tools.js'
import { endOf, providerError } from '../run-end.js'
import { usageIn } from '../usage.js'
import type { HistoryResult } from '../../../history/lens.js'
import { callingMessage, resultMessage } from './anthropic.js'
import { cutBefore, withStrange } from './entries.js'
import type { TranscriptFormat } from './format.js'

const isOfCall = (entry: Fields): boolean =>
  (entry['type'] === 'tool_use' || entry['type'] === 'tool_result') && typeof entry['tool_id'] === 'string'

const isCertain = (entry: Fields): boolean =>
  isOfCall(entry) ||
  (entry['type'] === 'init' && typeof entry['session_id'] === 'string') ||
  (entry['type'] === 'result' && isFields(entry['stats']))

const SPOKEN: ReadonlySet<unknown> = new Set(['message', 'tool_use', 'tool_result'])

const isLine = (entry: unknown): entry is Fields =>
  isFields(entry) && (isOfCall(entry) || /^(?:init|message|error|result)$/.test(stringOf(entry['type'])))

// -- as messages of Anthropic

const messageIn =
  (tools: ReadonlyMap<unknown, unknown>) =>
  (line: Fields): ReadonlyArray<Fields> => {
    const { type, role, content, timestamp, tool_id: id, tool_name: name, parameters: input, status, output } = line
    if (type === 'message') return role === 'user' ? [{ role, content }] : [callingMessage([], content)]
    if (type === 'tool_use') return [callingMessage([{ id, name, input }], '', { timestamp })]
    const { message = output } = asFields(line['error'])
    const failed = status === 'error' || isFields(line['error'])
    const isDisplay = !failed && knownEffect(ownName(stringOf(tools.get(id)))) !== undefined
    if (type !== 'tool_result' || (message === undefined && !isDisplay)) return []
    return [{ ...resultMessage(id, message, failed, { isDisplay }), timestamp }]
  }

const answerOf = ({ content, failed, block }: HistoryResult): CallAnswer =>
  block['isDisplay'] === true
    ? { ...callAnswer(''), text: stringOf(content), isDisplay: true }
    : callAnswer(content, failed)

// -- how a session ended

/** `[API Error: {"error":{"message":"…","code":400}}]`, with the response of the provider in its message once more. */
const API_ERROR = /^\[API Error: (\{.*\})\]$/s

const wordsOf = ({ code, message }: Fields): string => {
  const text = stringOf(message)
  const inner = asFields(dataOf(API_ERROR.exec(text)?.[1] ?? text))['error']
  return isFields(inner) ? wordsOf(inner) : providerError(code, text)
}

// Where the session was stopped at a limit, its end is a `success` behind that error.
const endIn = (lines: ReadonlyArray<Fields>): Conversation['ended'] => {
  const { status, error } = lines.findLast(({ type }) => type === 'result') ?? {}
  if (status === 'error') return wordsOf(asFields(error)) || 'error'
  const last = lines.findLast(({ type, severity }) => SPOKEN.has(type) || (type === 'error' && severity === 'error'))
  return endOf(last?.['type'] === 'error' ? last['message'] : status)
}

const read = (lines: ReadonlyArray<Fields>, continues: boolean): Conversation => {
  const tools = new Map(lines.map(({ tool_id: id, tool_name: name }) => [id, name] as const).filter(([, name]) => name))
  const { stats } = lines.findLast(({ type }) => type === 'result') ?? {}
  return {
    ...conversationOf('anthropic', lines.flatMap(messageIn(tools)), {
      continues,
      answer: answerOf,
      usage: usageIn(stats)
    }),
    entries: lines.length,
    ended: endIn(lines)
  }
}

export const geminiStreamFormat: TranscriptFormat = {
  recognizes: isCertain,
  read: (entries, continues) => {
    const lines = entries.filter(isLine)
    // What stands before the first session belongs to it.
    const later = new Set(lines.filter(({ type }) => type === 'init').slice(1))
    const sessions = cutBefore(lines, (line) => later.has(line))
    return withStrange(
      sessions.map((own, at) => read(own, continues && at === 0)),
      entries.length - lines.length
    )
  }
}
