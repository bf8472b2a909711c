import { expect } from 'chai'
import * as t from 'io-ts'
import { guardMcpServer, type McpServerLike } from '../../lib/adapters/openai-agents/index.js'
import { openTurn } from '../../lib/guard/session.js'
import type { GuardToolsOptions } from '../../lib/toolset/in-place.js'
import { inPlace } from '../../lib/toolset/in-place.js'
import { inPlaceConforms, MCP_PICTURES, type PlainRun, type Reply } from './conformance.js'

interface Result {
  readonly content: ReadonlyArray<{ readonly type: string; readonly text: string }>
  readonly structuredContent?: unknown
  readonly isError?: boolean
  readonly _meta?: unknown
}

const asResult = (answer: unknown): Result => {
  if (typeof answer === 'object' && answer !== null && Object.isFrozen(answer)) return answer as Result
  return typeof answer === 'string'
    ? { content: [{ type: 'text', text: answer }] }
    : { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer }
}

type CallOptions = { readonly signal?: AbortSignal } | undefined

/** As the SDK's own servers do it: one way of calling goes through the other. */
class Server {
  constructor(readonly run: PlainRun | ((name: string) => PlainRun)) {}
  async callToolResult(
    name: string,
    args: Record<string, unknown> | null,
    _meta?: object | null,
    options?: CallOptions
  ): Promise<Result> {
    const run = this.run.length === 1 ? (this.run as (name: string) => PlainRun)(name) : (this.run as PlainRun)
    return asResult(await run(args ?? {}, { signal: options?.signal }))
  }
  async callTool(
    name: string,
    args: Record<string, unknown> | null,
    meta?: object | null,
    options?: CallOptions
  ): Promise<Result['content']> {
    return (await this.callToolResult(name, args, meta, options)).content
  }
}

const replyOf = (
  content: Result['content'] & { readonly isError?: boolean; readonly structuredContent?: unknown }
): Reply => {
  if (content.isError === true) expect(content.structuredContent).to.equal(undefined)
  return { id: null, text: content[0]?.text ?? '', isError: content.isError ?? false, value: content }
}

inPlaceConforms('openai-agents, an MCP server', {
  pictures: MCP_PICTURES,
  guard: (tools, options) => {
    // Names are not known before they are called.
    inPlace(options, Object.keys(tools))
    const server = new Server((name: string) => tools[name] ?? expect.fail(`no tool ${name}`))
    guardMcpServer(server, options)
    return async ({ name, input }) => replyOf(await server.callTool(name, input as Record<string, unknown>))
  }
})

describe('guardMcpServer', () => {
  const rules = { a: { output: t.strict({ n: t.number }) } }
  const guarded = (answer: unknown, options: Partial<GuardToolsOptions> = {}): Server =>
    guardMcpServer(new Server((_args, _context) => answer), { turn: openTurn(), rules, ...options })
  const failure = {
    content: [{ type: 'text', text: 'REAL CAUSE: auth failed' }],
    isError: true,
    structuredContent: { n: 'none' }
  }

  it('keeps the error flag, and sees it before the content is judged', async () => {
    const server = guarded(Object.freeze(failure))
    for (const reply of [
      replyOf(await server.callTool('a', null)),
      replyOf((await server.callToolResult('a', {})).content)
    ]) {
      expect(reply.isError).to.equal(true)
      expect(JSON.parse(reply.text)).to.include({
        code: 'unauthorized',
        detail: 'The tool reports that it failed. The tool says: "REAL CAUSE: auth failed".'
      })
    }
  })

  it('counts by the turn of the run that guarded it last', async () => {
    const turns = [openTurn(), openTurn()]
    const server = new Server(() => 'x')
    for (const turn of turns) guardMcpServer(server, { turn, rules: { a: { effect: 'write' } } })
    await server.callTool('a', {})
    expect(turns.map(({ count }) => count)).to.deep.equal([0, 1])
  })

  it('counts a call once, whichever way it goes', async () => {
    const turn = openTurn()
    const server = guarded('x', { turn, rules: {} })
    await server.callTool('a', { q: 1 })
    await server.callToolResult('a', { q: 1 })
    expect(turn.calls.map(({ tool, args }) => ({ tool, args }))).to.deep.equal([
      { tool: 'a', args: { q: 1 } },
      { tool: 'a', args: { q: 1 } }
    ])
  })

  it('hands on what else a result says, out of sight of the content', async () => {
    const content = await guarded(
      Object.freeze({
        content: [{ type: 'text', text: '{"n":1,"x":2}' }],
        structuredContent: { n: 1, x: 2 },
        _meta: { a: 1 }
      })
    ).callTool('a', {})
    expect(content).to.deep.equal([{ type: 'text', text: '{"n":1}' }])
    expect(Object.keys(content)).to.deep.equal(['0'])
    expect((content as unknown as Result).structuredContent).to.deep.equal({ n: 1 })
    expect((content as unknown as Result)._meta).to.deep.equal({ a: 1 })
  })

  it('guards a server that gives content alone', async () => {
    const content = Object.assign([{ type: 'text', text: 'failed' }], { isError: true })
    const answers: Array<unknown> = [content, [{ type: 'text', text: '{"n":1}' }], 'odd']
    const server: McpServerLike & { callTool: (name: string, args: object) => Promise<unknown> } = guardMcpServer(
      { callTool: async (_name: string, _args: object) => answers.shift() },
      { turn: openTurn() }
    )
    expect(server).not.to.have.property('callToolResult')
    expect(replyOf((await server.callTool('a', {})) as Result['content'])).to.include({ isError: true })
    expect(await server.callTool('b', {})).to.deep.equal([{ type: 'text', text: '{"n":1}' }])
    expect(await server.callTool('c', {})).to.deep.equal([{ type: 'text', text: 'odd' }])
  })
})
