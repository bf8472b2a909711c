/**
 * An operator's way, over real servers: what a provider's dashboard shows is found, settled by hand, and the redelivery
 * goes by it.
 */
import { expect } from 'chai'
import * as t from 'io-ts'
import { Redis } from 'ioredis'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { guardedCall, openSession, type Ledger, type Turn } from '../../../lib/index.js'
import { postgresLedger } from '../../../lib/stores/postgres.js'
import { redisLedger } from '../../../lib/stores/redis.js'
import { ROOT } from '../../helpers/docs-examples.js'
import { expectLeft, expectRight } from '../../helpers/either.js'
import { startPostgres } from '../../helpers/postgres.js'
import { startRedis } from '../../helpers/redis.js'
import { openFolder, type Ended, type Folder } from './command.js'

interface Place {
  readonly url: string
  readonly ledger: Ledger
  readonly close: () => Promise<unknown>
}

const onRedis = async (): Promise<Place | undefined> => {
  const server = await startRedis()
  if (server === undefined) return undefined
  const client = new Redis(server)
  const close = async () => (client.disconnect(), server.stop())
  return { url: `redis://${server.host}:${server.port}`, ledger: redisLedger({ client }), close }
}

const onPostgres = async (): Promise<Place | undefined> => {
  const server = await startPostgres()
  if (server === undefined) return undefined
  const { host, port, user, database, stop } = server
  const client = new pg.Pool({ host, port, user, database })
  const url = `postgres://${user}@${host}:${port}/${database}`
  return { url, ledger: postgresLedger({ client }), close: async () => (await client.end(), stop()) }
}

/** A project that has installed these packages. */
const projectWith = (...names: ReadonlyArray<string>): Folder => {
  const folder = openFolder()
  mkdirSync(join(folder.path, 'node_modules'))
  for (const name of names)
    symlinkSync(join(ROOT, 'node_modules', name), join(folder.path, 'node_modules', name), 'dir')
  return folder
}

const PLACES: ReadonlyArray<readonly [client: string, open: () => Promise<Place | undefined>]> = [
  ['ioredis', onRedis],
  ['redis', onRedis],
  ['pg', onPostgres]
]

/** A service that loses the answer of its first order. */
const shop = () => {
  const ids: Array<string> = []
  const order = guardedCall(
    {
      name: 'place_order',
      effect: 'write',
      timeoutMs: 20,
      run: (_args, { operationId }) => {
        ids.push(operationId)
        return ids.length === 1 ? new Promise(() => {}) : `{"id":${ids.length}}`
      }
    },
    t.type({ id: t.number })
  )
  return { ids, order: order({ sku: 'A-1' }) }
}

for (const [client, open] of PLACES)
  describe(`guarded-call ledger, with ${client}`, () => {
    let place: Place
    let folder: Folder

    before(async function () {
      const opened = await open()
      if (opened === undefined) return this.skip()
      place = opened
      folder = projectWith(client)
    })
    after(async () => {
      folder?.remove()
      await place?.close()
    })

    const ledger = (...args: ReadonlyArray<string>): Promise<Ended> =>
      folder.run(['ledger', ...args], { env: { GUARDED_CALL_LEDGER: place.url } })

    const deliver = (job: string): Turn => openSession({ ledger: place.ledger, logger: false }).openTurn({ id: job })

    const ofTables = client === 'pg' ? it : () => undefined
    ofTables('says which migration is missing, and runs it, once', async () => {
      const { order, ids } = shop()
      const turn = deliver('too early')
      expect(expectLeft(await turn.run(order)).code).to.equal('store_unavailable')
      expect(turn.calls[0]?.cause).to.contain('guarded_call_ledger lacks migration 1: run ledgerMigrations()')
      expect(ids).to.deep.equal([])
      const early = await ledger('list')
      expect([early.code, early.stderr]).to.deep.equal([
        1,
        'error: the table guarded_call_ledger lacks migration 1: run ledgerMigrations(), or `guarded-call ledger migrate`\n'
      ])
      for (let times = 0; times < 2; times++)
        expect(await ledger('migrate')).to.include({ code: 0, stdout: 'The table of the ledger has version 1.\n' })
    })

    it('lists nothing where nothing is unknown', async () => {
      expect(await ledger('list', '--unknown')).to.deep.equal({ code: 0, stdout: '', stderr: '0 unknown outcomes.\n' })
    })

    it('finds what the dashboard shows, and the redelivery replays what a person says', async () => {
      const { order, ids } = shop()
      expectLeft(await deliver('job-17').run(order))
      expect(expectLeft(await deliver('job-17').run(order)).code).to.equal('outcome_unknown')
      const [id = ''] = ids

      const list = await ledger('list', '--unknown')
      expect([list.code, list.stdout]).to.deep.equal([3, list.stdout])
      expect(list.stdout).to.match(new RegExp(`^${id} {2}unknown {2}place_order .*Z {2}\\d+ s ago\n$`))
      expect(list.stderr).to.match(/^1 unknown outcome; the oldest began \d+ s ago\.\n$/)
      expect((await ledger('list', '--unknown', '--older', '1h')).code).to.equal(0)
      expect((await ledger('list', '--tool', 'other')).code).to.equal(0)
      expect((await ledger('show', id)).stdout).to.contain('state      unknown: it began, and nobody knows')

      folder.write('response.json', '{"id":4711}')
      const answer = ['--answer', 'response.json']
      const said = await ledger('executed', id, '--by', 'ada', '--note', 'charge ch_17', ...answer)
      expect([said.code, said.stderr]).to.deep.equal([0, ''])
      expect(said.stdout)
        .to.match(/state {6}executed/)
        .and.match(/audit {6}\S+Z ada: executed\. charge ch_17/)
        .and.match(
          /\n\nThe next delivery replays it\. A job whose attempts are used up .* \(BullMQ: `job\.retry\(\)`\)\.\n$/
        )

      const turn = deliver('job-17')
      expect(expectRight(await turn.run(order))).to.deep.equal({ id: 4711 })
      expect([turn.calls[0]?.replayed, ids.length]).to.deep.equal([true, 1])
      const again = await ledger('not-executed', id, '--by', 'bob', '--note', 'really?')
      expect(again.code).to.equal(1)
      expect(again.stderr).to.match(/^error: It was executed on \S+Z\. Only an unknown outcome can be resolved\.\n$/)
    })

    it('replays the value of a file of JSON, else its text without the last line break', async () => {
      const said: Array<unknown> = []
      for (const [i, text] of ['{"id":1}\n', 'refunded\r\n', '{"id":9007199254740993}\n'].entries()) {
        const { order, ids } = shop()
        expectLeft(await deliver(`file-${i}`).run(order))
        folder.write('response.json', text)
        await ledger('executed', ids[0] ?? '', '--by', 'ada', '--note', 'seen', '--answer', 'response.json')
        said.push((JSON.parse((await ledger('show', '--json', ids[0] ?? '')).stdout) as { answer: unknown }).answer)
      }
      expect(said).to.deep.equal([{ id: 1 }, 'refunded', '{"id":9007199254740993}'])
    })

    it('lets the redelivery run what a person says was not executed, under a name of its own', async () => {
      const { order, ids } = shop()
      expectLeft(await deliver('job-18').run(order))
      const [id = ''] = ids
      const said = await ledger('not-executed', id, '--by', 'ada', '--note', 'no charge')
      expect([said.code, said.stdout]).to.deep.equal([0, said.stdout])
      expect(said.stdout).to.match(/\n\nThe next delivery runs it\. A job whose attempts are used up /)
      expect(expectRight(await deliver('job-18').run(order))).to.deep.equal({ id: 2 })
      expect(new Set(ids).size).to.equal(2)
      const found = JSON.parse((await ledger('show', '--json', id)).stdout) as object
      expect(found).to.include({ operationId: id, state: 'not_executed', tool: 'place_order', attempt: 1 })
    })

    it('refuses what may still run, and says when its lease ends', async () => {
      let end = (_: string): void => {}
      const ids: Array<string> = []
      const slow = guardedCall(
        {
          name: 'slow_order',
          effect: 'write',
          run: (_args, { operationId }) => {
            ids.push(operationId)
            return new Promise<string>((resolve) => {
              end = resolve
            })
          }
        },
        t.type({ id: t.number })
      )
      const running = deliver('job-19').run(slow())
      while (ids.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      const list = await ledger('list', '--tool', 'slow_order')
      expect([list.code, list.stderr]).to.deep.equal([
        0,
        '0 unknown outcomes. 1 still running, or left by a process that died: look again once the lease is over.\n'
      ])
      expect(list.stdout).to.match(new RegExp(`^${ids[0]} {2}running {2}slow_order `))
      const refused = await ledger('not-executed', ids[0] ?? '', '--by', 'ada', '--note', 'no charge')
      expect([refused.code, refused.stderr.replace(/\d+ s/, 'N s')]).to.deep.equal([
        1,
        'error: It may still run: its lease ends in N s. Only an unknown outcome can be resolved.\n'
      ])
      end('{"id":1}')
      expectRight(await running)
    })

    it('says what it did not find', async () => {
      expect(await ledger('show', 'ff')).to.include({ code: 1, stderr: 'error: The ledger holds no operation ff.\n' })
      expect((await ledger('executed', 'ff')).code).to.equal(2)
      expect((await ledger('list', '--older', 'soon')).stderr).to.contain('Expected an age such as 90s, 30m, 1h or 2d')
    })

    it('sweeps', async () => {
      const { code, stdout } = await ledger('sweep')
      expect(code).to.equal(0)
      expect(stdout).to.equal(
        client === 'pg' ? 'Swept 0 operations.\n' : 'Redis forgets by itself: there is nothing to sweep.\n'
      )
    })
  })

describe('guarded-call ledger', () => {
  let folder: Folder
  before(() => {
    folder = projectWith()
  })
  after(() => folder.remove())

  it('says which options a person has to give', async () => {
    for (const name of ['executed', 'not-executed']) {
      const { stdout } = await folder.run(['ledger', name, '--help'])
      for (const option of ['--by <name>', '--note <text>'])
        expect(stdout).to.match(new RegExp(`${option} .*\\(required\\)`))
    }
  })

  it('says what it needs', async () => {
    const told = async (...args: ReadonlyArray<string>) => {
      const { code, stderr } = await folder.run(['ledger', 'list', ...args])
      return [code, stderr.trim()]
    }
    expect(await told()).to.deep.equal([2, 'error: Name the ledger: --url postgres://…, or GUARDED_CALL_LEDGER.'])
    for (const url of ['ledger', 'mysql://u:secret@h/d'])
      expect(await told('--url', url)).to.deep.equal([
        2,
        'error: The address of a ledger begins with postgres://, redis:// or rediss://.'
      ])
    expect(await told('--url', 'postgres://127.0.0.1:1/d')).to.deep.equal([
      2,
      'error: A ledger on PostgreSQL needs its client: install pg in this project.'
    ])
    expect(await told('--url', 'redis://127.0.0.1:1')).to.deep.equal([
      2,
      'error: A ledger on Redis needs its client: install ioredis, iovalkey or redis in this project.'
    ])
  })

  for (const [client, scheme] of [
    ['pg', 'postgres'],
    ['ioredis', 'redis'],
    ['redis', 'redis']
  ] as const)
    it(`says that a server cannot be reached, with ${client}, and not with which password`, async () => {
      const project = projectWith(client)
      const { code, stderr } = await project.run(['ledger', 'list', '--url', `${scheme}://u:secret@127.0.0.1:1/0`])
      project.remove()
      expect(code).to.equal(1)
      expect(stderr).to.match(/^error: The ledger cannot be reached: ./)
      expect(stderr).not.to.contain('secret')
    })
})
