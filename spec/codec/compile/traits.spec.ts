/** What a parent may rely on without asking, for each kind of node. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { DateFromISOString } from 'io-ts-types/lib/DateFromISOString.js'
import type { Node } from '../../../lib/codec/compile/plan.js'
import { readPlan } from '../../../lib/codec/compile/read.js'

const Own: t.Mixed = DateFromISOString
const Struct = t.type({ a: t.string })
const Asking = t.type({ a: Own })

type Trait = 'same' | 'nan' | 'onUndefined' | 'context'

const traitsOf = (codec: t.Mixed, trait: Trait): Node[Trait] => readPlan(codec).root[trait]

const check = (trait: Trait, rows: ReadonlyArray<readonly [Node[Trait], ReadonlyArray<t.Mixed>]>): void => {
  for (const [expected, codecs] of rows) {
    for (const codec of codecs) expect(traitsOf(codec, trait), codec.name).to.equal(expected)
  }
}

describe('findTraits', () => {
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
          t.Int,
          t.union([t.string, t.null]),
          t.intersection([t.number, t.Int])
        ]
      ],
      [
        false,
        [
          t.literal(0),
          t.literal(-0),
          Own,
          Struct,
          t.array(t.string),
          t.tuple([t.string]),
          t.record(t.string, t.string),
          t.strict({}),
          t.refinement(t.literal(0), () => true),
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
          t.literal(NaN),
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

  it('knows what becomes of undefined, unless user code decides', () => {
    const refined = t.refinement(t.unknown, () => true)
    check('onUndefined', [
      [
        'kept',
        [
          t.unknown,
          t.undefined,
          t.literal(undefined as unknown as string, 'nothing'),
          t.union([t.string, t.undefined]),
          t.union([t.undefined, refined]),
          t.intersection([t.unknown, t.undefined])
        ]
      ],
      [
        'refused',
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
          t.union([t.type({ k: t.literal(1) }), t.type({ k: t.literal(2) })]),
          t.intersection([t.unknown, t.string]),
          t.intersection([refined, t.string])
        ]
      ],
      [
        'unknown',
        [
          Own,
          refined,
          t.union([t.string, refined, t.undefined]),
          t.intersection([t.unknown, refined]),
          t.intersection([Own, t.undefined])
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

  it('goes on while any answer gets better, where what is beneath stands in front', () => {
    const again = (codec: t.Mixed): t.Mixed => t.refinement(codec, () => true)
    const rows: ReadonlyArray<readonly [Trait, t.Mixed, Node[Trait]]> = [
      ['same', again(t.unknown), true],
      ['nan', t.union([again(t.undefined), t.literal(0)]), false],
      ['onUndefined', t.union([t.literal(0), t.number]), 'refused'],
      ['context', Own, true]
    ]
    for (const [trait, first, expected] of rows) {
      const second = again(first)
      const { shape } = readPlan(t.type({ first, second, third: again(second) })).root
      expect(shape.kind === 'fields' && shape.fields[2]?.node[trait], trait).to.equal(expected)
    }
  })

  it('settles on answers that hold all around a recursive type, whoever is asked first', () => {
    const Alike: t.Mixed = t.recursion('Alike', (self: t.Mixed): t.Mixed =>
      t.union([t.string, t.refinement(self, () => true)])
    )
    const Told: t.Mixed = t.recursion('Told', (self: t.Mixed): t.Mixed =>
      t.type({ next: t.union([self, t.null]), list: t.array(t.tuple([self])), own: Own })
    )
    const { nodes } = readPlan(Told)
    const told = nodes.filter(({ context }) => context).map(({ shape }) => shape.kind)
    expect(told).to.deep.equal(['fields', 'union', 'array', 'tuple', 'opaque'])
    expect(readPlan(Alike).root).to.include({ same: false, nan: true, onUndefined: 'unknown', context: false })
  })
})
