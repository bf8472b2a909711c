/** Where a body ends, by its framing and by how its connection ends. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { gzipSync } from 'node:zlib'
import { guardedCall } from '../../../lib/guard/guarded-call.js'
import { openTurn } from '../../../lib/guard/session.js'
import { httpTool } from '../../../lib/tools/http/index.js'
import { loopback, reply, whenRead, type Loopback } from './loopback.js'

type Ending = 'closed' | 'reset'
type Framing = 'length' | 'chunked' | 'none' | 'HTTP/1.0' | 'another coding'

const HEADS: Readonly<Record<Exclude<Framing, 'length' | 'chunked'>, string>> = {
  none: 'HTTP/1.1 200 OK\r\n\r\n',
  'HTTP/1.0': 'HTTP/1.0 200 OK\r\ncontent-type: text/plain\r\n\r\n',
  'another coding': 'HTTP/1.1 200 OK\r\ntransfer-encoding: identity\r\n\r\n'
}
const UNTIL_CLOSE = Object.keys(HEADS) as ReadonlyArray<keyof typeof HEADS>

const framed = (framing: Framing, body: Buffer): ReadonlyArray<Buffer | string> => {
  if (framing === 'length') return [reply(200, {}, body)]
  if (framing === 'chunked')
    return [
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
      `${body.length.toString(16)}\r\n`,
      body,
      '\r\n0\r\n\r\n'
    ]
  return [HEADS[framing], body]
}

describe('the end of a body', () => {
  let server: Loopback
  let answer: ReadonlyArray<Buffer | string> = []
  let ending: Ending = 'closed'

  before(async () => {
    server = await loopback((socket) => {
      for (const part of answer) socket.write(part)
      if (ending === 'reset') whenRead(socket, () => socket.resetAndDestroy())
      else socket.end()
    })
  })
  after(() => server.close())

  const told = async (
    framing: Framing,
    end: Ending,
    text: string,
    codec: t.Mixed = t.unknown,
    effect: 'read' | 'write' = 'write'
  ) => {
    answer = framed(framing, Buffer.from(text))
    ending = end
    const tool = httpTool({
      name: 'balance',
      effect,
      request: () => ({ url: server.origin }),
      allowOrigins: [server.origin]
    })
    const turn = openTurn()
    const result = await turn.run(guardedCall(tool, codec)({}))
    const { executed } = turn.calls[0] ?? {}
    return E.isRight(result)
      ? { right: result.right, executed }
      : { code: result.left.code, data: result.left.data, executed }
  }

  const BODIES: ReadonlyArray<readonly [text: string, value: unknown]> = [
    ['balance: 100', 'balance: 100'],
    ['12', 12],
    ['{"balance":100}', { balance: 100 }],
    ['"balance: 100"', 'balance: 100']
  ]

  for (const framing of ['length', 'chunked'] as const) {
    for (const end of ['closed', 'reset'] as const) {
      it(`is where its framing says: ${framing}, ${end}`, async () => {
        for (const [text, value] of BODIES)
          expect(await told(framing, end, text), text).to.deep.equal({ right: value, executed: 'yes' })
      })
    }
  }

  for (const framing of UNTIL_CLOSE) {
    it(`is not known of a body without one that ends by a reset: ${framing}`, async () => {
      for (const [text, value] of BODIES)
        expect(await told(framing, 'reset', text), text).to.deep.equal({
          code: 'incomplete_response',
          data: typeof value === 'number' ? undefined : value,
          executed: typeof value === 'number' || !/^[[{"]/.test(text) ? 'unknown' : 'yes'
        })
    })

    it(`is known of JSON that says itself where it ends: ${framing}`, async () => {
      for (const [text, value] of BODIES.slice(2))
        expect(await told(framing, 'closed', text), text).to.deep.equal({ right: value, executed: 'yes' })
    })

    it(`is not known of a number or a text: ${framing}`, async () => {
      const codecs: ReadonlyArray<readonly [string, t.Mixed, unknown]> = [
        ['12', t.number, undefined],
        ['12', t.string, undefined],
        ['12.5', t.unknown, undefined],
        ['balance: 100', t.string, 'balance: 100'],
        ['balance: 100', t.unknown, 'balance: 100']
      ]
      for (const [text, codec, data] of codecs)
        expect(await told(framing, 'closed', text, codec), text).to.deep.equal({
          code: 'incomplete_response',
          data,
          executed: 'unknown'
        })
    })

    it(`says of what is no answer what it is: ${framing}`, async () => {
      expect(await told(framing, 'closed', '<html><body>Log in</body></html>')).to.have.property(
        'code',
        'html_response'
      )
      expect(await told(framing, 'closed', '{"balance":1')).to.have.property('code', 'truncated_response')
      expect(await told(framing, 'closed', 'x', t.number)).to.have.property('code', 'not_json')
    })
  }

  describe('of lines', () => {
    const LINE = '{"status":"pulling"}\n'
    const lines = (...parts: ReadonlyArray<Buffer | string>) => {
      answer = parts
      const tool = httpTool({
        name: 'pull_model',
        effect: 'write',
        request: () => ({ url: server.origin, json: {} }),
        allowOrigins: [server.origin]
      })
      return async (codec: t.Mixed) => {
        const turn = openTurn()
        await turn.run(guardedCall(tool, codec)({}))
        return turn.calls[0]?.executed
      }
    }
    const head = (type: string, more = '') => `HTTP/1.1 200 OK\r\ncontent-type: ${type}${more}\r\n\r\n`
    const CHUNKED = `\r\ntransfer-encoding: chunked`
    const CHUNK = `${LINE.length.toString(16)}\r\n${LINE}\r\n`
    const CODECS = [t.unknown, t.type({ status: t.literal('success') })]

    it('is not known where it was cut behind the first, whatever its type, framing and codec', async () => {
      for (const type of ['application/x-ndjson', 'application/json'])
        for (const parts of [
          [head(type, CHUNKED), CHUNK],
          [head(type, '\r\ncontent-length: 99'), LINE],
          [head(type, '\r\ncontent-encoding: gzip'), gzipSync(LINE.repeat(9)).subarray(0, -12)]
        ])
          for (const codec of CODECS)
            for (const end of ['closed', 'reset'] as const) {
              ending = end
              expect(await lines(...parts)(codec), `${type} ${parts.join('')}`).to.equal('unknown')
            }
    })

    it('is not known where nothing marks it, and the type is one of lines', async () => {
      ending = 'closed'
      for (const type of [
        'application/x-ndjson',
        'application/jsonl',
        'application/stream+json',
        'application/json-seq'
      ])
        for (const codec of CODECS) expect(await lines(head(type), LINE)(codec), type).to.equal('unknown')
      expect(await lines(head('application/json'), LINE)(t.unknown)).to.equal('yes')
      expect(await lines(head('application/x-ndjson', CHUNKED), CHUNK, '0\r\n\r\n')(t.unknown)).to.equal('yes')
    })
  })

  it('is known of a compressed text, which says itself where it ends', async () => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n'
    answer = [head, gzipSync('balance: 100')]
    ending = 'closed'
    const tool = httpTool({
      name: 'b',
      effect: 'read',
      request: () => ({ url: server.origin }),
      allowOrigins: [server.origin]
    })
    expect(await openTurn().run(guardedCall(tool, t.string)({}))).to.deep.equal(E.right('balance: 100'))
  })

  it('is asked for once where nothing says that it was cut, and again after a reset', async () => {
    const before = server.heard.length
    await told('none', 'closed', 'balance: 100', t.string, 'read')
    const closed = server.heard.length
    await told('none', 'reset', 'balance: 100', t.string, 'read')
    expect([closed - before, server.heard.length - closed]).to.deep.equal([1, 3])
  })
})
