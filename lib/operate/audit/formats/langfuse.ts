/** Traces of Langfuse: exports of its interface and its API, and lists of observations. */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { dataOf } from '../../../core/json/index.js'
import { wordSet } from '../../../core/signs/index.js'
import { stringOf } from '../../../history/content.js'
import { callAnswer } from '../call-answer.js'
import { seenCall } from '../conversation.js'
import { between, usageIn } from '../usage.js'
import type { TranscriptFormat } from './format.js'
import { answeredIn, sentIn } from './messages.js'
import { argsOfTool, idOfTool, isTool, nameOfTool, resultOfTool } from './tool-attributes.js'
import { argsOfSpan, messageFields, readTraces, timeOf, type TraceSpan } from './trace.js'

const TYPES: ReadonlySet<unknown> = wordSet(
  'SPAN GENERATION EVENT TOOL AGENT CHAIN RETRIEVER EVALUATOR EMBEDDING GUARDRAIL'
)

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

const attributesOf = (observation: Fields): Fields => asFields(asFields(dataOf(observation['metadata']))['attributes'])

/** What a tool of LangChain returned: the message of a tool, which also names it. */
const messageOf = (observation: Fields): Fields | undefined => {
  const message = messageFields(dataOf(observation['output']))
  return typeof message['tool_call_id'] === 'string' && 'content' in message ? message : undefined
}

// LangChain's own handler writes the input as Python would.
const inputOf = (observation: Fields): unknown =>
  asFields(dataOf(observation['metadata']))['inputs'] ?? observation['input']

const isToolCall = (observation: Fields): boolean =>
  observation['type'] === 'TOOL' ||
  (observation['type'] !== 'GENERATION' && (isTool(attributesOf(observation)) || messageOf(observation) !== undefined))

// The AI SDK gives all of them one name, and spans of other types have one of a framework's.
const ownName = ({ type, name }: Fields): unknown => (type === 'TOOL' && name !== 'ai.toolCall' ? name : undefined)

const toolOf = (observation: Fields): Partial<TraceSpan> => {
  const attributes = attributesOf(observation)
  const message = messageOf(observation)
  const input = argsOfTool(attributes) ?? (message === undefined ? observation['input'] : inputOf(observation))
  const output = message?.['content'] ?? resultOfTool(attributes) ?? observation['output']
  const failed = observation['level'] === 'ERROR' || message?.['status'] === 'error'
  const says = output ?? (failed ? observation['statusMessage'] : undefined)
  const text = typeof output === 'string' ? dataOf(output) : says
  const name = nameOfTool(attributes) ?? message?.['name'] ?? ownName(observation)
  return {
    call: seenCall(name, argsOfSpan(input), 0, says === undefined || says === null ? null : callAnswer(text, failed)),
    callId: idOfTool(attributes) ?? (stringOf(message?.['tool_call_id']) || undefined)
  }
}

const messagesOf = (observation: Fields): ReadonlyArray<unknown> => {
  const [input, output] = [dataOf(observation['input']), dataOf(observation['output'])]
  const sent = Array.isArray(input) ? (input as ReadonlyArray<unknown>) : (sentIn(asFields(input)) ?? [])
  const answered = isFields(output) ? (answeredIn(output) ?? (typeof output['role'] === 'string' ? [output] : [])) : []
  return [...sent, ...answered]
}

const spanOf = (observation: Fields): TraceSpan => {
  const { traceId, startTime, type, usageDetails: details, usage, calculatedTotalCost, totalCost } = observation
  const span = {
    trace: stringOf(traceId),
    id: stringOf(observation['id']) || undefined,
    parent: stringOf(observation['parentObservationId']) || undefined,
    usage: type === 'EMBEDDING' ? undefined : usageIn(details ?? usage, calculatedTotalCost ?? totalCost),
    at: timeOf(startTime),
    ms: between(observation['startTime'], observation['endTime'])
  }
  if (isToolCall(observation)) return { ...span, ...toolOf(observation) }
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
