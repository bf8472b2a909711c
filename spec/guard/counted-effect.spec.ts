/** What nobody declared is a write or a read by its name, and everything that reports its calls says the same. */
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader
} from '@opentelemetry/sdk-metrics'
import { expect } from 'chai'
import * as t from 'io-ts'
import { guardFunctions, incomplete, openSession } from '../../lib/index.js'
import { otelObserver } from '../../lib/telemetry/otel/index.js'
import { warningsOf } from '../helpers/warnings.js'

const WRITES = ['createOrder', 'send_email', 'refund-payment', 'find_or_create', 'check_in', 'orders.submit']
const READS = ['getOrder', 'list_orders', 'order_status', 'mystery', 'query']

const thrown = (error: unknown) => () => {
  throw error
}

const ANSWERS: Readonly<Record<string, () => unknown>> = {
  fine: () => '{"id":1}',
  cut: () => '{"id":1,"na',
  late: () => new Promise(() => {}),
  garbage: () => '{"id":"x"}',
  page: () => '<!doctype html><html><body>Sign in</body></html>',
  empty: () => '',
  part: () => incomplete({ id: 1 }, { detail: 'More is due.' }),
  failed: () => '{"error":{"code":"declined","message":"The card was declined"}}',
  accepted: () => '{"id":1,"status":"failed"}',
  throttled: thrown(Object.assign(new Error('Too many requests'), { status: 429 })),
  refused: thrown(Object.assign(new Error('The basket is empty'), { status: 422 })),
  reset: thrown(Object.assign(new Error('reset'), { code: 'ECONNRESET' })),
  bug: thrown(new TypeError('x is not a function'))
}

/** All that is said of two equal calls: to the model, and in records, log lines, outcomes and metrics. */
const saidOf = async (name: string, run: () => unknown, effect?: 'read' | 'write') => {
  const lines: Array<object> = []
  const exporter = new InMemoryMetricExporter(AggregationTemporality.DELTA)
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })
  const provider = new MeterProvider({ readers: [reader] })
  const turn = openSession({
    clock: () => 0,
    observers: [otelObserver({ meter: provider.getMeter('spec') })],
    logger: { log: (level, message, meta) => message.startsWith('tool_call ') && lines.push({ level, message, meta }) }
  }).openTurn({ id: 'turn' })
  const rule = { timeoutMs: 2, output: t.type({ id: t.number }), ...(effect === undefined ? {} : { effect }) }
  const tools = guardFunctions({ [name]: async (_: object) => run() }, { turn, rules: { [name]: rule } })
  const told: Array<unknown> = []
  for (const args of [{ n: 1 }, { n: 2 }])
    told.push(await tools[name]?.(args).catch(({ toolError }: { toolError: unknown }) => toolError))
  await reader.forceFlush()
  const metrics = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap(({ metrics: all }) => all)
    .filter(({ descriptor }) => descriptor.name === 'guarded_call.calls')
    .flatMap(({ dataPoints }) => dataPoints.map(({ attributes, value }) => ({ attributes, value })))
  await provider.shutdown()
  return { told, records: turn.calls, outcomes: turn.outcomes(), lines, metrics }
}

type Said = Awaited<ReturnType<typeof saidOf>>

const declared = ({ lines, ...said }: Said): unknown => ({
  ...said,
  lines: lines.map((line) => {
    const { undeclared, ...meta } = (line as { readonly meta: Readonly<Record<string, unknown>> }).meta
    expect(undeclared).to.equal(true)
    return { ...line, meta }
  })
})

describe('a tool whose effect nobody declared', () => {
  for (const [effect, names] of [
    ['write', WRITES],
    ['read', READS]
  ] as const)
    it(`is reported as a declared ${effect} is, whatever it answers: ${names.join(', ')}`, async () => {
      await warningsOf(async () => {
        for (const name of names)
          for (const [answer, run] of Object.entries(ANSWERS))
            expect(declared(await saidOf(name, run)), `${name}, ${answer}`).to.deep.equal(
              await saidOf(name, run, effect)
            )
      })
    })

  it('is said to be of unknown outcome where it writes by its name, and its response was cut', async () => {
    const { told, records, outcomes, lines, metrics } = await saidOf('createOrder', () => '{"id":1,"na')
    const [record] = records
    expect(told[0]).to.include({
      code: 'truncated_response',
      hint: 'It is unknown whether it was executed: verify with a read before doing anything else.'
    })
    expect(record).to.include({ effect: 'write', executed: 'unknown', code: 'truncated_response' })
    expect(outcomes[0]).to.deep.equal({
      operationId: record?.operationId,
      callId: 'turn.1',
      tool: 'createOrder',
      args: { n: 1 },
      executed: 'unknown',
      code: 'truncated_response'
    })
    expect((lines[0] as { readonly meta: object }).meta).to.include({
      effect: 'write',
      undeclared: true,
      executed: 'unknown'
    })
    expect(metrics).to.deep.equal([
      {
        attributes: {
          'gen_ai.tool.name': 'createOrder',
          'guarded_call.effect': 'write',
          'guarded_call.outcome': 'schema_mismatch',
          'guarded_call.code': 'truncated_response',
          'guarded_call.executed': 'unknown'
        },
        value: 2
      }
    ])
  })
})
