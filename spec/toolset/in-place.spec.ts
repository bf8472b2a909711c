import { expect } from 'chai'
import { detectMorePages, openSession, openTurn } from '../../lib/index.js'
import { resultHandles } from '../../lib/results/index.js'
import { inPlace } from '../../lib/toolset/in-place.js'

describe('inPlace', () => {
  it('makes the stages of a tool once, however many calls it has, and runs each as it was asked for', async () => {
    const made = new Set<unknown>()
    const guarded = inPlace(
      {
        turn: openTurn(),
        rules: {
          look: {
            effect: 'write',
            // The guard asks the tool that its stages hold.
            identity(this: unknown, args: { readonly at: number }) {
              made.add(this)
              return args.at
            }
          }
        }
      },
      ['look']
    )('look')
    const asked = [1, 2, 3, 4, 5]
    const replies = await Promise.all(asked.map((at) => guarded({ args: { at }, execute: () => ({ at }) })))
    expect(replies).to.deep.equal(asked.map((at) => ({ kind: 'value', value: { at } })))
    expect(made.size).to.equal(1)
  })

  it('shows observers the payload of a response', async () => {
    const seen: Array<unknown> = []
    const observers = [{ start: () => ({ end: (_: unknown, result: unknown) => seen.push(result) }) }]
    const guarded = inPlace({ turn: openSession({ observers, logger: false }).openTurn() }, ['look'])('look')
    await guarded({ args: {}, execute: () => ({ at: 7 }) })
    expect(seen).to.deep.equal([{ _tag: 'Right', right: { at: 7 } }])
  })

  it('keeps a long page once, where no framework asks for it', async () => {
    const kept: Array<string> = []
    const store = { put: (ref: string) => void kept.push(ref), get: () => undefined, delete: () => {} }
    const call = inPlace({
      turn: openTurn(),
      results: resultHandles({ over: 100, store }),
      rules: { list: { effect: 'read', checks: [detectMorePages()] } }
    })('list')
    const rows = Array.from({ length: 100 }, (_, id) => id)
    const reply = await call({ args: {}, execute: () => ({ rows, has_more: true }) })
    expect(reply).to.have.nested.property('error.data.ref', kept[0])
    expect(kept).to.have.length(1)
  })
})
