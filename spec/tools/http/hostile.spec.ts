import { expect } from 'chai'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Report } from './hostile-child.js'
import { CANARY } from './hostile/misbehaviour.js'
import { hostileServer, MISBEHAVIOURS } from './hostile-server.js'
import type { Loopback } from './loopback.js'

const CHILD = fileURLToPath(new URL('hostile-child.js', import.meta.url))
const HEAP_MB = 128

describe('httpTool against a hostile service', () => {
  const reports = new Map<string, Report>()
  let server: Loopback
  let output = ''
  let exitCode: unknown

  before(async () => {
    server = await hostileServer()
    const child = fork(CHILD, [server.origin], { execArgv: [`--max-old-space-size=${HEAP_MB}`], silent: true })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('message', (report) =>
      reports.set(`${(report as Report).method} ${(report as Report).path}`, report as Report)
    )
    const exit: ReadonlyArray<unknown> = await once(child, 'exit')
    exitCode = exit[0]
  })
  after(() => server.close())

  const reportOf = (method: string, path: string): Report => {
    const report = reports.get(`${method} ${path}`)
    if (report === undefined) throw new Error(`no report for ${method} ${path}; the child said: ${output}`)
    return report
  }
  const requestsOf = (method: string, path: string): number =>
    server.heard.filter((request) => request.method === method && request.path === path).length

  it('ends the process in peace: nothing unhandled, nothing said', () => {
    expect({ exitCode, output }).to.deep.equal({ exitCode: 0, output: '' })
  })

  it('plays at least sixty misbehaviours, each under a path of its own', () => {
    expect(new Set(MISBEHAVIOURS.map(({ path }) => path)).size)
      .to.equal(MISBEHAVIOURS.length)
      .and.to.be.at.least(60)
  })

  it('closes every socket', () => {
    expect(server.openSockets()).to.equal(0)
  })

  it('shows no secret', () => {
    expect([...reports.values()].filter(({ shown }) => shown.includes(CANARY))).to.deep.equal([])
  })

  for (const misbehaviour of MISBEHAVIOURS) {
    const { path, maxRequests, maxMs, maxRssMb } = misbehaviour
    it(`${path}: ${misbehaviour.code ?? 'right'}`, () => {
      const { outcome, code, ms, rssMb } = reportOf('GET', path)
      expect({ outcome, code }).to.deep.equal({ outcome: misbehaviour.outcome, code: misbehaviour.code })
      expect(requestsOf('GET', path)).to.be.within(1, maxRequests)
      expect(ms).to.be.below(maxMs)
      expect(rssMb).to.be.below(maxRssMb)
    })
  }

  it('sends a POST once, whatever happens', () => {
    const notOnce = MISBEHAVIOURS.filter(({ path }) => requestsOf('POST', path) !== 1).map(({ path }) => path)
    expect({ notOnce, unreported: MISBEHAVIOURS.filter(({ path }) => !reports.has(`POST ${path}`)) }).to.deep.equal({
      notOnce: [],
      unreported: []
    })
  })

  it('ends a POST within the same limits', () => {
    const beyond = MISBEHAVIOURS.filter(({ path, maxMs, maxRssMb }) => {
      const { ms, rssMb } = reportOf('POST', path)
      return ms >= maxMs || rssMb >= maxRssMb
    })
    expect(beyond.map(({ path }) => path)).to.deep.equal([])
  })
})
