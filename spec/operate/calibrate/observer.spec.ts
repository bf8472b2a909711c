import { expect } from 'chai'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { guardedCall, semanticGarbage } from '../../../lib/index.js'
import type { SettledCall } from '../../../lib/guard/call-record.js'
import { observer } from '../../../lib/operate/calibrate/index.js'

describe('observer', () => {
  const kept: Array<SettledCall> = []
  const recorder = { record: (call: SettledCall) => kept.push(call) }
  const last = (): SettledCall => kept.at(-1) ?? expect.fail('nothing was recorded')
  beforeEach(() => {
    kept.length = 0
  })

  it('judges as the guarded call would, records it, and gives the answer back as it was', () => {
    const check = () => O.some(semanticGarbage({ code: 'wrong_entity', detail: 'No.' }))
    const call = guardedCall({ name: 'order', effect: 'read', run: () => null }, t.type({ id: t.number }), check)
    const observe = observer(recorder, [call, { name: 'list', codec: t.array(t.number) }])
    const answer = '{"id":1}'
    expect(
      observe({ tool: 'order', answer, args: { id: 2 }, callId: 'c', turnId: 't', effect: 'write', ms: 5 })
    ).to.equal(answer)
    expect(last()).to.deep.equal({
      record: {
        callId: 'c',
        turnId: 't',
        tool: 'order',
        effect: 'write',
        args: { id: 2 },
        argsHash: last().record.argsHash,
        outcome: 'semantic_garbage',
        code: 'wrong_entity',
        executed: 'yes',
        ms: 5,
        bytes: 8
      },
      detail: 'No.',
      issues: [],
      answer: { text: answer, raw: { id: 1 } }
    })
    observe({ tool: 'list', answer: [1, 'x'] })
    expect(last().record).to.include({ outcome: 'schema_mismatch', code: 'schema_violation', turnId: 'observed' })
    expect(last().issues.map(({ path }) => path)).to.deep.equal([[1]])
  })

  it('reads the answers of tools that it does not know', () => {
    const observe = observer(recorder)
    observe({ tool: 'unknown', answer: '<html>' })
    expect(last().record.code).to.equal('html_response')
    observe({ tool: 'unknown', answer: { any: 'thing' } })
    expect(last().record.code).to.equal(null)
  })

  it('passes everything through, whatever happens', () => {
    const hostile = {
      get id() {
        throw new Error('no')
      }
    }
    const observe = observer(
      {
        record: () => {
          throw new Error('full')
        }
      },
      [{ name: 'a', codec: t.string }]
    )
    expect(observe({ tool: 'a', answer: hostile, args: () => 1 })).to.equal(hostile)
    const rejecting = observer({ record: () => Promise.reject(new Error('full')) })
    expect(rejecting({ tool: 'a', answer: 1 })).to.equal(1)
  })

  it('refuses tools that it cannot judge by', () => {
    expect(() =>
      observer(recorder, [
        { name: 'a', codec: t.string },
        { name: 'a', codec: t.number }
      ])
    ).to.throw(TypeError, /`tools`.*`a` comes twice/)
    expect(() => observer(recorder, [{ name: '', codec: t.string }])).to.throw(TypeError, /`name`/)
    expect(() => observer(recorder, [{ fromModel: () => {} } as never])).to.throw(TypeError, /guarded calls/)
  })
})
