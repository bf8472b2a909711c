/** Messages of any provider, recognized by shape, in requests and responses, as often as a log repeats them. */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { canonicalText } from '../../../core/json/index.js'
import type { HistoryFormat } from '../../../history/formats.js'
import type { Conversation } from '../conversation.js'
import { aiSdkFormat } from './ai-sdk.js'
import { anthropicFormat } from './anthropic.js'
import type { TranscriptFormat } from './format.js'
import { langchainFormat } from './langchain.js'
import { openaiFormat } from './openai.js'
import { responsesFormat } from './responses.js'

/** The formats of providers and frameworks. Those whose messages may hold blocks of others come first. */
export const MESSAGE_FORMATS: Readonly<Record<HistoryFormat, TranscriptFormat>> = {
  langchain: langchainFormat,
  'openai-responses': responsesFormat,
  openai: openaiFormat,
  anthropic: anthropicFormat,
  'ai-sdk': aiSdkFormat
}

// -- recognizing

const isPlainMessage = (entry: unknown): boolean =>
  isFields(entry) &&
  typeof entry['role'] === 'string' &&
  (typeof entry['content'] === 'string' || Array.isArray(entry['content']))

/** The format that is certain for most entries; `undefined` if it is for none. */
export const mostOf = <Name extends string>(
  formats: Readonly<Record<Name, TranscriptFormat>>,
  entries: ReadonlyArray<unknown>
): Name | undefined => {
  let best: { readonly name: Name; readonly count: number } | undefined
  for (const name in formats) {
    const count = entries.filter((entry) => isFields(entry) && formats[name].recognizes(entry)).length
    if (count > (best?.count ?? 0)) best = { name, count }
  }
  return best?.name
}

/** The format of messages. Messages that hold only text fit every format. */
export const messageFormat = (entries: ReadonlyArray<unknown>): HistoryFormat | undefined =>
  mostOf(MESSAGE_FORMATS, entries) ?? (entries.some(isPlainMessage) ? 'openai' : undefined)

// -- requests and responses

// LangChain keeps a list of lists, one for each prompt.
const unwrapped = (messages: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  messages.length === 1 && Array.isArray(messages[0]) ? (messages[0] as ReadonlyArray<unknown>) : messages

/** The messages of a request; `undefined` for other values. */
export const sentIn = (body: Fields): ReadonlyArray<unknown> | undefined => {
  const messages = [body['messages'], body['input']].find((field) => Array.isArray(field))
  return messages === undefined ? undefined : unwrapped(messages as ReadonlyArray<unknown>)
}

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? (list as ReadonlyArray<unknown>)[0] : undefined)

/** The messages of a response; `undefined` for other values. */
export const answeredIn = (body: Fields): ReadonlyArray<unknown> | undefined => {
  const choice = firstOf(body['choices'])
  if (isFields(choice) && isFields(choice['message'])) return [choice['message']]
  const generation = firstOf(firstOf(body['generations']) ?? undefined)
  if (isFields(generation) && isFields(generation['message'])) return [generation['message']]
  if (Array.isArray(body['output']) && messageFormat(body['output']) === 'openai-responses') return body['output']
  // Bedrock's Converse.
  const { message } = asFields(body['output'])
  if (isFields(message) && Array.isArray(message['content'])) return [message]
  // As the next request repeats it.
  if (body['type'] === 'message' && 'stop_reason' in body && Array.isArray(body['content']))
    return [{ role: body['role'], content: body['content'] }]
  return undefined
}

/** What a response states of its tokens. */
export const usageOfResponse = ({ usage, llm_output: output }: Fields): Fields | undefined =>
  [usage, asFields(output)['token_usage']].find(isFields)

// -- as often as a log repeats them

/** Drops lists that begin a later list: each request of a chat repeats all earlier messages. */
const withoutPrefixes = (lists: ReadonlyArray<ReadonlyArray<unknown>>): ReadonlyArray<ReadonlyArray<unknown>> => {
  const prefixes = new Set<string>()
  const kept: Array<ReadonlyArray<unknown>> = []
  for (const list of lists.toReversed()) {
    let text = ''
    const texts = list.map((message) => (text += `${canonicalText(message)}\n`))
    if (list.length > 0 && prefixes.has(text)) continue
    for (const prefix of texts) prefixes.add(prefix)
    kept.push(list)
  }
  return kept.reverse()
}

/** Reads the requests and responses of one trace. */
export const readModelCalls = (lists: ReadonlyArray<ReadonlyArray<unknown>>): ReadonlyArray<Conversation> =>
  withoutPrefixes(lists).flatMap((messages) => {
    const format = messageFormat(messages)
    return format === undefined ? [] : MESSAGE_FORMATS[format].read(messages, false)
  })
