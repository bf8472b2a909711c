/**
 * The official conformance suite against a public server, and against the same server behind the proxy. It needs a
 * newer Node than this library, which npx brings.
 */
import { expect } from 'chai'
import { execFile, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { atAddress, publicServer, served } from './support/proxied.js'
import { freePort, LISTENING, startUntil } from './support/started.js'

const SUITE = ['-y', '-p', 'node@22', '-p', '@modelcontextprotocol/conformance@0.1.16']
const EVERYTHING = '@modelcontextprotocol/server-everything'

const npx = (...args: ReadonlyArray<string>): Promise<unknown> =>
  promisify(execFile)('npx', [...SUITE, 'conformance', ...args], { maxBuffer: 64 * 1024 * 1024 })

interface Check {
  readonly id: string
  readonly status: string
}

/** Whether the suite is satisfied, by scenario and check. */
const verdicts = async (url: string): Promise<Readonly<Record<string, string>>> => {
  const folder = mkdtempSync(join(tmpdir(), 'guarded-call-conformance-'))
  // It exits with 1 where any check fails, as some do of a server that was not made for it.
  await npx('server', '--url', url, '-o', folder).catch(() => {})
  const found = readdirSync(folder).flatMap((name) => {
    const scenario = name.replace(/^server-|-\d{4}-\d\d-\d\dT.*$/g, '')
    const checks = JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as ReadonlyArray<Check>
    return checks.map(({ id, status }) => [`${scenario} ${id}`, status])
  })
  rmSync(folder, { recursive: true })
  return Object.fromEntries(found)
}

describe('the official conformance suite', function () {
  this.timeout(300_000)

  const started: Array<ChildProcess> = []
  before(async function () {
    try {
      await npx('--version')
    } catch {
      process.stdout.write('NOTE: SKIPPED: npx cannot bring the conformance suite, which needs a registry.\n')
      this.skip()
    }
  })
  after(() => {
    for (const child of started) child.kill('SIGTERM')
  })

  it('gives the same verdicts through the proxy, which besides refuses what DNS rebinding would send', async () => {
    const port = String(await freePort())
    await startUntil(publicServer(EVERYTHING, 'streamableHttp'), { PORT: port }, LISTENING, started)
    const address = `http://127.0.0.1:${port}/mcp`
    const plain = await verdicts(address)
    expect(Object.values(plain).filter((status) => status === 'SUCCESS')).to.have.lengthOf(13)
    const guarded = {
      ...plain,
      'dns-rebinding-protection localhost-host-rebinding-rejected': 'SUCCESS',
      // A quick answer is JSON, which the suite leaves open: it notes that there was no stream to look at.
      'server-sse-multiple-streams server-sse-streams-functional': 'INFO'
    }
    expect(plain).to.include({ 'dns-rebinding-protection localhost-host-rebinding-rejected': 'FAILURE' })
    for (const command of [served(publicServer(EVERYTHING, 'stdio')), atAddress(address, '--http', '0')])
      expect(await verdicts(await startUntil(command, {}, LISTENING, started))).to.deep.equal(guarded)
  })
})
