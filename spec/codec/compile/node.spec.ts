/** What a parent may rely on without asking, for each kind of node. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { DateFromISOString } from 'io-ts-types/lib/DateFromISOString.js'
import type { Facts } from '../../../lib/codec/compile/node.js'
import { readCodec } from '../../../lib/codec/compile/read.js'

const Own: t.Mixed = DateFromISOString
const Struct = t.type({ a: t.string })
const Asking = t.type({ a: Own })

const factOf = (codec: t.Mixed, fact: keyof Facts): boolean => readCodec(codec).root[fact]

const check = (fact: keyof Facts, rows: ReadonlyArray<readonly [boolean, ReadonlyArray<t.Mixed>]>): void => {
  for (const [expected, codecs] of rows) {
    for (const codec of codecs) expect(factOf(codec, fact), codec.name).to.equal(expected)
  }
}

describe('findFacts', () => {
  it('knows what gives back what it accepts: conditions, and what is made of nothing else', () => {
    check('same', [
      [
        true,
        [
          t.unknown,
          t.string,
          t.number,
          t.keyof({ a: null }),
          t.literal('a'),
          t.literal(1),
          t.literal(0),
          t.literal(-0),
          t.Int,
          t.union([t.string, t.null]),
          t.intersection([t.number, t.Int])
        ]
      ],
      [
        false,
        [
          Own,
          Struct,
          t.array(t.string),
          t.tuple([t.string]),
          t.record(t.string, t.string),
          t.strict({}),
          t.refinement(Struct, () => true),
          t.union([t.string, Struct]),
          t.intersection([t.unknown, Struct]),
          t.union([t.type({ k: t.literal(1) }), t.type({ k: t.literal(2) })])
        ]
      ]
    ])
  })

  it('knows what may accept NaN', () => {
    check('nan', [
      [
        true,
        [
          t.number,
          t.unknown,
          Own,
          t.refinement(t.number, () => true),
          t.union([t.string, t.number]),
          t.intersection([t.number, t.unknown])
        ]
      ],
      [
        false,
        [
          t.string,
          t.keyof({ a: null }),
          Struct,
          t.array(t.number),
          t.type({ a: t.number }),
          t.refinement(t.string, () => true),
          t.union([t.string, t.null])
        ]
      ]
    ])
  })

  it('knows what may accept undefined', () => {
    const refined = t.refinement(t.unknown, () => true)
    check('absent', [
      [
        true,
        [
          t.unknown,
          t.undefined,
          t.literal(undefined as unknown as string, 'nothing'),
          t.union([t.string, t.undefined]),
          t.intersection([t.unknown, t.undefined]),
          Own,
          refined
        ]
      ],
      [
        false,
        [
          t.string,
          t.literal('a'),
          t.keyof({ a: null }),
          t.refinement(t.string, () => true),
          Struct,
          t.array(t.unknown),
          t.tuple([t.undefined]),
          t.strict({}),
          t.record(t.string, t.undefined),
          t.union([t.string, Struct]),
          t.union([t.type({ k: t.literal(1) }), t.type({ k: t.literal(2) })])
        ]
      ]
    ])
  })

  it('knows who must be told where it stands: user code, and all above it', () => {
    check('context', [
      [
        false,
        [
          t.string,
          Struct,
          t.array(Struct),
          t.tuple([Struct]),
          t.record(t.string, t.string),
          t.union([Struct, t.null]),
          t.Int,
          t.strict({ a: t.string })
        ]
      ],
      [
        true,
        [
          Own,
          Asking,
          t.partial({ a: Own }),
          t.array(Own),
          t.tuple([t.string, Own]),
          t.record(t.string, Own),
          t.record(Own as unknown as t.StringC, t.string),
          t.union([t.null, Own]),
          t.intersection([Struct, Asking]),
          t.strict({ a: Own }),
          t.refinement(Asking, () => true),
          t.union([t.type({ k: t.literal(1), a: Own }), t.type({ k: t.literal(2) })])
        ]
      ]
    ])
  })

  it('settles on answers that hold all around a recursive type', () => {
    const Alike: t.Mixed = t.recursion('Alike', (self: t.Mixed): t.Mixed =>
      t.union([t.string, t.refinement(self, () => true)])
    )
    const Told: t.Mixed = t.recursion('Told', (self: t.Mixed): t.Mixed =>
      t.type({ next: t.union([self, t.null]), list: t.array(t.tuple([self])), own: Own })
    )
    const told = readCodec(Told).nodes.filter(({ context }) => context)
    expect(told.map(({ constructor: { name } }) => name)).to.have.members([
      'Recursion',
      'Props',
      'Union',
      'List',
      'Tuple',
      'Opaque'
    ])
    expect(readCodec(Alike).root).to.include({ same: false, nan: true, absent: true, context: false })
  })
})
