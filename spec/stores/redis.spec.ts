import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { Redis } from 'ioredis'
import { createClient } from 'redis'
import { failed, guardedCall, memoryLedger, openSession, semanticGarbage, type Turn } from '../../lib/index.js'
import { redisLedger, redisStore } from '../../lib/stores/redis.js'
import { startRedis, type RedisServer } from '../helpers/redis.js'
import { storeConforms } from './conformance.js'

const CLIENTS = ['ioredis', 'node-redis'] as const

for (const make of CLIENTS) {
  describe(`redisStore over ${make}`, () => {
    let server: RedisServer | undefined
    let admin: Redis
    let ioredis: Redis
    let nodeRedis: ReturnType<typeof createClient>

    before(async function () {
      server = await startRedis()
      if (server === undefined) return this.skip()
      admin = new Redis(server)
      ioredis = new Redis(server)
      nodeRedis = createClient({ socket: { host: server.host, port: server.port } })
      await nodeRedis.connect()
    })
    after(async () => {
      if (server === undefined) return
      admin.disconnect()
      ioredis.disconnect()
      nodeRedis.destroy()
      await server.stop()
    })

    const client = (): Redis | ReturnType<typeof createClient> => (make === 'ioredis' ? ioredis : nodeRedis)

    storeConforms(`redisStore over ${make}`, () => ({
      open: (ttlMs) => redisStore({ client: client(), ttlMs }),
      contents: async () => {
        const keys = (await admin.keys('*')).sort()
        const held = (key: string) => (key.endsWith(':starts') ? admin.lrange(key, 0, -1) : admin.get(key))
        return JSON.stringify(await Promise.all(keys.map(async (key) => [key, await held(key)])))
      },
      sent: async () => Number(/cmdstat_eval:calls=(\d+)/.exec(await admin.info('commandstats'))?.[1] ?? 0)
    }))

    it('hears of the writes that a ledger admits, so that reads begin afresh in every process', async () => {
      const [store, ledger, id] = [redisStore({ client: client() }), memoryLedger(), crypto.randomUUID()]
      const [here, there] = [0, 1].map(() => openSession({ store, ledger }).openTurn({ id })) as [Turn, Turn]
      const list = guardedCall({ name: 'list', effect: 'read', run: () => '[]' }, t.unknown)
      let isBusy = true
      const busy = failed(semanticGarbage({ code: 'busy', detail: 'Busy.' }), { executed: 'no' })
      const run = (): unknown => (isBusy ? busy : '"ok"')
      const order = guardedCall({ name: 'order', effect: 'write', run }, t.unknown)
      const codeOf = async (turn: Turn, one: typeof list): Promise<string> => {
        const result = await turn.run(one())
        return E.isLeft(result) ? result.left.code : 'right'
      }
      for (let i = 0; i < 3; i++) expect(await codeOf(here, list)).to.equal('right')
      expect(await codeOf(there, order)).to.equal('busy')
      expect(await codeOf(here, list)).to.equal('retry_budget_exceeded')
      isBusy = false
      expect(await codeOf(there, order)).to.equal('right')
      expect(await codeOf(here, list)).to.equal('right')
      here.close()
    })

    it('puts its prefix before each key and a time to live on it, keeps the keys of a turn together on a cluster, and leaves none of one that was closed', async () => {
      const store = redisStore({ client: client(), prefix: 'agents:', ttlMs: 30_000 })
      await store.append('t', '[]', 0)
      const keys = (await admin.keys('agents:*')).sort()
      expect(keys[0]).to.match(/^agents:\{[0-9a-f]{32}\}$/)
      expect(keys).to.deep.equal([keys[0], `${keys[0]}:starts`])
      for (const key of keys) expect(await admin.pttl(key)).to.be.within(25_000, 30_000)
      await store.close('t')
      const lasting = redisStore({ client: client() })
      await lasting.append('t', '[]', 0)
      for (const key of await admin.keys('guarded-call:*'))
        expect(await admin.pttl(key)).to.be.within(604_795_000, 604_800_000)
      await lasting.close('t')
      expect(await admin.keys('*')).to.deep.equal([])
    })
  })
}

describe('redisStore', () => {
  it('refuses what cannot work, in a sentence', () => {
    const client = new Redis({ lazyConnect: true })
    expect(() => redisStore({ client, ttlMs: 0 })).to.throw(TypeError, 'Expected `ttlMs` to be a positive integer.')
    expect(() => redisStore({ client, prefx: 'a:' } as never)).to.throw(TypeError, '`prefix` was meant')
    expect(() => redisLedger({ client, prefx: 'a:' } as never)).to.throw(TypeError, '`prefix` was meant')
    expect(() => redisStore({ client, ttlMs: 1.5 })).to.throw(TypeError)
    expect(() => redisStore({ client: {} as Redis })).to.throw(
      TypeError,
      'Expected `client` to be a client of ioredis or node-redis.'
    )
    expect(() => redisStore({ client: undefined as never })).to.throw(TypeError)
  })

  it('listens for the errors of a client once, so that none ends the process', () => {
    const client = createClient()
    redisStore({ client })
    redisStore({ client, prefix: 'other:' })
    expect(client.listenerCount('error')).to.equal(1)
    expect(() => client.emit('error', new Error('connection lost'))).not.to.throw()
  })
})
