/** Single spans of tools as instruments write them, each after a public export, with nothing of theirs in it. */
import { expect } from 'chai'
import { FORMATS, type FormatName } from '../../../../lib/operate/audit/formats/formats.js'

type Data = Readonly<Record<string, unknown>>

const callsIn = (format: FormatName, spans: ReadonlyArray<Data>) =>
  FORMATS[format].read(spans, false).flatMap(({ calls }) => calls)

const ARGS = { city: 'Oslo' }
const OUT = '{"sky":"clear"}'
const SEEN = { tool: 'get_weather', args: ARGS, answer: { text: OUT, outcome: 'right', code: null, refused: false } }

const shownIn = (format: FormatName, spans: ReadonlyArray<Data>) =>
  callsIn(format, spans).map((call) => call && { tool: call.tool, args: call.args, answer: call.answer })

// -- Langfuse

const observation = (fields: Data, attributes: Data = {}, at = 0): Data => ({
  id: `o-${at}`,
  traceId: 't-1',
  startTime: `2026-11-02T09:00:0${at}.000Z`,
  level: 'DEFAULT',
  ...fields,
  metadata: JSON.stringify({ attributes, ...(fields['metadata'] as Data | undefined) })
})
const written = { input: JSON.stringify(ARGS), output: OUT }

const OBSERVATIONS: Readonly<Record<string, Data>> = {
  // google-adk-2025-08-28: Langfuse itself found neither its input nor its output.
  'Google ADK': observation(
    { type: 'TOOL', name: 'execute_tool get_weather', input: '{}', output: '{}' },
    {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'get_weather',
      'gcp.vertex.agent.tool_call_args': JSON.stringify(ARGS),
      'gcp.vertex.agent.tool_response': OUT,
      'output.value': JSON.stringify({ id: 'adk-1', name: 'get_weather', response: JSON.parse(OUT) as unknown }),
      'openinference.span.kind': 'TOOL'
    }
  ),
  // koog-2025-08-26
  Koog: observation(
    { type: 'SPAN', name: 'tool.get_weather', ...written },
    { 'gen_ai.tool.name': 'get_weather', 'gen_ai.tool.call.id': 'call_1' }
  ),
  // agno-2025-06-11
  OpenInference: observation(
    { type: 'SPAN', name: 'get_weather', ...written },
    { 'tool.name': 'get_weather', 'tool.parameters': '{"type":"object"}', 'openinference.span.kind': 'TOOL' }
  ),
  // pydantic-ai-tools-2025-12-04
  'Pydantic AI': observation(
    { type: 'TOOL', name: 'running tool: get_weather', ...written },
    { 'gen_ai.tool.name': 'get_weather', tool_arguments: ARGS, tool_response: OUT }
  ),
  // langgraph-python-2025-08-22: the handler writes the input as Python would.
  'LangGraph for Python': observation({
    type: 'SPAN',
    name: 'get_weather',
    input: "{'city': 'Oslo'}",
    output: JSON.stringify({
      content: OUT,
      type: 'tool',
      name: 'get_weather',
      tool_call_id: 'call_1',
      status: 'success'
    }),
    metadata: { inputs: ARGS, langgraph_node: 'tools' }
  }),
  // langgraph-js-2025-10-30
  'LangGraph for JavaScript': observation({
    type: 'SPAN',
    name: 'get_weather',
    input: JSON.stringify(ARGS),
    output: JSON.stringify({
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', 'ToolMessage'],
      kwargs: { status: 'success', content: OUT, tool_call_id: 'call_1', name: 'get_weather' }
    })
  })
}

describe('an observation of a tool in Langfuse', () => {
  for (const [by, one] of Object.entries(OBSERVATIONS))
    it(`is read as ${by} writes it`, () => {
      expect(shownIn('langfuse', [one])).to.deep.equal([SEEN])
    })

  it('has failed where the message of its tool says so', () => {
    const output = { content: 'No such city', name: 'get_weather', tool_call_id: 'call_1', status: 'error' }
    const [call] = callsIn('langfuse', [observation({ type: 'TOOL', name: 'get_weather', input: ARGS, output })])
    expect(call?.answer).to.deep.include({ text: 'No such city', outcome: 'failed' })
  })

  it('is none where an agent names the tool that it goes on to call', () => {
    const agent = { 'tool.name': 'get_weather', 'openinference.span.kind': 'AGENT' }
    expect(callsIn('langfuse', [observation({ type: 'SPAN', name: 'agent.update' }, agent)])).to.deep.equal([])
  })

  it('is counted as unreadable where nothing names its tool', () => {
    // beeai-2025-08-01
    const kind = { 'openinference.span.kind': 'TOOL' }
    expect(callsIn('langfuse', [observation({ type: 'SPAN', name: 'tool.start-1' }, kind)])).to.deep.equal([null])
  })

  it('counts each time where its id is no more than the name of the tool', () => {
    // csharp-agent-with-gemini-2026-03-09
    const twice = [0, 1].map((at) =>
      observation(
        { type: 'TOOL', name: 'get_weather', ...written },
        { 'gen_ai.tool.name': 'get_weather', 'gen_ai.tool.call.id': 'get_weather' },
        at
      )
    )
    expect(shownIn('langfuse', twice)).to.deep.equal([SEEN, SEEN])
  })
})

// -- OpenTelemetry

describe('a span of a tool that names its ids in a context', () => {
  const span = (more: Data): Data => ({
    name: 'get_weather',
    context: { trace_id: '0x1', span_id: '0x2' },
    start_time: '2026-11-02T09:00:00Z',
    attributes: { 'gen_ai.tool.name': 'get_weather', 'gen_ai.tool.call.arguments': ARGS },
    ...more
  })

  it('has failed by the status that Phoenix writes', () => {
    const [call] = callsIn('otel', [span({ span_kind: 'TOOL', status_code: 'ERROR', status_message: 'No such city' })])
    expect(call).to.deep.include({ tool: 'get_weather', args: ARGS })
    expect(call?.answer).to.deep.include({ text: 'No such city', outcome: 'failed' })
  })

  it('has failed by the status that exporters of Python write', () => {
    const status = { status_code: 'ERROR', description: 'No such city' }
    const [call] = callsIn('otel', [span({ kind: 'SpanKind.INTERNAL', status })])
    expect(call?.answer).to.deep.include({ text: 'No such city', outcome: 'failed' })
  })

  it('belongs to its own trace', () => {
    const other = span({ context: { trace_id: '0x3', span_id: '0x4' } })
    expect(FORMATS.otel.read([span({}), other], false)).to.have.length(2)
  })
})

describe('a handover from one agent to another', () => {
  const span = { trace_id: 't', span_id: 's1', start_time: 1, status: { code: 'ERROR' } }
  const byOpenInference = {
    ...span,
    name: 'handoff to math',
    attributes: { 'openinference.span.kind': 'TOOL', 'input.value': 'lead', 'output.value': 'math' }
  }
  const byGenAi = {
    ...span,
    name: 'agent_handoff Agent',
    attributes: {
      'gen_ai.operation.name': 'agent_handoff',
      'gen_ai.handoff.from_agent': 'lead',
      'gen_ai.handoff.to_agent': 'math'
    }
  }

  for (const [what, one] of Object.entries({ byOpenInference, byGenAi }))
    it(`is a call that may fail, ${what}`, () => {
      const seen = { tool: 'handoff', args: { from: 'lead', to: 'math' } }
      expect(shownIn('otel', [one])).to.deep.equal([
        { ...seen, answer: { text: 'math', outcome: 'failed', code: null, refused: false } }
      ])
      expect(shownIn('otel', [{ ...one, status: { code: 'OK' } }])[0]?.answer?.outcome).to.equal('right')
    })

  it('hides no calls that stand in messages alone', () => {
    const sent = [{ role: 'assistant', parts: [{ type: 'tool_call', id: 'a', name: 'get_weather', arguments: ARGS }] }]
    const model = { ...span, span_id: 's2', attributes: { 'gen_ai.output.messages': JSON.stringify(sent) } }
    expect(callsIn('otel', [byGenAi, model]).map((call) => call?.tool)).to.deep.equal(['get_weather'])
  })
})

describe('the tokens that spans state', () => {
  const usageIn = (format: FormatName, spans: ReadonlyArray<Data>) => FORMATS[format].read(spans, false)[0]?.usage
  const otel = (spanId: string, parentSpanId: string | undefined, attributes: Data): Data => ({
    traceId: 't',
    spanId,
    parentSpanId,
    attributes
  })
  const chat = (input: unknown, output: unknown): Data => ({
    'gen_ai.operation.name': 'chat',
    'gen_ai.usage.input_tokens': input,
    'gen_ai.usage.output_tokens': output
  })
  const tool = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'a', 'gen_ai.tool.call.arguments': '{}' }

  it('are those of models, and not once more those of the agent above them', () => {
    const agent = { ...chat(30, 5), 'gen_ai.operation.name': 'invoke_agent' }
    const spans = [
      otel('a', undefined, agent),
      otel('b', 'a', {}),
      otel('c', 'b', {}),
      otel('c', 'b', chat(10, 2)),
      otel('d', 'b', chat('20', '3')),
      otel('e', 'b', tool),
      otel('f', 'e', { ...chat(7, 0), 'gen_ai.operation.name': 'embeddings' })
    ]
    expect(usageIn('otel', spans)).to.deep.equal({ input: 30, output: 5, cached: 0, cost: 0 })
    expect(usageIn('otel', [otel('a', undefined, agent), otel('e', 'a', tool)])).to.deep.include({ input: 30 })
  })

  it('are read as OpenInference names them, beside messages as well', () => {
    const attributes = { llm: { token_count: { prompt: 10, completion: 2 }, cost: { total: 0.5 } } }
    const messages = JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: 'Hi' }] }])
    const span = { span_kind: 'LLM', context: { trace_id: 't', span_id: 'a' }, attributes }
    const spans = [{ ...span, attributes: { ...attributes, 'gen_ai.input.messages': messages } }]
    expect(usageIn('otel', spans)).to.deep.equal({ input: 10, output: 2, cached: 0, cost: 0.5 })
  })

  it('are kept of a trace that holds neither a call of a tool nor messages', () => {
    const spans = [otel('a', undefined, {}), otel('b', 'a', chat(10, 2)), otel('c', 'a', chat(20, 3))]
    expect(FORMATS.otel.read(spans, false)).to.deep.equal([
      { entries: 3, calls: [], strange: 0, usage: { input: 30, output: 5, cached: 0, cost: 0 }, modelCalls: 2 }
    ])
  })

  it('are read from Langfuse and LangSmith', () => {
    const made = { type: 'GENERATION', usageDetails: { input: 10, output: 2, total: 12 }, calculatedTotalCost: 0.5 }
    const observations = [observation({ type: 'TOOL', name: 'a', ...written }), observation(made, {}, 1)]
    expect(usageIn('langfuse', observations)).to.deep.equal({ input: 10, output: 2, cached: 0, cost: 0.5 })
    const run = { trace_id: 't', prompt_tokens: 10, completion_tokens: 2, total_cost: 0.5, inputs: {} }
    const runs = [
      { ...run, id: 'a', run_type: 'chain', name: 'agent' },
      { ...run, id: 'b', parent_run_id: 'a', run_type: 'llm', name: 'model' },
      { trace_id: 't', id: 'c', parent_run_id: 'a', run_type: 'tool', name: 'a', inputs: {}, outputs: { output: OUT } }
    ]
    expect(usageIn('langsmith', runs)).to.deep.equal({ input: 10, output: 2, cached: 0, cost: 0.5 })
  })
})
