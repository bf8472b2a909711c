/** What the relay's door drops takes no memory, however much of it comes. */
import { expect } from 'chai'
import { runModule } from '../../helpers/child.js'

describe("the relay's door", () => {
  it('keeps nothing of what it drops', async () => {
    const { stdout } = await runModule(
      `
      import { openRelay } from './built/spec/operate/proxy/open-relay.js'
      const { relay, toClient } = openRelay()
      const dropped = (from) => {
        for (let i = from; i < from + 20_000; i++)
          for (const text of [
            '{"id":"' + i + 'x","result":{"content":[{"type":"text","text":"' + 'y'.repeat(500) + '"}]}}',
            '{"id":' + i + ',"error":{"code":-1,"message":"no"}}',
            '[{"id":' + i + '}]',
            'line ' + i
          ])
            relay.fromServer(Buffer.from(text))
        gc()
        return process.memoryUsage().heapUsed
      }
      dropped(0)
      const before = dropped(20_000)
      console.log(JSON.stringify({ kept: dropped(40_000) - before, sent: toClient.length, waiting: relay.waiting }))
      `,
      { flags: ['--expose-gc'] }
    )
    const { kept, ...rest } = JSON.parse(stdout) as { readonly kept: number }
    expect(rest).to.deep.equal({ sent: 0, waiting: 0 })
    // One of the 80,000 that left a number behind would be 640 kB.
    expect(kept).to.be.below(200_000)
  })
})
