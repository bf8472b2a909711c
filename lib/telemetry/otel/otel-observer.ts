/** An observer that tells OpenTelemetry of every call: a span and the metrics, for calls that were refused too. */
import {
  context,
  metrics,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Meter,
  type Span,
  type Tracer
} from '@opentelemetry/api'
import * as E from 'fp-ts/lib/Either.js'
import { redactor } from '../../core/redact.js'
import type { ToolError } from '../../core/tool-error.js'
import type { CallRecord } from '../../guard/call-record.js'
import type { CallStart, CallWatch } from '../../guard/observer.js'
import { measureWith, type Measure } from './meters.js'
import * as names from './names.js'

// -- model

/** Whom calls are told to, and how much of them. @category Telemetry @since 0.1.0 */
export interface OtelOptions {
  /** @default the global provider's */
  readonly tracer?: Tracer
  /** @default the global provider's, once the first call is made */
  readonly meter?: Meter
  /** Puts arguments and results on the span, redacted: they may still hold what no trace should. @default false */
  readonly payloads?: boolean
  /** Cleans arguments and results. @default known secret keys and token shapes */
  readonly redact?: (value: unknown) => unknown
}

/** Sees every call from its beginning: for the `observers` of a session. @category Telemetry @since 0.1.0 */
export interface OtelObserver {
  readonly start: (call: CallStart) => CallWatch
}

const SCOPE = 'guarded-call'

// -- the span

const startAttributes = ({ tool, callId, turnId, effect, description }: CallStart): Attributes => ({
  [names.OPERATION]: names.EXECUTE_TOOL,
  [names.TOOL_NAME]: tool,
  [names.TOOL_TYPE]: 'function',
  [names.CALL_ID]: callId,
  [names.TURN_ID]: turnId,
  [names.EFFECT]: effect,
  ...(description === undefined ? {} : { [names.TOOL_DESCRIPTION]: description })
})

// A returned Left is a failure of the call, though nothing was thrown: without this its span would stay green.
const endAttributes = ({ outcome, code, executed }: CallRecord): Attributes => ({
  [names.OUTCOME]: outcome,
  [names.EXECUTED]: executed,
  ...(code === null ? {} : { [names.CODE]: code, [names.ERROR_TYPE]: outcome })
})

const textOf = (value: unknown): string => JSON.stringify(value) ?? 'null'

const endSpan = (span: Span, record: CallRecord, payloads: () => Attributes): void => {
  try {
    span.setAttributes(endAttributes(record))
    if (record.code !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: record.code })
    if (span.isRecording()) span.setAttributes(payloads())
  } finally {
    // A span that never ends is never seen.
    span.end()
  }
}

// -- constructors

/**
 * Makes an observer for the `observers` of a session. Each call is a span `execute_tool {name}`, within which its tool runs; a `Left` of any
 * kind, refusals included, gives it the status ERROR and its class as `error.type`. Does nothing as long as no SDK is registered.
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
export const otelObserver = ({
  tracer = trace.getTracer(SCOPE),
  meter,
  payloads = false,
  redact = redactor()
}: OtelOptions = {}): OtelObserver => {
  let measure: Measure | undefined
  // Unlike tracers, meters that were made before a provider was registered stay silent for ever.
  const measured: Measure = (record, result) =>
    (measure ??= measureWith(meter ?? metrics.getMeter(SCOPE)))(record, result)

  const payloadAttributes = (record: CallRecord, result: E.Either<ToolError, unknown>): Attributes =>
    payloads
      ? {
          [names.CALL_ARGUMENTS]: textOf(redact(record.args)),
          [names.CALL_RESULT]: textOf(redact(E.isRight(result) ? result.right : result.left))
        }
      : {}

  return {
    start: (call) => {
      const parent = context.active()
      const span = tracer.startSpan(
        `${names.EXECUTE_TOOL} ${call.tool}`,
        { kind: SpanKind.INTERNAL, attributes: startAttributes(call) },
        parent
      )
      return {
        around: (run) => context.with(trace.setSpan(parent, span), run),
        end: (record, result) => {
          endSpan(span, record, () => payloadAttributes(record, result))
          measured(record, result)
        }
      }
    }
  }
}
