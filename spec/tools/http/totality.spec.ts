import { expect } from 'chai'
import * as fc from 'fast-check'
import { gzipSync } from 'node:zlib'
import { ToolError } from '#core/errors'
import { httpTool } from '../../../lib/tools/http/index.js'
import { CANARY, GOOD } from './hostile/misbehaviour.js'
import { loopback, reply, type Loopback } from './loopback.js'
import { runTool } from './run-tool.js'
import { runs } from '../../helpers/runs.js'

const RUNS = runs(80, 2_000)

const HONEST: ReadonlyArray<Buffer> = [
  reply(200, {}, GOOD),
  reply(200, { 'content-encoding': 'gzip' }, gzipSync(GOOD)),
  Buffer.from(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n${GOOD.slice(0, 5)}\r\n0\r\n\r\n`),
  reply(429, { 'retry-after': '0', 'x-internal': CANARY }, '{}'),
  reply(302, { location: '/again' }),
  reply(206, { link: '</?page=2>; rel="next"' }, GOOD)
]

// An honest response with a few bytes changed, cut out or repeated is nearer to the edges than noise is.
const mutation = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  what: fc.constantFrom('change', 'remove', 'repeat', 'cut'),
  byte: fc.nat(255),
  length: fc.integer({ min: 1, max: 12 })
})

const mutated = fc.tuple(fc.constantFrom(...HONEST), fc.array(mutation, { maxLength: 4 })).map(([honest, mutations]) =>
  mutations.reduce((bytes, { at, what, byte, length }) => {
    const index = Math.floor(at * bytes.length)
    const [before, piece, after] = [
      bytes.subarray(0, index),
      bytes.subarray(index, index + length),
      bytes.subarray(index + length)
    ]
    switch (what) {
      case 'change':
        return Buffer.concat([before, piece.map((old) => old ^ byte), after])
      case 'remove':
        return Buffer.concat([before, after])
      case 'repeat':
        return Buffer.concat([before, piece, piece, after])
      default:
        return before
    }
  }, honest)
)

const ending = fc.constantFrom('end', 'reset', 'stay')

describe('httpTool against anything that a socket may say', function () {
  this.timeout(600_000)
  let server: Loopback
  let answer: Buffer
  let end: string
  let run = 0
  const unhandled: Array<unknown> = []
  const onUnhandled = (event: unknown): void => {
    unhandled.push(event)
  }
  before(async () => {
    process.on('unhandledRejection', onUnhandled)
    server = await loopback((socket) => {
      socket.write(answer)
      if (end === 'end') socket.end()
      else if (end === 'reset') setImmediate(() => socket.resetAndDestroy())
    })
  })
  after(async () => {
    process.off('unhandledRejection', onUnhandled)
    await server.close()
  })

  it('always answers in time, with an error that is one, or with data', async () => {
    await fc.assert(
      fc.asyncProperty(mutated, ending, fc.constantFrom('read', 'write'), async (bytes, how, effect) => {
        answer = bytes
        end = how
        // A request of the run before may be heard only now.
        const path = `/${run++}`
        const started = performance.now()
        const tool = httpTool({
          name: 'any',
          effect,
          allowOrigins: [server.origin],
          timeoutMs: 100,
          maxBytes: 10_000,
          request: () => ({ url: `${server.origin}${path}`, headers: { authorization: CANARY } })
        })
        const spoken = await runTool(tool, {})
        const error = 'error' in spoken ? spoken.error : undefined
        expect({
          isError: error === undefined || ToolError.is(error),
          leaks: JSON.stringify(error ?? '').includes(CANARY),
          inTime: Math.max(performance.now() - started, 1100),
          requests: Math.max(server.heard.filter((request) => request.path === path).length, effect === 'read' ? 3 : 1)
        }).to.deep.equal({ isError: true, leaks: false, inTime: 1100, requests: effect === 'read' ? 3 : 1 })
      }),
      { numRuns: RUNS }
    )
    expect(unhandled).to.deep.equal([])
  })
})
