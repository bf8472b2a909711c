import { expect } from 'chai'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { Flow } from '../../../../lib/operate/proxy/flow.js'
import { Reply } from '../../../../lib/operate/proxy/http/reply.js'

describe('a reply over HTTP', () => {
  /** How the bodies came that a server sends after a while to who accepts this. */
  const late = async (accept: string, isStream: boolean): Promise<readonly [string | null, string]> => {
    const server = createServer((_request, response) => {
      const reply = new Reply(response, { keepAliveMs: 10 })
      if (isStream) reply.stream()
      setTimeout(() => reply.end(Buffer.from('{"id":1}\n'), new Flow(new PassThrough())), 100)
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const response = await fetch(url, { headers: { accept } })
    const text = await response.text()
    server.close()
    return [response.headers.get('content-type'), text]
  }

  it('begins a stream before its response is there, and keeps it and any other alive with comments', async () => {
    for (const isStream of [false, true]) {
      const [type, text] = await late('application/json, text/event-stream', isStream)
      expect(type).to.equal('text/event-stream')
      expect(text).to.match(/^(?::\n\n)+event: message\ndata: \{"id":1\}\n\n$/)
    }
  })

  it('sends a late response as JSON to who accepts no stream', async () => {
    expect(await late('application/json', false)).to.deep.equal(['application/json', '{"id":1}'])
  })

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
