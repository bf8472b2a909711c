/**
 * Writes the source text of a plan. Nothing foreign is ever part of the text but through `JSON.stringify`: keys and
 * texts enter as string literals, everything else as a numbered constant.
 */
import { TYPE_OF } from './leaf.js'
import type { Memo } from './memo.js'
import {
  maybeAdded,
  slotsOf,
  structOf,
  type AnyDecoder,
  type Field,
  type Node,
  type Part,
  type ShapeOf,
  type Struct
} from './plan.js'
import type { Finish } from './finish.js'
import type { Run } from './run.js'
import type { PutSlot } from './slots.js'

// -- model

/** What nodes need beside their text. */
export interface Helpers {
  readonly finish: (struct: Struct) => Finish
  readonly put: (struct: Struct) => PutSlot
  readonly slow: (node: Node) => Run
  readonly memo: Memo
}

/** A key, or any text, as a literal. */
const quote = (text: string): string => JSON.stringify(text)

const NOT_FIELDS = 'typeof v !== "object" || v === null || isArray(v)'

// -- constructors

/** Values that the text refers to by number. */
export class Constants {
  readonly values: Array<unknown> = []
  private readonly names = new Map<unknown, string>()

  of(value: unknown): string {
    const known = this.names.get(value)
    if (known !== undefined) return known
    const name = `d${this.values.push(value) - 1}`
    // A map takes 0 and -0 for one, and a literal is given back with its own sign.
    if (value !== 0) this.names.set(value, name)
    return name
  }
}

/** The name of a node's function. */
export const nameOf = (node: Node): string => `n${node.id}`

/** Writes conditions for nodes that change nothing, and one function for each other node. */
export class Writer {
  /** What declares the functions of nodes. */
  readonly declarations = new Map<Node, string>()

  constructor(
    private readonly constants: Constants,
    private readonly helpers: Helpers
  ) {}

  /** The name of a node's function, which is written when it is first asked for. */
  functionOf(node: Node): string {
    const name = nameOf(node)
    if (!this.declarations.has(node)) {
      this.declarations.set(node, '')
      this.declarations.set(node, this.declaration(node, name))
    }
    return name
  }

  private declaration(node: Node, name: string): string {
    const { shape } = node
    switch (shape.kind) {
      case 'opaque':
        return `const ${name} = ask(${this.constants.of(shape.codec)});`
      case 'record':
        return `const ${name} = record(${this.placed(shape.domain)}, ${this.placed(shape.codomain)}, ${shape.arrays});`
      default:
        return `function ${name}(v, c) {\n${this.body(node)}\n}`
    }
  }

  private placed(part: Part): string {
    return `(v, c, k) => ${this.call(part, 'v', 'k')}`
  }

  /** The condition under which a node that changes nothing accepts. */
  condition(node: Node, v: string): string {
    const { shape } = node
    switch (shape.kind) {
      case 'any':
        return 'true'
      case 'is':
        return this.primitive(shape, v)
      case 'literal':
        return `${v} === ${this.literal(shape.value)}`
      case 'keyof':
        return `(typeof ${v} === "string" && hasOwn(${this.constants.of(shape.keys)}, ${v}))`
      case 'refinement':
        return `(${this.condition(shape.of, v)} && ${this.constants.of(shape.predicate)}(${v}))`
      case 'intersection':
        return `(${shape.members.map((member) => this.condition(member.node, v)).join(' && ')})`
      case 'union':
        return this.alternatives(shape, v)
      default:
        throw new Error(`no condition for ${shape.kind}`)
    }
  }

  private primitive({ type }: ShapeOf<'is'>, v: string): string {
    const name = TYPE_OF[type]
    if (name !== undefined) return `typeof ${v} === "${name}"`
    switch (type) {
      case 'null':
        return `${v} === null`
      case 'array':
        return `isArray(${v})`
      case 'object':
        return `(typeof ${v} === "object" && ${v} !== null)`
      case 'dictionary':
        return `(typeof ${v} === "object" && ${v} !== null && !isArray(${v}))`
      default:
        return 'false'
    }
  }

  private literal(value: unknown): string {
    return typeof value === 'string' || typeof value === 'boolean' ? JSON.stringify(value) : this.constants.of(value)
  }

  private alternatives({ members }: ShapeOf<'union'>, v: string): string {
    const texts = members.map(({ node: { shape } }) => (shape.kind === 'literal' ? shape.value : undefined))
    if (texts.length > 8 && texts.every((text) => typeof text === 'string'))
      return `${this.constants.of(new Set(texts))}.has(${v})`
    return `(${members.map((member) => this.condition(member.node, v)).join(' || ')})`
  }

  /** The call of a part's function; it is told where it stands only if it needs to know. `key` and `context` are expressions. */
  private call({ codec, node }: Part, v: string, key: string, context = 'c'): string {
    const name = this.functionOf(node)
    return node.context ? `${name}(${v}, ${this.enter(context, key, codec, v)})` : `${name}(${v})`
  }

  private enter(context: string, key: string, codec: AnyDecoder, v: string): string {
    return `enter(${context}, ${key}, ${this.constants.of(codec)}, ${v})`
  }

  private callField(field: Field): string {
    const { key, within } = field
    return this.call(
      field,
      'x',
      quote(key),
      within === undefined ? 'c' : this.enter('c', quote(within.key), within.codec, 'v')
    )
  }

  private body(node: Node): string {
    const { shape } = node
    if (node.same) return `return ${this.condition(node, 'v')} ? v : FAIL;`
    switch (shape.kind) {
      case 'refinement':
        return `const r = ${this.functionOf(shape.of)}(v, c);\nreturn r !== FAIL && ${this.constants.of(shape.predicate)}(r) ? r : FAIL;`
      case 'literal':
        return `return v === ${this.literal(shape.value)} ? ${this.literal(shape.value)} : FAIL;`
      case 'array':
        return this.array(node, shape)
      case 'tuple':
        return this.tuple(shape)
      case 'fields':
        return this.struct(node, structOf(node)!)
      case 'exact':
        return shape.struct === undefined ? this.exact(shape) : this.struct(node, shape.struct)
      case 'intersection':
        return shape.struct === undefined ? this.intersection(shape) : this.struct(node, shape.struct)
      case 'union':
        return this.union(node, shape)
      case 'tagged':
        return this.tagged(shape)
      default:
        throw new Error(`no body for ${shape.kind}`)
    }
  }

  // Decodes `x`, and runs `changed` with the result in `r` if it is another one.
  private item(node: Node, call: () => string, changed: string, refuse = 'return FAIL;'): string {
    if (!node.same) return `r = ${call()};\nif (r !== x) { if (r === FAIL) { ${refuse} } ${changed} }`
    const nan = node.nan ? `\nif (x !== x) { r = x; ${changed} }` : ''
    return `if (!(${this.condition(node, 'x')})) { ${refuse} }${nan}`
  }

  private array(node: Node, { item }: ShapeOf<'array'>): string {
    const stop = `return ${this.constants.of(this.helpers.memo)}.stop(${this.constants.of(node)}, v, i);`
    return `if (!isArray(v)) return FAIL;
let a = v, r;
for (let i = 0, n = v.length; i < n; i++) {
const x = v[i];
${this.item(item.node, () => this.call(item, 'x', 'String(i)'), 'if (a === v) a = v.slice(); a[i] = r;', stop)}
}
return a;`
  }

  private tuple({ items }: ShapeOf<'tuple'>): string {
    const each = items.map(
      (item, i) =>
        `x = v[${i}];\n${this.item(item.node, () => this.call(item, 'x', `"${i}"`), `if (a === v) a = v.slice(); a[${i}] = r;`)}`
    )
    return `if (!isArray(v)) return FAIL;
let a = v.length > ${items.length} ? v.slice(0, ${items.length}) : v, x, r;
${each.join('\n')}
return a;`
  }

  private struct(node: Node, struct: Struct): string {
    const { fields, known } = struct
    if (fields.some((field) => field.key === '__proto__'))
      return `return ${this.constants.of(this.helpers.slow(node))}(v, c);`
    const put = this.constants.of(this.helpers.put(struct))
    const { accepted, refused } = this.helpers.finish(struct)
    const slots = slotsOf(fields)
    const doubt = this.constants.of(refused)
    const each = fields.map((field, i) =>
      this.field(
        field,
        `s = ${put}(s, ${slots.indexOf(field)}, `,
        `return s === undefined ? FAIL : ${doubt}(v, s, c, ${i});`
      )
    )
    return `if (${NOT_FIELDS}) return FAIL;
let x, r, s;
${each.join('\n')}
return ${known === undefined ? 's === undefined ? v : ' : ''}${this.constants.of(accepted)}(v, s, c);`
  }

  private field(field: Field, put: string, refuse: string): string {
    const { key, node, optional } = field
    const name = quote(key)
    const read = `x = v[${name}];`
    if (optional && node.onUndefined === 'unknown') return `${read}\n${this.unsure(field, put, refuse)}`
    const added =
      !optional && maybeAdded(field)
        ? `if (x === undefined && r === undefined && !hasOwn(v, ${name})) ${put}ADDED, x);`
        : ''
    const decode = `${node.same && added !== '' ? 'r = undefined;\n' : ''}${this.item(node, () => this.callField(field), `${put}r, x);`, refuse)}\n${added}`
    return optional ? `${read}\nif (x !== undefined) {\n${decode}\n}` : `${read}\n${decode}`
  }

  // User code says what becomes of a missing optional field; refusing it is no error.
  private unsure(field: Field, put: string, refuse: string): string {
    const { node } = field
    if (node.same)
      return `if (!(${this.condition(node, 'x')}) && x !== undefined) { ${refuse} }\nif (x !== x) ${put}x, x);`
    return `r = ${this.callField(field)};
if (r !== x) { if (r !== FAIL) ${put}r, x); else if (x !== undefined) { ${refuse} } }`
  }

  private exact({ of, known }: ShapeOf<'exact'>): string {
    return `if (${NOT_FIELDS}) return FAIL;
const r = ${this.functionOf(of)}(v, c);
return r === FAIL ? FAIL : strip(r, ${this.constants.of(known)});`
  }

  private intersection({ members }: ShapeOf<'intersection'>): string {
    const each = members.map(
      (member, i) => `const r${i} = ${this.call(member, 'v', `"${i}"`)};\nif (r${i} === FAIL) return FAIL;`
    )
    const same = members.map((_, i) => `r${i} === v`)
    return `${each.join('\n')}\nreturn ${same.join(' && ')} ? v : merge(v, [${members.map((_, i) => `r${i}`).join(', ')}]);`
  }

  private union(node: Node, { members }: ShapeOf<'union'>): string {
    const at = this.helpers.memo.place(node)
    const memo = at === undefined ? undefined : this.constants.of(this.helpers.memo)
    const each = members.map((member, i) =>
      member.node.same
        ? `if (${this.condition(member.node, 'v')}) return v;`
        : `r = ${this.call(member, 'v', `"${i}"`)};\nif (r !== FAIL) return r;`
    )
    return `let r;
${memo === undefined ? '' : `if (${memo}.wasRefused(${at}, v, ${node.context})) return FAIL;`}
${each.join('\n')}
return ${memo === undefined ? 'FAIL' : `${memo}.refuse(${at}, v)`};`
  }

  private tagged({ tag, groups, members }: ShapeOf<'tagged'>): string {
    const cases = groups.map(
      (group, i) =>
        `${group.map((value) => `case ${this.literal(value)}:`).join(' ')} return ${this.call(members[i]!, 'v', `"${i}"`)};`
    )
    return `if (${NOT_FIELDS}) return FAIL;\nswitch (v[${quote(tag)}]) {\n${cases.join('\n')}\n}\nreturn FAIL;`
  }
}
