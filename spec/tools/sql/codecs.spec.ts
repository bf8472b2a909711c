import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import {
  BigIntFromText,
  DateText,
  NumberFromNumeric,
  NumericText,
  TimestampDate
} from '../../../lib/tools/sql/index.js'
import { expectRight } from '../../helpers/either.js'
import { fastestMs } from '../../helpers/fastest-ms.js'

const refuses = <A>(codec: t.Decoder<unknown, A>, values: ReadonlyArray<unknown>): void => {
  for (const value of values) expect(E.isLeft(codec.decode(value)), String(value)).to.equal(true)
}

describe('BigIntFromText', () => {
  it('decodes whole numbers of any size, and encodes them again', () => {
    expect(expectRight(BigIntFromText.decode('9007199254740993'))).to.equal(9007199254740993n)
    expect(expectRight(BigIntFromText.decode('-12'))).to.equal(-12n)
    expect(BigIntFromText.encode(9007199254740993n)).to.equal('9007199254740993')
    expect(BigIntFromText.is(1n)).to.equal(true)
  })
  it('refuses what is none', () => refuses(BigIntFromText, ['1.5', '', ' 1', '0x10', 'NaN', 12, null, '1'.repeat(41)]))
})

describe('NumericText', () => {
  it('keeps the text', () => {
    for (const text of ['0', '12.50', '-0.001', '123456789012345678901234567890.12'])
      expect(expectRight(NumericText.decode(text))).to.equal(text)
  })
  it('refuses what is no number', () => refuses(NumericText, ['NaN', 'Infinity', '1e5', '.5', '', 1.5, null]))
})

describe('NumberFromNumeric', () => {
  it('decodes what a number holds exactly', () => {
    const cases: ReadonlyArray<readonly [text: string, number: number]> = [
      ['12.50', 12.5],
      ['100', 100],
      ['-3.00', -3],
      ['0.000', 0],
      ['9007199254740991', 2 ** 53 - 1]
    ]
    for (const [text, number] of cases) expect(expectRight(NumberFromNumeric.decode(text))).to.equal(number)
    expect(NumberFromNumeric.encode(12.5)).to.equal('12.5')
  })
  it('refuses what it would round', () =>
    refuses(NumberFromNumeric, ['9007199254740993', '0.1234567890123456789', 'NaN', '', 1, null]))
  it('answers at once for cells as long as PostgreSQL lets a numeric be', () => {
    const cells = Array.from({ length: 50 }, (_, i) => `${i}.5${'0'.repeat(16_000)}1`)
    expect(fastestMs(() => refuses(NumberFromNumeric, cells))).to.be.below(50)
    expect(expectRight(NumberFromNumeric.decode(`1.5${'0'.repeat(16_000)}`))).to.equal(1.5)
  })
})

describe('TimestampDate', () => {
  it('takes a Date, and the text of an instant', () => {
    const date = new Date('2026-05-03T08:00:00.123Z')
    expect(expectRight(TimestampDate.decode(date))).to.equal(date)
    expect(expectRight(TimestampDate.decode('2026-05-03T10:00:00.123456+02:00'))).to.deep.equal(date)
    expect(expectRight(TimestampDate.decode(TimestampDate.encode(date)))).to.deep.equal(date)
  })
  it('refuses what is no instant', () =>
    refuses(TimestampDate, [
      'infinity',
      '2026-05-03',
      '2026-05-03 10:00:00',
      '2026-13-03T00:00:00Z',
      new Date(NaN),
      0,
      null
    ]))
})

describe('DateText', () => {
  it('takes a day', () => expect(expectRight(DateText.decode('2026-05-03'))).to.equal('2026-05-03'))
  it('refuses what is no day', () =>
    refuses(DateText, ['2026-5-3', '2026-13-01', '2026-05-03T00:00:00Z', 'infinity', new Date(0), null]))
})
