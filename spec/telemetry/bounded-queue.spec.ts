import { expect } from 'chai'
import { once } from 'node:events'
import { BoundedQueue } from '../../lib/telemetry/bounded-queue.js'
import type { Line } from '../../lib/telemetry/log-line.js'
import type { LineSink } from '../../lib/telemetry/sink.js'

const line = (message: string): Line => ({ level: 'info', message })

const queueOn = (sink: Partial<LineSink>) => {
  const dropped: Array<number> = []
  const queue = new BoundedQueue(
    { write: (_line, done) => done(), end: (done) => done(), close: () => {}, ...sink },
    { maxQueue: 2, note: (missing) => line(`${missing} missing`), onDropped: (lines) => dropped.push(lines), endMs: 5 }
  )
  return { queue, dropped }
}

describe('BoundedQueue', () => {
  it('ends without a sink that never takes its last lines, and counts those', async () => {
    const { queue, dropped } = queueOn({ write: () => undefined })
    for (const message of ['a', 'b', 'c', 'd']) queue.write(line(message))
    queue.end()
    await once(queue, 'finish')
    expect(dropped).to.deep.equal([1, 2])
  })

  it('ends without a sink that never ends', async () => {
    const { queue } = queueOn({ end: () => {} })
    queue.end()
    await once(queue, 'finish')
  })

  it('counts a line once that fails after it was taken', () => {
    let fail: ((failure: unknown) => void) | undefined
    const { queue, dropped } = queueOn({
      write: (_line, done) => {
        fail = done
        done()
      }
    })
    queue.write(line('a'))
    fail?.(new Error('late'))
    fail?.(new Error('later'))
    expect(dropped).to.deep.equal([1])
  })

  it('does not write for ever to a sink that fails at everything', () => {
    let writes = 0
    const { queue, dropped } = queueOn({
      write: () => {
        writes++
        throw undefined
      }
    })
    for (let i = 0; i < 10; i++) queue.write(line('a'))
    expect([writes, dropped.length]).to.deep.equal([10, 10])
  })
})
