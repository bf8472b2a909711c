/** Reads one JSON text, a line or a document of many lines; of a broken text, the elements before the break. */
import * as E from 'fp-ts/lib/Either.js'
import { decodeUtf8, parseJsonText, scanJson, wholeElements } from '../../../core/json/index.js'
import { given } from '../../../core/options.js'
import { MESSAGE_FIELDS } from '../../../history/repair-history.js'
import type { NotHeld } from './find-transcripts.js'
import { MAX_TEXT_BYTES, type TextLine } from '../../input/lines.js'

// -- model

/** Why a line is unreadable or incomplete. */
export type TextFault = 'cut' | 'not_json' | 'not_text' | 'too_deep' | 'too_large' | 'torn_gzip' | NotHeld['reason']

export interface TextReading {
  /** The line where it begins, from 1. */
  readonly line: number
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

export const readText = ({ number: line, bytes, fault }: TextLine): TextReading => {
  const decoded = decodeUtf8(bytes)
  if (E.isLeft(decoded)) return { line, text: '', value: undefined, rounds: false, fault: fault ?? 'not_text' }
  const { text, cutInsideCharacter } = decoded.right
  const parsed = parseJsonText(text, { bytes: bytes.length, cutInsideCharacter, limits: LIMITS })
  if (E.isLeft(parsed))
    return { line, text, value: salvage(text), rounds: false, fault: fault ?? FAULTS[parsed.left.code] ?? 'not_json' }
  return { line, text, value: parsed.right.value, rounds: parsed.right.hasUnsafe, ...given({ fault }) }
}

/** The line of the break, from 1. */
export const lineOfBreak = ({ line, text }: TextReading): number => {
  const scan = scanJson(text, 0)
  return line - 1 + text.slice(0, 'position' in scan ? scan.position : text.trimEnd().length).split('\n').length
}

// -- documents of many lines, told from JSON Lines

const NEWLINE = Buffer.from('\n')

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

const isGap = ({ bytes }: TextLine): boolean => bytes.toString('latin1').trim() === ''

// Nothing within a value, whose lines are those of JSON, goes on like this.
const isEnd = ({ bytes }: TextLine): boolean => /^[}\]]\s?$/.test(bytes.toString('latin1', 0, 3))
const isBeginning = ({ bytes: [first] }: TextLine): boolean => first === 0x7b || first === 0x5b

/** Joins the lines of a document, or of several that follow each other. */
export async function* joinTextLines(lines: AsyncIterable<TextLine>): AsyncGenerator<TextLine, void, undefined> {
  let parts: Array<Buffer> = []
  let [number, size, isClosed] = [0, 0, false]
  let fault: TextLine['fault']
  const take = (): TextLine => ({ number, bytes: Buffer.concat(parts), ...given({ fault }) })
  for await (const line of lines) {
    if (isClosed && isBeginning(line)) {
      yield take()
      ;[parts, number, size, fault] = [[], 0, 0, undefined]
    }
    if (number === 0) number = line.number
    else parts.push(NEWLINE)
    parts.push(line.bytes)
    size += line.bytes.length + 1
    fault = fault === 'too_large' || size > MAX_TEXT_BYTES ? 'too_large' : (line.fault ?? fault)
    if (fault === 'too_large') parts = []
    isClosed = isEnd(line) || (isClosed && isGap(line))
  }
  yield take()
}
