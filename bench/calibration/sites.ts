/** Where in a tool's answers something can be put that its codec does not take: found in the draft of a codec. */
import * as t from 'io-ts'
import { closed, integerBetween, IsoDateTime, SafeInteger } from '../../lib/index.js'
import type { Draft, DraftField } from '../../lib/traffic/infer/draft.js'

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

const kindOf = (draft: Draft): SiteKind => {
  switch (draft.kind) {
    case 'text':
    case 'integer':
    case 'enumeration':
    case 'object':
    case 'array':
      return draft.kind
    default:
      return 'other'
  }
}

const inFields = (fields: ReadonlyArray<DraftField>, path: ReadonlyArray<string>): ReadonlyArray<Site> =>
  fields.flatMap(({ key, draft, count, of }): ReadonlyArray<Site> => {
    const at = [...path, key]
    const own: Site = {
      path: at,
      key,
      kind: kindOf(draft),
      members: draft.kind === 'enumeration' ? draft.members : [],
      size: draft.kind === 'object' ? draft.fields.length : 0
    }
    return count === of ? [own, ...sitesOf(draft, at)] : []
  })

/** Every required field, of required objects and of the elements of required arrays. */
export const sitesOf = (draft: Draft, path: ReadonlyArray<string> = []): ReadonlyArray<Site> => {
  switch (draft.kind) {
    case 'object':
      return inFields(draft.fields, path)
    case 'array':
      return sitesOf(draft.element, [...path, '[]'])
    default:
      return []
  }
}

// -- codecs

/** What makes a codec stricter than its traffic at some places. */
export type Stricter = ReadonlyMap<
  string,
  | { readonly kind: 'range'; readonly min: number; readonly max: number }
  | { readonly kind: 'nonempty' }
  | { readonly kind: 'closed' }
>

const object = (fields: ReadonlyArray<DraftField>, path: ReadonlyArray<string>, stricter: Stricter): t.Mixed => {
  const props = (some: ReadonlyArray<DraftField>): t.Props =>
    Object.fromEntries(some.map(({ key, draft }) => [key, codecOf(draft, stricter, [...path, key])]))
  const required = props(fields.filter(({ count, of }) => count === of))
  const optional = props(fields.filter(({ count, of }) => count < of))
  return Object.keys(optional).length === 0 ? t.type(required) : t.intersection([t.type(required), t.partial(optional)])
}

/** The codec of a draft, stricter where it is said. */
export const codecOf = (draft: Draft, stricter: Stricter, path: ReadonlyArray<string> = []): t.Mixed => {
  const also = stricter.get(nameOf(path))
  switch (draft.kind) {
    case 'boolean':
      return t.boolean
    case 'number':
      return t.number
    case 'null':
      return t.null
    case 'unknown':
      return t.unknown
    case 'integer':
      return also?.kind === 'range' ? integerBetween(also.min, also.max) : SafeInteger
    case 'text':
      return draft.form === 'date and time' ? IsoDateTime : t.string
    case 'enumeration':
      return t.keyof(Object.fromEntries(draft.members.map((member) => [member, null])))
    case 'record':
      return t.record(t.string, codecOf(draft.element, stricter, [...path, '*']))
    case 'union':
      return t.union(draft.members.map((member) => codecOf(member, stricter, path)) as [t.Mixed, t.Mixed])
    case 'array': {
      const array = t.array(codecOf(draft.element, stricter, [...path, '[]']))
      return also?.kind === 'nonempty'
        ? t.refinement(array, (items) => items.length > 0, 'at least one element')
        : array
    }
    case 'object': {
      const open = object(draft.fields, path, stricter)
      return also?.kind === 'closed' ? closed(open) : open
    }
  }
}
