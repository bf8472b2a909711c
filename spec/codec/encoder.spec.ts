import { expect } from 'chai'
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { DateFromISOString } from 'io-ts-types/lib/DateFromISOString.js'
import { NumberFromString } from 'io-ts-types/lib/NumberFromString.js'
import { z } from 'zod'
import { encoderOf } from '../../lib/codec/encoder.js'
import { fromStandardSchema } from '../../lib/codec/standard-schema.js'
import { canonicalJson } from '#core/json'
import { copyData } from '#core/foreign'
import { runs } from '../helpers/runs.js'
import { cases, outcome } from './compile/cases.js'

const Order = t.intersection([t.type({ id: t.number }), t.partial({ note: t.string })])
const Dated = t.intersection([t.type({ at: DateFromISOString }), t.partial({ note: t.string })])

const changesNothing: ReadonlyArray<t.Mixed> = [
  t.type({ id: t.number }),
  Order,
  t.array(Order),
  t.readonlyArray(Order),
  t.type({ orders: t.array(Order), best: t.readonly(Order) }),
  t.partial({ best: t.refinement(Order, ({ id }) => id > 0) }),
  fromStandardSchema(z.object({ id: z.number() }))
]

const changes: ReadonlyArray<t.Mixed> = [
  NumberFromString,
  Dated,
  t.array(Dated),
  t.type({ order: Order, total: NumberFromString }),
  t.intersection([t.type({ order: Order }), t.exact(t.type({ id: t.number }))]),
  t.union([Order, t.string]),
  Object.assign(t.array(Order), { encode: () => 'mine' }),
  new t.Type<unknown>('mine', t.unknown.is, t.unknown.validate, () => 'mine')
]

describe('encoderOf', () => {
  it('is undefined for codecs that encode what they decoded as it is, and for what cannot encode', () => {
    expect(changesNothing.filter((codec) => encoderOf(codec) !== undefined)).to.deep.equal([])
    expect([undefined, 1, {}, { name: 'a decoder', decode: E.right }].map(encoderOf)).to.deep.equal(
      Array(4).fill(undefined)
    )
  })

  it('encodes by any other', () => {
    expect(changes.filter((codec) => encoderOf(codec) === undefined)).to.deep.equal([])
    expect(encoderOf(t.array(Dated))?.([{ at: new Date(0) }])).to.deep.equal([{ at: '1970-01-01T00:00:00.000Z' }])
  })

  it('is undefined only where the JSON of what was decoded from data stays the same', () => {
    const properties = fc.property(
      cases(3).chain(({ codec, value }) =>
        fc.tuple(fc.constant(codec), fc.array(value, { minLength: 5, maxLength: 5 }))
      ),
      ([codec, values]) => {
        if (encoderOf(codec) !== undefined) return
        for (const value of values) {
          const data = copyData(value, { isProxy: () => false })
          const decoded = E.isRight(data) ? outcome(() => codec.decode(data.right)) : data
          if (E.isLeft(decoded) || E.isLeft(decoded.right)) continue
          const payload: unknown = decoded.right.right
          expect(canonicalJson(codec.encode(payload)), codec.name).to.equal(canonicalJson(payload))
        }
      }
    )
    fc.assert(properties, { numRuns: runs(3_000, 50_000) })
  })
})
