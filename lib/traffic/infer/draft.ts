/** A first codec, decided by what was seen: as data, so that it can be written down and tried alike. */
import * as t from 'io-ts'
import { IsoDateTime, SafeInteger } from '../../codec/formats.js'
import type { ShapeStats, TextForm } from './seen.js'

// -- model

export interface DraftField {
  readonly key: string
  readonly draft: Draft
  /** In how many of how many objects it was there. */
  readonly count: number
  readonly of: number
}

export type Draft =
  | { readonly kind: 'unknown' | 'boolean' | 'number' | 'integer' | 'null' }
  | { readonly kind: 'text'; readonly form: TextForm | undefined }
  | { readonly kind: 'enumeration'; readonly members: ReadonlyArray<string> }
  | { readonly kind: 'array'; readonly element: Draft }
  | { readonly kind: 'record'; readonly element: Draft }
  | { readonly kind: 'object'; readonly fields: ReadonlyArray<DraftField> }
  | { readonly kind: 'union'; readonly members: ReadonlyArray<Draft> }

/** The fields that every object had, and those that some had not. */
export const byPresence = (fields: ReadonlyArray<DraftField>) => ({
  required: fields.filter(({ count, of }) => count === of),
  optional: fields.filter(({ count, of }) => count < of)
})

// -- deciding

/** So many texts, and each of their values so often, before a set of values is taken to be all of them. */
const ENUMERATION = { texts: 30, each: 3, members: 12 }
const MEMBER = /^[A-Za-z][\w .:/-]{0,39}$/

const ofTexts = (texts: NonNullable<ShapeStats['texts']>): Draft => {
  const { form } = texts
  if (form !== undefined) return { kind: 'text', form }
  const values = texts.values.entries
  // By Good and Turing, what was seen once tells how much was not seen at all: a closed set has no value that is rare.
  const isClosed =
    texts.count >= ENUMERATION.texts &&
    texts.values.others === 0 &&
    values.length >= 2 &&
    values.length <= ENUMERATION.members &&
    values.every(({ name, count }) => count >= ENUMERATION.each && MEMBER.test(name))
  return isClosed
    ? { kind: 'enumeration', members: values.map(({ name }) => name).sort() }
    : { kind: 'text', form: undefined }
}

const ofObjects = (objects: NonNullable<ShapeStats['objects']>): Draft => {
  const { fields, data, count } = objects
  if (data.count > 0 && fields.length === 0) return { kind: 'record', element: draftOf(data) }
  return {
    kind: 'object',
    fields: fields.map(([key, seen]) => ({ key, draft: draftOf(seen), count: seen.count, of: count }))
  }
}

/** Decides on a codec for what was seen: as strict as the evidence, and no stricter. */
export const draftOf = (seen: ShapeStats): Draft => {
  const { texts, numbers, arrays, objects, booleans, nulls, others, unseen } = seen
  if (others > 0 || unseen > 0) return { kind: 'unknown' }
  const members: Array<Draft> = []
  if (booleans > 0) members.push({ kind: 'boolean' })
  if (numbers !== undefined) members.push({ kind: numbers.integers === numbers.count ? 'integer' : 'number' })
  if (texts !== undefined) members.push(ofTexts(texts))
  if (arrays !== undefined) members.push({ kind: 'array', element: draftOf(arrays.element) })
  if (objects !== undefined) members.push(ofObjects(objects))
  // Where nothing but null came, what else may come is not known.
  if (members.length === 0) return { kind: 'unknown' }
  if (nulls > 0) members.push({ kind: 'null' })
  const [only] = members
  return members.length === 1 && only !== undefined ? only : { kind: 'union', members }
}

// -- the codec

const props = (fields: ReadonlyArray<DraftField>): t.Props =>
  Object.fromEntries(fields.map(({ key, draft }) => [key, draftCodec(draft)]))

const object = (fields: ReadonlyArray<DraftField>): t.Mixed => {
  const { required, optional } = byPresence(fields)
  if (optional.length === 0) return t.type(props(required))
  if (required.length === 0) return t.partial(props(optional))
  return t.intersection([t.type(props(required)), t.partial(props(optional))])
}

/** The codec of a draft: what `draftText` writes. */
export const draftCodec = (draft: Draft): t.Mixed => {
  switch (draft.kind) {
    case 'unknown':
      return t.unknown
    case 'null':
      return t.null
    case 'boolean':
      return t.boolean
    case 'number':
      return t.number
    case 'integer':
      return SafeInteger
    case 'text':
      return draft.form === 'date and time' ? IsoDateTime : t.string
    case 'enumeration':
      return t.keyof(Object.fromEntries(draft.members.map((member) => [member, null])))
    case 'array':
      return t.array(draftCodec(draft.element))
    case 'record':
      return t.record(t.string, draftCodec(draft.element))
    case 'object':
      return object(draft.fields)
    case 'union':
      return t.union(draft.members.map(draftCodec) as [t.Mixed, t.Mixed])
  }
}
