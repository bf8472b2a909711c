/**
 * Chat messages of OpenAI and similar ones: `tool_calls`, the old `function_call`, and calls that keep name and
 * arguments beside the id.
 */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { partsOf, stringOf, textOf as allText } from '../../../history/content.js'
import { signOf } from '../../../history/formats.js'
import { commandAnswer } from '../call-answer.js'
import { endOf } from '../run-end.js'
import type { TranscriptFormat } from './format.js'
import { providerFormat } from './provider-format.js'

// mini-swe-agent ends with a message `exit`.
const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function', 'exit'])

const isText = (content: unknown): boolean =>
  content === undefined || content === null || typeof content === 'string' || Array.isArray(content)

// Some logs keep the data of a result, where the API has its text.
const isData = ({ role, content }: Fields): boolean => (role === 'tool' || role === 'function') && isFields(content)

// Inspect keeps what the model thought among its words, as `{ type: 'reasoning', reasoning: '…' }`.
const isThought = (part: Fields): boolean => part['type'] === 'reasoning' && typeof part['reasoning'] === 'string'

const hasThoughts = ({ role, content }: Fields): boolean => role === 'assistant' && partsOf(content).some(isThought)

/** Several results in one message: `tool_messages` of tau2, and `tool_returns` of runs of Claude Code. */
const innerResults = ({ tool_messages: messages, tool_returns: returns }: Fields): unknown => messages ?? returns

const isFilled = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : isFields(value))

const BESIDE = /^(?:role|type|name|status|(?:\w{1,40}_)?id|timestamp|created_?at)$/i

// A result under a name that nobody knows would be read as an empty one.
const hasResult = (message: Fields): boolean => {
  const { content, error, tool_call_id, id = tool_call_id } = message
  if (content !== undefined || error !== undefined || Array.isArray(innerResults(message))) return true
  return (
    id !== undefined &&
    !Object.entries(message).some(([name, value]) => !BESIDE.test(name) && (isFilled(value) || stringOf(value) !== ''))
  )
}

const isMessage = (entry: unknown): entry is Fields =>
  isFields(entry) &&
  ROLES.has(entry['role']) &&
  (entry['role'] !== 'tool' || hasResult(entry)) &&
  (isText(entry['content']) || isData(entry)) &&
  (entry['tool_calls'] === undefined || entry['tool_calls'] === null || Array.isArray(entry['tool_calls'])) &&
  ((signOf(entry) ?? 'openai') === 'openai' || hasThoughts(entry))

// -- one form

const isStrict = (call: unknown): boolean =>
  isFields(call) && (isFields(call['function']) || isFields(call['custom']) || call['type'] === 'custom')

// `{ id, name, arguments }` of tau2, `{ id, function: name, args }` of AgentDojo, `{ id, function: name, arguments }`
// of Inspect.
const strict = (call: unknown): unknown => {
  if (isStrict(call)) return call
  const { id, function: named, name, arguments: given, args } = asFields(call)
  return { id, type: 'function', function: { name: name ?? named, arguments: given ?? args } }
}

// Calls of a simulated customer do not count as the agent's.
const isOthers = ({ role, requestor }: Fields): boolean => role === 'tool' && requestor === 'user'

const textOf = (content: unknown): unknown =>
  Array.isArray(content)
    ? content.map((part: unknown) =>
        isFields(part) && typeof part['content'] === 'string' ? { type: 'text', text: part['content'] } : part
      )
    : content

const isBlank = (content: unknown): boolean =>
  content === undefined || content === null || allText(textOf(content)).trim() === ''

// A result that is only an error has its text there.
const result = (
  { detail, content = detail, is_error: isError, error = isError, timestamp }: Fields,
  id: unknown
): Fields => ({
  role: 'tool',
  timestamp,
  tool_call_id: id,
  content:
    isBlank(content) && isFields(error)
      ? error['message']
      : isBlank(content) && typeof error === 'string'
        ? error
        : textOf(content),
  failed: error === true || (typeof error === 'string' && error !== '') || isFields(error)
})

const hasInnerContent = ({ content }: Fields): boolean =>
  partsOf(content).some((part) => typeof part['content'] === 'string' && part['text'] === undefined)

const exitStatus = ({ role, extra }: Fields): unknown => (role === 'exit' ? asFields(extra)['exit_status'] : undefined)

/** What mini-swe-agent answers a step in which it finds no call; it may leave out what the model wrote. */
const rejectedBy = ({ extra, content }: Fields): string | undefined =>
  asFields(extra)['interrupt_type'] === 'FormatError' ? allText(textOf(content)) : undefined

/** The step of the model that was rejected, and that no person answers it. */
const rejectedStep = ({ content, timestamp }: Fields, before: Fields = {}): ReadonlyArray<Fields> => [
  ...(before['role'] === 'assistant' ? [] : [{ role: 'assistant', content: '', timestamp }]),
  { role: 'system', content, timestamp }
]

/** The command by which a run is submitted ends it, and returns nothing. */
const atExit = (exit: Fields, before: Fields = {}): ReadonlyArray<Fields> =>
  typeof endOf(exitStatus(exit)) !== 'string'
    ? partsOf(before['tool_calls']).map(({ id }) => result({ content: '' }, id))
    : []

/** Rewrites messages into the strict form of the API; regular ones stay unchanged. */
const strictMessages = (all: ReadonlyArray<Fields>): ReadonlyArray<unknown> => {
  const open: Array<string> = []
  const messages = all.map((message) =>
    hasThoughts(message)
      ? { ...message, content: partsOf(message['content']).filter((part) => !isThought(part)) }
      : message
  )
  return messages.flatMap((message, at): Fields | ReadonlyArray<Fields> => {
    const { role, tool_calls: calls, function_call: called, tool_call_id: id } = message
    if (rejectedBy(message) !== undefined) return rejectedStep(message, messages[at - 1])
    if (role === 'exit') return atExit(message, messages[at - 1])
    if (isOthers(message) || (role === 'user' && Array.isArray(calls)))
      return role === 'user' ? { role, content: '' } : []
    if (role === 'assistant' && isFields(called) && !Array.isArray(calls)) {
      const made = `function_call_${at}`
      open.push(made)
      return { role, content: message['content'], tool_calls: [{ id: made, type: 'function', function: called }] }
    }
    if (role === 'function') return result(message, open.shift() ?? 'no call')
    const inside = innerResults(message)
    if (role === 'tool' && Array.isArray(inside))
      return partsOf(inside).map((one) => result(one, one['id'] ?? one['tool_use_id']))
    if (role === 'tool' && (id === undefined || 'error' in message || isData(message) || hasInnerContent(message)))
      return result(message, id ?? message['id'])
    if (role === 'assistant' && Array.isArray(calls) && !calls.every(isStrict))
      return { ...message, tool_calls: calls.map(strict) }
    return message
  })
}

// -- calls of another form, in messages that else hold text alone

const CALL = /^(?:tool|function)[-_]?(?:use|calls?|results?|responses?|invocations?)$/i
const READ: ReadonlySet<string> = new Set(['tool_calls', 'function_call'])

const holdsCall = (fields: Fields): boolean =>
  CALL.test(stringOf(fields['type'])) ||
  Object.entries(fields).some(([name, value]) => CALL.test(name) && !READ.has(name) && isFilled(value))

// Beside calls that are read, they may be the same ones once more.
const strangeCalls = (message: Fields): number => {
  const { role, content, tool_calls: calls, function_call: called } = message
  if ((role !== 'assistant' && role !== 'user') || isFilled(calls) || isFilled(called)) return 0
  return [message, ...partsOf(content)].filter(holdsCall).length
}

// Of a command of OpenCode, whose sessions some store as chats.
const exitIn = ({ metadata }: Fields): unknown => (isFields(metadata) ? metadata['exit'] : undefined)

export const openaiFormat: TranscriptFormat = providerFormat('openai', {
  isMessage,
  strangeParts: strangeCalls,
  isDialect: (entry) =>
    (entry['role'] === 'assistant' && isFields(entry['function_call'])) ||
    (entry['role'] === 'function' && typeof entry['name'] === 'string') ||
    hasThoughts(entry),
  rewrite: strictMessages,
  statusIn: exitStatus,
  rejectedBy,
  answer: ({ content, block }) => commandAnswer(content, exitIn(block), block['failed'] === true)
})
