import { expect } from 'chai'
import { startProcess } from '../../../../lib/operate/proxy/upstream/server-process.js'
import type { Server } from '../../../../lib/operate/proxy/upstream/server.js'

describe('startProcess, asked to stop its server', () => {
  /** What a server says that needs a moment to end, and the milliseconds of its end. */
  const stopped = (program: string, ...stops: ReadonlyArray<readonly [afterMs: number, patienceMs: number]>) =>
    new Promise<readonly [ReadonlyArray<string>, number]>((resolve) => {
      const lines: Array<string> = []
      let stoppedAt = 0
      const server: Server = startProcess(process.execPath, ['-e', program], {
        onStatus: () => {},
        mirroredBy: () => [],
        onLost: () => {},
        onRenewed: (_, again) => again(),
        onEnd: () => resolve([lines, performance.now() - stoppedAt]),
        onLine: (line) => {
          if (lines.push(String(line).trim()) > 1) return
          stoppedAt = performance.now()
          for (const [afterMs, patienceMs] of stops) setTimeout(() => server.stop(patienceMs), afterMs)
        }
      })
    })
  const FLUSHES = `process.stdin.on('end', () => setTimeout(() => { console.log('flushed'); process.exit() }, 1200)).resume()`

  it('leaves a server that has time until it is asked, and gets a moment after', async () => {
    const [lines] = await stopped(`console.log('up'); ${FLUSHES}`, [0, 2_000])
    expect(lines).to.deep.equal(['up', 'flushed'])
    const [later] = await stopped(`process.on('SIGTERM', () => {}); console.log('up'); ${FLUSHES}`, [0, 0])
    expect(later).to.deep.equal(['up', 'flushed'])
  })

  it('asks at once where it is told to, once, and ends a server that goes on within two seconds', async () => {
    const [lines, ms] = await stopped(
      `process.on('SIGTERM', () => console.log('asked')); setInterval(() => {}, 1000); console.log('up')`,
      [0, 50],
      [400, 0]
    )
    expect(lines).to.deep.equal(['up', 'asked'])
    expect(ms).to.be.within(1_800, 4_000)
  })

  it('gives no more time to a server that was told to end, whoever has more patience later', async () => {
    const deaf = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')`
    const [, ms] = await stopped(deaf, [0, 0], [600, 500], [700, 2_000])
    expect(ms).to.be.below(2_500)
  })
})
