/** Reads bytes as text, and text as a JSON value that is safe for a codec. */
import * as E from 'fp-ts/lib/Either.js'
import type { CopyLimits } from './foreign/copy-data.js'
import { diagnoseJson, type DiagnoseOptions } from './json-diagnose.js'
import { afterMark } from './json-tokens.js'
import { walkJson } from './json-walk.js'
import { formatOfBytes, isUtf16 } from './other-formats.js'
import { count } from './text.js'
import { schemaMismatch, type ToolError } from './tool-error.js'

// -- model

export interface ParseOptions extends DiagnoseOptions {
  readonly limits?: Partial<CopyLimits>
}

export interface ParsedJson {
  /** Plain data without own `__proto__` keys. */
  readonly value: unknown
  /** Whether some number is infinite or beyond ±(2^53−1): only then is the text worth a search for unsafe integers. */
  readonly hasUnsafe: boolean
}

export interface DecodedText {
  /** Without the byte order mark, and without the character that was cut. */
  readonly text: string
  /** Whether the bytes end inside a character: a cut, however whole the text looks. */
  readonly cutInsideCharacter: boolean
}

// -- text to value

/** Parses a response, or says why it is not JSON. A byte order mark before it is fine. */
export const parseJsonText = (text: string, options: ParseOptions): E.Either<ToolError, ParsedJson> => {
  const { bytes, cutInsideCharacter = false, limits = {} } = options
  const body = afterMark(text) === 0 ? text : text.slice(1)
  const parsed = cutInsideCharacter ? undefined : parse(body)
  if (parsed === undefined)
    return E.left(!cutInsideCharacter && body.trim() === '' ? emptyBody(bytes) : diagnoseJson(text, options))
  const walked = walkJson(parsed.value, limits)
  return E.isLeft(walked) ? walked : E.right({ value: parsed.value, hasUnsafe: walked.right.hasUnsafe })
}

const parse = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** The data of a JSON text; any other value unchanged. */
export const dataOf = (text: unknown): unknown =>
  typeof text === 'string' ? (parse(text) ?? { value: text }).value : text

const emptyBody = (bytes: number): ToolError =>
  schemaMismatch({
    code: 'empty_body',
    detail: bytes === 0 ? 'The answer is empty.' : `The answer holds nothing but white space (${count(bytes, 'byte')}).`
  })

// -- bytes to text

/** Decodes UTF-8 and nothing else. Bytes that end inside a character are cut, any other fault means that they are no text. */
export const decodeUtf8 = (bytes: Uint8Array): E.Either<ToolError, DecodedText> => {
  if (isUtf16(bytes)) return E.left(notText(bytes))
  const whole = decode(bytes, false)
  if (whole !== undefined) return E.right({ text: whole, cutInsideCharacter: false })
  // A stream waits for the rest of a character at the end.
  const begun = decode(bytes, true)
  return begun === undefined ? E.left(notText(bytes)) : E.right({ text: begun, cutInsideCharacter: true })
}

const decode = (bytes: Uint8Array, stream: boolean): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream })
  } catch {
    return undefined
  }
}

const notText = (bytes: Uint8Array): ToolError => {
  const format = formatOfBytes(bytes)
  return schemaMismatch({
    code: 'not_text',
    detail: `The answer (${count(bytes.length, 'byte')}) is ${format === undefined ? '' : `${format}, `}not UTF-8 text.`
  })
}
