/** Reads the transcripts of a file: one JSON document, a message a line, or a transcript a line. What is broken is passed over and named. */
import type { Fields } from '../../core/foreign/fields.js'
import type { HistoryFormat } from '../../history/formats.js'
import { findHeld, holdMessages, isHeld, type Held, type Messages, type Transcript } from './held.js'
import type { TextLine } from './lines.js'
import { beginsDocument, joinTextLines, lineOfBreak, readText, type TextFault, type Read } from './read-text.js'

// -- model

/** A line that could not be read, or not to its end. */
export interface Broken {
  readonly line: number
  readonly reason: TextFault
}

/** Transcripts that stand together in a file. */
interface Batch {
  /** The line on which they begin. */
  readonly line: number
  readonly transcripts: ReadonlyArray<Transcript>
  /** Whether a copy rounds numbers, because JavaScript cannot hold them. */
  readonly rounds: boolean
  /** Their text with these messages in the place of their own; what is unchanged stays as it was written. */
  readonly write: (mended: ReadonlyArray<Messages>) => string
}

// -- one text that holds transcripts

const isUnchanged = (held: Held, mended: ReadonlyArray<Messages>): boolean =>
  held.transcripts.every(({ messages }, at) => messages === mended[at])

const indentOf = (text: string): string => /^[^\n]*\n([ \t]+)/.exec(text)?.[1] ?? ''

const batchOf = (held: Held, line: number, { text, rounds, fault }: Read): Batch => ({
  line,
  transcripts: held.transcripts,
  rounds,
  write: (mended) =>
    `${fault === undefined && isUnchanged(held, mended) ? text : JSON.stringify(held.rebuild(mended), null, indentOf(text))}\n`
})

// -- one message a line

/** The messages that stand on lines of their own are one transcript. */
class Loose {
  readonly #messages: Array<Fields> = []
  readonly #texts = new Map<unknown, string>()
  #line = 0
  #rounds = false

  add(message: Fields, line: number, { text, rounds }: Read): void {
    if (this.#messages.length === 0) this.#line = line
    this.#messages.push(message)
    this.#texts.set(message, text)
    this.#rounds ||= rounds
  }

  batch(format: HistoryFormat | undefined): Batch | Broken | undefined {
    if (this.#messages.length === 0) return undefined
    const held = holdMessages(this.#messages, format)
    if (held === undefined) return { line: this.#line, reason: 'not_a_transcript' }
    return {
      line: this.#line,
      transcripts: held.transcripts,
      rounds: this.#rounds,
      write: ([mended = []]) =>
        mended.map((message) => `${this.#texts.get(message) ?? JSON.stringify(message)}\n`).join('')
    }
  }
}

// -- a file

interface Text {
  readonly line: number
  readonly read: Read
}

const isBlank = ({ bytes, fault }: TextLine): boolean => fault === undefined && bytes.toString('latin1').trim() === ''

const textOf = (line: TextLine): Text => ({ line: line.number, read: readText(line) })

/** The texts of a file: one document, or its lines. */
async function* textsOf(lines: AsyncGenerator<TextLine, void, undefined>): AsyncGenerator<Text, void, undefined> {
  let first = (await lines.next()).value ?? undefined
  while (first !== undefined && isBlank(first)) first = (await lines.next()).value ?? undefined
  if (first === undefined) return
  const text = textOf(first)
  const next = (await lines.next()).value ?? undefined
  if (beginsDocument(text.read, next)) {
    yield textOf(await joinTextLines(first, next, lines))
    return
  }
  yield text
  if (next === undefined) return
  if (!isBlank(next)) yield textOf(next)
  for await (const line of lines) if (!isBlank(line)) yield textOf(line)
}

/** Reads the transcripts of a file, in constant memory where each has a line of its own. Where no `format` is given, each is told by its messages. */
export async function* readTranscripts(
  lines: AsyncGenerator<TextLine, void, undefined>,
  format?: HistoryFormat
): AsyncGenerator<Batch | Broken, void, undefined> {
  const loose = new Loose()
  for await (const { line, read } of textsOf(lines)) {
    if (read.fault !== undefined) yield { line: line - 1 + lineOfBreak(read.text), reason: read.fault }
    if (read.value === undefined) continue
    const found = findHeld(read.value, format)
    if (found === undefined) yield { line, reason: 'not_a_transcript' }
    else if (isHeld(found)) yield batchOf(found, line, read)
    else loose.add(found.message, line, read)
  }
  const batch = loose.batch(format)
  if (batch !== undefined) yield batch
}
