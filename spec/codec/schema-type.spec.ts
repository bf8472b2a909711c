import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { explain } from '../../lib/codec/explain.js'
import { never, SchemaType, type Fault } from '../../lib/codec/schema-type.js'
import { expectLeft } from '../helpers/either.js'

/** What is told of a value against which a schema of this structure has these faults. */
const told = (mirror: t.Mixed, faults: ReadonlyArray<Fault>, value: unknown) => {
  const codec = new SchemaType<unknown>(
    'Schema',
    () => E.left(faults),
    never,
    () => mirror,
    () => undefined
  )
  return explain(expectLeft(codec.decode(value))).map(({ path, expected, message }) => ({ path, expected, message }))
}

const UNSEEN = 'a value that fits the schema'

describe('SchemaType', () => {
  it('finds the member of a union that holds a field, in whatever it is wrapped', () => {
    const mirror = t.union([t.string, t.intersection([t.type({ a: t.string }), t.type({ b: t.number })])])
    expect(told(mirror, [{ path: ['b'] }], { b: 'x' })).to.deep.equal([
      { path: ['b'], expected: 'number', message: 'expected number, got string' }
    ])
    expect(told(mirror, [{ path: ['c'], message: 'wrong' }], { c: 'x' })).to.deep.equal([
      { path: ['c'], expected: UNSEEN, message: 'wrong' }
    ])
  })

  it('hands on the words of the schema where the library has none that say more', () => {
    const mirror = t.union([t.literal('a'), t.number])
    expect(told(mirror, [{ path: [], message: 'must be even' }], 5).map(({ message }) => message)).to.deep.equal([
      'must be even'
    ])
    expect(told(mirror, [{ path: [], message: 'must be even' }], true).map(({ message }) => message)).to.deep.equal([
      'expected number or "a", got boolean'
    ])
    expect(
      told(t.keyof({ a: null }), [{ path: [], message: 'must be a' }], 'b').map(({ message }) => message)
    ).to.deep.equal(['expected "a", got string'])
  })

  it('takes the branches of a fault for those of a union where there are as many', () => {
    const branches = [[{ path: [], message: 'no text' }], [{ path: ['a'], message: 'no number' }]]
    const fault = { path: [], message: 'neither', branches }
    const A = t.type({ a: t.number })
    expect(told(t.union([t.string, A]), [fault], { a: 'x' })).to.deep.equal([
      { path: ['a'], expected: 'number', message: 'expected number, got string' }
    ])
    for (const mirror of [t.union([t.string, A, t.null]), A, t.unknown])
      expect(told(mirror, [fault], { a: 'x' }).map(({ path, message }) => ({ path, message }))).to.deep.equal([
        { path: [], message: 'neither' }
      ])
  })
})
