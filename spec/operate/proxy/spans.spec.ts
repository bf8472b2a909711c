import { propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { W3CBaggagePropagator, CompositePropagator, W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan
} from '@opentelemetry/sdk-trace-base'
import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mcpSpans } from '../../../lib/telemetry/otel/mcp-spans.js'
import { openFolder } from '../cli/command.js'
import { codeOf, openProxy, openProxyProcess, PEER, repeated } from './client.js'
import { line, openRelay } from './open-relay.js'

const [TRACE, PARENT] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
const REVISION = 'io.modelcontextprotocol/protocolVersion'

describe('the spans of guarded-call mcp', () => {
  const spans = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] })
  before(() => {
    trace.setGlobalTracerProvider(provider)
    propagation.setGlobalPropagator(
      new CompositePropagator({ propagators: [new W3CTraceContextPropagator(), new W3CBaggagePropagator()] })
    )
  })
  beforeEach(() => spans.reset())
  after(async () => {
    await provider.shutdown()
    trace.disable()
    propagation.disable()
  })

  const shown = ({ name, kind, status, attributes }: ReadableSpan): object => {
    const { 'guarded_call.turn.id': turn, 'gen_ai.tool.call.id': call, ...rest } = attributes
    expect(String(call).startsWith(String(turn))).to.equal(true)
    return { name, kind, status, attributes: rest }
  }
  const common = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.type': 'function',
    'mcp.method.name': 'tools/call',
    'network.transport': 'pipe'
  }

  it('are one for each call, refused ones too, with the attributes of the conventions for MCP', async () => {
    const client = openProxy()
    await client.ask('initialize', { protocolVersion: '2025-11-25' })
    await client.ask('tools/list')
    await client.call('orders')
    const refused = await client.call('cut')
    expect(codeOf(refused)).to.equal('truncated_response')
    await client.end()
    const read = { 'guarded_call.effect': 'read', 'mcp.protocol.version': '2025-11-25' }
    expect(spans.getFinishedSpans().map(shown)).to.deep.equal([
      {
        name: 'tools/call orders',
        kind: SpanKind.SERVER,
        status: { code: SpanStatusCode.UNSET },
        attributes: {
          ...common,
          ...read,
          'gen_ai.tool.name': 'orders',
          'jsonrpc.request.id': '3',
          'guarded_call.outcome': 'right',
          'guarded_call.executed': 'yes'
        }
      },
      {
        name: 'tools/call cut',
        kind: SpanKind.SERVER,
        status: { code: SpanStatusCode.ERROR, message: 'truncated_response' },
        attributes: {
          ...common,
          ...read,
          'gen_ai.tool.name': 'cut',
          'jsonrpc.request.id': '4',
          'guarded_call.outcome': 'schema_mismatch',
          'guarded_call.executed': 'unknown',
          'guarded_call.code': 'truncated_response',
          'error.type': 'truncated_response'
        }
      }
    ])
  })

  it('are children of the span that the client names, and nothing is put into the message', async () => {
    const client = openProxy()
    const meta = { traceparent: `00-${TRACE}-${PARENT}-01`, baggage: 7, [REVISION]: '2026-07-28' }
    const { result } = await client.call('meta', {}, meta)
    await client.call('echo', {}, { traceparent: 5 })
    await client.end()
    expect(JSON.parse(String(result?.content?.[0]?.text))).to.deep.equal(meta)
    const [child, root] = spans.getFinishedSpans()
    expect([child?.spanContext().traceId, child?.parentSpanContext?.spanId]).to.deep.equal([TRACE, PARENT])
    expect(child?.attributes['mcp.protocol.version']).to.equal('2026-07-28')
    expect(root?.parentSpanContext).to.equal(undefined)
  })

  it('tell of an error of the protocol by its number, and end where the server only asks for input', () => {
    const { relay, call, answer, listed, toServer } = openRelay({ spans: mcpSpans('tcp') })
    const failed = call('pay')
    listed([{ name: 'pay', inputSchema: { type: 'object' } }])
    relay.fromServer(line({ id: failed, error: { code: -32602, message: 'There is no such account.' } }))
    answer(call('pay', { arguments: { to: 'Ada' } }), { resultType: 'input_required', inputRequests: {} })
    expect(toServer.filter(({ method }) => method === 'tools/call')).to.have.lengthOf(2)
    expect(
      spans.getFinishedSpans().map(({ status, attributes }) => [status.code, attributes['rpc.response.status_code']])
    ).to.deep.equal([
      [SpanStatusCode.ERROR, '-32602'],
      [SpanStatusCode.UNSET, undefined]
    ])
  })

  it('name the session over HTTP, and the id that a client without one gave', async () => {
    const proxy = openProxy(['--http', '0'])
    const url = await proxy.told(/listening on (\S+)/)
    const post = (message: object, more: Readonly<Record<string, string>> = {}): Promise<Response> =>
      fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          connection: 'close',
          ...more
        },
        body: JSON.stringify({ jsonrpc: '2.0', ...message })
      })
    const session = String((await post({ id: 0, method: 'initialize' })).headers.get('mcp-session-id'))
    await (await post({ id: 1, method: 'tools/call', params: { name: 'echo' } }, { 'mcp-session-id': session })).text()
    const shared = { id: 'x', method: 'tools/call', params: { name: 'echo', _meta: { [REVISION]: '2026-07-28' } } }
    await (await post(shared, repeated(shared))).text()
    await proxy.stop()
    expect(
      spans
        .getFinishedSpans()
        .map(({ attributes }) =>
          ['mcp.session.id', 'network.transport', 'jsonrpc.request.id'].map((name) => attributes[name])
        )
    ).to.deep.equal([
      [session, 'tcp', '1'],
      [undefined, 'tcp', 'x']
    ])
  })

  it('reach their exporter before the process ends', async () => {
    const folder = openFolder()
    const file = join(folder.path, 'spans')
    const client = openProxyProcess([], [process.execPath, PEER], {
      env: { SPANS: file },
      node: ['--import', new URL('tracing.js', import.meta.url).href]
    })
    await client.call('echo')
    expect((await client.end()).code).to.equal(0)
    expect(readFileSync(file, 'utf8')).to.equal('tools/call echo\n')
    folder.remove()
  })

  it('are missing, which is said, where the package of the API stands out of reach', async () => {
    const hidden = `import { register } from 'node:module'
      globalThis[Symbol.for('opentelemetry.js.api.1')] = {}
      const hook = 'export const resolve = async (name, context, next) => { if (name === "@opentelemetry/api") throw new Error("no such package"); return next(name, context) }'
      register('data:text/javascript,' + encodeURIComponent(hook))`
    const client = openProxyProcess([], [process.execPath, PEER], {
      node: ['--import', `data:text/javascript,${encodeURIComponent(hidden)}`]
    })
    expect(codeOf(await client.call('echo'))).to.equal(undefined)
    const { code, stderr } = await client.end()
    expect([code, stderr.split('\n')[0]]).to.deep.equal([
      0,
      'guarded-call: OpenTelemetry is set up, but calls are not traced: @opentelemetry/api cannot be loaded (no such package). Install it beside guarded-call.'
    ])
  })
})
