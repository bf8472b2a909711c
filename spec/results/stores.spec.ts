/** Every store of results keeps what `resultStoreConformance` asks of any. */
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTurn, toModelText } from '../../lib/index.js'
import { folderResultStore, memoryResultStore, resultHandles, type ResultHandle } from '../../lib/results/index.js'
import { resultStoreConformance, type MakeResultStore } from '../../lib/stores/conformance/index.js'
import { redisResultStore } from '../../lib/stores/redis.js'
import { startRedis, type RedisServer } from '../helpers/redis.js'

const ROWS = Array.from({ length: 9_000 }, (_, id) => ({ id }))

const conforms = (make: MakeResultStore): void => {
  for (const { name, run } of resultStoreConformance(make)) it(name, run)
}

describe('memoryResultStore', () => {
  conforms(() => memoryResultStore({ keepBytes: 64 * 1024 * 1024 }))
})

describe('folderResultStore', () => {
  const root = mkdtempSync(join(tmpdir(), 'guarded-call-'))
  const folder = join(root, 'kept')
  after(() => rmSync(root, { recursive: true }))

  conforms(() => folderResultStore({ folder }))

  it('leaves files that only this user can read, and no drafts', async () => {
    await folderResultStore({ folder }).put('r1', '1')
    expect(statSync(join(folder, 'r1.json')).mode & 0o777).to.equal(0o600)
    expect(statSync(folder).mode & 0o777).to.equal(0o700)
    expect(readdirSync(folder).filter((name) => !name.endsWith('.json'))).to.deep.equal([])
  })

  it('keeps a bounded number of bytes, and lets the oldest go', async () => {
    const store = folderResultStore({ folder: join(root, 'few'), keepBytes: 100 })
    for (const ref of ['a', 'b', 'c']) {
      await store.put(ref, 'x'.repeat(40))
      await new Promise((resolve) => void setTimeout(resolve, 15))
    }
    expect([await store.get('a'), await store.get('c')]).to.deep.equal([undefined, 'x'.repeat(40)])
  })

  it('writes nothing outside of its folder', async () => {
    for (const ref of ['../out', 'a/b', '', '.'])
      await Promise.resolve(folderResultStore({ folder }).put(ref, '1')).then(
        () => expect.fail('It was kept.'),
        (thrown: Error) => expect(thrown).to.be.instanceOf(TypeError)
      )
    expect(existsSync(join(root, 'out.json'))).to.equal(false)
  })

  it('shares results between processes that share the folder', async () => {
    const [here, there] = [1, 2].map(() => resultHandles({ store: folderResultStore({ folder }) })) as [
      ReturnType<typeof resultHandles>,
      ReturnType<typeof resultHandles>
    ]
    const { ref } = (await here.instead(ROWS)) as ResultHandle
    const read = await openTurn({ logger: false }).run(there.reader({ ref, path: '[8999]' }))
    expect(toModelText(read)).to.equal('{"path":"[8999]","value":{"id":8999}}')
  })
})

describe('redisResultStore', () => {
  let server: RedisServer | undefined
  let client: Redis
  before(async function () {
    server = await startRedis()
    if (server === undefined) return this.skip()
    client = new Redis(server)
  })
  after(async () => {
    if (server === undefined) return
    client.disconnect()
    await server.stop()
  })

  conforms(() => redisResultStore({ client }))

  it('forgets after its time', async () => {
    const store = redisResultStore({ client, ttlMs: 20 })
    await store.put('r1', '1')
    await new Promise((resolve) => void setTimeout(resolve, 60))
    expect(await store.get('r1')).to.equal(undefined)
  })
})
