/** The stage that reads a response: text or bytes become a JSON value, other values are copied once as data. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { pathIn } from '../codec/lookup.js'
import { abandonWithin, adviceOn, copyAnswer, describeNotData, hidesProxy, isObject } from '../core/foreign/index.js'
import { type Issue, type Path, type ToolError, formatPath, schemaMismatch } from '../core/errors/index.js'
import { decodeUtf8, parseJsonText } from '../core/json/index.js'
import { byteLength, isProxy } from '#platform'

export interface Reading {
  /** The response as data, before the codec. */
  readonly raw: unknown
  /** The JSON text it was parsed from, if it was. */
  readonly text: string | undefined
  /** Whether some number of the text may have lost digits. */
  readonly hasUnsafe: boolean
  readonly bytes: number
  /** Where numbers of a value stand that JSON lacks; absent where there are none. */
  readonly notFinite?: ReadonlyArray<Path>
  /** A sentence for the developer of a value that was read as the JSON that is written of it. */
  readonly advice?: string
}

/** Whether a text says itself where it ends: `12` may be the beginning of `123`, and a text that of a longer one. */
export const marksItsEnd = ({ raw, text }: Reading): boolean =>
  typeof raw === 'string' ? /^\ufeff?\s*"/.test(text ?? '') : typeof raw !== 'number'

export interface UnreadableResponse {
  readonly error: ToolError
  /** The JSON text that could not be parsed, for salvage. */
  readonly text: string | undefined
  readonly bytes: number
  /** A sentence for the developer. */
  readonly advice?: string
}

export interface ReadOptions {
  readonly reads: 'json' | 'text'
  readonly maxBytes: number
  /** Declares the keys that an error may print: foreign ones are not shown. */
  readonly codec?: t.Decoder<unknown, unknown>
  /** The JSON that is read in place of a value that holds what is no data; it may throw. @default none */
  readonly asJson?: ((value: unknown) => string | undefined) | undefined
}

type ReadResult = E.Either<UnreadableResponse, Reading>

const unreadable = (error: ToolError, bytes: number, text?: string): ReadResult => E.left({ error, bytes, text })

const tooLarge = (bytes: number, maxBytes: number): ToolError =>
  schemaMismatch({ code: 'too_large', detail: `The response has ${bytes} bytes; at most ${maxBytes} are read.` })

const cutText = (bytes: number): ToolError =>
  schemaMismatch({ code: 'truncated_response', detail: `The response ends after ${bytes} bytes, inside a character.` })

const readText = (text: string, bytes: number, cutInsideCharacter: boolean, options: ReadOptions): ReadResult => {
  const { reads, maxBytes, codec = t.unknown } = options
  if (bytes > maxBytes) return unreadable(tooLarge(bytes, maxBytes), bytes)
  if (reads === 'text' && cutInsideCharacter) return unreadable(cutText(bytes), bytes, text)
  if (reads === 'text') return E.right({ raw: text, text: undefined, hasUnsafe: false, bytes })
  const parsed = parseJsonText(text, { bytes, cutInsideCharacter, pathText: (path) => pathIn(codec, path) })
  if (E.isLeft(parsed)) return unreadable(parsed.left, bytes, text)
  return E.right({ raw: parsed.right.value, text, hasUnsafe: parsed.right.hasUnsafe, bytes })
}

const readBytes = (bytes: Uint8Array, options: ReadOptions): ReadResult => {
  if (bytes.length > options.maxBytes) return unreadable(tooLarge(bytes.length, options.maxBytes), bytes.length)
  const decoded = decodeUtf8(bytes)
  if (E.isLeft(decoded)) return unreadable(decoded.left, bytes.length)
  return readText(decoded.right.text, bytes.length, decoded.right.cutInsideCharacter, options)
}

/** The JSON of a value. Programs pass bigints, and JSON has none: they are written as text. */
export const jsonOf = (value: unknown): string | undefined =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one))

/** A value as the JSON that is written of it; the value itself where none can be. */
export const writtenAsJson = (value: unknown, write: NonNullable<ReadOptions['asJson']> = jsonOf): unknown => {
  try {
    return JSON.parse(write(value) as string) as unknown
  } catch {
    return value
  }
}

const readValue = (value: unknown, options: ReadOptions): ReadResult => {
  const copy = copyAnswer(value, { isProxy, maxChars: options.maxBytes })
  if (E.isRight(copy)) {
    const { data, notFinite } = copy.right
    const reading = { raw: data, text: undefined, hasUnsafe: false, bytes: 0 }
    return E.right(notFinite.length === 0 ? reading : { ...reading, notFinite })
  }
  // A value that is too large is not written as JSON: that takes long, and is refused anyway.
  const { asJson } = options
  const written = copy.left.code === 'not_data' && asJson !== undefined ? writtenAsJson(value, asJson) : value
  if (written !== value) {
    const reading = read(written, { ...options, asJson: undefined })
    if (E.isLeft(reading)) return reading
    return E.right({
      ...reading.right,
      advice: `${adviceOn(copy.left)} It was judged as the JSON that is written of it.`
    })
  }
  abandonWithin(value, isProxy)
  return E.left({
    error: schemaMismatch({
      code: copy.left.code,
      detail: `The tool returned ${describeNotData(copy.left)}: that is not data.`
    }),
    text: undefined,
    bytes: 0,
    ...(copy.left.code === 'not_data' ? { advice: adviceOn(copy.left) } : {})
  })
}

// It accepts only a real view of bytes: an object may claim any prototype, and asking it may run code.
/** The bytes of an answer that is bytes. */
export const bytesOf = (answer: unknown): Uint8Array | undefined => {
  if (!isObject(answer) || hidesProxy(answer, isProxy)) return undefined
  if (ArrayBuffer.isView(answer)) return answer instanceof Uint8Array ? answer : undefined
  return Object.getPrototypeOf(answer) === ArrayBuffer.prototype ? bufferOf(answer) : undefined
}

const bufferOf = (answer: object): Uint8Array | undefined => {
  try {
    // Takes true buffers alone, and runs no code of theirs.
    return new Uint8Array(new DataView(answer as ArrayBuffer).buffer)
  } catch {
    return undefined
  }
}

/** Reads a tool's return value. Never throws, though bytes with their own `length`, and proxies, run code. */
export const read = (answer: unknown, options: ReadOptions): ReadResult => {
  try {
    if (typeof answer === 'string') return readText(answer, byteLength(answer), false, options)
    const bytes = bytesOf(answer)
    return bytes === undefined ? readValue(answer, options) : readBytes(bytes, options)
  } catch {
    return unreadable(
      schemaMismatch({ code: 'not_data', detail: 'The tool returned a value that cannot be read: that is not data.' }),
      0
    )
  }
}

// -- words

// JSON writes a date as text, and a codec of JSON reads one.
const onDate = ({ path }: Issue): string =>
  `The tool returned a Date at ${formatPath(path, () => true)}: return \`date.toISOString()\`, or give the codec a type of dates.`

/** A sentence for the developer whose tool returned what the codec refused. */
export const adviceOnRefused = ({ advice }: Reading, issues: ReadonlyArray<Issue>): string | undefined => {
  const date = issues.find(({ received }) => received === 'date')
  return issues.length === 0 ? undefined : (advice ?? (date && onDate(date)))
}
