import { expect } from 'chai'
import { PassThrough } from 'node:stream'
import { Flow } from '../../../lib/operate/proxy/flow.js'

const HALF = Buffer.alloc(600)

describe('Flow', () => {
  const open = (patienceMs?: number) => {
    const said: Array<string> = []
    const flow = new Flow({ pause: () => said.push('pause'), resume: () => said.push('resume') }, patienceMs)
    return { flow, said, target: () => new PassThrough({ highWaterMark: 1_000 }).on('error', () => {}) }
  }
  const soon = (ms = 5): Promise<unknown> =>
    new Promise((resolve) => {
      setTimeout(resolve, ms)
    })

  it('holds the source back once, until the last of its readers keeps up', async () => {
    const { flow, said, target } = open()
    const [one, two] = [target(), target()]
    for (const reader of [one, one, two, two, two]) flow.write(reader, HALF)
    expect(said).to.deep.equal(['pause'])
    one.resume()
    await soon()
    expect(said).to.deep.equal(['pause'])
    two.resume()
    await soon()
    expect(said).to.deep.equal(['pause', 'resume'])
    expect([one, two].map((reader) => reader.listenerCount('drain'))).to.deep.equal([0, 0])
  })

  it('waits for what is written last, too, and for nobody who is gone', async () => {
    const { flow, said, target } = open()
    const [last, gone] = [target(), target()]
    flow.end(last, Buffer.alloc(4_000))
    flow.write(gone, Buffer.alloc(4_000))
    gone.destroy()
    await soon()
    expect(said).to.deep.equal(['pause'])
    last.resume()
    await soon()
    expect(said).to.deep.equal(['pause', 'resume'])
    flow.write(gone, HALF)
    flow.write(last, HALF)
    expect(said).to.deep.equal(['pause', 'resume'])
  })

  it('cuts off who does not read, where others wait', async () => {
    const { flow, said, target } = open(20)
    const [slow, deaf] = [target(), target()]
    flow.write(slow, Buffer.alloc(4_000))
    flow.write(deaf, Buffer.alloc(4_000))
    await soon()
    slow.resume()
    await soon(60)
    expect([said, slow.destroyed, deaf.destroyed]).to.deep.equal([['pause', 'resume'], false, true])
  })
})
