import { expect } from 'chai'
import { startProcess } from '../../../../lib/operate/proxy/upstream/server-process.js'
import type { Server } from '../../../../lib/operate/proxy/upstream/server.js'
import { isAlive } from '../../../helpers/is-alive.js'

interface Ending {
  readonly why: string
  /** What it wrote, after the line of its process ids. */
  readonly lines: ReadonlyArray<string>
  /** Milliseconds until its end was known, and until none of its processes was left. */
  readonly toldMs: number
  readonly goneMs: number
  /** Of the processes that it named. */
  readonly alive: ReadonlyArray<boolean>
  readonly server: Server
}

/** Starts a server whose first line names processes, does something then, and waits until the server is gone. */
const ending = async (
  [command, ...args]: readonly [string, ...ReadonlyArray<string>],
  then: (server: Server, pids: ReadonlyArray<number>) => void
): Promise<Ending> => {
  let [startedAt, pids]: readonly [number, ReadonlyArray<number>] = [0, []]
  const lines: Array<string> = []
  const [why, toldMs, server] = await new Promise<readonly [string, number, Server]>((resolve) => {
    const started: Server = startProcess(command, args, {
      onStatus: () => {},
      mirroredBy: () => [],
      onLost: () => {},
      onRenewed: (_, again) => again(),
      onEnd: (reason) => resolve([reason, performance.now() - startedAt, started]),
      onLine: (line) => {
        if (startedAt > 0) return void lines.push(String(line).trim())
        pids = String(line).trim().split(' ').map(Number)
        startedAt = performance.now()
        then(started, pids)
      }
    })
  })
  await server.gone
  const goneMs = performance.now() - startedAt
  const alive = pids.map(isAlive)
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  return { why, lines, toldMs, goneMs, alive, server }
}

const stopIn =
  (patienceMs: number) =>
  (server: Server): void =>
    server.stop(patienceMs)

// It waits for what never comes before it would end.
const HANGS = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log(process.pid)`
const through = (script: string, program: string): readonly [string, ...ReadonlyArray<string>] => [
  'sh',
  '-c',
  script,
  process.execPath,
  program
]
const WAITED_FOR = '"$0" -e "$1"; exit 0'
const LEFT = '"$0" -e "$1" & read line; exit 0'

describe('ProcessGroup', () => {
  // There, a server has no group.
  if (process.platform === 'win32') return

  it('kills a server that hangs when it is asked to end, although the shell or npx that started it has ended', async () => {
    const quoted = `'${process.execPath}' -e "${HANGS.replaceAll('$', '\\$')}"`
    for (const words of [through(WAITED_FOR, HANGS), ['npx', '-y', '-c', quoted] as const]) {
      const { alive, goneMs } = await ending(words, stopIn(200))
      expect([words[0], alive]).to.deep.equal([words[0], [false]])
      expect(goneMs).to.be.within(1_650, 3_000)
    }
  }).timeout(30_000)

  it('asks, and then kills, what a server leaves behind that ends with its input', async () => {
    const asked = await ending(through(LEFT, HANGS.replace('() => {}', `() => console.log('asked')`)), stopIn(800))
    // By then its output is not read any more.
    expect([asked.why, asked.alive]).to.deep.equal(['The server ended with exit code 0.', [false]])
    expect(asked.goneMs).to.be.within(2_250, 3_500)
    const soon = await ending(through(LEFT, `setInterval(() => {}, 1000); console.log(process.pid)`), stopIn(800))
    expect(soon.alive).to.deep.equal([false])
    expect(soon.goneMs).to.be.within(750, 1_800)
  })

  it('ends what a server leaves behind that ends by itself, of which is told before', async () => {
    const { why, toldMs, goneMs, alive } = await ending(
      through('"$0" -e "$1" & read line; exit 3', HANGS),
      ({ input }) => void input.write('end\n')
    )
    expect([why, alive]).to.deep.equal(['The server ended with exit code 3.', [false]])
    expect(toldMs).to.be.below(1_400)
    expect(goneMs - toldMs).to.be.within(1_450, 2_500)
  })

  it('kills a server that closed its output and hangs when it is asked to end', async () => {
    const { why, alive } = await ending(
      [process.execPath, '-e', `${HANGS}; process.stdin.once('data', () => require('fs').closeSync(1))`],
      ({ input }) => void input.write('mute\n')
    )
    expect([why, alive]).to.deep.equal(['The server closed its output, and went on without it.', [false]])
  })

  it('kills at once all of a server whose message is too much', async () => {
    const { alive, goneMs } = await ending(
      through(WAITED_FOR, `${HANGS}; process.stdin.once('data', () => console.log('x'.repeat(129 * 2 ** 20)))`),
      ({ input }) => void input.write('flood\n')
    )
    expect(alive).to.deep.equal([false])
    expect(goneMs).to.be.below(5_000)
  }).timeout(20_000)

  it('leaves what is left the time to end once it was asked', async () => {
    const flushes = `process.on('SIGTERM', () => setTimeout(() => { console.log('flushed'); process.exit() }, 400)); setInterval(() => {}, 1000); console.log(process.pid)`
    const { lines, goneMs } = await ending(through(WAITED_FOR, flushes), stopIn(0))
    expect(lines).to.deep.equal(['flushed'])
    expect(goneMs).to.be.below(1_400)
  })

  it('leaves a daemon alone that has a session of its own, and waits for none', async () => {
    const daemon = `const { pid } = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' }); console.log(pid); process.stdin.on('end', () => process.exit()).resume()`
    const { alive, goneMs } = await ending([process.execPath, '-e', daemon], stopIn(2_000))
    expect(alive).to.deep.equal([true])
    expect(goneMs).to.be.below(1_000)
  })

  it('is gone as soon as the last of it, and signals nobody after', async () => {
    const real = process.kill.bind(process)
    const signals: Array<unknown> = []
    process.kill = (pid, name) => {
      if (name !== 0) signals.push([pid < 0, name])
      return real(pid, name)
    }
    try {
      for (const words of [
        [process.execPath, '-e', `console.log(process.pid); process.stdin.resume()`] as const,
        through(WAITED_FOR, `console.log(process.pid); process.stdin.resume()`)
      ]) {
        const { why, alive, goneMs, server } = await ending(words, stopIn(300))
        expect([why, alive]).to.deep.equal(['The server ended with exit code 0.', [false]])
        expect(goneMs).to.be.below(290)
        server.stop(0)
        await new Promise((resolve) => {
          setTimeout(resolve, 2_000)
        })
      }
    } finally {
      process.kill = real
    }
    expect(signals).to.deep.equal([])
  }).timeout(10_000)

  it('is gone at once where the server never began', async () => {
    for (const command of ['/nowhere/no-such-server', '']) {
      const gone = await new Promise<Promise<void>>((resolve) => {
        const server: Server = startProcess(command, [], {
          onStatus: () => {},
          mirroredBy: () => [],
          onLost: () => {},
          onRenewed: (_, again) => again(),
          onEnd: () => resolve(server.gone),
          onLine: () => {}
        })
      })
      await gone
    }
  })
})
