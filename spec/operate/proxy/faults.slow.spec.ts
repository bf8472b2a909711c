/** Either side is killed at any point: each request has one response, and no write runs twice. */
import { expect } from 'chai'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { runs } from '../../helpers/runs.js'
import { openProxy, type Reply } from './client.js'
import { eachLine } from './each-line.js'

const SERVER = fileURLToPath(new URL('mortal.js', import.meta.url))
const BIN = fileURLToPath(new URL('../../../lib/operate/cli/main.js', import.meta.url))

/** What is asked: calls of a write by their arguments, each of which comes twice. */
const CALLS = [1, 2, 1, 3, 2, 4, 3, 4]
const TURN = { 'io.github.guarded-call/turn': 'one' }
// Its list of tools is the first that a server is asked for.
const POINTS = CALLS.length / 2 + 2

const NEVER = { at: 0, phase: 'before' } as const
const point = fc.record({
  at: fc.integer({ min: 1, max: POINTS }),
  phase: fc.constantFrom('before', 'effect', 'half', 'after')
})

const callOf = (n: number, id: number): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'pay', arguments: { n }, _meta: TURN } })}\n`

const folder = mkdtempSync(join(tmpdir(), 'guarded-call-faults-'))
let tried = 0

/** A server, and what it did. */
const server = ({ at, phase }: { readonly at: number; readonly phase: string }) => {
  const effects = join(folder, String(++tried))
  return {
    command: [process.execPath, SERVER, effects, String(at), phase],
    effects: () => (existsSync(effects) ? readFileSync(effects, 'utf8').split('\n').filter(Boolean).sort() : [])
  }
}

/** Whether a response says in words what became of a call, and is true of what the server did. */
const expectTrue = (replies: ReadonlyArray<Reply>, effects: ReadonlyArray<string>): void => {
  expect(effects).to.deep.equal([...new Set(effects)])
  for (const { id, result, error } of replies) {
    const n = String(CALLS[Number(id) % 100])
    const text = result?.content?.[0]?.text ?? error?.message ?? ''
    expect(text, String(id)).not.to.equal('')
    if (text === 'paid') expect(effects, String(id)).to.include(n)
  }
}

const idsOf = (replies: ReadonlyArray<Reply>): ReadonlyArray<unknown> =>
  replies.map(({ id }) => id).sort((a, b) => Number(a) - Number(b))

describe('guarded-call mcp, where one side is killed', function () {
  // Each point starts three processes.
  this.timeout(10_000 + runs(100) * 10_000)
  after(() => rmSync(folder, { recursive: true, force: true }))

  const check = <A>(times: number, killed: fc.Arbitrary<A>, holds: (one: A) => Promise<void>): Promise<void> =>
    fc.assert(fc.asyncProperty(killed, holds), { numRuns: runs(times), seed: 41, endOnFailure: true })

  it('answers each request once where its server is killed', () =>
    check(100, point, async (killed) => {
      const { command, effects } = server(killed)
      const client = openProxy(['--trusted'], command)
      client.write(CALLS.map(callOf).join(''))
      await client.end()
      const replies = client.lines.map((text) => JSON.parse(text) as Reply)
      expect(idsOf(replies)).to.deep.equal(CALLS.map((_, id) => id))
      expectTrue(replies, effects())
    }))

  describe('over HTTP', () => {
    const open = async (command: ReadonlyArray<string>) => {
      const proxy = openProxy(['--trusted', '--http', '0'], command)
      const url = await proxy.told(/listening on (\S+)/)
      const post = async (body: string, session: string | undefined): Promise<Response> =>
        fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(session && { 'mcp-session-id': session }) },
          body
        })
      const initialize = async (): Promise<string | undefined> => {
        const response = await post('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}', undefined)
        await response.text()
        return response.headers.get('mcp-session-id') ?? undefined
      }
      const replyTo = async (n: number, id: number, session: string | undefined): Promise<Reply> => {
        const text = await (await post(callOf(n, id), session)).text()
        return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as Reply
      }
      const all = (session: string | undefined, from: number): Promise<ReadonlyArray<Reply>> =>
        Promise.all(CALLS.map((n, i) => replyTo(n, from + i, session)))
      return { proxy, url, initialize, all }
    }

    it('runs no write again for a client that comes back after its server was killed', () =>
      check(50, point, async (killed) => {
        const { command, effects } = server(killed)
        const { proxy, initialize, all } = await open(command)
        const first = await all(await initialize(), 100)
        const second = await all(await initialize(), 200)
        await proxy.stop()
        // Of a session that is over, a client reads that it is: with no id, because nobody looked for one.
        expect(idsOf(first.filter(({ id }) => id !== null))).to.have.length.at.most(CALLS.length)
        expect(idsOf(second)).to.deep.equal(CALLS.map((_, i) => 200 + i))
        expectTrue([...first.filter(({ id }) => id !== null), ...second], effects())
      }))

    it('runs no write again for a client whose connections were cut', () => {
      const cut = fc.array(fc.constantFrom('socket', 'finish', 'response', 'close'), {
        minLength: CALLS.length,
        maxLength: CALLS.length
      })
      return check(50, cut, async (events) => {
        const { command, effects } = server(NEVER)
        const { proxy, url, initialize, all } = await open(command)
        const session = await initialize()
        await Promise.all(
          CALLS.map(async (n, i) => {
            const headers = { 'content-type': 'application/json', 'mcp-session-id': String(session) }
            const sent = request(url, { method: 'POST', headers }).on('error', () => {})
            sent.on('response', (response) => response.on('error', () => {}).resume())
            sent.end(callOf(n, 100 + i))
            await once(sent, events[i] as string)
            sent.destroy()
          })
        )
        const again = await all(await initialize(), 200)
        await proxy.stop()
        expect(idsOf(again)).to.deep.equal(CALLS.map((_, i) => 200 + i))
        expectTrue(again, effects())
        expect(effects()).to.deep.equal(['1', '2', '3', '4'])
      })
    })
  })

  it('leaves no process behind where its client is killed', () => {
    const points = fc.record({
      written: fc.integer({ min: 0, max: CALLS.length }),
      heard: fc.integer({ min: 0, max: 4 })
    })
    return check(50, points, async ({ written, heard }) => {
      const { command, effects } = server(NEVER)
      const program = `
        const { stdin, stdout } = require('node:child_process')
          .spawn(process.execPath, ${JSON.stringify([BIN, 'mcp', '--trusted', '--', ...command])}, { stdio: ['pipe', 'pipe', 'inherit'] })
        stdout.pipe(process.stdout)
        const calls = ${JSON.stringify(CALLS.map(callOf))}
        stdin.write(calls.slice(0, ${written}).join(''), () => console.log('written'))`
      const client = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'pipe'] })
      let lines = 0
      const due = 1 + Math.min(heard, written)
      eachLine(client.stdout, () => {
        lines += 1
        if (lines === due) client.kill('SIGKILL')
      })
      client.stderr.resume()
      // The last of them to end closes the standard error.
      await once(client, 'close')
      expect(effects()).to.deep.equal([...new Set(effects())])
    })
  })
})
