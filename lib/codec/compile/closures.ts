/** The back end without generated code: each node becomes a closure. */
import * as t from 'io-ts'
import { fieldNode, glance, typeAtGlance } from './glance.js'
import { leaf } from './leaf.js'
import { maybeAdded, slotsOf, structOf, type Field, type Node, type Part, type ShapeOf, type Struct } from './plan.js'
import { LOOPS, type Build, type Builders } from './builders.js'
import { finishOf } from './finish.js'
import { decodeFieldOf } from './replay.js'
import { ADDED, putSlot, setSlots } from './slots.js'
import { ask, FAIL, isFields, merge, placed, record, strip, type Fields, type Placed, type Run } from './run.js'
import {
  block,
  copy,
  items,
  type Block,
  type BlockField,
  type BlockRun,
  type CopyRun,
  type FieldRun,
  type Surroundings
} from './stamp.js'
import { blocks, copies, itemLoops } from './stamps.js'
import type { Memo } from './memo.js'

// -- copies of loops

// Each copy that the build made is given away once; when there are none left, nodes share.
const ownBlock = (): typeof block => blocks.pop() ?? block
const ownItems = (): typeof items => itemLoops.pop() ?? items
const ownCopy = (): typeof copy => copies.pop() ?? copy

const SURROUNDINGS: Surroundings = { FAIL, isArray: Array.isArray }
const NEVER = Symbol('NEVER')
const WIDTH = 8

const chunks = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / WIDTH) }, (_, i) => all.slice(i * WIDTH, (i + 1) * WIDTH))

// -- constructors

/** Builds the runs of a plan. */
export class Closures {
  private readonly runs: Array<Run | undefined> = []

  constructor(
    private readonly slow: (node: Node) => Run,
    private readonly memo: Memo,
    private readonly hidden: boolean
  ) {}

  readonly runOf = (node: Node): Run => {
    const known = this.runs[node.id]
    if (known !== undefined) return known
    // A recursive type leads back to a node that is being made: it is looked up when it runs.
    this.runs[node.id] = (value, context) => this.runs[node.id]!(value, context)
    return (this.runs[node.id] = this.make(node))
  }

  /** The run of a node, if it has been built. */
  readonly built = (node: Node): Run | undefined => this.runs[node.id]

  private readonly placed = (part: Part): Placed => placed(part, this.runOf(part.node))

  private make(node: Node): Run {
    const { shape } = node
    switch (shape.kind) {
      case 'opaque':
        return ask(shape.codec)
      case 'any':
      case 'is':
      case 'literal':
      case 'keyof':
        return leaf(shape)
      case 'refinement':
        return this.refinement(shape)
      case 'array':
        return this.array(node, shape)
      case 'tuple':
        return this.tuple(shape)
      case 'record':
        return record(this.placed(shape.domain), this.placed(shape.codomain), shape.arrays)
      case 'fields':
        return this.struct(node, structOf(node)!)
      case 'exact':
        return shape.struct === undefined ? this.exact(shape) : this.struct(node, shape.struct)
      case 'intersection':
        return shape.struct === undefined ? this.intersection(shape) : this.struct(node, shape.struct)
      case 'union':
        return this.memo.guard(node, this.union(shape))
      case 'tagged':
        return this.tagged(shape)
    }
  }

  private refinement({ of, predicate }: ShapeOf<'refinement'>): Run {
    const run = this.runOf(of)
    return (value, context) => {
      const result = run(value, context)
      return result === FAIL || predicate(result) ? result : FAIL
    }
  }

  private array(node: Node, { item }: ShapeOf<'array'>): Run {
    const type = typeAtGlance(glance(item.node))
    const run = this.runOf(item.node)
    const place = placed(item, run)
    return ownItems()(
      {
        type,
        run: item.node.context ? (value, context, i) => place(value, context, String(i)) : run,
        stop: (list, position) => this.memo.stop(node, list, position)
      },
      SURROUNDINGS
    )
  }

  private tuple({ items: parts }: ShapeOf<'tuple'>): Run {
    const runs = parts.map(this.placed)
    return (value, context) => {
      if (!Array.isArray(value)) return FAIL
      const before: ReadonlyArray<unknown> = value
      let after = before.length > runs.length ? before.slice(0, runs.length) : before
      for (let i = 0; i < runs.length; i++) {
        const item = before[i]
        const result = runs[i]!(item, context, String(i))
        if (result === FAIL) return FAIL
        if (result === item) continue
        if (after === before) after = before.slice()
        ;(after as Array<unknown>)[i] = result
      }
      return after
    }
  }

  private fieldRun(field: Field): FieldRun {
    const { key, optional, node, within } = field
    const place = this.placed(field)
    const at: FieldRun = !node.context
      ? this.runOf(fieldNode(node))
      : within === undefined
        ? (value, context) => place(value, context, key)
        : (value, context, o) => place(value, t.appendContext(context, within.key, within.codec, o), key)
    if (optional && node.onUndefined === 'unknown') {
      return (value, context, o) => {
        const result = at(value, context, o)
        return result === FAIL && value === undefined ? value : result
      }
    }
    if (optional || !maybeAdded(field)) return at
    return (value, context, o) => {
      const result = at(value, context, o)
      return result === undefined && value === undefined && !Object.hasOwn(o, key) ? ADDED : result
    }
  }

  private blockField(field: Field, slot: number): BlockField {
    const { key, node, optional } = field
    const names = glance(node)
    return {
      key,
      type: typeAtGlance(names),
      nothing: names.has('null') ? null : NEVER,
      absent: optional && node.onUndefined !== 'unknown' ? undefined : NEVER,
      run: this.fieldRun(field),
      slot
    }
  }

  private struct(node: Node, struct: Struct): Run {
    const { fields, known } = struct
    // What is read from `__proto__`, and where it is written, is io-ts's matter.
    if (fields.some((field) => field.key === '__proto__')) return this.slow(node)
    const { accepted, refused } = finishOf(struct, decodeFieldOf(this.runOf), this.builders, this.hidden)
    if (fields.length === 0) return (value, context) => (isFields(value) ? accepted(value, undefined, context) : FAIL)
    const slots = slotsOf(fields)
    const shared = { put: putSlot(struct), accepted, refused, always: known !== undefined }
    let next: BlockRun | undefined
    chunks(fields)
      .toReversed()
      .forEach((chunk, i, all) => {
        const read = chunk.map((field) => this.blockField(field, slots.indexOf(field)))
        const count = read.length
        while (read.length < WIDTH) read.push(read[0]!)
        const one: Block = {
          ...shared,
          next,
          fields: read,
          count,
          head: i === all.length - 1,
          position: (all.length - 1 - i) * WIDTH
        }
        next = ownBlock()(one, SURROUNDINGS)
      })
    return next as unknown as Run
  }

  private readonly builders: Builders = {
    copy: LOOPS.copy,
    pick: (keys, fields) => this.pick(keys, fields)
  }

  private pick(keys: ReadonlyArray<string>, fields: ReadonlyArray<Field>): Build {
    if (keys.length === 0) return LOOPS.pick(keys, fields)
    const template = Object.fromEntries(keys.map((key) => [key, null]))
    let next: CopyRun | undefined
    chunks(keys)
      .toReversed()
      .forEach((chunk, i, all) => {
        next = ownCopy()({
          count: chunk.length,
          keys: chunk,
          template: i === all.length - 1 ? template : undefined,
          next
        })
      })
    const head = next!
    return (o, slots) => setSlots(head(o, undefined), fields, slots)
  }

  private exact({ of, known }: ShapeOf<'exact'>): Run {
    const run = this.runOf(of)
    return (value, context) => {
      if (!isFields(value)) return FAIL
      const result = run(value, context)
      return result === FAIL ? FAIL : strip(result as Fields, known)
    }
  }

  private intersection({ members }: ShapeOf<'intersection'>): Run {
    const runs = members.map(this.placed)
    return (value, context) => {
      let results: Array<unknown> | undefined
      for (let i = 0; i < runs.length; i++) {
        const result = runs[i]!(value, context, String(i))
        if (result === FAIL) return FAIL
        if (results === undefined && result !== value) results = Array.from({ length: i }, () => value)
        results?.push(result)
      }
      return results === undefined ? value : merge(value, results)
    }
  }

  private union({ members }: ShapeOf<'union'>): Run {
    const texts = members.map(({ node: { shape } }) => (shape.kind === 'literal' ? shape.value : undefined))
    if (texts.every((text) => typeof text === 'string')) {
      const all = new Set<unknown>(texts)
      return (value) => (all.has(value) ? value : FAIL)
    }
    const runs = members.map(this.placed)
    return (value, context) => {
      for (let i = 0; i < runs.length; i++) {
        const result = runs[i]!(value, context, String(i))
        if (result !== FAIL) return result
      }
      return FAIL
    }
  }

  private tagged({ tag, groups, members }: ShapeOf<'tagged'>): Run {
    const runs = members.map(this.placed)
    const memberOf = new Map(groups.flatMap((group, i) => group.map((value) => [value, i] as const)))
    return (value, context) => {
      if (!isFields(value)) return FAIL
      const found = value[tag]
      const i = found === found ? memberOf.get(found) : undefined
      return i === undefined ? FAIL : runs[i]!(value, context, String(i))
    }
  }
}
