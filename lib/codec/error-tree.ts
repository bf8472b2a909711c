/** Arranges io-ts's flat list of errors by field, with the branches of unions kept apart. */
import type * as t from 'io-ts'
import type { Path } from '../core/issue.js'
import { unknownField } from './closed.js'
import { hasOwnField } from './peek.js'
import { declares, unwrap, type Named, type Visible } from './structure.js'

// -- model

/** A place in the value. Branches of a union that lead to the same place share its field. */
export class Field {
  readonly #fields = new Map<string | number, Field>()
  readonly depth: number
  /** Whether the codec declares this field's key. */
  declared = false

  constructor(readonly parent: Field | undefined, readonly key: string | number) {
    this.depth = parent === undefined ? 0 : parent.depth + 1
  }

  field(key: string | number): Field {
    const before = this.#fields.get(key)
    if (before !== undefined) return before
    const field = new Field(this, key)
    this.#fields.set(key, field)
    return field
  }
}

/** What one error says: this codec refused that value. */
export interface Refusal {
  readonly codec: Named
  /** What was received. */
  readonly value: unknown
  /** What the codec saw: not what was received, if an inner codec decoded it first. */
  readonly seen: unknown
  /** There is no such key at all. */
  readonly absent: boolean
  readonly unknownKey: boolean
  /** The codec's own message. */
  readonly message: string | undefined
}

/** A union whose branches all refused, as far as is known. */
export interface Choice {
  readonly codec: Named
  readonly value: unknown
  readonly absent: boolean
  readonly branches: Map<string, ErrorNode>
}

export interface ErrorNode {
  readonly field: Field
  /** In the order of the errors. */
  readonly refusals: Array<Refusal>
  readonly choices: Map<Named, Choice>
  readonly children: Map<string | number, ErrorNode>
}

export interface ErrorTree {
  readonly root: ErrorNode
  /** All nodes, parents before their children. */
  readonly nodes: ReadonlyArray<ErrorNode>
}

// -- destructors

/** The way from the root to a field. */
export const pathOf = (field: Field): Path => {
  const path: Array<string | number> = []
  for (let at = field; at.parent !== undefined; at = at.parent) path.push(at.key)
  return path.reverse()
}

/** Where in a field's path stand the keys that the codec declares. */
export const declaredDepths = (field: Field): ReadonlyArray<number> => {
  const depths: Array<number> = []
  for (let at = field; at.parent !== undefined; at = at.parent) if (at.declared) depths.push(at.depth - 1)
  return depths.reverse()
}

// -- reading contexts

type Role = 'member' | 'branch' | 'step'

const INDEX = /^(?:0|[1-9]\d{0,9})$/

/**
 * io-ts writes members of intersections and branches of unions into a context as if they were keys. Below an opaque codec the value
 * tells: what is no step into a value is the value itself, and whether the codec hides a union or an intersection cannot be known,
 * so that only the nearest of its members is taken to be true.
 */
const roleOf = (base: Visible | undefined, parent: t.ContextEntry, entry: t.ContextEntry): Role => {
  switch (base?._tag) {
    case 'IntersectionType': return 'member'
    case 'UnionType': return 'branch'
    case undefined: return INDEX.test(entry.key) && Object.is(parent.actual, entry.actual) ? 'branch' : 'step'
    default: return 'step'
  }
}

const keyOf = (base: Visible | undefined, parent: t.ContextEntry, key: string): string | number => {
  switch (base?._tag) {
    case 'ArrayType':
    case 'ReadonlyArrayType':
    case 'TupleType': return Number(key)
    case undefined: return INDEX.test(key) && !hasOwnRecordField(parent.actual, key) ? Number(key) : key
    default: return key
  }
}

// Where an opaque codec decodes text first, the parent is that text, and numbers are positions.
const hasOwnRecordField = (holder: unknown, key: string): boolean => !isArray(holder) && hasOwnField(holder, key)

const isArray = (value: unknown): boolean => {
  try {
    return Array.isArray(value)
  } catch {
    return false
  }
}

// -- constructors

const refusalOf = (error: t.ValidationError, absent: boolean): Refusal | undefined => {
  const last = error.context.at(-1)
  if (last === undefined) return undefined
  return {
    codec: last.type,
    value: last.actual === undefined ? error.value : last.actual,
    seen: error.value,
    absent: absent && error.value === undefined,
    unknownKey: last.type === unknownField,
    message: typeof error.message === 'string' ? error.message : undefined
  }
}

/** Builds the tree of a list of errors. */
export const errorTree = (errors: t.Errors): ErrorTree => {
  const nodes: Array<ErrorNode> = []

  const nodeAt = (field: Field): ErrorNode => {
    const node = { field, refusals: [], choices: new Map<Named, Choice>(), children: new Map<string | number, ErrorNode>() }
    nodes.push(node)
    return node
  }

  const child = (node: ErrorNode, key: string | number): ErrorNode => {
    const before = node.children.get(key)
    if (before !== undefined) return before
    const made = nodeAt(node.field.field(key))
    node.children.set(key, made)
    return made
  }

  const branch = (node: ErrorNode, codec: Named, entry: t.ContextEntry, absent: boolean): ErrorNode => {
    const choice = node.choices.get(codec) ?? { codec, value: entry.actual, absent, branches: new Map<string, ErrorNode>() }
    node.choices.set(codec, choice)
    const made = choice.branches.get(entry.key) ?? nodeAt(node.field)
    choice.branches.set(entry.key, made)
    return made
  }

  const root = nodeAt(new Field(undefined, ''))

  for (const error of errors) {
    let node = root
    let absent = false
    let parent = error.context[0]
    for (const entry of error.context.slice(1)) {
      if (parent === undefined) break
      const { base } = unwrap(parent.type)
      const role = roleOf(base, parent, entry)
      if (role === 'branch') node = branch(node, parent.type, entry, absent)
      if (role === 'step') {
        node = child(node, keyOf(base, parent, entry.key))
        node.field.declared ||= declares(base, entry.key)
        absent = entry.actual === undefined && !hasOwnField(parent.actual, entry.key)
      }
      parent = entry
    }
    const refusal = refusalOf(error, absent)
    if (refusal !== undefined) node.refusals.push(refusal)
  }
  return { root, nodes }
}
