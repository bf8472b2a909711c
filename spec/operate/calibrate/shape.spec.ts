import { expect } from 'chai'
import { shapeOf } from '../../../lib/operate/calibrate/shape.js'

describe('shapeOf', () => {
  it('says in a few words of what shape a value is, and quotes none of it', () => {
    for (const [value, shape] of [
      [null, 'null'],
      [undefined, 'nothing'],
      [true, 'boolean'],
      [1, 'integer'],
      [-1, 'negative integer'],
      [0.5, 'fraction'],
      [Number.NaN, 'no finite number'],
      ['', 'empty text'],
      ['2026-01-01T10:00:00Z', 'date and time'],
      ['2026-01-01', 'date'],
      ['6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'UUID'],
      ['https://a.b/c', 'URL'],
      ['a@b.c', 'e-mail address'],
      ['-12', 'digits'],
      ['12.50', 'decimal number in text'],
      ['{"a":1}', 'JSON in text'],
      ['<p>', 'markup'],
      ['open', 'one word'],
      ['two words', 'text'],
      [`a ${'x'.repeat(200)}`, 'long text'],
      [[], 'empty array'],
      [[[[['deep']]]], 'array of array of array'],
      [[1], 'array of integer'],
      [new Date(), 'date'],
      [{ b: 1, a: 2 }, '{a, b}'],
      [{ 'not a name': 1 }, '{1 more}'],
      [
        Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`k${i}`, i])),
        '{k0, k1, k2, k3, k4, k5, k6, k7, 2 more}'
      ]
    ] as const)
      expect(shapeOf(value)).to.equal(shape)
  })
})
