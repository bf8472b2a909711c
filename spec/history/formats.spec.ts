import { expect } from 'chai'
import * as fc from 'fast-check'
import { detectFormat, type HistoryFormat } from '../../lib/history/formats.js'
import { LANGCHAIN_FORMS, render } from './stories/render.js'
import { stories } from './stories/story.js'

describe('detectFormat', () => {
  for (const format of [
    'openai',
    'openai-responses',
    'anthropic',
    'ai-sdk',
    'langchain'
  ] as const satisfies ReadonlyArray<HistoryFormat>) {
    it(`knows '${format}' wherever a tool was called`, () => {
      fc.assert(
        fc.property(stories, fc.constantFrom(...Object.values(LANGCHAIN_FORMS)), (story, form) => {
          fc.pre(story.some(({ kind }) => kind === 'result'))
          expect(detectFormat(render(format, story, form))).equal(format)
        }),
        { numRuns: 100 }
      )
    })
  }

  it('takes any format for what is only text', () => {
    expect(
      detectFormat([
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] }
      ])
    ).equal('openai')
  })

  it('knows a tool message by its id', () => {
    expect(detectFormat([{ type: 'tool', tool_call_id: 'a', content: 'A' }])).equal('langchain')
    expect(detectFormat([{ role: 'tool', tool_call_id: 'a', content: 'A' }])).equal('openai')
  })

  it('goes by the first message that tells', () => {
    const ai = { type: 'ai', content: '' }
    const use = { role: 'assistant', content: [{ type: 'tool_use', id: 'a' }] }
    expect(
      [
        [{ role: 'tool', tool_call_id: 'a' }, ai],
        [{ role: 'assistant', tool_calls: [] }, ai],
        [{ role: 'tool', content: 'A' }, use],
        [{ role: 'user', tool_call_id: 'a' }, use],
        [{ type: 'tool', role: 'tool', content: 'A' }, use],
        [{ type: 'message', role: 'tool', tool_call_id: 'a' }, ai]
      ].map(detectFormat)
    ).deep.equal(['openai', 'openai', 'anthropic', 'anthropic', 'anthropic', 'openai'])
  })

  it('knows every kind of call among items, and no type that only sounds like one', () => {
    for (const type of [
      'reasoning',
      'item_reference',
      'function_call',
      'function_call_output',
      'web_search_call',
      'apply_patch_call_output'
    ]) {
      expect(detectFormat([{ type }]), type).equal('openai-responses')
    }
    for (const type of [
      'my-reasoning',
      'reasoning_text',
      'item_references',
      'function_calls',
      'X_call',
      '_callback',
      '7 function_call'
    ]) {
      expect(detectFormat([{ type, role: 'user' }]), type).equal('openai')
    }
  })

  it('knows what is no history', () => {
    expect([[], [null, 'x', 7, {}], [{ name: 'x' }]].map(detectFormat)).deep.equal([undefined, undefined, undefined])
  })
})
