/** Drafts codecs for tools without one, from their responses. */
import * as o from '../../../core/options.js'
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { failureIn } from '../../../core/failure/index.js'
import { isObject } from '../../../core/foreign/index.js'
import { visitUnsafeNumbers } from '../../../core/json/index.js'
import { read, type Reading } from '../../../guard/kernel.js'
import { recordedOf } from '../replay.js'
import { forEachRecord, type Records } from '../read/read-records.js'
import type { TrafficRecord } from '../../../traffic/traffic-record.js'
import { SketchMap } from '../sketches.js'
import { draftOf } from './draft.js'
import { draftModule, type DraftedCodec } from './draft-module.js'
import { ShapeStats, UNSAFE } from './shape-stats.js'

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
  /** Tools that were called without a usable response. */
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

class ToolShape {
  readonly seen = new ShapeStats()
  /** Responses that the present codec refused. */
  refused = 0
  /** Responses that are no JSON. */
  plain = 0
  from = Infinity
  to = -Infinity

  add(raw: unknown, at: number): void {
    this.seen.add(raw)
    this.from = Math.min(this.from, at)
    this.to = Math.max(this.to, at)
  }
}

// -- inferring

const MAX_TOOLS = 500
const READ = { reads: 'json', maxBytes: Infinity } as const

const dayOf = (ms: number): string | undefined =>
  Number.isFinite(ms) ? new Date(ms).toISOString().slice(0, 10) : undefined

type Holder = Record<string | number, unknown>

/** The data of a reading, marked where a number of its text lost digits. Nobody else holds data of a text. */
const marked = ({ raw, text, hasUnsafe }: Reading): unknown => {
  if (text === undefined || !hasUnsafe) return raw
  const root: Holder = { raw }
  visitUnsafeNumbers(text, ({ path }) => {
    const steps = ['raw', ...path]
    const key = steps.pop() as string | number
    const holder = steps.reduce((at: unknown, step) => (isObject(at) ? (at as Holder)[step] : undefined), root)
    if (!isObject(holder)) return
    const value = (holder as Holder)[key]
    // Of a repeated key the last one counts.
    if (typeof value === 'number' && !Number.isSafeInteger(value)) (holder as Holder)[key] = UNSAFE
  })
  return root['raw']
}

/** Takes in responses, from whatever was recorded, and drafts codecs from them. */
export class CodecDrafts {
  readonly #tools = new SketchMap<ToolShape>(MAX_TOOLS, () => {})

  constructor(readonly options: DraftOptions = {}) {}

  /** Adds a recorded call. */
  record(record: TrafficRecord): void {
    const { tool, outcome, code, at } = record
    const shape = this.#at(tool)
    if (shape === undefined) return
    const isRefused = outcome === 'schema_mismatch' && code === 'schema_violation'
    if (isRefused && this.options.includeRejected !== true) shape.refused += 1
    else if (isRefused || outcome === 'right' || outcome === 'partial_data')
      this.#read(shape, recordedOf(record), isRefused, Date.parse(at))
  }

  /** The drafts, in the order of the names of their tools. */
  get drafts(): ReadonlyArray<DraftedCodec> {
    return this.#entries
      .filter(([, { seen }]) => seen.count > 0)
      .map(([tool, { seen, refused, plain, from, to }]) => ({
        tool,
        ...draftOf(seen, this.options.enough),
        answers: seen.count,
        refused,
        plain,
        from: dayOf(from),
        to: dayOf(to)
      }))
  }

  /** Tools that were called without a usable response. */
  get without(): ReadonlyArray<string> {
    return this.#entries.filter(([, { seen }]) => seen.count === 0).map(([tool]) => tool)
  }

  get #entries(): ReadonlyArray<readonly [string, ToolShape]> {
    return [...this.#tools.entries].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  #at(tool: string): ToolShape | undefined {
    const { tools } = this.options
    return tools !== undefined && !tools.includes(tool) ? undefined : this.#tools.at(tool, () => new ToolShape())
  }

  #read(shape: ToolShape, recorded: { readonly value: unknown } | undefined, isRefused: boolean, at: number): void {
    const reading = recorded === undefined ? undefined : read(recorded.value, READ)
    if (reading === undefined) shape.refused += isRefused ? 1 : 0
    else if (E.isLeft(reading)) shape[isRefused ? 'refused' : 'plain'] += 1
    else if (isRefused && failureIn(reading.right.raw) !== undefined) shape.refused += 1
    else shape.add(marked(reading.right), at)
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
    without,
    source: draftModule(drafts)
  }
}
