/**
 * Big results with the AI SDK's own loop, and with official clients of MCP before a public server: the model reads
 * handles, and what it needs by `read_result`.
 */
import { Client as Client2 } from '@modelcontextprotocol/client'
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js'
import { generateText, jsonSchema, stepCountIs, tool } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { expect } from 'chai'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTurn } from 'guarded-call'
import { guardTools } from 'guarded-call/ai-sdk'
import { resultHandles } from 'guarded-call/results'
import { proxied, publicServer } from './support/proxied.js'

const LOG = Array.from({ length: 20_000 }, (_, at) =>
  at === 12_345 ? 'FATAL disk full' : `INFO step ${at} done`
).join('\n')

describe('a log of half a million characters', function () {
  this.timeout(60_000)

  it('stays out of the messages of the AI SDK, and its one line is found', async () => {
    const prompts: Array<string> = []
    const usage = {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 }
    }
    const model = new MockLanguageModelV3({
      doGenerate: async ({ prompt }) => {
        const seen = JSON.stringify(prompt)
        prompts.push(seen)
        const called = (toolName: string, input: object) => ({
          content: [
            { type: 'tool-call' as const, toolCallId: `call_${prompts.length}`, toolName, input: JSON.stringify(input) }
          ],
          finishReason: { unified: 'tool-calls' as const, raw: undefined },
          usage,
          warnings: []
        })
        if (prompts.length === 1) return called('read_log', {})
        if (prompts.length === 2)
          return called('read_result', { ref: /r[0-9a-f]{12}/.exec(seen)?.[0], find: 'fatal', context: 0 })
        return {
          content: [{ type: 'text' as const, text: /FATAL [a-z ]+/.exec(seen)?.[0] ?? 'not found' }],
          finishReason: { unified: 'stop' as const, raw: undefined },
          usage,
          warnings: []
        }
      }
    })
    const read_log = tool({ inputSchema: jsonSchema<object>({ type: 'object' }), execute: async () => LOG })
    const { text } = await generateText({
      model,
      prompt: 'Why did it fail?',
      tools: guardTools({ read_log }, { turn: openTurn({ logger: false }), results: resultHandles() }),
      stopWhen: stepCountIs(4)
    })
    expect(text).to.equal('FATAL disk full')
    expect(prompts).to.have.length(3)
    expect(Math.max(...prompts.map(({ length }) => length))).to.be.below(10_000)
  })

  it('leaves alone what a tool itself makes of its answer for a model of the AI SDK', async () => {
    const data = 'A'.repeat(60_000)
    const model = new MockLanguageModelV3({
      doGenerate: async ({ prompt }) => ({
        content: prompt.some(({ role }) => role === 'tool')
          ? [{ type: 'text' as const, text: JSON.stringify(prompt).includes(data) ? 'seen' : 'not seen' }]
          : [{ type: 'tool-call' as const, toolCallId: 'c1', toolName: 'shoot', input: '{}' }],
        finishReason: { unified: 'tool-calls' as const, raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 }
        },
        warnings: []
      })
    })
    const shoot = tool({
      inputSchema: jsonSchema<object>({ type: 'object' }),
      execute: async () => ({ data }),
      toModelOutput: ({ output }) => ({
        type: 'content',
        value: [{ type: 'image-data', data: output.data, mediaType: 'image/png' }]
      })
    })
    const { text } = await generateText({
      model,
      prompt: 'What is on the screen?',
      tools: guardTools({ shoot }, { turn: openTurn(), results: resultHandles() }),
      stopWhen: stepCountIs(2)
    })
    expect(text).to.equal('seen')
  })

  const connected: Readonly<
    Record<
      string,
      (command: ReturnType<typeof proxied>) => Promise<{
        readonly callTool: (call: { name: string; arguments: Record<string, unknown> }) => Promise<unknown>
        readonly listTools: () => Promise<{ readonly tools: ReadonlyArray<{ readonly name: string }> }>
        readonly close: () => Promise<void>
      }>
    >
  > = {
    'client 1': async (command) => {
      const client = new Client1({ name: 'specs', version: '1.0.0' })
      await client.connect(new Stdio1({ ...command, stderr: 'ignore' }))
      return client
    },
    'client 2': async (command) => {
      const client = new Client2({ name: 'specs', version: '1.0.0' })
      await client.connect(new Stdio2({ ...command, stderr: 'ignore' }))
      return client
    }
  }

  for (const [name, connect] of Object.entries(connected))
    it(`stays out of what ${name} reads of the filesystem server behind the proxy`, async () => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), 'guarded-call-')))
      writeFileSync(join(folder, 'app.log'), LOG)
      const client = await connect(
        proxied(publicServer('@modelcontextprotocol/server-filesystem', folder), '--handles')
      )
      const textOf = (result: unknown): string =>
        (result as { readonly content: ReadonlyArray<{ readonly text: string }> }).content[0]?.text ?? ''
      try {
        expect((await client.listTools()).tools.map((each) => each.name)).to.include.members([
          'read_text_file',
          'read_result'
        ])
        const path = join(folder, 'app.log')
        const handle = textOf(await client.callTool({ name: 'read_text_file', arguments: { path } }))
        expect(handle.length).to.be.below(4_100)
        const { ref } = JSON.parse(handle) as { readonly ref: string }
        const found = textOf(
          await client.callTool({ name: 'read_result', arguments: { ref, find: 'fatal', context: 0 } })
        )
        expect(found).to.include('FATAL disk full')
        const short = textOf(await client.callTool({ name: 'list_directory', arguments: { path: folder } }))
        expect(short).to.equal('[FILE] app.log')
      } finally {
        await client.close()
        rmSync(folder, { recursive: true })
      }
    })
})
