/** Fuzzes the repair of histories: any JSON array, in any of the formats. */
import { expect } from 'chai'
import { isDeepStrictEqual } from 'node:util'
import { auditHistory } from '../../lib/operate/audit/index.js'
import { toExchanges } from '../../lib/history/exchanges.js'
import type { HistoryFormat } from '../../lib/history/formats.js'
import { repairHistory, type RepairOptions } from '../../lib/history/repair-history.js'
import { bytesOf, Choices, inputOf, type Target } from './target.js'

const FORMATS: ReadonlyArray<HistoryFormat> = ['openai', 'openai-responses', 'anthropic', 'ai-sdk', 'langchain']

/** The first two characters choose; the rest is the history. */
const CHOSEN = 2

const optionsOf = (choices: Choices): Required<RepairOptions> => {
  const bits = choices.below(32)
  return {
    frontier: (bits & 1) === 0 ? 'closed' : 'open',
    orphanResults: (bits & 2) === 0 ? 'note' : 'drop',
    unansweredCalls: (bits & 4) === 0 ? 'synthesize' : 'remove',
    collapseRepeats: (bits & 8) !== 0,
    continues: (bits & 16) !== 0
  }
}

const messagesOf = (input: string): ReadonlyArray<unknown> | undefined => {
  try {
    const messages: unknown = JSON.parse(new TextDecoder().decode(bytesOf(input.slice(CHOSEN))))
    return Array.isArray(messages) ? messages : undefined
  } catch {
    return undefined
  }
}

const same = (actual: unknown, expected: unknown, what: string): void => {
  if (!isDeepStrictEqual(actual, expected)) expect(actual, what).to.deep.equal(expected)
}

const frozen = <A>(value: A): A => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) frozen(inner)
  }
  return value
}

const run = (input: string): void => {
  const messages = messagesOf(input)
  if (messages === undefined) return
  const choices = new Choices(input)
  const format = choices.of(FORMATS)
  const options = optionsOf(choices)
  frozen(messages)
  const repaired = repairHistory(format, messages, options)
  expect(repaired.messages === messages, 'the same array').to.equal(repaired.repairs.length === 0)
  same(repairHistory(format, structuredClone(messages), options), repaired, 'the same each time')
  const again = repairHistory(format, repaired.messages, options)
  same(again.repairs, [], 'nothing left to repair')
  for (const { index } of repaired.repairs) expect(index).to.be.within(0, messages.length)
  toExchanges(format, messages)
  auditHistory(format, messages)
}

const story = (first: string, messages: ReadonlyArray<unknown>): string => first + inputOf(JSON.stringify(messages))

const call = (id: string) => ({ id, type: 'function', function: { name: 'look_up', arguments: '{"id":1}' } })
const use = (id: string) => ({ type: 'tool_use', id, name: 'look_up', input: { id: 1 } })
const part = (toolCallId: string) => ({ type: 'tool-call', toolCallId, toolName: 'look_up', input: { id: 1 } })

export const histories: Target = {
  name: 'histories',
  seeds: [
    story('\x00\x00', [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] },
      { role: 'tool', tool_call_id: 'b', content: 'x' },
      { role: 'user', content: 'and?' }
    ]),
    story('\x01\x00', [
      { type: 'reasoning', id: 'rs_1', summary: [] },
      { type: 'function_call', id: 'fc_1', call_id: 'a', name: 'look_up', arguments: '{' },
      { type: 'function_call_output', call_id: 'b', output: 'x' }
    ]),
    story('\x02\x00', [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: [{ type: 'thinking', thinking: 't', signature: 's' }, use('a')] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'and?' },
          { type: 'tool_result', tool_use_id: 'a', content: 'x' }
        ]
      }
    ]),
    story('\x03\x00', [
      { role: 'assistant', content: [{ type: 'reasoning', text: 't' }, part('a')] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'look_up', output: { type: 'text', value: 'x' } }]
      }
    ]),
    story('\x04\x00', [
      { type: 'ai', content: '', tool_calls: [{ id: 'a', name: 'look_up', args: {} }], invalid_tool_calls: [] },
      { type: 'tool', tool_call_id: 'a', content: 'x' }
    ]),
    story('\x04\x00', [
      {
        lc: 1,
        type: 'constructor',
        id: ['langchain_core', 'messages', 'AIMessage'],
        kwargs: { content: [{ type: 'tool_use', id: 'a', name: 'x', input: {} }], tool_calls: [] }
      }
    ])
  ],
  tokens: [
    '{',
    '}',
    '[',
    ']',
    ',',
    'null',
    '""',
    '" "',
    '1',
    'true',
    '{}',
    '[]',
    '"a"',
    '"b"',
    '"role":"user"',
    '"role":"assistant"',
    '"role":"tool"',
    '"role":"system"',
    '"content":""',
    '"content":[]',
    '"content":null',
    '"content":"x"',
    '"tool_calls":[]',
    '"tool_call_id":"a"',
    '"function":{"name":"x","arguments":"{}"}',
    '"type":"function"',
    '{"type":"text","text":"x"}',
    '{"type":"text","text":""}',
    '{"type":"thinking","thinking":"t","signature":"s"}',
    '{"type":"tool_use","id":"a","name":"x","input":{}}',
    '{"type":"tool_result","tool_use_id":"a","content":"x"}',
    '{"type":"tool_result","tool_use_id":"b","is_error":true}',
    '{"type":"server_tool_use","id":"a","name":"web_search","input":{}}',
    '{"type":"web_search_tool_result","tool_use_id":"a","content":[]}',
    '{"type":"image","source":{}}',
    '{"type":"image_url","image_url":{"url":"data:"}}',
    '"name":"a.b"',
    '{"type":"reasoning","id":"rs_1","summary":[]}',
    '{"type":"function_call","call_id":"a","name":"x","arguments":"{}"}',
    '{"type":"function_call_output","call_id":"a","output":"x"}',
    '{"type":"item_reference","id":"fc_1"}',
    '{"type":"shell_call","call_id":"a","action":{}}',
    '{"type":"local_shell_call_output","id":"a","output":"x"}',
    '{"type":"tool-call","toolCallId":"a","toolName":"x","input":{}}',
    '{"type":"tool-result","toolCallId":"a","toolName":"x","output":{"type":"text","value":"x"}}',
    '{"type":"tool-approval-request","approvalId":"p","toolCallId":"a"}',
    '"providerExecuted":true',
    '{"role":"assistant","content":"x"}',
    '{"role":"user","content":"x"}',
    '"invalid_tool_calls":[{"id":"a","args":"{"}]',
    '"additional_kwargs":{"tool_calls":[]}',
    '"kwargs":',
    '"data":',
    '"interrupted"',
    '"status":"failed"'
  ],
  run
}
