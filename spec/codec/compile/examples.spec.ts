/** The corners of io-ts's own answers, each in both back ends. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { DateFromISOString } from 'io-ts-types/lib/DateFromISOString.js'
import { fromNullable } from 'io-ts-types/lib/fromNullable.js'
import { JsonFromString } from 'io-ts-types/lib/JsonFromString.js'
import { NumberFromString } from 'io-ts-types/lib/NumberFromString.js'
import { withFallback } from 'io-ts-types/lib/withFallback.js'
import { withMessage } from 'io-ts-types/lib/withMessage.js'
import { Engine } from '../../../lib/codec/compile/engine.js'
import { LeftToIoTs } from '../../../lib/codec/compile/run.js'
import { answerDifference } from './same-answer.js'

class Account {
  readonly id = '7'
  get name() {
    return 'from the prototype'
  }
  readonly when: unknown
  constructor(when: unknown = '2011-04-22T13:33:48Z') {
    this.when = when
  }
}

const hidden = (o: object, key: string): object =>
  Object.defineProperty(o, key, { enumerable: false, writable: true, configurable: true })
const bare = (o: object): object => Object.assign(Object.create(null) as object, o)
const parsed = (text: string): unknown => JSON.parse(text)

const Tree = t.recursion<unknown>('Tree', (self): t.Mixed => t.strict({ value: t.number, children: t.array(self) }))
const List = t.recursion<unknown>('List', (self): t.Mixed =>
  t.union([t.null, t.type({ head: DateFromISOString, tail: self })])
)
const Shape = t.union([
  t.type({ kind: t.literal('circle'), r: t.number }),
  t.strict({ kind: t.literal('square'), side: NumberFromString })
])
const Dated = t.type({ when: DateFromISOString, name: t.string, nick: t.union([t.string, t.undefined]) })
const Merged = t.intersection([
  t.type({ id: t.string, when: DateFromISOString }),
  t.partial({ note: t.string, sub: t.strict({ a: t.string }) })
])
const date = '2011-04-22T13:33:48Z'

const upper = new t.Type<string>(
  'Upper',
  t.string.is,
  (u, c) => (typeof u === 'string' ? t.success(u.toUpperCase()) : t.failure(u, c)),
  t.identity
)
const sibling = new t.Type<unknown>(
  'Sibling',
  (_): _ is unknown => true,
  (u, c) => t.success([u, c.at(-2)?.actual, c.map((entry) => entry.key)]),
  t.identity
)
const longer = (by: number): t.Mixed =>
  new t.Type<object>('Longer', t.object.is, (u) => t.success({ length: by, [`by${by}`]: u }), t.identity)
const anything = new t.Type<unknown>(
  'Anything',
  (_): _ is unknown => true,
  () => t.success('changed'),
  t.identity
)
const silent = new t.Type<unknown>(
  'Silent',
  (_): _ is unknown => true,
  () => t.failures([]),
  t.identity
)

const permutations = (keys: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  keys.length === 0
    ? [[]]
    : keys.flatMap((key) => permutations(keys.filter((one) => one !== key)).map((rest) => [key, ...rest]))
const inAllOrders = permutations(['a', 'b', 'c', 'extra']).map((keys) =>
  Object.fromEntries(keys.map((key) => [key, key === 'b' ? { x: 'x', y: 'y' } : 'text']))
)

// Fields are read eight at a time: each of them changed, refused, NaN and missing, before and after others that
// changed.
const wide = (count: number): ReadonlyArray<readonly [t.Mixed, ...ReadonlyArray<unknown>]> => {
  const keys = Array.from({ length: count }, (_, i) => `k${i}`)
  const props = Object.fromEntries(
    keys.map((key, i): [string, t.Mixed] => [
      key,
      [NumberFromString, t.union([t.string, t.null]), fromNullable(t.number, 0)][i % 3]!
    ])
  )
  const whole = Object.fromEntries(keys.map((key, i) => [key, ['1', 'text', 1][i % 3]]))
  const still = { ...whole, extra: 1 }
  const odd = (o: object): object => Object.assign(Object.create({ inherited: 1 }) as object, o)
  const each = keys.flatMap((key) => [
    { ...whole, [key]: [] },
    odd({ ...whole, [key]: [] }),
    { ...whole, [key]: null },
    { ...still, [key]: Number.NaN },
    Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key))
  ])
  return [
    t.type(props),
    t.strict(props),
    t.partial(props),
    t.strict(Object.fromEntries(keys.map((key) => [key, t.union([t.string, t.number])])))
  ].map((codec) => [codec, whole, still, ...each])
}

const examples: Readonly<Record<string, ReadonlyArray<readonly [t.Mixed, ...ReadonlyArray<unknown>]>>> = {
  'numbers that differ from themselves': [
    [t.number, NaN, -0],
    [t.array(t.number), [1, NaN], [-0]],
    [t.type({ a: t.number }), { a: NaN }],
    [t.tuple([t.number]), [NaN]],
    [t.strict({ a: t.number, b: DateFromISOString }), { a: NaN, b: date, c: 1 }, { a: NaN }],
    [t.partial({ a: t.unknown }), { a: NaN }],
    [t.record(t.string, t.number), { a: NaN, b: 1 }],
    [t.intersection([t.number, t.unknown]), NaN],
    [t.union([t.string, t.number]), NaN],
    [
      t.intersection([t.type({ a: t.number, b: t.unknown }), t.partial({ c: t.number })]),
      { a: NaN, c: 1 },
      { a: 1, c: NaN }
    ]
  ],
  'numbers that differ from themselves, in intersections': [
    [
      t.exact(t.intersection([t.type({ a: anything }), t.partial({ b: anything })])),
      { a: NaN },
      { a: NaN, b: NaN, c: 1 },
      { b: NaN },
      { a: 1, b: NaN }
    ],
    [
      t.intersection([t.type({ a: anything, c: t.number }), t.partial({ b: anything })]),
      { a: NaN, c: 1 },
      { a: NaN, b: NaN, c: NaN },
      { a: 1, b: NaN, c: 1 }
    ]
  ],
  'zeros and literals': [
    [t.literal(0), -0, 0],
    [t.literal(-0), 0, -0],
    [t.array(t.literal(0)), [-0]],
    [t.record(t.string, t.literal(0)), { a: -0 }, { a: -0, b: 'x' }],
    [t.record(upper, t.literal(0)), { a: -0 }],
    [t.refinement(t.literal(0), (n) => Object.is(n, 0)), -0],
    [t.union([t.literal(0), t.literal(1)]), -0],
    [t.type({ a: t.literal(true), b: t.literal('x') }), { a: true, b: 'x' }, { a: false, b: 'x' }],
    [t.literal(NaN), NaN],
    [t.tuple([t.literal(0), t.literal(-0)]), [-0, 0]]
  ],
  'holes and missing items': [
    // oxlint-disable-next-line no-sparse-arrays
    [t.array(t.unknown), [, 1]],
    // oxlint-disable-next-line no-sparse-arrays
    [t.array(t.union([t.undefined, NumberFromString])), [, '1', ,]],
    [t.tuple([t.string, t.unknown]), ['a'], ['a', 1, 2], ['a', 1, 2, 3]],
    [t.tuple([NumberFromString, t.string]), ['1', 'a', 'more'], ['1']],
    [t.array(t.string), Array.from({ length: 3 })]
  ],
  'undefined and missing fields': [
    [t.type({ a: t.unknown, b: t.unknown }), {}, { a: undefined }, { b: 1 }, { b: 1, c: 2 }],
    [t.strict({ a: t.undefined }), {}, { x: 1 }, { a: undefined }],
    [t.partial({ a: t.string, b: t.undefined }), {}, { a: undefined }, { a: null }],
    [t.partial({ a: fromNullable(t.string, 'x') }), {}, { a: null }, { a: 1 }],
    [t.exact(t.partial({ a: fromNullable(t.number, 1), b: t.string })), {}, { c: 1 }, { b: 'b' }, { b: 'b', c: 1 }],
    [t.type({ a: fromNullable(t.string, 'x'), b: t.string }), { b: 'b' }, { b: 1 }],
    [t.type({ a: t.union([t.string, t.undefined]) }), {}],
    [t.partial({ a: t.refinement(t.unknown, (u) => u !== undefined) }), {}, { a: 1 }],
    [t.strict({ 2: t.unknown, b: t.string }), { b: 'b', x: 1 }]
  ],
  'unknown keys': [
    [
      t.strict({ a: t.string }),
      { a: 'a' },
      { a: 'a', b: 1 },
      { b: 1, a: 'a' },
      hidden({ a: 'a', b: 1 }, 'b'),
      { a: 'a', [Symbol.for('s')]: 1 },
      { a: 'a', b: 1, [Symbol.for('s')]: 1 }
    ],
    [
      t.strict({ when: DateFromISOString }),
      { when: date, [Symbol.for('s')]: 1 },
      { when: date, x: 1, [Symbol.for('s')]: 1 }
    ],
    [
      t.exact(Merged),
      { id: 'a', when: date, sub: { a: 'a', b: 'b' }, x: 1 },
      { id: 'a', when: date },
      { id: 'a', when: date, sub: { b: 1 } },
      { id: 'a', when: date, [Symbol.for('s')]: 1 }
    ],
    [t.strict({}), {}, { a: 1 }, [], null],
    [t.exact(t.partial({ a: t.string, b: t.strict({ x: t.string }), c: t.string })), ...inAllOrders, ...inAllOrders],
    [
      t.strict({ a: t.string }),
      Object.fromEntries(Array.from({ length: 300 }, (_, i) => [i === 7 ? 'a' : `x${i}`, 'text'])),
      { a: 'a', ['x'.repeat(300)]: 1 }
    ],
    [
      t.exact(t.intersection([t.strict({ a: t.string }), t.type({ b: t.string })]) as unknown as t.TypeC<t.Props>),
      { a: 'a', b: 'b' }
    ]
  ],
  'objects whose copies read otherwise': [
    [
      Dated,
      new Account(),
      Object.create({ when: date, name: 'n' }),
      hidden({ when: date, name: 'n' }, 'name'),
      bare({ when: date, name: 'n' })
    ],
    [t.type({ id: t.string, when: DateFromISOString, name: t.string }), new Account(), new Account(1)],
    [t.type({ when: DateFromISOString, toString: t.Function }), { when: date }, bare({ when: date })],
    [
      t.strict({ when: DateFromISOString, name: t.string }),
      new Account(),
      parsed(`{"when":"${date}","__proto__":{"name":"polluted"}}`),
      parsed(`{"when":"${date}","__proto__":{"name":1},"name":"n"}`)
    ],
    [
      t.type({
        when: fromNullable(t.string, 'w'),
        sub: t.strict({ a: t.string }),
        name: t.union([t.string, t.undefined])
      }),
      bare({ sub: { a: 'a', b: 'b' } }),
      Object.create({ sub: { a: 'a', b: 1 }, name: 1 })
    ],
    [
      Merged,
      new Account(),
      { id: 'a', when: date, [Symbol.for('s')]: 1 },
      Object.create({ id: 'a', when: date, x: 1 }),
      parsed(`{"id":"a","when":"${date}","__proto__":{"note":1}}`)
    ],
    [
      t.exact(Merged),
      bare({ id: 'a', when: date }),
      Object.create({ id: 'a', when: date, x: 1 }),
      hidden({ id: 'a', when: date, x: 1 }, 'id')
    ],
    [t.type({ a: t.unknown, b: fromNullable(t.string, 'default') }), Object.create({ b: 1 })],
    [t.strict({ a: t.unknown, b: fromNullable(t.string, 'default') }), Object.create({ b: 1 }), { b: 1 }],
    [t.union([t.type({ a: t.unknown, b: fromNullable(t.string, 'default') }), t.unknown]), Object.create({ b: 1 })],
    [
      t.type({ ['__proto__']: t.unknown, a: DateFromISOString }),
      { a: date },
      parsed(`{"__proto__":{"b":1},"a":"${date}"}`),
      1
    ],
    [t.type({ ['__proto__']: longer(1), length: t.unknown }), {}],
    [
      t.type({ a: upper, b: t.union([t.string, t.undefined]), c: t.number }),
      Object.assign(Object.create({ b: 5 }) as object, { a: 'x', c: 'no' })
    ],
    [
      t.partial({ a: upper, b: t.string }),
      Object.assign(Object.create({ b: 5 }) as object, { a: 'x' }),
      parsed('{"a":"x","__proto__":{"b":1}}')
    ]
  ],
  'inherited fields and prototypes': [
    [t.type({ constructor: t.Function }), {}, bare({})],
    [t.type({ a: t.string }), Object.create({ a: 'a' })],
    [t.UnknownRecord, new Date(0), new Map(), [], null],
    [t.type({ length: t.number }), [], 'text', { length: 1 }]
  ],
  'objects of many fields': [8, 17].flatMap(wide),
  unions: [
    [t.union([NumberFromString, t.string]), '1', 'a', 1],
    [t.union([t.strict({ a: t.string }), t.type({ a: t.string, b: t.string })]), { a: 'a', b: 'b' }, { a: 1 }],
    [
      Shape,
      { kind: 'circle', r: 1 },
      { kind: 'square', side: '2', x: 1 },
      { kind: 'square', side: 'x' },
      { kind: 'triangle' },
      [],
      'circle',
      null
    ],
    [t.union([t.type({ v: t.literal(NaN) }), t.type({ v: t.literal('a') })]), { v: NaN }, { v: 'a' }],
    [
      t.union([t.type({ v: t.literal(1) }), t.type({ v: t.literal(true) }), t.type({ v: t.literal('a') })]),
      { v: 1 },
      { v: true },
      { v: 'a' },
      { v: NaN },
      {}
    ],
    [t.union([t.type({ k: t.literal('a'), s: sibling }), t.type({ k: t.literal('b') })]), { k: 'a', s: 1 }, { k: 'b' }],
    [t.union([t.array(t.string), t.array(t.number), t.null]), [1, 2], ['a', 1], null],
    [t.union([t.null, t.type({ a: t.string })]), null, { a: 'a' }, undefined],
    [t.keyof({ a: null, b: null }), 'a', 'toString', 1],
    [
      t.union([t.type({ a: t.union([t.null, t.string, t.array(t.strict({ x: t.string }))]) }), t.unknown]),
      { a: [{ x: 'x', y: 'y' }] },
      { a: null },
      { a: 1 }
    ]
  ],
  intersections: [
    [
      t.intersection([t.strict({ a: t.string }), t.strict({ b: t.string })]),
      { a: 'a', b: 'b' },
      { a: 'a', b: 'b', c: 'c' },
      { a: 1, b: 1 }
    ],
    [t.intersection([t.type({ a: NumberFromString }), t.type({ a: t.string })]), { a: '1' }],
    [t.intersection([t.type({ a: t.string }), t.type({ a: NumberFromString })]), { a: '1' }],
    [t.intersection([t.string.pipe(JsonFromString), t.string]), '{"a":1}', '1', 'x'],
    [t.intersection([t.string, upper]), 'a'],
    [t.intersection([t.type({ a: upper }), t.UnknownRecord]), { a: 'a', b: 1 }],
    [Merged, { id: 'a', when: date, note: 'n', x: 1 }, { id: 1, when: date, note: 1 }, { id: 'a', when: 'x' }],
    [t.intersection([longer(1), longer(2)]), 'ab', 'abc']
  ],
  dictionaries: [
    [t.record(t.string, t.string), { a: 'a' }, { a: 1, b: 2 }, [], new Date(0), bare({ a: 'a' })],
    [t.record(t.string, t.any), [], {}],
    [t.record(t.string, t.unknown), []],
    [t.record(upper, t.number), { a: 1 }, { A: 1 }, { a: 1, A: 2 }, { a: 'x' }],
    [
      t.record(
        t.refinement(t.string, (s) => s.length === 1),
        t.number
      ),
      { a: 1, bb: 'x' },
      { bb: 1 }
    ],
    [t.record(t.keyof({ a: null, b: null }), t.number), { a: 1, b: 2 }, { a: 1, b: 2, c: 3 }, { a: 1 }],
    [t.record(t.literal('a'), sibling), { a: 1, b: 1 }],
    [t.record(sibling, t.number), { a: 1 }],
    [t.record(t.string, sibling), { a: 1 }]
  ],
  'recursive types': [
    [
      Tree,
      { value: 1, children: [{ value: 2, children: [], x: 1 }] },
      { value: 1, children: [{ value: '2', children: 1 }] },
      1
    ],
    [List, { head: date, tail: { head: date, tail: null } }, { head: date, tail: { head: 'x', tail: 1 } }, null],
    [t.recursion('Self', (self: t.Mixed) => t.readonly(self)) as t.Mixed]
  ],
  'wrappers that keep the tag and replace the code': [
    [withFallback(t.string, 'x'), 1, 'a'],
    [t.type({ a: withFallback(t.type({ b: t.string }), { b: 'x' }) }), { a: 1 }, { a: { b: 'b', c: 1 } }],
    [t.array(withMessage(t.number, () => 'own')), [1, 'a']],
    [withMessage(t.type({ a: t.number }), () => 'own'), { a: 'a' }, { a: 1 }],
    [t.readonly(withFallback(t.array(t.string), [])), 1]
  ],
  'codecs that ask where they stand': [
    [sibling, 1],
    [t.type({ a: t.string, b: sibling }), { a: 'a', b: 1 }],
    [t.exact(t.intersection([t.type({ a: sibling }), t.partial({ b: sibling })])), { a: 1, b: 2, c: 3 }, {}],
    [t.type({ a: upper, b: sibling }), Object.assign(Object.create({ b: 'b' }) as object, { a: 'a' })],
    [
      t.intersection([t.type({ a: upper, b: sibling }), t.partial({ c: sibling })]),
      Object.assign(Object.create({ b: 'b' }) as object, { a: 'a', c: 1 })
    ],
    [t.tuple([sibling, t.array(sibling)]), [1, [2, 3]]],
    [t.union([t.number, t.type({ a: sibling })]), { a: 1 }],
    [t.refinement(t.array(sibling), () => true), [1]]
  ],
  'codecs that refuse without an error': [
    [silent, 1],
    [t.array(silent), [1, 2]],
    [t.type({ a: silent, b: t.string }), { a: 1, b: 'b' }, { a: 1, b: 1 }],
    [t.union([t.array(silent), t.unknown]), [1]],
    [t.union([t.array(silent), anything]), [1]],
    [t.refinement(silent, () => true), 1]
  ],
  'errors of every kind': [
    [
      t.type({ a: t.string, b: t.array(t.type({ c: t.Int })) }),
      { a: 1, b: [{ c: 1 }, { c: 1.5 }, {}, null] },
      { a: 1 }
    ],
    [t.never as unknown as t.Mixed, 1],
    [t.void, 1],
    [t.object, 1],
    [t.bigint, 1],
    [t.refinement(upper, (s) => s === 'A', 'A only'), 'b', 1],
    [t.readonlyArray(t.string), 'a', [1, 2]],
    [t.exact(t.type({ a: t.string })), 1, []],
    [t.tuple([t.string, t.number]), 1, [1, 'a']],
    [t.tuple([t.unknown]), {}, 'a', null],
    [t.exact(withFallback(t.partial({ a: t.string }), { a: 'x' })), 5, [], { a: 1, b: 1 }]
  ]
}

// Nothing here is odd enough to be left to io-ts, but a codec that refuses without saying why.
const onThrow = (thrown: unknown): void => {
  if (!(thrown instanceof LeftToIoTs)) throw thrown
}

describe('the answers of a compiled codec', () => {
  const ends = [true, false]
  for (const [about, rows] of Object.entries(examples)) {
    it(`are the codec's own: ${about}`, () => {
      for (const [codec, ...values] of rows) {
        for (const generates of ends) {
          const engine = new Engine(codec, { generates: () => generates, from: 1, onThrow })
          for (const value of values) {
            // Often enough for what is learned of key orders to be used.
            for (let i = 0; i < 20; i++) {
              const found = answerDifference(value, codec.decode(value), engine.decode(value, Infinity))
              if (found !== undefined) throw new Error(`${generates}, ${codec.name}: ${found}`)
            }
          }
        }
      }
    })
  }

  it('are left to io-ts where user code throws', () => {
    const throws = t.refinement(t.unknown, (u) => {
      if (u === undefined) throw new Error('predicate threw')
      return true
    })
    for (const generates of ends) {
      for (const codec of [
        t.type({ a: throws }),
        t.partial({ a: throws }),
        t.union([t.type({ a: throws }), t.unknown])
      ]) {
        const engine = new Engine(codec, { generates: () => generates, from: 1 })
        expect(() => engine.decode({}, 1), `${generates}, ${codec.name}`).to.throw('predicate threw')
        expect(engine.decode({ a: 1 }, 1)).to.deep.equal(E.right({ a: 1 }))
      }
    }
  })
})
