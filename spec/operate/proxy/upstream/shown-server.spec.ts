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
      ['npx -p tool @scope/server@1.2', 'npx @scope/server@1.2'],
      ['deno run -A npm:@scope/server@1.2 --key x', 'deno npm:@scope/server@1.2'],
      ['docker run -i -p 80:80 mcp:1@sha256:0a1b', 'docker mcp:1@sha256:0a1b'],
      ['node --env-file=.env --max-old-space-size=99 server.js', 'node server.js'],
      ['dotnet run --project server', 'dotnet run'],
      [`npx github:a/b#${SECRET}`, 'npx github:a/b'],
      [`npx a/b?${SECRET}`, 'npx a/b'],
      [`deno run npm:a/b?${SECRET}#x`, 'deno npm:a/b'],
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
      ...['-e 1', '-e1=2', '-p 1', '-pe 1', '--eval=1', '--print=1', '--env-file=.e -e 1', '-v server', '-'].flatMap(
        (code) => ['node', 'bun', 'tsx', 'deno', 'ruby', 'php', 'python'].map((runner) => `${runner} ${code} ${SECRET}`)
      ),
      `php --process-code=1 ${SECRET}`,
      `deno eval 1 ${SECRET}`,
      `cmd /c node -e 1 ${SECRET}`,
      `node run ${SECRET}`,
      `dotnet run ${SECRET}`,
      `uvx -v server ${SECRET}`,
      `npx ${SECRET}@github.com:a/b`,
      `npx u:${SECRET}@github.com/a/b`,
      `npx github:u:${SECRET}@a/b`,
      `npx #${SECRET}`,
      `mongo redis://:${SECRET}@host`
    ])
      expect(words(line), line).not.to.include(SECRET)
    expect(shown(`npx server --key ${SECRET}`)).to.equal('npx…')
    expect(shown('node', `server.js --key ${SECRET}`)).to.equal('node')
  })
})
