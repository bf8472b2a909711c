import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { openFolder, type Folder } from './command.js'

describe('guarded-call', () => {
  let folder: Folder
  before(() => {
    folder = openFolder()
  })
  after(() => folder.remove())

  it('says its version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
      readonly version: string
    }
    expect(await folder.run(['--version'])).to.deep.equal({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  it('takes what a module throws for what it is', async () => {
    folder.write('throws.mjs', 'throw null')
    folder.write('records.jsonl', '')
    const ended = await folder.run(['calibrate', 'records.jsonl', '--tools', 'throws.mjs'])
    expect([ended.code, ended.stderr]).to.deep.equal([1, 'error: throws.mjs could not be loaded: null\n'])
  })
})
