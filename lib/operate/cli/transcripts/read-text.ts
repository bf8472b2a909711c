/** Reads one JSON text, a line or a document of many lines; of a broken text, the elements before the break. */
import * as E from 'fp-ts/lib/Either.js'
import { decodeUtf8, parseJsonText, scanJson, wholeElements } from '../../../core/json/index.js'
import { given } from '../../../core/options.js'
import { MESSAGE_FIELDS } from '../../../history/repair-history.js'
import type { NotHeldReason } from './find-transcripts.js'
import { MAX_TEXT_BYTES, type TextLine } from '../../input/lines.js'

// -- model

/** Why a line is unreadable or incomplete. */
export type TextFault = 'cut' | 'not_json' | 'not_text' | 'too_deep' | 'too_large' | 'torn_gzip' | NotHeldReason

export interface TextReading {
  readonly text: string
  /** The readable part; `undefined` if there is none. */
  readonly value: unknown
  /** Whether JavaScript rounds some number, so that a copy would, too. */
  readonly rounds: boolean
  readonly fault?: TextFault
}

// -- one text

// A long conversation in one document holds more values than any tool result.
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
  return { text, value: parsed.right.value, rounds: parsed.right.hasUnsafe, ...given({ fault }) }
}

/** The line of the break, from 1. */
export const lineOfBreak = (text: string): number => {
  const scan = scanJson(text, 0)
  return text.slice(0, 'position' in scan ? scan.position : text.trimEnd().length).split('\n').length
}

// -- a document of many lines, told from JSON Lines

const endsInString = (text: string): boolean => {
  let inside = false
  for (const [mark] of text.matchAll(/\\.|"/g)) if (mark === '"') inside = !inside
  return inside
}

/**
 * Whether a first line begins a document of several lines: it is cut, but not inside a string, which cannot contain a
 * line feed. A first line of more than a bracket may also be a cut line of its own; then the next line is complete.
 */
export const beginsDocument = ({ text, fault }: TextReading, next: TextLine | undefined): boolean => {
  if (fault !== 'cut' || next === undefined) return false
  return /^\ufeff?\s*[[{]\s*$/.test(text) || (!endsInString(text) && readText(next).fault !== undefined)
}

/** Joins the lines of a document. */
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
  return { number: first.number, bytes, ...given({ fault }) }
}
