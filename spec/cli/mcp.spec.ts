import { expect } from 'chai'
import { readdirSync } from 'node:fs'
import { codeOf, openProxy, PEER } from '../proxy/client.js'
import { openFolder, type Folder } from './bin.js'

describe('guarded-call mcp', function () {
  // Each starts processes, which a busy machine takes its time for.
  this.timeout(60_000)

  let folder: Folder
  beforeEach(() => { folder = openFolder() })
  afterEach(() => folder.remove())

  it('says what is wrong with the command line', async () => {
    for (const [args, said] of [
      [['mcp'], 'missing required argument'],
      [['mcp', '--mode', 'strict', '--', 'node'], 'Allowed choices are observe, warn, enforce'],
      [['mcp', '--timeout', '0', '--', 'node'], 'Give whole milliseconds'],
      [['mcp', '--http', '70000', '--', 'node'], 'Give a port'],
      [['mcp', '--config', 'none.json', '--', 'node'], 'The config file none.json cannot be read']
    ] as const) {
      const { code, stdout, stderr } = await folder.run(args)
      expect([code, stdout]).to.deep.equal([2, ''])
      expect(stderr).to.include(said)
    }
  })

  it('says everything that is wrong with the config, before it starts anything', async () => {
    folder.write('guarded-call.config.json', '{"mcp":{"mode":"strict"},"tools":{"a":{"timeout":5}}}')
    const { code, stderr } = await folder.run(['mcp', '--', 'node', '-e', 'console.log(1)'])
    expect(code).to.equal(2)
    expect(stderr).to.match(/guarded-call\.config\.json does not fit:\n {2}.*tools\.a\.timeout: there is no such setting/s)
    expect(stderr).to.include('mcp.mode: expected one of "observe", "warn", "enforce", got string\n')
  })

  it('goes by the nearest config, and by its flags before that', async () => {
    folder.write('guarded-call.config.mjs', `export default {
      budget: { read: 1 },
      tools: { echo: { output: { type: 'object', required: ['n'] } }, cut: { reads: 'text' } },
      mcp: { mode: 'observe' }
    }`)
    const client = openProxy(['--mode', 'enforce'], [process.execPath, PEER], folder.path)
    expect(codeOf(await client.call('echo', { n: 1 }))).to.equal(undefined)
    expect(codeOf(await client.call('echo', { n: 1 }))).to.equal('retry_budget_exceeded')
    expect(codeOf(await client.call('echo', { m: 1 }))).to.equal('schema_violation')
    expect(codeOf(await client.call('cut'))).to.equal(undefined)
    expect((await client.end()).stderr).to.include('enforce: 4 calls of 2 tools in 1 turn, 2 refused\n')
  })

  it('names the turn by the key that it is told', async () => {
    const client = openProxy(['--turn-key', 'host/run'])
    for (const run of ['a', 'a', 'a', 'b']) expect(codeOf(await client.call('echo', {}, { 'host/run': run }))).to.equal(undefined)
    expect(codeOf(await client.call('echo', {}, { 'host/run': 'a' }))).to.equal('retry_budget_exceeded')
    expect((await client.end()).stderr).to.include('in 2 turns')
  })

  it('ends a turn after the quiet that it is told', async () => {
    const client = openProxy(['--quiet-gap', '1'])
    for (let i = 0; i < 5; i++) {
      expect(codeOf(await client.call('echo'))).to.equal(undefined)
      await new Promise((resolve) => { setTimeout(resolve, 20) })
    }
    await client.end()
  })

  it('keeps recordings where it is told', async () => {
    const client = openProxy(['--record', 'recordings'], [process.execPath, PEER], folder.path)
    await client.call('echo', { password: 'hunter2' })
    await client.end()
    expect(readdirSync(`${folder.path}/recordings`).filter((name) => name.endsWith('.jsonl'))).to.have.lengthOf(1)
  })
})
