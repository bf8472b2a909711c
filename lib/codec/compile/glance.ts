/** Finds out what the closures accept of a field or an item by its `typeof` alone. */
import { TYPE_OF } from './leaf.js'
import type { Node } from './plan.js'

// Whether a node decodes primitives without running user code, and never changes them.
const isQuiet = ({ shape, same }: Node): boolean => {
  switch (shape.kind) {
    case 'is':
    case 'literal':
    case 'keyof':
    case 'any':
      return same
    case 'array':
    case 'tuple':
    case 'record':
    case 'fields':
    case 'exact':
    case 'tagged':
      return true
    case 'union':
      return shape.members.every((member) => isQuiet(member.node))
    default:
      return false
  }
}

/** The primitives that a node surely gives back as they are, without asking anybody's code. */
export const glance = (node: Node, names = new Set<string>()): Set<string> => {
  const { shape } = node
  if (shape.kind === 'is' && (shape.type === 'null' || TYPE_OF[shape.type] !== undefined)) names.add(shape.type)
  if (shape.kind === 'union' && shape.members.every((member) => isQuiet(member.node))) {
    for (const member of shape.members) glance(member.node, names)
  }
  return names
}

/** What `typeof` says of one of them, null and undefined aside; else ''. */
export const typeAtGlance = (names: ReadonlySet<string>): string => {
  for (const name of names) {
    if (name !== 'null' && name !== 'undefined') return name
  }
  return ''
}

/** Of a union with null whose other members are one: that one, because null was accepted at a glance. */
export const fieldNode = (node: Node): Node => {
  const { shape } = node
  if (shape.kind !== 'union' || node.context || !glance(node).has('null')) return node
  const others = shape.members.filter((member) => member.node.shape.kind !== 'is' || member.node.shape.type !== 'null')
  return others.length === 1 ? others[0]!.node : node
}
