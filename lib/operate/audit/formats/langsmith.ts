/** Runs of LangSmith: whole exports, lines of exports, and requests of the SDK. */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { partsOf, stringOf } from '../../../history/content.js'
import { callAnswer, type CallAnswer } from '../call-answer.js'
import { seenCall } from '../conversation.js'
import { between, usageIn } from '../usage.js'
import type { TranscriptFormat } from './format.js'
import { answeredIn, sentIn } from './messages.js'
import { argsOfSpan, messageFields, readTraces, timeOf, type TraceSpan } from './trace.js'

// -- runs

const TYPES: ReadonlySet<unknown> = new Set(['tool', 'chain', 'llm', 'retriever', 'embedding', 'prompt', 'parser'])

const isRun = (entry: unknown): entry is Fields => isFields(entry) && typeof entry['run_type'] === 'string'

const isBatch = (entry: unknown): entry is Fields =>
  isFields(entry) &&
  Array.isArray(entry['post']) &&
  Array.isArray(entry['patch']) &&
  [...partsOf(entry['post'])].some(isRun)

// A patch may identify its run only by its place in the trace.
const nameOf = ({ id, run_id, dotted_order }: Fields): string => stringOf(dotted_order) || stringOf(id ?? run_id)

const patched = ({ post, patch }: Fields): ReadonlyArray<unknown> => {
  const patches = new Map(partsOf(patch).map((one) => [nameOf(one), one]))
  return (post as ReadonlyArray<unknown>).map((run) => (isFields(run) ? { ...run, ...patches.get(nameOf(run)) } : run))
}

const withChildren = (run: unknown): ReadonlyArray<unknown> =>
  isFields(run) && Array.isArray(run['child_runs']) ? [run, ...run['child_runs'].flatMap(withChildren)] : [run]

const runsIn = (entry: unknown): ReadonlyArray<unknown> =>
  (isBatch(entry) ? patched(entry) : [entry]).flatMap(withChildren)

// -- calls

const onlyInput = (inputs: unknown): unknown => {
  if (!isFields(inputs)) return inputs
  const { input, ...others } = inputs
  return input !== undefined && Object.keys(others).length === 0 ? argsOfSpan(input) : inputs
}

const contentOf = (output: unknown): { readonly content: unknown; readonly failed: boolean } => {
  const message = messageFields(output)
  return 'content' in message
    ? { content: message['content'], failed: message['status'] === 'error' }
    : { content: output, failed: false }
}

const answerIn = ({ outputs, error }: Fields): CallAnswer | null => {
  if (typeof error === 'string' && error !== '') return callAnswer(error, true)
  if (!isFields(outputs)) return null
  const { content, failed } = contentOf('output' in outputs ? outputs['output'] : outputs)
  return callAnswer(content, failed)
}

const spanOf = (run: Fields): TraceSpan => {
  const { trace_id: trace, run_type: type, name, inputs, start_time: start } = run
  const span = {
    trace: stringOf(trace) || nameOf(run),
    id: stringOf(run['id']) || undefined,
    parent: stringOf(run['parent_run_id']) || undefined,
    usage: type === 'embedding' ? undefined : usageIn(run, run['total_cost']),
    at: stringOf(run['dotted_order']) || timeOf(start),
    ms: between(start, run['end_time'])
  }
  if (type === 'tool') return { ...span, call: seenCall(name, onlyInput(inputs), 0, answerIn(run)) }
  if (type !== 'llm') return span
  const sent = sentIn(asFields(inputs)) ?? []
  return { ...span, messages: [...sent, ...(answeredIn(asFields(run['outputs'])) ?? [])] }
}

export const langsmithFormat: TranscriptFormat = {
  recognizes: (entry) =>
    isBatch(entry) || (isRun(entry) && ('inputs' in entry || 'dotted_order' in entry || 'trace_id' in entry)),
  read: (entries) => {
    const runs = entries.flatMap(runsIn)
    const known = runs.filter((run) => isRun(run) && TYPES.has(run['run_type'])) as ReadonlyArray<Fields>
    // An export may contain a run both inside its parent and alone.
    const byName = new Map(known.map((run, at) => [nameOf(run) || String(at), run]))
    return readTraces([...byName.values()].map(spanOf), runs.length - known.length)
  }
}
