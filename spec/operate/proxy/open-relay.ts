/** A relay in this process, and what it sent either way. */
import { setTimeout as pause } from 'node:timers/promises'
import { fromJsonSchema } from '../../../lib/codec/json-schema/index.js'
import { Relay } from '../../../lib/operate/proxy/relay.js'
import { DEFAULTS, type ProxySettings } from '../../../lib/operate/proxy/settings.js'
import type { Reply } from './client.js'

export interface Sent {
  readonly id?: number | string
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
}

export const line = (message: object): Buffer => Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

/** Responses to the request 1 that official clients do not take for one, so that they wait. */
export const UNREADABLE: ReadonlyArray<string> = [
  '{"id":1,"result":{"content":[]}}',
  '{"jsonrpc":"1.0","id":1,"result":{"content":[]}}',
  '{"jsonrpc":2.0,"id":1,"result":{"content":[]}}',
  '{"jsonrpc":"2.0","id":1}',
  '{"jsonrpc":"2.0","id":1,"result":null}',
  '{"jsonrpc":"2.0","id":1,"result":"done"}',
  '{"jsonrpc":"2.0","id":1,"result":[]}',
  '{"jsonrpc":"2.0","id":1,"result":{"content":[]},"error":{"code":-1,"message":"no"}}',
  '{"jsonrpc":"2.0","id":1,"error":{}}',
  '{"jsonrpc":"2.0","id":1,"error":"no"}',
  '{"jsonrpc":"2.0","id":1,"error":{"code":-32602}}',
  '{"jsonrpc":"2.0","id":1,"error":{"message":"no"}}',
  '{"jsonrpc":"2.0","id":1,"error":{"code":"-32602","message":"no"}}',
  '{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":"no"}}',
  '{"jsonrpc":"2.0","id":1,"error":{"code":1e300,"message":"no"}}',
  '{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":null}}',
  '{"id":1,"error":{"code":-32602,"message":"Unknown tool"}}'
]

/** `isHeard`: whether the client's connection stands. */
export const openRelay = (settings: Partial<ProxySettings> = {}, client = { isHeard: true }) => {
  const lines: Array<string> = []
  const [toClient, toServer]: [Array<Reply>, Array<Sent>] = [[], []]
  const relay = new Relay(
    { ...DEFAULTS, codecOfSchema: fromJsonSchema, ...settings },
    {
      toClient: (bytes) => {
        lines.push(bytes.toString())
        toClient.push(parsed(bytes) as Reply)
      },
      toServer: (bytes) => toServer.push(parsed(bytes) as Sent),
      hears: () => client.isHeard,
      isHttp: false
    }
  )
  let serial = 0
  const call = (name: string, params: object = {}): number => {
    relay.fromClient(line({ id: ++serial, method: 'tools/call', params: { name, arguments: {}, ...params } }))
    return serial
  }
  const answer = (id: number | string, result: object): void => relay.fromServer(line({ id, result }))
  const list = (tools: ReadonlyArray<object>): void => {
    relay.fromClient(line({ id: 'list', method: 'tools/list' }))
    answer('list', { tools })
  }
  /** Answers what the proxy itself asked for last. */
  const listed = (tools: ReadonlyArray<object>): void =>
    answer(toServer.findLast(({ method }) => method === 'tools/list')?.id as string, { tools })
  const text = (value: string): object => ({ content: [{ type: 'text', text: value }] })
  return {
    relay,
    client,
    lines,
    toClient,
    toServer,
    call,
    answer,
    list,
    listed,
    text,
    last: () => toClient.at(-1) as Reply
  }
}

const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return {}
  }
}

/** Waits for what comes in time, however busy the machine is. */
export const until = async (isSo: () => boolean): Promise<void> => {
  for (let waits = 0; waits < 200 && !isSo(); waits++) await pause(10)
}
