/** Reads one JSON text, a line or a document of many lines, and of a broken one what stands whole before the break. */
import * as E from 'fp-ts/lib/Either.js'
import { decodeUtf8, parseJsonText } from '../../core/json-read.js'
import { scanJson } from '../../core/json-scan.js'
import { wholeElements } from '../../core/salvage.js'
import { MESSAGE_FIELDS } from '../../history/repair-history.js'
import type { NotHeldReason } from './find-transcripts.js'
import type { TextLine } from './lines.js'

// -- model

/** Why a line could not be read, or not to its end. */
export type TextFault = 'cut' | 'not_json' | 'not_text' | 'too_deep' | 'too_large' | 'torn_gzip' | NotHeldReason

export interface TextReading {
  readonly text: string
  /** What there is of it; `undefined` where nothing is. */
  readonly value: unknown
  /** Whether some number is lost on JavaScript, so that a copy would round it. */
  readonly rounds: boolean
  readonly fault?: TextFault
}

// -- one text

// A long conversation in one document holds more values than any answer of a tool.
const LIMITS = { maxValues: 50_000_000 }

const FAULTS: Readonly<Record<string, TextFault>> = {
  truncated_response: 'cut',
  too_deep: 'too_deep',
  too_large: 'too_large'
}

// The messages before the break, in a bare list or in an object.
const salvage = (text: string): unknown => {
  const list = wholeElements(text, [], LIMITS)
  if (list !== undefined) return list.length === 0 ? undefined : list
  for (const field of MESSAGE_FIELDS) {
    const inside = wholeElements(text, [field], LIMITS)
    if (inside !== undefined && inside.length > 0) return { [field]: inside }
  }
  return undefined
}

export const readText = ({ bytes, fault }: TextLine): TextReading => {
  const decoded = decodeUtf8(bytes)
  if (E.isLeft(decoded)) return { text: '', value: undefined, rounds: false, fault: fault ?? 'not_text' }
  const { text, cutInsideCharacter } = decoded.right
  const parsed = parseJsonText(text, { bytes: bytes.length, cutInsideCharacter, limits: LIMITS })
  if (E.isLeft(parsed))
    return { text, value: salvage(text), rounds: false, fault: fault ?? FAULTS[parsed.left.code] ?? 'not_json' }
  return { text, value: parsed.right.value, rounds: parsed.right.hasUnsafe, ...(fault === undefined ? {} : { fault }) }
}

/** The line of a broken text at which it breaks, from 1 on. */
export const lineOfBreak = (text: string): number => {
  const scan = scanJson(text, 0)
  return text.slice(0, 'position' in scan ? scan.position : text.trimEnd().length).split('\n').length
}

// -- a document of many lines, told from JSON Lines

/** The longest document or line that is read. */
export const MAX_TEXT_BYTES = 128 * 1024 ** 2

const endsInString = (text: string): boolean => {
  let inside = false
  for (const [mark] of text.matchAll(/\\.|"/g)) if (mark === '"') inside = !inside
  return inside
}

/**
 * Whether a first line begins a document that goes on: it is cut, but not inside a string, which cannot hold a line's end. Where more stands on it than a
 * bracket, it may also be a line that was cut, and then the next one is whole.
 */
export const beginsDocument = ({ text, fault }: TextReading, next: TextLine | undefined): boolean => {
  if (fault !== 'cut' || next === undefined) return false
  return /^\ufeff?\s*[[{]\s*$/.test(text) || (!endsInString(text) && readText(next).fault !== undefined)
}

/** Puts the lines of a document together as one. */
export const joinTextLines = async (
  first: TextLine,
  next: TextLine | undefined,
  rest: AsyncIterator<TextLine, void>
): Promise<TextLine> => {
  const parts: Array<Buffer> = [first.bytes]
  let size = first.bytes.length
  let { fault } = first
  for (let line = next; line !== undefined && fault !== 'too_large'; line = (await rest.next()).value ?? undefined) {
    parts.push(Buffer.from('\n'), line.bytes)
    size += line.bytes.length + 1
    fault = size > MAX_TEXT_BYTES ? 'too_large' : (line.fault ?? fault)
  }
  const bytes = Buffer.concat(fault === 'too_large' ? [] : parts)
  return { number: first.number, bytes, ...(fault === undefined ? {} : { fault }) }
}
