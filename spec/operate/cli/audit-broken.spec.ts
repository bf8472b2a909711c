/** What cannot be read of a transcript, and what an audit says of it. */
import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openFolder, shownIn, type Ended, type Folder, type Shown } from './command.js'
import { jsonLines, STRICT, STUBBORN, STUBBORN_COUNTS } from './fixtures.js'

describe('guarded-call audit, of what it cannot read', () => {
  let folder: Folder
  beforeEach(() => {
    folder = openFolder()
  })
  afterEach(() => folder.remove())

  const audit = (...args: ReadonlyArray<string>): Promise<Ended> => folder.run(['audit', ...args])
  const countsOf = async (...args: ReadonlyArray<string>): Promise<Shown> => shownIn(await audit(...args, '--json'))

  const brokenOf = async (content: string | Uint8Array): Promise<unknown> =>
    (await countsOf(folder.write('t', content))).files[0]?.broken
  const printed = JSON.stringify(STUBBORN, null, 2)

  it('counts and names broken lines, and reads the others', async () => {
    const lines = jsonLines(STUBBORN).split('\n')
    const text = [
      '{"role":"user","content":"He',
      ...lines.slice(0, 3),
      'oops',
      '7',
      ...lines.slice(3, -1),
      '{"a":1}',
      '{"role":"us'
    ].join('\n')
    const ended = await audit(folder.write('t.jsonl', text))
    expect(ended.stdout).to.match(/calls +6\n/)
    expect(ended.stdout).to.contain(`  broken lines                5
    t.jsonl:1 ends inside a value
    t.jsonl:5 is not JSON
    t.jsonl:6 holds no transcript
    t.jsonl:18 holds no transcript
    t.jsonl:19 ends inside a value
`)
    expect([ended.code, ended.stderr]).to.deep.equal([0, ''])
  })

  it('says how many more there are than it names', async () => {
    const name = folder.write('t.jsonl', 'x\n'.repeat(250))
    expect((await audit(name)).stdout).to.contain('t.jsonl:10 is not JSON\n    and 240 more')
    const {
      files: [file]
    } = await countsOf(name)
    expect(file).to.deep.include({ brokenLines: 250 }).and.to.have.property('broken').with.length(100)
  })

  it('audits the whole messages of a document that was cut', async () => {
    for (const text of [
      printed,
      JSON.stringify({ messages: STUBBORN }, null, 2),
      JSON.stringify({ messages: STUBBORN })
    ]) {
      const cut = text.slice(0, text.lastIndexOf('refund'))
      const {
        files: [file]
      } = await countsOf(folder.write('t', cut))
      expect(file).to.deep.include({
        messages: 13,
        calls: 5,
        broken: [{ at: `t:${cut.split('\n').length}`, reason: 'cut' }]
      })
    }
  })

  it('names the line at which a document breaks', async () => {
    expect(await brokenOf(printed.replace('"content": null', '"content": None'))).to.deep.equal([
      { at: 't:8', reason: 'not_json' }
    ])
  })

  it('goes on to the tear in compressed data', async () => {
    const lines = STUBBORN.map((message, n) => ({
      ...message,
      n: Array.from({ length: 400 }, (_, at) => (at * at * (n + 7)) % 9973)
    }))
    const whole = gzipSync(jsonLines(lines))
    const {
      files: [file]
    } = await countsOf(folder.write('t.gz', whole.subarray(0, Math.floor(whole.length / 2))))
    const { broken, messages } = file as { broken: ReadonlyArray<{ at: string; reason: string }>; messages: number }
    expect(messages).to.be.within(3, 11)
    expect(broken).to.deep.equal([{ at: `t.gz:${messages + 1}`, reason: 'torn_gzip' }])
    expect(await brokenOf(gzipSync(JSON.stringify(lines, null, 1)).subarray(0, 3000))).to.have.nested.property(
      '[0].reason',
      'torn_gzip'
    )
  })

  it('fails where compressed data are cut, however many lines are broken before, and reports what stands there', async () => {
    const numbers = (line: number) => Array.from({ length: 60 }, (_, n) => (n * n * (line + 7)) % 9973).join(' ')
    const noise = Array.from({ length: 100 }, (_, line) => numbers(line)).join('\n')
    const text = `${'x\n'.repeat(150)}${jsonLines(STUBBORN)}${noise}`
    const whole = gzipSync(text)
    const cut = whole.subarray(0, whole.length - 2_000)
    const ended = await audit(folder.write('t.jsonl.gz', cut))
    expect(ended.code).to.equal(1)
    expect(ended.stderr).to.match(
      /^error: t\.jsonl\.gz:\d+ is where the compressed data end or break: what follows was not read\.\n$/
    )
    expect(ended.stdout).to.match(/calls +6\n/)
    mkdirSync(join(folder.path, 'logs'))
    folder.write('logs/none.log.gz', gzipSync(noise).subarray(0, 5_000))
    expect(await audit('logs'))
      .to.have.property('stderr')
      .that.contains('logs/none.log.gz:')
  })

  it('names what is no text, no data, or no list of messages', async () => {
    const deep = `[${'['.repeat(300)}${']'.repeat(300)}]`
    expect(await brokenOf(Buffer.from([0x22, 0xff, 0x22]))).to.deep.equal([{ at: 't:1', reason: 'not_text' }])
    expect(await brokenOf(deep)).to.deep.equal([{ at: 't:1', reason: 'too_deep' }])
    expect(await brokenOf('[1,2]')).to.deep.equal([{ at: 't:1', reason: 'not_a_transcript' }])
    expect(await brokenOf('[{"role":"user"},3]')).to.deep.equal([{ at: 't:1', reason: 'not_a_transcript' }])
    expect(await brokenOf('{"messages":[3]}')).to.deep.equal([{ at: 't:1', reason: 'not_a_transcript' }])
    expect(await brokenOf('\n{"type":"config"}\n{"type":"end"}')).to.deep.equal([
      { at: 't:2', reason: 'not_a_transcript' }
    ])
  })

  it('fails for a file that is not there, and reads the others', async () => {
    const ended = await audit(
      'none.json',
      folder.write('a.json', JSON.stringify(STUBBORN)),
      'none*.json',
      '--json',
      ...STRICT
    )
    expect([ended.code, ended.stderr]).to.deep.equal([
      1,
      'error: none.json: no such file or directory\nerror: none*.json: no file matches\nerror: loops: 1, more than 0\nerror: wasted: 5, more than 0\n'
    ])
    expect(shownIn(ended).files).to.deep.equal([
      { path: 'none.json', error: 'no such file or directory' },
      { path: 'a.json', ...STUBBORN_COUNTS, broken: [] },
      { path: 'none*.json', error: 'no file matches' }
    ])
  })

  it('opens nothing that may never end, under whatever name, and reads the others', async () => {
    execFileSync('mkfifo', [join(folder.path, 'fifo')])
    symlinkSync('/dev/zero', join(folder.path, 'zero.jsonl'))
    symlinkSync('fifo', join(folder.path, 'pipe.json'))
    const names = ['fifo', 'zero.jsonl', 'pipe.json', '/dev/zero']
    const error = 'it is not a file, and may never end; `-` reads the standard input'
    const ended = await audit(...names, folder.write('a.json', JSON.stringify(STUBBORN)), '--json')
    expect([ended.code, ended.stderr]).to.deep.equal([1, names.map((name) => `error: ${name}: ${error}\n`).join('')])
    expect(shownIn(ended).files).to.deep.equal([
      ...names.map((path) => ({ path, error })),
      { path: 'a.json', ...STUBBORN_COUNTS, broken: [] }
    ])
  })

  it('tells a person once of a file that is not there', async () => {
    expect(await audit('none.json')).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: 'error: none.json: no such file or directory\n'
    })
    expect(await audit('')).to.deep.equal({ code: 1, stdout: '', stderr: "error: '': no such file or directory\n" })
  })

  it('fails where there is no transcript, and says what is expected', async () => {
    const expected = `Expected is JSON, or JSON Lines, that holds transcripts at one place: messages of a provider, or the log or trace of an agent.
Where the place is not found, --path names it; where the format is not, --format does. What \`recorder\` wrote is for \`guarded-call calibrate\`.
`
    expect(await audit(folder.write('package.json', '{"name":"shop"}'), folder.write('empty.json', ''))).to.deep.equal({
      code: 1,
      stderr: `error: There is no transcript in any of 2 files. ${expected}`,
      stdout: `Nothing could be read: 1 entry is of no known form, so this says nothing about them.

  transcripts                 0
  messages                    0
  calls                       0
  broken lines                1
    package.json:1 holds no transcript

  file          transcripts  calls  double  bad  unreadable  tokens wasted
  package.json            0      0       0    0           0              0
  empty.json              0      0       0    0           0              0

${expected}`
    })
    const empty = await audit('empty.json', '--json', ...STRICT)
    expect([empty.code, empty.stderr, shownIn(empty).total['calls']]).to.deep.equal([
      1,
      `error: There is no transcript in empty.json. ${expected}`,
      0
    ])
    const mixed = await audit('package.json', folder.write('a.json', JSON.stringify(STUBBORN)), 'none.json')
    expect(mixed.stderr).to.equal('error: none.json: no such file or directory\n')
    expect(mixed.stdout).to.match(
      /^Of 6 calls .*\n.*\nNot counted: 1 line that could not be read and 1 path without a readable file \(none\.json: no such file or directory\)\.\n/
    )
    expect(mixed.stdout).to.contain(expected)
  })
})
