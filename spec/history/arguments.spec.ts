/** The arguments of a call are kept, digit by digit and field by field, in whatever form they stand. */
import { expect } from 'chai'
import * as fc from 'fast-check'
import { toExchanges } from '../../lib/history/exchanges.js'
import type { HistoryFormat } from '../../lib/history/formats.js'
import { repairHistory } from '../../lib/history/repair-history.js'

type Message = Readonly<Record<string, unknown>>

const raw = (text: string, name = 'get'): Message => ({
  id: 'a',
  type: 'function',
  function: { name, arguments: text }
})
// An exact copy would go.
const NAMES = ['get', 'read'] as const
const ai = (fields: Message): ReadonlyArray<Message> => [{ type: 'ai', content: '', ...fields }]
const result = { type: 'tool', tool_call_id: 'a', content: 'A' }

/** Two calls of one id, of which the second is renamed, in each form that holds arguments as a text. */
const FORMS: ReadonlyArray<readonly [HistoryFormat, (text: string) => ReadonlyArray<Message>]> = [
  ['openai', (text) => [{ role: 'assistant', content: null, tool_calls: [raw(text), raw(text, 'read')] }]],
  ['openai-responses', (text) => NAMES.map((name) => ({ type: 'function_call', call_id: 'a', name, arguments: text }))],
  [
    'anthropic',
    (text) => [
      {
        role: 'assistant',
        content: NAMES.map((name) => ({ type: 'tool_use', id: 'a', name, input: text }))
      }
    ]
  ],
  [
    'ai-sdk',
    (text) => [
      {
        role: 'assistant',
        content: NAMES.map((name) => ({ type: 'tool-call', toolCallId: 'a', toolName: name, input: text }))
      }
    ]
  ],
  ['langchain', (text) => ai({ additional_kwargs: { tool_calls: [raw(text), raw(text, 'read')] } })],
  ['langchain', (text) => ai({ tool_calls: [], additional_kwargs: { tool_calls: [raw(text), raw(text, 'read')] } })],
  ['langchain', (text) => ai({ invalid_tool_calls: NAMES.map((name) => ({ id: 'a', name, args: text })) })]
]

const ARGUMENTS = new Set(['arguments', 'input', 'args'])

const argumentsIn = (value: unknown): ReadonlyArray<unknown> =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, one]: [string, unknown]) => (ARGUMENTS.has(key) ? [one] : argumentsIn(one)))

const kept = fc.constantFrom(
  '7',
  '-0.5',
  '1e3',
  '9007199254740991',
  '"9007199254740993"',
  'null',
  '[1, 2]',
  '{"a": 1.50}'
)
const lost = fc.constantFrom('9007199254740993', '-12345678901234567890', '0.1000000000000000055511', '1e400')
const keys = fc.uniqueArray(fc.constantFrom('id', 'a b', '__proto__', 'ü', ''), { minLength: 1 })
const fieldsOf = (value: fc.Arbitrary<string>): fc.Arbitrary<ReadonlyArray<string>> =>
  keys.chain((names) =>
    fc
      .array(value, { minLength: names.length, maxLength: names.length })
      .map((values) => names.map((name, at) => `${JSON.stringify(name)}: ${values[at]}`))
  )
const written = (fields: ReadonlyArray<string>): string => `{${fields.join(', ')}}`

const whole = fieldsOf(kept).map(written)
const lossy = fc
  .tuple(fieldsOf(kept), lost, fc.nat(3), fc.boolean())
  .map(([fields, number, at, twice]) =>
    written(
      [...fields.slice(0, at), twice ? (fields[0] ?? '') : '', `"n": ${number}`, ...fields.slice(at)].filter(Boolean)
    )
  )
const twice = fieldsOf(kept).map((fields) => written([...fields, ...fields.slice(0, 1)]))

describe('the arguments of a repaired call', () => {
  it('are those that were given: as an object where it says the same, else as the whole text', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...FORMS),
        fc.oneof(
          whole.map((text) => [text, true] as const),
          fc.oneof(lossy, twice).map((text) => [text, false] as const)
        ),
        ([format, messagesOf], [text, isWhole]) => {
          const messages = [{ role: 'user', type: format === 'langchain' ? 'human' : 'message', content: 'Hi' }]
          const repaired = repairHistory(format, [...messages, ...messagesOf(text)])
          const all = argumentsIn(repaired.messages)
          expect(all.length, JSON.stringify(repaired.messages)).to.be.at.least(2)
          for (const one of all)
            if (typeof one === 'string') expect(one).to.equal(text)
            else if (!isWhole || 'INVALID_JSON' in (one as Message)) expect(one).to.deep.equal({ INVALID_JSON: text })
            else expect(one).to.deep.equal(JSON.parse(text))
        }
      ),
      { numRuns: 500 }
    )
  })

  it('tell calls apart that differ in the last digit', () => {
    const argsOf = (id: string): unknown =>
      toExchanges('langchain', [...ai({ additional_kwargs: { tool_calls: [raw(`{"id":${id}}`)] } }), result])[0]?.args
    expect(argsOf('9007199254740993')).to.not.deep.equal(argsOf('9007199254740992'))
    expect(argsOf('7')).to.deep.equal({ id: 7 })
  })
})
