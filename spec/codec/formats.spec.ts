import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { explain } from '../../lib/codec/explain.js'
import { FiniteNumber, integerBetween, IsoDateTime, NonEmptyText, oneOf, SafeInteger } from '../../lib/codec/formats.js'
import { argumentLine } from '#core/errors'
import { expectLeft } from '../helpers/either.js'

const line = (codec: t.Mixed, value: unknown) =>
  explain(expectLeft(codec.decode(value)), { values: true })
    .map(argumentLine)
    .join('\n')

const takes = (codec: t.Mixed, values: ReadonlyArray<unknown>) => {
  for (const value of values) {
    it(`takes ${String(value)}`, () => {
      expect(codec.decode(value)).to.deep.equal(E.right(value))
    })
  }
}

const refuses = (codec: t.Mixed, cases: ReadonlyArray<readonly [unknown, string]>) => {
  for (const [value, text] of cases) {
    it(`refuses ${String(value)} with: ${text}`, () => {
      expect(line(codec, value)).to.equal(`- '<root>': ${text}`)
    })
  }
}

describe('IsoDateTime', () => {
  takes(IsoDateTime, [
    '2026-05-03T00:00:00',
    '2026-05-03T23:59',
    '2026-05-03T00:00:00Z',
    '2026-05-03T00:00:00.123+02:00',
    '2024-02-29T12:00:00-11:30'
  ])
  const expected = "expected ISO datetime (e.g. '2026-05-03T00:00:00')"
  refuses(
    IsoDateTime,
    [
      'tomorrow',
      '2026-05-03',
      '2026-02-29T00:00:00',
      '2026-13-01T00:00:00',
      '2026-05-03T24:00:00',
      '2026-05-03T00:60:00',
      '2026-05-03 00:00:00',
      '2026-05-03T00:00:00+2',
      '2026-5-3T00:00:00',
      ''
    ].map((text) => [text, `${expected}, got '${text}'`])
  )
  refuses(IsoDateTime, [
    [5, `${expected}, got 5`],
    [null, `${expected}, got null`]
  ])
})

describe('integerBetween, of one number', () => {
  it('takes it and no other', () => {
    const Five = integerBetween(5, 5)
    expect([
      Five.name,
      Five.is(5),
      Five.is(4),
      Five.is(6),
      integerBetween(1, 9).is(1.5),
      integerBetween(1, 9).is(9),
      integerBetween(1, 9).is(1)
    ]).to.deep.equal(['integer from 5 to 5', true, false, false, false, true, true])
  })
})

describe('NonEmptyText', () => {
  takes(NonEmptyText, ['a', ' a '])
  refuses(NonEmptyText, [
    ['', "expected text that is not blank, got ''"],
    [' \t', "expected text that is not blank, got ' \\t'"],
    [[], 'expected string, got array']
  ])
})

describe('oneOf', () => {
  const Priority = oneOf(['low', 'high', '__proto__'])
  takes(Priority, ['low', 'high', '__proto__'])
  refuses(Priority, [
    ['hig', `expected one of "low", "high", "__proto__", got 'hig'; did you mean "high"?`],
    ['HIGH', `expected one of "low", "high", "__proto__", got 'HIGH'; did you mean "high"?`],
    ['toString', 'expected one of "low", "high", "__proto__", got \'toString\''],
    [5, 'expected one of "low", "high", "__proto__", got 5']
  ])

  it('takes off white space, and is strict about values that are decoded already', () => {
    expect(Priority.decode(' high\n')).to.deep.equal(E.right('high'))
    expect([Priority.is('high'), Priority.is(' high'), Priority.encode('high')]).to.deep.equal([true, false, 'high'])
  })

  it('takes a member as it is, with the white space that belongs to it', () => {
    expect(oneOf([' a', 'a']).decode(' a')).to.deep.equal(E.right(' a'))
  })

  it('has the members as its type', () => {
    const Size = oneOf(['s', 'm'])
    const size: t.TypeOf<typeof Size> = 's'
    expect(Size.name).to.equal('"s" | "m"')
    expect(Size.is(size)).to.equal(true)
  })

  it('needs a member', () => {
    expect(() => oneOf([])).to.throw(TypeError, 'Expected `members` to be an array of at least one string.')
    expect(() => oneOf('paper' as never)).to.throw(
      TypeError,
      'Expected `members` to be an array of at least one string.'
    )
  })
})

describe('FiniteNumber', () => {
  takes(FiniteNumber, [0, -1.5, 2 ** 60])
  refuses(FiniteNumber, [
    [Number.POSITIVE_INFINITY, 'expected finite number, got Infinity'],
    [Number.NaN, 'expected finite number, got NaN'],
    ['5', "expected finite number, got '5'"]
  ])
})

describe('SafeInteger', () => {
  takes(SafeInteger, [0, -5, Number.MAX_SAFE_INTEGER])
  refuses(SafeInteger, [
    ['two', "expected integer, got 'two'"],
    [1.5, 'expected integer, got 1.5'],
    [2 ** 53, 'expected integer from -9007199254740991 to 9007199254740991, got 9007199254740992']
  ])
})

describe('integerBetween', () => {
  takes(integerBetween(1, 10), [1, 5, 10])
  refuses(
    integerBetween(-1, 10),
    [11, -2, 1.5].map((n) => [n, `expected integer from -1 to 10, got ${n}`])
  )
  refuses(integerBetween(1, 10), [['five', "expected integer from 1 to 10, got 'five'"]])

  it('is a constraint', () => {
    expect(explain(expectLeft(integerBetween(1, 10).decode(11))).map(({ kind }) => kind)).to.deep.equal(['constraint'])
  })

  for (const [min, max] of [
    [2, 1],
    [0.5, 1],
    [0, Infinity],
    [Number.NaN, 1]
  ] as const) {
    it(`refuses bounds from ${min} to ${max}`, () => {
      expect(() => integerBetween(min, max)).to.throw(
        TypeError,
        `Expected \`min\` and \`max\` to be safe integers with min <= max, got ${min} and ${max}.`
      )
    })
  }
})
