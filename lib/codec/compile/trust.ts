/** Tells whether a codec validates with io-ts's own code: by where its `validate` comes from, because wrappers keep the tag and replace the function. */
import * as t from 'io-ts'
import type { AnyDecoder, Primitive } from './plan.js'

// -- model

export type Combinator =
  | 'array'
  | 'tuple'
  | 'type'
  | 'partial'
  | 'record'
  | 'exact'
  | 'intersection'
  | 'union'
  | 'tagged'
  | 'refinement'
  | 'literal'
  | 'keyof'
  | 'recursion'

// -- constructors

// The validators of primitives are single functions; those of combinators are made anew for each codec, from one source text.
const PRIMITIVES = new Map<unknown, Primitive>([
  [t.string.validate, 'string'],
  [t.number.validate, 'number'],
  [t.boolean.validate, 'boolean'],
  [t.bigint.validate, 'bigint'],
  [t.undefined.validate, 'undefined'],
  [t.null.validate, 'null'],
  [t.Function.validate, 'function'],
  [t.object.validate, 'object'],
  [t.UnknownArray.validate, 'array'],
  [t.UnknownRecord.validate, 'dictionary'],
  [t.never.validate, 'never']
])

const MEMBERS: [t.Mixed, t.Mixed] = [t.string, t.number]

// Any one codec of each combinator.
const samples = (): Readonly<Record<Combinator, t.Mixed>> => ({
  array: t.array(t.string),
  tuple: t.tuple(MEMBERS),
  type: t.type({}),
  partial: t.partial({}),
  record: t.record(t.string, t.string),
  exact: t.strict({}),
  intersection: t.intersection(MEMBERS),
  union: t.union(MEMBERS),
  tagged: t.union([t.type({ kind: t.literal(1) }), t.type({ kind: t.literal(2) })]),
  refinement: t.Int,
  literal: t.literal(1),
  keyof: t.keyof({ a: null }),
  recursion: t.recursion<unknown>('sample', t.identity)
})

interface Sample {
  readonly text: string
  readonly combinator: Combinator
}

const textOf = (fn: object): string => Function.prototype.toString.call(fn)

const isReadable = ({ text }: Sample): boolean => !/\[(?:native code|bytecode)\]/.test(text)

const read = (): ReadonlyArray<Sample> => {
  const all = Object.entries(samples()).map(([name, codec]): Sample => ({
    text: textOf(codec.validate),
    combinator: name as Combinator
  }))
  // Where an engine does not keep source text, or gives several validators one text, nothing is known and every combinator is opaque.
  return all.every(isReadable) && new Set(all.map(({ text }) => text)).size === all.length ? all : []
}

let known: ReadonlyArray<Sample> | undefined

// -- destructors

/** Which combinator's code validates, if it is io-ts's own; the tag of the codec plays no part. */
export const combinatorOf = (codec: AnyDecoder): Combinator | undefined => {
  known ??= read()
  const text = textOf(codec.validate)
  return known.find((sample) => sample.text === text)?.combinator
}

/** Which primitive validates, if it is io-ts's own. */
export const primitiveOf = (codec: AnyDecoder): Primitive | undefined => PRIMITIVES.get(codec.validate)

/** Whether the codec accepts everything by io-ts's own function: `t.unknown`, `t.any`, an empty intersection. */
export const acceptsAll = (codec: AnyDecoder): boolean => codec.validate === t.success

/** Whether `decode` is the method that io-ts binds, which asks `validate`; a wrapper may have put its own in place. */
export const decodesByValidate = (codec: AnyDecoder): boolean =>
  codec.decode.name.startsWith('bound ') && textOf(codec.decode).includes('[native code]')
