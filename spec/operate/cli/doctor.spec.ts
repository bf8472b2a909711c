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
      'ok    budget: in a turn, the same read may bring the same response 3 times, and the same write may run once where the config declares it a write; loops across turns are detected',
      'ok    mcp: enforce, server not trusted, timeout 300000 ms; a turn is named by _meta["io.github.guarded-call/turn"]; one without a name ends after 120000 ms without a call or a question about a task, and any other call in between makes a read count afresh',
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
    expect(stdout).to.include(`ok    mcp.record: ${folder.path}/recordings can be written\n`)
    expect(stdout).to.include('ok    server: unnamed speaks 2025-11-25, 9 tools, 1 with an output schema\n')
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
      `ok    mcp.pin: ${folder.path}/pins.json holds the definitions of 2 tools, and what was learnt of 1 tool`
    )
    const none = `ok    mcp.pin: ${folder.path}/new/none.json holds no definitions yet (the first list counts as accepted), and what was learnt of 0 tools`
    expect(await tried('new/none.json')).to.equal(none)
    expect((await folder.run(['doctor', '--pin', 'pins.json'])).stdout).to.include('ok    mcp.pin: pins.json holds the')
    expect(await tried('pins.json/none.json')).to.match(/^fault mcp\.pin: .*pins\.json is not a directory\. /)
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

  it('lists the tools of a server with what is known of each', async () => {
    const tools = [
      { name: 'send_email' },
      { name: 'create_issue', annotations: { readOnlyHint: false } },
      { name: 'get_order', annotations: {} },
      { name: 'list_orders', annotations: { readOnlyHint: true }, outputSchema: { type: 'object' } },
      { name: 'pay' },
      { name: 'mystery' },
      { name: 'put' },
      { name: 'wait_for' },
      { name: 'bad' }
    ]
    const server = folder.write('server.mjs', serverOf([tools]))
    const rules = {
      pay: { effect: 'write', output: { type: 'object' } },
      put: { idempotent: true, output: false },
      wait_for: { polls: true, effect: 'read', reads: 'json', maxCalls: 9 },
      bad: { effect: 'write', output: { type: 'nonsense' } },
      drop: {}
    }
    const known = async (config: object, ...flags: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
      folder.write('guarded-call.config.json', JSON.stringify(config))
      const { stdout } = await folder.run(['doctor', ...flags, '--', process.execPath, server])
      return stdout.split('\n').filter((line) => /^\w+ +tool /.test(line))
    }
    const inRow = 'the same call may run 3 times in a row'
    const news = 'the same call may run 20 times in a turn, and bring the same response 3 times'
    const blank = 'output not described'
    const tells = 'counted as a read, since its name tells nothing'
    expect(await known({ tools: rules })).to.deep.equal([
      `note  tool send_email: counted as a write by its name; ${blank}; ${inRow}. To run it once: tools.send_email.effect: 'write'`,
      `ok    tool create_issue: a write by the server, which is not trusted; ${blank}; ${inRow}. To run it once: --trusted, or tools.create_issue.effect: 'write'`,
      `note  tool get_order: counted as a read by its name; ${blank}; ${news}. If it writes: tools.get_order.effect: 'write'`,
      `ok    tool list_orders: a read by the server; output checked by the schema of the server; ${news}`,
      'ok    tool pay: a write by the config; output checked by the config; the same call may run once in a turn',
      `note  tool mystery: ${tells}; ${blank}; ${inRow}. If it writes: tools.mystery.effect: 'write'`,
      `ok    tool put: a write by the config; output not checked; ${news}`,
      'ok    tool wait_for: a read by the config; output checked to be JSON; the same call may run 20 times in a turn; any call may run 9 times',
      `note  tool bad: ${tells}; ${blank}; ${inRow}. If it writes: tools.bad.effect: 'write'`
    ])
    const trusted = `ok    tool create_issue: a write by the server; ${blank}; the same call may run 2 times in a turn`
    expect((await known({ budget: { write: 2 }, mcp: { trusted: true } }))[1]).to.equal(trusted)
    expect((await known({ budget: { write: 2 } }, '--trusted'))[1]).to.equal(trusted)
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
      /fault mcp\.record: \S+\/taken\/recordings: (?:not a directory|file already exists)/.test(stdout)
    ]).to.deep.equal([1, true])
  })
})
