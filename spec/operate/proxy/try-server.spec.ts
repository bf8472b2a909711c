import { expect } from 'chai'
import { tryServer } from '../../../lib/operate/proxy/try-server.js'
import { json, serve, usual } from './upstream/http-server.js'

describe('tryServer', () => {
  it('reads each page of a list once, the last of which may name an empty cursor', async () => {
    const pages = [
      { tools: [{ name: 'a' }], nextCursor: 'more' },
      { tools: [{ name: 'b' }], nextCursor: '' }
    ]
    let reads = 0
    const list = usual((_, response) => response.writeHead(404).end())
    const server = await serve((asked, response) => {
      if (asked.names !== 'tools/list') return list(asked, response)
      // Whoever asks on reads the first page again.
      json(response, { id: asked.id, result: pages[reads++ % 2] ?? {} })
    })
    const upstream = { kind: 'address', url: new URL(server.url), headers: {} } as const
    const tried = await tryServer(upstream, AbortSignal.timeout(1_000))
    await server.close()
    expect('tools' in tried && tried.tools.map(({ name }) => name)).to.deep.equal(['a', 'b'])
    expect(reads).to.equal(2)
  })
})
