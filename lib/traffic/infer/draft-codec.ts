/** Makes the codec of a draft, to try it before it is written down. */
import * as t from 'io-ts'
import { IsoDateTime, SafeInteger } from '../../codec/formats.js'
import { byPresence, type Draft, type DraftField } from './draft.js'

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
