/** The part of a value that its codec declares: nothing else in it counts for whoever goes by the codec. */
import { asFields, isFields, isObject, isPlainObject } from '../core/foreign/index.js'
import { declaredKeys, unwrap, type NamedCodec, type Visible } from './inspect.js'

// Deeper values are no arguments.
const MAX_DEPTH = 20

// Of each declared key the codecs that declare it; undefined where the codec is open by design, or opaque.
const propsOf = (base: Visible | undefined, depth = 0): ReadonlyMap<string, ReadonlyArray<NamedCodec>> | undefined => {
  if (base?._tag === 'InterfaceType' || base?._tag === 'StrictType' || base?._tag === 'PartialType')
    return new Map(Object.entries(base.props).map(([key, codec]) => [key, [codec]]))
  if (base?._tag === 'DictionaryType') {
    const { codomain } = base
    const keys = declaredKeys(base)
    return keys === undefined ? undefined : new Map(keys.map((key) => [key, [codomain]]))
  }
  // A recursion may be a member of itself.
  if ((base?._tag !== 'IntersectionType' && base?._tag !== 'UnionType') || depth > MAX_DEPTH) return undefined
  const all = new Map<string, Array<NamedCodec>>()
  for (const member of base.types) {
    const props = propsOf(unwrap(member).base, depth + 1)
    if (props === undefined) {
      // A member that reads no objects declares nothing of them, and leaves nothing open.
      if (base._tag === 'UnionType' && readsNoObjects(unwrap(member).base)) continue
      return undefined
    }
    for (const [key, codecs] of props) all.set(key, [...(all.get(key) ?? []), ...codecs])
  }
  return all
}

const PLAIN: ReadonlySet<string> = new Set<Visible['_tag']>([
  'NullType',
  'UndefinedType',
  'VoidType',
  'StringType',
  'NumberType',
  'BooleanType',
  'LiteralType',
  'KeyofType',
  'ArrayType',
  'ReadonlyArrayType',
  'TupleType'
])

const readsNoObjects = (base: Visible | undefined): boolean => base !== undefined && PLAIN.has(base._tag)

/** The codec of each element, where the codec of the array tells. */
const elementsOf = (base: Visible | undefined): ((index: number) => NamedCodec) | undefined => {
  if (base?._tag === 'ArrayType' || base?._tag === 'ReadonlyArrayType') return () => base.type
  const { types = [] } = base?._tag === 'TupleType' ? base : {}
  const last = types.at(-1)
  // A longer array than its tuple is refused.
  return last === undefined ? undefined : (index) => types[index] ?? last
}

// A record is open in its keys alone: each of its values has a codec.
const valuesOf = (base: Visible | undefined): NamedCodec | undefined =>
  base?._tag === 'DictionaryType' && declaredKeys(base) === undefined ? base.codomain : undefined

const partOf = (codec: NamedCodec, value: unknown, depth: number): unknown => {
  if (!isObject(value) || depth > MAX_DEPTH) return value
  const { base } = unwrap(codec)
  if (Array.isArray(value)) {
    const codecOf = elementsOf(base)
    if (codecOf === undefined) return value
    const parts = value.map((element, i) => partOf(codecOf(i), element, depth + 1))
    return parts.every((part, i) => part === value[i]) ? value : parts
  }
  if (!isFields(value) || !isPlainObject(value)) return value
  const open = valuesOf(base)
  const props = open === undefined ? propsOf(base) : undefined
  if (open === undefined && props === undefined) return value
  const fields = asFields(value)
  const keys = Object.keys(fields)
  const part = Object.fromEntries(
    keys
      .filter((key) => props === undefined || props.has(key))
      .map((key) => {
        const codecs = open === undefined ? (props?.get(key) ?? []) : [open]
        // Where several declare it, what one of them drops another may read.
        return [key, codecs.length === 1 ? partOf(codecs[0] as NamedCodec, fields[key], depth + 1) : fields[key]]
      })
  )
  return Object.keys(part).length === keys.length && keys.every((key) => part[key] === fields[key]) ? value : part
}

/** The same value where the codec declares all of it, or is open: a record, `t.unknown`, a foreign codec. */
export const declaredPart = (codec: NamedCodec, value: unknown): unknown => partOf(codec, value, 0)
