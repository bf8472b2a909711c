import { expect } from 'chai'
import * as t from 'io-ts'
import { closed } from '../../../lib/index.js'
import { CodecPlace, placeAt, valuesAt } from '../../../lib/operate/calibrate/place.js'

const Codec = t.type({
  orders: t.array(t.type({ 'x-id': t.string, tags: t.record(t.string, t.number) })),
  pair: t.tuple([t.string, t.number]),
  who: t.union([t.type({ name: t.string }), t.type({ title: t.string })])
})
const root = new CodecPlace([], [Codec])
const text = (...path: ReadonlyArray<string | number>): string => placeAt(root, path).text

describe('CodecPlace', () => {
  it('leaves out positions and foreign keys, and nothing that the codec declares', () => {
    expect(text()).to.equal('$')
    expect(text('orders', 7)).to.equal('orders[]')
    expect(text('orders', 3, 'x-id')).to.equal('orders[]["x-id"]')
    expect(text('orders', 1, 'tags', 'whatever')).to.equal('orders[].tags.*')
    expect(text('pair', 1)).to.equal('pair[1]')
    expect(text('who', 'title')).to.equal('who.title')
    expect(new CodecPlace([], [t.array(t.string)]).at(3).text).to.equal('$[]')
  })

  it('keeps keys that look like names where the codec declares nothing', () => {
    expect(text('nope')).to.equal('nope')
    expect(text('not a name')).to.equal('*')
    expect(new CodecPlace([], [closed(t.type({ a: t.string }))]).at('b').text).to.equal('b')
  })

  it('is the same place each time, with the codecs that read it', () => {
    expect(placeAt(root, ['orders', 1, 'tags', 'a'])).to.equal(placeAt(root, ['orders', 2, 'tags', 'b']))
    expect(placeAt(root, ['orders', 1, 'tags', 'a']).codecs).to.deep.equal([t.number])
    expect(placeAt(root, ['pair', 0]).codecs).to.deep.equal([t.string])
    expect(placeAt(root, ['who']).required).to.deep.equal(['name', 'title'])
  })
})

describe('valuesAt', () => {
  const answer = { orders: [{ tags: { a: 1, b: 2 } }, { tags: { c: 3 } }, null], pair: ['x', 1] }
  const at = (...path: ReadonlyArray<string | number>) => valuesAt(answer, placeAt(root, path).steps)

  it('gives every value at a place', () => {
    expect(at('orders', 0, 'tags', 'any')).to.deep.equal([1, 2, 3])
    expect(at('pair', 1)).to.deep.equal([1])
    expect(at('orders')).to.deep.equal([answer.orders])
    expect([...at('pair', 5), ...at('who', 'name'), ...at('orders', 0, 'x-id')]).to.deep.equal([])
  })
})
