import { expect } from 'chai'
import * as O from 'fp-ts/lib/Option.js'
import { type Identity, echoes } from '#core/checks'
import { semanticGarbage } from '#core/errors'

interface Asked {
  readonly id?: Identity
}
const check = echoes<{ readonly id?: Identity | ReadonlyArray<Identity> }, Asked>({
  asked: (args) => args.id,
  answered: (payload) => payload.id
})
const judged = (asked: Identity, answered: Identity | ReadonlyArray<Identity>) =>
  check({ id: answered }, { id: asked }, { raw: null })
const wrong = (detail: string) => O.some(semanticGarbage({ code: 'wrong_entity', detail }))

describe('echoes', () => {
  it('accepts an answer about what was asked, as a text or a number', () => {
    for (const [asked, answered] of [
      ['a', 'a'],
      [7, '7'],
      ['7', 7],
      [7n, 7],
      [true, 'true']
    ] as const)
      expect(judged(asked, answered)).to.deep.equal(O.none)
  })

  it('accepts anything where nothing in particular was asked', () => {
    expect([judged(undefined, 'a'), judged(null, 'a')]).to.deep.equal([O.none, O.none])
  })

  it('refuses an answer about something else, without quoting it', () => {
    expect(judged('a', 'Ann Lee')).to.deep.equal(wrong('The response is not about what was asked for.'))
  })

  it('refuses an answer that does not say what it is about', () => {
    expect([judged('a', undefined), judged('undefined', undefined), judged('a', null)]).to.deep.equal(
      Array.from({ length: 3 }, () => wrong('The response is not about what was asked for.'))
    )
  })

  it('looks at every row', () => {
    expect([judged('a', ['a', 'a']), judged('a', []), judged('a', ['a', 'b'])]).to.deep.equal([
      O.none,
      O.none,
      wrong('Row 1 of the response is not about what was asked for.')
    ])
  })

  it('compares as the author says', () => {
    const folded = echoes({
      asked: (args: { readonly code: string }) => args.code,
      answered: (payload: { readonly currency: string }) => payload.currency,
      same: (asked, answered) => String(asked).toLowerCase() === String(answered).toLowerCase()
    })
    expect(folded({ currency: 'EUR' }, { code: 'eur' }, { raw: null })).to.deep.equal(O.none)
  })

  it('refuses names that no function finds', () => {
    expect(() => echoes({} as never)).to.throw(TypeError, 'Expected `asked` to be a function.')
    expect(() => echoes({ asked: () => 1 } as never)).to.throw(TypeError, 'Expected `answered` to be a function.')
  })
})
