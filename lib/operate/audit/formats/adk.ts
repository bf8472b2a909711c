/**
 * Sessions of Google's Agent Development Kit, and the events that `adk run --jsonl` and its API server print: each
 * holds a content of Gemini, with calls and results among its parts. Python writes `function_call` where others write
 * `functionCall`.
 */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { partsOf, stringOf } from '../../../history/content.js'
import { callAnswer, type CallAnswer } from '../call-answer.js'
import type { Conversation } from '../conversation.js'
import { endOf } from '../run-end.js'
import { timeIn, usageIn, type Usage } from '../usage.js'
import { withStrange } from './entries.js'
import type { TranscriptFormat } from './format.js'
import { StepLog } from './step-log.js'

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A field under its name, or under that of Python. */
const named = (fields: Fields, name: string): unknown => fields[name] ?? fields[snake(name)]

const isEvent = (entry: unknown): entry is Fields =>
  isFields(entry) &&
  typeof entry['author'] === 'string' &&
  typeof named(entry, 'invocationId') === 'string' &&
  ('content' in entry || 'actions' in entry)

const isSession = (entry: unknown): entry is Fields =>
  isFields(entry) && Array.isArray(entry['events']) && entry['events'].some(isEvent)

// -- what is damaged

const PARTS = 'text functionCall functionResponse inlineData fileData executableCode codeExecutionResult'.split(' ')

const isPart = (part: Fields): boolean => PARTS.some((name) => isFields(named(part, name)) || part[name] !== undefined)

// An event may do no more than change the state, or report an error.
const isSilent = (event: Fields): boolean =>
  named(event, 'errorCode') !== undefined ||
  Object.values(asFields(event['actions'])).some((action) => isFields(action) && Object.keys(action).length > 0)

const strangeIn = (event: Fields): number => {
  const { content } = event
  if (!isFields(content)) return isSilent(event) ? 0 : 1
  return Array.isArray(content['parts']) ? partsOf(content['parts']).filter((part) => !isPart(part)).length : 1
}

// -- a session

/** What a tool returned is the response, or its `result` where that was no dictionary. */
const answerOf = (response: unknown): CallAnswer | null => {
  if (!isFields(response)) return null
  const keys = Object.keys(response)
  const only = keys.length === 1 ? response['result'] : undefined
  return callAnswer(only ?? response, keys.length === 1 && stringOf(response['error']) !== '')
}

const usageOf = (event: Fields): Usage => {
  const stated = asFields(named(event, 'usageMetadata'))
  return usageIn({
    input: named(stated, 'promptTokenCount'),
    output: named(stated, 'candidatesTokenCount'),
    thoughts: named(stated, 'thoughtsTokenCount'),
    cached: named(stated, 'cachedContentTokenCount')
  })
}

const read = (entries: ReadonlyArray<unknown>): Conversation => {
  const events = entries.filter(isEvent)
  const log = new StepLog()
  const open = new Map<string, Array<number>>()
  let strange = entries.length - events.length
  // Of what is streamed, the last event of a response has it whole.
  for (const event of events.filter(({ partial }) => partial !== true)) {
    strange += strangeIn(event)
    const parts = partsOf(asFields(event['content'])['parts'])
    const [calls, results] = ['functionCall', 'functionResponse'].map((name) =>
      parts.map((part) => named(part, name)).filter(isFields)
    )
    if (event['author'] === 'user' && results?.length === 0 && parts.length > 0) log.turn()
    if (event['author'] !== 'user' && results?.length === 0 && parts.length > 0) log.step(usageOf(event))
    for (const { id, name, args } of calls ?? []) {
      const key = stringOf(id) || stringOf(name)
      const at = timeIn(event['timestamp'])
      open.set(key, [...(open.get(key) ?? []), log.call(name, args, { id: stringOf(id) || undefined, at })])
    }
    for (const { id, name, response } of results ?? []) {
      const place = open.get(stringOf(id) || stringOf(name))?.shift()
      if (place === undefined) log.orphaned++
      else log.settle(place, answerOf(response), event['timestamp'])
    }
  }
  const last = events.at(-1) ?? {}
  const error = stringOf(named(last, 'errorMessage')) || named(last, 'errorCode')
  return { ...log.conversation(entries.length, strange), ended: endOf(error) }
}

export const adkFormat: TranscriptFormat = {
  recognizes: (entry) => isEvent(entry) || isSession(entry),
  read: (entries) => {
    const sessions = entries.filter(isSession).map(({ events }) => events as ReadonlyArray<unknown>)
    const loose = entries.filter((entry) => !isSession(entry))
    const all = loose.some(isEvent) ? [...sessions, loose] : sessions
    return withStrange(all.map(read), loose.some(isEvent) ? 0 : loose.length)
  }
}
