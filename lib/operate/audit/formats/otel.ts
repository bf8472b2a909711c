/** Spans of OpenTelemetry, OTLP or single, by the conventions of GenAI, OpenInference and the AI SDK. */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { dataOf } from '../../../core/json/index.js'
import { partsOf, stringOf } from '../../../history/content.js'
import { callAnswer, type CallAnswer } from '../call-answer.js'
import { seenCall } from '../conversation.js'
import { between, usageIn, type Usage } from '../usage.js'
import type { TranscriptFormat } from './format.js'
import { argsOfTool, first, idOfTool, isTool, KIND, nameOfTool, resultOfTool } from './tool-attributes.js'
import { argsOfSpan, HANDOFF, readTraces, timeOf, type TraceSpan } from './trace.js'

// -- spans

const valueOf = (value: unknown): unknown => (isFields(value) ? Object.values(value)[0] : value)

// Phoenix writes `{ input: { value, mime_type } }` for `input.value`. Other objects may also be data themselves.
const isPrefix = (fields: Fields): boolean => 'value' in fields || 'mime_type' in fields

const dotted = (fields: Fields, prefix = ''): ReadonlyArray<readonly [string, unknown]> =>
  Object.entries(fields).flatMap(([field, value]) => {
    const name = `${prefix}${field}`
    if (!isFields(value)) return [[name, value] as const]
    return [...(isPrefix(value) ? [] : [[name, value] as const]), ...dotted(value, `${name}.`)]
  })

const attributesOf = (span: Fields): Fields => {
  const { attributes } = span
  if (Array.isArray(attributes))
    return Object.fromEntries(partsOf(attributes).map(({ key, value }) => [stringOf(key), valueOf(value)]))
  if (!isFields(attributes)) return span
  return { [KIND]: span['span_kind'], ...Object.fromEntries(dotted(attributes)) }
}

// Phoenix and the exporters of Python keep ids in a context.
const idOf = (span: Fields, ...names: ReadonlyArray<string>): unknown =>
  first(span, ...names) ?? first(asFields(span['context']), ...names)

const isSpan = (entry: unknown): entry is Fields =>
  isFields(entry) &&
  (('attributes' in entry && idOf(entry, 'spanId', 'span_id') !== undefined) ||
    typeof entry['gen_ai.operation.name'] === 'string' ||
    typeof entry[KIND] === 'string')

const isExport = (entry: unknown): entry is Fields => isFields(entry) && Array.isArray(entry['resourceSpans'])

const inLists = (lists: unknown, ...names: ReadonlyArray<string>): ReadonlyArray<unknown> =>
  Array.isArray(lists)
    ? lists.flatMap((one: unknown) => {
        const name = names.find((field) => isFields(one) && Array.isArray(one[field]))
        return name === undefined ? [one] : (one as Readonly<Record<string, ReadonlyArray<unknown>>>)[name]
      })
    : []

const spansIn = (entry: unknown): ReadonlyArray<unknown> =>
  isExport(entry)
    ? inLists(inLists(entry['resourceSpans'], 'scopeSpans', 'instrumentationLibrarySpans'), 'spans')
    : [entry]

// -- calls of tools

const isFailed = (span: Fields, attributes: Fields): boolean => {
  const { code, status_code: name } = asFields(span['status'])
  return (
    [code, name, span['status_code']].some((one) => one === 2 || one === 'STATUS_CODE_ERROR' || one === 'ERROR') ||
    'error.type' in attributes
  )
}

const answerIn = (span: Fields, attributes: Fields): CallAnswer | null => {
  const failed = isFailed(span, attributes)
  const { message, description } = asFields(span['status'])
  const says = failed ? [message, description, span['status_message'], attributes['error.type'], 'error'] : []
  const output = resultOfTool(attributes) ?? says.find((one) => one !== undefined && one !== null && one !== '')
  return output === undefined ? null : callAnswer(output, failed)
}

const toolOf = (span: Fields, attributes: Fields): Partial<TraceSpan> => {
  const [name, args] = [nameOfTool(attributes), argsOfTool(attributes)]
  return {
    call: seenCall(name, argsOfSpan(args), 0, answerIn(span, attributes)),
    isUnrecorded: stringOf(name) !== '' && args === undefined,
    callId: idOfTool(attributes)
  }
}

/** A call by which an agent hands over, which has no name of a tool: by OpenInference, and by GenAI. */
const handoffOf = (span: Fields, attributes: Fields): Partial<TraceSpan> | undefined => {
  const [, named] = /^handoff to (.+)$/.exec(stringOf(span['name'])) ?? []
  const isOne = attributes['gen_ai.operation.name'] === 'agent_handoff'
  const from = attributes['gen_ai.handoff.from_agent'] ?? attributes['input.value']
  const to = isOne ? attributes['gen_ai.handoff.to_agent'] : named
  if (to === undefined || (!isOne && nameOfTool(attributes) !== undefined)) return undefined
  return { call: seenCall(HANDOFF, { from, to }, 0, answerIn(span, { 'output.value': to, ...attributes })) }
}

// -- messages of models, as those of OpenAI

const messageOf = (message: unknown): ReadonlyArray<Fields> => {
  if (!isFields(message)) return [{ role: 'unreadable' }]
  const parts = partsOf(message['parts'])
  const calls = parts
    .filter(({ type }) => type === 'tool_call')
    .map(({ id, name, arguments: args }) => ({ id, type: 'function', function: { name, arguments: args } }))
  const results = parts
    .filter(({ type }) => type === 'tool_call_response')
    .map((part): Fields => ({ role: 'tool', tool_call_id: part['id'], content: part['response'] ?? part['result'] }))
  if (calls.length > 0) return [{ role: 'assistant', content: null, tool_calls: calls }, ...results]
  return results.length > 0
    ? results
    : [{ role: message['role'], content: parts.map(({ content }) => ({ type: 'text', text: content })) }]
}

const listOf = (value: unknown): ReadonlyArray<unknown> | undefined => {
  const data = dataOf(value)
  if (Array.isArray(data)) return data as ReadonlyArray<unknown>
  return isFields(data) && Array.isArray(data['messages']) ? (data['messages'] as ReadonlyArray<unknown>) : undefined
}

const messagesOf = (attributes: Fields): ReadonlyArray<unknown> | undefined => {
  const sent = listOf(attributes['gen_ai.input.messages'])
  const answered = listOf(attributes['gen_ai.output.messages'])
  return sent === undefined && answered === undefined
    ? undefined
    : [...(sent ?? []), ...(answered ?? [])].flatMap(messageOf)
}

// -- tokens

// An integer of OTLP is a text.
const numberIn = (attributes: Fields, ...names: ReadonlyArray<string>): number => Number(first(attributes, ...names))

const usageOf = (attributes: Fields): Usage | undefined =>
  attributes[KIND] === 'EMBEDDING' || attributes['gen_ai.operation.name'] === 'embeddings'
    ? undefined
    : usageIn(
        {
          input: numberIn(
            attributes,
            'gen_ai.usage.input_tokens',
            'gen_ai.usage.prompt_tokens',
            'llm.token_count.prompt'
          ),
          output: numberIn(
            attributes,
            'gen_ai.usage.output_tokens',
            'gen_ai.usage.completion_tokens',
            'llm.token_count.completion'
          )
        },
        numberIn(attributes, 'gen_ai.usage.cost', 'llm.cost.total')
      )

const spanOf = (span: Fields): TraceSpan => {
  const attributes = attributesOf(span)
  const id = idOf(span, 'traceId', 'trace_id')
  const start = first(span, 'startTimeUnixNano', 'start_time_unix_nano', 'startTime', 'start_time')
  const end = first(span, 'endTimeUnixNano', 'end_time_unix_nano', 'endTime', 'end_time')
  const placed = {
    trace: stringOf(id),
    id: stringOf(idOf(span, 'spanId', 'span_id')) || undefined,
    parent: stringOf(first(span, 'parentSpanId', 'parent_span_id', 'parent_id')) || undefined,
    at: timeOf(start),
    ms: between(start, end),
    usage: usageOf(attributes)
  }
  const handoff = handoffOf(span, attributes)
  if (handoff !== undefined) return { ...placed, ...handoff }
  if (isTool(attributes)) return { ...placed, ...toolOf(span, attributes) }
  return { ...placed, messages: messagesOf(attributes) }
}

export const otelFormat: TranscriptFormat = {
  recognizes: (entry) => isExport(entry) || isSpan(entry),
  read: (entries) => {
    const spans = entries.flatMap(spansIn)
    const known = spans.filter(isSpan)
    return readTraces(known.map(spanOf), spans.length - known.length)
  }
}
