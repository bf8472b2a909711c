/** Writes a codec as the io-ts source that it may have been made of, as far as it can be seen into. */
import * as t from 'io-ts'
import { ClosedType } from '../../codec/closed.js'
import { boundsOf } from '../../codec/known-formats.js'
import { isIdentifier } from '../../core/issue.js'
import { oneLine, visible } from '../../core/text.js'

const MAX_DEPTH = 4
const MAX_MEMBERS = 12

const keyText = (key: string): string => (isIdentifier(key) ? key : visible(JSON.stringify(key)))

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

const props = (fields: t.Props, depth: number): string => {
  const entries = Object.entries(fields)
  const shown = entries.slice(0, MAX_MEMBERS).map(([key, codec]) => `${keyText(key)}: ${write(codec, depth + 1)}`)
  return `{ ${[...shown, ...(entries.length > MAX_MEMBERS ? ['…'] : [])].join(', ')} }`
}

const list = (codecs: ReadonlyArray<t.Mixed>, depth: number): string =>
  `[${codecs.map((codec) => write(codec, depth + 1)).join(', ')}]`

const ofKeys = (keys: ReadonlyArray<string>): string =>
  `t.keyof({ ${keys.map((key) => `${keyText(key)}: null`).join(', ')} })`

// What is named is called by its name: its definition stands elsewhere, and is the author's own.
const nameOf = (codec: t.Mixed): string | undefined => {
  if (codec.name === 'Int') return 't.Int'
  if (codec.name === 'ISO datetime') return 'IsoDateTime'
  if (codec.name === 'empty array') return 't.refinement(t.UnknownArray, (items) => items.length === 0)'
  const bounds = boundsOf(codec.name)
  if (bounds !== undefined) return `integerBetween(${bounds.min}, ${bounds.max})`
  return isIdentifier(codec.name) ? codec.name : undefined
}

const write = (codec: t.Mixed, depth: number): string => {
  const tag = '_tag' in codec ? String(codec._tag) : ''
  const primitive = PRIMITIVES[tag]
  if (primitive !== undefined) return primitive
  const name = nameOf(codec)
  if (name !== undefined) return name
  if (depth > MAX_DEPTH) return '…'
  if (codec instanceof ClosedType) return `closed(${write(codec.type as t.Mixed, depth)})`
  if (codec instanceof t.ExactType) return `t.exact(${write(codec.type as t.Mixed, depth)})`
  if (codec instanceof t.ReadonlyType) return `t.readonly(${write(codec.type as t.Mixed, depth)})`
  if (codec instanceof t.InterfaceType) return `t.type(${props(codec.props as t.Props, depth)})`
  if (codec instanceof t.PartialType) return `t.partial(${props(codec.props as t.Props, depth)})`
  if (codec instanceof t.ArrayType) return `t.array(${write(codec.type as t.Mixed, depth + 1)})`
  if (codec instanceof t.ReadonlyArrayType) return `t.readonlyArray(${write(codec.type as t.Mixed, depth + 1)})`
  if (codec instanceof t.DictionaryType)
    return `t.record(${write(codec.domain as t.Mixed, depth + 1)}, ${write(codec.codomain as t.Mixed, depth + 1)})`
  if (codec instanceof t.TupleType) return `t.tuple(${list(codec.types as ReadonlyArray<t.Mixed>, depth)})`
  if (codec instanceof t.UnionType) return `t.union(${list(codec.types as ReadonlyArray<t.Mixed>, depth)})`
  if (codec instanceof t.IntersectionType)
    return `t.intersection(${list(codec.types as ReadonlyArray<t.Mixed>, depth)})`
  if (codec instanceof t.LiteralType) return `t.literal(${visible(JSON.stringify(codec.value))})`
  if (codec instanceof t.KeyofType) return ofKeys(Object.keys(codec.keys as object))
  return `/* ${oneLine(codec.name, 60).replaceAll('*/', '* /')} */`
}

/** A codec as source, in one line. What has a name of its own is called by it; what cannot be seen into is a comment. */
export const codecText = (codec: t.Mixed): string => write(codec, 0)
