import { expect } from 'chai'
import * as t from 'io-ts'
import { DateFromISOString } from 'io-ts-types/lib/DateFromISOString.js'
import { NonEmptyString } from 'io-ts-types/lib/NonEmptyString.js'
import { nonEmptyArray } from 'io-ts-types/lib/nonEmptyArray.js'
import { UUID } from 'io-ts-types/lib/UUID.js'
import { FiniteNumber, integerBetween, IsoDateTime, NonEmptyText, SafeInteger } from '../../lib/codec/formats.js'
import { formatOf } from '../../lib/codec/known-formats.js'

describe('formatOf', () => {
  for (const { name } of [
    t.Int,
    t.Integer,
    DateFromISOString,
    UUID,
    NonEmptyString,
    nonEmptyArray(t.string),
    FiniteNumber,
    IsoDateTime,
    NonEmptyText,
    SafeInteger,
    integerBetween(-5, 5)
  ]) {
    it(`knows ${name}`, () => {
      expect(formatOf(name)?.types).to.have.lengthOf(1)
    })
  }

  it('says a text and a mismatch of their own where the name tells no type', () => {
    expect(formatOf('NonEmptyString')).to.deep.equal({
      text: 'at least 1 character',
      mismatch: 'string (at least 1 character)',
      types: ['string'],
      kind: 'format'
    })
    expect(formatOf('integer from -5 to 5')).to.deep.equal({
      text: 'integer from -5 to 5',
      mismatch: 'integer from -5 to 5',
      types: ['number'],
      kind: 'constraint'
    })
  })

  for (const name of ['', 'Email', 'integer from 1 to ten', 'constructor', 'Setting']) {
    it(`does not know ${JSON.stringify(name)}`, () => {
      expect(formatOf(name)).to.equal(undefined)
    })
  }
})
