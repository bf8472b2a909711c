/**
 * The decodings of io-ts's own tests (`test/2.1.x` of version 2.2.22), rebuilt: what each test decodes with which
 * codec, and whether io-ts takes it. Both engines must answer each as io-ts does, and any codec of a file each value of
 * that file besides.
 */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Engine } from '../../../lib/codec/compile/engine.js'
import { LeftToIoTs } from '../../../lib/codec/compile/run.js'
import { ROOT } from '../../helpers/docs-examples.js'
import { answerDifference } from './same-answer.js'

// -- the helpers of io-ts's tests

const NumberFromString = new t.Type<number, string>(
  'NumberFromString',
  t.number.is,
  (u, c) => {
    const text = t.string.validate(u, c)
    if (E.isLeft(text)) return text
    return Number.isNaN(+text.right) ? t.failure(u, c, 'cannot parse to a number') : t.success(+text.right)
  },
  String
)
const IntegerFromString = t.refinement(NumberFromString, (n) => Number.isInteger(n), 'IntegerFromString')
const Hyphenated = t.refinement(t.string, (text) => text.length === 3 && text[1] === '-', 'Hyphenated')
const HyphenatedFromOther = new t.Type<string>(
  'HyphenatedFromOther',
  Hyphenated.is,
  (u, c) => {
    const text = t.string.validate(u, c)
    if (E.isLeft(text)) return text
    return text.right.length === 2 ? t.success(`${text.right[0]}-${text.right[1]}`) : t.failure(text.right, c)
  },
  (text) => `${text[0]}${text[2]}`
)
const withDefault = (codec: t.Mixed, value: unknown): t.Mixed =>
  new t.Type<unknown>(
    `withDefault(${codec.name})`,
    codec.is,
    (v) => codec.decode(v ?? value) as t.Validation<unknown>,
    t.identity
  )
const DateFromNumber = new t.Type<Date, number>(
  'Date',
  (u): u is Date => u instanceof Date,
  (u, c) => {
    const number = t.number.validate(u, c)
    return E.isLeft(number) ? number : t.success(new Date(number.right))
  },
  (date) => date.getTime()
)
class WithGetter {
  get a() {
    return 'a'
  }
  get b() {
    return 'b'
  }
}
const merged = (required: t.Props): t.Mixed =>
  t.exact(t.intersection([t.type(required), t.partial({ bar: t.string })]), 'T')
const alone = <C>(codecs: ReadonlyArray<C>): [C, C] => codecs as unknown as [C, C]
const cloneOf = (codec: t.Mixed): t.Mixed =>
  Object.assign(Object.create(Object.getPrototypeOf(codec) as object) as t.Mixed, codec)

// -- its recursions and unions

const Linked: t.Mixed = t.recursion<unknown>('T', (self): t.Mixed =>
  t.type({ a: t.number, b: t.union([self, t.undefined, t.null]) })
)
const LinkedFromText: t.Mixed = t.recursion<unknown>('T', (self): t.Mixed =>
  t.type({ a: NumberFromString, b: t.union([self, t.null]) })
)
const MutualA: t.Mixed = t.recursion<unknown>('A', (): t.Mixed => t.type({ b: t.union([MutualA, MutualB, t.null]) }))
const MutualB: t.Mixed = t.recursion<unknown>('B', (): t.Mixed => t.type({ a: t.union([MutualA, t.null]) }))
const Alias1: t.Mixed = t.recursion<unknown>('C1', (): t.Mixed => t.type({ a: t.union([Alias2, t.string]) }))
const Alias2: t.Mixed = t.recursion<unknown>('C2', () => Alias1)
const option = (value: t.Mixed): t.Mixed =>
  t.union([t.type({ type: t.literal('None') }, 'None'), t.type({ type: t.literal('Some'), value }, 'Some')], 'Option')
const Forest = t.recursion<unknown>('B', (self): t.Mixed => t.type({ type: t.literal('B'), forest: t.array(self) }))
const tag = <V extends string | number | boolean>(value: V, more: t.Props = {}) =>
  t.type({ type: t.literal(value), ...more })
const Tagged = t.type({ type: t.literal('A'), a: t.number })
const longFoo = t.refinement(t.type({ foo: t.string }), ({ foo }) => foo.length > 2)
const Foo = t.type({ foo: t.string })
const FooBar = t.intersection([Foo, t.partial({ bar: t.number })])
const AB = t.type({ a: t.string, b: t.string })
const Both = t.intersection([t.type({ a: t.string }), t.type({ b: t.number })])
const notANumber = ['s', true, null, undefined, {}, []]
const anything = [null, undefined, 'foo', 1, true, t.identity, {}, [], /a/]

// -- by file: a codec, what it takes, what it refuses

type Case = readonly [codec: t.Mixed, taken: ReadonlyArray<unknown>, refused?: ReadonlyArray<unknown>]

const FILES: Readonly<Record<string, ReadonlyArray<Case>>> = {
  array: [
    [t.array(t.number), [[], [1, 2, 3]], [1, [1, 's', 3]]],
    [t.array(NumberFromString), [[], ['1', '2', '3']], [['1', 'x']]]
  ],
  readonlyArray: [
    [t.readonlyArray(t.number), [[1], []], [['s']]],
    [t.readonlyArray(NumberFromString), [['1']], [[1]]]
  ],
  brand: [
    [t.brand(t.number, (n): n is t.Branded<number, { readonly P: symbol }> => n >= 0, 'P'), [0, 1], [-1, 'a']],
    [
      t.brand(
        t.record(t.string, t.number),
        (_): _ is t.Branded<{ [key: string]: number }, { readonly D: symbol }> => true,
        'D'
      ),
      [{}, { a: 1 }],
      [{ a: 'a' }]
    ],
    [
      t.brand(t.array(NumberFromString), (_): _ is t.Branded<Array<number>, { readonly N: symbol }> => true, 'N'),
      [['1', '2']],
      [['x']]
    ],
    [t.Int, [1], ['a', 1.2]],
    [IntegerFromString, ['1'], ['a', '1.2']]
  ],
  exact: [
    [t.exact(Foo), [{ foo: 'foo' }, { foo: 'foo', bar: 1, baz: true }], [null, undefined, 1, {}]],
    [t.exact(t.partial({ foo: t.string })), [{ foo: 'foo' }, { foo: undefined }, {}, { bar: 1 }], [null]],
    [
      t.exact(FooBar),
      [{ foo: 'foo', bar: 1 }, { foo: 'foo', bar: undefined }, { foo: 'foo' }, { foo: 'foo', baz: true }],
      [null]
    ],
    [t.exact(longFoo), [{ foo: 'foo' }, { foo: 'foo', bar: 1 }], [null, { foo: 'a' }]],
    [t.exact(t.readonly(Foo)), [{ foo: 'foo' }, { foo: 'foo', bar: 1 }], [null]],
    [t.exact(t.type({ foo: t.string, bar: t.union([t.string, t.undefined]) })), [{ foo: 'foo' }], [{}]],
    [t.exact(t.type({ a: NumberFromString })), [{ a: '1' }, { a: '1', b: 2 }], [{ a: 1 }]]
  ],
  intersection: [
    [
      Both,
      [
        { a: 'a', b: 1 },
        { a: 'a', b: 1, c: true }
      ],
      [null, { a: 1 }]
    ],
    [
      t.intersection([t.type({ a: t.string }), t.type({ b: NumberFromString })]),
      [{ a: 'a', b: '1' }],
      [{ a: 'a', b: 1 }]
    ],
    [t.intersection([t.type({ b: NumberFromString }), t.type({ a: t.string })]), [{ a: 'a', b: '1' }], [{ a: 'a' }]],
    [
      t.intersection([t.type({ b: NumberFromString }), t.type({ a: t.string }), t.type({ c: t.string })]),
      [{ a: 'a', b: '1', c: 'c' }]
    ],
    [
      t.intersection([t.type({ b: NumberFromString }), t.type({ a: t.string }), t.type({ c: NumberFromString })]),
      [{ a: 'a', b: '1', c: '2' }]
    ],
    [t.intersection([t.type({ b: NumberFromString }), t.type({})]), [{ b: '1' }]],
    [
      t.intersection([t.type({ a: t.number }), t.type({ b: t.number })]),
      [
        { a: 1, b: 1, c: true },
        { a: 1, b: 2 }
      ]
    ],
    [
      t.intersection([t.exact(t.type({ a: t.string })), t.exact(t.type({ b: t.number }))]),
      [
        { a: 'a', b: 1 },
        { a: 'a', b: 1, c: true }
      ],
      [{ a: 'a' }]
    ],
    [
      t.intersection([t.exact(t.type({})), t.partial({ a: t.number })]),
      [{}, { a: 1 }, { a: undefined }, { a: 1, b: true }]
    ],
    [
      t.intersection([t.exact(t.type({})), t.exact(t.partial({ a: t.number }))]),
      [{}, { a: 1 }, { a: undefined }, { a: 1, b: true }]
    ],
    [
      t.intersection([t.type({ b: t.string }), t.exact(t.partial({ a: t.number }))]),
      [{ b: 'b' }, { b: 'b', a: 1 }, { b: 'b', a: undefined }, { b: 'b', a: 1, c: 2 }]
    ],
    [t.intersection(alone<t.Mixed>([])), [1]],
    [t.intersection(alone([t.string])), ['a'], [1]],
    [t.intersection([t.string, t.string]), ['a'], [1]],
    [t.intersection([NumberFromString, NumberFromString]), ['1']]
  ],
  keyof: [[t.keyof({ a: 1, b: 2 }), ['a', 'b'], ['c', ['a'], 'toString', '__proto__']]],
  literal: [[t.literal('a'), ['a'], [1, 'b']]],
  partial: [
    [
      t.partial({ a: t.number }),
      [{}, { a: undefined }, { a: 1 }, { b: 1 }, { a: undefined, b: 1 }],
      [null, { a: 's' }, []]
    ],
    [t.partial({ a: NumberFromString }), [{}, { a: undefined }, { a: '1' }], [{ a: 1 }]],
    [t.partial({ name: withDefault(t.string, 'foo') }), [{}, { name: 'a' }]]
  ],
  readonly: [
    [t.readonly(t.type({ a: t.number })), [{ a: 1 }], [{}]],
    [t.readonly(t.type({ a: NumberFromString })), [{ a: '1' }], [{ a: 1 }]]
  ],
  record: [
    // oxlint-disable-next-line no-new-wrappers, unicorn/new-for-builtins
    [t.record(t.string, t.number), [{}, { a: 1 }, { aa: 1 }, new Number()], [1, { aa: 's' }, [], [1]]],
    [t.record(t.string, NumberFromString), [{ a: '1' }], [{ a: 'x' }]],
    [t.record(HyphenatedFromOther, t.number), [{ ab: 1 }, { ab: 1, extra: null }]],
    [t.record(Hyphenated, t.number), [{ 'a-b': 1, extra: null }, { 'a-a': 1 }, {}], [{ a: 1, 'a-a': '2' }]],
    [t.record(t.string, t.unknown), [{}], [[1]]],
    [t.record(t.string, t.any), [[1], {}]],
    [t.record(t.literal('a'), t.string), [{ a: 'a' }, { a: 'a', b: 1 }], [null, {}, { a: 1 }]],
    [
      t.record(t.keyof({ a: null, b: null }), t.string),
      [
        { a: 'a', b: 'b' },
        { a: 'a', b: 'b', c: 1 }
      ],
      [{}, { a: 'a' }, { b: 'b' }]
    ],
    [t.record(t.union([t.literal('a'), t.literal('b')]), t.number), [{ a: 1, b: 2 }], [{ a: 1 }]],
    [t.record(t.union([t.literal('a'), t.string]), t.number), [{ a: 1, b: 2 }, {}], [{ b: 'x' }]],
    [
      t.intersection([t.record(t.literal('a'), t.string), t.record(t.string, t.unknown)]),
      [{ a: 'a', b: 'b' }],
      [{ b: 'b' }]
    ],
    [t.record(t.literal('a'), NumberFromString), [{ a: '1' }], [{ a: 'x' }]]
  ],
  recursion: [
    [Linked, [{ a: 1, b: null }, { a: 1, b: { a: 2, b: null } }, { a: 1 }], [1, {}, { a: 1, b: {} }]],
    [
      LinkedFromText,
      [
        { a: '1', b: null },
        { a: '1', b: { a: '2', b: null } }
      ],
      [{ a: 1, b: null }]
    ],
    [MutualA, [{ b: { b: null } }, { b: { a: { b: { a: null } } } }], [{ b: { a: 1 } }, 1]],
    [t.union([Alias1, t.string]), [{ a: 'a' }, { a: { a: 'a' } }, 'a'], [{ a: 1 }, 1]]
  ],
  refinement: [
    [t.refinement(t.number, (n) => n >= 0), [0, 1], [-1, 's']],
    [t.refinement(t.type({}), () => true), [{}], [1]],
    [t.refinement(t.number, (n) => Number.isInteger(n), 'Integer'), [1], ['a', 1.2, 0.5, Infinity, -Infinity]],
    [IntegerFromString, ['1'], ['a', '1.2']],
    [t.refinement(t.array(NumberFromString), () => true), [['1']], [['x']]]
  ],
  strict: [
    [t.strict({ foo: t.string }), [{ foo: 'foo' }, { foo: 'foo', bar: 1, baz: true }], [{ foo: 1 }]],
    [t.strict({ foo: t.string, bar: t.union([t.string, t.undefined]) }), [{ foo: 'foo' }], [{}]],
    [t.strict({ a: t.string, b: t.string }), [new WithGetter()], [{ a: 'a' }]],
    [t.strict({ a: NumberFromString }), [{ a: '1' }], [{ a: 1 }]],
    [
      new t.StrictType(
        'foo',
        t.UnknownRecord.is,
        () => t.success({}),
        () => ({}),
        {}
      ),
      [1, {}]
    ]
  ],
  strictInterfaceWithOptionals: [
    [
      merged({ foo: t.string }),
      [{ foo: 'foo' }, { foo: 'foo', bar: 'a' }, { foo: 'foo', a: 1 }],
      [
        { foo: 'foo', bar: 1 },
        { foo: 'foo', a: 1, bar: 1 }
      ]
    ],
    [merged({ foo: NumberFromString }), [{ foo: '1' }], [{ foo: 1 }]]
  ],
  taggedUnion: [
    [
      option(t.number),
      [{ type: 'None' }, { type: 'Some', value: 1 }],
      [null, {}, { type: 'A' }, { type: 'Some' }, { type: 'Some', value: 'a' }]
    ],
    [option(NumberFromString), [{ type: 'None' }, { type: 'Some', value: '1' }], [{ type: 'Some', value: 1 }]],
    [
      t.union([t.intersection([tag('A'), t.partial({ a: t.string })], 'A'), tag('B', { b: t.number })], 'T'),
      [{ type: 'A' }, { type: 'B', b: 1 }],
      [{ type: 'B' }]
    ],
    [
      t.union([tag('A'), Forest], 'T'),
      [{ type: 'A' }, { type: 'B', forest: [] }, { type: 'B', forest: [{ type: 'B', forest: [] }] }],
      [{ type: 'B', forest: [{ type: 'B' }] }]
    ],
    [
      t.union([t.union([tag('A'), tag('B', { b: t.string })], 'Subunion'), tag('C')], 'T'),
      [{ type: 'A' }, { type: 'B', b: 'b' }, { type: 'C' }],
      [{ type: 'B' }]
    ],
    [
      t.union([t.union([tag('A'), tag('B')]), tag('C')]),
      [{ type: 'A' }, { type: 'B' }, { type: 'C' }],
      [{ type: 'D' }]
    ],
    [
      t.union([tag(1, { a: t.string }), tag(2, { b: t.number })]),
      [{ type: 1, a: 'a' }],
      [{ type: 1, a: 1 }, { type: 2 }]
    ],
    [
      t.union([tag(true, { a: t.string }), tag(false, { b: t.number })]),
      [{ type: true, a: 'a' }],
      [{ type: true, a: 1 }, { type: false }]
    ],
    [
      t.union([tag('a', { a: t.string }), tag(1, { b: t.number }), tag(true, { c: t.boolean })], 'T'),
      [
        { type: 'a', a: 'a' },
        { type: 1, b: 1 },
        { type: true, c: false }
      ],
      [{ type: 'a', a: 1 }, { type: 1 }, { type: true }]
    ],
    [t.union(alone([tag('A')])), [{ type: 'A' }], [null]]
  ],
  tuple: [
    [t.tuple(alone([]) as unknown as [t.Mixed]), [[]], [1]],
    [t.tuple([t.number]), [[1]], [[]]],
    [
      t.tuple([t.number, t.string]),
      [
        [1, 'a'],
        [1, 'foo', true],
        [1, 'foo', true, 'a']
      ],
      [1, [], [1], [1, 1]]
    ],
    [t.tuple([NumberFromString, t.string]), [['1', 'a']], [[1, 'a']]]
  ],
  type: [
    [t.type({ a: t.string }), [{ a: 'a' }, { a: 's', b: 1 }], [1, {}, { a: 1 }, []]],
    [t.type({ a: NumberFromString }), [{ a: '1' }], [{ a: 1 }]],
    [t.type({ a: t.undefined }), [{ a: undefined }, {}], [{ a: 1 }]],
    [t.type({ a: t.union([t.number, t.undefined]) }), [{ a: undefined }, { a: 1 }, {}], [{ a: 's' }]],
    [t.type({ a: t.unknown }), [{}, { a: 1 }], [1]],
    [t.interface({ a: t.string }), [{ a: 'a' }], [{}]],
    [AB, [new WithGetter()], [{ a: 'a' }]]
  ],
  union: [
    [t.union([t.string, t.number]), ['s', 1], [true]],
    [t.union([t.string, NumberFromString]), ['s', '1'], [1]],
    [
      t.union([t.refinement(Tagged, ({ a }) => a > 0), Tagged]),
      [
        { type: 'A', a: -1 },
        { type: 'A', a: 1 }
      ],
      [{ type: 'A' }]
    ],
    [t.union([t.UnknownRecord, t.number]), [{}, 1], ['s']],
    [t.union(alone([t.string])), ['s'], [true]],
    [t.union([t.type({ a: NumberFromString }), t.number]), [{ a: '1' }, 1], [{ a: 1 }]],
    [
      t.union([t.strict({ a: t.number }), t.strict({ b: NumberFromString })]),
      [
        { a: 1, c: true },
        { b: '2', c: true }
      ],
      [{ b: 2 }]
    ],
    [t.union([DateFromNumber, t.null]), [0, null], ['s']],
    [
      t.union([t.type({ tag: t.literal('a'), a: DateFromNumber }), t.type({ tag: t.literal('b'), b: t.number })]),
      [
        { tag: 'a', a: 0 },
        { tag: 'b', b: 1 }
      ],
      [{ tag: 'a' }, { tag: 'c' }]
    ]
  ],
  'default-types': [
    // oxlint-disable-next-line no-new-wrappers, unicorn/new-for-builtins
    [t.UnknownRecord, [{}, { a: 1 }, new Number()], ['s', 1, true, null, undefined, []]],
    [t.UnknownArray, [[], [1]], ['s', 1, true, null, undefined]],
    [t.null, [null], [1]],
    [t.undefined, [undefined], [1]],
    [t.void, [undefined], [1]],
    [t.unknown, anything],
    [t.any, anything],
    [t.never as unknown as t.Mixed, [], anything],
    [t.boolean, [true, false], [1]],
    [t.bigint, [0n, 15n, BigInt(Number.MAX_SAFE_INTEGER) + 4n], [123, 'test', ...notANumber]],
    [t.number, [0, 1.5, Number.NaN, Infinity], notANumber],
    [t.object, [[], {}], ['s', 1, true, null, undefined]],
    [t.Function, [t.identity], [1]]
  ],
  TypeClass: [
    [t.string.pipe(NumberFromString), ['1'], [1, 'a']],
    [t.string.pipe(t.literal('foo')), ['foo'], ['a']],
    [cloneOf(t.string), ['a'], [1]],
    [cloneOf(MutualA), [{ b: { b: null } }], [1]]
  ]
}

// Leaving the answer to io-ts would hide every fault there is.
const expectLeft = (thrown: unknown): void => {
  if (!(thrown instanceof LeftToIoTs)) throw thrown
}

const ENGINES = [true, false].map(
  (generates) => (codec: t.Mixed) => new Engine(codec, { generates: () => generates, from: 1, onThrow: expectLeft })
)

// The first error alone, too: io-ts's answer with the rest left out.
const differenceOf = (codec: t.Mixed, value: unknown): string | undefined => {
  const expected = codec.decode(value)
  const first = E.mapLeft((errors: t.Errors) => errors.slice(0, 1))(expected)
  return ENGINES.map((engine) => engine(codec))
    .flatMap((engine) => [
      answerDifference(value, expected, engine.decode(value, Infinity)),
      answerDifference(value, first, engine.decode(value, 1))
    ])
    .find((found) => found !== undefined)
}

describe("a compiled codec, by io-ts's own tests", () => {
  for (const [file, cases] of Object.entries(FILES)) {
    it(`answers as those of ${file} do`, () => {
      for (const [codec, taken, refused = []] of cases) {
        for (const value of taken) expect(E.isRight(codec.decode(value)), codec.name).to.equal(true)
        for (const value of refused) expect(E.isLeft(codec.decode(value)), codec.name).to.equal(true)
        for (const value of [...taken, ...refused]) expect(differenceOf(codec, value), codec.name).to.equal(undefined)
      }
    })

    it(`answers as io-ts does to any value of ${file}`, () => {
      const values = cases.flatMap(([, taken, refused = []]) => [...taken, ...refused])
      for (const [codec] of cases)
        for (const value of values) expect(differenceOf(codec, value), codec.name).to.equal(undefined)
    })
  }

  it('are as many as docs/architecture.md says', () => {
    const cases = Object.values(FILES).flat()
    const decodings = cases.reduce((sum, [, taken, refused = []]) => sum + taken.length + refused.length, 0)
    expect(readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')).to.include(
      `${decodings} decodings by ${cases.length} codecs, of the ${Object.keys(FILES).length} files`
    )
  })
})
