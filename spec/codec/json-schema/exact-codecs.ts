/** Random codecs of which JSON Schema can say everything, with values that are nearly right for them. */
import * as fc from 'fast-check'
import * as t from 'io-ts'
import { NonEmptyString } from 'io-ts-types/lib/NonEmptyString.js'
import { closed } from '../../../lib/codec/closed.js'
import { FiniteNumber, IsoDateTime, integerBetween, NonEmptyText, SafeInteger } from '../../../lib/codec/formats.js'

export interface Sample {
  readonly codec: t.Mixed
  /** Mostly right. */
  readonly values: fc.Arbitrary<unknown>
}

// -- leaves

export const junk: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  null,
  0,
  5,
  -1,
  1.5,
  2 ** 60,
  'x',
  '',
  ' ',
  'placed',
  [],
  {},
  true,
  false,
  [[]],
  ['x'],
  [5, 'x'],
  { a: 1 },
  { b: 'x', z: null }
)

const leaf = (codec: t.Mixed, ...values: ReadonlyArray<unknown>): Sample => ({
  codec,
  values: fc.constantFrom(...values)
})

const leaves: ReadonlyArray<Sample> = [
  leaf(t.string, '', 'text'),
  leaf(t.number, 1.5, -2),
  leaf(t.boolean, true),
  leaf(t.null, null),
  leaf(t.unknown, null, {}),
  leaf(t.any, 'x'),
  leaf(t.never as unknown as t.Mixed, 'x'),
  leaf(t.undefined, null),
  leaf(t.bigint, 5),
  leaf(t.Function, {}),
  leaf(t.object, [], {}),
  leaf(t.UnknownArray, [], ['x']),
  leaf(t.UnknownRecord, {}, { a: 1 }),
  leaf(t.Int, 5, 5.5, -0),
  leaf(t.literal('a'), 'a', 'b'),
  leaf(t.literal(7), 7, 8),
  leaf(t.literal(false), false, true),
  leaf(t.keyof({ placed: null, shipped: null }), 'placed', 'shiped', 'toString'),
  leaf(integerBetween(1, 9), 1, 9, 0, 10, 1.5),
  leaf(SafeInteger, 5, 2 ** 53),
  leaf(FiniteNumber, 1.5),
  leaf(NonEmptyText, 'x', ' \n'),
  leaf(NonEmptyString, 'x', ''),
  leaf(IsoDateTime, '2026-05-03T00:00', '2026-05-03T00:00:00.5+02:00', '2026-05-03', 'tomorrow', '2026-05-03T24:00'),
  leaf(t.union([t.string, t.undefined]), 'x', null),
  leaf(t.union([t.Int, t.null]), null, 5),
  leaf(t.union([t.literal('x'), t.literal(7), t.null]), 7, 'y'),
  leaf(t.void, null),
  leaf(t.readonly(t.type({ a: t.number })), { a: 1 }, { a: 'x' })
]

// -- recursions

interface Tree {
  readonly label: string
  readonly kids: ReadonlyArray<Tree>
}
const Tree: t.Type<Tree> = t.recursion('Tree', (self) => t.type({ label: t.string, kids: t.readonlyArray(self) }))

interface Even {
  readonly odd?: Odd | null
}
interface Odd {
  readonly even: Even
}
const Even: t.Type<Even> = t.recursion('Even number', () => closed(t.partial({ odd: t.union([Odd, t.null]) })))
const Odd: t.Type<Odd> = t.recursion('Odd', () => t.type({ even: Even }))

const { tree } = fc.letrec((tie) => ({
  tree: fc.record({
    label: fc.oneof({ weight: 9, arbitrary: fc.constant<unknown>('x') }, junk),
    kids: fc.array(tie('tree'), { maxLength: 1 })
  })
}))

const recursions: ReadonlyArray<Sample> = [
  { codec: Tree, values: tree },
  leaf(
    Even,
    {},
    { odd: { even: { odd: null } } },
    { odd: { even: { odd: { even: {} } } } },
    { odd: { even: { add: 1 } } },
    { odd: {} }
  ),
  leaf(Odd, { even: {} }, { even: { odd: { even: null } } })
]

// -- combinators

const keys = fc.uniqueArray(fc.constantFrom('a', 'b', '0', 'odd key', '$id'), { maxLength: 3 })

type Fields = Readonly<Record<string, Sample>>

const fieldsOf = (samples: fc.Arbitrary<Sample>): fc.Arbitrary<Fields> =>
  keys.chain((some) =>
    fc.tuple(...some.map(() => samples)).map((all) => Object.fromEntries(some.map((key, i) => [key, all[i] as Sample])))
  )

const codecsOf = (fields: Fields): t.Props =>
  Object.fromEntries(Object.entries(fields).map(([key, { codec }]) => [key, codec]))

const nearly = ({ values }: Sample): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 8, arbitrary: values }, { weight: 1, arbitrary: junk })

const objectsOf = (...all: ReadonlyArray<Fields>): fc.Arbitrary<unknown> => {
  const required = Object.keys(all[0] ?? {})
  const declared: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    all.flatMap((fields) => Object.entries(fields).map(([key, sample]) => [key, nearly(sample)]))
  )
  const withMore: typeof declared = { ...declared, more: junk }
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(declared, { requiredKeys: required, noNullPrototype: true }) },
    { weight: 2, arbitrary: fc.record(withMore, { requiredKeys: required, noNullPrototype: true }) },
    { weight: 1, arbitrary: fc.record(declared, { requiredKeys: [], noNullPrototype: true }) }
  )
}

type ObjectForm = (required: t.Props, optional: t.Props) => t.Mixed

const objectForms: ReadonlyArray<ObjectForm> = [
  (required) => t.type(required),
  (required) => t.strict(required),
  (required, optional) => t.intersection([t.type(required), t.partial(optional)]),
  (required, optional) =>
    closed(t.intersection([t.intersection([t.strict(required), t.type({})]), t.exact(t.partial(optional))])),
  (required, optional) => t.intersection([closed(t.type(required)), t.partial(optional)]),
  (required, optional) => closed(t.readonly(t.intersection([t.partial(optional), t.type(required)]))),
  (required, optional) => t.intersection([t.partial(optional), t.UnknownRecord, t.type(required)])
]

const objectSample = (samples: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> =>
  fc.tuple(fieldsOf(samples), fieldsOf(samples), fc.constantFrom(...objectForms)).map(([required, optional, form]) => ({
    codec: form(codecsOf(required), codecsOf(optional)),
    values: objectsOf(required, optional)
  }))

const listSample = (samples: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> =>
  fc.tuple(samples, fc.boolean()).map(([item, readonly]) => ({
    codec: readonly ? t.readonlyArray(item.codec) : t.array(item.codec),
    values: fc.array(nearly(item), { maxLength: 3 })
  }))

const tupleSample = (samples: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> =>
  fc.array(samples, { minLength: 1, maxLength: 3 }).map((items) => ({
    codec: t.tuple(items.map(({ codec }) => codec) as [t.Mixed, t.Mixed]),
    values: fc
      .tuple(fc.tuple(...items.map(nearly)), fc.nat(4))
      .map(([all, n]): ReadonlyArray<unknown> =>
        n === 0 ? all.slice(0, -1) : n === 1 ? [...(all as ReadonlyArray<unknown>), 'more'] : all
      )
  }))

const recordSample = (samples: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> =>
  fc.oneof(
    samples.map((item) => ({
      codec: t.record(t.string, item.codec),
      values: fc.dictionary(fc.constantFrom('k', '0', 'a key'), nearly(item), { noNullPrototype: true, maxKeys: 3 })
    })),
    samples.map((item) => ({
      codec: t.record(t.keyof({ a: null, b: null }), item.codec),
      values: objectsOf({ a: item, b: item })
    })),
    samples.map((item) => ({
      codec: t.record(t.union([t.literal('a'), t.literal('z')]), item.codec),
      values: objectsOf({ a: item, z: item })
    }))
  )

const unionSample = (samples: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> =>
  fc.oneof(
    fc.array(samples, { minLength: 2, maxLength: 4 }).map((members) => ({
      codec: t.union(members.map(({ codec }) => codec) as [t.Mixed, t.Mixed]),
      values: fc.oneof(...members.map(nearly))
    })),
    // one that io-ts tells apart by its tag
    fc.tuple(fieldsOf(samples), fieldsOf(samples)).map(([one, two]) => {
      const kinds: ReadonlyArray<Fields> = [
        { ...one, kind: leaf(t.literal('one'), 'one') },
        { ...two, kind: leaf(t.literal('two'), 'two', 'one') }
      ]
      return {
        codec: t.union(kinds.map((fields): t.Mixed => t.type(codecsOf(fields))) as [t.Mixed, t.Mixed]),
        values: fc.oneof(...kinds.map((fields) => objectsOf(fields)))
      }
    })
  )

const intersectionSample = (samples: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> =>
  fc.tuple(samples, samples).map(([one, two]) => ({
    codec: t.intersection([one.codec, two.codec]),
    values: fc.oneof(nearly(one), nearly(two))
  }))

/** A random codec, at most so deep. */
export const sampleArbitrary = (depth: number): fc.Arbitrary<Sample> => {
  const few = fc.constantFrom(...leaves, ...recursions)
  const inner =
    depth === 0 ? few : fc.oneof({ weight: 2, arbitrary: few }, fc.constant(depth - 1).chain(sampleArbitrary))
  return fc.oneof(
    { weight: 4, arbitrary: objectSample(inner) },
    { weight: 1, arbitrary: listSample(inner) },
    { weight: 1, arbitrary: tupleSample(inner) },
    { weight: 1, arbitrary: recordSample(inner) },
    { weight: 2, arbitrary: unionSample(inner) },
    { weight: 1, arbitrary: intersectionSample(inner) },
    { weight: 1, arbitrary: few }
  )
}

/** Values that are nearly right for a codec, and some that are not. */
export const valuesOf = (sample: Sample): fc.Arbitrary<unknown> => nearly(sample)
