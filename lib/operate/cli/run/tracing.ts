/** Traces the calls of a proxy, where whoever starts the process has set OpenTelemetry up in it. */
import type { McpSpans } from '../../../telemetry/otel/mcp-spans.js'
import { reasonOf } from '../reason.js'

interface Tracing {
  readonly spans: McpSpans
  /** Hands on what is not yet exported. */
  readonly flush: () => Promise<void>
}

// Here all copies of the package @opentelemetry/api of one major keep what is registered. Without anything there, it is
// not even loaded.
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

export const openTracing = async (
  transport: Parameters<typeof import('../../../telemetry/otel/mcp-spans.js').mcpSpans>[0],
  tell: (line: string) => void
): Promise<Tracing | undefined> => {
  if (!(REGISTERED in globalThis)) return undefined
  try {
    const { flushSpans, mcpSpans } = await import('../../../telemetry/otel/mcp-spans.js')
    return { spans: mcpSpans(transport), flush: flushSpans }
  } catch (error) {
    tell(
      `OpenTelemetry is set up, but calls are not traced: @opentelemetry/api cannot be loaded (${reasonOf(error)}). Install it beside guarded-call.`
    )
    return undefined
  }
}
