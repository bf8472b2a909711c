/** Describes a codec's expectation in words, seen from outside: enough to explain a refusal. */
import type * as t from 'io-ts'
import { oneLine, typeName } from '../core/errors/index.js'
import { anyOf, enumText, type Literal } from './enumeration.js'
import { formatOf, type Format } from './known-formats.js'
import { predicateOf, unwrap, type NamedCodec, type Visible } from './inspect.js'

// -- model

export interface Expectation extends Omit<Format, 'types'> {
  /** JSON types that it reads; `undefined` where that cannot be known. */
  readonly types: ReadonlyArray<string> | undefined
  /** Members of an enumeration. */
  readonly literals: ReadonlyArray<Literal>
  /** Asked for beside `literals`: `number` of the union `"auto" | number`. */
  readonly others: ReadonlyArray<string>
}

// -- constructors

const MAX_NAME = 120

const ofType = (type: string): Expectation => ({
  text: `valid ${type}`,
  mismatch: type,
  types: [type],
  literals: [],
  others: [type],
  kind: 'constraint'
})

/** An enumeration of these members. */
export const ofLiterals = (literals: ReadonlyArray<Literal>): Expectation => {
  const text = enumText(literals)
  return { text, mismatch: text, types: [...new Set(literals.map(typeName))], literals, others: [], kind: 'enum' }
}

const ofFormat = (format: Format): Expectation => ({ ...format, literals: [], others: [format.mismatch] })

const ofOpaque = (name: string): Expectation => {
  const format = formatOf(name)
  if (format !== undefined) return ofFormat(format)
  const text = oneLine(name, MAX_NAME) || 'another value'
  return { text, mismatch: text, types: undefined, literals: [], others: [text], kind: 'format' }
}

const NULL: Expectation = { ...ofType('null'), literals: [null], others: [] }
// Made when asked: the expressions of `oneLine` take a millisecond of an import.
const anything = (): Expectation => ({ ...ofOpaque('any value'), kind: 'constraint' })

const ofUnion = (members: ReadonlyArray<Expectation>): Expectation => {
  const literals = [...new Set(members.flatMap((member) => member.literals))]
  const others = [...new Set(members.flatMap((member) => member.others))].filter((text) => text !== 'undefined')
  const types = members.every((member) => member.types !== undefined)
    ? [...new Set(members.flatMap((member) => member.types ?? []))]
    : undefined
  const text = literals.length === 0 ? anyOf(others) : anyOf([...others, enumText(literals)])
  return { text, mismatch: text, types, literals, others, kind: 'type' }
}

// Members of an intersection are all asked of one value: the first that knows what it wants speaks for them.
const ofIntersection = (members: ReadonlyArray<Expectation>): Expectation =>
  members.find((member) => member.types !== undefined) ?? members[0] ?? anything()

// A union may hold itself by way of a recursion.
const MAX_NESTED = 10

const ofBase = (base: Visible, depth: number): Expectation => {
  switch (base._tag) {
    case 'NullType':
      return NULL
    case 'UndefinedType':
    case 'VoidType':
      return ofType('undefined')
    case 'StringType':
      return ofType('string')
    case 'NumberType':
      return ofType('number')
    case 'BigIntType':
      return ofType('bigint')
    case 'BooleanType':
      return ofType('boolean')
    case 'FunctionType':
      return ofType('function')
    case 'NeverType':
      return { ...ofType('never'), mismatch: 'no value' }
    case 'UnknownType':
    case 'AnyType':
      return anything()
    case 'AnyArrayType':
    case 'ArrayType':
    case 'ReadonlyArrayType':
    case 'TupleType':
      return ofType('array')
    case 'AnyDictionaryType':
    case 'InterfaceType':
    case 'StrictType':
    case 'PartialType':
    case 'DictionaryType':
      return ofType('object')
    case 'LiteralType':
      return ofLiterals([base.value])
    case 'KeyofType':
      return ofLiterals(Object.keys(base.keys))
    case 'UnionType':
      return ofUnion(base.types.map((member) => describe(member, depth + 1)))
    case 'IntersectionType':
      return ofIntersection(base.types.map((member) => describe(member, depth + 1)))
  }
}

const constraintTexts = (
  refinement: t.RefinementType<t.Mixed>,
  type: string
): { readonly text: string; readonly mismatch: string } => {
  const predicate = predicateOf(refinement)
  if (predicate !== undefined)
    return {
      text: predicate.startsWith('<function')
        ? `another ${type}`
        : `${type} that passes ${oneLine(predicate, MAX_NAME)}`,
      mismatch: type
    }
  const text = oneLine(refinement.name, MAX_NAME) || `another ${type}`
  return { text, mismatch: text.includes(type) ? text : `${type} (${text})` }
}

const refined = (inner: Expectation, refinement: t.RefinementType<t.Mixed>): Expectation => {
  const format = formatOf(refinement.name)
  // A name alone proves nothing: a refinement of strings may be called `Int`, too.
  if (format?.types.some((type) => inner.types?.includes(type))) return ofFormat(format)
  const { text, mismatch } = constraintTexts(refinement, inner.mismatch)
  return { ...inner, text, mismatch, others: inner.literals.length > 0 ? inner.others : [mismatch], kind: 'constraint' }
}

const describe = (codec: NamedCodec, depth: number): Expectation => {
  const { base, core, refinements } = unwrap(codec)
  if (depth > MAX_NESTED) return anything()
  return refinements.reduceRight(refined, base === undefined ? ofOpaque(core.name) : ofBase(base, depth))
}

const known = new WeakMap<NamedCodec, Expectation>()

/** Describes a codec's expectation. */
export const expectationOf = (codec: NamedCodec): Expectation => {
  const before = known.get(codec)
  if (before !== undefined) return before
  const expectation = describe(codec, 0)
  known.set(codec, expectation)
  return expectation
}
