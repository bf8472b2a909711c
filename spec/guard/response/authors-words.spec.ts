import { expect } from 'chai'
import * as t from 'io-ts'
import { guardedCall } from '../../../lib/guard/guarded-call.js'
import { openSession, openTurn } from '../../../lib/guard/session.js'
import { failed, type ErrorWords, type Tool } from '../../../lib/guard/tool.js'
import { memoryLedger } from '../../../lib/stores/memory-ledger.js'
import { httpTool } from '../../../lib/tools/http/index.js'
import { expectLeft } from '../../helpers/either.js'
import { loopback, reply, type Loopback } from '../../tools/http/loopback.js'

const JSON_TYPE = { 'content-type': 'application/json' }
const BODY = { error: 'size must be a number' }
const TOLD = { code: 'no_such_size', detail: 'There is no such size.' }

interface Given {
  readonly message: string
  readonly status: number
  readonly body: unknown
}

describe('the words of an author for a failed response', () => {
  let status = 400
  let server: Loopback
  let other: Loopback | undefined
  beforeEach(async () => {
    status = 400
    server = await loopback((socket) =>
      socket.end(reply(status, JSON_TYPE, JSON.stringify(status === 200 ? { id: 7 } : BODY)))
    )
  })
  afterEach(async () => {
    await server.close()
    await other?.close()
    other = undefined
  })

  const byHttpTool = (errors?: ErrorWords<unknown>): Tool<unknown> =>
    httpTool({
      name: 'order',
      effect: 'write',
      allowOrigins: [server.origin],
      idempotency: { key: (_args, { operationId }) => operationId, forMs: 60_000 },
      request: () => ({ url: `${server.origin}/orders`, json: {} }),
      ...(errors === undefined ? {} : { errors })
    })
  const byFetch = (errors: ErrorWords<unknown>): Tool<unknown> => ({
    name: 'order',
    effect: 'write',
    run: () => fetch(`${server.origin}/orders`, { method: 'POST' }),
    errors
  })
  const outcomeOf = async (tool: Tool<unknown>) => {
    const turn = openTurn()
    const { code, detail, hint } = expectLeft(await turn.run(guardedCall(tool, t.unknown)({})))
    return { code, detail, hint, executed: turn.outcomes()[0]?.executed }
  }

  it('get an Error with its status and its body', async () => {
    const given: Array<Given> = []
    const errors: ErrorWords<unknown> = (thrown) => void given.push(thrown as Given)
    for (const make of [byHttpTool, byFetch]) await outcomeOf(make(errors))
    expect(given.every((one) => one instanceof Error)).to.equal(true)
    expect(given.map(({ message, status: of, body }) => ({ message, of, body }))).to.deep.equal(
      Array(2).fill({ message: 'The service answered 400.', of: 400, body: BODY })
    )
  })

  it('take the place of ours, and leave what its status proves', async () => {
    const told = await outcomeOf(byHttpTool(() => TOLD))
    expect(told).to.deep.include({ ...TOLD, executed: 'no' })
    expect(told.hint).to.match(/^It was not executed: nothing happened\./)
    expect(await outcomeOf(byFetch(() => TOLD))).to.deep.include({ ...TOLD, executed: 'unknown' })
  })

  it('say what it proves where the author knows better', async () => {
    const says = (executed: 'no' | 'unknown') => () => failed(TOLD, { executed })
    expect(await outcomeOf(byHttpTool(says('unknown')))).to.deep.include({ ...TOLD, executed: 'unknown' })
    status = 409
    expect(await outcomeOf(byHttpTool(says('no')))).to.deep.include({ ...TOLD, executed: 'no' })
    expect(await outcomeOf(byFetch(says('no')))).to.deep.include({ ...TOLD, executed: 'no' })
  })

  it('let no write run again whose fate their author leaves open, whatever the response says', async () => {
    const ranBy = async (errors: ErrorWords<unknown>): Promise<number> => {
      const from = server.heard.length
      const turn = openTurn()
      const note = guardedCall({ name: 'note', effect: 'write', run: () => 'noted' }, t.string)
      const pay = guardedCall(byFetch(errors), t.unknown)
      await turn.run(pay({}))
      await turn.run(note({}))
      await turn.run(pay({}))
      return server.heard.length - from
    }
    expect(await ranBy(() => undefined)).to.equal(2)
    expect(await ranBy(() => failed(TOLD, { executed: 'unknown' }))).to.equal(1)
  })

  it('say nothing of an earlier request of the same call', async () => {
    const twice = await loopback((socket) => socket.end(reply(twice.heard.length === 1 ? 503 : 400)))
    other = twice
    const tool = httpTool({
      name: 'order',
      effect: 'write',
      allowOrigins: [twice.origin],
      idempotency: { key: (_args, { operationId }) => operationId, forMs: 60_000 },
      request: () => ({ url: twice.origin, json: {} }),
      errors: () => failed(TOLD, { executed: 'no' })
    })
    expect(await outcomeOf(tool)).to.deep.include({ ...TOLD, executed: 'unknown' })
    expect(twice.heard.length).to.equal(2)
  })

  it('are not asked of a success', async () => {
    status = 200
    const turn = openTurn()
    const errors = (): never => expect.fail()
    await turn.run(guardedCall(byHttpTool(errors), t.unknown)({}))
    expect(turn.outcomes()[0]?.executed).to.equal('yes')
  })

  it('keep the key of a write whose service may have begun', async () => {
    const session = openSession({ ledger: memoryLedger() })
    const keys = async (errors?: ErrorWords<unknown>) => {
      const from = server.heard.length
      for (const _ of [1, 2])
        await session.openTurn({ id: `job-${from}` }).run(guardedCall(byHttpTool(errors), t.unknown)({}))
      return new Set(server.heard.slice(from).map(({ headers }) => headers['idempotency-key'])).size
    }
    expect(await keys()).to.equal(2)
    expect(await keys(() => failed(TOLD, { executed: 'unknown' }))).to.equal(1)
  })

  it('hold nothing of what was sent to the service', async () => {
    const secret = 'kT9vR2mQx7Lp4WzB'
    const echo = await loopback((socket, { headers }) =>
      socket.end(reply(401, JSON_TYPE, JSON.stringify({ error: `no ${headers['x-auth'] ?? ''}` })))
    )
    other = echo
    const tool = httpTool({
      name: 'read',
      effect: 'read',
      allowOrigins: [echo.origin],
      request: () => ({ url: echo.origin, headers: { 'x-auth': secret } }),
      errors: (thrown) => ({ code: 'refused', detail: JSON.stringify((thrown as Given).body) })
    })
    const { detail } = expectLeft(await openTurn().run(guardedCall(tool, t.unknown)({})))
    expect(detail).to.equal('{"error":"no [redacted]"}')
  })
})
