import { expect } from 'chai'
import { PassThrough } from 'node:stream'
import { Flow, type Patience } from '../../../lib/operate/proxy/flow.js'

const HALF = Buffer.alloc(600)

describe('Flow', () => {
  let cut = 0
  beforeEach(() => {
    cut = 0
  })
  const open = (patience?: Partial<Patience>) => {
    const said: Array<string> = []
    const flow = new Flow(
      { pause: () => said.push('pause'), resume: () => said.push('resume') },
      patience && { waitMs: 20, readMs: 1_000, maxUnread: 1_000_000, onCutOff: () => cut++, ...patience }
    )
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

  it('waits no longer than it has patience, where others wait, and cuts off who reads nothing', async () => {
    const { flow, said, target } = open({ waitMs: 20, readMs: 60 })
    const [slow, late, deaf] = [target(), target(), target()]
    for (const reader of [slow, late, deaf]) flow.write(reader, Buffer.alloc(4_000))
    slow.resume()
    await soon(30)
    expect([said, late.destroyed, deaf.destroyed]).to.deep.equal([['pause', 'resume'], false, false])
    flow.write(late, HALF)
    late.resume()
    await soon(60)
    expect([said, slow.destroyed, late.destroyed, deaf.destroyed, cut]).to.deep.equal([
      ['pause', 'resume'],
      false,
      false,
      true,
      1
    ])
  })

  it('cuts off who has too much to read when more comes, but for what is written last', () => {
    const { flow, target } = open({ maxUnread: 5_000 })
    const [deaf, last] = [target(), target()]
    for (let i = 0; i < 3; i++) flow.write(deaf, Buffer.alloc(4_000))
    for (let i = 0; i < 2; i++) flow.write(last, Buffer.alloc(4_000))
    flow.end(last, HALF)
    expect([deaf.destroyed, last.destroyed, cut]).to.deep.equal([true, false, 1])
  })
})
