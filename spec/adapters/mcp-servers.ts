/** What the specs of servers and clients of MCP are tried with: servers as the official SDK makes them. */
import { expect } from 'chai'
import type { CallToolResult } from '../../lib/adapters/mcp/index.js'
import type { Asked, Reply } from './conformance.js'

export const replyOf = (result: unknown): Reply => {
  const {
    content: [block],
    isError = false,
    structuredContent
  } = result as CallToolResult
  // Strict clients check it against the schema of success.
  if (isError) expect(structuredContent).to.equal(undefined)
  return { id: null, text: block?.text ?? '', isError, value: result }
}

export const asResult = (answer: unknown): unknown =>
  typeof answer === 'string'
    ? { content: [{ type: 'text', text: answer }] }
    : { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer }

// As the versions of zod keep a literal.
const literalOf = (shape: object): string => {
  const {
    method: { value, _def }
  } = shape as {
    readonly method: {
      readonly value?: string
      readonly _def?: { readonly value?: string; readonly values?: readonly [string] }
    }
  }
  return value ?? _def?.value ?? _def?.values?.[0] ?? ''
}

export class LowLevelServer {
  readonly handlers = new Map<string, (request: object, extra: unknown) => unknown>()
  setRequestHandler(
    method: string | { readonly shape: object },
    handler: (request: never, extra: never) => unknown
  ): void {
    this.handlers.set(
      typeof method === 'string' ? method : literalOf(method.shape),
      handler as (request: object, extra: unknown) => unknown
    )
  }
  assertCanSetRequestHandler(method: string): void {
    if (this.handlers.has(method)) throw new Error(`A request handler for ${method} already exists`)
  }
  async call({ name, input }: Omit<Asked, 'id'>, extra: unknown = {}): Promise<unknown> {
    return this.handlers.get('tools/call')?.({ params: { name, arguments: input } }, extra)
  }
}

export class McpServer {
  readonly server = new LowLevelServer()
  readonly #tools = new Map<string, (args: unknown, extra: unknown) => unknown>()
  registerTool(name: string, config: object, run: (args: unknown, extra: unknown) => unknown) {
    if (this.#tools.size === 0) {
      this.server.setRequestHandler(
        'tools/call',
        async (
          { params }: { readonly params: { readonly name: string; readonly arguments: unknown } },
          extra: unknown
        ) => {
          const tool = this.#tools.get(params.name)
          if (tool === undefined)
            return {
              content: [{ type: 'text', text: `MCP error -32602: Tool ${params.name} not found` }],
              isError: true
            }
          if (params.arguments === 5)
            return {
              content: [
                { type: 'text', text: 'Input validation error: Invalid arguments for tool a: expected object' }
              ],
              isError: true
            }
          try {
            return await tool(params.arguments, extra)
          } catch (thrown) {
            return { content: [{ type: 'text', text: (thrown as Error).message }], isError: true }
          }
        }
      )
    }
    this.#tools.set(name, run)
    return {
      ...config,
      update: (updates: { readonly name?: string; readonly callback: () => unknown }) => {
        this.#tools.set(updates.name ?? name, updates.callback)
      }
    }
  }
}

export const protocolError = (code: number | string, message = 'x'): Error =>
  Object.assign(new Error(message), { code })

/** Errors that come from inside of a tool that runs, as the official SDK makes them. */
export const INSIDE: ReadonlyArray<readonly [number, string]> = [
  [-32_602, 'MCP error -32602: Elicitation response content does not match requested schema: data must have email'],
  [-32_602, 'Output validation error: Invalid structured content for tool pay'],
  [-32_603, 'Internal error'],
  [-32_000, 'Connection closed']
]
export const WRITE = { rules: { pay: { effect: 'write' as const } } }
