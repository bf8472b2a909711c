import { expect } from 'chai'
import { CLASS_HINTS, CODE_HINTS, NOTHING_CAME } from '../../lib/core/codes.js'
import { partialData, schemaMismatch, semanticGarbage } from '../../lib/core/tool-error.js'
import { narrowed, withOutcome } from '../../lib/guard/outcome.js'
import { carrying, issuesOf, madeOf, payloadOf } from '../../lib/guard/payloads.js'
import type { Tool } from '../../lib/guard/tool.js'

const tool = (narrow?: (args: unknown, error: unknown) => unknown): Tool<unknown> => ({
  name: 'search',
  effect: 'read',
  run: () => null,
  ...(narrow === undefined ? {} : { narrow: narrow as () => string })
})

const error = partialData({ code: 'timeout', detail: 'late' })
const DONE = 'It was executed: do not repeat it; verify its effect with a read.'

describe('narrowed', () => {
  it("puts the tool's smaller request in place of the hint", () => {
    const told: Array<unknown> = []
    expect(
      narrowed(
        tool((...all) => {
          told.push(all)
          return 'Call again with\npage_size=20.'
        }),
        { q: 1 },
        error
      )
    ).to.deep.equal({ ...error, hint: 'Call again with page_size=20.' })
    expect(told).to.deep.equal([[{ q: 1 }, error]])
    expect(
      narrowed(
        tool(() => 'x'),
        {},
        { ...error, hint: null }
      ).hint
    ).to.equal('x')
    expect(
      narrowed(
        tool(() => 'x'.repeat(400)),
        {},
        error
      ).hint
    ).to.have.length(300)
  })

  it('leaves the error as it is where there is none, or none that can be used', () => {
    for (const one of [
      tool(),
      tool(() => null),
      tool(() => ''),
      tool(() => 7),
      tool(() => {
        throw new Error('x')
      })
    ])
      expect(narrowed(one, {}, error)).to.equal(error)
  })

  it('leaves a hint that is the next call itself', () => {
    const next = { ...error, hint: 'Call again with page=2.' }
    expect(
      narrowed(
        tool(() => 'x'),
        {},
        next
      )
    ).to.equal(next)
    expect(
      narrowed(
        tool(() => 'x'),
        {},
        { ...error, hint: 'Do not Call again with page=2.' }
      ).hint
    ).to.equal('x')
  })

  it('keeps what is known of the error', () => {
    const issue = { path: [], kind: 'type', expected: 'a', received: 'b', message: 'c' } as const
    const known = madeOf(carrying(error, [1]), [issue])
    const hinted = narrowed(
      tool(() => 'x'),
      {},
      known
    )
    expect([payloadOf(hinted), issuesOf(hinted)]).to.deep.equal([{ payload: [1] }, [issue]])
    const unknown = narrowed(
      tool(() => 'x'),
      {},
      error
    )
    expect([payloadOf(unknown), issuesOf(unknown)]).to.deep.equal([undefined, []])
  })
})

describe('withOutcome', () => {
  it('says what became of the write in place of a default hint', () => {
    const mismatch = schemaMismatch({ code: 'invalid_json', detail: 'x' })
    const own = semanticGarbage({ code: 'my_own_code', detail: 'x' })
    expect([mismatch.hint, own.hint]).to.deep.equal([CODE_HINTS.get('invalid_json'), CLASS_HINTS.semantic_garbage])
    const cut = partialData({ code: 'incomplete_response', detail: 'x', hint: NOTHING_CAME })
    for (const one of [mismatch, own, { ...own, hint: null }, cut]) {
      expect(withOutcome(one, 'yes')).to.deep.equal({ ...one, hint: DONE })
      expect(withOutcome(one, 'unknown').hint).to.equal(
        'It is unknown whether it was executed: verify with a read before doing anything else.'
      )
    }
  })

  it("keeps the author's hint behind it", () => {
    const own = semanticGarbage({ code: 'my_own_code', detail: 'x', hint: 'Ask the user.' })
    expect(withOutcome(own, 'yes').hint).to.equal(`${DONE} Ask the user.`)
  })

  it('keeps every hint where nothing happened, for then there is something to do', () => {
    const limited = partialData({ code: 'rate_limited', detail: 'x' })
    expect(withOutcome(limited, 'no').hint).to.equal(`It was not executed: nothing happened. ${limited.hint}`)
    expect(withOutcome({ ...limited, hint: null }, 'no').hint).to.equal('It was not executed: nothing happened.')
  })
})
