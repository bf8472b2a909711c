import { expect } from 'chai'
import { existsSync, readFileSync } from 'node:fs'
import { openFolder, runInShell, type Folder } from './bin.js'

describe('guarded-call', () => {
  let folder: Folder
  before(() => {
    folder = openFolder()
  })
  after(() => folder.remove())

  it('says its version', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
      readonly version: string
    }
    expect(await folder.run(['--version'])).to.deep.equal({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  it('does not mind that nobody reads what it says', () => {
    expect(runInShell(folder.path, '$BIN help audti 2>&1 | true; exit ${PIPESTATUS[0]}').code).to.equal(2)
  })

  it('fails where what it says cannot be written', function () {
    if (!existsSync('/dev/full')) this.skip()
    const ended = runInShell(folder.path, '$BIN doctor --json > /dev/full')
    expect(ended).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: 'error: The output could not be written: no space left on device\n'
    })
  })

  it('fails where a module of the user ends the process, or is never loaded', async () => {
    for (const [name, source] of [
      ['exits.mjs', 'process.exit(0)'],
      ['waits.mjs', 'await new Promise(() => {})']
    ] as const) {
      const { code, stdout, stderr } = await folder.run(['doctor', '--config', folder.write(name, source)])
      expect([code, stdout]).to.deep.equal([1, ''])
      // Newer Nodes warn of the wait first.
      expect(stderr).to.match(
        /(^|\n)error: A module that was loaded ended the process, or waits for what never comes\.\n$/
      )
    }
  })

  it('takes what a module throws for what it is', async () => {
    folder.write('throws.mjs', 'throw null')
    folder.write('records.jsonl', '')
    const ended = await folder.run(['calibrate', 'records.jsonl', '--tools', 'throws.mjs'])
    expect([ended.code, ended.stderr]).to.deep.equal([1, 'error: throws.mjs could not be loaded: null\n'])
  })
})
