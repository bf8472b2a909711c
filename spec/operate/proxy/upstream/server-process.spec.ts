import { expect } from 'chai'
import { startProcess } from '../../../../lib/operate/proxy/upstream/server-process.js'
import type { Server } from '../../../../lib/operate/proxy/upstream/server.js'

// Two of them are more than is read at once, and no more than a pipe takes from a process that exits: of Node 24.21 it
// takes less.
const LAST = 40_000
const SERVER = `console.log(process.pid); process.stdin.once('data', () => { console.log(('x'.repeat(${LAST}) + '\\n').repeat(2) + 'last'); process.exit() })`
// Longer than an output is waited for that somebody else holds open.
const LONG_MS = 800

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** What came of a server that ends while nothing is read of it, and what is done long after that. */
const unread = (then: (server: Server) => void): Promise<readonly [why: string, lines: ReadonlyArray<string>]> =>
  new Promise((resolve) => {
    const lines: Array<string> = []
    let hasResumed = false
    const partialAsRight = (): void => {
      hasResumed = true
      then(server)
    }
    const afterEnd = (pid: number): void => {
      setTimeout(isAlive(pid) ? () => afterEnd(pid) : partialAsRight, isAlive(pid) ? 5 : LONG_MS)
    }
    const server: Server = startProcess(process.execPath, ['-e', SERVER], {
      onStatus: () => {},
      mirroredBy: () => [],
      onLost: () => {},
      onRenewed: (_, again) => again(),
      onEnd: (why) => resolve([why, lines]),
      onLine: (line) => {
        const isFirst = lines.push(String(line).trim()) === 1
        if (hasResumed) return
        server.pause()
        if (!isFirst) return
        server.input.write('end\n')
        afterEnd(Number(lines[0]))
      }
    })
  })

describe('startProcess', () => {
  it('shows the errors of a server on a terminal with escapes for what is not seen', async () => {
    const { stderr } = process
    const before = { isTTY: stderr.isTTY, write: stderr.write.bind(stderr) }
    let shown = ''
    Object.assign(stderr, { isTTY: true, write: (text: string) => (shown += text) !== '' })
    try {
      await new Promise((resolve) => {
        startProcess(process.execPath, ['-e', String.raw`process.stderr.write('\u001b[31mup\u202e é\r\n')`], {
          onStatus: () => {},
          mirroredBy: () => [],
          onLost: () => {},
          onRenewed: (_, again) => again(),
          onEnd: resolve,
          onLine: () => {}
        })
      })
    } finally {
      Object.assign(stderr, before)
    }
    expect(shown).to.equal('\\u001b[31mup\\u202e é\n')
  })

  it('hands on all that a server wrote before its end to a client that reads slowly', async () => {
    const [why, lines] = await unread((server) => server.resume())
    expect([why, lines.length, lines.at(-1)]).to.deep.equal(['The server ended with exit code 0.', 4, 'last'])
  })

  it('says of a line that is too much for whoever reads it that it is, and not that it is too long', async () => {
    const why = await new Promise<string>((resolve) => {
      startProcess(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'], {
        onStatus: () => {},
        mirroredBy: () => [],
        onLost: () => {},
        onRenewed: (_, again) => again(),
        onEnd: resolve,
        onLine: () => {
          throw new RangeError('Set maximum size exceeded')
        }
      })
    })
    expect(why).to.equal('The server sent a message that holds too much to be judged.')
  })

  it('waits for no client once it is to stop', async () => {
    const [why] = await unread((server) => server.stop(10))
    expect(why).to.equal('The server ended with exit code 0.')
  })
})
