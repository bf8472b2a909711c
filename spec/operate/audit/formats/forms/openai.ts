/** OpenAI Chat, and messages like its own. */
import { ASKED, type Story, type StoryCall } from '../story.js'
import { type Data, type Form, json, lines, when, written } from './form.js'

export const chatCall = ({ id, name, args }: StoryCall): Data => ({
  id,
  type: 'function',
  function: { name, arguments: written(args) }
})

export const chat = (story: Story): ReadonlyArray<unknown> => [
  { role: 'system', content: 'Help.' },
  { role: 'user', content: ASKED },
  ...story.flatMap((call) => [
    { role: 'assistant', content: null, tool_calls: [chatCall(call)] },
    ...when(call, { role: 'tool', tool_call_id: call.id, content: call.answer })
  ])
]

const STRINGS = /"type": ?"function"/g

export const OPENAI: ReadonlyArray<Form> = [
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
        ...story.flatMap((call) => [
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
              ...story.flatMap((call) => [
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
          ...story.flatMap((call) => [
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
    name: 'messages like those of OpenAI: mini-swe-agent',
    origin: 'mini-swe-agent 2: trajectory_format mini-swe-agent-1.1, its last message tells how the run ended',
    format: 'openai',
    write: (story) =>
      json({
        info: { model_stats: { instance_cost: 0.5, api_calls: story.length }, exit_status: 'LimitsExceeded' },
        messages: [
          ...chat(story),
          { role: 'exit', content: '', extra: { exit_status: 'LimitsExceeded', submission: '' } }
        ],
        trajectory_format: 'mini-swe-agent-1.1'
      }),
    call: STRINGS,
    answer: /"tool_call_id"/g,
    words: ['"tool_calls"', '"name"', '"arguments"', '"tool_call_id"', '"messages"', '"exit"']
  }
]
