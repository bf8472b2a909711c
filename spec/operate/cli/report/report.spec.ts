import { expect } from 'chai'
import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openFolder, type Folder } from '../command.js'
import { reportWeek, WEEK } from './week.js'

describe('the report', () => {
  let folder: Folder
  before(async () => {
    folder = openFolder()
    await reportWeek(folder)
  })
  after(() => folder.remove())

  const page = (name: string): string => readFileSync(join(folder.path, name), 'utf8')

  it('is one private file without scripts, inline styles or addresses', () => {
    const text = page('week.html')
    expect(statSync(join(folder.path, 'week.html')).mode & 0o777).to.equal(0o600)
    expect(text).to.match(
      /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:; base-uri 'none'; form-action 'none'">/
    )
    expect(text).not.to.match(/<script|\sstyle=|\son\w+=|https?:\/\/|url\(/)
  })

  it('is private also where the file was there before, and is not written through a link', async () => {
    const calibrate = (name: string) => folder.run(['calibrate', 'week.jsonl', '--tools', 'tools.mjs', '--html', name])
    const old = join(folder.path, 'old.html')
    writeFileSync(old, 'x'.repeat(1_000_000))
    chmodSync(old, 0o644)
    expect((await calibrate('old.html')).code).to.equal(0)
    expect([statSync(old).mode & 0o777, readFileSync(old, 'utf8').endsWith('</html>\n')]).to.deep.equal([0o600, true])
    folder.write('outside', 'untouched')
    symlinkSync(join(folder.path, 'outside'), join(folder.path, 'planted.html'))
    const planted = await calibrate('planted.html')
    expect([planted.code, planted.stderr]).to.deep.equal([
      1,
      'error: The report cannot be written to planted.html: it is a link, which is not followed\n'
    ])
    expect(page('outside')).to.equal('untouched')
  })

  it('says what the terminal says', () => {
    const text = page('week.html')
    for (const said of [
      '1,065 records of 2026-11-02 to 2026-11-08',
      'phone: t.union([t.string, t.null])',
      'null, expected string',
      'Likely edge cases (1)',
      'Likely faults (2)',
      'truncated_response',
      '<strong>something is worse</strong>',
      'There is no recorded result of this tool.',
      '5 records are of tools without a codec here'
    ])
      expect(text).to.include(said)
  })

  describe('what is wrong', () => {
    it('is said before anything is read', async () => {
      const fails = async (code: number, message: string, html: string): Promise<void> => {
        expect(await folder.run(['calibrate', 'week.jsonl', '--tools', 'tools.mjs', '--html', html])).to.deep.equal({
          code,
          stdout: '',
          stderr: `error: ${message}\n`
        })
      }
      await fails(1, 'The report cannot be written to none/report.html: no such file or directory', 'none/report.html')
      await fails(2, '. is a folder. Name a file in it.', '.')
      await fails(2, 'The report would overwrite the input ./week.jsonl. Name another file.', './week.jsonl')
      expect(page('week.jsonl')).to.equal(WEEK)
    })
  })
})
