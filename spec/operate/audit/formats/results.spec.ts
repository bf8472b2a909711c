import { expect } from 'chai'
import { MESSAGE_FORMATS, messageFormat } from '../../../../lib/operate/audit/formats/messages.js'
import { auditConversation } from '../../../../lib/operate/audit/audit.js'
import { atifFormat } from '../../../../lib/operate/audit/formats/atif.js'
import { opencodeFormat } from '../../../../lib/operate/audit/formats/opencode.js'
import { claudeCodeFormat } from '../../../../lib/operate/audit/formats/claude-code.js'
import { codexFormat } from '../../../../lib/operate/audit/formats/codex.js'
import { codexStreamFormat } from '../../../../lib/operate/audit/formats/codex-stream.js'
import { cursorStreamFormat } from '../../../../lib/operate/audit/formats/cursor-stream.js'
import type { HistoryFormat } from '../../../../lib/history/formats.js'

/** One call and its result, which the log keeps as data. */
const WRITTEN: Readonly<Record<HistoryFormat, (result: unknown) => ReadonlyArray<unknown>>> = {
  openai: (content) => [
    { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'find', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: 'a', content }
  ],
  'openai-responses': (output) => [
    { type: 'function_call', call_id: 'a', name: 'find', arguments: '{}' },
    { type: 'function_call_output', call_id: 'a', output }
  ],
  anthropic: (content) => [
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'find', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content }] }
  ],
  'ai-sdk': (value) => [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'find', input: {} }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'find', output: { type: 'json', value } }]
    }
  ],
  langchain: (content) => [
    { type: 'ai', content: '', tool_calls: [{ id: 'a', name: 'find', args: {} }] },
    { type: 'tool', tool_call_id: 'a', content }
  ]
}

const block = (text: string, more: object = {}) => ({ type: 'text', text, annotations: null, ...more })
const OUT = '{"error":"No such order."}'

/** What the OpenAI Agents SDK, Toolathlon and proxies store of a result of MCP: the whole of it, its blocks, or one. */
const OF_MCP: Readonly<Record<string, unknown>> = {
  'a block': block(OUT),
  'the JSON of a block': JSON.stringify(block(OUT)),
  'the JSON of a block, its fields in another order': JSON.stringify({ annotations: null, text: OUT, type: 'text' }),
  'the JSON of a list of blocks': JSON.stringify([block(OUT)]),
  'a block that holds the JSON of one': [block(JSON.stringify(block(OUT)))],
  'a whole result': { content: [block(OUT)], isError: false },
  'the JSON of a whole result': JSON.stringify({ _meta: null, content: [block(OUT)], isError: false })
}

describe('a result of MCP that a log keeps with its blocks', () => {
  const answerIn = (format: HistoryFormat, result: unknown) =>
    MESSAGE_FORMATS[format].read(WRITTEN[format](result), false)[0]?.calls[0]?.answer

  for (const format of Object.keys(WRITTEN) as ReadonlyArray<HistoryFormat>)
    for (const [what, result] of Object.entries(OF_MCP))
      it(`is read as the text inside: ${what} from ${format}`, () => {
        expect(answerIn(format, result)).to.deep.include({ text: OUT, outcome: 'failed' })
      })

  const outcomeOf = (result: unknown) => answerIn('openai', JSON.stringify(result))?.outcome

  it('has failed where the log marks all of it', () => {
    expect(outcomeOf(block('Not allowed', { error: true }))).to.equal('failed')
    expect(outcomeOf({ content: [block('Not allowed')], isError: true })).to.equal('failed')
    expect(outcomeOf([block('PONG'), block('A warning', { error: true })])).to.equal('right')
  })

  it('is no record of data that has such fields', () => {
    const row = { type: 'text', text: 'Hi', id: 7 }
    for (const data of [row, [row], { content: [block('Hi')], model: 'm' }])
      expect(answerIn('openai', JSON.stringify(data))?.text).to.equal(JSON.stringify(data))
    expect(answerIn('openai', row)?.text).to.equal('{"id":7,"text":"Hi","type":"text"}')
  })
})

describe('a result that a log keeps as data', () => {
  for (const format of Object.keys(WRITTEN) as ReadonlyArray<HistoryFormat>) {
    const read = (result: unknown) => {
      const [conversation] = MESSAGE_FORMATS[format].read(WRITTEN[format](result), false)
      return { strange: conversation?.strange, text: conversation?.calls[0]?.answer?.text }
    }

    it(`is read as its JSON text from ${format}`, () => {
      expect(read({ total: 0, link: [{ relation: 'self' }] })).to.deep.equal({
        strange: 0,
        text: '{"link":[{"relation":"self"}],"total":0}'
      })
    })
    it(`keeps its rows from ${format}`, () => {
      const { strange, text = '' } = read([{ id: 1 }, { id: 2 }])
      expect([strange, text]).to.satisfy(([none, rows]: [number, string]) => none === 0 && /1[^]*2/.test(rows))
    })
  }

  it('is not among the messages that a provider accepts', () => {
    expect(MESSAGE_FORMATS.openai.history?.(WRITTEN.openai({ total: 0 }) as never)).to.equal(undefined)
  })
})

describe('messages of Inspect, which hold what the model thought', () => {
  const thought = { type: 'reasoning', reasoning: 'So.', redacted: false }
  const messages = [
    { role: 'user', content: 'Go.' },
    { role: 'assistant', content: [thought, { type: 'text', text: 'Done.' }] }
  ]

  it('are those of OpenAI, and no provider accepts them', () => {
    expect(messageFormat(messages)).to.equal('openai')
    expect(MESSAGE_FORMATS.openai.read(messages, false)[0]).to.deep.include({ strange: 0, entries: 2 })
    expect(MESSAGE_FORMATS.openai.history?.(messages)).to.equal(undefined)
    const own = { role: 'assistant', content: [{ type: 'reasoning', text: 'So.' }] }
    expect(messageFormat([own])).to.equal('ai-sdk')
  })
})

describe('cursorStreamFormat', () => {
  const line = { type: 'tool_call', session_id: 's1', call_id: 'c1' }
  const called = (kind: string, args: object, result: object) =>
    cursorStreamFormat.read(
      [
        { ...line, subtype: 'started', tool_call: { [kind]: { args } }, timestamp_ms: 1_773_430_654_000 },
        { ...line, subtype: 'completed', tool_call: { [kind]: { result } }, timestamp_ms: 1_773_430_654_500 }
      ],
      false
    )[0]?.calls[0]

  it('reads what a shell was asked for, without what Cursor adds to it', () => {
    const args = { command: 'ls a', workingDirectory: '', toolCallId: 'c1', parsingResult: { parsingFailed: false } }
    const result = {
      failure: { exitCode: 2, stdout: '', stderr: '', interleavedOutput: 'ls: a: no' },
      isBackground: false
    }
    const call = called('shellToolCall', args, result)
    expect([call?.tool, call?.args, call?.ms]).to.deep.equal(['shell', { command: 'ls a', workingDirectory: '' }, 500])
    expect([call?.answer?.text, call?.answer?.outcome]).to.deep.equal(['ls: a: no', 'failed'])
  })

  it('reads the text of a file and the words of an error', () => {
    const of = (result: object) => called('readToolCall', { path: 'a' }, result)?.answer
    expect(of({ success: { content: 'text', totalLines: 1 } })).to.deep.include({ text: 'text', outcome: 'right' })
    expect(of({ error: { errorMessage: 'File not found' } })?.text).to.equal('File not found')
  })

  it('says where the log holds more than the model read: the data of a search, and of an edit', () => {
    const matches = { workspaceResults: { '/': { content: { matches: [{ file: 'a', matches: [] }] } } } }
    expect(called('grepToolCall', { pattern: 'a' }, { success: matches })?.answer?.isMore).to.equal(true)
    expect(called('readToolCall', { path: 'a' }, { success: { content: 'text' } })?.answer).not.to.have.property(
      'isMore'
    )
    // Of a part of a search, Cursor says that there is more.
    const part = { workspaceResults: { '/': { content: { matches: [{ file: 'a' }], clientTruncated: true } } } }
    const search = called('grepToolCall', { pattern: 'a' }, { success: part }) ?? null
    expect(auditConversation({ entries: 1, strange: 0, calls: [search] }).audit.given.more_pages).to.equal(1)
    // A long one is no finding: nobody knows how much of it was read.
    const long = { success: { files: Array.from({ length: 10_000 }, (_, n) => `/work/file-${n}`) } }
    const call = called('globToolCall', {}, long) ?? null
    const { audit } = auditConversation({ entries: 1, strange: 0, calls: [call] })
    expect([audit.given.too_long, audit.context.atMost]).to.deep.equal([0, audit.context.read])
  })

  it('reads the tokens that the end of a run states', () => {
    const usage = { inputTokens: 2_000, outputTokens: 20, cacheReadTokens: 1_500, cacheWriteTokens: 0 }
    const lines = [1, 2].map(() => ({ type: 'result', subtype: 'success', session_id: 's1', usage }))
    expect(cursorStreamFormat.read(lines, false)[0]?.usage).to.deep.equal({
      input: 4_000,
      output: 40,
      cached: 3_000,
      cost: 0
    })
  })

  it('makes no further call of a state without its id', () => {
    const states = ['started', 'completed'].map((subtype) => ({
      ...line,
      subtype,
      call_id: undefined,
      tool_call: { readToolCall: { args: { path: 'a' }, result: { success: { content: 'text' } } } }
    }))
    expect(cursorStreamFormat.read(states, false)).to.deep.include.members([
      {
        entries: 2,
        calls: [],
        strange: 2,
        orphaned: 0,
        steps: 0,
        inputs: [],
        usage: { input: 0, output: 0, cached: 0, cost: 0 },
        ended: undefined
      }
    ])
  })
})

describe('atifFormat', () => {
  const call = (id: string) => ({ tool_call_id: id, function_name: 'bash', arguments: { command: id } })
  const answersOf = (ids: ReadonlyArray<string>, results: ReadonlyArray<object>) => {
    const step = { step_id: 1, source: 'agent', tool_calls: ids.map(call), observation: { results } }
    const [conversation] = atifFormat.read([{ schema_version: 'ATIF-v1.5', steps: [step] }], false)
    return [conversation?.calls.map((one) => one?.answer?.text), conversation?.orphaned]
  }

  it('reads results without the id of their call by their place, where there are as many as calls', () => {
    expect(answersOf(['a', 'b'], [{ content: 'A' }, { source_call_id: null, content: 'B' }])).to.deep.equal([
      ['A', 'B'],
      0
    ])
    expect(answersOf(['a', 'b'], [{ content: 'A' }])).to.deep.equal([[undefined, undefined], 0])
    expect(answersOf(['a', 'b'], [{ content: 'A' }, { source_call_id: 'a', content: 'B' }])).to.deep.equal([
      ['B', undefined],
      0
    ])
    expect(answersOf(['a'], [{ content: 'A' }, { content: 'more' }])).to.deep.equal([['A'], 0])
    expect(answersOf(['a'], [{ source_call_id: 'c', content: 'C' }])).to.deep.equal([[undefined], 1])
  })
})

describe('opencodeFormat', () => {
  const answerOf = (metadata: object, more: object = {}) => {
    const state = { status: 'completed', input: { command: 'make' }, output: 'no rule', metadata, ...more }
    const message = { info: { role: 'assistant' }, parts: [{ type: 'tool', tool: 'bash', state }] }
    return opencodeFormat.read([message], false)[0]?.calls[0]?.answer
  }

  it('sees by its exit that a command of the shell failed, which is completed however it ended', () => {
    expect(answerOf({ exit: 101 })).to.deep.include({ outcome: 'failed', text: 'Exit code 101\nno rule' })
    for (const metadata of [{ exit: 0 }, { exit: null }, {}])
      expect(answerOf(metadata)).to.deep.include({ outcome: 'right', text: 'no rule' })
  })

  it('counts what the model thought among what it wrote', () => {
    const tokens = { input: 10, output: 20, reasoning: 7, cache: { read: 5, write: 1 } }
    const [conversation] = opencodeFormat.read([{ info: { role: 'assistant', tokens, cost: 1 }, parts: [] }], false)
    expect(conversation?.usage).to.deep.equal({ input: 16, output: 27, cached: 5, cost: 1 })
  })

  it('keeps the words of an error beside an exit', () => {
    const failed = answerOf({ exit: 1 }, { status: 'error', error: 'Command was aborted', output: undefined })
    expect(failed).to.deep.include({ outcome: 'failed', text: 'Command was aborted' })
  })
})

describe('the end of a stream of Claude Code', () => {
  const said = (id: string, parent_tool_use_id: string | null) => ({
    type: 'assistant',
    session_id: 's1',
    parent_tool_use_id,
    message: { id, role: 'assistant', content: 'Hi.', usage: { input_tokens: 10, output_tokens: 1 } }
  })
  const end = (subtype: string) => ({ type: 'result', subtype, session_id: 's1', total_cost_usd: 0.1 })
  const readOf = (...lines: ReadonlyArray<unknown>) =>
    claudeCodeFormat.read(lines, false).map(({ ended, usage }) => [ended, usage?.cost])

  it('says why it ended, and what it cost where no subagent shares the price', () => {
    expect(readOf(said('a', null), end('success'))).to.deep.equal([[null, 0.1]])
    expect(readOf(said('a', null), said('b', 'call_1'), end('error_max_turns'))).to.deep.equal([
      ['error_max_turns', 0],
      [undefined, 0]
    ])
    expect(readOf(said('a', null), { ...end('error_max_turns'), session_id: 's2' })).to.deep.equal([[undefined, 0]])
  })

  it('states the tokens of all steps, of which each may state 0', () => {
    const totals = { inputTokens: 30, cacheReadInputTokens: 600, cacheCreationInputTokens: 70, outputTokens: 9 }
    const usageOf = (stated: object, ...lines: ReadonlyArray<unknown>) =>
      claudeCodeFormat.read([said('a', null), ...lines, { ...end('success'), ...stated }], false)[0]?.usage
    expect(usageOf({ modelUsage: { a: totals, b: { inputTokens: 1 } }, usage: { input_tokens: 90 } })).to.deep.equal({
      input: 701,
      output: 9,
      cached: 600,
      cost: 0.1
    })
    expect(usageOf({ modelUsage: {}, usage: { input_tokens: 90, cache_read_input_tokens: 5 } })?.input).to.equal(95)
    expect(usageOf({ usage: { input_tokens: 5, output_tokens: 0 } })).to.deep.include({ input: 10, output: 1 })
    expect(usageOf({ modelUsage: { a: totals } }, said('b', 'call_1'))).to.deep.include({ input: 10, output: 1 })
  })

  it('is an error where its last attempt of a request failed', () => {
    const refused = { ...end('success'), is_error: true, result: 'API Error: 401 Invalid API key' }
    expect(readOf(said('a', null), refused)).to.deep.equal([['API Error: 401 Invalid API key', 0.1]])
  })
})

describe('the end of a run of Codex', () => {
  const event = (type: string, fields: object = {}) => ({ type: 'event_msg', payload: { type, ...fields } })
  const rollout = (...events: ReadonlyArray<unknown>) => codexFormat.read(events, false).map(({ ended }) => ended)
  const refused = { message: 'usage limit reached' }

  it('is the error of its last turn, behind which the model said nothing', () => {
    const failed = [event('task_started'), event('error', refused), event('task_complete')]
    expect(rollout(...failed)).to.deep.equal(['usage limit reached'])
    expect(rollout(...failed, event('user_message'), event('agent_message'), event('task_complete'))).to.deep.equal([
      null
    ])
    expect(rollout(event('error', refused), event('agent_message'), event('task_complete'))).to.deep.equal([null])
    expect(rollout(event('task_started'), event('turn_aborted', { reason: 'interrupted' }))).to.deep.equal([undefined])
  })

  it('is how the last turn of its stream ended', () => {
    const stream = (...events: ReadonlyArray<object>) =>
      codexStreamFormat.read([{ type: 'thread.started', thread_id: 't' }, ...events], false).map(({ ended }) => ended)
    const failed = { type: 'turn.failed', error: refused }
    expect(stream({ type: 'turn.completed' }, { type: 'turn.started' }, failed)).to.deep.equal(['usage limit reached'])
    expect(stream(failed, { type: 'turn.started' }, { type: 'turn.completed' })).to.deep.equal([null])
    expect(stream({ type: 'turn.started' })).to.deep.equal([undefined])
  })
})
