import { expect } from 'chai'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, openProxy, PEER } from '../proxy/client.js'
import { openFolder, type Folder } from './command.js'

describe('guarded-call init', () => {
  let folder: Folder
  beforeEach(() => {
    folder = openFolder()
  })
  afterEach(() => folder.remove())

  it('writes a config that works', async () => {
    const { code, stdout } = await folder.run(['init'])
    expect([code, stdout.startsWith('wrote guarded-call.config.mjs\nwrote guarded-call.example.mjs\n')]).to.deep.equal([
      0,
      true
    ])
    expect(stdout).to.include('\n  npx guarded-call rules ./tools.js ')
    const checked = await folder.run(['doctor'])
    expect([checked.code, checked.stdout.includes('ok    tools.search_orders: output checked, read\n')]).to.deep.equal([
      0,
      true
    ])
  })

  it('writes a config by which repeats are refused, as they are without one', async () => {
    const { stdout } = await folder.run(['init'])
    expect(stdout).to.match(/npx -y guarded-call mcp -- .* refuses; with mode: 'observe'/)
    const client = openProxy([], [process.execPath, PEER], { cwd: folder.path })
    for (let i = 0; i < 3; i++) expect(codeOf(await client.call('echo', { n: 1 }))).to.equal(undefined)
    expect(codeOf(await client.call('echo', { n: 1 }))).to.equal('retry_budget_exceeded')
    await client.end()
  })

  it('never writes over what is there, unless it is told to', async () => {
    folder.write('guarded-call.config.mjs', 'mine')
    const { code, stderr } = await folder.run(['init'])
    expect([code, stderr]).to.deep.equal([2, 'error: guarded-call.config.mjs already exists. --force overwrites it.\n'])
    expect(readFileSync(join(folder.path, 'guarded-call.config.mjs'), 'utf8')).to.equal('mine')
    expect((await folder.run(['init', '--force'])).code).to.equal(0)
    expect(readFileSync(join(folder.path, 'guarded-call.config.mjs'), 'utf8')).to.not.equal('mine')
  })

  it('names the file that it cannot write', async () => {
    mkdirSync(join(folder.path, 'guarded-call.config.mjs'))
    expect(await folder.run(['init', '--force'])).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: 'error: guarded-call.config.mjs: it is a folder; name a file in it\n'
    })
  })

  it('says what it wrote before it met something', async () => {
    folder.write('guarded-call.example.mjs', 'mine')
    const { code, stderr } = await folder.run(['init'])
    expect([code, stderr]).to.deep.equal([
      2,
      'error: guarded-call.example.mjs already exists (guarded-call.config.mjs was written). --force overwrites it.\n'
    ])
  })
})
