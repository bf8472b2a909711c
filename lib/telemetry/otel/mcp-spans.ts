/** Spans of the calls that pass through the MCP proxy, by OpenTelemetry's conventions for MCP, still in development. */
import { context, metrics, propagation, SpanKind, trace, type TextMapGetter } from '@opentelemetry/api'
import type { Fields } from '../../core/foreign/index.js'
import type { CallStart, CallWatch } from '../../guard/kernel.js'
import * as names from './names.js'
import { spansOf } from './otel-observer.js'

/** A client's request to call a tool. */
export interface McpCall {
  readonly id: string | number | bigint
  readonly meta: Fields
  readonly protocolVersion: unknown
  readonly sessionId: string | undefined
  /** Of the response, where it is an error of the protocol. */
  errorCode?: number | undefined
  /** Ends its span where no outcome will: the server asks for input first, or names a task. */
  leave?: () => void
}

export type McpSpans = (call: CallStart, request: McpCall) => CallWatch

// A client may write anything there; propagators expect texts.
const TEXTS: TextMapGetter<Fields> = {
  keys: Object.keys,
  get: (meta, key) => (typeof meta[key] === 'string' ? meta[key] : undefined)
}

const CALL = 'tools/call'

/** Begins the span of a call: a child of the client's, where the request carries its context. */
export const mcpSpans = (transport: 'pipe' | 'tcp'): McpSpans => {
  const watch = spansOf({})
  return (call, request) => {
    const { id, meta, protocolVersion, sessionId } = request
    const watched = watch(call, {
      operation: CALL,
      kind: SpanKind.SERVER,
      parent: propagation.extract(context.active(), meta, TEXTS),
      attributes: {
        [names.MCP_METHOD]: CALL,
        [names.REQUEST_ID]: String(id),
        [names.NETWORK_TRANSPORT]: transport,
        ...(typeof protocolVersion === 'string' ? { [names.MCP_PROTOCOL_VERSION]: protocolVersion } : {}),
        ...(sessionId === undefined ? {} : { [names.MCP_SESSION_ID]: sessionId })
      },
      ended: () => (request.errorCode === undefined ? {} : { [names.STATUS_CODE]: String(request.errorCode) })
    })
    request.leave = () => watched.span.end()
    return watched
  }
}

// Clients wait two seconds for a server that they end.
const FLUSH_MS = 1_000

interface Provider {
  readonly getDelegate?: () => Provider
  readonly forceFlush?: () => Promise<void>
}

/** Hands what providers still hold to their exporters: the process is about to end. */
export const flushSpans = async (): Promise<void> => {
  const tracers = trace.getTracerProvider() as Provider
  const providers = [tracers.getDelegate?.() ?? tracers, metrics.getMeterProvider() as Provider]
  const flushed = Promise.allSettled(providers.map(async (provider) => provider.forceFlush?.()))
  await Promise.race([flushed, new Promise((resolve) => setTimeout(resolve, FLUSH_MS))])
}
