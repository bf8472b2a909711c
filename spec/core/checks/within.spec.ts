import { expect } from 'chai'
import * as O from 'fp-ts/lib/Option.js'
import { type Bounds, within } from '#core/checks'
import { semanticGarbage } from '#core/errors'

type Given = number | null | undefined | ReadonlyArray<number | null | undefined>
const judged = (given: Given, bounds: Bounds) =>
  within((payload: { readonly given: Given }) => payload.given, bounds)({ given }, {}, { raw: null })
const refused = (detail: string) => O.some(semanticGarbage({ code: 'out_of_range', detail }))
const celsius = { min: -90, max: 60, what: 'The temperature' }

describe('within', () => {
  it('accepts what is plausible, both ends included, and what is not there', () => {
    for (const given of [-90, 0, 60, null, undefined, [], [1, null, 2]])
      expect(judged(given, celsius)).to.deep.equal(O.none)
  })

  it('refuses what is not, by the bound and not by the value', () => {
    expect(judged(71, celsius)).to.deep.equal(refused('The temperature is above 60.'))
    expect(judged(-91, celsius)).to.deep.equal(refused('The temperature is below -90.'))
    expect(judged(-1, { min: 0 })).to.deep.equal(refused('A value is below 0.'))
    expect(judged(Number.NaN, { max: 1 })).to.deep.equal(refused('A value is not a number.'))
    expect(judged(Number.POSITIVE_INFINITY, { max: 1 })).to.deep.equal(refused('A value is above 1.'))
  })

  it('names the row', () => {
    expect(judged([1, 2, 99], celsius)).to.deep.equal(refused('The temperature of row 2 is above 60.'))
  })

  it('sees the arguments', () => {
    const check = within(
      (payload: { readonly f: number }, args: { readonly unit: 'c' | 'f' }) => (args.unit === 'c' ? payload.f : null),
      celsius
    )
    expect([
      O.isSome(check({ f: 71 }, { unit: 'c' }, { raw: null })),
      O.isSome(check({ f: 71 }, { unit: 'f' }, { raw: null }))
    ]).to.deep.equal([true, false])
  })

  it('refuses bounds that make no sense', () => {
    expect(() => judged(1, {})).to.throw(TypeError, 'Expected `min` or `max` to be a number.')
    expect(() => judged(1, { min: Number.NaN })).to.throw(TypeError, 'Expected `min` or `max` to be a number.')
    expect(() => judged(1, { min: 0, max: Number.NaN })).to.throw(TypeError, 'Expected `min` or `max` to be a number.')
    expect(() => judged(1, { min: 2, max: 1 })).to.throw(TypeError, 'Expected `min` to be at most `max`.')
    expect(() => judged(1, { min: 2, max: -1 })).to.throw(TypeError, 'Expected `min` to be at most `max`.')
    for (const sensible of [{ min: 1, max: 1 }, { min: 1 }, { max: 1 }])
      expect(judged(1, sensible)).to.deep.equal(O.none)
  })
})
