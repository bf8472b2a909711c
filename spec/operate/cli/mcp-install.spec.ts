import { expect } from 'chai'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VERSION } from '../../../lib/operate/cli/version.js'
import { openFolder, readAll, startCommand, type Folder } from './command.js'

const WRAP = ['-y', `guarded-call@${VERSION}`, 'mcp', '--']

// As people write it by hand, for VS Code.
const JSONC = `\ufeff{
\t// what we use
\t"servers": {
\t\t"files": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "."] }, // keep
\t\t"issues": {
\t\t\t"type": "stdio",
\t\t\t"command": "node",
\t\t\t"args": [ "issues.js", "--token=ghp_0123456789abcdefghijklmnopqrstuvwxyz" ],
\t\t\t"env": { "BIG": 12345678901234567890.0 },
\t\t},
\t\t"plain": { "command": "server" },
\t\t"remote": { "url": "https://example.com/mcp" },
\t},
\t"inputs": [],
}
`.replace(/\n/g, '\r\n')

describe('guarded-call mcp install', () => {
  let folder: Folder
  beforeEach(() => {
    folder = openFolder()
    folder.write('mcp.json', JSONC)
  })
  afterEach(() => folder.remove())

  const path = (): string => join(folder.path, 'mcp.json')
  const now = (name = 'mcp.json'): string => readFileSync(join(folder.path, name), 'utf8')
  const run = (...args: ReadonlyArray<string>) =>
    folder.run(['mcp', ...args.slice(0, 1), '--client', 'vscode', '--file', path(), ...args.slice(1)])

  it('shows what would change and writes nothing where nobody agreed', async () => {
    const { code, stdout } = await run('install')
    expect([code, now()]).to.deep.equal([3, JSONC])
    expect(stdout).to.include('- npx -y @modelcontextprotocol/server-filesystem .\n')
    expect(stdout).to.include(
      `+ npx -y guarded-call@${VERSION} mcp -- npx -y @modelcontextprotocol/server-filesystem .\n`
    )
    expect(stdout).not.to.include('ghp_0123456789')
  })

  it('wraps every command and keeps the rest of the file, and uninstall gives it back byte for byte', async () => {
    const { code, stderr } = await run('install', '--yes')
    expect([code, now('mcp.json.before-guarded-call')]).to.deep.equal([0, JSONC])
    expect(stderr).to.include('remote is no command')
    const text = now()
    for (const part of ['\ufeff{', '// what we use', '// keep', '12345678901234567890.0', '"inputs": [],\r\n}\r\n'])
      expect(text).to.include(part)
    expect(text).not.to.match(/[^\r]\n/)
    // Without its comments and last commas it is JSON.
    const { servers } = JSON.parse(
      text
        .slice(1)
        .replace(/\/\/ .*/g, '')
        .replace(/,(\s*[}\]])/g, '$1')
    ) as {
      readonly servers: Readonly<Record<string, object>>
    }
    expect(servers).to.deep.include({
      files: { command: 'npx', args: [...WRAP, 'npx', '-y', '@modelcontextprotocol/server-filesystem', '.'] },
      plain: { command: 'npx', args: [...WRAP, 'server'] },
      remote: { url: 'https://example.com/mcp' }
    })
    expect((await run('install', '--yes')).stdout).to.include('there is no server to put it before')
    expect((await run('uninstall', '--yes')).code).to.equal(0)
    expect(now()).to.equal(JSONC)
  })

  it('takes the servers that are named, one after the other', async () => {
    await run('install', '--yes', 'files')
    expect(now().split('guarded-call').length).to.equal(2)
    await run('install', '--yes', 'plain')
    expect((await run('uninstall', '--yes')).stdout).to.include('byte for byte as it was')
    expect(now()).to.equal(JSONC)
  })

  it('keeps what changed since', async () => {
    await run('install', '--yes', 'files')
    folder.write('mcp.json', now().replace('"inputs": []', '"inputs": [1]'))
    expect((await run('uninstall', '--yes')).code).to.equal(0)
    const text = now()
    expect(text).to.include('"inputs": [1]').and.not.include('guarded-call')
    expect(text).to.include('"@modelcontextprotocol/server-filesystem"')
  })

  it('leaves no list of arguments where there was none, and an empty one where there was one', async () => {
    const before = JSONC.replace('"plain": {', '"empty": { "command": "server", "args": [] },\r\n\t\t"plain": {')
    folder.write('mcp.json', before)
    await run('install', '--yes')
    folder.write('mcp.json', now().replace('"inputs": []', '"inputs": [1]'))
    await run('uninstall', '--yes')
    expect(now()).to.equal(before.replace('"inputs": []', '"inputs": [1]'))
  })

  it('takes away what it put there alone, and keeps the format of the rest', async () => {
    const byHand = `"hand": { "command": "npx", "args": [ "-y",  "guarded-call", "mcp", "--", "node",\r\n\t\t\t"h.js" ] }`
    const other = `"other": { "command": "guarded-call", "args": ["mcp", "--handles", "--", "node", "o.js"] }`
    const lines =
      '"lines": {\r\n\t\t\t"args": [\r\n\t\t\t\t"s.js", // it\r\n\t\t\t\t"-v"\r\n\t\t\t],\r\n\t\t\t"command": "node"\r\n\t\t}'
    const before = JSONC.replace('"plain": {', `${[byHand, other, lines].join(',\r\n\t\t')},\r\n\t\t"plain": {`)
    folder.write('mcp.json', before)
    expect((await run('install', '--yes')).stdout).to.include('before-guarded-call')
    expect(now('mcp.json.before-guarded-call')).to.equal(before)
    expect(now()).to.include(byHand).and.include(other)
    const { stderr } = await run('uninstall', '--yes')
    for (const name of ['hand', 'other'])
      expect(stderr).to.include(
        `${name} stays behind it: by ${path()}.before-guarded-call, install did not put it there.`
      )
    expect(now()).to.equal(before)
    expect((await run('uninstall', '--yes')).stdout).to.include('it stands before no server')

    // Something else has changed since.
    await run('install', '--yes')
    expect(now()).to.include('"mcp",\r\n\t\t\t\t"--",\r\n\t\t\t\t"node",\r\n\t\t\t\t"s.js", // it\r\n')
    folder.write('mcp.json', now().replace('"inputs": []', '"inputs": [1]'))
    await run('uninstall', '--yes')
    expect(now()).to.equal(before.replace('"inputs": []', '"inputs": [1]'))
  })

  it('leaves a server at an address behind the proxy that a person put before it', async () => {
    const at = (entry: string) => `{ "servers": { "near": { "command": "node" }, "far": ${entry} } }`
    const proxied = '"command": "npx", "args": ["-y", "guarded-call", "mcp", "--", "https://a.example/mcp"]'
    folder.write('mcp.json', at('{ "url": "https://a.example/mcp" }'))
    await run('install', '--yes')
    folder.write('mcp.json', now().replace('"url": "https://a.example/mcp"', proxied))
    await run('uninstall', '--yes')
    expect(now()).to.equal(at(`{ ${proxied} }`))
  })

  it('takes what is named where the copy that shows what it put there is gone', async () => {
    await run('install', '--yes', 'files', 'plain')
    rmSync(`${path()}.before-guarded-call`)
    const asked = await run('uninstall', '--yes')
    expect(asked.stderr).to.include('files stays behind it').and.include('To take it away all the same, name it.')
    await run('uninstall', '--yes', 'files')
    expect(now())
      .to.include(JSONC.slice(0, JSONC.indexOf('// keep')))
      .and.include(`"guarded-call@${VERSION}", "mcp", "--", "server"`)
  })

  it('takes away what another version put there, byte for byte, or by its name', async () => {
    for (const keepsCopy of [true, false])
      for (const version of ['', '@0.0.9', '@latest']) {
        folder.write('mcp.json', JSONC)
        await run('install', '--yes')
        folder.write('mcp.json', now().replaceAll(`@${VERSION}`, version))
        if (!keepsCopy) rmSync(`${path()}.before-guarded-call`)
        const names = keepsCopy ? [] : ['files', 'issues', 'plain']
        expect((await run('uninstall', '--yes', ...names)).stdout.includes('byte for byte as it was')).to.equal(
          keepsCopy
        )
        expect(now().includes('guarded-call'), version).to.equal(false)
        if (keepsCopy) expect(now()).to.equal(JSONC)
      }
  })

  it('quotes words with spaces in what it shows', async () => {
    folder.write('mcp.json', '{"servers":{"a":{"command":"node","args":["my server.js","","-v"]}}}')
    expect((await run('install')).stdout).to.include('- node "my server.js" "" -v\n')
  })

  it('gives the proxy the options behind --, and takes them away with it', async () => {
    expect((await run('install', '--yes', 'files', '--', '--mode', 'observe', '--trusted')).code).to.equal(0)
    expect(now()).to.include(`"guarded-call@${VERSION}", "mcp", "--mode", "observe", "--trusted", "--", "npx"`)
    expect(now().split('guarded-call')).to.have.length(2)
    expect((await run('uninstall', '--yes')).stdout).to.include('byte for byte as it was')
    expect(now()).to.equal(JSONC)
    for (const [options, said] of [
      [['--handels'], '--handels behind -- is no option of guarded-call mcp.'],
      [['--mode', 'strict'], 'Allowed choices are observe, warn, enforce'],
      [['--trusted', 'node'], 'node behind -- is no option of guarded-call mcp.'],
      [['--pin'], "option '--pin <file>' argument missing"],
      [['--http', '8808'], '--http behind -- would leave the client without a server'],
      [['--header', 'a: b'], '--header behind -- would leave'],
      [['--log', 'a.log'], `--log behind -- needs an absolute path`],
      [['--config=./c.json'], 'From here it is /'],
      [['--pin=/tmp/p.json'], 'A file of --pin holds the tools of one server: name that server.']
    ] as const) {
      const { code, stderr } = await run('install', '--yes', '--', ...options)
      expect([code, stderr.includes(said), now()], stderr).to.deep.equal([2, true, JSONC])
    }
    expect((await run('uninstall', '--yes', '--', '--trusted')).code).to.equal(2)
  })

  it('takes no option of the proxy before its own name', async () => {
    const client = ['--client', 'vscode', '--file', path(), '--yes']
    for (const [args, option] of [
      [['--pin', 'p.json', 'install', ...client], '--pin'],
      [['--mode', 'observe', 'uninstall', ...client], '--mode'],
      [['--config', 'c.json', 'pin', 'p.json', '--', 'node'], '--config']
    ] as const) {
      const { code, stderr } = await folder.run(['mcp', ...args])
      expect([code, stderr.startsWith(`error: ${option} before `)]).to.deep.equal([2, true])
    }
    expect(now()).to.equal(JSONC)
  })

  it('says that a file is in the form of another client', async () => {
    for (const command of ['install', 'uninstall']) {
      const { code, stderr } = await folder.run(['mcp', command, '--client', 'cursor', '--file', path(), '--yes'])
      expect([code, stderr]).to.deep.equal([
        2,
        `error: ${path()} has "servers" and no "mcpServers", where cursor keeps its servers: nothing was changed. --client names whose form it is.\n`
      ])
    }
    folder.write('mcp.json', '{"mcpServers":{}}')
    expect((await run('install')).stderr).to.include('has "mcpServers" and no "servers", where vscode keeps')
    folder.write('mcp.json', '{}')
    expect((await run('install')).code).to.equal(0)
  })

  it('keeps a comment that a person put before the first argument', async () => {
    await run('install', '--yes', 'issues')
    folder.write('mcp.json', now().replace('"issues.js"', '/* a fork */ "issues.js"'))
    await run('uninstall', '--yes')
    expect(now()).to.equal(JSONC.replace('"issues.js"', '/* a fork */ "issues.js"'))
  })

  it('writes nothing over what the client wrote while a person read', async () => {
    const theirs = JSONC.replace('"inputs": []', '"inputs": [1]')
    const asking = startCommand(['mcp', 'install', '--client', 'vscode', '--file', path()], {
      cwd: folder.path,
      columns: 200
    })
    asking.stdout.on('data', (text: string) => {
      if (!text.includes('Write this?')) return
      folder.write('mcp.json', theirs)
      asking.stdin.write('y\n')
    })
    const { code, stderr } = await readAll(asking)
    expect(code).to.equal(2)
    expect(stderr).to.include('has changed since it was read: nothing was written. Run this again.')
    expect(now()).to.equal(theirs)
  })

  it('says what is wrong with a file or a name, and changes nothing', async () => {
    const wrong = await run('install', '--yes', 'nope')
    expect([wrong.code, now()]).to.deep.equal([2, JSONC])
    expect(wrong.stderr).to.include('has no server "nope". It has "files", "issues", "plain", "remote".')
    folder.write('mcp.json', '{ "servers": ')
    expect((await run('install', '--yes')).stderr).to.include('is not a JSON object')
    for (const twice of [
      '{"servers":{"a":{"command":"x"},"a":{"command":"y"}}}',
      '{"servers":{},"servers":{}}',
      '{"servers":{"a":{"command":"x","args":["1"],"args":["2"]}}}'
    ]) {
      folder.write('mcp.json', twice)
      const ended = await run('install', '--yes')
      expect([ended.code, now()]).to.deep.equal([2, twice])
      expect(ended.stderr).to.match(/names "(?:a|args|servers)" twice: nothing was changed/)
    }
    const latin1 = Buffer.from('{"servers":{"a":{"command":"/home/ren\u00e9/x"}}}', 'latin1')
    writeFileSync(path(), latin1)
    const ended = await run('install', '--yes')
    expect([ended.code, readFileSync(path()).equals(latin1)]).to.deep.equal([2, true])
    expect(ended.stderr).to.include('is not UTF-8: nothing was changed.')
    expect(
      (await folder.run(['mcp', 'install', '--client', 'cursor', '--file', join(folder.path, 'none.json')])).code
    ).to.equal(2)
    expect((await folder.run(['mcp', 'install'])).code).to.equal(2)
  })

  it('says whose configuration it wants to know, beside a file too', async () => {
    for (const args of [['install'], ['install', '--file', 'mcp.json', '--yes'], ['uninstall', '--file', 'mcp.json']]) {
      const { code, stderr } = await folder.run(['mcp', ...args])
      expect(code).to.equal(2)
      expect(stderr).to.include(
        '--client is missing: it says whose configuration changes, and in which form a --file is. It is claude-desktop, cursor, vscode, claude-code.'
      )
    }
  })

  it('finds the files of clients', async () => {
    const home = { HOME: folder.path, XDG_CONFIG_HOME: join(folder.path, '.config') }
    const server = '{"command":"node","args":["s.js"]}'
    folder.write('.claude.json', `{"mcpServers":{"a":${server}},"projects":{}}`)
    const { code, stderr } = await folder.run(['mcp', 'install', '--client', 'claude-code', '--yes'], { env: home })
    expect(stderr).to.include('Servers of local scope, which claude mcp add writes')
    expect([code, JSON.parse(now('.claude.json'))]).to.deep.equal([
      0,
      { mcpServers: { a: { command: 'npx', args: [...WRAP, 'node', 's.js'] } }, projects: {} }
    ])
    folder.write('.mcp.json', `{"mcpServers":{"b":${server}}}`)
    expect((await folder.run(['mcp', 'install', '--client', 'claude-code'], { env: home })).stdout).to.include('  b\n')
  })
})
