/**
 * Arbitrary JSON texts that know, from how they were written, what every cut of them is inside of: an oracle that reads
 * nothing.
 */
import * as fc from 'fast-check'
import type { Path } from '#core/errors'
import type { OpenToken } from '#core/json'

// -- model

export type Node =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'literal'; readonly text: 'true' | 'false' | 'null' }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'array'; readonly items: ReadonlyArray<Node> }
  | { readonly kind: 'object'; readonly fields: ReadonlyArray<readonly [string, Node]> }

/** Where a text stands after one of its characters. */
export interface Inside {
  readonly path: Path
  readonly open: OpenToken
}

export interface Written {
  readonly root: Node
  readonly text: string
  /** `inside[n]` belongs to the first `n` characters; nothing where they are whole. */
  readonly inside: ReadonlyArray<Inside | undefined>
  /** Every value, in the order of their ends. */
  readonly values: ReadonlyArray<{
    readonly path: Path
    readonly node: Node
    readonly start: number
    readonly end: number
  }>
}

/** How a text is written: white space and escapes, taken in turn. */
export interface Manner {
  readonly spaces: ReadonlyArray<string>
  readonly escapes: ReadonlyArray<boolean>
}

// -- constructors

const escaped = (value: string): string =>
  `"${[...Array(value.length).keys()].map((i) => `\\u${value.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')}"`

/** Writes a document, and after each character what a cut there would be inside of. */
export const write = (root: Node, { spaces, escapes }: Manner): Written => {
  let text = ''
  let turn = 0
  const inside: Array<Inside | undefined> = [{ path: [], open: 'value' }]
  const values: Array<Written['values'][number]> = []

  const put = (part: string, after: Inside | undefined): void => {
    text += part
    for (let i = 0; i < part.length; i++) inside.push(after)
  }
  const space = (after: Inside | undefined): void => put(spaces[turn++ % spaces.length] ?? '', after)
  const token = (part: string, within: Inside, after: Inside | undefined): void => {
    put(part.slice(0, -1), within)
    put(part.slice(-1), after)
    space(after)
  }
  const string = (value: string): string =>
    escapes[turn++ % escapes.length] === true ? escaped(value) : JSON.stringify(value)

  const value = (node: Node, path: Path, after: Inside | undefined): void => {
    const start = text.length
    switch (node.kind) {
      case 'string':
        put(string(node.value), { path, open: 'string' })
        break
      case 'literal':
        put(node.text, { path, open: 'literal' })
        break
      case 'number':
        put(node.text, { path, open: 'number' })
        break
      case 'array':
        array(node.items, path)
        break
      case 'object':
        object(node.fields, path)
    }
    values.push({ path, node, start, end: text.length })
    // In a container more digits may be missing; as the root a number that ends the text is whole.
    if (node.kind !== 'number' || path.length === 0) inside[text.length] = after
    space(after)
  }
  const array = (items: ReadonlyArray<Node>, path: Path): void => {
    token('[', { path, open: 'array' }, { path, open: 'array' })
    for (const [i, item] of items.entries()) {
      if (i > 0) token(',', { path, open: 'array' }, { path: [...path, i], open: 'value' })
      value(item, [...path, i], { path, open: 'array' })
    }
    put(']', undefined)
  }
  const object = (fields: ReadonlyArray<readonly [string, Node]>, path: Path): void => {
    const here: Inside = { path, open: 'object' }
    token('{', here, here)
    for (const [i, [key, field]] of fields.entries()) {
      if (i > 0) token(',', here, here)
      token(string(key), { path, open: 'key' }, { path: [...path, key], open: 'colon' })
      token(':', { path: [...path, key], open: 'colon' }, { path: [...path, key], open: 'value' })
      value(field, [...path, key], here)
    }
    put('}', undefined)
  }

  space({ path: [], open: 'value' })
  value(root, [], undefined)
  return { root, text, inside, values }
}

/** The value that a document means, without its `__proto__` keys. */
export const meaning = (node: Node): unknown => {
  switch (node.kind) {
    case 'string':
      return node.value
    case 'number':
    case 'literal':
      return JSON.parse(node.text)
    case 'array':
      return node.items.map(meaning)
    case 'object':
      return Object.fromEntries(
        node.fields.filter(([key]) => key !== '__proto__').map(([key, field]) => [key, meaning(field)])
      )
  }
}

// -- arbitraries

const digits = fc.stringMatching(/^(?:0|[1-9]\d{0,18})$/)
const numberText = fc.oneof(
  fc.tuple(fc.constantFrom('', '-'), digits).map((parts) => parts.join('')),
  fc
    .tuple(
      fc.constantFrom('', '-'),
      digits,
      fc.constantFrom('', '.5', '.025', '.0'),
      fc.constantFrom('', 'e2', 'E-7', 'e+20', 'e400', 'E0')
    )
    .map((parts) => parts.join('')),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => JSON.stringify(n))
)
const word = fc.oneof(
  fc.constantFrom('orders', 'id', 'total', '__proto__', 'a b', '', '__proto', 'constructor'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 3 })
)

const { node } = fc.letrec<{ node: Node; leaf: Node; array: Node; object: Node }>((tie) => ({
  leaf: fc.oneof(
    numberText.map((text): Node => ({ kind: 'number', text })),
    fc
      .constantFrom('true' as const, 'false' as const, 'null' as const)
      .map((text): Node => ({ kind: 'literal', text })),
    word.map((value): Node => ({ kind: 'string', value }))
  ),
  array: fc.array(tie('node'), { maxLength: 4 }).map((items): Node => ({ kind: 'array', items })),
  object: fc
    .uniqueArray(fc.tuple(word, tie('node')), { maxLength: 4, selector: ([key]) => key })
    .map((fields): Node => ({ kind: 'object', fields })),
  node: fc.oneof({ maxDepth: 5, depthSize: 'medium' }, tie('leaf'), tie('array'), tie('object'))
}))

const manner: fc.Arbitrary<Manner> = fc.record({
  spaces: fc.oneof(
    fc.constant(['']),
    fc.array(fc.constantFrom('', '', ' ', '\n', '\r\n\t'), { minLength: 1, maxLength: 7 })
  ),
  escapes: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 })
})

/** Any JSON document, written in any manner. */
export const writtenDocument = (): fc.Arbitrary<Written> =>
  fc.tuple(node, manner).map(([root, how]) => write(root, how))
