/** Traces of Langfuse: exports of its interface and its API, and lists of observations. */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { stringOf } from '../../../history/content.js'
import { callAnswer, seenCall } from '../conversation.js'
import { between } from '../usage.js'
import type { TranscriptFormat } from './format.js'
import { answeredIn, sentIn } from './messages.js'
import { argsOfSpan, dataIn, readTraces, timeOf, type TraceSpan } from './trace.js'

const TYPES: ReadonlySet<unknown> = new Set([
  'SPAN',
  'GENERATION',
  'EVENT',
  'TOOL',
  'AGENT',
  'CHAIN',
  'RETRIEVER',
  'EVALUATOR',
  'EMBEDDING',
  'GUARDRAIL'
])

const isObservation = (entry: unknown): entry is Fields =>
  isFields(entry) && TYPES.has(entry['type']) && ('startTime' in entry || 'traceId' in entry)

const listIn = (fields: Fields): ReadonlyArray<unknown> =>
  Array.isArray(fields['observations']) ? (fields['observations'] as ReadonlyArray<unknown>) : []

const isTrace = (entry: Fields): boolean => [...listIn(entry), ...listIn(asFields(entry['trace']))].some(isObservation)

// One list may hold what the other lacks.
const merged = (entry: Fields): ReadonlyArray<unknown> => {
  const inner = new Map(
    listIn(asFields(entry['trace']))
      .filter(isObservation)
      .map((one) => [one['id'], one])
  )
  const outer = listIn(entry)
  if (outer.length === 0) return [...inner.values()]
  return outer.map((one) => {
    if (!isFields(one)) return one
    const given = Object.entries(one).filter(([, value]) => value !== null && value !== undefined)
    return { ...inner.get(one['id']), ...Object.fromEntries(given) }
  })
}

// The AI SDK gives all of them one name, and names the tool in an attribute.
const attributesOf = (observation: Fields): Fields => asFields(asFields(dataIn(observation, 'metadata'))['attributes'])

const toolOf = (observation: Fields): Partial<TraceSpan> => {
  const attributes = attributesOf(observation)
  const { name: own } = observation
  const name = own === 'ai.toolCall' ? attributes['ai.toolCall.name'] : own
  const input = observation['input'] ?? attributes['ai.toolCall.args']
  const output = observation['output'] ?? attributes['ai.toolCall.result']
  const failed = observation['level'] === 'ERROR'
  const says = output ?? (failed ? observation['statusMessage'] : undefined)
  const text = typeof output === 'string' ? dataIn({ output }, 'output') : says
  return {
    call: seenCall(name, argsOfSpan(input), 0, says === undefined || says === null ? null : callAnswer(text, failed)),
    callId: stringOf(attributes['ai.toolCall.id']) || undefined
  }
}

const messagesOf = (observation: Fields): ReadonlyArray<unknown> => {
  const [input, output] = [dataIn(observation, 'input'), dataIn(observation, 'output')]
  const sent = Array.isArray(input) ? (input as ReadonlyArray<unknown>) : (sentIn(asFields(input)) ?? [])
  const answered = isFields(output) ? (answeredIn(output) ?? (typeof output['role'] === 'string' ? [output] : [])) : []
  return [...sent, ...answered]
}

const spanOf = (observation: Fields): TraceSpan => {
  const { traceId, startTime, type } = observation
  const span = {
    trace: stringOf(traceId),
    at: timeOf(startTime),
    ms: between(observation['startTime'], observation['endTime'])
  }
  if (type === 'TOOL') return { ...span, ...toolOf(observation) }
  return type === 'GENERATION' ? { ...span, messages: messagesOf(observation) } : span
}

export const langfuseFormat: TranscriptFormat = {
  recognizes: (entry) => isObservation(entry) || isTrace(entry),
  read: (entries) => {
    const all = entries.flatMap((entry) => (isFields(entry) && isTrace(entry) ? merged(entry) : [entry]))
    const known = all.filter(isObservation)
    const byId = new Map(known.map((one, at) => [stringOf(one['id']) || String(at), one]))
    return readTraces([...byId.values()].map(spanOf), all.length - known.length)
  }
}
