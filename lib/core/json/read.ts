/** Reads bytes as text, and text as a JSON value that is safe for a codec. */
import * as E from 'fp-ts/lib/Either.js'
import { DEFAULT_LIMITS, type CopyLimits } from '../foreign/copy-data.js'
import { isObject } from '../foreign/fields.js'
import { diagnoseJson, type DiagnoseOptions } from './diagnose.js'
import { scanJson } from './scan.js'
import { BYTE_ORDER_MARK } from './tokens.js'
import { formatOfBytes, isUtf16 } from './other-formats.js'
import { count } from '../errors/text.js'
import { schemaMismatch, type SchemaMismatch, type ToolError } from '../errors/tool-error.js'

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

// -- the one walk over parsed data before anything recursive sees them: their depth, size, numbers and `__proto__` keys

export interface WalkResult {
  /** Whether some number is infinite or beyond ±(2^53−1), so that the text may hold digits that the number lost. */
  readonly hasUnsafe: boolean
}

type Container = Array<unknown> | Record<string, unknown>

// The findings of the current walk: walks are synchronous and run no other code. One object serves all of them, because
// an engine drops code optimized for a shape when a collection finds no object of it.
const found = { hasUnsafe: false, isTooDeep: false }

// These two count values as they return. Recursion takes two thirds of the time of a loop with its own stack, and its
// depth is bounded.
const visit = (value: unknown, depth: number, maxDepth: number): number => {
  // First, since most values are texts.
  if (typeof value === 'string') return 1
  if (typeof value === 'number') {
    if (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER) found.hasUnsafe = true
    return 1
  }
  // Not `isObject`: a function call for each value is a fifth of the walk.
  if (typeof value !== 'object' || value === null) return 1
  if (depth < maxDepth) return 1 + enter(value as Container, depth + 1, maxDepth)
  found.isTooDeep = true
  return 1
}

const enter = (container: Container, depth: number, maxDepth: number): number => {
  let values = 0
  if (Array.isArray(container)) {
    for (let i = 0; i < container.length; i++) values += visit(container[i], depth, maxDepth)
    return values
  }
  // Takes half the time of `Object.keys`; results of JSON.parse inherit nothing enumerable.
  for (const key in container) {
    // Comparing prototypes is free; searching the text for the key first cost more than the whole walk.
    if (key === '__proto__') Reflect.deleteProperty(container, key)
    else values += visit(container[key], depth, maxDepth)
  }
  return values
}

/**
 * Removes own `__proto__` keys and refuses data that are too deep or hold too many values. Only for results of
 * `JSON.parse`: it runs on every response and relies on a tree of plain data. It counts on beside what is too deep,
 * because depth wins over size.
 */
export const walkJson = (
  root: unknown,
  { maxDepth = DEFAULT_LIMITS.maxDepth, maxValues = DEFAULT_LIMITS.maxValues }: Partial<CopyLimits>
): E.Either<SchemaMismatch, WalkResult> => {
  found.hasUnsafe = false
  found.isTooDeep = false
  const values = visit(root, 0, maxDepth)
  const { hasUnsafe, isTooDeep } = found
  if (isTooDeep) return E.left(tooDeep(maxDepth))
  return values > maxValues ? E.left(tooLarge(maxValues)) : E.right({ hasUnsafe })
}

const tooDeep = (maxDepth: number): SchemaMismatch =>
  schemaMismatch({ code: 'too_deep', detail: `The response is nested more than ${maxDepth} levels deep.` })

const tooLarge = (maxValues: number): SchemaMismatch =>
  schemaMismatch({ code: 'too_large', detail: `The response holds more than ${maxValues} values.` })

// -- text to value

/** Parses a response, or returns the reason why it is not JSON. A leading byte order mark is accepted. */
export const parseJsonText = (text: string, options: ParseOptions): E.Either<ToolError, ParsedJson> => {
  const { bytes, cutInsideCharacter = false, limits = {} } = options
  const body = text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text
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

// Most texts are no JSON, and a parser that throws takes far longer than a look at both ends.
const mayBeJson = (text: string): boolean =>
  /^\s*(?:[[{"\d-]|true|false|null)/.test(text) && /[\]}"\del]/.test(text.trimEnd().slice(-1))

/** The data of a JSON text; any other value unchanged. */
export const dataOf = (text: unknown): unknown =>
  typeof text === 'string' && mayBeJson(text) ? (parse(text) ?? { value: text }).value : text

// Each may be read to the end of the text.
const MAX_BEGINNINGS = 20
const BEGINNING = /[[{](?=\s{0,80}["[{\]}])/g

/** The objects and lists of JSON within a text: `HTTP 404: {"error":…}`, lines of a log. */
export const dataIn = (text: string): ReadonlyArray<object> => {
  const all: Array<object> = []
  let end = 0
  let tries = 0
  for (const { index } of text.matchAll(BEGINNING)) {
    if (index < end) continue
    if (++tries > MAX_BEGINNINGS) break
    const scan = scanJson(text, index)
    if (scan.kind !== 'whole' && scan.kind !== 'after_root') continue
    end = scan.kind === 'whole' ? text.length : scan.position
    const data = parse(text.slice(index, end))?.value
    if (isObject(data)) all.push(data)
  }
  return all
}

/** The data of a JSON text, however often it was written as JSON; words stay as they are. */
export const innermostOf = (value: unknown): unknown => {
  let inner = value
  // Each of them is shorter than the one before.
  while (typeof inner === 'string' && /^\s*["[{]/.test(inner)) {
    const next = dataOf(inner)
    if (next === inner) return inner
    inner = next
  }
  return inner
}

const emptyBody = (bytes: number): ToolError =>
  schemaMismatch({
    code: 'empty_body',
    detail:
      bytes === 0 ? 'The response is empty.' : `The response holds nothing but white space (${count(bytes, 'byte')}).`
  })

// -- bytes to text

/** Decodes strict UTF-8. Bytes that end inside a character are cut; any other fault means that they are not text. */
export const decodeUtf8 = (bytes: Uint8Array): E.Either<ToolError, DecodedText> => {
  if (isUtf16(bytes)) return E.left(notText(bytes))
  const whole = decode(bytes, false)
  if (whole !== undefined) return E.right({ text: whole, cutInsideCharacter: false })
  // Streaming mode accepts an incomplete character at the end.
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
    detail: `The response (${count(bytes.length, 'byte')}) is ${format === undefined ? '' : `${format}, `}not UTF-8 text.`
  })
}
