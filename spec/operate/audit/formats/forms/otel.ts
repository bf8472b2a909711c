/** OpenTelemetry and Phoenix. */
import { ASKED, type Story, type StoryCall } from '../story.js'
import { type Data, type Form, json, lines, stamp, when, written } from './form.js'

const attribute = (key: string, value: unknown): ReadonlyArray<Data> =>
  value === undefined || value === null
    ? []
    : [{ key, value: typeof value === 'number' ? { intValue: value } : { stringValue: value } }]

const otlp = (spans: ReadonlyArray<Data>): Data => ({
  resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: { name: 'agent' }, spans }] }]
})

const span = (at: number, attributes: ReadonlyArray<Data>, failed: boolean): Data => ({
  traceId: 'a1',
  spanId: `b${at}`,
  name: 'span',
  startTimeUnixNano: String(1_762_000_000_000_000_000n + BigInt(at)),
  attributes,
  status: failed ? { code: 2, message: 'failed' } : {}
})

const genAi = ({ name, args, answer, failed, id }: StoryCall, at: number): Data =>
  span(
    at,
    [
      ...attribute('gen_ai.operation.name', 'execute_tool'),
      ...attribute('gen_ai.tool.name', name),
      ...attribute('gen_ai.tool.call.id', id),
      ...attribute('gen_ai.tool.call.arguments', written(args)),
      ...attribute('gen_ai.tool.call.result', answer)
    ],
    failed
  )

const openInference = ({ name, args, answer, failed }: StoryCall, at: number): Data =>
  span(
    at,
    [
      ...attribute('openinference.span.kind', 'TOOL'),
      ...attribute('tool.name', name),
      ...attribute('input.value', written(args)),
      ...attribute('output.value', answer)
    ],
    failed
  )

const phoenixSpan =
  (attributes: (own: Data) => Data) =>
  ({ name, args, answer, failed, id }: StoryCall, at: number): Data => ({
    id: `p${at}`,
    name: 'span',
    context: { trace_id: 'a1', span_id: `b${at}` },
    span_kind: 'TOOL',
    parent_id: 'root',
    start_time: stamp(at),
    end_time: stamp(at + 1),
    status_code: failed ? 'ERROR' : 'OK',
    status_message: failed ? 'failed' : '',
    attributes: attributes({
      'tool.name': name,
      'tool_call.id': id,
      'tool.parameters.type': 'object',
      'input.value': written(args),
      'input.mime_type': 'application/json',
      ...(answer === null ? {} : { 'output.value': answer, 'output.mime_type': 'text/plain' })
    }),
    events: []
  })

const nestedFields = (flat: Data): Data => {
  const nest = (entries: ReadonlyArray<readonly [ReadonlyArray<string>, unknown]>): unknown => {
    if (entries.length === 1 && entries[0]?.[0].length === 0) return entries[0][1]
    const names = new Set(entries.map(([[first = '']]) => first))
    return Object.fromEntries(
      [...names].map((name) => [
        name,
        nest(entries.filter(([[first]]) => first === name).map(([[, ...rest], value]) => [rest, value] as const))
      ])
    )
  }
  return nest(Object.entries(flat).map(([name, value]) => [name.split('.'), value] as const)) as Data
}

const phoenixAgent: Data = {
  name: 'agent',
  context: { trace_id: 'a1', span_id: 'root' },
  span_kind: 'AGENT',
  parent_id: null,
  start_time: stamp(0),
  status_code: 'OK',
  attributes: { 'tool.name': 'get_order', 'input.value': ASKED }
}

const genAiMessages = (story: Story): ReadonlyArray<Data> => [
  { role: 'user', parts: [{ type: 'text', content: ASKED }] },
  ...(story.flatMap((call) => [
    { role: 'assistant', parts: [{ type: 'tool_call', id: call.id, name: call.name, arguments: call.args }] },
    ...when(call, { role: 'tool', parts: [{ type: 'tool_call_response', id: call.id, response: call.answer }] })
  ]) as ReadonlyArray<Data>)
]

const modelSpans = (story: Story): ReadonlyArray<Data> => {
  const all = genAiMessages(story)
  // Each request repeats what came before.
  return [3, 7, all.length].map((end, at) =>
    span(
      at,
      [
        ...attribute('gen_ai.operation.name', 'chat'),
        ...attribute('gen_ai.input.messages', JSON.stringify(all.slice(0, end - 1))),
        ...attribute('gen_ai.output.messages', JSON.stringify(all.slice(end - 1, end)))
      ],
      false
    )
  )
}

export const OTEL: ReadonlyArray<Form> = [
  {
    name: 'OpenTelemetry: tools by the GenAI conventions',
    origin: 'semantic conventions of GenAI; openinference-genai fixtures',
    format: 'otel',
    write: (story) => json(otlp(story.map(genAi).reverse())),
    call: /"execute_tool"/g,
    answer: /"gen_ai.tool.call.result"/g,
    words: ['"resourceSpans"', '"gen_ai.tool.name"', '"gen_ai.tool.call.arguments"', '"attributes"']
  },
  {
    name: 'OpenTelemetry: tools by OpenInference, a list of exports',
    origin: 'agent-prism demo-app data',
    format: 'otel',
    write: (story) => json(story.map((call, at) => otlp([openInference(call, at)]))),
    call: /"stringValue": "TOOL"/g,
    answer: /"output.value"/g,
    words: ['"resourceSpans"', '"spans"', '"tool.name"', '"input.value"', '"TOOL"']
  },
  {
    name: 'Phoenix: a list of spans',
    origin: 'Arize-ai/phoenix: pxi_turn_trace.json, pxi_turn_subagent_trace.json',
    format: 'otel',
    write: (story) => json([phoenixAgent, ...story.map(phoenixSpan((own) => own)).reverse()]),
    call: /"span_kind": "TOOL"/g,
    answer: /"output.value"/g,
    words: ['"context"', '"attributes"', '"tool.name"', '"input.value"', '"TOOL"']
  },
  {
    name: 'Phoenix: spans with nested attributes, one a line',
    origin: 'Arize-ai/phoenix: `spans` of its client and its REST API',
    format: 'otel',
    write: (story) => lines([phoenixAgent, ...story.map(phoenixSpan(nestedFields)).reverse()]),
    call: /"span_kind":"TOOL"/g,
    answer: /"output":/g,
    words: ['"context"', '"attributes"', '"tool"', '"input"', '"value"']
  },
  {
    name: 'OpenTelemetry: messages of models alone, an export a line',
    origin: 'semantic conventions of GenAI: gen_ai.input.messages',
    format: 'otel',
    write: (story) => lines(modelSpans(story).map((one) => otlp([one]))),
    call: /zero/g,
    answer: /zero/g,
    words: ['"resourceSpans"', '"attributes"', '"gen_ai.input.messages"']
  }
]
