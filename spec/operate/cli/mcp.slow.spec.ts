import { expect } from 'chai'
import { openProxyProcess, PEER, type Client } from '../proxy/client.js'

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const pidOfServer = async (client: Client): Promise<number> =>
  Number((await client.call('pid')).result?.content?.[0]?.text)

describe('guarded-call mcp, in a process of its own', () => {
  let client: Client
  afterEach(() => client.stop())

  it('hands on what is fine byte for byte, and ends with its client', async () => {
    client = openProxyProcess()
    client.write('{"params":{"arguments":{ },"name":"spaced"}, "method":"tools/call","id":"a","jsonrpc":"2.0"}\n')
    await client.until(({ id }) => id === 'a')
    const { code, stderr } = await client.end()
    expect(client.lines).to.deep.equal([
      '{ "id": "a","jsonrpc":"2.0", "result": {"content":[ ], "structuredContent":{"n":12345678901234567890.0}} }'
    ])
    expect([code, stderr.split('\n')[0]]).to.deep.equal([
      0,
      'guarded-call: enforce: 1 call of 1 tool in 1 turn, 0 refused'
    ])
  })

  it('carries 10 MB', async () => {
    client = openProxyProcess()
    const [huge, sent] = await Promise.all([
      client.call('huge', { length: 10_000_000 }),
      client.call('echo', { text: 'y'.repeat(10_000_000) })
    ])
    expect(huge.result?.content?.[0]?.text.length).to.equal(10_000_000)
    expect(sent.result?.content?.[0]?.text.length).to.equal(10_000_011)
  })

  it('tells who waits that the server died, and ends with 1', async () => {
    client = openProxyProcess()
    expect((await client.call('die')).error?.message).to.match(
      /^The server ended with exit code 7\. The server of this tool is gone\./
    )
    const { code, stderr } = await client.ended
    expect([code, stderr.includes('The server ended with exit code 7.')]).to.deep.equal([1, true])
  })

  it('ends a server that does not want to', async () => {
    client = openProxyProcess([], [process.execPath, PEER, '--stubborn'])
    const server = await pidOfServer(client)
    const { code } = await client.end()
    expect([code, isAlive(server)]).to.deep.equal([0, false])
  })

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) {
    it(`ends, with its server, by ${signal}`, async () => {
      client = openProxyProcess()
      const server = await pidOfServer(client)
      expect(isAlive(server)).to.equal(true)
      client.kill(signal)
      expect([(await client.ended).code, isAlive(server)]).to.deep.equal([0, false])
    })
  }

  it('serves by HTTP, asks for the token of its environment, and ends with its servers', async () => {
    client = openProxyProcess(['--http', '0', '--token-env', 'MCP_TOKEN'], undefined, {
      env: { MCP_TOKEN: 'correct horse' }
    })
    const url = await client.told(/listening on (\S+)/)
    const body = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}'
    const statusFor = async (authorization: string): Promise<number> =>
      (await fetch(url, { method: 'POST', body, headers: { authorization, 'content-type': 'application/json' } }))
        .status
    expect([await statusFor('Bearer correct horse'), await statusFor('Bearer wrong')]).to.deep.equal([200, 401])
    client.kill('SIGTERM')
    expect((await client.ended).code).to.equal(0)
  })

  it('takes no blanks for a token', async () => {
    client = openProxyProcess(['--http', '0', '--token-env', 'MCP_TOKEN'], undefined, { env: { MCP_TOKEN: ' \n' } })
    const { code, stderr } = await client.ended
    expect([code, stderr]).to.deep.equal([2, 'error: The environment variable MCP_TOKEN holds no token.\n'])
  })
})
