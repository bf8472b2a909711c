/** Where in a tool's answers something can be put that its codec does not take: found in a drafted codec. */
import * as t from 'io-ts'
import { closed, integerBetween, IsoDateTime, SafeInteger } from '../../lib/index.js'
import { propsOf } from '../../lib/codec/inspect.js'

// -- model

export type SiteKind = 'text' | 'integer' | 'enumeration' | 'object' | 'array' | 'other'

/** A required field. */
export interface Site {
  /** Keys from the root; `[]` is any element. */
  readonly path: ReadonlyArray<string>
  readonly key: string
  readonly kind: SiteKind
  readonly members: ReadonlyArray<string>
  /** Fields that an object has. */
  readonly size: number
}

export const nameOf = (path: ReadonlyArray<string>): string => path.join('.')

// -- finding

const isText = (codec: t.Mixed): boolean => codec instanceof t.StringType || codec.name === IsoDateTime.name

const kindOf = (codec: t.Mixed): SiteKind => {
  if (isText(codec)) return 'text'
  if (codec === SafeInteger) return 'integer'
  if (codec instanceof t.KeyofType) return 'enumeration'
  if (codec instanceof t.ArrayType) return 'array'
  return propsOf(codec) === undefined ? 'other' : 'object'
}

const requiredOf = (codec: t.Mixed): t.Props => {
  const whole = codec instanceof t.IntersectionType ? (codec.types as ReadonlyArray<t.Mixed>)[0] : codec
  return whole instanceof t.InterfaceType ? (whole.props as t.Props) : {}
}

/** Every required field, of required objects and of the elements of required arrays. */
export const sitesOf = (codec: t.Mixed, path: ReadonlyArray<string> = []): ReadonlyArray<Site> => {
  if (codec instanceof t.ArrayType) return sitesOf(codec.type as t.Mixed, [...path, '[]'])
  return Object.entries(requiredOf(codec)).flatMap(([key, field]) => {
    const at = [...path, key]
    const own: Site = {
      path: at,
      key,
      kind: kindOf(field),
      members: field instanceof t.KeyofType ? Object.keys(field.keys as object) : [],
      size: Object.keys(propsOf(field) ?? {}).length
    }
    return [own, ...sitesOf(field, at)]
  })
}

// -- codecs

/** What makes a codec stricter than its traffic at some places. */
export type Stricter = ReadonlyMap<
  string,
  | { readonly kind: 'range'; readonly min: number; readonly max: number }
  | { readonly kind: 'nonempty' }
  | { readonly kind: 'closed' }
>

const whole = ([first, second]: ReadonlyArray<t.Mixed>): t.Mixed =>
  first === undefined || second === undefined ? (first ?? t.unknown) : t.intersection([first, second])

/** A drafted codec, stricter where it is said. */
export const codecOf = (codec: t.Mixed, stricter: Stricter, path: ReadonlyArray<string> = []): t.Mixed => {
  const also = stricter.get(nameOf(path))
  const props = (some: t.Props): t.Props =>
    Object.fromEntries(Object.entries(some).map(([key, field]) => [key, codecOf(field, stricter, [...path, key])]))
  if (codec === SafeInteger && also?.kind === 'range') return integerBetween(also.min, also.max)
  if (codec instanceof t.DictionaryType)
    return t.record(t.string, codecOf(codec.codomain as t.Mixed, stricter, [...path, '*']))
  if (codec instanceof t.UnionType)
    return t.union(
      (codec.types as ReadonlyArray<t.Mixed>).map((member) => codecOf(member, stricter, path)) as [t.Mixed, t.Mixed]
    )
  if (codec instanceof t.ArrayType) {
    const array = t.array(codecOf(codec.type as t.Mixed, stricter, [...path, '[]']))
    return also?.kind === 'nonempty' ? t.refinement(array, (items) => items.length > 0, 'at least one element') : array
  }
  if (propsOf(codec) === undefined) return codec
  const parts = codec instanceof t.IntersectionType ? (codec.types as ReadonlyArray<t.Mixed>) : [codec]
  const open = whole(
    parts.map((part) =>
      part instanceof t.PartialType ? t.partial(props(part.props as t.Props)) : t.type(props(propsOf(part) ?? {}))
    )
  )
  return also?.kind === 'closed' ? closed(open) : open
}
