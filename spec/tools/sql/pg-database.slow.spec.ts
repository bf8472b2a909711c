import { expect } from 'chai'
import { Client } from 'pg'
import { partialData, schemaMismatch } from '#core/errors'
import { callTool, codeOf } from './answers.js'
import { ONE, SELECT_ONE, sleep, toolFor, useDatabases } from './databases.js'

const NOT_READY = partialData({
  code: 'timeout',
  detail: 'The database was not ready in time, and the query was not sent.',
  hint: 'Go on with other work, use another tool, or tell the user.'
})

describe('the connections of sqlTool', () => {
  const databases = useDatabases()

  describe('from a pool', () => {
    it('are closed after each call', async () => {
      expect(await callTool(toolFor(databases.pool), SELECT_ONE)).to.deep.equal(ONE)
      expect(databases.pool.totalCount).to.equal(0)
    })

    it('serve as many calls at once as there are, and the others after them', async () => {
      const answers = await Promise.all(
        Array.from({ length: 7 }, (_, i) =>
          callTool(toolFor(databases.pool), { text: 'SELECT $1::int AS one, pg_sleep(0.01)::text AS s', values: [i] })
        )
      )
      expect(answers).to.deep.equal(Array.from({ length: 7 }, (_, one) => ({ kind: 'rows', rows: [{ one, s: '' }] })))
    })

    it('are not waited for longer than the call may take, and go back when they come too late', async () => {
      const { pool } = databases
      const held = await Promise.all([pool.connect(), pool.connect()])
      const late = await callTool(toolFor(pool, { timeoutMs: 50 }), SELECT_ONE)
      const caller = new AbortController()
      const waiting = callTool(toolFor(pool), SELECT_ONE, caller.signal)
      caller.abort()
      expect(late).to.deep.equal({
        kind: 'failed',
        executed: 'no',
        error: NOT_READY
      })
      expect(await waiting).to.deep.equal({
        kind: 'failed',
        executed: 'no',
        error: schemaMismatch({ code: 'cancelled', detail: 'The caller gave up before the query was sent.' })
      })
      for (const client of held) client.release()
      expect(await callTool(toolFor(pool), SELECT_ONE)).to.deep.equal(ONE)
      expect(pool.waitingCount).to.equal(0)
    })

    it('are not asked for after the caller gave up', async () => {
      expect(codeOf(await callTool(toolFor(databases.pool), SELECT_ONE, AbortSignal.abort()))).to.equal('cancelled')
      expect(databases.pool.totalCount).to.equal(0)
    })
  })

  describe('if there is a single one', () => {
    it('serve one call at a time, for all tools that share it', async () => {
      const answers = await Promise.all(
        [1, 2, 3].flatMap((one) => [
          callTool(toolFor(databases.single), {
            text: 'SELECT $1::int AS one, pg_sleep(0.01)::text AS s',
            values: [one]
          }),
          callTool(toolFor(databases.single), { text: 'SELECT 1 / 0' })
        ])
      )
      expect(answers.map(codeOf)).to.deep.equal([
        'rows',
        'rejected_arguments',
        'rows',
        'rejected_arguments',
        'rows',
        'rejected_arguments'
      ])
      expect(answers[4]).to.deep.equal({ kind: 'rows', rows: [{ one: 3, s: '' }] })
    })

    it('are not waited for longer than the call may take', async () => {
      const first = callTool(toolFor(databases.single), { text: 'SELECT pg_sleep(0.3)::text AS s' })
      const second = callTool(toolFor(databases.single, { timeoutMs: 50 }), SELECT_ONE)
      const third = callTool(toolFor(databases.single), SELECT_ONE)
      expect(codeOf(await second)).to.equal('timeout')
      expect(codeOf(await first)).to.equal('rows')
      expect(await third).to.deep.equal(ONE)
    })

    it('get no query before the last one ended, as pg 9 asks for, and say that nothing was sent where they were never connected', async () => {
      const client = new Client(databases.config())
      const query = client.query.bind(client) as (config: unknown) => Promise<unknown>
      let sent = 0
      Object.assign(client, {
        query: (config: unknown) => {
          sent += 1
          return query(config)
        }
      })
      expect(await callTool(toolFor(client, { timeoutMs: 50 }), SELECT_ONE)).to.deep.equal({
        kind: 'failed',
        executed: 'no',
        error: NOT_READY
      })
      await sleep(20)
      expect(sent).to.equal(1)
    })

    it('keep no listener of a call', async () => {
      const { single } = databases
      const listeners = () => [single.listenerCount('error'), single.connection.stream.listenerCount('data')]
      await callTool(toolFor(single), SELECT_ONE)
      const before = listeners()
      for (let i = 0; i < 12; i++) await callTool(toolFor(single), SELECT_ONE)
      expect(listeners()).to.deep.equal(before)
    })

    it('go on after a call that was given up', async () => {
      const caller = new AbortController()
      const call = callTool(toolFor(databases.single), { text: 'SELECT pg_sleep(600)' }, caller.signal)
      await databases.untilAsleep('FETCH')
      caller.abort()
      expect(codeOf(await call)).to.equal('cancelled')
      expect(await callTool(toolFor(databases.single), SELECT_ONE)).to.deep.equal(ONE)
    })
  })
})
