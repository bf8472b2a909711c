import { context, metrics, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader
} from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan
} from '@opentelemetry/sdk-trace-base'
import { expect } from 'chai'
import * as t from 'io-ts'
import {
  failed,
  guardedCall,
  incomplete,
  memoryLedger,
  type CallContext,
  openSession,
  openTurn,
  partialData,
  type Ledger,
  type Session,
  type SessionOptions,
  type Tool
} from '../../../lib/index.js'
import { redactor } from '#core/redact'
import { ledgerGauges, otelObserver, type OtelObserver, type OtelOptions } from '../../../lib/telemetry/otel/index.js'

const tool = (run: Tool<unknown>['run'], more: Partial<Tool<unknown>> = {}): Tool<unknown> => ({
  name: 'get_orders',
  effect: 'read',
  run,
  ...more
})

const hostile = (): never => {
  throw new Error('x')
}

describe('otelObserver', () => {
  const spans = new InMemorySpanExporter()
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] })
  const exporter = new InMemoryMetricExporter(AggregationTemporality.DELTA)
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })
  const meterProvider = new MeterProvider({ readers: [reader] })
  // Made before anything is registered, as an application may well do.
  let early: OtelObserver

  before(() => {
    early = otelObserver()
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
    trace.setGlobalTracerProvider(tracerProvider)
    metrics.setGlobalMeterProvider(meterProvider)
  })
  beforeEach(async () => {
    await reader.forceFlush()
    exporter.reset()
    spans.reset()
  })
  after(async () => {
    await meterProvider.shutdown()
    await tracerProvider.shutdown()
    context.disable()
    trace.disable()
    metrics.disable()
  })

  const observed = (options: OtelOptions = {}, more: SessionOptions = {}): Session =>
    openSession({ observers: [otelObserver(options)], loop: false, ...more })

  /** Every point of a metric: its attributes and its value, or how many were recorded. */
  const points = async (name: string): Promise<ReadonlyArray<readonly [unknown, number]>> => {
    await reader.forceFlush()
    return exporter
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics)
      .flatMap((scope) => scope.metrics)
      .filter(({ descriptor }) => descriptor.name === name)
      .flatMap(({ dataPoints }) =>
        dataPoints.map(
          ({ attributes, value }) =>
            [attributes, typeof value === 'number' ? value : (value as { readonly count: number }).count] as const
        )
      )
  }

  const only = (): ReadableSpan => {
    const [span, ...more] = spans.getFinishedSpans()
    expect(more).to.deep.equal([])
    return span as ReadableSpan
  }

  it('gives a call a span of its own, by the conventions for tools', async () => {
    const call = guardedCall(
      tool(() => '[1]', { description: 'Lists orders.' }),
      t.array(t.number)
    )
    await observed()
      .openTurn({ id: 'turn-1' })
      .run(call({ status: 'open' }, { callId: 'call_7' }))
    const span = only()
    expect([span.name, span.kind, span.status]).to.deep.equal([
      'execute_tool get_orders',
      SpanKind.INTERNAL,
      { code: SpanStatusCode.UNSET }
    ])
    expect(span.attributes).to.deep.equal({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'get_orders',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.description': 'Lists orders.',
      'gen_ai.tool.call.id': 'call_7',
      'guarded_call.turn.id': 'turn-1',
      'guarded_call.effect': 'read',
      'guarded_call.outcome': 'right',
      'guarded_call.executed': 'yes'
    })
    expect(span.instrumentationScope.name).to.equal('guarded-call')
  })

  const LEFTS: ReadonlyArray<readonly [string, Tool<unknown>['run'], string, string, string]> = [
    ['an answer that was refused', () => '{', 'truncated_response', 'schema_mismatch', 'yes'],
    [
      'a tool that threw',
      () => {
        throw new TypeError('canary of the cause')
      },
      'tool_threw',
      'schema_mismatch',
      'unknown'
    ],
    [
      'a refusal of the tool itself',
      () => failed(partialData({ code: 'rate_limited', detail: 'x' }), { executed: 'no' }),
      'rate_limited',
      'partial_data',
      'no'
    ]
  ]
  for (const [what, run, code, error_class, executed] of LEFTS) {
    it(`turns the span red for ${what}, though nothing was thrown`, async () => {
      await observed()
        .openTurn()
        .run(guardedCall(tool(run), t.array(t.number))({ secret: 'canary of the arguments' }))
      const span = only()
      expect(span.status).to.deep.equal({ code: SpanStatusCode.ERROR, message: code })
      expect(span.attributes).to.include({
        'error.type': code,
        'guarded_call.code': code,
        'guarded_call.outcome': error_class,
        'guarded_call.executed': executed
      })
      expect(span.events.map(({ name, attributes }) => [name, attributes])).to.deep.equal([
        ['exception', { 'exception.type': code }]
      ])
      expect(JSON.stringify([span.attributes, span.events, span.status])).not.to.include('canary')
    })
  }

  it('turns the span red for refusals before execution: budget, arguments, a closed turn', async () => {
    const turn = observed({}, { budget: { read: 1 } }).openTurn()
    const call = guardedCall(
      tool(() => '1', { args: t.type({ qty: t.number }) as t.Type<unknown, unknown> }),
      t.number
    )
    await turn.run(call.fromModel({ qty: 1 }))
    await turn.run(call.fromModel({ qty: 1 }))
    await turn.run(call.fromModel({ qty: 'two' }))
    turn.close()
    await turn.run(call.fromModel({ qty: 3 }))
    expect(
      spans
        .getFinishedSpans()
        .map(({ status, attributes }) => [
          status.message,
          attributes['error.type'],
          attributes['guarded_call.executed']
        ])
    ).to.deep.equal([
      [undefined, undefined, 'yes'],
      ['retry_budget_exceeded', 'retry_budget_exceeded', 'refused'],
      ['invalid_arguments', 'invalid_arguments', 'refused'],
      ['cancelled', 'cancelled', 'refused']
    ])
    expect(spans.getFinishedSpans().flatMap(({ events }) => events)).to.deep.equal([])
  })

  it('says of an answer that the ledger gave that it was replayed', async () => {
    const call = guardedCall(
      tool(() => '1', { effect: 'write' }),
      t.number
    )
    const session = observed({}, { ledger: memoryLedger() })
    for (let i = 0; i < 2; i++) await session.openTurn({ id: 'job' }).run(call())
    expect(spans.getFinishedSpans().map(({ attributes }) => attributes['guarded_call.replayed'])).to.deep.equal([
      undefined,
      true
    ])
  })

  it('names the effect of a write as its tool was given it, and as the ledger finds it', async () => {
    const ids: Array<string> = []
    const run = (_args: unknown, { operationId }: CallContext): string => {
      ids.push(operationId)
      return '1'
    }
    const ledger = memoryLedger()
    const session = observed({}, { ledger })
    const call = guardedCall(tool(run, { effect: 'write' }), t.number)
    for (let i = 0; i < 2; i++) await session.openTurn({ id: 'job' }).run(call())
    const named = spans.getFinishedSpans().map(({ attributes }) => attributes['guarded_call.operation.id'])
    expect(named).to.deep.equal([ids[0], ids[0]])
    expect(await ledger.find(ids[0] ?? '')).to.include({ state: 'executed', answer: '1' })
  })

  it('takes the name of a turn for none of a conversation', async () => {
    const call = guardedCall(
      tool(() => '1'),
      t.number
    )
    await openTurn({ id: 'job', observers: [otelObserver()] }).run(call())
    expect(only().attributes['gen_ai.conversation.id']).to.equal(undefined)
  })

  it('says which conversation it is, and by which conventions', async () => {
    const call = guardedCall(
      tool(() => '1'),
      t.number
    )
    await observed({}, { id: 'chat-7' }).openTurn().run(call())
    const { attributes, instrumentationScope } = only()
    expect([attributes['gen_ai.conversation.id'], instrumentationScope.schemaUrl]).to.deep.equal([
      'chat-7',
      'https://opentelemetry.io/schemas/1.41.0'
    ])
    await reader.forceFlush()
    const scopes = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.map(({ scope }) => scope.schemaUrl))
    expect(scopes).to.deep.equal(['https://opentelemetry.io/schemas/1.41.0'])
  })

  it('reaches into the tool: what a tool traces is a child of its call, and the call of whatever is active', async () => {
    const tracer = trace.getTracer('application')
    const call = guardedCall(
      tool(async () => {
        await new Promise((resolve) => {
          setTimeout(resolve, 2)
        })
        tracer.startSpan('SELECT').end()
        return '1'
      }),
      t.number
    )
    const turn = observed().openTurn()
    await tracer.startActiveSpan('agent', async (agent) => {
      await Promise.all([turn.run(call({ n: 1 })), turn.run(call({ n: 2 }))])
      agent.end()
    })
    const finished = spans.getFinishedSpans()
    const idOf = (name: string): ReadonlyArray<string> =>
      finished.filter((span) => span.name === name).map((span) => span.spanContext().spanId)
    const parentsOf = (name: string) =>
      finished.filter((span) => span.name === name).map(({ parentSpanContext }) => parentSpanContext?.spanId)
    expect(parentsOf('SELECT')).to.have.members(idOf('execute_tool get_orders'))
    expect(parentsOf('execute_tool get_orders')).to.deep.equal([idOf('agent')[0], idOf('agent')[0]])
    expect(new Set(finished.map((span) => span.spanContext().traceId)).size).to.equal(1)
  })

  it('puts arguments and results on the span only when asked to, redacted', async () => {
    const call = guardedCall(
      tool(() => '{"name":"Ann","password":"hunter2"}'),
      t.type({ name: t.string, password: t.string })
    )
    const args = { q: 'ann', api_key: 'sk-live-0123456789abcdef' }
    await observed().openTurn().run(call(args))
    await observed({ payloads: true }).openTurn().run(call(args))
    await observed({ payloads: true, redact: () => 'mine' })
      .openTurn()
      .run(call(args))
    await observed({ payloads: true })
      .openTurn()
      .run(
        guardedCall(
          tool(() => 'null'),
          t.number
        )(args)
      )
    const payloads = spans
      .getFinishedSpans()
      .map(({ attributes }) => [attributes['gen_ai.tool.call.arguments'], attributes['gen_ai.tool.call.result']])
    expect(payloads.slice(0, 3)).to.deep.equal([
      [undefined, undefined],
      ['{"q":"ann","api_key":"[redacted]"}', '{"name":"Ann","password":"[redacted]"}'],
      ['"mine"', '"mine"']
    ])
    expect(spans.getFinishedSpans()[3]?.events.map(({ attributes }) => attributes)).to.deep.equal([
      { 'exception.type': 'schema_violation', 'exception.message': '$: expected number, received null' }
    ])
    expect(payloads[3]?.[1]).to.match(/^\{"error_class":"schema_mismatch","code":"schema_violation"/)
  })

  it('measures how long calls took, in seconds, and leaves out refused ones', async () => {
    const turn = observed(
      {},
      {
        clock: (
          (now) => () =>
            (now += 250)
        )(0)
      }
    ).openTurn()
    await turn.run(
      guardedCall(
        tool(() => '1'),
        t.number
      )()
    )
    await turn.run(
      guardedCall(
        tool(() => '{'),
        t.number
      )({ q: 1 })
    )
    turn.close()
    await turn.run(
      guardedCall(
        tool(() => '2'),
        t.number
      )({ q: 2 })
    )
    expect(await points('gen_ai.execute_tool.duration')).to.deep.equal([
      [{ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'get_orders' }, 1],
      [
        {
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'get_orders',
          'error.type': 'truncated_response'
        },
        1
      ]
    ])
    const metric = exporter
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics)
      .flatMap((scope) => scope.metrics)
      .find(({ descriptor }) => descriptor.unit === 's')
    expect(metric?.dataPoints[0]?.value).to.have.property('sum').that.is.closeTo(0.25, 1e-9)
  })

  it('counts outcomes by class and code, refusals, salvages and retries', async () => {
    const turn = observed({}, { budget: { read: 2 } }).openTurn()
    const fine = guardedCall(
      tool(() => '1'),
      t.number
    )
    for (let i = 0; i < 3; i++) await turn.run(fine())
    const Orders = t.type({ orders: t.array(t.number) })
    await turn.run(
      guardedCall(
        tool(() => '{"orders":[1,2', { salvage: 'orders' }),
        Orders
      )({ cut: 1 })
    )
    // A page that the codec validated as a whole is no salvage.
    await turn.run(
      guardedCall(
        tool(() => incomplete('{"orders":[1,2]}', { detail: 'A page.' })),
        Orders
      )({ page: 1 })
    )
    const named = (attributes: object) => ({ 'gen_ai.tool.name': 'get_orders', ...attributes })
    const counted = (attributes: object) => named({ 'guarded_call.effect': 'read', ...attributes })
    expect(await points('guarded_call.calls')).to.deep.equal([
      [counted({ 'guarded_call.outcome': 'right', 'guarded_call.code': 'none', 'guarded_call.executed': 'yes' }), 2],
      [
        counted({
          'guarded_call.outcome': 'schema_mismatch',
          'guarded_call.code': 'retry_budget_exceeded',
          'guarded_call.executed': 'refused'
        }),
        1
      ],
      [
        counted({
          'guarded_call.outcome': 'partial_data',
          'guarded_call.code': 'incomplete_response',
          'guarded_call.executed': 'yes'
        }),
        2
      ]
    ])
    expect(await points('guarded_call.refusals')).to.deep.equal([
      [named({ 'guarded_call.code': 'retry_budget_exceeded' }), 1]
    ])
    expect(await points('guarded_call.salvages')).to.deep.equal([[named({}), 1]])
    expect(await points('guarded_call.retries')).to.deep.equal([[named({ 'guarded_call.retry.kind': 'repeat' }), 2]])
    expect(await points('guarded_call.budget_degraded')).to.deep.equal([])
  })

  it('counts repairs, and calls that a shared store did not count', async () => {
    const { end } = otelObserver().start({ callId: 'c', turnId: 't', tool: 'get_orders', effect: 'read', args: {} })
    const result = { _tag: 'Right', right: 1 } as const
    const record = {
      callId: 'c',
      turnId: 't',
      tool: 'get_orders',
      effect: 'read',
      args: {},
      argsHash: '',
      outcome: 'right',
      code: null,
      executed: 'yes',
      ms: 1,
      bytes: 1
    } as const
    end({ ...record, degraded: true, repair: { outcome: 'success', retries: 2, usage: [] } }, result)
    expect(await points('guarded_call.retries')).to.deep.equal([
      [{ 'gen_ai.tool.name': 'get_orders', 'guarded_call.retry.kind': 'repair' }, 2]
    ])
    expect(await points('guarded_call.budget_degraded')).to.deep.equal([[{ 'gen_ai.tool.name': 'get_orders' }, 1]])
  })

  it('counts the outcomes that a ledger has not taken, until it has', async () => {
    const inner = memoryLedger()
    let isUp = false
    const settle: Ledger['settle'] = (...said) => (isUp ? inner.settle(...said) : Promise.reject(new Error('down')))
    const session = observed({}, { ledger: { ...inner, settle } })
    const pay = guardedCall({ name: 'pay', effect: 'write', run: () => '1' }, t.number)
    for (const id of ['one', 'two']) await session.openTurn({ id }).run(pay())
    expect(await points('guarded_call.unsettled')).to.deep.equal([[{ 'gen_ai.tool.name': 'pay' }, 2]])
    isUp = true
    expect(await session.drain(2_000)).to.equal(0)
    exporter.reset()
    // What was added since.
    expect(await points('guarded_call.unsettled')).to.deep.equal([[{ 'gen_ai.tool.name': 'pay' }, -2]])
  })

  it('counts the writes whose response contradicts a person', async () => {
    const inner = memoryLedger()
    const line = { at: '', by: 'ada', note: '', attempt: 1, to: 'not_executed' }
    const session = observed({}, { ledger: { ...inner, settle: () => ({ contradicts: line }) } })
    const pay = guardedCall({ name: 'pay', effect: 'write', run: () => '1' }, t.number)
    await session.openTurn({ id: 'one' }).run(pay())
    expect(await points('guarded_call.contradicted')).to.deep.equal([[{ 'gen_ai.tool.name': 'pay' }, 1]])
  })

  it('observes the unknown outcomes of a ledger, and the age of the oldest, until it is stopped', async () => {
    const ledger = memoryLedger()
    const stop = ledgerGauges(ledger, { meter: meterProvider.getMeter('specs') })
    const gauge = async (name: string) => {
      exporter.reset()
      return points(name)
    }
    const gauges = async () =>
      [await gauge('guarded_call.unknown_outcomes'), await gauge('guarded_call.oldest_unknown')] as const
    expect(await gauges()).to.deep.equal([[], [[{}, 0]]])
    const pay = guardedCall({ name: 'pay', effect: 'write', run: () => Promise.reject(new Error('reset')) }, t.unknown)
    for (const id of ['one', 'two']) await openSession({ ledger, logger: false }).openTurn({ id }).run(pay())
    await new Promise((resolve) => void setTimeout(resolve, 30))
    const [unknown, [oldest]] = await gauges()
    expect(unknown).to.deep.equal([[{ 'gen_ai.tool.name': 'pay' }, 2]])
    expect(oldest?.[1]).to.be.within(0.02, 30)
    stop()
    exporter.reset()
    expect(await points('guarded_call.unknown_outcomes')).to.deep.equal([])
  })

  it('observes that nothing is unknown any more, and keeps no other metric waiting for a ledger that hangs', async () => {
    const cumulative = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
    const cumulativeReader = new PeriodicExportingMetricReader({
      exporter: cumulative,
      exportIntervalMillis: 3_600_000
    })
    const provider = new MeterProvider({ readers: [cumulativeReader] })
    const meter = provider.getMeter('specs')
    const values = async (): Promise<Record<string, ReadonlyArray<unknown>>> => {
      cumulative.reset()
      await cumulativeReader.forceFlush()
      const exported = cumulative
        .getMetrics()
        .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
      return Object.fromEntries(
        exported.map(({ descriptor, dataPoints }) => [descriptor.name, dataPoints.map(({ value }) => value)])
      )
    }
    const inner = memoryLedger()
    let hangs = false
    const list: typeof inner.list = (question) => (hangs ? new Promise(() => {}) : inner.list(question))
    ledgerGauges({ ...inner, list }, { meter })
    const counter = meter.createCounter('calls')
    const pay = guardedCall({ name: 'pay', effect: 'write', run: () => Promise.reject(new Error('reset')) }, t.unknown)
    await openSession({ ledger: inner, logger: false }).openTurn({ id: 'one' }).run(pay())
    expect((await values())['guarded_call.unknown_outcomes']).to.deep.equal([1])
    const [row] = await inner.list({ state: 'unknown' })
    await inner.resolve(row?.operationId ?? '', { as: 'executed' }, { by: 'ada', note: 'charge ch_17' })
    expect(await values()).to.deep.equal({ 'guarded_call.unknown_outcomes': [0], 'guarded_call.oldest_unknown': [0] })
    hangs = true
    counter.add(7)
    expect((await values())['calls']).to.deep.equal([7])
    await provider.shutdown()
  })

  it('finds providers that are registered after it was made, and takes others than the global ones', async () => {
    await openSession({ observers: [early] })
      .openTurn()
      .run(
        guardedCall(
          tool(() => '1'),
          t.number
        )()
      )
    expect(only().name).to.equal('execute_tool get_orders')
    expect(await points('guarded_call.calls')).to.have.length(1)
    spans.reset()
    const elsewhere = new InMemorySpanExporter()
    const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(elsewhere)] }).getTracer('mine')
    await observed({ tracer, meter: meterProvider.getMeter('mine') })
      .openTurn()
      .run(
        guardedCall(
          tool(() => '1'),
          t.number
        )()
      )
    expect([elsewhere.getFinishedSpans().length, spans.getFinishedSpans().length]).to.deep.equal([1, 0])
  })

  for (const [what, name, redact, shown] of [
    ['a token', `ghp_${'aB3dE5gH7jK9mN1p'.repeat(3).slice(0, 36)}`, undefined, '[redacted]'],
    ['what its own redactor names', 'search_acme_orders', redactor({ patterns: [/acme/] }), 'search_[redacted]_orders'],
    ['a name that its redactor throws for', 'get_orders', () => hostile(), '[redacted]'],
    ['nothing else, whatever its redactor makes of it', 'get_orders', () => 'mine', 'get_orders'],
    ['nothing of names that speak of secrets', 'reset_password', undefined, 'reset_password'],
    [
      'nothing of names of servers and versions',
      'mcp__vault__rotate_api_key_v2',
      undefined,
      'mcp__vault__rotate_api_key_v2'
    ]
  ] as const)
    it(`hides in names of tools, of which a model may choose one, ${what}`, async () => {
      await observed(redact === undefined ? {} : { redact })
        .openTurn()
        .run(
          guardedCall(
            tool(() => '1', { name }),
            t.number
          )()
        )
      const { name: spanName, attributes } = only()
      expect([spanName, attributes['gen_ai.tool.name']]).to.deep.equal([`execute_tool ${shown}`, shown])
      const counted = await points('guarded_call.calls')
      expect(JSON.stringify(counted)).to.include(`"gen_ai.tool.name":"${shown}"`)
    })

  it('ends the span whatever the redactor does, and changes no answer', async () => {
    const session = observed({
      payloads: true,
      redact: () => {
        throw new Error('x')
      }
    })
    const result = await session.openTurn().run(
      guardedCall(
        tool(() => '1'),
        t.number
      )()
    )
    expect(result).to.deep.equal({ _tag: 'Right', right: 1 })
    expect(only().ended).to.equal(true)
  })
})
