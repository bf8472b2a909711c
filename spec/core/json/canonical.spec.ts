import { expect } from 'chai'
import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import { canonicalJson } from '#core/json'

describe('canonicalJson', () => {
  it('is JSON, and the same text exactly where data are equal (property)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const [x, y] = [JSON.parse(JSON.stringify(a)) as unknown, JSON.parse(JSON.stringify(b)) as unknown]
        expect(JSON.parse(canonicalJson(x)!)).to.deep.equal(x)
        expect(canonicalJson(x) === canonicalJson(y)).to.equal(isDeepStrictEqual(x, y))
      })
    )
  })

  it('writes many keys in order, too', () => {
    const keys = Array.from({ length: 40 }, (_, i) => `k${i}`)
    const of = (names: ReadonlyArray<string>) => canonicalJson(Object.fromEntries(names.map((name) => [name, name])))
    expect(of([...keys].reverse())).to.equal(
      JSON.stringify(Object.fromEntries([...keys].sort().map((key) => [key, key])))
    )
  })

  it('writes what is no JSON as JSON does, but for bigints and cycles', () => {
    const cycle: Array<unknown> = [1]
    cycle.push({ up: cycle })
    const written: ReadonlyArray<readonly [unknown, string | undefined]> = [
      [undefined, undefined],
      [() => 1, undefined],
      [NaN, 'null'],
      [[undefined, () => 1, Symbol('x')], '[null,null,null]'],
      [Array(2), '[null,null]'],
      [{ b: undefined, a: new Date(0) }, '{"a":"1970-01-01T00:00:00.000Z"}'],
      [{ '"\u2028\ud800': '"\ud800' }, '{"\\"\u2028\\ud800":"\\"\\ud800"}'],
      [10n ** 20n, '100000000000000000000'],
      [cycle, '[1,{"up":"[Circular]"}]']
    ]
    for (const [value, text] of written) expect(canonicalJson(value)).to.equal(text)
  })

  it('tells what is reached twice, and is no cycle, twice', () => {
    const twice = { a: 1 }
    expect(canonicalJson([twice, twice])).to.equal('[{"a":1},{"a":1}]')
  })
})
