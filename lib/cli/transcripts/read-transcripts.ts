/** Reads the transcripts of a file: one JSON document, a message a line, or a transcript a line. What is broken is passed over and named. */
import type { Fields } from '../../core/fields.js'
import {
  findHeld,
  findInside,
  holdEntries,
  isHeld,
  type Entries,
  type Held,
  type Transcript,
  type Wanted
} from './held.js'
import type { Line } from './lines.js'
import { beginsDocument, joinLines, lineOfBreak, readText, type Fault, type Read } from './read-text.js'

// -- model

/** A line that could not be read, or not to its end. */
export interface Broken {
  readonly line: number
  readonly reason: Fault
}

/** Transcripts that stand together in a file. */
export interface Batch {
  /** The line on which they begin. */
  readonly line: number
  readonly transcripts: ReadonlyArray<Transcript>
  /** Whether a copy rounds numbers, because JavaScript cannot hold them. */
  readonly rounds: boolean
  /** Their text with these messages in the place of their own; what is unchanged stays as it was written. */
  readonly write: (mended: ReadonlyArray<Entries>) => string
  /** How many places of a list hold no transcript. */
  readonly missing: number
}

// -- one text that holds transcripts

const isUnchanged = (held: Held, mended: ReadonlyArray<Entries>): boolean =>
  held.transcripts.every(({ entries }, at) => entries === mended[at])

const indentOf = (text: string): string => /^[^\n]*\n([ \t]+)/.exec(text)?.[1] ?? ''

const batchOf = (held: Held, line: number, { text, rounds, fault }: Read): Batch => ({
  line,
  transcripts: held.transcripts,
  missing: held.missing,
  rounds,
  write: (mended) =>
    `${fault === undefined && isUnchanged(held, mended) ? text : JSON.stringify(held.rebuild(mended), null, indentOf(text))}\n`
})

// -- one entry a line

/** The entries that stand on lines of their own are one transcript, or one log. */
class Loose {
  readonly #entries: Array<Fields> = []
  readonly #texts = new Map<unknown, string>()
  #line = 0
  #read: Read | undefined
  #rounds = false

  add(entry: Fields, line: number, read: Read): void {
    if (this.#entries.length === 0) this.#line = line
    this.#entries.push(entry)
    this.#texts.set(entry, read.text)
    this.#read = read
    this.#rounds ||= read.rounds
  }

  batch(wanted: Wanted): Batch | Broken | undefined {
    const [first] = this.#entries
    if (first === undefined) return undefined
    const held = holdEntries(this.#entries, wanted)
    if (isHeld(held))
      return {
        line: this.#line,
        transcripts: held.transcripts,
        missing: 0,
        rounds: this.#rounds,
        write: ([mended = []]) =>
          mended.map((message) => `${this.#texts.get(message) ?? JSON.stringify(message)}\n`).join('')
      }
    // A document that says its type is no message, and may hold some.
    const inside = this.#entries.length === 1 ? findInside(first, wanted) : held
    if (isHeld(inside) && this.#read !== undefined) return batchOf(inside, this.#line, this.#read)
    return {
      line: this.#line,
      reason: held === 'not_a_transcript' && typeof inside === 'string' ? inside : held
    }
  }
}

// -- a file

interface Text {
  readonly line: number
  readonly read: Read
}

const isBlank = ({ bytes, fault }: Line): boolean => fault === undefined && bytes.toString('latin1').trim() === ''

const textOf = (line: Line): Text => ({ line: line.number, read: readText(line) })

/** The texts of a file: one document, or its lines. */
async function* textsOf(lines: AsyncGenerator<Line, void, undefined>): AsyncGenerator<Text, void, undefined> {
  let first = (await lines.next()).value ?? undefined
  while (first !== undefined && isBlank(first)) first = (await lines.next()).value ?? undefined
  if (first === undefined) return
  const text = textOf(first)
  const next = (await lines.next()).value ?? undefined
  if (beginsDocument(text.read, next)) {
    yield textOf(await joinLines(first, next, lines))
    return
  }
  yield text
  if (next === undefined) return
  if (!isBlank(next)) yield textOf(next)
  for await (const line of lines) if (!isBlank(line)) yield textOf(line)
}

/** Reads the transcripts of a file, in constant memory where each has a line of its own. Where no format is wanted, each tells it by its shape. */
export async function* readTranscripts(
  lines: AsyncGenerator<Line, void, undefined>,
  wanted: Wanted = {}
): AsyncGenerator<Batch | Broken, void, undefined> {
  const loose = new Loose()
  for await (const { line, read } of textsOf(lines)) {
    if (read.fault !== undefined) yield { line: line - 1 + lineOfBreak(read.text), reason: read.fault }
    if (read.value === undefined) continue
    const found = findHeld(read.value, wanted)
    if (typeof found === 'string') yield { line, reason: found }
    else if (isHeld(found)) yield batchOf(found, line, read)
    else loose.add(found.entry, line, read)
  }
  const batch = loose.batch(wanted)
  if (batch !== undefined) yield batch
}
