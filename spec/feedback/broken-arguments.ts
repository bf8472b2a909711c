/**
 * Random codecs with arguments that fit them, and the same arguments broken at known places: each with the line that is
 * true of it.
 */
import * as fc from 'fast-check'
import * as t from 'io-ts'
import { DateFromISOString } from 'io-ts-types/lib/DateFromISOString.js'
import { NonEmptyString } from 'io-ts-types/lib/NonEmptyString.js'
import { nonEmptyArray } from 'io-ts-types/lib/nonEmptyArray.js'
import { UUID } from 'io-ts-types/lib/UUID.js'
import { withMessage } from 'io-ts-types/lib/withMessage.js'
import { closed } from '../../lib/codec/closed.js'
import { integerBetween, IsoDateTime, NonEmptyText, oneOf } from '../../lib/codec/formats.js'
import type { Path } from '#core/errors'

// -- model

/** One place where arguments can be broken, and what must be said of it. */
export interface Break {
  readonly path: Path
  /** The value to stand there; none where the field is to be left out. */
  readonly put?: { readonly value: unknown }
  /** The end of the line, behind the path. */
  readonly line: string
  /** Where nothing else can be said as long as this is wrong: of a tagged union with a wrong tag, the whole of it. */
  readonly hides?: Path
}

interface Part {
  readonly codec: t.Mixed
  readonly valid: unknown
  readonly breaks: ReadonlyArray<Break>
}

/** Arguments that a model meant, what it sent, and the lines that are true of that, in no particular order. */
export interface BrokenArguments {
  readonly codec: t.Mixed
  readonly intended: Readonly<Record<string, unknown>>
  readonly sent: unknown
  readonly broken: ReadonlyArray<Break>
  readonly lines: ReadonlyArray<string>
  /** What is printed where a property fails. */
  readonly [fc.toStringMethod]: () => string
}

// -- leaves

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

const shown = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value))

const leaf = (codec: t.Mixed, valid: unknown, line: (value: unknown) => string, bad: ReadonlyArray<unknown>): Part => ({
  codec,
  valid,
  breaks: bad.map((value) => ({ path: [], put: { value }, line: line(value) }))
})

const got =
  (expected: string) =>
  (value: unknown): string =>
    `expected ${expected}, got ${shown(value)}`
const gotType =
  (expected: string) =>
  (value: unknown): string =>
    `expected ${expected}, got ${typeOf(value)}`

const text =
  (format: (value: unknown) => string) =>
  (value: unknown): string =>
    typeof value === 'string' ? format(value) : gotType('string')(value)
const list =
  (format: (value: unknown) => string) =>
  (value: unknown): string =>
    Array.isArray(value) ? format(value) : gotType('list/array')(value)

const ISO = "ISO datetime (e.g. '2026-05-03T00:00:00')"

const leaves: ReadonlyArray<Part> = [
  leaf(t.string, 'text', gotType('string'), [7, true, null, ['text'], { text: 1 }]),
  leaf(t.Int, 5, got('integer'), ['two', 5.5, null, [5], true]),
  leaf(t.number, 1.5, got('number'), ['much', null, [1.5]]),
  leaf(t.boolean, true, got('boolean'), ['yes', 1, null]),
  leaf(IsoDateTime, '2026-05-03T00:00:00', got(ISO), ['tomorrow', '2026-05-03', '2026-13-40T00:00:00', 20260503, null]),
  leaf(DateFromISOString, '2026-05-03T00:00:00Z', got(ISO), ['tomorrow', 5, null]),
  leaf(t.array(t.string), ['a', 'b'], gotType('list/array'), ['a', 7, { a: 1 }, null]),
  leaf(nonEmptyArray(t.number), [1], list(got('at least 1 element')), ['one', null, []]),
  leaf(
    t.keyof({ placed: null, shipped: null }),
    'placed',
    (value) => `${got('one of "placed", "shipped"')(value)}${value === 'shiped' ? '; did you mean "shipped"?' : ''}`,
    ['shiped', 'lost', 3]
  ),
  leaf(oneOf(['low', 'high']), 'low', got('one of "low", "high"'), ['middling', null]),
  leaf(t.literal('a'), 'a', got('"a"'), ['b', 1]),
  // A number can only have been meant for the branch of numbers.
  leaf(
    t.union([t.Int, t.null]),
    null,
    (value) => got(typeof value === 'number' ? 'integer' : 'integer or null')(value),
    ['none', 2.5, [1]]
  ),
  leaf(t.union([t.string, t.array(t.string)]), 'text', got('string or array'), [7, false]),
  leaf(NonEmptyString, 'text', text(got('at least 1 character')), ['', 7]),
  leaf(NonEmptyText, 'text', text(got('text that is not blank')), [' ', 7, null]),
  leaf(UUID, '00000000-0000-0000-0000-000000000000', got('UUID'), ['7', 'abc']),
  leaf(integerBetween(1, 9), 5, got('integer from 1 to 9'), [12, 0, 'two', null]),
  leaf(
    t.refinement(t.number, (n) => n > 0, 'positive'),
    5,
    (value) => got(typeof value === 'number' ? 'positive' : 'number (positive)')(value),
    [-1, 'many']
  ),
  leaf(
    t.brand(t.string, (s): s is t.Branded<string, { readonly Short: symbol }> => s.length < 9, 'Short'),
    'text',
    text(got('Short')),
    ['much too long', 7]
  ),
  leaf(
    withMessage(t.Int, () => 'must be a whole number of days'),
    5,
    () => 'must be a whole number of days',
    ['two', 1.5]
  )
]

// -- structures

const below = (key: string | number, breaks: ReadonlyArray<Break>): ReadonlyArray<Break> =>
  breaks.map((each) => ({
    ...each,
    path: [key, ...each.path],
    ...(each.hides === undefined ? {} : { hides: [key, ...each.hides] })
  }))

const MISSING = 'required field is missing — provide a value'

const codecsOf = (parts: Readonly<Record<string, Part>>): t.Props =>
  Object.fromEntries(Object.entries(parts).map(([key, { codec }]) => [key, codec]))

const forms: ReadonlyArray<{
  readonly isClosed?: true
  readonly codec: (required: t.Props, optional: t.Props) => t.Mixed
}> = [
  { codec: (required, optional) => t.intersection([t.type(required), t.partial(optional)]) },
  {
    codec: (required, optional) =>
      t.intersection([t.partial(optional), t.intersection([t.strict(required), t.type(required)])])
  },
  { codec: (required, optional) => t.exact(t.intersection([t.type(required), t.partial(optional)])) },
  {
    codec: (required, optional) =>
      t.readonly(t.refinement(t.intersection([t.type(required), t.partial(optional)]), () => true, 'Checked'))
  },
  {
    codec: (required, optional) =>
      t.recursion('Recursive', () => t.intersection([t.type(required), t.partial(optional)]))
  },
  { isClosed: true, codec: (required, optional) => closed(t.intersection([t.type(required), t.partial(optional)])) }
]

interface Shape {
  readonly required: Readonly<Record<string, Part>>
  readonly optional: Readonly<Record<string, Part>>
  readonly form: number
}

const objectOf = ({ required, optional, form }: Shape): Part => {
  const { codec, isClosed } = forms[form] ?? { codec: () => t.UnknownRecord }
  const all = Object.entries({ ...required, ...optional })
  return {
    codec: codec(codecsOf(required), codecsOf(optional)),
    valid: Object.fromEntries(all.map(([key, { valid }]) => [key, valid])),
    breaks: [
      ...all.flatMap(([key, { breaks }]) => below(key, breaks)),
      ...Object.keys(required).map((key) => ({ path: [key], line: MISSING })),
      ...(isClosed ? [{ path: ['stray'], put: { value: 1 }, line: 'unknown field — remove it' }] : [])
    ]
  }
}

const inside = (part: Part): Part => ({
  ...part,
  breaks: [...part.breaks, { path: [], put: { value: 'an object' }, line: "expected object, got 'an object'" }]
})

const arrayOf = (item: Part): Part => ({
  codec: t.array(item.codec),
  valid: [item.valid, item.valid],
  breaks: [
    ...below(0, item.breaks),
    ...below(1, item.breaks),
    { path: [], put: { value: 7 }, line: 'expected list/array, got number' }
  ]
})

const tupleOf = (items: ReadonlyArray<Part>): Part => ({
  codec: t.tuple(items.map(({ codec }) => codec) as [t.Mixed, t.Mixed]),
  valid: items.map(({ valid }) => valid),
  breaks: items.flatMap(({ breaks }, i) => below(i, breaks))
})

// Of a tagged union only the branch of the tag is spoken of.
const taggedUnionOf = (first: Part, second: Part): Part => ({
  codec: t.union([
    t.type({ kind: t.literal('first'), value: first.codec }),
    t.type({ kind: t.literal('second'), value: second.codec })
  ]),
  valid: { kind: 'second', value: second.valid },
  breaks: [
    ...below('value', second.breaks),
    { path: ['kind'], put: { value: 'third' }, line: 'expected one of "first", "second", got \'third\'', hides: [] }
  ]
})

const keys = (names: ReadonlyArray<string>, constraints: fc.UniqueArrayConstraintsRecommended<string, string>) =>
  fc.uniqueArray(fc.constantFrom(...names), constraints)

const fieldsOf = (
  names: fc.Arbitrary<ReadonlyArray<string>>,
  part: fc.Arbitrary<Part>
): fc.Arbitrary<Readonly<Record<string, Part>>> =>
  names.chain((some) =>
    fc.tuple(...some.map(() => part)).map((parts) => Object.fromEntries(some.map((key, i) => [key, parts[i] as Part])))
  )

const objectArbitrary = (part: fc.Arbitrary<Part>): fc.Arbitrary<Part> =>
  fc
    .record({
      required: fieldsOf(keys(['title', 'qty', 'due', 'tags', 'snake_case'], { minLength: 1, maxLength: 4 }), part),
      optional: fieldsOf(keys(['note', 'limit', 'camelCase'], { maxLength: 2 }), part),
      form: fc.nat({ max: forms.length - 1 })
    })
    .map(objectOf)

const partArbitrary = (depth: number): fc.Arbitrary<Part> => {
  const aLeaf = fc.constantFrom(...leaves)
  if (depth === 0) return aLeaf
  const part = fc.constant(depth - 1).chain(partArbitrary)
  return fc.oneof(
    { weight: 5, arbitrary: aLeaf },
    { weight: 2, arbitrary: objectArbitrary(part).map(inside) },
    { weight: 1, arbitrary: part.map(arrayOf) },
    { weight: 1, arbitrary: fc.array(part, { minLength: 2, maxLength: 3 }).map(tupleOf) },
    { weight: 1, arbitrary: fc.tuple(part, part).map(([first, second]) => taggedUnionOf(first, second)) }
  )
}

// -- breaking

const leads = (from: Path, to: Path): boolean => from.every((key, i) => key === to[i])

const scope = ({ path, hides = path }: Break): Path => hides

const clash = (one: Break, other: Break): boolean => leads(scope(one), scope(other)) || leads(scope(other), scope(one))

const apart = (breaks: ReadonlyArray<Break>): ReadonlyArray<Break> =>
  breaks.filter((each, i) => !breaks.slice(0, i).some((earlier) => clash(earlier, each)))

/** A copy of plain data with one place replaced, or left out. */
export const withPlace = (
  data: unknown,
  [key, ...rest]: Path,
  put: { readonly value: unknown } | undefined
): unknown => {
  if (key === undefined) return put?.value
  const copy = (Array.isArray(data) ? [...(data as ReadonlyArray<unknown>)] : { ...(data as object) }) as Record<
    string | number,
    unknown
  >
  if (rest.length === 0 && put === undefined) delete copy[key]
  else copy[key] = withPlace(copy[key], rest, put)
  return copy
}

const broken = ({ codec, valid }: Part, chosen: ReadonlyArray<Break>): BrokenArguments => {
  const kept = apart(chosen)
  const sent = kept.reduce((data, { path, put }) => withPlace(data, path, put), valid)
  const lines = kept.map(({ path, line }) => `- '${path.join('.')}': ${line}`)
  return {
    codec,
    sent,
    lines,
    broken: kept,
    intended: valid as Readonly<Record<string, unknown>>,
    [fc.toStringMethod]: () => [codec.name, JSON.stringify(sent), ...lines].join('\n')
  }
}

/** Arguments that are wrong in one to five places. */
export const brokenArguments: fc.Arbitrary<BrokenArguments> = objectArbitrary(partArbitrary(2)).chain((part) =>
  fc
    .shuffledSubarray([...part.breaks], { minLength: 1, maxLength: Math.min(5, part.breaks.length) })
    .map((chosen) => broken(part, chosen))
)
