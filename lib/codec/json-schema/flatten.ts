/** Classifies an intersection of object codecs as the one object that it describes. */
import type * as t from 'io-ts'
import { ClosedType } from '../closed.js'
import { declaredKeys, type NamedCodec, type Visible, type Wrapper } from '../inspect.js'

export interface FlatField {
  /** All that read the field. */
  readonly codecs: ReadonlyArray<t.Mixed>
  /** Those of them that ask for it to be there, unless they take `undefined`. */
  readonly asked: ReadonlyArray<t.Mixed>
}

/** The fields of an object, by their keys. */
export type Flat = ReadonlyMap<string, FlatField>

const ofProps = (props: t.Props, optional: boolean): Flat =>
  new Map(Object.entries(props).map(([key, codec]) => [key, { codecs: [codec], asked: optional ? [] : [codec] }]))

/** One object with the fields of all of these. */
export const merge = (flats: ReadonlyArray<Flat>): Flat => {
  const fields = new Map<string, FlatField>()
  for (const [key, field] of flats.flatMap((flat) => [...flat])) {
    const before = fields.get(key) ?? { codecs: [], asked: [] }
    fields.set(key, {
      codecs: [...new Set([...before.codecs, ...field.codecs])],
      asked: [...before.asked, ...field.asked]
    })
  }
  return fields
}

const record = (codec: t.DictionaryType<t.Mixed, t.Mixed>): Flat | undefined => {
  const keys = declaredKeys(codec)
  return keys === undefined ? undefined : ofProps(Object.fromEntries(keys.map((key) => [key, codec.codomain])), false)
}

/** The object that a codec describes, if it is one and nothing else is asked of it. */
export const flatten = (codec: NamedCodec): Flat | undefined => {
  if (codec instanceof ClosedType) return undefined
  const found = codec as Visible | Wrapper | { readonly _tag?: undefined }
  switch (found._tag) {
    case 'InterfaceType':
    case 'StrictType':
      return ofProps(found.props, false)
    case 'PartialType':
      return ofProps(found.props, true)
    case 'DictionaryType':
      return record(found)
    case 'ExactType':
    case 'ReadonlyType':
      return flatten(found.type)
    case 'IntersectionType': {
      const members = found.types.map(flatten)
      return members.every((member) => member !== undefined) ? merge(members) : undefined
    }
    default:
      return undefined
  }
}
