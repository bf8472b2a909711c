/** Writes a codec as io-ts source, as far as its parts are visible. */
import * as t from 'io-ts'
import { ClosedType } from '../../codec/closed.js'
import { boundsOf } from '../../codec/known-formats.js'
import { isIdentifier, oneLine, visible } from '../../core/errors/index.js'

// -- model

/** The layout of the source. `key` is the name of the codec's field. */
export interface SourceLayout {
  readonly maxDepth: number
  /** Writes the fields of an object, each as `key: codec`, with the braces around them. */
  readonly fields: (fields: ReadonlyArray<string>, of: t.Mixed, keys: ReadonlyArray<string>) => string
  /** Writes the parts of an intersection, with the brackets around them. */
  readonly parts: (parts: ReadonlyArray<string>) => string
  /** Writes an object by a name; `write` writes it in place. */
  readonly object: (codec: t.Mixed, key: string, write: () => string) => string
  /** Called with each name that the source imports from this library. */
  readonly imported: (name: string) => void
}

const MAX_FIELDS = 12

/** One line, no longer than a reader will read. */
const IN_ONE_LINE: SourceLayout = {
  maxDepth: 4,
  fields: (fields) => {
    const shown = fields.length > MAX_FIELDS ? [...fields.slice(0, MAX_FIELDS), '…'] : fields
    return `{ ${shown.join(', ')} }`
  },
  parts: (parts) => `[${parts.join(', ')}]`,
  object: (_codec, _key, write) => write(),
  imported: () => {}
}

// -- parts

/** Text as a literal. */
export const quotedText = (text: string): string =>
  `'${visible(JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'"))}'`

const keyText = (key: string): string => (isIdentifier(key) ? key : quotedText(key))

/** The key of one element of a list: `line_items` becomes `line_item`. */
const elementKey = (word: string): string => {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ss|us|is)$/.test(word) || word.length < 4) return word
  return /(?:s|x|z|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.replace(/s$/, '')
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  NullType: 't.null',
  UndefinedType: 't.undefined',
  VoidType: 't.void',
  StringType: 't.string',
  NumberType: 't.number',
  BigIntType: 't.bigint',
  BooleanType: 't.boolean',
  FunctionType: 't.Function',
  NeverType: 't.never',
  AnyArrayType: 't.UnknownArray',
  AnyDictionaryType: 't.UnknownRecord',
  UnknownType: 't.unknown',
  AnyType: 't.any'
}

// A named codec is written as its name: the author defines it elsewhere.
const nameOf = (codec: t.Mixed): string | undefined => {
  if (codec.name === 'Int') return 't.Int'
  if (codec.name === 'ISO datetime') return 'IsoDateTime'
  if (codec.name === 'empty array') return 't.refinement(t.UnknownArray, (items) => items.length === 0)'
  const bounds = boundsOf(codec.name)
  if (bounds !== undefined) return `integerBetween(${bounds.min}, ${bounds.max})`
  return isIdentifier(codec.name) ? codec.name : undefined
}

const isObject = (codec: t.Mixed): boolean =>
  codec instanceof t.InterfaceType ||
  codec instanceof t.PartialType ||
  (codec instanceof t.IntersectionType && (codec.types as ReadonlyArray<t.Mixed>).every(isObject))

// -- writing

class SourceWriter {
  constructor(readonly layout: SourceLayout) {}

  write(codec: t.Mixed, key: string, depth: number): string {
    const primitive = PRIMITIVES['_tag' in codec ? String(codec._tag) : '']
    if (primitive !== undefined) return primitive
    const name = nameOf(codec)
    if (name !== undefined) {
      this.layout.imported(name)
      return name
    }
    if (depth > this.layout.maxDepth) return '…'
    const inPlace = (): string => this.#inPlace(codec, key, depth)
    return isObject(codec) ? this.layout.object(codec, key, inPlace) : inPlace()
  }

  #inPlace(codec: t.Mixed, key: string, depth: number): string {
    const inner = (part: unknown, partKey = key): string => this.write(part as t.Mixed, partKey, depth + 1)
    const wrapped = (part: unknown): string => this.write(part as t.Mixed, key, depth)
    const list = (parts: unknown): string => (parts as ReadonlyArray<unknown>).map((part) => inner(part)).join(', ')
    if (codec instanceof ClosedType) return `closed(${wrapped(codec.type)})`
    if (codec instanceof t.ExactType) return `t.exact(${wrapped(codec.type)})`
    if (codec instanceof t.ReadonlyType) return `t.readonly(${wrapped(codec.type)})`
    if (codec instanceof t.InterfaceType) return `t.type(${this.#props(codec, codec.props as t.Props, depth)})`
    if (codec instanceof t.PartialType) return `t.partial(${this.#props(codec, codec.props as t.Props, depth)})`
    if (codec instanceof t.ArrayType) return `t.array(${inner(codec.type, elementKey(key))})`
    if (codec instanceof t.ReadonlyArrayType) return `t.readonlyArray(${inner(codec.type, elementKey(key))})`
    if (codec instanceof t.DictionaryType)
      return `t.record(${inner(codec.domain)}, ${inner(codec.codomain, elementKey(key))})`
    if (codec instanceof t.TupleType) return `t.tuple([${list(codec.types)}])`
    if (codec instanceof t.UnionType) return `t.union([${list(codec.types)}])`
    if (codec instanceof t.IntersectionType)
      return `t.intersection(${this.layout.parts((codec.types as ReadonlyArray<t.Mixed>).map((part) => this.#part(part, key, depth)))})`
    if (codec instanceof t.LiteralType)
      return `t.literal(${typeof codec.value === 'string' ? quotedText(codec.value) : String(codec.value)})`
    if (codec instanceof t.KeyofType)
      return `t.keyof({ ${Object.keys(codec.keys as object)
        .map((member) => `${keyText(member)}: null`)
        .join(', ')} })`
    return `/* ${oneLine(codec.name, 60).replaceAll('*/', '* /')} */`
  }

  // The parts of an object do not get names of their own.
  #part(codec: t.Mixed, key: string, depth: number): string {
    return isObject(codec) ? this.#inPlace(codec, key, depth + 1) : this.write(codec, key, depth + 1)
  }

  #props(codec: t.Mixed, props: t.Props, depth: number): string {
    const keys = Object.keys(props)
    const fields = keys.map((key) => `${keyText(key)}: ${this.write(props[key] as t.Mixed, key, depth + 1)}`)
    return this.layout.fields(fields, codec, keys)
  }
}

/** Writes a codec as source. Named codecs are written as their names, opaque ones as comments. */
export const codecSource = (codec: t.Mixed, layout: SourceLayout = IN_ONE_LINE, key = ''): string =>
  new SourceWriter(layout).write(codec, key, 0)
