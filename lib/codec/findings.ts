/** Decides the faults of a value: one finding a field, and of a union only the findings of its nearest branch. */
import { type IssueKind, typeName } from '../core/errors/index.js'
import { discriminantOf } from './discriminant.js'
import type { Choice, ErrorNode, ErrorTree, Refusal } from './error-tree.js'
import { expectationOf, ofLiterals, type Expectation } from './expectation.js'
import type { Field } from './field.js'
import { ownField } from '../core/foreign/index.js'
import { unwrap, type NamedCodec } from './inspect.js'

// -- model

export interface Finding {
  readonly field: Field
  readonly kind: IssueKind
  readonly expectation: Expectation
  readonly value: unknown
  readonly message: string | undefined
  /** The value is not even of a type that the codec reads. */
  readonly far: boolean
}

// -- constructors

const kindOf = ({ types, literals, others, kind }: Expectation, value: unknown): IssueKind => {
  const received = typeName(value)
  const isEnum =
    literals.some((literal) => literal !== null) &&
    (others.length === 0 || literals.some((literal) => typeName(literal) === received))
  if (isEnum && !literals.some((literal) => literal === value)) return 'enum'
  if (types !== undefined && !types.includes(received)) return 'type'
  // An opaque codec that refuses text or a number refuses how it is written.
  if (types === undefined) return received === 'string' || received === 'number' ? 'format' : 'type'
  return kind
}

const isFar = (kind: IssueKind, { types }: Expectation): boolean =>
  kind === 'missing' || kind === 'type' || kind === 'enum' || types === undefined

const finding = (
  field: Field,
  expectation: Expectation,
  value: unknown,
  absent: boolean,
  message?: string
): Finding => {
  const kind = absent ? 'missing' : kindOf(expectation, value)
  return message === undefined || absent
    ? { field, kind, expectation, value, message: undefined, far: isFar(kind, expectation) }
    : { field, kind: 'constraint', expectation, value, message, far: false }
}

/** Of refinements over refinements, the innermost that refuses the value. */
const refusing = (codec: NamedCodec, seen: unknown): NamedCodec => {
  const refuses = (predicate: (value: unknown) => boolean): boolean => {
    try {
      return !predicate(seen)
    } catch {
      return true
    }
  }
  const { refinements } = unwrap(codec)
  if (refinements.length < 2) return codec
  return refinements.findLast((refinement) => refuses(refinement.predicate)) ?? codec
}

/** A tagged union looks at the tag first: where that is wrong, nothing else is. */
const wrongTag = (codec: NamedCodec, value: unknown, field: Field): Finding | undefined => {
  const discriminant = discriminantOf(codec)
  if (discriminant === undefined || typeName(value) !== 'object') return undefined
  const tag = ownField(value, discriminant.key)
  const literals = [...new Set(discriminant.literals.flat())]
  if (tag !== undefined && literals.some((literal) => literal === tag.value)) return undefined
  const at = field.field(discriminant.key)
  at.declared = true
  return finding(at, ofLiterals(literals), tag?.value, tag === undefined)
}

const ofRefusal = (field: Field, refusal: Refusal): Finding => {
  const { codec, value, seen, absent, message, unknownKey } = refusal
  if (unknownKey) return { ...finding(field, expectationOf(codec), value, false), kind: 'unknown_field' }
  const tag = message === undefined ? wrongTag(codec, value, field) : undefined
  if (tag !== undefined) return tag
  const expectation = expectationOf(codec)
  const narrower = kindOf(expectation, value) === 'type' ? expectation : expectationOf(refusing(codec, seen))
  return finding(field, narrower, value, absent, message)
}

// -- choosing among the branches of a union

type FindingsByNode = ReadonlyMap<ErrorNode, ReadonlyArray<Finding>>

const deepest = (findings: ReadonlyArray<Finding>): number =>
  findings.reduce((depth, { field }) => Math.max(depth, field.depth), 0)

const missing = (findings: ReadonlyArray<Finding>): number => findings.filter(({ kind }) => kind === 'missing').length

// Of two branches with as many faults, that one is meant which knows the field that was written wrongly; the other only
// lacks its own.
const nearer = (a: ReadonlyArray<Finding>, b: ReadonlyArray<Finding>): ReadonlyArray<Finding> => {
  if (a.length !== b.length) return a.length < b.length ? a : b
  if (missing(a) !== missing(b)) return missing(a) < missing(b) ? a : b
  return deepest(b) > deepest(a) ? b : a
}

/** The branches whose tag is the value's own; all of them where there is no tag to go by. */
const meant = ({ codec, value, branches }: Choice): ReadonlyArray<ErrorNode> => {
  const discriminant = discriminantOf(codec)
  const tag = discriminant === undefined ? undefined : ownField(value, discriminant.key)
  const all = [...branches]
  const tagged = all.filter(([index]) =>
    discriminant?.literals[Number(index)]?.some((literal) => literal === tag?.value)
  )
  return (tagged.length > 0 ? tagged : all).map(([, node]) => node)
}

/**
 * The text `null`, where null is allowed, was meant to be null. What the branch of texts says of it would make a model
 * invent another text.
 */
const meansNull = ({ codec, value }: Choice): boolean =>
  value === 'null' && expectationOf(codec).literals.includes(null)

const ofChoice = (field: Field, choice: Choice, found: FindingsByNode): ReadonlyArray<Finding> => {
  const tag = wrongTag(choice.codec, choice.value, field)
  if (tag !== undefined) return [tag]
  const near = meant(choice)
    .map((node) => found.get(node)!)
    .filter((findings) => !findings.some((some) => some.field === field && some.far))
  const hasWords = near.flat().some(({ message }) => message !== undefined)
  if (near.length > 0 && (hasWords || !meansNull(choice))) return near.reduce(nearer)
  return [finding(field, expectationOf(choice.codec), choice.value, choice.absent)]
}

// -- destructors

const firstOfEachField = (findings: ReadonlyArray<Finding>): ReadonlyArray<Finding> => {
  const firsts = new Map<Field, Finding>()
  for (const one of findings) if (!firsts.has(one.field)) firsts.set(one.field, one)
  return [...firsts.values()]
}

const ofNode = (node: ErrorNode, found: FindingsByNode): ReadonlyArray<Finding> => {
  const parts = [
    ...node.refusals.map((refusal) => [ofRefusal(node.field, refusal)]),
    ...[...node.choices.values()].map((choice) => ofChoice(node.field, choice, found)),
    ...[...node.children.values()].map((child) => found.get(child)!)
  ]
  const [first = [], ...more] = parts
  return more.length === 0 ? first : firstOfEachField(parts.flat())
}

/** The faults of a value, one finding a field; without recursion, as a context may have thousands of steps. */
export const findingsOf = ({ root, nodes }: ErrorTree): ReadonlyArray<Finding> => {
  const found = new Map<ErrorNode, ReadonlyArray<Finding>>()
  for (const node of nodes.toReversed()) found.set(node, ofNode(node, found))
  return found.get(root)!
}
