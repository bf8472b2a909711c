/** Starts a server as a client would, and asks for its name and its tools. */
import { type Fields, asFields, asList, isFields } from '../../core/foreign/index.js'
import { shownName, toolDefinition, type Definition } from './definition.js'
import { declaredOf, type Declaration } from './policy.js'
import { exactResult } from './exact-json.js'
import { isLastPage, readMessage, requestLine } from './message.js'
import { startServer, type Upstream } from './upstream/upstream.js'

/** A tool as its server lists it. */
export interface ListedTool extends Declaration {
  readonly name: string
  readonly inputSchema: Fields | undefined
  readonly definition: Definition
}

export type ServerTrial =
  | { readonly name: string; readonly revision: string; readonly tools: ReadonlyArray<ListedTool> }
  | { readonly fault: string }

// Whatever a package manager must fetch first has time for it.
const PATIENCE_MS = 30_000
const STOP_MS = 500
const MAX_MESSAGE = 400

const CLIENT = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'guarded-call', version: '1' }
}
const INITIALIZED = Buffer.from('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')

const textOf = (value: unknown, max?: number): string => (typeof value === 'string' ? shownName(value, max) : 'unnamed')

const isTool = (value: unknown): value is Fields & { readonly name: string } =>
  isFields(value) && typeof value['name'] === 'string'

const listed = (tools: unknown, line: Buffer): ReadonlyArray<ListedTool> => {
  const exact = asList(exactResult(line)['tools'])
  return asList(tools).flatMap((tool, at) =>
    isTool(tool)
      ? {
          name: tool.name,
          inputSchema: isFields(tool['inputSchema']) ? tool['inputSchema'] : undefined,
          definition: toolDefinition(asFields(exact[at])),
          ...declaredOf(tool)
        }
      : []
  )
}

/**
 * Never rejects: it reports a failure in a sentence. Resolves once the server has ended, which would else outlive the
 * command and hold its streams.
 */
export const tryServer = (upstream: Upstream, signal: AbortSignal): Promise<ServerTrial> =>
  new Promise((resolve) => {
    const tools: Array<ListedTool> = []
    let about = { name: '', revision: '' }
    let tried: ServerTrial | undefined

    const settle = (outcome: ServerTrial): void => {
      if (tried !== undefined) return
      tried = outcome
      clearTimeout(timer)
      signal.removeEventListener('abort', interrupt)
      server.stop(STOP_MS)
    }
    const interrupt = (): void => settle({ fault: 'the command was interrupted.' })
    const list = (cursor?: unknown): void => {
      server.input.write(requestLine(`list ${tools.length}`, 'tools/list', cursor === undefined ? {} : { cursor }))
    }
    const server = startServer(upstream, {
      onEnd: (why) => {
        settle({ fault: why })
        void server.gone.then(() => resolve(tried ?? { fault: why }))
      },
      onStatus: () => {},
      mirroredBy: () => [],
      onLost: (_, why) => settle({ fault: why }),
      onRenewed: (_, again) => again(),
      onLine: (line) => {
        const message = readMessage(line)
        if (message.kind !== 'response' || tried !== undefined) return
        const result = isFields(message.result) ? message.result : {}
        if (message.error !== undefined)
          return settle({ fault: `it answered with an error: ${textOf(message.error['message'], MAX_MESSAGE)}` })
        if (message.id === 'initialize') {
          const { serverInfo, protocolVersion } = result
          about = {
            name: textOf(isFields(serverInfo) ? serverInfo['name'] : undefined),
            revision: textOf(protocolVersion)
          }
          server.input.write(INITIALIZED)
          return list()
        }
        const page = listed(result['tools'], line)
        tools.push(...page)
        if (!isLastPage(result) && page.length > 0) return list(result['nextCursor'])
        settle({ ...about, tools })
      }
    })
    const timer = setTimeout(() => settle({ fault: `it gave no answer within ${PATIENCE_MS} ms.` }), PATIENCE_MS)
    signal.addEventListener('abort', interrupt, { once: true })
    server.input.write(requestLine('initialize', 'initialize', CLIENT))
  })
