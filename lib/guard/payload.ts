/** From a reading to the payload: what the codec takes of JSON, and which text is the payload itself. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { schemaMismatch, type ToolError } from '../core/tool-error.js'
import { decode, type RefusedPayload } from './decode.js'
import type { Reading, Unreadable } from './read.js'

interface Codecs<A> {
  readonly codec: t.Decoder<unknown, A>
  readonly decoder: t.Decoder<unknown, A>
}

/** Stands for an answer of which the protocol says that it has no body. */
export const NO_CONTENT: Reading = { raw: null, text: undefined, hasUnsafe: false, bytes: 0 }

const refusedNothing = (): RefusedPayload => ({
  error: schemaMismatch({
    code: 'empty_body',
    detail: 'The service answered that there is no content, and the codec does not take null.'
  }),
  issues: []
})

const isScalar = (raw: unknown): boolean => typeof raw === 'number' || typeof raw === 'boolean'

/** The payload of a reading. A scalar that the codec refuses as a value, and takes as a text, is a text. */
export const decoded = <A>(codecs: Codecs<A>, reading: Reading): E.Either<RefusedPayload, A> => {
  const payload = decode(codecs.codec, codecs.decoder, reading)
  if (E.isRight(payload) || payload.left.error.code !== 'schema_violation') return payload
  if (reading === NO_CONTENT) return E.left(refusedNothing())
  // `42` may be a text that looks like a number.
  const text = isScalar(reading.raw) ? asPlain(reading) : undefined
  const taken = text === undefined ? payload : decode(codecs.codec, codecs.decoder, text)
  return E.isRight(taken) ? taken : payload
}

// -- text that is the payload

const UNFINISHED: ReadonlySet<string> = new Set([
  'truncated_response',
  'html_response',
  'too_large',
  'too_deep',
  'not_text'
])

/** Whether a text that is no JSON may be the answer itself: no page, no fence, nothing that begins as an object or an array, and nothing that was cut. */
export const isPlain = (text: string, { code }: ToolError): boolean =>
  !UNFINISHED.has(code) && !/^\ufeff?\s*(?:[[{]|```|~~~)/.test(text)

const asPlain = ({
  text,
  bytes
}: {
  readonly text: string | undefined
  readonly bytes: number
}): Reading | undefined => (text === undefined ? undefined : { raw: text, text: undefined, hasUnsafe: false, bytes })

/** The reading of a text that is no JSON where the codec takes it as it came. */
export const readAsText = <A>(codecs: Codecs<A>, unreadable: Unreadable): Reading | undefined => {
  const { text, error } = unreadable
  const reading = text !== undefined && isPlain(text, error) ? asPlain(unreadable) : undefined
  return reading !== undefined && E.isRight(decode(codecs.codec, codecs.decoder, reading)) ? reading : undefined
}
