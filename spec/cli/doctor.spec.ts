import { expect } from 'chai'
import { PEER } from '../proxy/client.js'
import { openFolder, type Folder } from './command.js'
import { serverOf } from './servers.js'

describe('guarded-call doctor', () => {
  let folder: Folder
  beforeEach(() => {
    folder = openFolder()
  })
  afterEach(() => folder.remove())

  it('says what holds where nothing is configured', async () => {
    const { code, stdout } = await folder.run(['doctor'])
    expect(code).to.equal(0)
    expect(stdout.split('\n').slice(1)).to.deep.equal([
      'note  no config file: using defaults',
      'ok    budget: 3 identical reads and 1 identical write in a turn; loops are detected',
      'ok    mcp: enforce, server not trusted, timeout 300000 ms; a turn is named by _meta["io.github.guarded-call/turn"] or a traceparent, or ends after 120000 ms',
      ''
    ])
  })

  it('tries what is configured, and the server', async () => {
    folder.write(
      'guarded-call.config.json',
      JSON.stringify({
        tools: {
          orders: { output: { type: 'object' }, reads: 'json', effect: 'read', maxIdenticalCalls: 2 },
          gone: { output: false },
          bad: { output: { type: 'nonsense' } },
          echo: {}
        },
        loop: false,
        mcp: { record: 'recordings', trusted: true }
      })
    )
    const { code, stdout } = await folder.run(['doctor', '--', process.execPath, PEER])
    expect(code).to.equal(1)
    expect(stdout).to.include('no loop detection')
    expect(stdout).to.include('server trusted')
    expect(stdout).to.include('ok    tools.orders: output checked, read, read as json, at most 2 identical calls\n')
    expect(stdout).to.include('ok    tools.gone: output not checked\n')
    expect(stdout).to.include('ok    tools.echo: output as the server declares it\n')
    expect(stdout).to.include('fault tools.bad.output: Expected `schema`')
    expect(stdout).to.include('ok    mcp.record: recordings can be written\n')
    expect(stdout).to.include('ok    server: unnamed speaks unnamed, 9 tools, 1 with an output schema\n')
    expect(stdout).to.include('note  tools.gone: the server has no such tool\n')
  })

  it('tries the pin file', async () => {
    folder.write('pins.json', '{"pinned":{"a":{},"b":{}},"tools":{"echo":{"output":{"type":"object"}}}}')
    folder.write('cut.json', '{')
    const tried = async (pin: string): Promise<string | undefined> => {
      folder.write('guarded-call.config.json', JSON.stringify({ mcp: { pin } }))
      return (await folder.run(['doctor'])).stdout.split('\n').at(-2)
    }
    expect(await tried('pins.json')).to.equal(
      'ok    mcp.pin: pins.json holds the definitions of 2 tools, and what was learnt of 1 tool'
    )
    expect(await tried('cut.json')).to.match(/^fault mcp\.pin: The config file .*cut\.json cannot be read: /)
  })

  it('says why a server does not work', async () => {
    const silent = await folder.run(['doctor', '--', process.execPath, PEER, '--die'])
    expect([silent.code, silent.stdout.includes('fault server: The server ended with exit code 3.')]).to.deep.equal([
      1,
      true
    ])
    const { stdout } = await folder.run(['doctor', '--json', '--', 'no-such-server'])
    const { findings } = JSON.parse(stdout) as {
      readonly findings: ReadonlyArray<{ readonly state: string; readonly text: string }>
    }
    expect(findings.at(-1)).to.deep.equal({
      state: 'fault',
      text: 'server: The server could not be started: no-such-server was not found on the PATH (ENOENT). Install it, or name it by its full path.'
    })
  })

  it('lists the tools of undeclared effect, and how each is counted', async () => {
    const tools = [
      { name: 'send_email' },
      { name: 'create_issue', annotations: { readOnlyHint: false } },
      { name: 'get_order', annotations: {} },
      { name: 'list_orders', annotations: { readOnlyHint: true } },
      { name: 'pay' },
      { name: 'delete_user' },
      { name: 'mystery' },
      { name: 'put' }
    ]
    const server = folder.write('server.mjs', serverOf([tools]))
    folder.write('guarded-call.config.json', '{"tools":{"pay":{"effect":"write"},"put":{"idempotent":true},"drop":{}}}')
    const { code, stdout } = await folder.run(['doctor', '--', process.execPath, server])
    expect([code, stdout.split('\n').filter((line) => line.includes('undeclared'))]).to.deep.equal([
      0,
      [
        'note  server: effect undeclared, counted as a write by its name: send_email, delete_user; tools.NAME.effect declares it',
        'note  server: effect undeclared, counted as a read by its name: get_order; tools.NAME.effect declares it',
        'note  server: effect undeclared, counted as a read, since its name tells nothing: mystery; tools.NAME.effect declares it'
      ]
    ])
    folder.write('guarded-call.config.json', '{"tools":{"pay":{"effect":"write"},"send":{"polls":true}}}')
    expect((await folder.run(['doctor'])).stdout.split('\n').at(-2)).to.equal(
      'note  tools: effect undeclared, unless the server says it, counted as a write by its name: send; tools.NAME.effect declares it'
    )
  })

  it('says which output schemas of a server cannot be used', async () => {
    const server = folder.write(
      'server.mjs',
      serverOf([
        [{ name: 'a', outputSchema: { $ref: 'https://elsewhere.example' } }],
        [{ name: 'b', outputSchema: { type: 'object' } }]
      ])
    )
    const { code, stdout } = await folder.run(['doctor', '--', process.execPath, server])
    expect(code).to.equal(1)
    expect(stdout).to.include('ok    server: odd speaks 2025-06-18, 2 tools, 2 with an output schema\n')
    expect(stdout).to.include('fault server: the output schema of a cannot be used: ')
  })

  it('says that a folder cannot be written', async () => {
    folder.write('taken', '')
    folder.write('guarded-call.config.json', '{"mcp":{"record":"taken/recordings"}}')
    const { code, stdout } = await folder.run(['doctor'])
    expect([
      code,
      /fault mcp\.record: taken\/recordings: (?:not a directory|file already exists)/.test(stdout)
    ]).to.deep.equal([1, true])
  })
})
