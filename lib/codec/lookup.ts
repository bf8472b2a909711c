/** Finds the codec that reads a given place of a value. */
import * as t from 'io-ts'
import { type Path, formatPath } from '../core/errors/index.js'
import { alternativesOf, declaredKeys, inside, mayBeOpaque, type NamedCodec, type Visible } from './inspect.js'

// -- walking

const allInside = (codecs: ReadonlyArray<Visible>, key: string | number): ReadonlyArray<NamedCodec> => [
  ...new Set(codecs.flatMap((some) => inside(some, key) ?? []))
]

/** Every codec that may read the value at this path; none where an opaque codec is in the way. */
const codecsAt = (codec: NamedCodec, path: Path): ReadonlyArray<Visible> => {
  let codecs = alternativesOf(codec)
  for (const key of path) codecs = allInside(codecs, key).flatMap(alternativesOf)
  return codecs
}

/** Whether the codec declares a key at a path, or may. */
export const declaresAt = (codec: NamedCodec, path: Path, key: string): boolean => {
  const codecs = codecsAt(codec, path)
  return codecs.length === 0 || allInside(codecs, key).length > 0
}

/** The keys that a codec declares for the object at a path; none where it declares none, or hides them. */
export const keysAt = (codec: t.Decoder<unknown, unknown>, path: Path = []): ReadonlyArray<string> => [
  ...new Set(codecsAt(codec, path).flatMap((some) => declaredKeys(some) ?? []))
]

/** Whether a codec declares an object by its keys, if only by none. */
export const declaresKeys = (codec: t.Decoder<unknown, unknown>): boolean =>
  codecsAt(codec, []).some((some) => declaredKeys(some) !== undefined)

/** A path as text, in which every key that the codec declares is printed. */
export const pathIn = (codec: t.Decoder<unknown, unknown>, path: Path): string =>
  formatPath(path, (key, depth) => keysAt(codec, path.slice(0, depth)).includes(key))

/** The texts that a codec accepts at a path, where it accepts no others. */
export const membersAt = (codec: t.Decoder<unknown, unknown>, path: Path): ReadonlyArray<string> =>
  codecsAt(codec, path).flatMap((some) => {
    if (some._tag === 'KeyofType') return Object.keys(some.keys)
    return some._tag === 'LiteralType' && typeof some.value === 'string' ? [some.value] : []
  })

/** Where a codec declares arrays: at its root, or under the keys of its root. */
export const arraysIn = (codec: t.Decoder<unknown, unknown>): ReadonlyArray<Path> =>
  [[], ...keysAt(codec).map((key) => [key])].filter((path) =>
    codecsAt(codec, path).some(({ _tag }) => _tag === 'ArrayType' || _tag === 'ReadonlyArrayType')
  )

// -- the elements of an array

/** Reads the path of an array: `orders`, `data.items` or `$`; `undefined` for any other text. */
export const parseSalvagePath = (text: string): Path | undefined => {
  if (text === '$') return []
  const keys = text.split('.')
  return keys.every((key) => /^[^[\]]+$/.test(key)) ? keys : undefined
}

// A schema judges its value as a whole: what stands for its elements only shows them, and accepts nothing.
const acceptsNothing = ({ validate }: t.Mixed): boolean => validate === t.failure

/**
 * The codec of the elements of the array at a path; `undefined` where there is no such array, more than one codec
 * claims it, or none judges elements.
 */
export const elementCodecAt = (codec: t.Decoder<unknown, unknown>, path: Path): t.Mixed | undefined => {
  const elements = new Set<t.Mixed>()
  for (const some of codecsAt(codec, path)) {
    if (some._tag === 'ArrayType' || some._tag === 'ReadonlyArrayType') elements.add(some.type)
  }
  const [element] = elements
  return element === undefined || elements.size > 1 || acceptsNothing(element) ? undefined : element
}

// -- numbers

/** Whether an opaque codec may read the field at a path: what it makes of it, only the payload tells. */
export const isOpaqueAt = (codec: t.Decoder<unknown, unknown>, path: Path): boolean => {
  const key = path.at(-1)
  if (key === undefined) return mayBeOpaque(codec)
  return allInside(codecsAt(codec, path.slice(0, -1)), key).some(mayBeOpaque)
}

/** Whether the codec reads the field at a path as a number, as far as it declares it openly. */
export const readsNumber = (codec: t.Decoder<unknown, unknown>, path: Path): boolean =>
  codecsAt(codec, path).some(
    (some) => some._tag === 'NumberType' || (some._tag === 'LiteralType' && typeof some.value === 'number')
  )
