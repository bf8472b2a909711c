/**
 * Writes the nodes of a codec as functions, and generates them. Nothing foreign is ever part of the text but through
 * `JSON.stringify`: keys and texts enter as string literals, everything else as a numbered constant.
 */
import * as t from 'io-ts'
import { FAIL, type AnyDecoder, type Memo, type Run } from './run.js'

// -- code

/** Makes a function of a text. */
export const functionOf = (
  names: ReadonlyArray<string>,
  body: string
): ((...values: ReadonlyArray<unknown>) => unknown) =>
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
  new Function(...names, `"use strict";\n${body}`) as (...values: ReadonlyArray<unknown>) => unknown

let allowed: boolean | undefined

/** Whether this process may generate code: a content security policy or a flag may forbid it. Tried once. */
export const mayGenerate = (): boolean => {
  if (allowed === undefined) {
    try {
      allowed = functionOf([], 'return true')() === true
    } catch {
      allowed = false
    }
  }
  return allowed
}

// -- model

/** The part of a node that is written. */
interface Written {
  readonly id: number
  readonly same: boolean
  readonly nan: boolean
  readonly context: boolean
  /** The condition under which a node accepts that changes nothing. */
  readonly condition?: (v: string, writer: Writer) => string
  /** The function body of any other: from `v` and its context `c` to a value or `FAIL`. */
  readonly body?: (writer: Writer) => string
}

interface WrittenPart {
  readonly codec: AnyDecoder
  readonly node: Written
  readonly key: string
}

/** A text as a literal. */
export const stringLiteral = (text: string): string => JSON.stringify(text)

/** Whether `v` is no object that has fields. */
export const NOT_FIELDS = 'typeof v !== "object" || v === null || isArray(v)'

// -- constructors

/** Writes conditions for nodes that change nothing, and one function for each other node. */
export class Writer {
  /** The functions by the numbers of their nodes. */
  readonly functions = new Map<number, string>()
  /** The values that the text refers to by number. */
  readonly constants: Array<unknown> = []
  private readonly names = new Map<unknown, string>()

  constructor(
    readonly memo: Memo,
    /** Whether values come from `JSON.parse` or `copyData`, so that their objects hide nothing. */
    readonly data: boolean
  ) {}

  /** The name of a constant. */
  constant(value: unknown): string {
    const known = this.names.get(value)
    if (known !== undefined) return known
    const name = `d${this.constants.push(value) - 1}`
    // A map does not tell 0 from -0, and a literal is given back with its own sign.
    if (value !== 0) this.names.set(value, name)
    return name
  }

  /** The name of a node's function, which is written when it is first asked for. */
  functionOf(node: Written): string {
    const name = `n${node.id}`
    if (!this.functions.has(node.id)) {
      this.functions.set(node.id, '')
      const body = node.same ? `return ${this.condition(node, 'v')} ? v : FAIL;` : node.body!(this)
      this.functions.set(node.id, `function ${name}(v, c) {\n${body}\n}`)
    }
    return name
  }

  condition(node: Written, v: string): string {
    return node.condition!(v, this)
  }

  /** The call of a part's function, with its place only if it needs to know. `key` and `context` are expressions. */
  call(part: WrittenPart, v: string, key = stringLiteral(part.key), context = 'c'): string {
    const name = this.functionOf(part.node)
    return part.node.context ? `${name}(${v}, ${this.enter(context, part, v, key)})` : `${name}(${v})`
  }

  /** The context of a part. */
  enter(context: string, part: WrittenPart, v: string, key = stringLiteral(part.key)): string {
    return `enter(${context}, ${key}, ${this.constant(part.codec)}, ${v})`
  }

  /**
   * Decodes `x`, refuses, or does `changed` with the result in `r` if that is another one. NaN is another one to io-ts, since it
   * differs from itself.
   */
  item(part: WrittenPart, changed: string, key = stringLiteral(part.key), refuse = 'return FAIL;'): string {
    const { node } = part
    if (!node.same)
      return `r = ${this.call(part, 'x', key)};\nif (r !== x) { if (r === FAIL) { ${refuse} } ${changed} }`
    const nan = node.nan ? `\nif (x !== x) { r = x; ${changed} }` : ''
    return `if (!(${this.condition(node, 'x')})) { ${refuse} }${nan}`
  }
}

/** Generates the functions of a node and of all beneath it, by their numbers; a node that lies inside the text of others has none. */
export const generate = (root: Written, memo: Memo, data: boolean): ReadonlyArray<Run | undefined> => {
  const writer = new Writer(memo, data)
  writer.functionOf(root)
  const ids = [...writer.functions.keys()]
  const body = [
    'const { isArray } = Array, { hasOwn } = Object;',
    `const [${writer.constants.map((_, i) => `d${i}`).join(', ')}] = values;`,
    ...writer.functions.values(),
    `return [${ids.map((id) => `n${id}`).join(', ')}];`
  ].join('\n')
  const made = functionOf(['FAIL', 'enter', 'values'], body)(
    FAIL,
    t.appendContext,
    writer.constants
  ) as ReadonlyArray<Run>
  const runs: Array<Run | undefined> = []
  for (const [i, id] of ids.entries()) runs[id] = made[i]
  return runs
}
