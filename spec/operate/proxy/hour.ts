/** An hour of calls through a relay: a host that names no turn and is never quiet for long. */
import { expect } from 'chai'
import { fromJsonSchema } from '../../../lib/codec/json-schema/index.js'
import { Relay } from '../../../lib/operate/proxy/relay.js'
import { DEFAULTS, type ProxySettings } from '../../../lib/operate/proxy/settings.js'
import type { Reply } from './client.js'

export interface HourCall {
  readonly name: string
  readonly args: Readonly<Record<string, string>>
}

export interface HourServer {
  readonly tools: ReadonlyArray<object>
  /** The result of a call. */
  readonly answer: (name: string, args: Readonly<Record<string, string>>) => object
}

export const GAP_MS = 18_000

export const call = (name: string, args: Readonly<Record<string, string>> = {}): HourCall => ({ name, args })

export const text = (value: string, isError = false): object => ({
  content: [{ type: 'text', text: value }],
  ...(isError ? { isError } : {})
})

/** The calls that were refused, each with what its client reads instead. */
export const refusedIn = (
  calls: ReadonlyArray<HourCall>,
  { tools, answer }: HourServer,
  settings: Partial<ProxySettings> = {}
): ReadonlyArray<{ readonly call: string; readonly read: { readonly code: string; readonly data?: unknown } }> => {
  const refused: Array<{ call: string; read: { code: string; data?: unknown } }> = []
  let now = 0
  let last: Reply = {}
  const line = (message: object): Buffer => Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const relay: Relay = new Relay(
    { ...DEFAULTS, codecOfSchema: fromJsonSchema, clock: () => now, ...settings },
    {
      toClient: (bytes) => {
        last = JSON.parse(bytes.toString()) as Reply
      },
      toServer: (bytes) => {
        const { id, params } = JSON.parse(bytes.toString()) as {
          readonly id: number
          readonly params: { readonly name: string; readonly arguments: Readonly<Record<string, string>> }
        }
        relay.fromServer(line({ id, result: answer(params.name, params.arguments) }))
      },
      hears: () => true,
      isHttp: false
    }
  )
  relay.guard.catalog.learn({ tools })
  for (const [id, { name, args }] of calls.entries()) {
    relay.fromClient(line({ id, method: 'tools/call', params: { name, arguments: args } }))
    expect(last.id).to.equal(id)
    const told = last.result?.content?.[0]?.text ?? ''
    if (told.startsWith('{"error_class"'))
      refused.push({ call: `${id} ${name} ${JSON.stringify(args)}`, read: JSON.parse(told) as { code: string } })
    now += GAP_MS
  }
  expect(relay.guard.turns).to.equal(1)
  return refused
}

/** How often the call that was made most was made. */
export const mostOf = (calls: ReadonlyArray<HourCall>, name: string): number => {
  const times = new Map<string, number>()
  for (const one of calls)
    if (one.name === name) times.set(JSON.stringify(one), (times.get(JSON.stringify(one)) ?? 0) + 1)
  return Math.max(...times.values())
}
