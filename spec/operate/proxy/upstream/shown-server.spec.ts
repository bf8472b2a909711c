import { expect } from 'chai'
import { shownServer } from '../../../../lib/operate/proxy/upstream/shown-server.js'

const SECRET = 'Zk3vQ9pLw8XyT1bN'
const shown = (command: string, ...args: ReadonlyArray<string>): string =>
  shownServer({ kind: 'command', command, args })
const words = (line: string): string => shown(...(line.split(' ') as [string, ...Array<string>]))

describe('shownServer', () => {
  it('shows of an address its origin alone', () => {
    for (const rest of [`/api/mcp/s/${SECRET}/mcp`, `/mcp?token=${SECRET}`, `/#${SECRET}`])
      expect(
        shownServer({ kind: 'address', url: new URL(`https://u:${SECRET}@mcp.example${rest}`), headers: {} })
      ).to.equal('https://mcp.example')
  })

  it('shows of a command its program, and what that runs', () => {
    for (const [line, name] of [
      ['npx -y @modelcontextprotocol/server-filesystem /data', 'npx @modelcontextprotocol/server-filesystem'],
      ['/usr/bin/node dist/index.js', 'node dist/index.js'],
      ['uv --directory /srv run server.py', 'uv server.py'],
      ['python3 -m mcp_server_git --repository .', 'python3 mcp_server_git'],
      [
        'docker run -i --rm -e GITHUB_TOKEN ghcr.io/github/github-mcp-server',
        'docker ghcr.io/github/github-mcp-server'
      ],
      ['cmd /c npx -y mcp-remote https://mcp.example/sse', 'cmd npx mcp-remote https://mcp.example'],
      ['npx.cmd -y server', 'npx.cmd server'],
      ['/opt/servers/weather', 'weather'],
      ['', '']
    ] as const)
      expect(words(line), line).to.equal(name)
  })

  it('shows no word that may be a value', () => {
    for (const line of [
      `server ${SECRET}`,
      `server --pat ${SECRET}`,
      `npx -y @smithery/cli run exa --key ${SECRET}`,
      `npx -y mcp-remote https://mcp.zapier.com/api/mcp/s/${SECRET}/mcp`,
      `npx -y mcp-remote https://u:${SECRET}@mcp.example --header Authorization:Bearer ${SECRET}`,
      `npx --token ${SECRET} server`,
      `npx -p git+https://${SECRET}@example.com server`,
      `npx git+https://${SECRET}@example.com`,
      `uvx --from=git+https://${SECRET}@example.com server`,
      `docker run -e KEY=${SECRET} image`,
      `docker run -e KEY=${SECRET}`,
      `env KEY=${SECRET} node server.js`,
      `node KEY=${SECRET}`,
      `sh -c ${SECRET}`,
      `python -c ${SECRET}`,
      `mongo redis://:${SECRET}@host`
    ])
      expect(words(line), line).not.to.include(SECRET)
    expect(shown(`npx server --key ${SECRET}`)).to.equal('npx…')
    expect(shown('node', `server.js --key ${SECRET}`)).to.equal('node')
  })
})
