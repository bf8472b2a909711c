/** The common part of traces: spans in order of time, of which tool spans are the calls. */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { dataOf } from '../../../core/json/index.js'
import { stringOf } from '../../../history/content.js'
import { addCounts } from '../add-counts.js'
import type { Conversation, ReadableCall } from '../conversation.js'
import { NO_USAGE, type Usage } from '../usage.js'
import { distinct, grouped, withStrange } from './entries.js'
import { readModelCalls } from './messages.js'

/** A span, independent of its format. */
export interface TraceSpan {
  readonly trace: string
  readonly id?: string | undefined
  readonly parent?: string | undefined
  /** Orders the spans of a trace; all keys have one length. */
  readonly at: string
  /** The tokens that it states. */
  readonly usage?: Usage | undefined
  /** The call of a tool span, null if it is unreadable; undefined for other spans. */
  readonly call?: ReadableCall | null
  /** Its tool is known, and its arguments were not recorded. */
  readonly isUnrecorded?: boolean
  /** The id of the call: several instruments may report the same one. */
  readonly callId?: string | undefined
  /** How long it took, in milliseconds. */
  readonly ms?: number | undefined
  /** The messages that a model received and returned. */
  readonly messages?: ReadonlyArray<unknown> | undefined
}

/** The call by which an agent hands its work to another one. */
export const HANDOFF = 'handoff'

// It begins like JSON and does not parse: it was cut.
const isBrokenJson = (text: string): boolean => /^\s*(?:\{\s*"|\[)/.test(text)

/** Reads arguments in any form: an object, its JSON, or a text that stands for itself. */
export const argsOfSpan = (input: unknown): unknown => {
  const data = dataOf(input)
  return typeof data !== 'string' || data.trim() === '' || isBrokenJson(data) ? data : { input: data }
}

const compare = (one: TraceSpan, other: TraceSpan): number => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)

const isStated = ({ usage }: TraceSpan): boolean => usage !== undefined && usage.input + usage.output > 0

type Stated = Required<Pick<Conversation, 'usage' | 'modelCalls'>>

/** What spans state: one above others may repeat their sum, and a span may be written before its end as well. */
const statedIn = (spans: ReadonlyArray<TraceSpan>): Stated => {
  const stated = distinct(spans.filter(isStated), ({ id }) => id)
  const parents = new Map(spans.map(({ id, parent }) => [id, parent]))
  const above = new Set<string>()
  for (const { parent } of stated)
    for (let at = parent; at !== undefined && !above.has(at); at = parents.get(at)) above.add(at)
  const own = stated.filter(({ id }) => id === undefined || !above.has(id))
  return { usage: own.reduce((sum, { usage = NO_USAGE }) => addCounts(sum, usage), NO_USAGE), modelCalls: own.length }
}

// The messages of one trace may be several conversations, of which nothing says what each cost.
const withStated = (
  [first, ...others]: ReadonlyArray<Conversation>,
  spans: ReadonlyArray<TraceSpan>
): ReadonlyArray<Conversation> => {
  const stated = statedIn(spans)
  if (stated.modelCalls === 0) return first === undefined ? [] : [first, ...others]
  return [{ ...(first ?? { entries: spans.length, calls: [], strange: 0 }), ...stated }, ...others]
}

// Where tools have spans, messages repeat the same calls.
const readTrace = (spans: ReadonlyArray<TraceSpan>): ReadonlyArray<Conversation> => {
  const inOrder = spans.toSorted(compare)
  const tools = distinct(
    inOrder.filter(({ call }) => call !== undefined),
    ({ callId }) => callId
  )
  const messages = inOrder.flatMap((span) => (span.messages === undefined ? [] : [span.messages]))
  if (tools.length === 0 || (messages.length > 0 && tools.every(({ call }) => call?.tool === HANDOFF)))
    return withStated(readModelCalls(messages), spans)
  return [
    {
      entries: spans.length,
      ...statedIn(spans),
      calls: tools.map(({ call, ms }) => (call ? { ...call, ms } : null)),
      strange: 0,
      unrecorded: tools.filter(({ call, isUnrecorded }) => call === null && isUnrecorded === true).length
    }
  ]
}

/** Reads spans; each trace is a conversation. */
export const readTraces = (spans: ReadonlyArray<TraceSpan>, strange: number): ReadonlyArray<Conversation> => {
  const traces = grouped(spans, ({ trace }) => trace).flatMap(readTrace)
  return withStrange(traces.length > 0 || strange === 0 ? traces : [{ entries: 0, calls: [], strange: 0 }], strange)
}

/** Writes a time as a text that sorts: ISO, or a number padded to one length. */
export const timeOf = (time: unknown): string =>
  typeof time === 'number' || typeof time === 'bigint'
    ? String(time).padStart(24, '0')
    : typeof time === 'string' && /^\d+$/.test(time)
      ? time.padStart(24, '0')
      : stringOf(time)

/** The fields of a LangChain message, serialized or not; empty for other values. */
export const messageFields = (value: unknown): Fields => {
  const { kwargs } = asFields(value)
  return isFields(kwargs) ? kwargs : asFields(value)
}
