/**
 * Runs the examples over real engines, which live in a folder of their own with its own lockfile, against servers that
 * are started here.
 */
import { expect } from 'chai'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { areInstalled } from './durable/engines/installed.js'
import { ROOT } from './helpers/docs-examples.js'
import { startPostgres, type PostgresServer } from './helpers/postgres.js'
import { startRedis, type RedisServer } from './helpers/redis.js'

const FOLDER = join(ROOT, 'examples/engines')

const npmTest = (
  servers: Readonly<Record<string, string>>
): Promise<{ readonly code: number; readonly output: string }> =>
  new Promise((resolve) => {
    // Coverage is what the specs of this folder reach.
    const { NODE_V8_COVERAGE: _coverage, ...env } = process.env
    const child = execFile(
      'npm',
      ['test', '--silent'],
      { cwd: FOLDER, env: { ...env, ...servers } },
      (_error, output, errors) => resolve({ code: child.exitCode ?? -1, output: `${output}${errors}` })
    )
  })

describe('the examples over real engines', function () {
  this.timeout(300_000)
  let redis: RedisServer | undefined
  let postgres: PostgresServer | undefined

  before(async function () {
    if (!areInstalled()) {
      console.warn('\n  !! SKIPPED: no engines found; `npm ci --prefix examples/engines` installs them.\n')
      return this.skip()
    }
    redis = await startRedis({ durable: true })
    postgres = await startPostgres()
    if (redis === undefined || postgres === undefined) return this.skip()
  })
  after(async () => {
    await redis?.stop()
    await postgres?.stop()
  })

  it('place each order once, however often it is delivered', async () => {
    const { code, output } = await npmTest({
      REDIS_URL: `redis://${redis?.host}:${redis?.port}`,
      DATABASE_URL: `postgresql://${postgres?.user}@${postgres?.host}:${postgres?.port}/${postgres?.database}`
    })
    expect(code, output.slice(-4_000)).to.equal(0)
    expect(output).to.include('BullMQ: two workers at one job, placed once, answered alike.')
    expect(output).to.include('BullMQ: delivered twice, placed once, answered alike.')
    expect(output).to.include('BullMQ: three jobs of one id, three orders.')
    expect(output).to.include('DBOS: run twice, placed once, answered alike.')
  })
})
