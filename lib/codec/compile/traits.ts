/** Finds out what a parent may rely on without asking: whether a node copies, and what it makes of NaN and `undefined`. */
import { below, type DraftNode, type Node, type Shape } from './plan.js'

type OnUndefined = Node['onUndefined']

// -- traits of one node, from those beneath it

// The answer to 0 and -0 is the literal's own zero, whichever came in.
const isSame = (shape: Shape): boolean => {
  switch (shape.kind) {
    case 'literal':
      return shape.value !== 0
    case 'any':
    case 'is':
    case 'keyof':
    case 'refinement':
    case 'union':
    case 'intersection':
      return below(shape).every((node) => node.same)
    default:
      return false
  }
}

const mayBeNaN = (shape: Shape): boolean => {
  switch (shape.kind) {
    case 'opaque':
    case 'any':
      return true
    case 'is':
      return shape.type === 'number'
    case 'refinement':
    case 'union':
    case 'intersection':
      return below(shape).some((node) => node.nan)
    default:
      return false
  }
}

const firstAnswer = (answers: ReadonlyArray<OnUndefined>): OnUndefined =>
  answers.find((answer) => answer !== 'refused') ?? 'refused'

const allAnswers = (answers: ReadonlyArray<OnUndefined>): OnUndefined => {
  if (answers.includes('refused')) return 'refused'
  return answers.includes('unknown') ? 'unknown' : 'kept'
}

const onUndefined = (shape: Shape): OnUndefined => {
  switch (shape.kind) {
    case 'opaque':
      return 'unknown'
    case 'any':
      return 'kept'
    case 'is':
      return shape.type === 'undefined' ? 'kept' : 'refused'
    case 'literal':
      return shape.value === undefined ? 'kept' : 'refused'
    case 'refinement':
      return shape.of.onUndefined === 'refused' ? 'refused' : 'unknown'
    case 'union':
      return firstAnswer(shape.members.map((member) => member.node.onUndefined))
    case 'intersection':
      return allAnswers(shape.members.map((member) => member.node.onUndefined))
    default:
      return 'refused'
  }
}

const needsContext = (shape: Shape): boolean => shape.kind === 'opaque' || below(shape).some((node) => node.context)

// -- the whole graph

// Starts from the cautious answers and only ever improves them, so a recursive type settles on answers that hold.
const improve = (node: DraftNode): boolean => {
  const same = isSame(node.shape)
  const nan = mayBeNaN(node.shape)
  const undef = onUndefined(node.shape)
  const context = needsContext(node.shape)
  const changed = same !== node.same || nan !== node.nan || undef !== node.onUndefined || context !== node.context
  Object.assign(node, { same, nan, onUndefined: undef, context })
  return changed
}

/** Sets the traits of all nodes. Those beneath mostly stand behind, so two or three rounds are enough. */
export const findTraits = (nodes: ReadonlyArray<DraftNode>): void => {
  let changed = true
  while (changed) {
    changed = false
    for (let i = nodes.length - 1; i >= 0; i--) changed = improve(nodes[i]!) || changed
  }
}
