import { expect } from 'chai'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { Flow } from '../../../../lib/operate/proxy/flow.js'
import { Reply } from '../../../../lib/operate/proxy/http/reply.js'

describe('a reply over HTTP', () => {
  it('sends no character at which some clients end a line of an event', async () => {
    const message = { id: 1, result: { 'a\u2028b': 'c\u2029d\u0085e' } }
    const server = createServer((_request, response) => {
      const reply = new Reply(response)
      reply.stream()
      reply.end(Buffer.from(`${JSON.stringify(message)}\n`), new Flow(new PassThrough()))
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const sent = await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).text()
    server.close()
    expect(sent).not.to.match(/[\u0085\u2028\u2029]/)
    expect(JSON.parse(/^data: (.*)$/m.exec(sent)?.[1] ?? '')).to.deep.equal(message)
  })
})
