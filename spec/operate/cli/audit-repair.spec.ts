/** The repaired copies that an audit writes. */
import { expect } from 'chai'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { openFolder, shownIn, type Ended, type Folder, type Shown } from './command.js'
import { FIXTURES, jsonLines, STRICT, STUBBORN } from './fixtures.js'

describe('guarded-call audit --repair', () => {
  let folder: Folder
  beforeEach(() => {
    folder = openFolder()
  })
  afterEach(() => folder.remove())

  const audit = (...args: ReadonlyArray<string>): Promise<Ended> => folder.run(['audit', ...args])
  const countsOf = async (...args: ReadonlyArray<string>): Promise<Shown> => shownIn(await audit(...args, '--json'))
  const read = (name: string): string => readFileSync(join(folder.path, name), 'utf8')

  for (const { format, broken } of FIXTURES) {
    it(`repairs ${format} so that an audit of the copy finds nothing`, async () => {
      const names = [
        folder.write('printed.json', JSON.stringify({ model: 'm', messages: broken }, null, 2)),
        folder.write('messages.jsonl', jsonLines(broken)),
        folder.write('transcripts.jsonl.gz', gzipSync(jsonLines([broken, { id: 7, messages: broken }]))),
        folder.write('list.json', JSON.stringify([broken, { messages: broken }])),
        folder.write('torn.jsonl', `${jsonLines(broken)}{"role":`)
      ]
      const first = await audit(...names, '--repair', 'repaired', '--json')
      expect([first.code, shownIn(first).files.map(({ copy }) => copy)]).to.deep.equal([
        0,
        names.map((name) => join('repaired', name))
      ])
      const again = await audit(...names.map((name) => join('repaired', name)), '--json', ...STRICT)
      expect(shownIn(again).total).to.deep.include({
        transcripts: 7,
        formats: { [format]: 7 },
        orphaned: 0,
        repairs: {},
        brokenLines: 0
      })
      expect(again.code).to.equal(0)
      expect(readdirSync(join(folder.path, 'repaired')).sort()).to.deep.equal([...names].sort())
    })
  }

  it('keeps the shape of the file, and to the letter what needs no repair', async () => {
    const [{ whole, broken }] = FIXTURES as [(typeof FIXTURES)[0]]
    const oddly = '{ "messages" : [ { "role":"user", "content":"Hi", "n": 1.0 } ] }'
    const lines = `${oddly}\n${JSON.stringify({ id: 7, messages: broken })}\n`
    await audit(
      folder.write('t.jsonl', lines),
      folder.write('whole.json', `${JSON.stringify(whole, null, 3)}\n`),
      '--repair',
      'out/new'
    )
    const [first, second] = read('out/new/t.jsonl').split('\n') as [string, string]
    expect(first).to.equal(oddly)
    expect(JSON.parse(second)).to.include({ id: 7 })
    expect(read('out/new/whole.json')).to.equal(read('whole.json'))

    const spaced = jsonLines(broken).replaceAll('":', '": ')
    await audit(
      folder.write('m.jsonl', spaced),
      folder.write('p.json', JSON.stringify(broken, null, 2)),
      '--repair',
      'out'
    )
    expect(
      read('out/m.jsonl')
        .split('\n')
        .filter((line) => spaced.includes(`${line}\n`))
    ).to.have.length.greaterThan(broken.length - 1)
    expect(read('out/p.json')).to.match(/^\[\n {2}\{\n {4}"role": "user"/)
  })

  it('makes no copy of what holds no transcript', async () => {
    const { files } = await countsOf(
      folder.write('a.json', JSON.stringify(STUBBORN)),
      folder.write('README.md', '# Shop\n'),
      folder.write('empty', ''),
      '--repair',
      'out'
    )
    expect(files.map(({ copy }) => copy)).to.deep.equal([join('out', 'a.json'), undefined, undefined])
    expect(readdirSync(join(folder.path, 'out'))).to.deep.equal(['a.json'])
  })

  it('leaves what it reads as it was', async () => {
    const text = JSON.stringify(STUBBORN)
    await audit(folder.write('a.json', text), '--repair', 'out')
    expect(read('a.json')).to.equal(text)
  })

  it('compresses the copy of what was compressed', async () => {
    await folder.run(['audit', '-', '--repair', 'out'], { stdin: gzipSync(jsonLines(STUBBORN)) })
    expect(gunzipSync(readFileSync(join(folder.path, 'out/stdin.jsonl'))).toString()).to.match(
      /interrupted; unknown whether it ran/
    )
  })

  it('refuses to write over what is read, by whatever name', async () => {
    const text = JSON.stringify(STUBBORN)
    folder.write('a.json', text)
    mkdirSync(join(folder.path, 'soft'))
    symlinkSync('../a.json', join(folder.path, 'soft/a.json'))
    mkdirSync(join(folder.path, 'hard'))
    linkSync(join(folder.path, 'a.json'), join(folder.path, 'hard/a.json'))
    symlinkSync('.', join(folder.path, 'here'))
    for (const into of ['.', './', 'soft', 'hard', 'here']) {
      const ended = await audit('a.json', '--repair', into)
      expect(ended).to.deep.equal({
        code: 2,
        stdout: '',
        stderr: 'error: The copy of a.json would overwrite the input a.json. Name another folder.\n'
      })
    }
    expect(read('a.json')).to.equal(text)
  })

  it('refuses two copies under one name', async () => {
    mkdirSync(join(folder.path, 'x'))
    folder.write('a.json', '[]')
    folder.write('x/a.json', '[]')
    const ended = await audit('a.json', 'x/a.json', '--repair', 'out')
    expect([ended.code, ended.stderr]).to.deep.equal([
      2,
      'error: The copies of a.json and x/a.json would both be out/a.json. Repair them one at a time, into two folders.\n'
    ])
  })

  it('warns where a copy lacks lines that could not be read, and writes none without others', async () => {
    const ended = await audit(
      folder.write('a.jsonl', `no json\n${jsonLines([STUBBORN])}{"cut":\n`),
      folder.write('b.jsonl', 'no json\n'),
      '--repair',
      'out'
    )
    expect([ended.code, ended.stderr]).to.deep.equal([
      0,
      'warning: the repaired copy of a.jsonl lacks 2 lines that could not be read.\n'
    ])
    expect(existsSync(join(folder.path, 'out/b.jsonl'))).to.equal(false)
  })

  it('warns once where a changed copy rounds numbers', async () => {
    const big = jsonLines([STUBBORN, STUBBORN]).replaceAll(
      '"content":"Where',
      '"n":12345678901234567890,"content":"Where'
    )
    const ended = await audit(
      folder.write('a.jsonl', big),
      folder.write('b.jsonl', '[{"role":"user","content":"Hi","n":12345678901234567890}]'),
      '--repair',
      'out'
    )
    expect([ended.code, ended.stderr]).to.deep.equal([
      0,
      'warning: a.jsonl:1 holds numbers that JavaScript rounds, and its repaired copy rounds them too; other lines of this file may be affected.\n'
    ])
    expect(read('out/b.jsonl')).to.equal('[{"role":"user","content":"Hi","n":12345678901234567890}]\n')
  })

  it('fails where it cannot write, and leaves nothing half-written', async () => {
    folder.write('file', '')
    const ended = await audit(folder.write('a.json', JSON.stringify(STUBBORN)), '--repair', 'file')
    expect([ended.code, ended.stderr]).to.deep.equal([
      2,
      'error: file is not a directory. Name a folder for the copies.\n'
    ])
    mkdirSync(join(folder.path, 'out/a.json'), { recursive: true })
    const taken = await audit('a.json', '--repair', 'out')
    expect([taken.code, taken.stderr]).to.deep.equal([
      1,
      'error: a.json: its copy cannot be written to out/a.json: it is a folder; name a file in it\n'
    ])
    expect(readdirSync(join(folder.path, 'out'))).to.deep.equal(['a.json'])
  })
})
