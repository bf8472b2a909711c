import { expect } from 'chai'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { runBin, runInShell, runOnTerminal, type BinOptions } from './bin.js'
import { openFolder, type Ended, type Folder } from './command.js'
import { jsonLines, STUBBORN } from './fixtures.js'
import { installIn } from './installed.js'
import { records, TOOLS_MODULE } from './recordings.js'

describe('the bin guarded-call', () => {
  let folder: Folder
  beforeEach(() => {
    folder = openFolder()
  })
  afterEach(() => folder.remove())

  const run = (args: ReadonlyArray<string>, options: Omit<BinOptions, 'cwd'> = {}): Promise<Ended> =>
    runBin(args, { ...options, cwd: folder.path })
  const totalIn = ({ stdout }: Ended): unknown => (JSON.parse(stdout) as { readonly total: unknown }).total

  it('ends with the code of its command', async () => {
    folder.write('a.json', JSON.stringify(STUBBORN))
    const codeOf = async (...args: ReadonlyArray<string>): Promise<number | null> => (await run(args)).code
    expect(await codeOf('--version')).to.equal(0)
    expect(await codeOf('audit', 'none.json')).to.equal(1)
    expect(await codeOf('adit')).to.equal(2)
    expect(await codeOf('audit', 'a.json', '--fail-on', 'repeats=0')).to.equal(3)
  })

  it('goes by its environment', async () => {
    expect((await run(['audit', 'none.json'], { env: { FORCE_COLOR: '1' } })).stderr).to.equal(
      '\u001b[31merror:\u001b[39m none.json: no such file or directory\n'
    )
  })

  it('reads its standard input, even byte by byte', () => {
    folder.write('a.jsonl', jsonLines([STUBBORN]))
    const ended = runInShell(folder.path, '(head -c 1 a.jsonl; sleep 0.1; tail -c +2 a.jsonl) | $BIN audit - --json')
    expect(totalIn(ended)).to.deep.include({ transcripts: 1, messages: 14, loops: 1 })
  })

  it('stops without a word where nobody reads on', () => {
    folder.write('a.jsonl', jsonLines([STUBBORN]))
    expect(runInShell(folder.path, '$BIN audit a.jsonl --json | true')).to.deep.equal({
      code: 0,
      stdout: '',
      stderr: ''
    })
    expect(runInShell(folder.path, '$BIN help audti 2>&1 | true; exit ${PIPESTATUS[0]}').code).to.equal(2)
  })

  it('fails where what it says cannot be written', function () {
    if (!existsSync('/dev/full')) this.skip()
    expect(runInShell(folder.path, '$BIN doctor --json > /dev/full')).to.deep.equal({
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
      const { code, stdout, stderr } = await run(['doctor', '--config', folder.write(name, source)])
      expect([code, stdout]).to.deep.equal([1, ''])
      // Newer Nodes warn of the wait first.
      expect(stderr).to.match(
        /(^|\n)error: A module that was loaded ended the process, or waits for what never comes\.\n$/
      )
    }
  })

  it('ends although the module of the tools keeps a timer', async () => {
    folder.write('busy.mjs', `${TOOLS_MODULE}\nsetInterval(() => {}, 1_000_000)`)
    folder.write('week.jsonl', records())
    expect((await run(['calibrate', 'week.jsonl', '--tools', 'busy.mjs'])).code).to.equal(0)
    expect(runInShell(folder.path, '$BIN calibrate week.jsonl --tools busy.mjs --json | head -c 20').stdout).to.equal(
      '{\n  "version": 1,\n  '
    )
  })

  it('holds one transcript at a time, however many there are', async () => {
    const long = [{ role: 'user', content: 'x'.repeat(100_000) }, ...STUBBORN]
    const name = folder.write('big.jsonl', jsonLines([long]).repeat(1_000))
    const ended = await run(['audit', name, '--json'], { node: ['--max-old-space-size=40'] })
    expect(totalIn(ended)).to.deep.include({ transcripts: 1_000, calls: 6_000 })
  })

  it('writes an example that runs', async () => {
    await folder.run(['init'])
    installIn(folder.path)
    const { stdout, stderr } = spawnSync(process.execPath, ['guarded-call.example.mjs'], {
      cwd: folder.path,
      encoding: 'utf8'
    })
    expect(stderr).to.equal('')
    const codes = stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line.slice(2)) as { readonly code: string }).code)
    expect(codes).to.deep.equal([
      ...Array<string>(3).fill('truncated_response'),
      ...Array<string>(2).fill('retry_budget_exceeded')
    ])
  })

  describe('on a terminal', () => {
    const shownOn = (context: Mocha.Context, line: string): string => {
      folder.write('a.json', JSON.stringify(STUBBORN))
      return runOnTerminal(folder.path, line) ?? context.skip()
    }

    it('shows colours, and how far it has come', function () {
      expect(shownOn(this, '$BIN audit a.json'))
        .to.contain('█ 100% 1/1 a.json')
        .and.to.contain('identical repeats \u001b[33m          4\u001b[39m')
    })

    it('keeps progress out of the data', function () {
      expect(shownOn(this, '$BIN audit a.json --json 2>/dev/null')).to.not.contain('█')
      expect(
        shownOn(this, '$BIN audit a.json --json > data; node -e "JSON.parse(fs.readFileSync(\'data\'))"')
      ).to.contain('█')
    })

    it('says that it waits for a client', function () {
      expect(shownOn(this, '$BIN mcp -- cat')).to.include('This command waits for an MCP client')
    })
  })
})
