/**
 * A failure that is returned as data turns its span red, refusals included; what a tool traces is a child of its call.
 */
import { strict as assert } from 'node:assert'
import { context, metrics, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { ConsoleMetricExporter, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  ConsoleSpanExporter,
  InMemorySpanExporter,
  SimpleSpanProcessor
} from '@opentelemetry/sdk-trace-base'
import * as t from 'io-ts'
import { guardedCall, openSession } from 'guarded-call'
import { otelObserver } from 'guarded-call/otel'

// What an application sets up once; in production the exporters send to a collector.
const spans = new InMemorySpanExporter()
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
trace.setGlobalTracerProvider(
  new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(new ConsoleSpanExporter()), new SimpleSpanProcessor(spans)]
  })
)
const meterProvider = new MeterProvider({
  readers: [new PeriodicExportingMetricReader({ exporter: new ConsoleMetricExporter() })]
})
metrics.setGlobalMeterProvider(meterProvider)

const session = openSession({ observers: [otelObserver()], budget: { read: 1 } })
const getOrders = guardedCall(
  {
    name: 'get_orders',
    effect: 'read',
    run: async () => {
      trace.getTracer('orders').startSpan('SELECT orders').end()
      return '{"orders":[{"id":1'
    }
  },
  t.type({ orders: t.array(t.type({ id: t.number })) })
)

const turn = session.openTurn()
await turn.run(getOrders({ customer: 'Ada' }))
await turn.run(getOrders({ customer: 'Ada' }))
turn.close()

const [query, cut, refused] = spans.getFinishedSpans()
assert.equal(query?.parentSpanContext?.spanId, cut?.spanContext().spanId)
assert.deepEqual(
  [cut, refused].map((span) => [span?.name, span?.status, span?.attributes['error.type']]),
  [
    ['execute_tool get_orders', { code: SpanStatusCode.ERROR, message: 'truncated_response' }, 'truncated_response'],
    [
      'execute_tool get_orders',
      { code: SpanStatusCode.ERROR, message: 'retry_budget_exceeded' },
      'retry_budget_exceeded'
    ]
  ]
)
await meterProvider.shutdown()
