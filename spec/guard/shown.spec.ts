/**
 * Text that people do not see, in what tools return: marked or stripped before anything of it is judged, where its
 * session says so.
 */
import { expect } from 'chai'
import * as t from 'io-ts'
import { failed, guardedCall, incomplete, openSession, type Tool } from '../../lib/index.js'
import { expectLeft, expectRight } from '../helpers/either.js'

const TAGS = '\u{e0069}\u{e0067}'
const HIDING = `seen${TAGS} twice\u202e`
const SHOWN = { keep: HIDING, mark: 'seen[U+E0069][U+E0067] twice[U+202E]', strip: 'seen twice' } as const

const Note = t.type({ note: t.string })

const called = async <A>(
  hidden: keyof typeof SHOWN,
  run: () => unknown,
  codec: t.Type<A>,
  more: Partial<Tool<unknown>> = {}
) => {
  const kept: Array<unknown> = []
  const turn = openSession({
    hidden,
    logger: false,
    recorder: { record: ({ record, answer }) => kept.push({ hidden: record.hidden, raw: answer?.raw }) }
  }).openTurn()
  const result = await turn.run(guardedCall({ name: 'look_up', effect: 'read', run, ...more }, codec)({}))
  return { result, kept }
}

describe('hidden text in responses', () => {
  for (const hidden of ['keep', 'mark', 'strip'] as const) {
    const note = SHOWN[hidden]
    const count = hidden === 'keep' ? undefined : 2

    it(`is judged, recorded and handed on as \`${hidden}\` says, in text, bytes and values`, async () => {
      const json = JSON.stringify({ note: HIDING })
      const escaped = '{"note":"seen\\udb40\\udc69\\udb40\\udc67 twice\\u202e"}'
      for (const answer of [json, new TextEncoder().encode(json), { note: HIDING }, escaped]) {
        const { result, kept } = await called(hidden, () => answer, Note)
        expect(expectRight(result)).to.deep.equal({ note })
        expect(kept).to.deep.equal([{ hidden: count, raw: { note } }])
      }
      const text = await called(hidden, () => HIDING, t.string, { reads: 'text' })
      expect(expectRight(text.result)).to.equal(note)
    })

    it(`is so in the part of a response, in the whole elements of one that was cut, and in what a refusal repeats (\`${hidden}\`)`, async () => {
      const part = await called(hidden, () => incomplete({ note: HIDING }, { detail: 'The first.' }), Note)
      expect(expectLeft(part.result)).to.deep.include({ code: 'incomplete_response', data: { note } })
      const cut = `{"notes":[${JSON.stringify(HIDING)},"and`
      const saved = await called(hidden, () => cut, t.type({ notes: t.array(t.string) }), { salvage: 'notes' })
      expect(expectLeft(saved.result)).to.deep.include({ code: 'incomplete_response', data: [note] })
      const turn = openSession({ hidden }).openTurn()
      const look = guardedCall({ name: 'look_up', effect: 'read', run: () => ({ note: HIDING }) }, Note)
      for (let i = 0; i < 3; i++) await turn.run(look({}))
      expect(expectLeft(await turn.run(look({})))).to.deep.include({ code: 'retry_budget_exceeded', data: { note } })
    })
  }

  it('is none in the escapes of code that only begins as JSON, which stays as it is', async () => {
    const note = '["\\u200b\\u200b", x]; // code'
    for (const answer of [{ note }, JSON.stringify({ note })]) {
      const { result, kept } = await called('strip', () => answer, Note)
      expect(expectRight(result)).to.deep.equal({ note })
      expect(kept).to.deep.equal([{ hidden: undefined, raw: { note } }])
    }
  })

  it('that a codec refuses is refused no more once it is stripped', async () => {
    const Id = t.keyof({ abc: null })
    expect(expectRight((await called('strip', () => `"a${TAGS}bc"`, Id)).result)).to.equal('abc')
    expect(expectLeft((await called('keep', () => `"a${TAGS}bc"`, Id)).result).code).to.equal('schema_violation')
  })

  it('is stripped from keys, too, and nothing that hides nothing is copied or read twice', async () => {
    const { result } = await called('strip', () => ({ [`a${TAGS}`]: { ['__proto__']: 1, at: new Date(0) } }), t.unknown)
    expect(expectRight(result)).to.deep.equal({ a: { at: new Date(0) } })
    let asked = 0
    const picture = new Uint8Array([0xff, 0xd8, 0xff])
    const left = await called('strip', () => (asked++, picture), t.unknown)
    expect([expectLeft(left.result).code, asked]).to.deep.equal(['not_text', 1])
  })

  it('changes neither what the tool holds nor a verdict of its own', async () => {
    const held = Object.freeze({ note: HIDING })
    expect(expectRight((await called('strip', () => held, Note)).result)).to.deep.equal({ note: 'seen twice' })
    expect(held.note).to.equal(HIDING)
    const closed = { code: 'closed', detail: 'The shop is closed.', hint: 'Wait.' }
    expect(expectLeft((await called('strip', () => failed(closed), Note)).result)).to.deep.include(closed)
  })

  it('stays no secret in an object that cannot be written again: its response is refused', async () => {
    class Sealed {
      readonly #note = HIDING
      toJSON(): unknown {
        return { note: this.#note }
      }
    }
    const { result } = await called('strip', () => new Sealed(), Note)
    expect(expectLeft(result)).to.deep.include({
      code: 'not_data',
      detail: 'The response hides text where it can be neither marked nor left out: in an object that is no data.'
    })
  })

  it('stops no cycle, no depth and no trap from being refused as before', async () => {
    const cycle: Record<string, unknown> = { note: HIDING }
    cycle['self'] = cycle
    let deep: unknown = HIDING
    for (let i = 0; i < 50_000; i++) deep = [deep]
    const trapped = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('trap')
        }
      }
    )
    for (const [answer, code] of [
      [cycle, 'not_data'],
      [deep, 'too_deep'],
      [trapped, 'not_data']
    ] as const)
      expect(expectLeft((await called('strip', () => answer, t.unknown)).result).code).to.equal(code)
  })

  it('is no other word than the three', () => {
    expect(() => openSession({ hidden: 'remove' as never })).to.throw(
      TypeError,
      "Expected `hidden` to be 'keep', 'mark' or 'strip'."
    )
  })
})
