/** An observer that reports every call to OpenTelemetry, refused ones included: a span and the metrics. */
import * as o from '../../core/options.js'
import {
  context,
  metrics,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Meter,
  type Span,
  type Tracer
} from '@opentelemetry/api'
import * as E from 'fp-ts/lib/Either.js'
import { REDACTED, redactor } from '../../core/redact/index.js'
import type { ToolError } from '../../core/errors/index.js'
import { abandon, ownField } from '../../core/foreign/index.js'
import { BoundedMap, type CallRecord, type CallStart, type CallWatch } from '../../guard/kernel.js'
import * as names from './names.js'

// -- model

/** The providers, and how much of a call they receive. @category Telemetry @since 0.1.0 */
export interface OtelOptions {
  /** @default the global provider's */
  readonly tracer?: Tracer
  /** @default the global provider's, once the first call is made */
  readonly meter?: Meter
  /**
   * Puts arguments, results and error texts on the span, redacted: they may still contain data that no trace should
   * hold.
   * @default false
   */
  readonly payloads?: boolean
  /** Cleans arguments, results and, as `{ tool }`, names of tools. @default known secret keys and token shapes */
  readonly redact?: (value: unknown) => unknown
}

/** Follows every call from its start: for the `observers` of a session. @category Telemetry @since 0.1.0 */
export interface OtelObserver {
  readonly start: (call: CallStart) => CallWatch
}

const SCHEMA = { schemaUrl: names.SCHEMA_URL }

// -- the metrics

// The conventions recommend these for operations of generative AI.
const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]

/** Adds to the metrics what becomes of a call. */
interface Measures {
  readonly call: (record: CallRecord) => void
  /** The ledger took its outcome at last. */
  readonly settled: (tool: string) => void
  readonly contradicted: (tool: string) => void
}

// Their attributes have few values each, and hold no secrets.
const measuresWith = (meter: Meter): Measures => {
  const duration = meter.createHistogram(names.DURATION, {
    unit: 's',
    description: 'How long a tool call took, from being asked for to its response, without refused calls.',
    advice: { explicitBucketBoundaries: SECONDS }
  })
  const counter = (name: string, description: string) => meter.createCounter(name, { unit: '{call}', description })
  const calls = counter(names.CALLS, 'Calls by effect, outcome, code and whether they ran.')
  const refusals = counter(names.REFUSALS, 'Calls that never reached the tool.')
  const salvages = counter(names.SALVAGES, 'Answers that were cut and of which whole elements were handed on.')
  const retries = counter(
    names.RETRIES,
    'Repeats that brought nothing new (repeat), and re-asks for arguments (repair).'
  )
  const degraded = counter(names.DEGRADED, 'Calls that the shared budget store did not count.')

  const contradicted = counter(
    names.CONTRADICTED,
    'Writes that a person called not executed and whose response came: their effect may have happened twice.'
  )
  const unsettled = meter.createUpDownCounter(names.UNSETTLED, {
    unit: '{call}',
    description: 'Outcomes of writes that the ledger has not taken yet.'
  })

  const call: Measures['call'] = (record) => {
    const tool: Attributes = { [names.TOOL_NAME]: record.tool }
    const code = record.code ?? 'none'
    const failure: Attributes = record.code === null ? {} : { [names.ERROR_TYPE]: record.code }
    // A refusal takes no time, and would make a slow tool look fast.
    if (record.executed !== 'refused')
      duration.record(record.ms / 1_000, { [names.OPERATION]: names.EXECUTE_TOOL, ...tool, ...failure })
    calls.add(1, {
      ...tool,
      [names.EFFECT]: record.effect,
      [names.OUTCOME]: record.outcome,
      [names.CODE]: code,
      [names.CALL_EXECUTED]: record.executed
    })
    if (record.executed === 'refused') refusals.add(1, { ...tool, [names.CODE]: code })
    if (record.salvaged === true) salvages.add(1, tool)
    if (record.unchanged === true) retries.add(1, { ...tool, [names.RETRY_KIND]: 'repeat' })
    if (record.repair !== undefined && record.repair.retries > 0)
      retries.add(record.repair.retries, { ...tool, [names.RETRY_KIND]: 'repair' })
    if (record.degraded === true) degraded.add(1, tool)
    if (record.unsettled === true) unsettled.add(1, tool)
  }
  return {
    call,
    settled: (tool) => unsettled.add(-1, { [names.TOOL_NAME]: tool }),
    contradicted: (tool) => contradicted.add(1, { [names.TOOL_NAME]: tool })
  }
}

// -- the span

/** How a span differs from that of another kind of call. */
interface SpanForm {
  /** The name, before that of the tool. */
  readonly operation: string
  readonly kind: SpanKind
  readonly parent: Context
  readonly attributes?: Attributes
  /** Known once the call has ended. */
  readonly ended?: () => Attributes
}

const startAttributes = ({ tool, callId, turnId, effect, description, conversationId }: CallStart): Attributes => ({
  [names.OPERATION]: names.EXECUTE_TOOL,
  [names.TOOL_NAME]: tool,
  [names.TOOL_TYPE]: 'function',
  [names.CALL_ID]: callId,
  [names.TURN_ID]: turnId,
  [names.EFFECT]: effect,
  ...(conversationId === undefined ? {} : { [names.CONVERSATION_ID]: conversationId }),
  ...(description === undefined ? {} : { [names.TOOL_DESCRIPTION]: description })
})

// A returned Left is a failed call, though nothing was thrown: without this its span would stay green.
const endAttributes = ({ outcome, code, executed, operationId, replayed }: CallRecord): Attributes => ({
  [names.OUTCOME]: outcome,
  [names.CALL_EXECUTED]: executed,
  ...(operationId === undefined ? {} : { [names.OPERATION_ID]: operationId }),
  ...(replayed === true ? { [names.REPLAYED]: true } : {}),
  ...(code === null ? {} : { [names.CODE]: code, [names.ERROR_TYPE]: code })
})

const textOf = (value: unknown): string => JSON.stringify(value) ?? 'null'

interface Payloads {
  readonly attributes: Attributes
  readonly words: Attributes
}

const endSpan = (span: Span, record: CallRecord, payloads: () => Payloads): void => {
  try {
    const { code, executed } = record
    span.setAttributes(endAttributes(record))
    if (code !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: code })
    if (!span.isRecording()) return
    const { attributes, words } = payloads()
    span.setAttributes(attributes)
    // A refused call did not fail: it was never made.
    if (code !== null && executed !== 'refused')
      span.addEvent(names.EXCEPTION, { [names.EXCEPTION_TYPE]: code, ...words })
  } finally {
    // An exporter never sees a span that does not end.
    span.end()
  }
}

// -- constructors

const read = o.options('options', {
  tracer: o.optional(o.having<Tracer>(['startSpan'], 'a tracer of OpenTelemetry')),
  meter: o.optional(o.having<Meter>(['createHistogram'], 'a meter of OpenTelemetry')),
  payloads: o.optional(o.flag, false),
  redact: o.optional(o.func)
} satisfies o.TableOf<OtelOptions>)

const MAX_NAMES = 1_000

const redactDefault = redactor()

/** The names of tools, each redacted once. */
const namesBy = (redact: (value: unknown) => unknown): ((tool: string) => string) => {
  const known = new BoundedMap<string>(MAX_NAMES)
  const shown = (tool: string): string => {
    try {
      // As a field, since a redactor of arguments is made for objects; one that gives no name back knows none.
      const left = redact({ tool })
      abandon(left)
      const name = ownField(left, 'tool')?.value
      return typeof name === 'string' ? name : redactDefault(tool)
    } catch {
      return REDACTED
    }
  }
  return (tool) => {
    const before = known.get(tool)
    if (before !== undefined) return before
    const name = shown(tool)
    known.set(tool, name)
    return name
  }
}

interface SpanWatch extends CallWatch {
  readonly span: Span
}

/** What watches a call whose span has this form. */
export const spansOf = (options: OtelOptions): ((call: CallStart, form: SpanForm) => SpanWatch) => {
  const { meter, payloads, redact = redactDefault, ...given } = read(options)
  const nameOf = namesBy(redact)
  const tracer = given.tracer ?? trace.getTracerProvider().getTracer(names.SCOPE, undefined, SCHEMA)
  let measures: Measures | undefined
  // Unlike tracers, meters made before a provider is registered stay silent forever.
  const measured = (): Measures =>
    (measures ??= measuresWith(meter ?? metrics.getMeter(names.SCOPE, undefined, SCHEMA)))

  const payloadsOf = (record: CallRecord, result: E.Either<ToolError, unknown>): Payloads =>
    payloads
      ? {
          attributes: {
            [names.CALL_ARGUMENTS]: textOf(redact(record.args)),
            [names.CALL_RESULT]: textOf(redact(E.isRight(result) ? result.right : result.left))
          },
          words: E.isRight(result) ? {} : { [names.EXCEPTION_MESSAGE]: String(redact(result.left.detail)) }
        }
      : { attributes: {}, words: {} }

  return (call, { operation, kind, parent, attributes, ended = () => ({}) }) => {
    const tool = nameOf(call.tool)
    const all = { ...startAttributes({ ...call, tool }), ...attributes }
    const span = tracer.startSpan(`${operation} ${tool}`, { kind, attributes: all }, parent)
    return {
      span,
      around: (run) => context.with(trace.setSpan(parent, span), run),
      end: (record, result) => {
        span.setAttributes(ended())
        endSpan(span, record, () => payloadsOf(record, result))
        measured().call({ ...record, tool })
      },
      settled: () => measured().settled(tool),
      contradicted: () => measured().contradicted(tool)
    }
  }
}

/**
 * Makes an observer for the `observers` of a session. Each call is a span `execute_tool {name}`, within which its tool
 * runs; a `Left` of any kind, refusals included, gives it the status ERROR and its code as `error.type`. Without a
 * registered SDK it does nothing.
 *
 * @category Telemetry @since 0.1.0
 * @example
 * import * as t from 'io-ts'
 * import { guardedCall, openSession } from 'guarded-call'
 * import { otelObserver } from 'guarded-call/otel'
 *
 * const session = openSession({ observers: [otelObserver()] })
 * const call = guardedCall({ name: 'get_time', effect: 'read', run: () => '"12:00"' }, t.string)
 *
 * const result = await session.openTurn().run(call())
 * assert.equal(result._tag, 'Right')
 */
export const otelObserver = (options: OtelOptions = {}): OtelObserver => {
  const watch = spansOf(options)
  return {
    start: (call) => watch(call, { operation: names.EXECUTE_TOOL, kind: SpanKind.INTERNAL, parent: context.active() })
  }
}
