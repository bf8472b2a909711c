/** Writes whose failure speaks of a notice behind them: what they were asked for may be done. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { failed, guardedCall, memoryLedger, openSession, type Tool } from '../../lib/index.js'
import { httpTool } from '../../lib/tools/http/index.js'
import { loopback, reply } from '../tools/http/loopback.js'

const BODIES: ReadonlyArray<object> = [
  { message: 'Failed to send email notification' },
  { error: 'Unable to send confirmation email' },
  { errors: [{ code: 'sms_delivery_failed', message: 'Failed to deliver SMS' }] },
  { error: "Can't send mail - all recipients were rejected: 550 5.1.1 User unknown" },
  { error: 'curl: (6) Could not resolve host: mail.example' },
  { error: 'HTTP Error 404: Not Found' },
  { error: 'The client is closed' }
]

describe('a 4xx that speaks of a notice or a request behind the deed', () => {
  const outcomes = async (name: string, body: object, more: Partial<Tool<unknown>> = {}) => {
    const server = await loopback((socket) => socket.end(reply(400, {}, JSON.stringify(body))))
    const ledger = memoryLedger()
    const request = () => ({ url: `${server.origin}/orders` })
    const tool = httpTool({ name, effect: 'write', allowOrigins: [server.origin], request, ...more })
    const call = guardedCall(tool, t.unknown)
    const executed: Array<unknown> = []
    for (let i = 0; i < 2; i++) {
      const turn = openSession({ ledger, logger: false }).openTurn({ id: 'turn' })
      await turn.run(call({}))
      executed.push(turn.outcomes()[0]?.executed)
    }
    const sent = server.heard.length
    await server.close()
    return [executed[0], sent]
  }

  it('leaves the write open, and sends it once under a ledger', async () => {
    for (const body of BODIES)
      expect(await outcomes('register_user', body), JSON.stringify(body)).to.deep.equal(['unknown', 1])
  })

  it('is the refusal of a tool that sends notices, where it gives a reason', async () => {
    const body = { message: 'The email could not be sent: its address is invalid' }
    expect(await outcomes('register_user', body)).to.deep.equal(['unknown', 1])
    expect(await outcomes('send_email', body)).to.deep.equal(['no', 2])
  })

  it('is what its author says of it', async () => {
    const errors = () => failed({ code: 'refused', detail: 'No.' }, { executed: 'no' })
    expect(await outcomes('register_user', { message: 'Failed to send email' }, { errors })).to.deep.equal(['no', 2])
  })

  it('leaves it open where a function returns the response, or throws it', async () => {
    const body = { message: 'Failed to send email notification' }
    const ends: ReadonlyArray<() => unknown> = [
      () => Response.json(body, { status: 400 }),
      () => {
        throw Object.assign(new Error('Bad request'), { response: { status: 400, data: body } })
      },
      () => ({ error: 'Unable to send confirmation email: limit exceeded' })
    ]
    for (const run of ends) {
      const turn = openSession({ logger: false }).openTurn()
      const more = { effect: 'write', transient: () => true } as const
      await turn.run(guardedCall({ name: 'register_user', run, ...more }, t.type({ id: t.number }))())
      expect(turn.outcomes()[0]?.executed).to.equal('unknown')
    }
  })
})

describe('a 4xx whose body is no text', () => {
  it('proves nothing of a write', async () => {
    const bodies = [
      Buffer.from([0x0a, 0x03, 0x00, 0xff]),
      Buffer.from('注文エラー', 'utf16le'),
      Buffer.from([0x82, 0xb1])
    ]
    const answers = bodies.flatMap((body) => [400, 404].map((status) => ({ status, body })))
    for (const { status, body } of answers) {
      const head = `HTTP/1.1 ${status} No\r\ncontent-type: application/octet-stream\r\ncontent-length: ${body.length}\r\n\r\n`
      const server = await loopback((socket) => socket.end(Buffer.concat([Buffer.from(head), body])))
      const request = () => ({ url: `${server.origin}/orders` })
      const tool = httpTool({ name: 'order', effect: 'write', allowOrigins: [server.origin], request })
      const turn = openSession({ logger: false }).openTurn()
      await turn.run(guardedCall(tool, t.unknown)({}))
      await server.close()
      expect(turn.outcomes()[0]?.executed).to.equal('unknown')
    }
  })
})
