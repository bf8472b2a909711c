/**
 * Chats of Copilot in VS Code ("Chat: Export Chat…"): each request of a person holds the rounds of the model with their
 * calls, and the results by the id of their call. Calls of subagents are only displayed.
 */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { partsOf, stringOf } from '../../../history/content.js'
import { conversationOf, type Conversation } from '../conversation.js'
import { endOf } from '../run-end.js'
import { callingMessage, resultMessage } from './anthropic.js'
import { withStrange } from './entries.js'
import type { TranscriptFormat } from './format.js'

const isChat = (entry: unknown): entry is Fields =>
  isFields(entry) && 'responderUsername' in entry && Array.isArray(entry['requests'])

const metadataOf = (request: Fields): Fields => asFields(asFields(request['result'])['metadata'])

// -- results

/** The text of an element that was rendered for a prompt. */
const textOf = ({ text, lineBreakBefore, children }: Fields): string =>
  `${lineBreakBefore === true ? '\n' : ''}${stringOf(text)}${partsOf(children).map(textOf).join('')}`

/** A text, a rendered element, or data such as a picture; undefined for other parts. */
const blockOf = ({ value, data, mimeType }: Fields): Fields | undefined => {
  if (data !== undefined) return { type: 'media', mimeType, data }
  const node = asFields(value)['node']
  const text = isFields(node) ? textOf(node) : value
  return typeof text === 'string' ? { type: 'text', text } : undefined
}

interface CallResults {
  readonly message: (id: string) => ReadonlyArray<Fields>
  /** Parts of no known form. */
  readonly strange: number
}

const resultsOf = (all: Fields): CallResults => {
  const parts = Object.entries(all).map(([id, result]) => [id, partsOf(asFields(result)['content'])] as const)
  const blocks = new Map(parts.map(([id, own]) => [id, own.flatMap((part) => blockOf(part) ?? [])]))
  const size = [...blocks.values()].flat().length
  return {
    message: (id) => (blocks.has(id) ? [resultMessage(id, blocks.get(id))] : []),
    strange: parts.flatMap(([, own]) => own).length - size
  }
}

// -- a request

// Where its result is missing, the calls of a request are only displayed.
const displayedIn = (request: Fields): number =>
  Array.isArray(metadataOf(request)['toolCallRounds'])
    ? 0
    : partsOf(request['response']).filter(({ kind }) => kind === 'toolInvocationSerialized').length

const messagesOf = (request: Fields): ReadonlyArray<Fields> => {
  const { toolCallRounds: rounds, toolCallResults: results } = metadataOf(request)
  const steps = partsOf(rounds).map(({ response, toolCalls }) => ({ response, calls: partsOf(toolCalls) }))
  const made = new Set(steps.flatMap(({ calls }) => calls.map(({ id }) => stringOf(id))))
  const { message } = resultsOf(asFields(results))
  return [
    { role: 'user', content: stringOf(asFields(request['message'])['text']) },
    ...steps.flatMap(({ response, calls }) => [
      callingMessage(
        calls.map(({ id, name, arguments: input }) => ({ id, name, input })),
        response
      ),
      ...calls.flatMap(({ id }) => message(stringOf(id)))
    ]),
    ...Object.keys(asFields(results)).flatMap((id) => (made.has(id) ? [] : message(id)))
  ]
}

const endIn = ({ isCanceled, result }: Fields): Conversation['ended'] => {
  if (isCanceled === true) return 'canceled'
  if (!isFields(result)) return undefined
  return endOf(asFields(result['errorDetails'])['message']) ?? null
}

const read = ({ requests: all }: Fields): Conversation => {
  const requests = partsOf(all)
  const unread = requests.map(
    (one) => displayedIn(one) + resultsOf(asFields(metadataOf(one)['toolCallResults'])).strange
  )
  const strange = unread.reduce((sum, count) => sum + count, (all as ReadonlyArray<unknown>).length - requests.length)
  return {
    ...conversationOf('anthropic', requests.flatMap(messagesOf), { strange }),
    ended: endIn(requests.at(-1) ?? {})
  }
}

export const vscodeFormat: TranscriptFormat = {
  recognizes: isChat,
  read: (entries) => {
    const chats = entries.filter(isChat)
    return withStrange(chats.map(read), entries.length - chats.length)
  }
}
