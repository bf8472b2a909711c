/** Random codecs whose structure is known beside the codec, and values that are nearly right for them. */
import * as fc from 'fast-check'
import * as t from 'io-ts'
import { DateFromISOString } from 'io-ts-types/lib/DateFromISOString.js'
import { NonEmptyString } from 'io-ts-types/lib/NonEmptyString.js'
import { nonEmptyArray } from 'io-ts-types/lib/nonEmptyArray.js'
import { NumberFromString } from 'io-ts-types/lib/NumberFromString.js'
import { UUID } from 'io-ts-types/lib/UUID.js'
import { withMessage } from 'io-ts-types/lib/withMessage.js'
import { closed } from '../../lib/codec/closed.js'
import { IsoDateTime, integerBetween, NonEmptyText, oneOf } from '../../lib/codec/formats.js'
import type { Path } from '#core/errors'

export type Model =
  | { readonly tag: 'leaf'; readonly codec: t.Mixed; readonly valid: unknown }
  | {
      readonly tag: 'object'
      readonly required: Readonly<Record<string, Model>>
      readonly optional: Readonly<Record<string, Model>>
      readonly form: number
    }
  | { readonly tag: 'list'; readonly item: Model; readonly form: number }
  | { readonly tag: 'tuple'; readonly items: ReadonlyArray<Model> }
  | { readonly tag: 'record'; readonly item: Model }
  | { readonly tag: 'union'; readonly members: ReadonlyArray<Model> }

// -- codecs

const codecs = (models: Readonly<Record<string, Model>>): t.Props =>
  Object.fromEntries(Object.entries(models).map(([key, model]) => [key, codecOf(model)]))

const objectForms: ReadonlyArray<(required: t.Props, optional: t.Props) => t.Mixed> = [
  (required, optional) => t.intersection([t.type(required), t.partial(optional)]),
  (required, optional) => t.intersection([t.intersection([t.strict(required), t.type(required)]), t.partial(optional)]),
  (required, optional) => t.exact(t.intersection([t.type(required), t.partial(optional)])),
  (required, optional) =>
    t.readonly(t.refinement(t.intersection([t.partial(optional), t.type(required)]), () => true, 'refined')),
  (required, optional) => closed(t.intersection([t.type(required), t.partial(optional)])),
  (required, optional) => t.recursion('Recursive', () => t.intersection([t.type(required), t.partial(optional)]))
]

const listForms: ReadonlyArray<(item: t.Mixed) => t.Mixed> = [
  (item) => t.array(item),
  (item) => t.readonlyArray(item),
  (item) => nonEmptyArray(item),
  (item) => t.refinement(t.array(item), (items) => items.length > 0, 'at least 1')
]

export const codecOf = (model: Model): t.Mixed => {
  switch (model.tag) {
    case 'leaf':
      return model.codec
    case 'object':
      return objectForms[model.form]?.(codecs(model.required), codecs(model.optional)) ?? t.UnknownRecord
    case 'list':
      return listForms[model.form]?.(codecOf(model.item)) ?? t.UnknownArray
    case 'tuple':
      return t.tuple(model.items.map(codecOf) as [t.Mixed, t.Mixed])
    case 'record':
      return t.record(t.string, codecOf(model.item))
    case 'union':
      return t.union(model.members.map(codecOf) as [t.Mixed, t.Mixed])
  }
}

const leaf = (codec: t.Mixed, valid: unknown): Model => ({ tag: 'leaf', codec, valid })

const leaves: ReadonlyArray<Model> = [
  leaf(t.string, 'text'),
  leaf(t.number, 1.5),
  leaf(t.boolean, true),
  leaf(t.null, null),
  leaf(t.Int, 5),
  leaf(t.literal('a'), 'a'),
  leaf(t.keyof({ placed: null, shipped: null }), 'placed'),
  leaf(t.union([t.literal('x'), t.literal(7), t.null]), 7),
  leaf(t.union([t.Int, t.null]), null),
  leaf(t.union([t.string, t.array(t.string)]), 'text'),
  leaf(NonEmptyString, 'text'),
  leaf(UUID, '00000000-0000-0000-0000-000000000000'),
  leaf(DateFromISOString, '2026-05-03T00:00:00Z'),
  leaf(NumberFromString, '5'),
  leaf(
    withMessage(t.Int, (value) => `not ${typeof value}`),
    5
  ),
  leaf(
    t.refinement(
      t.refinement(t.number, (n) => n > 0, 'positive'),
      (n) => n < 9,
      'below 9'
    ),
    5
  ),
  leaf(
    t.refinement(t.string, (s) => s.length > 2),
    'text'
  ),
  leaf(IsoDateTime, '2026-05-03T00:00:00'),
  leaf(integerBetween(1, 9), 5),
  leaf(NonEmptyText, 'text'),
  leaf(oneOf(['low', 'high']), 'low')
]

// The keys of required and optional fields differ, and some of them look like indexes, or like no name at all.
const requiredKeys = fc.uniqueArray(fc.constantFrom('a', 'b', '0', 'odd key', '__x'), { maxLength: 3 })
const optionalKeys = fc.uniqueArray(fc.constantFrom('c', 'd', '1'), { maxLength: 2 })

const fields = (
  keys: fc.Arbitrary<ReadonlyArray<string>>,
  model: fc.Arbitrary<Model>
): fc.Arbitrary<Readonly<Record<string, Model>>> =>
  keys.chain((some) =>
    fc
      .tuple(...some.map(() => model))
      .map((models) => Object.fromEntries(some.map((key, i) => [key, models[i] as Model])))
  )

const form = (forms: ReadonlyArray<unknown>) => fc.nat({ max: forms.length - 1 })

/** A random codec, at most so deep. */
export const modelArbitrary = (depth: number, { unions }: { readonly unions: boolean }): fc.Arbitrary<Model> => {
  const inner =
    depth === 0
      ? fc.constantFrom(...leaves)
      : fc.oneof(
          { weight: 2, arbitrary: fc.constantFrom(...leaves) },
          fc.constant(depth - 1).chain((less) => modelArbitrary(less, { unions }))
        )
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        tag: fc.constant('object' as const),
        required: fields(requiredKeys, inner),
        optional: fields(optionalKeys, inner),
        form: form(objectForms)
      })
    },
    { weight: 1, arbitrary: fc.record({ tag: fc.constant('list' as const), item: inner, form: form(listForms) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        tag: fc.constant('tuple' as const),
        items: fc.array(inner, { minLength: 1, maxLength: 3 })
      })
    },
    { weight: 1, arbitrary: fc.record({ tag: fc.constant('record' as const), item: inner }) },
    ...(unions
      ? [
          {
            weight: 2,
            arbitrary: fc.record({
              tag: fc.constant('union' as const),
              members: fc.array(inner, { minLength: 2, maxLength: 4 })
            })
          }
        ]
      : [])
  )
}

// -- values

const junk: fc.Arbitrary<unknown> = fc.constantFrom<unknown>(
  null,
  5,
  -1,
  1.5,
  'x',
  '',
  ' ',
  [],
  {},
  true,
  [[]],
  ['x'],
  { a: 1, foreign: 2 },
  'shiped',
  Number.NaN
)

/** A value that is right for a model in most places. */
export const valueArbitrary = (model: Model): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 5, arbitrary: nearlyValid(model) }, { weight: 1, arbitrary: junk })

const nearlyValid = (model: Model): fc.Arbitrary<unknown> => {
  switch (model.tag) {
    case 'leaf':
      return fc.constant(model.valid)
    case 'object': {
      const all = Object.fromEntries(
        Object.entries({ ...model.required, ...model.optional }).map(([key, field]) => [key, valueArbitrary(field)])
      )
      return fc
        .tuple(
          fc.record(all, { requiredKeys: [] }),
          fc.record({ foreign: junk, 'a\nb': junk }, { requiredKeys: [] }),
          fc.nat(9)
        )
        .map(([declared, foreign, n]) => (n === 0 ? Object.assign(declared, foreign) : declared))
    }
    case 'list':
      return fc.array(valueArbitrary(model.item), { maxLength: 3 })
    case 'tuple':
      return fc.nat(4).chain((n) => fc.tuple(...model.items.slice(0, n === 0 ? -1 : undefined).map(valueArbitrary)))
    case 'record':
      return fc.dictionary(fc.constantFrom('k', '0', 'a key'), valueArbitrary(model.item), {
        noNullPrototype: true,
        maxKeys: 3
      })
    case 'union':
      return fc.oneof(...model.members.map(valueArbitrary))
  }
}

/** A value that is right for a model everywhere. */
export const validOf = (model: Model): unknown => {
  switch (model.tag) {
    case 'leaf':
      return model.valid
    case 'object':
      return Object.fromEntries(Object.entries(model.required).map(([key, field]) => [key, validOf(field)]))
    case 'list':
      return [validOf(model.item)]
    case 'tuple':
      return model.items.map(validOf)
    case 'record':
      return {}
    case 'union':
      return validOf(model.members[0] as Model)
  }
}

// -- paths

/** The models that may stand at a path. */
export const modelsAt = (model: Model, [key, ...rest]: Path): ReadonlyArray<Model> => {
  if (model.tag === 'union')
    return model.members
      .flatMap((member) => modelsAt(member, key === undefined ? [] : [key, ...rest]))
      .concat(key === undefined ? [model] : [])
  if (key === undefined) return [model]
  switch (model.tag) {
    case 'object': {
      const field = typeof key === 'string' ? { ...model.required, ...model.optional }[key] : undefined
      return field === undefined ? [] : modelsAt(field, rest)
    }
    case 'list':
      return typeof key === 'number' ? modelsAt(model.item, rest) : []
    case 'tuple': {
      const item = typeof key === 'number' ? model.items[key] : undefined
      return item === undefined ? [] : modelsAt(item, rest)
    }
    case 'record':
      return typeof key === 'string' ? modelsAt(model.item, rest) : []
    case 'leaf':
      return typeof key === 'number' ? [model] : []
  }
}
