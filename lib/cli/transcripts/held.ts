/** Finds the transcripts that a JSON value holds, and puts others in their place. */
import { isFields, type Fields } from '../../core/foreign/fields.js'
import { detectFormat, type HistoryFormat } from '../../history/formats.js'

// -- model

export type Messages = ReadonlyArray<unknown>

export interface Transcript {
  readonly format: HistoryFormat
  readonly messages: Messages
}

/** What a value holds: one transcript or many. */
export interface Held {
  readonly transcripts: ReadonlyArray<Transcript>
  /** The value with these messages in the place of its own, one list a transcript. */
  readonly rebuild: (mended: ReadonlyArray<Messages>) => unknown
}

/** A message that stands alone. */
export interface Lone {
  readonly message: Fields
}

// -- finding

/** Where requests keep their messages: in chat APIs, and in the Responses API. */
export const FIELDS = ['messages', 'input'] as const

const isMessage = (value: unknown): value is Fields =>
  isFields(value) && (typeof value.role === 'string' || typeof value.type === 'string')

/** A list of messages. An empty one has no format of its own, and needs none. */
export const holdMessages = (messages: Messages, forced: HistoryFormat | undefined): Held | undefined => {
  if (!messages.every(isFields)) return undefined
  const format = forced ?? (messages.length === 0 ? 'openai' : detectFormat(messages))
  return format === undefined ? undefined : { transcripts: [{ format, messages }], rebuild: ([mended]) => mended }
}

const holdObject = (value: Fields, format: HistoryFormat | undefined): Held | undefined => {
  const field = FIELDS.find((name) => Array.isArray(value[name]))
  if (field === undefined) return undefined
  const held = holdMessages(value[field] as Messages, format)
  return held === undefined ? undefined : { ...held, rebuild: ([mended]) => ({ ...value, [field]: mended }) }
}

const holdOne = (value: unknown, format: HistoryFormat | undefined): Held | undefined =>
  Array.isArray(value) ? holdMessages(value, format) : isFields(value) ? holdObject(value, format) : undefined

const holdMany = (values: Messages, format: HistoryFormat | undefined): Held | undefined => {
  const all: Array<Held> = []
  for (const value of values) {
    const held = isMessage(value) ? undefined : holdOne(value, format)
    if (held === undefined) return undefined
    all.push(held)
  }
  return {
    transcripts: all.flatMap(({ transcripts }) => transcripts),
    rebuild: (mended) => all.map(({ rebuild }, at) => rebuild(mended.slice(at, at + 1)))
  }
}

/** Finds what a value is: a list of messages, an object with one, a list of these, or a message that stands alone. `undefined` where it is none of them. */
export const findHeld = (value: unknown, format: HistoryFormat | undefined): Held | Lone | undefined => {
  const many = Array.isArray(value) && value.length > 0 ? holdMany(value, format) : undefined
  return many ?? holdOne(value, format) ?? (isMessage(value) ? { message: value } : undefined)
}

export const isHeld = (found: Held | Lone): found is Held => 'transcripts' in found
