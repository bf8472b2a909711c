/**
 * Histories that go on with what the server keeps, and cut ones: what is repaired is what is broken, and nothing else.
 */
import { expect } from 'chai'
import * as fc from 'fast-check'
import { detectFormat, type HistoryFormat } from '../../lib/history/formats.js'
import { repairHistory } from '../../lib/history/repair-history.js'
import { runs } from '../helpers/runs.js'
import { render } from './stories/render.js'
import { stories, type Story } from './stories/story.js'

const user = (content: string) => ({ role: 'user', content })
const call = (call_id: string) => ({ type: 'function_call', id: `fc_${call_id}`, call_id, name: 'f', arguments: '{}' })
const output = (call_id: string) => ({ type: 'function_call_output', call_id, output: 'done' })

describe('repairHistory of what goes on with what the server keeps', () => {
  const input = [output('a'), output('b'), user('And now?'), call('c'), output('c')]

  it('leaves results whose calls live there', () => {
    expect(repairHistory('openai-responses', input, { continues: true })).deep.equal({ messages: input, repairs: [] })
    expect(repairHistory('openai-responses', input).repairs.map(({ kind, id }) => [kind, id])).deep.equal([
      ['result_noted', 'a'],
      ['result_noted', 'b']
    ])
  })

  for (const known of [
    { previous_response_id: 'resp_1' },
    { conversation: 'conv_1' },
    { conversation: { id: 'conv_1' } }
  ]) {
    it(`tells by the request that it goes on: ${JSON.stringify(known)}`, () => {
      const request = { model: 'm', ...known, input }
      const repaired = repairHistory('openai-responses', request)
      expect(repaired.messages).equal(request)
      expect(repaired.repairs).deep.equal([])
      expect(repairHistory('openai-responses', request, { continues: false }).repairs).length(2)
    })
  }

  it('repairs a request in its place, where it stands alone', () => {
    for (const alone of [{}, { previous_response_id: null }, { conversation: '' }]) {
      const request = { model: 'm', ...alone, input }
      const { messages, repairs } = repairHistory('openai-responses', request)
      expect(repairs).length(2)
      expect(messages).deep.equal({ ...request, input: repairHistory('openai-responses', input).messages })
    }
    const chat = { model: 'm', messages: [user('Hi'), { role: 'tool', tool_call_id: 'x', content: 'X' }] }
    expect(repairHistory('openai', chat).repairs).deep.equal([{ kind: 'result_noted', id: 'x', index: 1 }])
    const text = { model: 'm', input: 'Hi' as unknown as ReadonlyArray<unknown> }
    expect(repairHistory('openai-responses', text)).deep.equal({ messages: text, repairs: [] })
  })

  it('answers calls that nobody answered all the same', () => {
    const open = [output('a'), call('b'), user('Well?')]
    expect(repairHistory('openai-responses', open, { continues: true }).repairs).deep.equal([
      { kind: 'result_synthesized', id: 'b', index: 1 }
    ])
  })

  it('refuses what is no choice', () => {
    expect(() => repairHistory('openai', [], { continues: 'yes' as unknown as boolean })).throw(
      TypeError,
      'Expected `continues` to be true or false.'
    )
  })
})

describe("Mistral's thinking beside tool_calls", () => {
  const thought = { type: 'thinking', thinking: [{ type: 'text', text: 'Which order?' }] }
  const made = {
    role: 'assistant',
    content: [thought, { type: 'text', text: 'Let me look.' }],
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }]
  }
  const messages = [user('Hi'), made, { role: 'tool', tool_call_id: 'a', content: 'A' }]

  it("is not Anthropic's", () => {
    expect(detectFormat(messages)).equal('openai')
    expect(detectFormat([user('Hi'), { role: 'assistant', content: [thought] }])).equal('openai')
    expect(
      detectFormat([{ role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm', signature: 's' }] }])
    ).equal('anthropic')
  })

  it('stays as it is', () => {
    expect(repairHistory('openai', messages)).deep.equal({ messages, repairs: [] })
    const [, repaired] = repairHistory('openai', messages.slice(0, 2)).messages
    expect(repaired).equal(made)
  })
})

// -- cuts

const FORMATS: ReadonlyArray<HistoryFormat> = ['openai', 'openai-responses', 'anthropic', 'ai-sdk', 'langchain']

// They follow from a cut in some formats: what led nowhere goes, what stands side by side is joined, what begins with
// the model gets a beginning.
const FOLLOWING: ReadonlySet<string> = new Set([
  'reasoning_removed',
  'message_removed',
  'messages_merged',
  'opening_added'
])

interface Cut {
  readonly story: Story
  readonly from: number
  readonly to: number
}

const cuts: fc.Arbitrary<Cut> = stories.chain((story) =>
  fc
    .tuple(fc.nat(story.length), fc.nat(story.length))
    .map(([one, other]) => ({ story, from: Math.min(one, other), to: Math.max(one, other) }))
)

const idsOf = (story: Story, kind: 'model' | 'result'): ReadonlyArray<unknown> =>
  story.flatMap((piece) =>
    piece.kind !== kind
      ? []
      : piece.kind === 'model'
        ? piece.calls.map(({ id }) => id)
        : piece.kind === 'result'
          ? [piece.id]
          : []
  )

const sorted = (ids: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  [...ids].sort((one, other) => String(one).localeCompare(String(other)))

const without = (ids: ReadonlyArray<unknown>, others: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  sorted(ids.filter((id) => !others.includes(id)))

describe('repairHistory of cut histories', () => {
  for (const format of FORMATS)
    for (const continues of format === 'openai-responses' ? [false, true] : [false]) {
      it(`repairs what the cut broke and nothing else: ${format}${continues ? ', which goes on' : ''}`, () => {
        fc.assert(
          fc.property(cuts, ({ story, from, to }) => {
            const kept = story.slice(from, to)
            const [calls, results] = [idsOf(kept, 'model'), idsOf(kept, 'result')]
            const { repairs } = repairHistory(format, render(format, kept), { continues })
            const idsBy = (kind: string): ReadonlyArray<unknown> =>
              sorted(repairs.filter((repair) => repair.kind === kind).map(({ id }) => id))
            expect(idsBy('result_synthesized')).deep.equal(without(calls, results))
            expect(idsBy('result_noted')).deep.equal(continues ? [] : without(results, calls))
            // Where one of parallel results is put in, the others take the order of their calls.
            const besides = kept.flatMap((piece) =>
              piece.kind === 'model' && without(idsOf([piece], 'model'), results).length > 0
                ? idsOf([piece], 'model')
                : []
            )
            expect(without(idsBy('result_moved'), besides)).deep.equal([])
            const expected = new Set([...FOLLOWING, 'result_synthesized', 'result_noted', 'result_moved'])
            expect(repairs.filter(({ kind }) => !expected.has(kind))).deep.equal([])
          }),
          { numRuns: runs(300, 5_000) }
        )
      })
    }
})
