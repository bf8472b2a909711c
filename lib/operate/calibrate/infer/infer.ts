/** Drafts codecs for tools without one, from their responses. */
import * as o from '../../../core/options.js'
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { failureIn } from '../../../core/failure/index.js'
import { canonicalText } from '../../../core/json/index.js'
import { read } from '../../../guard/kernel.js'
import { recordedOf } from '../replay.js'
import { periodOf } from '../period.js'
import { forEachRecord, type Records } from '../read/read-records.js'
import type { TrafficRecord } from '../../../traffic/traffic-record.js'
import { hashText, SketchMap } from '../sketches.js'
import { draftOf } from './draft.js'
import { draftModule, type DraftedCodec } from './draft-module.js'
import { markedNumbers } from './marked-numbers.js'
import { ShapeStats } from './shape-stats.js'

// -- model

/** Selects the responses to draft from. @category Traffic @since 0.1.0 */
export interface InferOptions {
  /** Only these tools. @default all */
  readonly tools?: ReadonlyArray<string>
  /** Includes responses that the tool's codec refused, except reported failures. @default false */
  readonly includeRejected?: boolean
}

/** A first codec of a tool. @category Traffic @since 0.1.0 */
export interface InferredCodec {
  readonly tool: string
  /** How many responses it was drafted from; failures and unreadable responses do not count. */
  readonly answers: number
  /** How many responses that the tool's own codec refused are left out of the draft. */
  readonly refused: number
  readonly codec: t.Mixed
}

/** Drafted codecs, and a module that defines them. @category Traffic @since 0.1.0 */
export interface InferredModule {
  readonly codecs: ReadonlyArray<InferredCodec>
  /** Tools that were called, and have no draft: no response is usable, or most are no JSON. */
  readonly without: ReadonlyArray<string>
  /**
   * TypeScript that is also valid JavaScript; a note beside an optional key says how often it came.
   * `guarded-call calibrate` accepts its `tools`.
   */
  readonly source: string
}

interface DraftOptions extends InferOptions {
  /** How often a place must have been seen to count as known. @default in all responses, or in 20 */
  readonly enough?: number
}

/** A tool without a draft. */
export interface Undrafted {
  readonly tool: string
  /** How many of its accepted responses are JSON, and how many are not. */
  readonly answers: number
  readonly plain: number
}

class ToolShape {
  readonly seen = new ShapeStats()
  /** Responses that the present codec refused. */
  refused = 0
  /** Responses that are no JSON. */
  plain = 0
  from = Infinity
  to = -Infinity

  add(raw: unknown, sighting: number, at: number): void {
    this.seen.add(raw, sighting)
    this.from = Math.min(this.from, at)
    this.to = Math.max(this.to, at)
  }

  /** A codec of the few responses of a text tool that happen to be JSON would refuse the others. */
  get isDrafted(): boolean {
    return this.seen.count > 0 && this.seen.count >= this.plain
  }
}

// -- inferring

const MAX_TOOLS = 500
const READ = { reads: 'json', maxBytes: Infinity } as const

// The same request with the same response says nothing new.
const sightingOf = (args: unknown, value: unknown): number => hashText(`${canonicalText(args)} ${canonicalText(value)}`)

/** Takes in responses, from whatever was recorded, and drafts codecs from them. */
export class CodecDrafts {
  readonly #tools = new SketchMap<ToolShape>(MAX_TOOLS, () => {})

  constructor(readonly options: DraftOptions = {}) {}

  /** Adds a recorded call. */
  record(record: TrafficRecord): void {
    const { tool, outcome, code } = record
    const shape = this.#at(tool)
    if (shape === undefined) return
    const isRefused = outcome === 'schema_mismatch' && code === 'schema_violation'
    if (isRefused && this.options.includeRejected !== true) shape.refused += 1
    else if (isRefused || outcome === 'right' || outcome === 'partial_data') this.#read(shape, record, isRefused)
  }

  /** The drafts, in the order of the names of their tools. */
  get drafts(): ReadonlyArray<DraftedCodec> {
    return this.#entries
      .filter(([, shape]) => shape.isDrafted)
      .map(([tool, { seen, refused, plain, from, to }]) => ({
        tool,
        ...draftOf(seen, this.options.enough),
        answers: seen.count,
        different: seen.answers.count,
        refused,
        plain,
        ...periodOf(from, to)
      }))
  }

  /** Tools that were called, and have no draft. */
  get without(): ReadonlyArray<Undrafted> {
    return this.#entries
      .filter(([, shape]) => !shape.isDrafted)
      .map(([tool, { seen, plain }]) => ({ tool, answers: seen.count, plain }))
  }

  get #entries(): ReadonlyArray<readonly [string, ToolShape]> {
    return [...this.#tools.entries].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  #at(tool: string): ToolShape | undefined {
    const { tools } = this.options
    return tools !== undefined && !tools.includes(tool) ? undefined : this.#tools.at(tool, () => new ToolShape())
  }

  #read(shape: ToolShape, record: TrafficRecord, isRefused: boolean): void {
    const recorded = recordedOf(record)
    const reading = recorded === undefined ? undefined : read(recorded.value, READ)
    if (reading === undefined) shape.refused += isRefused ? 1 : 0
    else if (E.isLeft(reading)) shape[isRefused ? 'refused' : 'plain'] += 1
    else if (isRefused && failureIn(reading.right.raw) !== undefined) shape.refused += 1
    else shape.add(markedNumbers(reading.right), sightingOf(record.args, recorded?.value), Date.parse(record.at))
  }
}

const readOptions = o.options('options', {
  tools: o.optional(o.namesOf('tools')),
  includeRejected: o.optional(o.flag, false)
} satisfies o.TableOf<InferOptions>)

/**
 * Drafts a first codec for every tool from its responses: keys that were always there are required, `null` is accepted
 * where it came, and texts are an enumeration only if none of its values is rare. Reads any number of records, in any
 * order, in constant memory.
 *
 * @throws TypeError for what is no record.
 * @category Traffic @since 0.1.0
 * @example
 * import { inferCodecs, type TrafficRecord } from 'guarded-call/traffic'
 *
 * const records = [7, 8].map((id): TrafficRecord => ({
 *   v: 1,
 *   at: '2026-11-02T09:00:00.000Z',
 *   tool: 'get_order',
 *   effect: 'read',
 *   callId: `call ${id}`,
 *   turnId: 'turn',
 *   args: { id },
 *   outcome: 'right',
 *   code: null,
 *   executed: 'yes',
 *   ms: 1,
 *   bytes: 30,
 *   answer: { text: JSON.stringify({ id, note: id === 7 ? null : 'Ring twice.' }) }
 * }))
 * const {
 *   codecs: [order],
 *   source
 * } = await inferCodecs(records)
 * assert.ok(order?.codec.is({ id: 9, note: 'Leave it.' }))
 * assert.match(
 *   source,
 *   /export const GetOrder = t\.type\(\{\n {2}id: SafeInteger,\n {2}note: t\.union\(\[t\.string, t\.null\]\)\n\}\)/
 * )
 */
export const inferCodecs = async (records: Records, options: InferOptions = {}): Promise<InferredModule> => {
  const drafting = new CodecDrafts(o.given(readOptions(options)))
  await forEachRecord(records, (record) => drafting.record(record))
  const { drafts, without } = drafting
  return {
    codecs: drafts.map(({ tool, answers, refused, codec }) => ({ tool, answers, refused, codec })),
    without: without.map(({ tool }) => tool),
    source: draftModule(drafts)
  }
}
