/** An hour at a desktop: a host that names no turn, never quiet for long, 200 calls of a file server. Whatever is refused is refused wrongly. */
import { expect } from 'chai'
import { fromJsonSchema } from '../../../lib/codec/json-schema/index.js'
import { Relay } from '../../../lib/operate/proxy/relay.js'
import { DEFAULTS, type ProxySettings } from '../../../lib/operate/proxy/settings.js'
import type { Reply } from './client.js'
import { desktopHour, FILE_TOOLS, fileServer, type DesktopCall } from './desktop.js'

const GAP_MS = 18_000

/** The calls that were refused, by what they were. */
const refusedIn = (calls: ReadonlyArray<DesktopCall>, settings: Partial<ProxySettings>): ReadonlyArray<string> => {
  const refused: Array<string> = []
  const answer = fileServer()
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
      }
    }
  )
  relay.guard.catalog.learn({ tools: FILE_TOOLS })
  for (const [id, { name, args }] of calls.entries()) {
    relay.fromClient(line({ id, method: 'tools/call', params: { name, arguments: args } }))
    expect(last.id).to.equal(id)
    const text = last.result?.content?.[0]?.text ?? ''
    if (text.startsWith('{"error_class"')) refused.push(`${id} ${name} ${JSON.stringify(args)}: ${text}`)
    now += GAP_MS
  }
  expect(relay.guard.turns).to.equal(1)
  return refused
}

describe('an hour at a desktop', () => {
  it('is 200 calls, in which lists repeat, writes are undone and earlier contents come back', () => {
    const calls = desktopHour()
    const times = new Map<string, number>()
    for (const call of calls) times.set(JSON.stringify(call), (times.get(JSON.stringify(call)) ?? 0) + 1)
    expect([calls.length, calls.length * GAP_MS]).to.deep.equal([200, 3_600_000])
    const most = (name: string): number =>
      Math.max(...[...times].filter(([call]) => call.includes(`"${name}"`)).map(([, count]) => count))
    expect(most('list_directory')).to.be.above(20)
    expect(most('write_file')).to.be.above(2)
    expect(most('edit_file')).to.be.above(2)
  })

  it('has no refusal by default', () => {
    expect(refusedIn(desktopHour(), {})).to.deep.equal([])
  })

  it('has none where the server is trusted, and its config says what may be made again', () => {
    const tools = new Map([['edit_file', { idempotent: true }]])
    expect(refusedIn(desktopHour(), { trusted: true, tools })).to.deep.equal([])
  })

  it('has some where the agent is stuck', () => {
    const list = desktopHour().find(({ name }) => name === 'list_directory')
    expect(refusedIn(Array<DesktopCall>(6).fill(list as DesktopCall), {}).length).to.equal(3)
  })
})
