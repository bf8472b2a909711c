import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { withMessage } from 'io-ts-types/lib/withMessage.js'
import { closed } from '../../lib/codec/closed.js'
import { explain } from '../../lib/codec/explain.js'
import { IsoDateTime, oneOf } from '../../lib/codec/formats.js'
import { fieldLine } from '../../lib/feedback/judge-output.js'

const linesFor = (codec: t.Mixed, value: unknown, values = true): ReadonlyArray<string> => {
  const decoded = codec.decode(value)
  return E.isLeft(decoded) ? explain(decoded.left, { values }).map(fieldLine) : []
}

describe('fieldLine', () => {
  const cases: ReadonlyArray<readonly [string, t.Mixed, unknown, string]> = [
    ['a string', t.Int, 'high', "expected integer, got string 'high'."],
    ['a number', t.string, 7, 'expected string, got number 7.'],
    ['a boolean', t.string, true, 'expected string, got boolean true.'],
    ['null', t.string, null, 'expected string, got null.'],
    ['an array', t.string, ['x'], 'expected string, got array ["x"].'],
    ['an object', t.string, { a: 1 }, 'expected string, got object {"a":1}.'],
    ['a date', IsoDateTime, 'tomorrow', "expected ISO datetime, got string 'tomorrow'."],
    [
      'the member that was probably meant',
      oneOf(['low', 'high']),
      'hig',
      'expected one of "low", "high", got string \'hig\'. Did you mean "high"?'
    ],
    [
      "the codec's own message beside it",
      withMessage(t.Int, () => 'Count in days.'),
      'two',
      "expected integer, got string 'two'. Count in days."
    ]
  ]
  for (const [what, codec, value, line] of cases) {
    it(`says ${what}`, () =>
      expect(linesFor(t.type({ field: codec }), { field: value })).to.deep.equal([`  - Field 'field': ${line}`]))
  }

  it('says what is missing, unknown, and further inside', () => {
    expect(
      linesFor(closed(t.type({ a: t.array(t.type({ b: t.string })), c: t.Int })), { a: [{ b: 1 }], d: 1 })
    ).to.deep.equal([
      "  - Field 'a.0.b': expected string, got number 1.",
      "  - Field 'c': required field is missing, expected integer.",
      "  - Field 'd': unknown field, remove it."
    ])
  })

  it('gives the type where the value is not to be shown', () => {
    expect(linesFor(t.type({ a: t.Int }), { a: 'secret' }, false)).to.deep.equal([
      "  - Field 'a': expected integer, got string."
    ])
  })

  it('is one bounded line', () => {
    const [line = ''] = linesFor(
      t.type({ a: new t.Type(`${'N'.repeat(500)}\n`, t.Int.is, t.Int.validate, t.identity) }),
      { a: `x\n${'y'.repeat(10_000)}` }
    )
    expect(line).not.to.contain('\n')
    expect(line.length).to.be.at.most(404)
  })
})
