import { expect } from 'chai'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { codeOf, openProxy, PEER } from '../proxy/client.js'
import { json, serve, usual } from '../proxy/upstream/http-server.js'
import { openFolder, type Folder } from './command.js'

const callOf = (body: string) => (JSON.parse(body) as { readonly params: { readonly arguments?: object } }).params

// Only Linux tells them.
const openFiles = (): ReadonlyArray<string> =>
  (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd') : []).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)]
    } catch {
      return []
    }
  })

describe('guarded-call mcp', () => {
  let folder: Folder
  beforeEach(() => {
    folder = openFolder()
  })
  afterEach(() => folder.remove())

  it('says what is wrong with the command line', async () => {
    for (const [args, said] of [
      [['mcp'], 'missing required argument'],
      [['mcp', '--mode', 'strict', '--', 'node'], 'Allowed choices are observe, warn, enforce'],
      [['mcp', '--timeout', '0', '--', 'node'], 'Give whole milliseconds'],
      [['mcp', '--handles', 'npx', '-y', 'server'], 'from 1000, or put -- before the command.'],
      [['mcp', '--http', '70000', '--', 'node'], 'Give a port'],
      [['mcp', '--config', 'none.json', '--', 'node'], 'The config file none.json cannot be read']
    ] as const) {
      const { code, stdout, stderr } = await folder.run(args)
      expect([code, stdout]).to.deep.equal([2, ''])
      expect(stderr).to.include(said)
    }
  })

  it('says that a folder or a config is none', async () => {
    folder.write('taken', '')
    folder.write('cut.mjs', 'export default {')
    folder.write('cut.json', '{"mcp":')
    for (const [args, said] of [
      [['--record', 'taken'], 'taken is not a directory. Name a folder for the recordings.'],
      [['--log', '.'], '. is a folder. Name a file for the log.'],
      [['--log', 'taken/log'], 'taken is not a directory. Name a file for the log.'],
      [['--log', 'taken/none/log'], 'The log cannot be written. taken/none/log: not a directory'],
      [['--pin', 'taken/pins.json'], 'taken is not a directory. Name a file for the pinned tools.'],
      [['--pin', 'taken/none/pins.json'], 'The pin file cannot be written. taken/none/pins.json: not a directory'],
      [['--config', 'none.json'], 'The config file none.json cannot be read: no such file or directory'],
      [
        ['--config', 'guarded.yaml'],
        'The config file guarded.yaml cannot be read: its name must end in .js, .mjs or .json'
      ],
      [['--config', '.'], 'The config file . cannot be read: it is a folder; name a file in it']
    ] as const) {
      expect(await folder.run(['mcp', ...args, '--', 'node'])).to.deep.equal({
        code: 2,
        stdout: '',
        stderr: `error: ${said}\n`
      })
    }
    expect((await folder.run(['mcp', '--config', 'cut.mjs', '--', 'node'])).stderr).to.match(
      /^error: The config file \S+cut\.mjs cannot be read: Unexpected end of input\. Run `node \S+cut\.mjs` to see where\.\n$/
    )
    expect((await folder.run(['mcp', '--config', 'cut.json', '--', 'node'])).stderr).to.match(
      /^error: The config file \S+cut\.json cannot be read: Unexpected end of JSON input\n$/
    )
    folder.write('guarded-call.config.mjs', 'export const mcp = {}')
    expect((await folder.run(['mcp', '--', 'node'])).stderr).to.match(/guarded-call\.config\.mjs does not fit/)
  })

  it('creates the folders of all that it writes', async () => {
    const client = openProxy(
      ['--log', 'a/log', '--record', 'b/recordings', '--pin', 'c/d/pins.json', '--on-drift', 'refuse'],
      undefined,
      { cwd: folder.path }
    )
    expect(codeOf(await client.call('echo'))).to.equal(undefined)
    await client.end()
    const found = readdirSync(folder.path, { recursive: true, encoding: 'utf8' })
    expect(found).to.include.members(['a/log', 'b/recordings', 'c/d/pins.json'])
    expect(JSON.parse(readFileSync(join(folder.path, 'c/d/pins.json'), 'utf8'))).to.have.nested.property('pinned.echo')
  })

  it('closes its log where it cannot keep recordings', async () => {
    folder.write('taken', '')
    await folder.run(['mcp', '--log', 'log', '--record', 'taken', '--', 'node'])
    expect(openFiles()).to.not.include(realpathSync(join(folder.path, 'log')))
  })

  it('says on a terminal that it waits for a client', async () => {
    const { code, stderr } = await folder.run(['mcp', '--', 'cat'], { columns: 80 })
    expect(code).to.equal(0)
    expect(stderr).to.include('This command waits for an MCP client')
  })

  it('says everything that is wrong with the config, before it starts anything', async () => {
    folder.write('guarded-call.config.json', '{"mcp":{"mode":"strict"},"tools":{"a":{"timeout":5}}}')
    const { code, stderr } = await folder.run(['mcp', '--', 'node', '-e', 'console.log(1)'])
    expect(code).to.equal(2)
    expect(stderr).to.match(
      /guarded-call\.config\.json does not fit:\n {2}.*tools\.a\.timeout: there is no such setting/s
    )
    expect(stderr).to.include('mcp.mode: expected one of "observe", "warn", "enforce", got string\n')
  })

  it('says the way out where the package of a config is not found', async () => {
    folder.write(
      'guarded-call.config.mjs',
      "import * as t from 'no-such-io-ts'\nexport default { tools: { a: { output: t.string } } }"
    )
    for (const args of [['mcp', '--', 'node'], ['doctor']]) {
      const { code, stderr } = await folder.run(args)
      expect([code, stderr]).to.deep.equal([
        2,
        `error: The config file ${folder.path}/guarded-call.config.mjs cannot be read: Cannot find package 'no-such-io-ts' imported from ${folder.path}/guarded-call.config.mjs. Run \`npm install no-such-io-ts\` in ${folder.path}, or write the config in a .json file, with each output as a JSON Schema.\n`
      ])
    }
  })

  it('reads a config that begins with a byte order mark', async () => {
    folder.write('guarded-call.config.json', '\ufeff{"mcp":{"mode":"strict"}}')
    expect((await folder.run(['mcp', '--', 'node'])).stderr).to.include('mcp.mode: expected one of')
  })

  it('says that a port cannot be had', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { code, stderr } = await folder.run(['mcp', '--http', String(port), '--', 'cat'])
    expect([code, stderr]).to.deep.equal([
      1,
      `error: Port ${port} of 127.0.0.1 cannot be had: address already in use. Name another; 0 chooses a free one.\n`
    ])
    server.close()
  })

  it('goes by the nearest config, and by its flags before that', async () => {
    folder.write(
      'guarded-call.config.mjs',
      `export default {
      budget: { read: 1 },
      tools: { echo: { output: { type: 'object', required: ['n'] } }, cut: { reads: 'text' } },
      mcp: { mode: 'observe' }
    }`
    )
    const client = openProxy(['--mode', 'enforce'], [process.execPath, PEER], { cwd: folder.path })
    expect(codeOf(await client.call('echo', { n: 1 }))).to.equal(undefined)
    expect(codeOf(await client.call('echo', { n: 1 }))).to.equal('retry_budget_exceeded')
    expect(codeOf(await client.call('echo', { m: 1 }))).to.equal('schema_violation')
    expect(codeOf(await client.call('cut'))).to.equal(undefined)
    expect((await client.end()).stderr).to.include('enforce: 4 calls of 2 tools in 1 turn, 2 refused\n')
  })

  it('writes what a config names beside that config, wherever it runs, and keeps its words in a pin file', async () => {
    mkdirSync(join(folder.path, 'elsewhere'))
    const written = { record: 'recordings', pin: 'made/pins.json', log: 'made/log' }
    const config = folder.write('mine.json', JSON.stringify({ mcp: written }))
    mkdirSync(join(folder.path, 'made'))
    folder.write('made/pins.json', JSON.stringify({ mcp: written }))
    const client = openProxy(['--config', join('..', config)], undefined, { cwd: join(folder.path, 'elsewhere') })
    await client.call('echo')
    await client.end()
    expect(readdirSync(join(folder.path, 'elsewhere'))).to.deep.equal([])
    expect(readdirSync(folder.path).sort()).to.deep.equal(['elsewhere', 'made', 'mine.json', 'recordings'])
    expect(readdirSync(join(folder.path, 'made')).sort()).to.deep.equal(['log', 'pins.json'])
    const pins = JSON.parse(readFileSync(join(folder.path, 'made/pins.json'), 'utf8')) as object
    expect(pins).to.deep.include({ mcp: written }).and.have.property('pinned')
  })

  it('says which of two configs is used', async () => {
    folder.write('guarded-call.config.json', '{}')
    folder.write('guarded-call.config.mjs', 'export default {}')
    const said = 'guarded-call.config.mjs is used; guarded-call.config.json beside it is not read.\n'
    expect((await folder.run(['mcp', '--', 'cat'])).stderr).to.include(said)
    expect((await folder.run(['doctor'])).stdout)
      .to.match(/^note  config: /m)
      .and.include(said)
    expect((await folder.run(['mcp', '--config', 'guarded-call.config.json', '--', 'cat'])).stderr).not.to.include(
      'is used'
    )
  })

  it('names the turn by the key that it is told', async () => {
    const client = openProxy(['--turn-key', 'host/run'])
    for (const run of ['a', 'a', 'a', 'b'])
      expect(codeOf(await client.call('echo', {}, { 'host/run': run }))).to.equal(undefined)
    expect(codeOf(await client.call('echo', {}, { 'host/run': 'a' }))).to.equal('retry_budget_exceeded')
    expect((await client.end()).stderr).to.include('in 2 turns')
  })

  it('ends a turn after the quiet that it is told', async () => {
    const client = openProxy(['--quiet-gap', '1'])
    for (let i = 0; i < 5; i++) {
      expect(codeOf(await client.call('echo'))).to.equal(undefined)
      await new Promise((resolve) => {
        setTimeout(resolve, 20)
      })
    }
    await client.end()
  })

  it('judges what a server sends by its schema, but no format, which its schema only notes', async () => {
    const at = { type: 'string', format: 'date-time' }
    const outputSchema = { type: 'object', properties: { at }, required: ['at'] }
    const server = await serve((asked, response) => {
      const { arguments: structuredContent } = asked.names === 'tools/call' ? callOf(asked.body) : {}
      if (asked.names === 'tools/list')
        json(response, { id: asked.id, result: { tools: [{ name: 'get_event', outputSchema }] } })
      else usual(() => json(response, { id: asked.id, result: { content: [], structuredContent } }))(asked, response)
    })
    const client = openProxy([], [server.url])
    const codes: Array<string | undefined> = []
    for (const sent of ['2026-01-01T09:00:00', 'noon', 9])
      codes.push(codeOf(await client.call('get_event', { at: sent })))
    expect(codes).to.deep.equal([undefined, undefined, 'schema_violation'])
    await client.stop()
    await server.close()
  })

  it('keeps recordings where it is told', async () => {
    const client = openProxy(['--record', 'recordings'], [process.execPath, PEER], { cwd: folder.path })
    await client.call('echo', { password: 'hunter2' })
    await client.end()
    expect(readdirSync(`${folder.path}/recordings`).filter((name) => name.endsWith('.jsonl'))).to.have.lengthOf(1)
  })

  it('says that it cannot keep recordings there', async () => {
    folder.write('taken', '')
    const client = openProxy(['--record', 'taken/recordings'], [process.execPath, PEER], { cwd: folder.path })
    await client.call('echo')
    expect((await client.end()).stderr).to.include(
      'guarded-call: Calls are not recorded in taken/recordings (ENOTDIR).\n'
    )
  })

  it('keeps what it says in a file of its user alone, and in observe mode what it does not say', async () => {
    writeFileSync(join(folder.path, 'log'), 'before\n', { mode: 0o644 })
    const client = openProxy(['--log', 'log', '--mode', 'observe'], undefined, { cwd: folder.path })
    for (let i = 0; i < 4; i++) await client.call('cut', { text: 's3cret-canary' })
    const { stderr } = await client.end()
    const lines = readFileSync(join(folder.path, 'log'), 'utf8').trimEnd().split('\n')
    expect(lines[0]).to.equal('before')
    const untimed = lines.slice(1).map((line) => line.replace(/^20\S+Z \[\S*node\S* [^\]]+\] /, ''))
    expect(untimed.slice(0, 4).map((line) => line.split(': ', 3).join(': '))).to.deep.equal([
      ...Array<string>(3).fill('cut {text: 13 characters} would have been refused: truncated_response'),
      'cut {text: 13 characters} would have been refused: retry_budget_exceeded'
    ])
    expect(untimed.slice(4).map((line) => `guarded-call: ${line}`)).to.deep.equal(stderr.trimEnd().split('\n'))
    expect(statSync(join(folder.path, 'log')).mode & 0o777).to.equal(0o600)
  })

  it('follows no link to where somebody wants the log', async () => {
    symlinkSync(join(folder.path, 'elsewhere'), join(folder.path, 'log'))
    const { code, stderr } = await folder.run(['mcp', '--log', 'log', '--', 'cat'])
    expect([code, stderr.split('\n')[0]]).to.deep.equal([
      2,
      'error: The log cannot be written. log: it is a link, which is not followed'
    ])
  })
})
