import { expect } from 'chai'
import { FORMATS, type FormatName } from '../../../../lib/operate/audit/formats/formats.js'

/** Two steps of a model, as each log states that they read 100 and 180 tokens. */
const STATED: ReadonlyArray<readonly [FormatName, ReadonlyArray<unknown>]> = [
  [
    'claude-code',
    [
      { type: 'user', sessionId: 's', uuid: '1', message: { role: 'user', content: 'Hi' } },
      // Two lines hold one message, each with the usage of all of it.
      ...['text', 'tool_use'].map((type, n) => ({
        type: 'assistant',
        sessionId: 's',
        uuid: `2${n}`,
        message: {
          id: 'm1',
          role: 'assistant',
          content: [type === 'text' ? { type, text: 'So.' } : { type, id: 'a', name: 'Read', input: {} }],
          usage: { input_tokens: 10, cache_read_input_tokens: 70, cache_creation_input_tokens: 20, output_tokens: 5 }
        }
      })),
      {
        type: 'user',
        sessionId: 's',
        uuid: '3',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }] }
      },
      {
        type: 'assistant',
        sessionId: 's',
        uuid: '4',
        message: {
          id: 'm2',
          role: 'assistant',
          content: [{ type: 'text', text: 'Done' }],
          usage: { input_tokens: 180, output_tokens: 5 }
        }
      }
    ]
  ],
  [
    'gemini-cli',
    [
      {
        sessionId: 's',
        projectHash: 'p',
        messages: [100, 180].map((input, id) => ({
          id,
          type: 'gemini',
          content: 'So.',
          tokens: { input, output: 3, thoughts: 2, cached: 60 }
        }))
      }
    ]
  ],
  [
    'adk',
    [
      {
        id: 's',
        events: [100, 180].map((input) => ({
          author: 'shop',
          invocationId: 'e',
          content: { role: 'model', parts: [{ text: 'So.' }] },
          usageMetadata: {
            promptTokenCount: input,
            candidatesTokenCount: 3,
            thoughtsTokenCount: 2,
            cachedContentTokenCount: 60
          }
        }))
      }
    ]
  ],
  [
    'opencode',
    [100, 180].map((input) => ({
      info: { role: 'assistant', tokens: { input: input - 60, output: 5, cache: { read: 60, write: 0 } } },
      parts: [{ type: 'text', text: 'So.' }]
    }))
  ],
  [
    'pi',
    [100, 180].flatMap((input) => [
      { type: 'message', message: { role: 'user', content: 'Hi' } },
      {
        type: 'message',
        message: {
          role: 'assistant',
          content: [{ type: 'text', text: 'So.' }],
          api: 'anthropic-messages',
          usage: { input: 10, output: 5, cacheRead: input - 30, cacheWrite: 20, cost: { input: 1, total: 0 } }
        }
      }
    ])
  ],
  [
    'pydantic-ai',
    [100, 180].map((input) => ({
      kind: 'response',
      parts: [{ part_kind: 'text', content: 'So.' }],
      usage: { input_tokens: input, output_tokens: 5, cache_read_tokens: 60 }
    }))
  ],
  [
    'atif',
    [
      {
        schema_version: 'ATIF-v1.5',
        steps: [100, 180].map((input, at) => ({
          step_id: at + 1,
          source: 'agent',
          metrics: { prompt_tokens: input, completion_tokens: 5, cached_tokens: 60 }
        }))
      }
    ]
  ],
  [
    'openhands',
    [100, 180].map((input, id) => ({
      id,
      source: 'agent',
      action: 'think',
      args: {},
      tool_call_metadata: {
        function_name: 'think',
        tool_call_id: `c${id}`,
        model_response: {
          id: `r${id}`,
          usage: { prompt_tokens: input, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 60 } }
        }
      }
    }))
  ]
]

/** Of these tokens, those that a cache supplied. */
const CACHED: Readonly<Partial<Record<FormatName, number>>> = {
  'claude-code': 70,
  'gemini-cli': 120,
  opencode: 120,
  pi: 220,
  atif: 120,
  adk: 120,
  'pydantic-ai': 120,
  openhands: 120
}

describe('the tokens that a log states of each step', () => {
  for (const [format, entries] of STATED)
    it(`are read from ${format}`, () => {
      const [conversation] = FORMATS[format].read(entries, false)
      const usage = { input: 280, output: 10, cached: CACHED[format] ?? 0, cost: 0 }
      expect(conversation).to.deep.include({ inputs: [100, 180], usage })
    })

  it('are those of all steps together in a trajectory of SWE-agent, with its price', () => {
    const model_stats = { instance_cost: 0.5, tokens_sent: 280, tokens_received: 10, total_cost: 9 }
    const [conversation] = FORMATS['swe-agent'].read([{ trajectory: [], info: { model_stats } }], false)
    expect(conversation?.usage).to.deep.equal({ input: 280, output: 10, cached: 0, cost: 0.5 })
  })

  it('are those of all steps together in a message for user interfaces', () => {
    const part = { type: 'tool-web', toolCallId: 'a', state: 'output-available', input: {}, output: 'ok' }
    const hosted = { ...part, toolCallId: 'b', providerExecuted: true }
    const message = {
      role: 'assistant',
      parts: [part, hosted],
      metadata: { totalUsage: { inputTokens: 280, outputTokens: 10 } }
    }
    const [conversation] = FORMATS['ai-sdk'].read([message], false)
    expect(conversation).to.deep.include({
      inputs: [0],
      hosted: 1,
      usage: { input: 280, output: 10, cached: 0, cost: 0 }
    })
    expect(conversation?.calls).to.have.length(1)
  })
})
