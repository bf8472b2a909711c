/**
 * Reads the transcripts of a file: one JSON document, a message on each line, or a transcript on each line. Broken
 * parts are skipped and reported.
 */
import { isFields } from '../../../core/foreign/index.js'
import {
  findHeld,
  findInside,
  holdEntries,
  type Entries,
  type HeldTranscripts,
  type LooseEntries,
  type NotHeld,
  type Transcript,
  type TranscriptQuery
} from './find-transcripts.js'
import { patternOf } from './path.js'
import { linesAfter, type TextLine, type TextLines } from '../../input/lines.js'
import { beginsDocument, joinTextLines, lineOfBreak, readText, type TextFault, type TextReading } from './read-text.js'

// -- model

/** A line that is unreadable or incomplete. */
export interface UnreadableLine {
  readonly line: number
  readonly reason: TextFault
  /** It has no sign of JSON, like what a terminal prints beside a log. */
  readonly isProse?: boolean
  /** The first places that hold transcripts, where there are several. */
  readonly places?: ReadonlyArray<string>
}

/** Transcripts that stand together in a file. */
interface TranscriptBatch {
  /** Their first line. */
  readonly line: number
  readonly transcripts: ReadonlyArray<Transcript>
  /** They continue those of the batch before. */
  readonly continued: boolean
  /** Whether a copy rounds numbers that JavaScript cannot hold. */
  readonly rounds: boolean
  /** Their text with these messages in place of their own; unchanged parts keep their original text. */
  readonly write: (repaired: ReadonlyArray<Entries>) => string
  /** How many elements of a list hold no transcript. */
  readonly missing: number
}

const MAX_PLACES = 3

/** Places are named where no path was. */
const unreadable = (line: number, { reason, several }: NotHeld, { path }: TranscriptQuery): UnreadableLine =>
  several === undefined || path !== undefined
    ? { line, reason }
    : { line, reason, places: [...new Set(several.map(patternOf))].slice(0, MAX_PLACES) }

// -- one text that holds transcripts

const isUnchanged = (held: HeldTranscripts, repaired: ReadonlyArray<Entries>): boolean =>
  held.transcripts.every(({ entries }, at) => entries === repaired[at])

const indentOf = (text: string): string => /^[^\n]*\n([ \t]+)/.exec(text)?.[1] ?? ''

const batchOf = (held: HeldTranscripts, { line, text, rounds, fault }: TextReading): TranscriptBatch => ({
  line,
  continued: false,
  transcripts: held.transcripts,
  missing: held.missing,
  rounds,
  write: (repaired) =>
    `${fault === undefined && isUnchanged(held, repaired) ? text : JSON.stringify(held.rebuild(repaired), null, indentOf(text))}\n`
})

// -- entries that stand with others of the file: messages a line, lines of a log

/** The collected entries are one transcript, or one log. */
class GatheredEntries {
  readonly #entries: Array<unknown> = []
  readonly #texts = new Map<unknown, string>()
  #line = 0
  #missing = 0
  #read: TextReading | undefined
  #rounds = false
  #chars = 0

  constructor(
    readonly partChars: number,
    readonly continued: boolean
  ) {}

  get isFull(): boolean {
    return this.#chars > this.partChars
  }

  add({ entries, missing }: LooseEntries, read: TextReading): void {
    if (this.#entries.length === 0) this.#line = read.line
    this.#chars += read.text.length
    for (const [at, entry] of entries.entries()) {
      this.#entries.push(entry)
      if (this.partChars === Infinity) this.#texts.set(entry, at === 0 ? `${read.text}\n` : '')
    }
    this.#missing += missing
    this.#read = read
    this.#rounds ||= read.rounds
  }

  batch(wanted: TranscriptQuery): TranscriptBatch | UnreadableLine | undefined {
    const [first] = this.#entries
    if (first === undefined) return undefined
    const held = holdEntries(this.#entries, wanted)
    if ('transcripts' in held)
      return {
        line: this.#line,
        transcripts: held.transcripts.map((one) => (this.continued ? { ...one, continues: true } : one)),
        continued: this.continued,
        missing: this.#missing,
        rounds: this.#rounds,
        write: ([repaired = []]) =>
          repaired.map((message) => this.#texts.get(message) ?? `${JSON.stringify(message)}\n`).join('')
      }
    // A document with a `type` is no message, but may contain some.
    const inside = this.#entries.length === 1 && isFields(first) ? findInside(first, wanted) : held
    if ('transcripts' in inside && this.#read !== undefined) return batchOf(inside, this.#read)
    return unreadable(this.#line, 'reason' in inside ? inside : held, wanted)
  }
}

// -- a file

const isBlank = ({ bytes, fault }: TextLine): boolean => fault === undefined && bytes.toString('latin1').trim() === ''

/** The texts of a file: one document, several that follow each other, or its lines. */
async function* textsOf(lines: TextLines): AsyncGenerator<TextReading, void, undefined> {
  let first = (await lines.next()).value ?? undefined
  while (first !== undefined && isBlank(first)) first = (await lines.next()).value ?? undefined
  if (first === undefined) return
  const text = readText(first)
  const next = (await lines.next()).value ?? undefined
  if (next !== undefined && beginsDocument(text, next)) {
    for await (const document of joinTextLines(linesAfter([first, next], lines))) yield readText(document)
    return
  }
  yield text
  if (next === undefined) return
  for await (const line of linesAfter([next], lines)) if (!isBlank(line)) yield readText(line)
}

// `[INFO]` is no list. Lines of a document that stands on several begin with the others.
const BEGINS_JSON = /^\s*(?:[{}\]"]|\[\s*(?:[[{"\]]|$))/

/** A longer log is read in parts of so many characters: a call at the end of one has its result in the next. */
export const PART_CHARS = 64 * 1024 ** 2

/** Reads the transcripts of a file, in constant memory. Without a wanted format, each is detected by its shape. */
export async function* readTranscripts(
  lines: TextLines,
  wanted: TranscriptQuery = {},
  partChars = PART_CHARS
): AsyncGenerator<TranscriptBatch | UnreadableLine, void, undefined> {
  let gathered = new GatheredEntries(partChars, false)
  for await (const read of textsOf(lines)) {
    if (read.fault !== undefined) {
      const isProse = read.fault === 'not_json' && !BEGINS_JSON.test(read.text)
      yield { line: lineOfBreak(read), reason: read.fault, ...(isProse ? { isProse } : {}) }
    }
    if (read.value === undefined) continue
    const found = findHeld(read.value, wanted)
    if ('reason' in found) yield unreadable(read.line, found, wanted)
    else if ('entries' in found) {
      gathered.add(found, read)
      if (!gathered.isFull) continue
      const part = gathered.batch(wanted)
      if (part !== undefined) yield part
      gathered = new GatheredEntries(partChars, true)
    } else yield batchOf(found, read)
  }
  const batch = gathered.batch(wanted)
  if (batch !== undefined) yield batch
}
