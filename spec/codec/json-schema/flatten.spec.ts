import { expect } from 'chai'
import * as t from 'io-ts'
import { closed } from '../../../lib/codec/closed.js'
import { flatten } from '../../../lib/codec/json-schema/flatten.js'
import { fromJsonSchema } from '../../../lib/codec/json-schema/from-json-schema.js'

const A = t.type({ a: t.string })
const B = t.partial({ b: t.number })

/** The keys of each field, with how many codecs read it and how many ask for it. */
const drawn = (codec: t.Mixed): Readonly<Record<string, readonly [number, number]>> | undefined => {
  const flat = flatten(codec)
  return flat === undefined
    ? undefined
    : Object.fromEntries(Array.from(flat, ([key, { codecs, asked }]) => [key, [codecs.length, asked.length] as const]))
}

describe('flatten', () => {
  it('sees the fields of an object, and which must be there', () => {
    const a = { a: [1, 1] }
    for (const codec of [
      A,
      t.strict({ a: t.string }),
      t.exact(A),
      t.readonly(A),
      new t.StrictType('Strict', A.is, A.validate, A.encode, A.props),
      t.record(t.literal('a'), t.string)
    ]) {
      expect(drawn(codec), codec.name).to.deep.equal(a)
    }
    expect(drawn(B)).to.deep.equal({ b: [1, 0] })
  })

  it('sees an intersection as one object, however it is nested', () => {
    expect(drawn(t.intersection([A, t.readonly(t.intersection([B, A]))]))).to.deep.equal({ a: [1, 2], b: [1, 0] })
    expect(drawn(t.intersection([t.type({ a: t.string }), t.partial({ a: t.Int })]))).to.deep.equal({ a: [2, 1] })
  })

  it('sees none where anything else is asked, or may be', () => {
    const Opaque = new t.Type('Opaque', t.unknown.is, t.success, t.identity)
    for (const codec of [
      closed(A),
      fromJsonSchema({ type: 'object' }),
      Opaque,
      t.refinement(A, () => true),
      t.UnknownRecord,
      t.record(t.string, t.string),
      t.union([A, B]),
      t.recursion('R', (): t.Mixed => A),
      t.intersection([A, t.refinement(B, () => true)])
    ]) {
      expect(drawn(codec), codec.name).to.equal(undefined)
    }
  })
})
