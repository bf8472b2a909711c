import { expect } from 'chai'
import { canonicalText } from '#core/json'

describe('canonicalText', () => {
  it('is the same for equal data, whatever the order of the keys', () => {
    expect(canonicalText({ b: [1, { d: null, c: 'x' }], a: true })).equal('{"a":true,"b":[1,{"c":"x","d":null}]}')
    expect(canonicalText({ a: 1 })).not.equal(canonicalText({ a: '1' }))
  })

  it('lets a text stand for itself, so that a digest costs nothing', () => {
    expect(canonicalText('9f86d081')).equal('9f86d081')
    expect(canonicalText('{"b":1,"a":2}')).equal('{"b":1,"a":2}')
  })

  it('leaves ignored fields out at any depth, of data and of JSON text alike', () => {
    const ignored = new Set(['at', 'request_id'])
    const expected = '{"a":[{"x":1}],"b":{}}'
    expect(canonicalText({ b: { request_id: 'r-1' }, a: [{ x: 1, at: 7 }] }, ignored)).equal(expected)
    expect(canonicalText('{"b":{"request_id":"r-2"},"at":9,"a":[{"x":1,"at":8}]}', ignored)).equal(expected)
    expect(canonicalText('no JSON', ignored)).equal('"no JSON"')
  })

  it('writes data of any depth', () => {
    const levels = 20_000
    expect(canonicalText(JSON.parse('['.repeat(levels) + ']'.repeat(levels)))).match(/^\[{500}"\[Array\]"\]{500}$/)
  })

  it('writes what is no JSON, too', () => {
    const cycle: Record<string, unknown> = {}
    cycle['self'] = cycle
    expect([undefined, 1n, cycle].map((value) => canonicalText(value))).deep.equal([
      'undefined',
      '1',
      '{"self":"[Circular]"}'
    ])
    expect(canonicalText(undefined, new Set(['at']))).equal('undefined')
  })
})
