/** Arranges io-ts's flat list of errors by field, with the branches of unions kept apart. */
import type * as t from 'io-ts'
import { unknownField } from './closed.js'
import { keyOf, roleOf } from './context.js'
import { Field } from './field.js'
import { hasOwnField } from '../core/foreign/index.js'
import { declares, unwrap, type NamedCodec } from './inspect.js'

// -- model

/** The content of one error: this codec refused that value. */
export interface Refusal {
  readonly codec: NamedCodec
  /** The received value. */
  readonly value: unknown
  /** The value that the codec saw: another one than was received, if an inner codec decoded it first. */
  readonly seen: unknown
  /** There is no such key at all. */
  readonly absent: boolean
  readonly unknownKey: boolean
  /** The codec's own message. */
  readonly message: string | undefined
}

/** A union whose branches all refused, as far as is known. */
export interface Choice {
  readonly codec: NamedCodec
  readonly value: unknown
  readonly absent: boolean
  readonly branches: Map<string, ErrorNode>
}

export interface ErrorNode {
  readonly field: Field
  /** In the order of the errors. */
  readonly refusals: Array<Refusal>
  readonly choices: Map<NamedCodec, Choice>
  readonly children: Map<string | number, ErrorNode>
}

export interface ErrorTree {
  readonly root: ErrorNode
  /** All nodes, parents before their children. */
  readonly nodes: ReadonlyArray<ErrorNode>
}

// -- constructors

// A codec of someone's own may give an error without any context.
const UNNAMED: NamedCodec = { name: 'another value' }

// Of a key that is not there, io-ts reads what every object has: of `toString`, a function; of most, nothing.
const inherited = (key: string): unknown => Reflect.get(Object.prototype, key)

const refusalOf = (error: t.ValidationError, absent: boolean): Refusal => {
  const last = error.context.at(-1)
  const isAbsent = absent && error.value === last?.actual
  const received = last?.actual === undefined ? error.value : last.actual
  return {
    codec: last?.type ?? UNNAMED,
    value: isAbsent ? undefined : received,
    seen: error.value,
    absent: isAbsent,
    unknownKey: last?.type === unknownField,
    message: typeof error.message === 'string' ? error.message : undefined
  }
}

/** Builds the tree of a list of errors. */
export const errorTree = (errors: t.Errors): ErrorTree => {
  const nodes: Array<ErrorNode> = []

  const nodeAt = (field: Field): ErrorNode => {
    const node = {
      field,
      refusals: [],
      choices: new Map<NamedCodec, Choice>(),
      children: new Map<string | number, ErrorNode>()
    }
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

  const branch = (node: ErrorNode, codec: NamedCodec, entry: t.ContextEntry, absent: boolean): ErrorNode => {
    const choice = node.choices.get(codec) ?? {
      codec,
      value: absent ? undefined : entry.actual,
      absent,
      branches: new Map<string, ErrorNode>()
    }
    node.choices.set(codec, choice)
    const made = choice.branches.get(entry.key) ?? nodeAt(node.field)
    choice.branches.set(entry.key, made)
    return made
  }

  const root = nodeAt(new Field())

  for (const error of errors) {
    let node = root
    let absent = false
    let parent = error.context[0]!
    for (const entry of error.context.slice(1)) {
      const { base } = unwrap(parent.type)
      const role = roleOf(base, parent, entry)
      if (role === 'branch') node = branch(node, parent.type, entry, absent)
      if (role === 'step') {
        node = child(node, keyOf(base, parent, entry.key))
        node.field.declared ||= declares(base, entry.key)
        absent = entry.actual === inherited(entry.key) && !hasOwnField(parent.actual, entry.key)
      }
      parent = entry
    }
    node.refusals.push(refusalOf(error, absent))
  }
  return { root, nodes }
}
