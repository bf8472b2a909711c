/** Random codecs, each with values that mostly suit it. */
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { DateFromISOString } from 'io-ts-types/lib/DateFromISOString.js'
import { fromNullable } from 'io-ts-types/lib/fromNullable.js'
import { NumberFromString } from 'io-ts-types/lib/NumberFromString.js'
import { optionFromNullable } from 'io-ts-types/lib/optionFromNullable.js'
import { withFallback } from 'io-ts-types/lib/withFallback.js'
import { withMessage } from 'io-ts-types/lib/withMessage.js'

// -- model

export interface Case {
  readonly codec: t.Mixed
  /** Values that it accepts, or nearly. */
  readonly value: fc.Arbitrary<unknown>
}

type Cases = fc.Arbitrary<Case>

// -- values that suit nobody in particular

class Point {
  readonly a = 1
  get b() {
    return 'b'
  }
  constructor(readonly id: unknown = 'x') {}
}

class List extends Array<unknown> {}

const keys = fc.constantFrom(
  'a',
  'b',
  'c',
  'id',
  'kind',
  '0',
  '7',
  'constructor',
  'toString',
  '\u2028',
  '"];x//',
  '__proto__',
  ''
)

const numbers = fc.constantFrom<unknown>(0, -0, 1, -1, 1.5, NaN, Infinity, 1e21, 2 ** 53, 7)
const texts = fc.constantFrom<unknown>(
  '',
  'a',
  'b',
  'kind',
  '0',
  '12',
  'x',
  '2011-04-22T13:33:48Z',
  '\ud800',
  '__proto__',
  'toString'
)
const scalars = fc.oneof(
  numbers,
  texts,
  fc.constantFrom<unknown>(null, undefined, true, false, 10n, Symbol.iterator, Math.max)
)

// What io-ts copies inherits from an own `__proto__`; from a frozen one it could not be assigned to, and io-ts would
// throw.
const writable = (value: unknown): unknown =>
  typeof value !== 'object' || value === null
    ? value
    : Array.isArray(value)
      ? [...(value as ReadonlyArray<unknown>)]
      : { ...value }

// Assignment would run setters: `__proto__` for one.
const define = (o: object, entries: ReadonlyArray<readonly [string, unknown]>): Record<string, unknown> => {
  for (const [key, value] of entries) {
    Object.defineProperty(o, key, {
      value: key === '__proto__' ? writable(value) : value,
      writable: true,
      enumerable: true,
      configurable: true
    })
  }
  return o as Record<string, unknown>
}

const own = (entries: ReadonlyArray<readonly [string, unknown]>): Record<string, unknown> => define({}, entries)

const odd: fc.Arbitrary<unknown> = fc.oneof(
  scalars,
  fc.array(scalars, { maxLength: 3 }),
  fc.array(fc.tuple(keys, scalars), { maxLength: 4 }).map(own),
  fc
    .constantFrom<() => unknown>(
      () => new Point(),
      () => new Date(0),
      () => new Map([['a', 1]]),
      () => new List(1, 2),
      () => Object.create(null) as unknown,
      // oxlint-disable-next-line no-sparse-arrays
      () => [, 1, , 'a'],
      () => new Error('x'),
      () => Object.freeze({ a: 1, kind: 'a' })
    )
    .map((make) => make())
)

const sometimesOdd = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 24, arbitrary: value }, { weight: 1, arbitrary: odd })

// The same fields, held in other ways.
type Hold = (o: Record<string, unknown>) => unknown
const holds: fc.Arbitrary<Hold> = fc.oneof(
  { weight: 20, arbitrary: fc.constant<Hold>((o) => o) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Hold>(
      (o) => define(Object.create(null) as object, Object.entries(o)),
      (o) => Object.create(o) as unknown,
      (o) => Object.freeze(o),
      (o) => define(new Point(), Object.entries(o)),
      (o) => define({ [Symbol.for('s')]: 1 }, Object.entries(o)),
      (o) => Object.defineProperty(o, 'hidden', { value: 1, enumerable: false }),
      (o) => Object.fromEntries(Object.entries(o).toReversed()),
      (o) => {
        for (const [key, value] of Object.entries(o).slice(0, 1))
          Object.defineProperty(o, key, { get: () => value, enumerable: true, configurable: true })
        return o
      },
      (o) => {
        for (const key of Object.keys(o).slice(-1)) Object.defineProperty(o, key, { enumerable: false })
        return o
      },
      (o) => define(Object.create({ a: 'inherited', id: 1 }) as object, Object.entries(o))
    )
  }
)

const extras = fc.oneof(
  { weight: 3, arbitrary: fc.constant<ReadonlyArray<readonly [string, unknown]>>([]) },
  {
    weight: 2,
    arbitrary: fc.array(fc.tuple(fc.constantFrom('x', 'y', 'extra', '3'), odd), { minLength: 1, maxLength: 2 })
  },
  { weight: 1, arbitrary: fc.array(fc.tuple(keys, odd), { minLength: 1, maxLength: 2 }) }
)

const objects = (props: Readonly<Record<string, Case>>, missing: number): fc.Arbitrary<unknown> => {
  const entries = Object.entries(props).map(([key, { value }]) =>
    fc.option(
      sometimesOdd(value).map((one) => [key, one] as const),
      { freq: missing, nil: undefined }
    )
  )
  return fc.tuple(extras, fc.boolean(), holds, ...entries).map(([more, first, hold, ...some]) => {
    const known = some.filter((entry) => entry !== undefined)
    return hold(own(first ? [...more, ...known] : [...known, ...more]))
  })
}

// -- leaves

const custom = <A>(name: string, validate: t.Validate<unknown, A>): t.Type<A, unknown> =>
  new t.Type<A, unknown>(name, (_): _ is A => true, validate, t.identity)

// Answers by where it stands: only the very context that io-ts would give makes it answer the same.
const Placed = custom('Placed', (u, c) =>
  t.success([u, c.length, c.map((entry) => entry.key).join('.'), c.map((entry) => entry.type.name), c.at(-2)?.actual])
)
/** What user code that throws does: a proof replaces the throw by either answer. */
export const thrower: { does: 'throw' | 'accept' | 'refuse' } = { does: 'throw' }

const threw = (): boolean => {
  if (thrower.does === 'throw') throw new Error('user code threw')
  return thrower.does === 'accept'
}

const Throws = custom('Throws', (u, c) =>
  (u === 'b' ? threw() : typeof u === 'string') ? t.success(u) : t.failure(u, c, 'no string')
)
const Wary = t.refinement(t.union([t.string, t.number]), (u) => (u === 'b' ? threw() : u !== 'a'), 'Wary')
const Silent = custom('Silent', (u) => (u === 'a' ? t.success(u) : t.failures([])))
const Twice = custom('Twice', (u, c) =>
  typeof u === 'number'
    ? t.success(u * 2)
    : t.failures([
        { value: u, context: c },
        { value: u, context: [], message: 'second' }
      ])
)
const Nothing = custom('Nothing', () => t.success(undefined))

interface Positive {
  readonly Positive: unique symbol
}

const of = (codec: t.Mixed, ...values: ReadonlyArray<unknown>): Case => ({ codec, value: fc.constantFrom(...values) })
const literal = (value: string | number | boolean): Case => of(t.literal(value), value)

const leaves: Cases = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom<Case>(
      { codec: t.string, value: texts },
      { codec: t.number, value: fc.oneof({ weight: 3, arbitrary: fc.integer() }, numbers) },
      of(t.boolean, true, false),
      of(t.null, null),
      of(t.undefined, undefined),
      of(t.void, undefined),
      of(t.Int, 1, 2, 0.5),
      { codec: t.unknown, value: odd },
      { codec: t.any, value: odd },
      of(t.bigint, 1n),
      of(t.Function, Math.max),
      of(t.UnknownRecord, {}, { a: 1 }),
      of(t.UnknownArray, [], [1]),
      of(t.object, {}, []),
      of(t.never as unknown as t.Mixed, 1),
      literal('a'),
      literal('b'),
      literal(0),
      literal(-0),
      literal(1),
      literal(true),
      of(t.literal(NaN), NaN),
      of(t.keyof({ a: null, b: null, toString: null }), 'a', 'b', 'toString', 'c'),
      of(
        t.brand(t.number, (n): n is t.Branded<number, Positive> => n > 0, 'Positive'),
        1,
        -1
      ),
      of(
        t.refinement(t.literal(0), (n) => Object.is(n, 0), 'zero'),
        0,
        -0
      ),
      of(
        t.refinement(t.unknown, (u) => u !== undefined, 'defined'),
        undefined,
        1
      ),
      of(
        t.union(
          ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((text) =>
            t.literal(text)
          ) as ReadonlyArray<t.Mixed> as [t.Mixed, t.Mixed]
        ),
        'a',
        'j',
        'k'
      ),
      of(t.intersection([t.number, t.Int]), 1, NaN)
    )
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Case>(
      of(DateFromISOString, '2011-04-22T13:33:48Z', 'no date'),
      of(NumberFromString, '12', 'x', '-0'),
      of(withFallback(t.string, 'fallback'), 'a', 1),
      of(fromNullable(t.string, 'default'), null, undefined, 'a'),
      of(optionFromNullable(t.number), null, 1),
      of(
        withMessage(t.number, () => 'own message'),
        1,
        'a'
      ),
      of(Placed, 1, 'a'),
      of(Silent, 'a', 1),
      of(Twice, 2, 'x'),
      of(Nothing, 1, undefined),
      of(t.string.pipe(NumberFromString), '1', 'a')
    )
  },
  { weight: 1, arbitrary: fc.constantFrom<Case>(of(Throws, 'a', 'b', 1), of(Wary, 'a', 'b', 1)) }
)

// -- combinators

// io-ts itself throws while it makes some unions, of literals under the key `constructor` for one.
const made = (make: () => t.Mixed): t.Mixed => {
  try {
    return make()
  } catch {
    // One of its own: a recursion gives its name to the codec that it is defined by.
    return new t.UnknownType()
  }
}

const propsFrom = (beneath: Cases, maxLength = 5): fc.Arbitrary<Readonly<Record<string, Case>>> =>
  fc.uniqueArray(fc.tuple(keys, beneath), { maxLength, selector: ([key]) => key }).map(own) as fc.Arbitrary<
    Readonly<Record<string, Case>>
  >

const codecsOf = (props: Readonly<Record<string, Case>>): t.Props =>
  own(Object.entries(props).map(([key, { codec }]) => [key, codec])) as t.Props

const structs = (beneath: Cases): Cases =>
  fc
    .tuple(
      propsFrom(beneath),
      fc.constantFrom(
        'type' as const,
        'type' as const,
        'strict' as const,
        'strict' as const,
        'partial' as const,
        'exact partial' as const,
        'readonly' as const,
        'refined' as const
      )
    )
    .map(([props, how]) => {
      const all = codecsOf(props)
      const codec = {
        type: () => t.type(all),
        strict: () => t.strict(all),
        partial: () => t.partial(all),
        'exact partial': () => t.exact(t.partial(all)),
        readonly: () => t.readonly(t.type(all)),
        refined: () => t.refinement(t.strict(all), (o) => Object.keys(o).length !== 1, 'not one')
      }[how]()
      return { codec, value: objects(props, how.includes('partial') ? 2 : 20) }
    })

const mixes = (beneath: Cases): Cases =>
  fc
    .tuple(
      propsFrom(beneath, 3),
      propsFrom(beneath, 3),
      fc.constantFrom('exact', 'plain', 'stricts', 'readonly', 'three')
    )
    .map(([one, two, how]) => {
      const [a, b] = [codecsOf(one), codecsOf(two)]
      const codec = {
        exact: () => t.exact(t.intersection([t.type(a), t.partial(b)])),
        plain: () => t.intersection([t.type(a), t.partial(b)]),
        stricts: () => t.intersection([t.strict(a), t.strict(b)]),
        readonly: () => t.exact(t.readonly(t.intersection([t.partial(a), t.partial(b)]))),
        three: () =>
          t.exact(t.intersection([t.type(a), t.partial(b), t.strict({ z: t.unknown })]) as unknown as t.TypeC<t.Props>)
      }[how]()
      return { codec, value: objects({ ...two, ...one }, 6) }
    })

const both = (beneath: Cases): Cases =>
  fc
    .tuple(beneath, beneath)
    .map(([a, b]) => ({ codec: t.intersection([a.codec, b.codec]), value: fc.oneof(a.value, b.value) }))

const unions = (beneath: Cases): Cases =>
  fc.array(beneath, { minLength: 2, maxLength: 4 }).map((members) => ({
    codec: made(() => t.union(members.map((member) => member.codec) as [t.Mixed, t.Mixed])),
    value: fc.oneof(...members.map((member) => member.value))
  }))

const nullables = (beneath: Cases): Cases =>
  fc.tuple(beneath, fc.constantFrom(t.null, t.undefined), fc.boolean()).map(([{ codec, value }, nothing, first]) => ({
    codec: made(() => t.union(first ? [nothing, codec] : [codec, nothing])),
    value: fc.oneof({ weight: 3, arbitrary: value }, fc.constantFrom(null, undefined))
  }))

const tagged = (beneath: Cases): Cases =>
  fc.array(propsFrom(beneath, 3), { minLength: 2, maxLength: 3 }).map((all) => {
    const members = all.map((props, i): Readonly<Record<string, Case>> => ({
      ...props,
      kind: literal(['a', 0, true][i]!)
    }))
    const codecs = members.map((props, i) => (i % 2 === 0 ? t.type(codecsOf(props)) : t.strict(codecsOf(props))))
    return {
      codec: made(() => t.union(codecs as unknown as [t.Mixed, t.Mixed])),
      value: fc.oneof(...members.map((props) => objects(props, 30)))
    }
  })

const lists = (beneath: Cases): Cases =>
  fc.tuple(beneath, fc.constantFrom(t.array, t.readonlyArray)).map(([{ codec, value }, list]) => ({
    codec: list(codec),
    value: fc
      .tuple(fc.array(sometimesOdd(value), { maxLength: 5 }), fc.nat(20))
      .map(([all, how]) =>
        how === 0
          ? Object.freeze(all)
          : how === 1
            ? List.from(all)
            : how === 2
              ? Object.assign(Array.from({ length: 3 }), { 0: all[0] })
              : all
      )
  }))

const tuples = (beneath: Cases): Cases =>
  fc.array(beneath, { minLength: 1, maxLength: 3 }).map((all) => ({
    codec: t.tuple(all.map((one) => one.codec) as [t.Mixed]),
    value: fc
      .tuple(fc.tuple(...all.map((one) => sometimesOdd(one.value))), fc.constantFrom(0, 0, 0, 1, -1))
      .map(([values, more]) => (more > 0 ? values.concat('more') : values.slice(0, values.length + more)))
  }))

const Upper = new t.Type<string, string>(
  'Upper',
  t.string.is,
  (u, c) => (typeof u === 'string' && u !== 'c' ? t.success(u.toUpperCase()) : t.failure(u, c)),
  t.identity
)
const domains = fc.constantFrom<t.Mixed>(
  t.string,
  t.string,
  t.keyof({ a: null, b: null }),
  t.literal('a'),
  t.union([t.literal('a'), t.literal('kind')]),
  t.refinement(t.string, (s) => s.length === 1, 'one'),
  Upper,
  t.number,
  t.union([t.literal('__proto__'), t.literal('a')])
)

const records = (beneath: Cases): Cases =>
  fc.tuple(domains, beneath).map(([domain, { codec, value }]) => ({
    codec: t.record(domain as t.StringC, codec),
    value: fc
      .tuple(fc.uniqueArray(fc.tuple(keys, sometimesOdd(value)), { maxLength: 4, selector: ([key]) => key }), holds)
      .map(([entries, hold]) => hold(own(entries)))
  }))

// Each level of the value is drawn anew, so that a tree ends.
const recursive = (beneath: Cases): Cases =>
  fc
    .tuple(propsFrom(beneath, 2), fc.constantFrom('option', 'list', 'union', 'strict', 'merged', 'tagged'))
    .map(([props, how]) => {
      const all = codecsOf(props)
      const codec = t.recursion<unknown>('Tree', (self): t.Mixed =>
        made(
          {
            option: () => t.type({ ...all, next: t.union([self, t.undefined]) }),
            list: () => t.type({ ...all, next: t.array(self) }),
            union: () => t.union([t.type({ ...all, next: self }), t.string, t.null]),
            strict: () => t.strict({ ...all, next: t.union([t.null, self]) }),
            merged: () => t.exact(t.intersection([t.type({ id: t.unknown }), t.partial({ next: self })])),
            tagged: () =>
              t.union([t.type({ ...all, kind: t.literal('node'), next: self }), t.strict({ kind: t.literal('leaf') })])
          }[how]
        )
      )
      const level = (depth: number): fc.Arbitrary<unknown> => {
        if (depth === 0) return fc.constantFrom<unknown>(null, undefined, 'leaf', [], { kind: 'leaf', extra: 1 })
        const next = level(depth - 1)
        const held = how === 'list' ? fc.array(next, { maxLength: 2 }) : next
        return objects({ ...props, kind: literal('node'), next: { codec: t.unknown, value: held } }, 30)
      }
      return { codec, value: fc.nat(3).chain(level) }
    })

/** Codecs nested so deep. */
export const cases = (depth: number): Cases => {
  if (depth === 0) return leaves
  const beneath = fc.oneof({ weight: 1, arbitrary: leaves }, { weight: 1, arbitrary: cases(depth - 1) })
  const one = (weight: number, kind: (beneath: Cases) => Cases) => ({ weight, arbitrary: kind(beneath) })
  return fc.oneof(
    one(6, structs),
    one(4, mixes),
    one(1, both),
    one(3, unions),
    one(3, nullables),
    one(2, tagged),
    one(4, lists),
    one(2, tuples),
    one(2, records),
    one(2, recursive),
    { weight: 1, arbitrary: leaves }
  )
}

/** The response of a decoder, or what it threw. */
export const outcome = (decode: () => t.Validation<unknown>): E.Either<unknown, t.Validation<unknown>> => {
  try {
    return E.right(decode())
  } catch (thrown) {
    return E.left(thrown)
  }
}
