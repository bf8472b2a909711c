/**
 * The story in every form that is read, each written after its public description or a public sample, with nothing of
 * theirs in it.
 */
import { ASKED, type Story, type StoryCall } from './story.js'

type Data = Readonly<Record<string, unknown>>

/** A form: how it is written, and what a count that knows nothing of the library counts. */
export interface Form {
  readonly name: string
  /** Where its shape is from. */
  readonly origin: string
  readonly format: string
  readonly write: (story: Story) => string
  /** What stands for a call in the text, and for an answer. */
  readonly call: RegExp
  readonly answer: RegExp
  /** Words without which calls, names, arguments or answers cannot be found. */
  readonly words: ReadonlyArray<string>
}

const json = (value: unknown): string => JSON.stringify(value, null, 1)
const lines = (values: ReadonlyArray<unknown>): string => values.map((value) => `${JSON.stringify(value)}\n`).join('')
/** Arguments where a form writes JSON into a text. */
const written = (args: unknown): unknown => (typeof args === 'object' ? JSON.stringify(args) : args)
const each = (story: Story, make: (call: StoryCall, at: number) => ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  story.flatMap(make)
const answered = (story: Story): Story => story.filter(({ answer }) => answer !== null)
const when = <A>({ answer }: StoryCall, value: A): ReadonlyArray<A> => (answer === null ? [] : [value])

// -- messages

const chatCall = ({ id, name, args }: StoryCall): Data => ({
  id,
  type: 'function',
  function: { name, arguments: written(args) }
})
const chat = (story: Story): ReadonlyArray<unknown> => [
  { role: 'system', content: 'Help.' },
  { role: 'user', content: ASKED },
  ...each(story, (call) => [
    { role: 'assistant', content: null, tool_calls: [chatCall(call)] },
    ...when(call, { role: 'tool', tool_call_id: call.id, content: call.answer })
  ])
]

const items = (story: Story): ReadonlyArray<unknown> => [
  { role: 'user', content: [{ type: 'input_text', text: ASKED }] },
  ...each(story, (call) => [
    {
      type: 'function_call',
      id: `fc_${String(call.id)}`,
      call_id: call.id,
      name: call.name,
      arguments: written(call.args)
    },
    ...when(call, { type: 'function_call_output', call_id: call.id, output: call.answer })
  ])
]

const blocks = (story: Story): ReadonlyArray<Data> => [
  { role: 'user', content: ASKED },
  ...(each(story, (call) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: call.id, name: call.name, input: call.args }] },
    ...when(call, {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: call.id,
          content: [{ type: 'text', text: call.answer }],
          ...(call.failed ? { is_error: true } : {})
        }
      ]
    })
  ]) as ReadonlyArray<Data>)
]

const converse = (story: Story): ReadonlyArray<unknown> => [
  { role: 'user', content: [{ text: ASKED }] },
  ...each(story, (call) => [
    { role: 'assistant', content: [{ toolUse: { toolUseId: call.id, name: call.name, input: call.args } }] },
    ...when(call, {
      role: 'user',
      content: [
        {
          toolResult: {
            toolUseId: call.id,
            content: [{ text: call.answer }],
            status: call.failed ? 'error' : 'success'
          }
        }
      ]
    })
  ])
]

// An observation repeats the completion of the action that it follows from.
const openhands = (story: Story): ReadonlyArray<unknown> => [
  { id: 0, timestamp: stamp(0), source: 'user', action: 'message', args: { content: ASKED } },
  ...each(story, (call, at) => {
    const tool_call_metadata = {
      function_name: call.name,
      tool_call_id: call.id,
      model_response: {
        id: `chatcmpl-${at}`,
        choices: [{ message: { role: 'assistant', tool_calls: [chatCall(call)] } }]
      }
    }
    const event = { timestamp: stamp(at), source: 'agent', tool_call_metadata }
    return [
      { ...event, id: 2 * at + 1, action: 'call_tool_mcp', args: {} },
      ...when(call, {
        ...event,
        id: 2 * at + 2,
        cause: 2 * at + 1,
        observation: call.failed ? 'error' : 'mcp',
        content: call.answer,
        extras: {}
      })
    ]
  })
]

const sdkEvents = (story: Story): ReadonlyArray<unknown> => [
  { id: 'e', timestamp: stamp(0), source: 'user', kind: 'MessageEvent', llm_message: { role: 'user', content: ASKED } },
  ...each(story, (call, at) => {
    const event = { timestamp: stamp(at), tool_name: call.name, tool_call_id: call.id }
    return [
      {
        ...event,
        id: `a${at}`,
        kind: 'ActionEvent',
        source: 'agent',
        tool_call: { id: call.id, name: call.name, arguments: written(call.args) }
      },
      ...when(call, {
        ...event,
        id: `o${at}`,
        kind: 'ObservationEvent',
        source: 'environment',
        action_id: `a${at}`,
        observation: { content: [{ type: 'text', text: call.answer }], is_error: call.failed }
      })
    ]
  })
]

const parts = (story: Story): ReadonlyArray<unknown> => [
  { role: 'user', content: ASKED },
  ...each(story, (call) => [
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: call.id, toolName: call.name, input: call.args }]
    },
    ...when(call, {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: call.id,
          toolName: call.name,
          output: { type: call.failed ? 'error-text' : 'text', value: call.answer }
        }
      ]
    })
  ])
]

const oldParts = (story: Story): ReadonlyArray<unknown> => [
  { role: 'user', content: ASKED },
  ...each(story, (call) => [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: call.id, toolName: call.name, args: call.args }] },
    ...when(call, {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: call.id, toolName: call.name, result: call.answer, isError: call.failed }
      ]
    })
  ])
]

const uiPart = ({ name, args, id, answer, failed }: StoryCall): Data => ({
  type: typeof name === 'string' ? `tool-${name}` : 'dynamic-tool',
  ...(typeof name === 'string' ? {} : { toolName: name }),
  toolCallId: id,
  state: answer === null ? 'input-available' : failed ? 'output-error' : 'output-available',
  input: args,
  ...(answer === null ? {} : failed ? { errorText: answer } : { output: answer })
})

const langchainMessages = (story: Story): ReadonlyArray<Data> => [
  { type: 'human', content: ASKED },
  ...(each(story, (call) => [
    {
      type: 'ai',
      content: '',
      tool_calls: [{ name: call.name, args: call.args, id: call.id, type: 'tool_call' }],
      invalid_tool_calls: []
    },
    ...when(call, {
      type: 'tool',
      tool_call_id: call.id,
      content: call.answer,
      status: call.failed ? 'error' : 'success'
    })
  ]) as ReadonlyArray<Data>)
]

const CLASSES: Readonly<Record<string, string>> = { human: 'HumanMessage', ai: 'AIMessage', tool: 'ToolMessage' }
const serialized = ({ type, ...kwargs }: Data): Data => ({
  lc: 1,
  type: 'constructor',
  id: ['langchain_core', 'messages', CLASSES[String(type)]],
  kwargs
})

// -- logs

const stamp = (at: number): string => `2026-11-02T09:00:${String(10 + at)}.000Z`

const claudeLines = (story: Story): ReadonlyArray<unknown> => [
  { type: 'summary', summary: 'Orders', leafUuid: 'u-0' },
  ...blocks(story).map((message, at) => ({
    parentUuid: at === 0 ? null : `u-${at}`,
    isSidechain: false,
    userType: 'external',
    cwd: '/home/ada',
    sessionId: 's-1',
    version: '2.0.1',
    type: message['role'],
    message,
    uuid: `u-${at + 1}`,
    timestamp: stamp(at)
  })),
  { type: 'system', subtype: 'turn_duration', sessionId: 's-1', uuid: 'u-99' }
]

const rollout = (story: Story): ReadonlyArray<unknown> => [
  { timestamp: stamp(0), type: 'session_meta', payload: { id: 's-1', cwd: '/home/ada', cli_version: '0.50.0' } },
  { timestamp: stamp(0), type: 'event_msg', payload: { type: 'user_message', message: ASKED } },
  ...items(story).map((payload, at) => ({ timestamp: stamp(at), type: 'response_item', payload })),
  { timestamp: stamp(40), type: 'event_msg', payload: { type: 'token_count', info: null } }
]

const oldRollout = (story: Story): ReadonlyArray<unknown> => [
  { id: 's-1', timestamp: stamp(0), instructions: null, git: {} },
  { record_type: 'state' },
  ...items(story).map((item) => ({ type: 'message', ...(item as Data) }))
]

const trajectory = (story: Story): Data => ({
  environment: 'swe_main',
  trajectory: story.map(({ name, args, answer }) => ({
    action:
      typeof name === 'string' && name !== '' && typeof args === 'object' && args !== null
        ? `${name} ${Object.entries(args)
            .map(([field, value]) => `${field}=${String(value)}`)
            .sort((one, other) => one.localeCompare(other))
            .join(' ')}`
        : undefined,
    observation: answer,
    response: 'Let me look.',
    state: '{"open_file":"n/a"}',
    thought: ''
  })),
  history: [{ role: 'system', content: 'Help.' }],
  info: { exit_status: 'submitted' }
})

// -- traces

const run =
  (story: Story) =>
  ({ name, args, answer, failed }: StoryCall, at: number): Data => ({
    id: `run-${at}`,
    trace_id: 'run-root',
    dotted_order: `20261102T0900${10 + at}000000Zrun-${at}`,
    parent_run_id: 'run-root',
    name,
    run_type: 'tool',
    inputs: args,
    outputs: answer === null || failed ? null : { output: answer },
    error: failed ? answer : null,
    start_time: stamp(story.length - at)
  })
const rootRun: Data = {
  id: 'run-root',
  trace_id: 'run-root',
  dotted_order: '20261102T090000000000Zrun-root',
  name: 'agent',
  run_type: 'chain',
  inputs: { question: ASKED },
  outputs: {}
}

const observation = ({ name, args, answer, failed, id }: StoryCall, at: number): Data => ({
  id: `o-${at}`,
  traceId: 't-1',
  type: 'TOOL',
  name: 'ai.toolCall',
  startTime: stamp(at),
  input: written(args),
  output: failed ? null : answer,
  level: failed ? 'ERROR' : 'DEFAULT',
  statusMessage: failed ? answer : null,
  metadata: JSON.stringify({ attributes: { 'ai.toolCall.name': name, 'ai.toolCall.id': id } })
})

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
  ...(each(story, (call) => [
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

// -- all of them

const STRINGS = /"type": ?"function"/g

// -- streams and sessions of other coding agents

const streamLines = (story: Story): ReadonlyArray<unknown> => [
  { type: 'system', subtype: 'init', session_id: 's1', tools: ['get_order'] },
  ...claudeLines(story).map((line) => {
    const { type, message } = line as { readonly type: string; readonly message: unknown }
    return { type, message, parent_tool_use_id: null, session_id: 's1' }
  }),
  { type: 'result', subtype: 'success', is_error: false, session_id: 's1', total_cost_usd: 0.1 }
]

const cursorLines = (story: Story): ReadonlyArray<unknown> => [
  { type: 'system', subtype: 'init', session_id: 's1', model: 'm' },
  { type: 'user', message: { role: 'user', content: [{ type: 'text', text: ASKED }] }, session_id: 's1' },
  ...story.flatMap(({ name, args, id, answer, failed }, at) => {
    const call = { name: `shop-${String(name)}`, args, toolCallId: id, providerIdentifier: 'shop', toolName: name }
    const line = { type: 'tool_call', call_id: id, model_call_id: `m${at}`, session_id: 's1' }
    const result = { [failed ? 'error' : 'success']: { content: [{ text: { text: answer } }], isError: failed } }
    return [
      { type: 'thinking', subtype: 'completed', session_id: 's1' },
      { ...line, subtype: 'started', tool_call: { mcpToolCall: { args: call } } },
      ...(answer === null
        ? []
        : [{ ...line, subtype: 'completed', tool_call: { mcpToolCall: { args: call, result } } }])
    ]
  }),
  { type: 'result', subtype: 'success', is_error: false, session_id: 's1' }
]

const codexEvents = (story: Story): ReadonlyArray<unknown> => [
  { type: 'thread.started', thread_id: 't1' },
  { type: 'turn.started' },
  ...each(story, ({ name, args, id, answer, failed }) => [
    {
      type: 'item.completed',
      item: {
        id,
        type: 'mcp_tool_call',
        server: 'shop',
        tool: name,
        arguments: written(args),
        ...(answer === null
          ? { status: 'in_progress' }
          : { result: { content: [{ type: 'text', text: answer }] }, status: failed ? 'failed' : 'completed' })
      }
    }
  ]),
  { type: 'turn.completed', usage: { input_tokens: 10, cached_input_tokens: 0, output_tokens: 1 } }
]

const geminiChat = (story: Story): unknown => ({
  sessionId: 's1',
  projectHash: 'abc',
  messages: [
    { id: 'u1', type: 'user', content: ASKED },
    ...each(story, (one, at) => [
      {
        id: `m${at}`,
        type: 'gemini',
        content: '',
        toolCalls: [
          {
            id: one.id,
            name: one.name,
            args: one.args,
            status: one.failed ? 'error' : 'success',
            ...Object.assign(
              {},
              ...when(one, { result: [{ functionResponse: { id: one.id, response: { output: one.answer } } }] })
            )
          }
        ]
      }
    ])
  ]
})

const opencodeSession = (story: Story): unknown => ({
  info: { id: 'ses_1' },
  messages: [
    { info: { id: 'msg_0', role: 'user' }, parts: [{ type: 'text', text: ASKED }] },
    ...each(story, ({ name, args, id, answer, failed }) => [
      {
        info: { role: 'assistant', cost: 0.01, tokens: { input: 10, output: 1, cache: { read: 5, write: 0 } } },
        parts: [
          {
            type: 'tool',
            callID: id,
            tool: name,
            state:
              answer === null
                ? { status: 'running', input: args }
                : {
                    status: failed ? 'error' : 'completed',
                    input: args,
                    ...(failed ? { error: answer } : { output: answer })
                  }
          }
        ]
      }
    ])
  ]
})

const atifTrajectory = (story: Story): unknown => ({
  schema_version: 'ATIF-v1.5',
  session_id: 's1',
  agent: { name: 'terminus-2', version: '1' },
  steps: [
    { step_id: 1, source: 'user', message: ASKED },
    ...each(story, (one, at) => [
      {
        step_id: at + 2,
        source: 'agent',
        message: '',
        tool_calls: [{ tool_call_id: one.id, function_name: one.name, arguments: one.args }],
        ...Object.assign(
          {},
          ...when(one, { observation: { results: [{ source_call_id: one.id, content: one.answer }] } })
        )
      }
    ])
  ]
})

const pydanticMessages = (story: Story): ReadonlyArray<unknown> => [
  { parts: [{ content: ASKED, timestamp: stamp(0), part_kind: 'user-prompt' }], kind: 'request' },
  ...each(story, (one, at) => [
    {
      parts: [{ tool_name: one.name, args: one.args, tool_call_id: one.id, part_kind: 'tool-call' }],
      model_name: 'm',
      timestamp: stamp(at),
      kind: 'response'
    },
    ...when(one, {
      parts: [
        {
          tool_name: one.name,
          content: one.answer,
          tool_call_id: one.id,
          timestamp: stamp(at),
          part_kind: one.failed ? 'retry-prompt' : 'tool-return'
        }
      ],
      kind: 'request'
    })
  ])
]

export const FORMS: ReadonlyArray<Form> = [
  {
    name: 'OpenAI Chat: messages',
    origin: 'API reference of Chat Completions; tau-bench historical_trajectories',
    format: 'openai',
    write: (story) => json(chat(story)),
    call: STRINGS,
    answer: /"tool_call_id"/g,
    words: ['"tool_calls"', '"function"', '"name"', '"arguments"', '"tool_call_id"', '"assistant"', '"tool"']
  },
  {
    name: 'OpenAI Chat: a request',
    origin: 'API reference of Chat Completions',
    format: 'openai',
    write: (story) => json({ model: 'm', tools: [{ type: 'tool', name: 'get_order' }], messages: chat(story) }),
    call: STRINGS,
    answer: /"tool_call_id"/g,
    words: ['"tool_calls"', '"name"', '"arguments"', '"tool_call_id"', '"messages"', '"role"']
  },
  {
    name: 'OpenAI Chat: a batch of requests that go on',
    origin: 'Batch API guide: custom_id, method, url, body',
    format: 'openai',
    write: (story) =>
      lines(
        [4, 7, Infinity].map((end, at) => ({
          custom_id: `r-${at}`,
          method: 'POST',
          url: '/v1/chat/completions',
          body: { model: 'm', messages: chat(story).slice(0, end) }
        }))
      ),
    call: /zero/g,
    answer: /zero/g,
    words: ['"tool_calls"', '"name"', '"arguments"', '"tool_call_id"', '"body"', '"messages"']
  },
  {
    name: 'OpenAI Chat: a request beside its response',
    origin: 'API reference of Chat Completions; how gateways log',
    format: 'openai',
    write: (story) => {
      const all = chat(story)
      return json({
        request: { model: 'm', messages: all.slice(0, -1) },
        response: { id: 'r', choices: [{ index: 0, finish_reason: 'tool_calls', message: all.at(-1) }] }
      })
    },
    call: STRINGS,
    answer: /"tool_call_id"/g,
    words: ['"tool_calls"', '"name"', '"arguments"', '"tool_call_id"', '"messages"']
  },
  {
    name: 'OpenAI: the old function_call',
    origin: 'API reference of 2023; ToolBench data_example/answer',
    format: 'openai',
    write: (story) =>
      json([
        { role: 'user', content: ASKED },
        ...each(story, (call) => [
          { role: 'assistant', content: null, function_call: { name: call.name, arguments: written(call.args) } },
          ...when(call, { role: 'function', name: call.name, content: call.answer })
        ])
      ]),
    call: /"function_call"/g,
    answer: /"role": "function"/g,
    words: ['"function_call"', '"arguments"', '"function"', '"assistant"']
  },
  {
    name: 'messages like those of OpenAI: tau2',
    origin: 'tau2-bench results: simulations[].messages',
    format: 'openai',
    write: (story) =>
      json({
        info: { seed: 1 },
        tasks: [{ id: 't', user_scenario: 'x' }],
        simulations: [
          {
            id: 'x',
            messages: [
              { role: 'assistant', content: 'Hi!' },
              { role: 'user', content: ASKED },
              ...each(story, (call) => [
                {
                  role: 'assistant',
                  content: null,
                  tool_calls: [{ id: call.id, name: call.name, arguments: call.args, requestor: 'assistant' }]
                },
                ...when(call, {
                  role: 'tool',
                  id: call.id,
                  content: call.answer,
                  requestor: 'assistant',
                  error: call.failed
                })
              ])
            ]
          }
        ]
      }),
    call: /"arguments"/g,
    answer: /"error"/g,
    words: ['"tool_calls"', '"name"', '"arguments"', '"tool"', '"messages"']
  },
  {
    name: 'messages like those of OpenAI: AgentDojo',
    origin: 'agentdojo-luna-trajectories: function beside args, content parts named content',
    format: 'openai',
    write: (story) =>
      json({
        system_prompt: 'Help.',
        messages: [
          { role: 'user', content: [{ type: 'text', content: ASKED }] },
          ...each(story, (call) => [
            { role: 'assistant', content: null, tool_calls: [{ function: call.name, args: call.args, id: call.id }] },
            ...when(call, {
              role: 'tool',
              tool_call_id: call.id,
              content: [{ type: 'text', content: call.answer }],
              error: call.failed ? call.answer : null
            })
          ])
        ],
        available_tools: [{ name: 'get_order' }]
      }),
    call: /"args"/g,
    answer: /"tool_call_id"/g,
    words: ['"tool_calls"', '"function"', '"args"', '"tool"', '"messages"']
  },
  {
    name: 'OpenAI Responses: a request',
    origin: 'API reference of Responses',
    format: 'openai-responses',
    write: (story) => json({ model: 'm', input: items(story) }),
    call: /"type": "function_call"/g,
    answer: /"function_call_output"/g,
    words: ['"function_call"', '"name"', '"arguments"', '"function_call_output"', '"input"', '"call_id"']
  },
  {
    name: 'OpenAI Agents for JavaScript: a history',
    origin: 'lapth/aichat-openai-agent: callId, an output that is a part',
    format: 'openai-responses',
    write: (story) =>
      json([
        { role: 'user', content: ASKED },
        ...each(story, (call) => [
          { type: 'function_call', callId: call.id, name: call.name, arguments: written(call.args) },
          ...when(call, {
            type: 'function_call_result',
            callId: call.id,
            name: call.name,
            output: { type: 'text', text: call.answer }
          })
        ])
      ]),
    call: /"type": "function_call"/g,
    answer: /"function_call_result"/g,
    words: ['"function_call"', '"name"', '"arguments"', '"function_call_result"', '"callId"', '"output"']
  },
  {
    name: 'Anthropic: messages, one a line',
    origin: 'API reference of Messages',
    format: 'anthropic',
    write: (story) => lines(blocks(story)),
    call: /"tool_use"/g,
    answer: /"tool_result"/g,
    words: ['"tool_use"', '"name"', '"input"', '"tool_result"', '"tool_use_id"', '"role"', '"content"']
  },
  {
    name: 'Anthropic: a batch of requests',
    origin: 'Message Batches guide: custom_id, params',
    format: 'anthropic',
    write: (story) => lines([{ custom_id: 'a', params: { model: 'm', max_tokens: 9, messages: blocks(story) } }]),
    call: /"tool_use"/g,
    answer: /"tool_result"/g,
    words: ['"tool_use"', '"name"', '"input"', '"tool_result"', '"messages"']
  },
  {
    name: 'Bedrock: a request of Converse',
    origin: 'API reference of Converse',
    format: 'anthropic',
    write: (story) => json({ modelId: 'm', messages: converse(story) }),
    call: /"toolUse"/g,
    answer: /"toolResult"/g,
    words: ['"toolUse"', '"name"', '"input"', '"toolResult"', '"toolUseId"', '"messages"', '"role"', '"content"']
  },
  {
    name: 'OpenHands',
    origin: 'OpenHands: openhands/events/serialization, recorded trajectories',
    format: 'openhands',
    write: (story) => json(openhands(story)),
    call: /"action": "call_tool_mcp"/g,
    answer: /"observation"/g,
    words: ['"action"', '"function_name"', '"tool_call_metadata"', '"observation"', '"source"', '"cause"']
  },
  {
    name: 'OpenHands: events of its SDK, one a line',
    origin: 'OpenHands/software-agent-sdk: events',
    format: 'openhands',
    write: (story) => lines(sdkEvents(story)),
    call: /"ActionEvent"/g,
    answer: /"ObservationEvent"/g,
    words: ['"kind"', '"tool_name"', '"tool_call_id"', '"observation"', '"source"', '"arguments"']
  },
  {
    name: 'AI SDK: model messages',
    origin: 'reference of ModelMessage',
    format: 'ai-sdk',
    write: (story) => json(parts(story)),
    call: /"tool-call"/g,
    answer: /"tool-result"/g,
    words: ['"tool-call"', '"toolName"', '"input"', '"tool-result"', '"assistant"', '"content"']
  },
  {
    name: 'AI SDK: messages of version 4',
    origin: 'reference of CoreMessage',
    format: 'ai-sdk',
    write: (story) => json(oldParts(story)),
    call: /"tool-call"/g,
    answer: /"tool-result"/g,
    words: ['"tool-call"', '"toolName"', '"args"', '"tool-result"']
  },
  {
    name: 'AI SDK: messages for user interfaces',
    origin: 'reference of UIMessage',
    format: 'ai-sdk',
    write: (story) =>
      json([
        { id: 'm1', role: 'user', parts: [{ type: 'text', text: ASKED }] },
        ...story.map((call, at) => ({ id: `a${at}`, role: 'assistant', parts: [{ type: 'step-start' }, uiPart(call)] }))
      ]),
    call: /"toolCallId"/g,
    answer: /"state": "output-/g,
    words: ['"parts"', '"input"', '"toolCallId"', '"assistant"']
  },
  {
    name: 'AI SDK: each state of a message that streams',
    origin: 'Arize-ai/phoenix: ui_message_stream/fixtures.json, written by processUIMessageStream of ai 7',
    format: 'ai-sdk',
    write: (story) =>
      json(
        story.flatMap((call, at) => {
          const earlier = story.slice(0, at).map(uiPart)
          const begun = { ...uiPart({ ...call, answer: null }), input: undefined, state: 'input-streaming' }
          return [begun, uiPart({ ...call, answer: null }), uiPart(call)].map((part) => ({
            id: 'm1',
            role: 'assistant',
            parts: [{ type: 'step-start' }, ...earlier, part]
          }))
        })
      ),
    call: /zero/g,
    answer: /zero/g,
    words: ['"parts"', '"input"', '"toolCallId"', '"assistant"']
  },
  {
    name: 'LangChain: messages',
    origin: 'reference of langchain-core messages',
    format: 'langchain',
    write: (story) => json({ messages: langchainMessages(story) }),
    call: /"type": "tool_call"/g,
    answer: /"tool_call_id"/g,
    words: ['"tool_calls"', '"name"', '"args"', '"tool_call_id"', '"ai"', '"tool"']
  },
  {
    name: 'LangChain: serialized messages',
    origin: 'langchain-core dumpd: lc, type, id, kwargs',
    format: 'langchain',
    write: (story) => json(langchainMessages(story).map(serialized)),
    call: /"type": "tool_call"/g,
    answer: /"tool_call_id"/g,
    words: ['"tool_calls"', '"name"', '"args"', '"tool_call_id"', '"kwargs"', '"AIMessage"']
  },
  {
    name: 'Claude Code',
    origin: 'session-share samples; llm-builds-linux trajectories',
    format: 'claude-code',
    write: (story) => lines(claudeLines(story)),
    call: /"tool_use"/g,
    answer: /"tool_result"/g,
    words: ['"tool_use"', '"name"', '"input"', '"tool_result"', '"tool_use_id"', '"message"', '"assistant"']
  },
  {
    name: 'Claude Code: a stream',
    origin: 'claude -p --output-format stream-json',
    format: 'claude-code',
    write: (story) => lines(streamLines(story)),
    call: /"tool_use"/g,
    answer: /"tool_result"/g,
    words: ['"tool_use"', '"name"', '"input"', '"tool_result"', '"tool_use_id"', '"message"', '"assistant"']
  },
  {
    name: 'Cursor: a stream',
    origin: 'cursor-agent -p --output-format stream-json; traces of moose-data-agents',
    format: 'cursor-stream',
    write: (story) => lines(cursorLines(story)),
    call: /"subtype":"started"/g,
    answer: /"result":\{/g,
    words: ['"tool_call"', '"mcpToolCall"', '"toolName"', '"args"', '"result"', '"call_id"', '"session_id"']
  },
  {
    name: 'Codex: a stream',
    origin: 'codex exec --json; agentcmd research notes',
    format: 'codex-stream',
    write: (story) => lines(codexEvents(story)),
    call: /"mcp_tool_call"/g,
    answer: /"text":/g,
    words: ['"mcp_tool_call"', '"tool"', '"arguments"', '"item"']
  },
  {
    name: 'Gemini CLI',
    origin: 'agentsview testdata; gemini-cli chat recording service',
    format: 'gemini-cli',
    write: (story) => json(geminiChat(story)),
    call: /"args"/g,
    answer: /"functionResponse"/g,
    words: ['"toolCalls"', '"name"', '"args"', '"gemini"', '"messages"']
  },
  {
    name: 'OpenCode',
    origin: 'opencode export',
    format: 'opencode',
    write: (story) => json(opencodeSession(story)),
    call: /"callID"/g,
    answer: /"output": "|"error": "/g,
    words: ['"tool"', '"state"', '"input"', '"parts"', '"messages"']
  },
  {
    name: 'ATIF',
    origin: 'phoenix fixtures of Harbor: terminus-2, openhands',
    format: 'atif',
    write: (story) => json(atifTrajectory(story)),
    call: /"function_name"/g,
    answer: /"source_call_id"/g,
    words: ['"tool_calls"', '"function_name"', '"arguments"', '"observation"', '"steps"']
  },
  {
    name: 'Pydantic AI',
    origin: 'pydantic-ai docs/message-history.md: all_messages_json',
    format: 'pydantic-ai',
    write: (story) => json(pydanticMessages(story)),
    call: /"tool-call"/g,
    answer: /"tool-return"|"retry-prompt"/g,
    words: ['"tool-call"', '"tool_name"', '"args"', '"tool-return"', '"tool_call_id"', '"parts"', '"response"']
  },
  {
    name: 'Codex',
    origin: 'agent-trajectory-profiler and agent-sessions fixtures',
    format: 'codex',
    write: (story) => lines(rollout(story)),
    call: /"type":"function_call"/g,
    answer: /"function_call_output"/g,
    words: ['"function_call"', '"name"', '"arguments"', '"function_call_output"', '"payload"', '"response_item"']
  },
  {
    name: 'Codex, its first form',
    origin: 'codex-session-viewer docs/example.jsonl',
    format: 'codex',
    write: (story) => lines(oldRollout(story)),
    call: /"type":"function_call"/g,
    answer: /"function_call_output"/g,
    words: ['"function_call"', '"name"', '"arguments"', '"function_call_output"']
  },
  {
    name: 'SWE-agent',
    origin: 'auto-code-rover results and SWE-agent trajectories',
    format: 'swe-agent',
    write: (story) => json(trajectory(story)),
    call: /"action": "[a-z]/g,
    answer: /"observation": "/g,
    words: ['"trajectory"', '"action"', '"observation"']
  },
  {
    name: 'LangSmith: runs, one a line',
    origin: 'langsmith-sdk test data; export of langchain-skills',
    format: 'langsmith',
    write: (story) => lines([...story.map(run(story)).reverse(), rootRun]),
    call: /"run_type":"tool"/g,
    answer: /"output":|"error":"/g,
    words: ['"run_type"', '"name"', '"inputs"', '"tool"']
  },
  {
    name: 'LangSmith: a run with its children',
    origin: 'langsmith-sdk: Run.child_runs',
    format: 'langsmith',
    write: (story) => json({ ...rootRun, child_runs: story.map(run(story)) }),
    call: /"run_type": "tool"/g,
    answer: /"output":|"error": "/g,
    words: ['"run_type"', '"name"', '"inputs"', '"child_runs"', '"tool"']
  },
  {
    name: 'LangSmith: runs of models alone',
    origin: 'langsmith-sdk test data: wrap_openai',
    format: 'langsmith',
    write: (story) => {
      const all = chat(story)
      return json(
        [3, 7, all.length].map((end, at) => ({
          id: `m-${at}`,
          trace_id: 'm-0',
          dotted_order: `20261102T09000${at}`,
          name: 'ChatOpenAI',
          run_type: 'llm',
          inputs: { messages: all.slice(0, end - 1) },
          outputs: { choices: [{ message: all[end - 1] }] }
        }))
      )
    },
    call: /zero/g,
    answer: /zero/g,
    words: ['"run_type"', '"inputs"', '"tool_calls"', '"arguments"', '"llm"']
  },
  {
    name: 'Langfuse',
    origin: 'agent-prism storybook data: exports of the interface',
    format: 'langfuse',
    write: (story) =>
      json({
        trace: { id: 't-1', name: 'chat', input: JSON.stringify(ASKED) },
        observations: [
          ...story.map(observation).reverse(),
          { id: 'o-root', traceId: 't-1', type: 'SPAN', name: 'agent', startTime: stamp(0), input: '{}', output: '{}' }
        ]
      }),
    call: /"type": "TOOL"/g,
    answer: /"output": "\{\\"(?:state|results)|"statusMessage": "/g,
    words: ['"observations"', '"TOOL"', '"input"', '"type"']
  },
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

/** How many answers a story has. */
export const answersOf = (story: Story): number => answered(story).length
