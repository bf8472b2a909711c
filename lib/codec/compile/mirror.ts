/** Decodes a node step by step as io-ts does: for the errors of what was refused, and for values too odd for the fast ways. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { leaf } from './leaf.js'
import type { Memo } from './memo.js'
import type { Field, Node, Part, ShapeOf } from './plan.js'
import { copyFields, FAIL, isFields, merge, NOWHERE, RefusedWithoutError, strip, type Fields, type Run } from './run.js'

// -- model

/** Takes errors in io-ts's order until it is full. */
export interface Sink {
  readonly errors: Array<t.ValidationError>
  readonly limit: number
}

/** Without a sink, it stops at the first refusal. */
export type Mirror = (node: Node, value: unknown, context: t.Context, sink?: Sink) => unknown

const isFull = (sink: Sink | undefined): boolean => sink === undefined || sink.errors.length >= sink.limit

const refuse = (value: unknown, context: t.Context, sink: Sink | undefined): typeof FAIL => {
  if (sink !== undefined && !isFull(sink))
    sink.errors.push({ value, context, message: undefined } as unknown as t.ValidationError)
  return FAIL
}

const opaque = ({ codec }: ShapeOf<'opaque'>, value: unknown, context: t.Context, sink: Sink | undefined): unknown => {
  const result = codec.validate(value, context)
  if (E.isRight(result)) return result.right
  if (result.left.length === 0) throw new RefusedWithoutError()
  for (const error of result.left) {
    if (isFull(sink)) break
    sink?.errors.push(error)
  }
  return FAIL
}

// -- constructors

/** Mirrors the nodes of one plan. What is beneath is decoded at full speed by its run, and only mirrored where that refuses. */
export const mirrorOf = (runOf: (node: Node) => Run | undefined, memo: Memo): Mirror => {
  const beneath = (node: Node, value: unknown, context: t.Context, sink: Sink | undefined): unknown => {
    const run = runOf(node)
    if (run === undefined) return mirror(node, value, context, sink)
    const result = run(value, context)
    return result === FAIL && sink !== undefined ? mirror(node, value, context, sink) : result
  }

  // The entry of a part that is accepted is only made if an opaque codec asks for it.
  const part = (
    { codec, node }: Part,
    value: unknown,
    context: t.Context,
    key: string,
    sink: Sink | undefined
  ): unknown => {
    const run = runOf(node)
    if (run !== undefined && !node.context) {
      const result = run(value, NOWHERE)
      if (result !== FAIL || sink === undefined) return result
      return mirror(node, value, t.appendContext(context, key, codec, value), sink)
    }
    return beneath(node, value, t.appendContext(context, key, codec, value), sink)
  }

  const items = (
    node: Node,
    parts: ReadonlyArray<Part> | Part,
    value: unknown,
    context: t.Context,
    sink: Sink | undefined
  ): unknown => {
    if (!Array.isArray(value)) return refuse(value, context, sink)
    const before: ReadonlyArray<unknown> = value
    const tuple = 'node' in parts ? undefined : parts
    const length = tuple === undefined ? before.length : tuple.length
    let after = before.length > length ? before.slice(0, length) : before
    let failed = false
    // The items before the refused one are skipped only where errors are collected: there is no result then that would lack them.
    for (let i = sink === undefined ? 0 : memo.acceptedItems(node, value); i < length; i++) {
      const item = before[i]
      const result = part(tuple === undefined ? (parts as Part) : tuple[i]!, item, context, String(i), sink)
      if (result === FAIL) {
        if (isFull(sink)) return FAIL
        failed = true
      } else if (result !== item) {
        if (after === before) after = before.slice()
        ;(after as Array<unknown>)[i] = result
      }
    }
    return failed ? FAIL : after
  }

  // After its first change io-ts reads from the copy, which lacks what was inherited or hidden.
  const fields = (all: ReadonlyArray<Field>, value: unknown, context: t.Context, sink: Sink | undefined): unknown => {
    if (!isFields(value)) return refuse(value, context, sink)
    let after: Fields = value
    let failed = false
    for (const field of all) {
      const { key, optional } = field
      const before = after[key]
      const result = part(field, before, context, key, optional && before === undefined ? undefined : sink)
      if (result === FAIL) {
        if (optional && before === undefined) continue
        if (isFull(sink)) return FAIL
        failed = true
      } else if (
        result !== before ||
        (!optional && result === undefined && !Object.prototype.hasOwnProperty.call(after, key))
      ) {
        if (after === value) after = copyFields(value)
        after[key] = result
      }
    }
    return failed ? FAIL : after
  }

  const record = (
    { domain, codomain, arrays }: ShapeOf<'record'>,
    value: unknown,
    context: t.Context,
    sink: Sink | undefined
  ): unknown => {
    if (!isFields(value)) return arrays && Array.isArray(value) ? value : refuse(value, context, sink)
    const after: Fields = {}
    let changed = false
    let failed = false
    for (const name of Object.keys(value)) {
      const before = value[name]
      const key = part(domain, name, context, name, undefined) as string | typeof FAIL
      changed = changed || key !== name
      if (key === FAIL) continue
      const result = part(codomain, before, context, key, sink)
      if (result === FAIL) {
        if (isFull(sink)) return FAIL
        failed = true
      } else {
        changed = changed || result !== before
        after[key] = result
      }
    }
    if (failed) return FAIL
    return changed ? after : value
  }

  const intersection = (
    members: ReadonlyArray<Part>,
    value: unknown,
    context: t.Context,
    sink: Sink | undefined
  ): unknown => {
    const results: Array<unknown> = []
    let failed = false
    for (const [i, member] of members.entries()) {
      const result = part(member, value, context, String(i), sink)
      if (result === FAIL) {
        if (isFull(sink)) return FAIL
        failed = true
      } else results.push(result)
    }
    return failed ? FAIL : merge(value, results)
  }

  // A member's errors only count if no later member accepts, so the whole union is asked before its first error is taken.
  const union = (
    node: Node,
    members: ReadonlyArray<Part>,
    value: unknown,
    context: t.Context,
    sink: Sink | undefined
  ): unknown => {
    if (sink !== undefined) {
      const result = beneath(node, value, context, undefined)
      if (result !== FAIL) return result
    }
    const before = sink?.errors.length ?? 0
    for (const [i, member] of members.entries()) {
      const one = part(member, value, context, String(i), sink)
      if (one !== FAIL) {
        if (sink !== undefined) sink.errors.length = before
        return one
      }
      if (sink !== undefined && isFull(sink)) return FAIL
    }
    return FAIL
  }

  const tagged = (
    { tag, groups, members }: ShapeOf<'tagged'>,
    value: unknown,
    context: t.Context,
    sink: Sink | undefined
  ): unknown => {
    if (!isFields(value)) return refuse(value, context, sink)
    const found = value[tag]
    const i = groups.findIndex((group) => group.some((one) => one === found))
    return i === -1 ? refuse(value, context, sink) : part(members[i]!, value, context, String(i), sink)
  }

  const refinement = (
    { of, predicate }: ShapeOf<'refinement'>,
    value: unknown,
    context: t.Context,
    sink: Sink | undefined
  ): unknown => {
    const result = beneath(of, value, context, sink)
    if (result === FAIL || predicate(result)) return result
    return refuse(result, context, sink)
  }

  const exact = (
    { of, known }: ShapeOf<'exact'>,
    value: unknown,
    context: t.Context,
    sink: Sink | undefined
  ): unknown => {
    if (!isFields(value)) return refuse(value, context, sink)
    const result = mirror(of, value, context, sink)
    return result === FAIL ? FAIL : strip(result as Fields, known)
  }

  const mirror: Mirror = (node, value, context, sink) => {
    const { shape } = node
    switch (shape.kind) {
      case 'opaque':
        return opaque(shape, value, context, sink)
      case 'array':
        return items(node, shape.item, value, context, sink)
      case 'tuple':
        return items(node, shape.items, value, context, sink)
      case 'fields':
        return fields(shape.fields, value, context, sink)
      case 'record':
        return record(shape, value, context, sink)
      case 'intersection':
        return intersection(shape.members, value, context, sink)
      case 'union':
        return union(node, shape.members, value, context, sink)
      case 'tagged':
        return tagged(shape, value, context, sink)
      case 'refinement':
        return refinement(shape, value, context, sink)
      case 'exact':
        return exact(shape, value, context, sink)
      case 'any':
        return value
      case 'is':
      case 'literal':
      case 'keyof': {
        const result = leaf(shape)(value, context)
        return result === FAIL ? refuse(value, context, sink) : result
      }
    }
  }
  return mirror
}
