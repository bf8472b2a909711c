/** Finds the transcripts inside a JSON value, at any depth, and replaces them. */
import { type Fields, isFields } from '../../../core/foreign/index.js'
import { given } from '../../../core/options.js'
import { runStateIn } from '../../audit/formats/responses.js'
import { statedRun, unstartedRun, type StatedRun } from '../../audit/formats/stated-run.js'
import { FORMATS, isLogFormat, LOG_FORMATS, type FormatName } from '../../audit/formats/formats.js'
import { answeredIn, messageFormat, mostOf, sentIn, usageOfResponse } from '../../audit/formats/messages.js'
import type { HistoryFormat } from '../../../history/formats.js'
import { continuesOnServer, MESSAGE_FIELDS } from '../../../history/repair-history.js'
import { pathsTo, valueIn, withValueIn, type parsePath, type DocumentPath } from './path.js'

// -- model

export type Entries = ReadonlyArray<unknown>

export interface Transcript {
  readonly format: FormatName
  readonly entries: Entries
  /** The server keeps earlier messages. */
  readonly continues: boolean
  /** The format in which it can be repaired, if any. */
  readonly repairable: HistoryFormat | undefined
  /** What the response that ends it states of its tokens. */
  readonly usage?: Fields | undefined
  /** What its document states of the whole run. */
  readonly run?: StatedRun | undefined
  /** Where it stands in its document. @default the document itself */
  readonly path?: DocumentPath
}

/** One transcript of a value, or many. */
export interface HeldTranscripts {
  readonly transcripts: ReadonlyArray<Transcript>
  /** How many elements of a list hold no transcript. */
  readonly missing: number
  /**
   * The value with these messages in place of its own, one list for each transcript; those that cannot be repaired
   * stay.
   */
  readonly rebuild: (repaired: ReadonlyArray<Entries>) => unknown
}

/** Entries that belong with others of their file: a message, lines of a log. */
export interface LooseEntries {
  readonly entries: Entries
  readonly missing: number
}

/** The expected format and place of a transcript. */
export interface TranscriptQuery {
  readonly format?: FormatName | undefined
  readonly path?: ReturnType<typeof parsePath>
}

/** Why a value holds nothing readable. */
export interface NotHeld {
  readonly reason: 'not_a_transcript' | 'not_this_format' | 'several_transcripts'
  /** Where its transcripts stand, if that is several places. */
  readonly several?: ReadonlyArray<DocumentPath>
}

const NO_TRANSCRIPT: NotHeld = { reason: 'not_a_transcript' }
const ANOTHER_FORMAT: NotHeld = { reason: 'not_this_format' }

// -- formats

const isText = (format: FormatName | undefined, entries: Entries): boolean =>
  format !== undefined && !isLogFormat(format) && mostOf(FORMATS, entries) === undefined

/** The format of entries: the wanted one if they fit it, else the detected one. */
const formatOf = (entries: Entries, wanted: FormatName | undefined): FormatName | undefined => {
  const told = mostOf(LOG_FORMATS, entries) ?? messageFormat(entries)
  if (wanted === undefined || told === wanted || told === undefined) return told
  // Messages that hold only text fit every format; all others need a feature of their format.
  if (isText(told, entries) && !isLogFormat(wanted)) return wanted
  return entries.some((entry) => isFields(entry) && FORMATS[wanted].recognizes(entry)) ? wanted : undefined
}

const transcriptOf = (entries: Entries, format: FormatName, continues = false): Transcript => ({
  format,
  entries,
  continues,
  repairable: FORMATS[format].history?.(entries)
})

/** A list of messages or of lines. An empty one has any format. */
export const holdEntries = (entries: Entries, { format: wanted }: TranscriptQuery): HeldTranscripts | NotHeld => {
  if (!entries.every(isFields)) return NO_TRANSCRIPT
  const format = entries.length === 0 ? (wanted ?? 'openai') : formatOf(entries, wanted)
  if (format === undefined) return formatOf(entries, undefined) === undefined ? NO_TRANSCRIPT : ANOTHER_FORMAT
  return { transcripts: [transcriptOf(entries, format)], missing: 0, rebuild: ([repaired]) => repaired }
}

// -- places in a document

interface TranscriptPlace {
  readonly path: DocumentPath
  readonly transcript: Transcript
  readonly is: 'list' | 'request' | 'response' | 'log'
}

/** The places below a value, the number of list elements without one, or the reason why nothing is readable. */
interface TranscriptPlaces {
  readonly places: ReadonlyArray<TranscriptPlace>
  readonly missing: number
  readonly fault?: NotHeld
}

const NONE: TranscriptPlaces = { places: [], missing: 0 }
const MAX_DEPTH = 16

const single = (place: TranscriptPlace): TranscriptPlaces => ({ places: [place], missing: 0 })

const below = ({ places, missing, fault }: TranscriptPlaces, ...above: DocumentPath): TranscriptPlaces => ({
  places: places.map((place) => ({ ...place, path: [...above, ...place.path] })),
  missing,
  ...given({ fault: fault?.several ? { ...fault, several: fault.several.map((path) => [...above, ...path]) } : fault })
})

/** Those of several values; the first fault is one of all. */
const together = (found: ReadonlyArray<TranscriptPlaces>): TranscriptPlaces =>
  found.find((one) => one.fault !== undefined) ?? {
    places: found.flatMap(({ places }) => places),
    missing: found.reduce((sum, one) => sum + (one.places.length === 0 ? 1 : one.missing), 0)
  }

const atList = (
  entries: Entries,
  wanted: TranscriptQuery,
  is: TranscriptPlace['is'],
  continues = false
): TranscriptPlaces | undefined => {
  if (entries.length === 0 || !entries.every(isFields)) return undefined
  const format = formatOf(entries, wanted.format)
  if (format !== undefined) return single({ path: [], transcript: transcriptOf(entries, format, continues), is })
  return formatOf(entries, undefined) === undefined ? undefined : { ...NONE, fault: ANOTHER_FORMAT }
}

const isLog = (value: Fields): boolean => Object.values(LOG_FORMATS).some(({ recognizes }) => recognizes(value))

/** With more said of each transcript. */
const saying = (found: TranscriptPlaces, more: Partial<Transcript>): TranscriptPlaces => ({
  ...found,
  places: found.places.map((place) => ({ ...place, transcript: { ...place.transcript, ...more } }))
})

const UNREPAIRABLE = { repairable: undefined } as const

/** A request, a response, or a document of a log. */
const atObject = (value: Fields, wanted: TranscriptQuery): TranscriptPlaces | undefined => {
  if (isLog(value)) return atList([value], wanted, 'log')
  const unstarted = unstartedRun(value)
  if (unstarted !== undefined) {
    const transcript = transcriptOf([], wanted.format ?? 'openai')
    return single({ path: [unstarted.field], transcript: { ...transcript, run: unstarted.run }, is: 'list' })
  }
  const state = runStateIn(value)
  const stored = state && atList(state.items, wanted, 'log')
  if (stored !== undefined) return saying(stored, { ...UNREPAIRABLE, ...given({ run: state?.run }) })
  const sent = sentIn(value)
  if (sent !== undefined) {
    const found = atList(sent, wanted, 'request', continuesOnServer(value))
    const field = MESSAGE_FIELDS.find((name) => value[name] === sent)
    if (found !== undefined && field !== undefined) return below(saying(found, given({ run: statedRun(value) })), field)
    // A nested list cannot be replaced.
    if (found !== undefined) return saying(found, UNREPAIRABLE)
  }
  const answered = answeredIn(value)
  const response = answered === undefined ? undefined : atList(answered, wanted, 'response')
  return response && saying(response, { ...UNREPAIRABLE, usage: usageOfResponse(value) })
}

/** A request beside its response is one conversation. */
const joined = (places: ReadonlyArray<TranscriptPlace>, wanted: TranscriptQuery): TranscriptPlace | undefined => {
  const request = places.find(({ is }) => is === 'request')
  const response = places.find(({ is }) => is === 'response')
  if (places.length !== 2 || request === undefined || response === undefined) return undefined
  const { continues } = request.transcript
  const entries = [...request.transcript.entries, ...response.transcript.entries]
  return {
    path: request.path,
    is: 'request',
    transcript: {
      // A request that only asks fits every format.
      format: formatOf(entries, wanted.format) ?? request.transcript.format,
      continues,
      entries,
      repairable: undefined,
      usage: response.transcript.usage
    }
  }
}

const pathsIn = ({ places, fault }: TranscriptPlaces): ReadonlyArray<DocumentPath> =>
  fault?.several ?? places.map(({ path }) => path)

// A list may hold what only looks like a message.
const isReadable = ({ transcript: { format, entries } }: TranscriptPlace): boolean =>
  isLogFormat(format) ||
  entries.some((entry) => FORMATS[format].read([entry], true).every(({ strange }) => strange === 0))

// A task of tau2 may begin with messages, with which its simulation begins as well. Inspect keeps what a model that
// graded a sample was asked.
const besideRuns = ({ simulations, samples, eval: task }: Fields): ReadonlyArray<string> =>
  Array.isArray(simulations) ? ['tasks'] : Array.isArray(samples) && isFields(task) ? ['reductions'] : []

const inFields = (value: Fields, wanted: TranscriptQuery, depth: number): TranscriptPlaces => {
  const beside = besideRuns(value)
  const all = Object.keys(value)
    .filter((name) => !beside.includes(name))
    .map((name) => below(placesIn(value[name], wanted, depth + 1), name))
    .filter(({ places, fault }) => places.length > 0 || fault !== undefined)
  const found = all.length < 2 ? all : all.filter(({ places, fault }) => fault !== undefined || places.some(isReadable))
  const [first = NONE, ...others] = found
  if (others.length === 0) return first
  const both = joined(
    found.flatMap(({ places }) => places),
    wanted
  )
  if (both !== undefined) return single(both)
  return { ...NONE, fault: { reason: 'several_transcripts', several: found.flatMap(pathsIn) } }
}

const placesIn = (value: unknown, wanted: TranscriptQuery, depth = 0): TranscriptPlaces => {
  if (depth > MAX_DEPTH) return NONE
  if (Array.isArray(value))
    return (
      atList(value, wanted, 'list') ?? together(value.map((one, at) => below(placesIn(one, wanted, depth + 1), at)))
    )
  if (!isFields(value)) return NONE
  return atObject(value, wanted) ?? inFields(value, wanted, depth)
}

// -- finding

type Found = HeldTranscripts | LooseEntries | NotHeld

const heldIn = (value: unknown, { places, missing, fault }: TranscriptPlaces): Found => {
  if (fault !== undefined) return fault
  if (places.length === 0) return NO_TRANSCRIPT
  const logs = places.filter(({ transcript }) => isLogFormat(transcript.format))
  // A log identifies its own conversations, wherever it stands.
  if (logs.length === places.length) return { entries: logs.flatMap(({ transcript }) => transcript.entries), missing }
  if (logs.length > 0) return { reason: 'several_transcripts' }
  return {
    transcripts: places.map(({ transcript, path }) => ({ ...transcript, path })),
    missing,
    rebuild: (repaired) =>
      places.reduce(
        (whole, { path, transcript }, at) =>
          repaired[at] === transcript.entries ? whole : withValueIn(whole, path, repaired[at]),
        value
      )
  }
}

const isLone = (value: Fields): boolean =>
  isLog(value) ||
  ((typeof value['role'] === 'string' || typeof value['type'] === 'string') &&
    sentIn(value) === undefined &&
    answeredIn(value) === undefined)

const isEmptyRequest = (value: Fields): boolean =>
  MESSAGE_FIELDS.some((name) => Array.isArray(value[name]) && value[name].length === 0)

/**
 * Finds the transcripts of a value, at the one place that has any, or entries that belong with others of their file;
 * else the reason.
 */
export const findHeld = (value: unknown, wanted: TranscriptQuery): Found => {
  if (wanted.path !== undefined) {
    const paths = pathsTo(value, wanted.path)
    return heldIn(value, together(paths.map((path) => below(placesIn(valueIn(value, path), wanted), ...path))))
  }
  if (isFields(value) && isLone(value)) return { entries: [value], missing: 0 }
  if (Array.isArray(value) && value.length === 0) return holdEntries(value, wanted)
  if (isFields(value) && isEmptyRequest(value))
    return { ...(holdEntries([], wanted) as HeldTranscripts), rebuild: () => value }
  return heldIn(value, placesIn(value, wanted))
}

/** The transcripts inside a value that only looked like an entry. */
export const findInside = (value: Fields, wanted: TranscriptQuery): Found => heldIn(value, inFields(value, wanted, 0))
