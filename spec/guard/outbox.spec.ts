import { expect } from 'chai'
import { Letter, Outbox } from '../../lib/guard/outbox.js'

/** A server that is up or down, what it heard, and an outbox by a clock that moves only here. */
const telling = () => {
  const heard: Array<string> = []
  const tried: Array<string> = []
  const late: Array<string> = []
  const rests: Array<{ readonly work: () => void; readonly ms: number }> = []
  const server = { up: true }
  const box = new Outbox((work, ms) => rests.push({ work, ms }))
  const message = (of: string, more: { chars?: number; shorten?: () => void } = {}): Letter =>
    new Letter({
      of,
      tell: async () => {
        tried.push(of)
        if (server.up) heard.push(of)
        return server.up
      },
      onLate: () => late.push(of),
      ...more
    })
  /** Ends the latest rest. */
  const rest = async (): Promise<number> => {
    const { work, ms } = rests.pop()!
    work()
    await settled()
    return ms
  }
  return { box, heard, tried, late, server, message, rest, rests }
}

const settled = () => new Promise(setImmediate)

describe('Outbox', () => {
  it('tells at once, and keeps nothing that was heard', async () => {
    const { box, heard, late, message, rests } = telling()
    expect([await box.tell(message('a')), heard, box.size, late, rests.length]).to.deep.equal([true, ['a'], 0, [], 0])
  })

  it('tells again what was not heard, further and further apart, until it is heard', async () => {
    const { box, heard, late, server, message, rest } = telling()
    server.up = false
    expect(await box.tell(message('a'))).to.equal(false)
    const pauses: Array<number> = []
    for (let i = 0; i < 11; i++) pauses.push(await rest())
    expect(pauses).to.deep.equal([100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000])
    server.up = true
    await rest()
    expect([heard, late, box.size]).to.deep.equal([['a'], ['a'], 0])
  })

  it('tells what waits soon after the server answered anything', async () => {
    const { box, heard, server, message, rest } = telling()
    server.up = false
    await box.tell(message('a'))
    for (let i = 0; i < 6; i++) await rest()
    server.up = true
    await box.tell(message('b'))
    expect([await rest(), heard, box.size]).to.deep.equal([100, ['b', 'a'], 0])
  })

  it('tries one round no further than the first failure, and tells nobody that waits twice', async () => {
    const { box, tried, server, message } = telling()
    server.up = false
    const told = await Promise.all(Array.from({ length: 1_000 }, (_, i) => box.tell(message(`m${i}`))))
    expect([new Set(told), tried.length, box.size]).to.deep.equal([new Set([false]), 64, 1_000])
  })

  it('loses none of a thousand, whatever the server does meanwhile', async () => {
    const { box, heard, server, message, rest } = telling()
    const names = Array.from({ length: 1_000 }, (_, i) => `m${i}`)
    for (const [i, name] of names.entries()) {
      server.up = i % 7 !== 0
      void box.tell(message(name))
      if (i % 13 === 0) await settled()
    }
    server.up = true
    for (let i = 0; i < 5 && box.size > 0; i++) await rest()
    expect([...heard].sort()).to.deep.equal([...names].sort())
    expect(box.size).to.equal(0)
  })

  it('tells what it keeps of something before anything else is asked about it', async () => {
    const { box, heard, server, message } = telling()
    server.up = false
    await Promise.all([box.tell(message('a')), box.tell(message('b')), box.tell(message('a'))])
    expect([await box.hasHeard('a'), await box.hasHeard('c')]).to.deep.equal([false, true])
    server.up = true
    expect([await box.hasHeard('a'), heard, box.size]).to.deep.equal([true, ['a', 'a'], 1])
  })

  it('forgets what nobody needs to hear any more', async () => {
    const { box, server, message, late } = telling()
    server.up = false
    const one = message('a')
    await box.tell(one)
    box.heard(one)
    box.heard(one)
    expect([box.size, late]).to.deep.equal([0, ['a']])
  })

  it('drains without long pauses, and says how many were not heard in time', async () => {
    const { box, server, message, rest } = telling()
    expect(await box.drain(1)).to.equal(0)
    server.up = false
    await Promise.all([box.tell(message('a')), box.tell(message('b'))])
    for (let i = 0; i < 8; i++) await rest()
    expect(await box.drain(5)).to.equal(2)
    const draining = box.drain(60_000)
    await settled()
    expect(await rest()).to.equal(100)
    server.up = true
    await rest()
    expect(await draining).to.equal(0)
  })

  it('says once of each letter that it is given up: by a drain, or for want of room', async () => {
    const { box, server } = telling()
    const lost: Array<string> = []
    const told = (of: string) =>
      box.tell(new Letter({ of, tell: async () => server.up, onLost: () => void lost.push(of) }))
    server.up = false
    await Promise.all(Array.from({ length: 10_002 }, (_, i) => told(`m${i}`)))
    expect([lost.length, new Set(lost).size]).to.deep.equal([2, 2])
    await box.drain(5)
    await box.drain(5)
    expect([lost.length, new Set(lost).size]).to.deep.equal([10_002, 10_002])
  })

  it('is bounded: by how many it keeps, and by what they hold', async () => {
    const { box, server, message } = telling()
    server.up = false
    let short = 0
    const long = { chars: 1024 * 1024, shorten: () => (short += 1) }
    await Promise.all(
      Array.from({ length: 10_100 }, (_, i) => box.tell(message(`m${i}`, i >= 64 && i < 84 ? long : {})))
    )
    expect([box.size, short]).to.deep.equal([10_000, 4])
    box.keep(message('lost'), 1_000)
    expect(box.size).to.equal(10_000)
  })
})
