import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { ReadBuffer } from '@modelcontextprotocol/sdk/shared/stdio.js'
import { z } from 'zod'
import { say } from './zod.mjs'

/**
 * A server whose answers are there at once, as the bytes of lines; what is measured is the client: reading a line, and
 * `callTool`.
 */
class Answering {
  buffer = new ReadBuffer()
  // The line around the id, by the text that it carries.
  lines = new Map()

  constructor(outputSchema) {
    this.tools = { tools: [{ name: 'list', inputSchema: { type: 'object' }, outputSchema }] }
  }

  async start() {}
  async close() {}

  async send({ id, method, params }) {
    if (id === undefined) return
    const head = `{"jsonrpc":"2.0","id":${id},"result":`
    if (method === 'tools/call') this.answer(Buffer.concat([Buffer.from(head), this.line(params.arguments.text())]))
    else if (method === 'tools/list') this.answer(Buffer.from(`${head}${JSON.stringify(this.tools)}}\n`))
    else
      this.answer(
        Buffer.from(
          `${head}${JSON.stringify({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'bench', version: '1' } })}}\n`
        )
      )
  }

  line(text) {
    if (!this.lines.has(text)) {
      this.lines.set(
        text,
        Buffer.from(`{"content":[{"type":"text","text":${JSON.stringify(text)}}],"structuredContent":${text}}}\n`)
      )
    }
    return this.lines.get(text)
  }

  answer(bytes) {
    this.buffer.append(bytes)
    this.onmessage(this.buffer.readMessage())
  }
}

/** MCP's client: the answer as text and as structured content, which it validates by the tool's output schema. */
export const build = async (schema) => {
  const client = new Client({ name: 'bench', version: '1' })
  await client.connect(new Answering(z.toJSONSchema(say(schema, 'keep'))))
  await client.listTools()
  return async (text) => {
    try {
      // A function carries the text past the request, which is not what is measured.
      const { structuredContent } = await client.callTool({ name: 'list', arguments: { text: () => text } })
      return { ok: structuredContent !== undefined, value: structuredContent }
    } catch {
      return { ok: false }
    }
  }
}

export const library = '@modelcontextprotocol/sdk'
