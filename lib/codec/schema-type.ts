/** A codec whose answers come from a schema of another kind: a Standard Schema, a JSON Schema. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { typeName } from '../core/errors/index.js'
import { unknownField } from './closed.js'
import { expectationOf } from './expectation.js'
import { ownField } from '../core/foreign/index.js'
import { alternativesOf, inside, unwrap, type NamedCodec } from './inspect.js'

// -- model

/** A JSON Schema. @category Codecs @since 0.1.0 */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A dialect of JSON Schema. @category Codecs @since 0.1.0 */
export type SchemaTarget = '2020-12' | 'draft-07'

/** A JSON Schema and its dialect. */
export interface SchemaDocument {
  readonly schema: JsonSchema
  readonly dialect: SchemaTarget
}

/** One thing that the schema has against a value. */
export interface Fault {
  readonly path: ReadonlyArray<string | number>
  /** The schema's own words, which may quote the value. */
  readonly message?: string
  /** A demand of the schema that the mirror does not show, in words that hold nothing of the value. */
  readonly constraint?: string
  /** The key at the end of the path is not known to the schema. */
  readonly unknownKey?: boolean
  /** Names the shape of the place where the mirror does not know it. */
  readonly asks?: t.Mixed
  /** The faults that each branch of a union finds in the value at the path; their paths start there. */
  readonly branches?: ReadonlyArray<ReadonlyArray<Fault>>
}

// -- where a fault lies

/** Decides nothing: for codecs that are only shown. */
export const never = (_: unknown): _ is unknown => false

/** Names what a schema of unknown structure asks for. */
export const unseen: t.Mixed = new t.Type<unknown>('a value that fits the schema', never, t.failure, t.identity)

interface Step {
  readonly key: string
  readonly codec: NamedCodec
}

const holds = (codec: NamedCodec, key: string | number): boolean =>
  alternativesOf(codec).some((base) => inside(base, key) !== undefined)

// A union may hold itself by way of a reference.
const MAX_NESTED = 20

// io-ts leads through the members of unions and intersections as if they were keys; so does whoever reads its contexts.
const stepsTo = (codec: NamedCodec, key: string | number, depth = 0): ReadonlyArray<Step> => {
  const { base } = unwrap(codec)
  if (base?._tag !== 'UnionType' && base?._tag !== 'IntersectionType') {
    return [{ key: String(key), codec: (base === undefined ? undefined : inside(base, key)) ?? unseen }]
  }
  const at = Math.max(
    base.types.findIndex((member) => holds(member, key)),
    0
  )
  const member = depth < MAX_NESTED ? (base.types[at] ?? unseen) : unseen
  return [{ key: String(at), codec: member }, ...stepsTo(member, key, depth + 1)]
}

/** Where a fault lies, and what is there. */
interface Place {
  readonly context: t.Context
  readonly codec: NamedCodec
  readonly value: unknown
}

const enter = ({ context, codec, value }: Place, key: string | number): Place => {
  const next = ownField(value, key)?.value
  const steps = stepsTo(codec, key)
  const last = steps.length - 1
  return {
    context: [
      ...context,
      ...steps.map((step, i) => ({ key: step.key, type: step.codec as t.Mixed, actual: i === last ? next : value }))
    ],
    codec: steps[last]?.codec ?? unseen,
    value: next
  }
}

const endingIn = (context: t.Context, type: t.ContextEntry['type']): t.Context =>
  context.map((entry, i) => (i === context.length - 1 ? { ...entry, type } : entry))

const shapeAt = ({ codec }: Place, { asks = unseen, constraint }: Fault): t.Mixed => {
  const shown = codec instanceof SchemaType ? codec.type : (codec as t.Mixed)
  const shape = unwrap(shown).base === undefined ? asks : shown
  return constraint === undefined
    ? shape
    : new t.RefinementType(constraint, never, t.failure, t.identity, shape, () => false)
}

// A wrong type or a wrong member is better said by the library's own words, which name what was received and what was
// probably meant.
const isSaid = (shape: t.Mixed, value: unknown): boolean => {
  const { types, literals, others } = expectationOf(shape)
  return types?.includes(typeName(value)) === false || (literals.length > 0 && others.length === 0)
}

const errorsAt = (start: Place, fault: Fault): t.Errors => {
  const place = fault.path.reduce(enter, start)
  const { base } = unwrap(place.codec)
  const { branches } = fault
  if (branches !== undefined && base?._tag === 'UnionType' && base.types.length === branches.length) {
    return base.types.flatMap((codec, i) => {
      const branch = {
        context: t.appendContext(place.context, String(i), codec, place.value),
        codec,
        value: place.value
      }
      return (branches[i] ?? []).flatMap((one) => errorsAt(branch, one))
    })
  }
  if (fault.unknownKey === true) return [{ value: place.value, context: endingIn(place.context, unknownField) }]
  const shape = shapeAt(place, fault)
  const says = fault.message !== undefined && !isSaid(shape, place.value)
  return [{ value: place.value, context: endingIn(place.context, shape), ...(says ? { message: fault.message } : {}) }]
}

// -- constructors

/**
 * Validates through its schema, and shows a mirror of it: an io-ts codec of the same structure, by which faults are
 * explained and places are looked up. The mirror decides nothing.
 */
export class SchemaType<A> extends t.RefinementType<t.Mixed, A> {
  constructor(
    name: string,
    examine: (value: unknown) => E.Either<ReadonlyArray<Fault>, A>,
    is: (value: unknown) => value is A,
    /** Made when somebody looks at it: to write a schema as JSON Schema costs more than many calls. */
    mirror: () => t.Mixed,
    /** The schema as a JSON Schema, if it can be had: in this dialect, or else in the other. */
    readonly jsonSchema: (target: SchemaTarget) => SchemaDocument | undefined
  ) {
    super(
      name,
      is,
      (value, context) => {
        const examined = examine(value)
        if (E.isRight(examined)) return t.success(examined.right)
        return t.failures(examined.left.flatMap((fault) => errorsAt({ context, codec: this, value }, fault)))
      },
      t.identity,
      unseen,
      is
    )
    let shown: t.Mixed | undefined
    Object.defineProperty(this, 'type', { configurable: true, enumerable: true, get: () => (shown ??= mirror()) })
  }
}
