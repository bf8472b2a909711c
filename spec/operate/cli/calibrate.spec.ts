import { expect } from 'chai'
import { mkdirSync, symlinkSync } from 'node:fs'
import type { Calibration, Drift } from '../../../lib/operate/calibrate/index.js'
import { openFolder, type Ended, type Folder } from './command.js'
import { answerOf, fineOrder, records, TOOLS_MODULE } from './recordings.js'

describe('guarded-call calibrate', () => {
  let folder: Folder
  before(() => {
    folder = openFolder()
    folder.write('tools.mjs', TOOLS_MODULE)
    folder.write('week.jsonl', records())
    folder.write('fine.jsonl', records(1000, fineOrder))
  })
  after(() => folder.remove())

  const calibrate = (...args: ReadonlyArray<string>): Promise<Ended> => folder.run(['calibrate', ...args])
  const found = async (...args: ReadonlyArray<string>): Promise<Calibration & { readonly drift?: Drift }> =>
    JSON.parse((await calibrate(...args, '--tools', 'tools.mjs', '--json')).stdout) as Calibration

  it('shows a person what is accepted, what is not, and what to change', async () => {
    const ended = await calibrate('week.jsonl', '--tools', 'tools.mjs')
    expect({ ...ended, stdout: ended.stdout.replace(/ +$/gm, '') }).to.deep.equal({
      code: 0,
      stderr: '',
      stdout: `1,000 records of 2026-11-02 to 2026-11-08

get_order
  responses judged        1,000
  accepted                  953   95.3 %
  rejected                   47   schema_violation 37, truncated_response 10
  likely edge case  customer.phone  null, expected string  25 (2.5 %)
      In 25 of 1000 responses and 25 turns, spread over time, null came where a value is expected, and everything else fits.
      phone: t.union([t.string, t.null])
      Alone it accepts 25 more responses. Tried again with all changes, 16 of 16 pass, and none of 22 faults and doubtful responses pass.
  likely fault  status  null, expected one of "open", "closed"  12 (1.2 %)
      12 turns had it within a short time, and traffic went on without it: an outage or a release that was taken back.
  likely fault  $  truncated_response  10 (1.0 %)
      The body could not be read (truncated_response): cut bodies, web pages and broken text are damage on the way, and no codec should accept them.
  With all suggested changes the codec would accept 25 of the 47 rejected responses.
`
    })
  })

  it('writes JSON for a program, and takes folders and several files', async () => {
    mkdirSync(`${folder.path}/two`)
    folder.write('two/a.jsonl', records(500))
    folder.write(
      'two/b.jsonl',
      records(500, (i) => answerOf(i + 500))
    )
    const {
      tools: [tool]
    } = await found('two', 'fine.jsonl')
    expect(tool).to.deep.include({
      tool: 'get_order',
      judged: 2000,
      accepted: 1953,
      rejected: 47,
      codes: { schema_violation: 37, truncated_response: 10 },
      wouldTake: 25
    })
    expect(tool?.groups.map(({ place, verdict }) => [place, verdict])).to.deep.include([
      'customer.phone',
      'likely edge case'
    ])
  })

  it('says what has drifted from a baseline, and fails for the worse where it is asked to', async () => {
    folder.write('fine.json', (await calibrate('fine.jsonl', '--tools', 'tools.mjs', '--json')).stdout)
    folder.write('week.json', (await calibrate('week.jsonl', '--tools', 'tools.mjs', '--json')).stdout)
    const worse = await calibrate('week.jsonl', '--tools', 'tools.mjs', '--against', 'fine.json', '--fail-on-drift')
    expect([worse.code, worse.stderr]).to.deep.equal([3, ''])
    expect(worse.stdout.slice(worse.stdout.indexOf('drift against'))).to
      .equal(`drift against 1,000 records of 2026-11-02 to 2026-11-08
  get_order: accepted 1,000 of 1,000 (100.0 %), now 953 of 1,000 (95.3 %)
    worse   share accepted: 1,000 of 1,000 (100.0 %), now 953 of 1,000 (95.3 %)
    worse   code schema_violation: 0 of 1,000 (0.0 %), now 37 of 1,000 (3.7 %)
    worse   code truncated_response: 0 of 1,000 (0.0 %), now 10 of 1,000 (1.0 %)
    worse   new group customer.phone null: 0 of 1,000 (0.0 %), now 25 of 1,000 (2.5 %)
    worse   new group status null: 0 of 1,000 (0.0 %), now 12 of 1,000 (1.2 %)
    worse   new group $ unreadable truncated_response: 0 of 1,000 (0.0 %), now 10 of 1,000 (1.0 %)
  Some of it is worse.
`)
    expect((await calibrate('week.jsonl', '--tools', 'tools.mjs', '--against', 'fine.json')).code).to.equal(0)
    const better = await calibrate('fine.jsonl', '--tools', 'tools.mjs', '--against', 'week.json', '--fail-on-drift')
    expect([better.code, better.stdout.match(/^ {4}better/gm)?.length]).to.deep.equal([0, 6])
    expect(better.stdout).to.match(/Nothing is worse than by chance\.\n$/)
    expect((await found('week.jsonl', '--against', 'week.json')).drift).to.deep.include({ isWorse: false })
  })

  it('names tools that have no codec, lines that are no records, and calls that were dropped', async () => {
    folder.write(
      'odd.jsonl',
      `${records(20)}oops\n{"v":1,"at":"2026-11-02T00:00:00.000Z","dropped":7}\n${records(30, answerOf, { tool: 'search' })}{"v":1,"at`
    )
    const ended = await calibrate('odd.jsonl', '--tools', 'tools.mjs')
    expect([ended.code, ended.stderr]).to.deep.equal([
      0,
      `warning: odd.jsonl:21 is not JSON; it was left out.
warning: odd.jsonl:53 ends inside a value: its writer was killed, or the file is not one record a line; it was left out.
warning: The recorders dropped 7 calls, which are missing here.
`
    ])
    expect(ended.stdout).to.match(
      /\n30 records are of tools without a codec here: search 30\. `guarded-call infer` drafts one\.\n$/
    )
  })

  it('shows nothing of a recorded value that a terminal would obey', async () => {
    const hostile = (i: number): unknown => (i % 40 === 7 ? { '\u001b[2J\u202eevil': i, id: i } : fineOrder(i))
    folder.write('hostile.jsonl', records(400, hostile, { tool: 'get_order', turnId: '\u001b]0;title\u0007' }))
    const { stdout } = await calibrate('hostile.jsonl', '--tools', 'tools.mjs')
    expect(stdout).to.match(/likely|undecided/)
    expect(stdout).not.to.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
  })

  describe('what is wrong', () => {
    const fails = async (code: number, stderr: string | RegExp, ...args: ReadonlyArray<string>): Promise<void> => {
      const ended = await calibrate(...args)
      expect(ended).to.deep.include({ code, stdout: '' })
      if (typeof stderr === 'string') expect(ended.stderr).to.equal(`error: ${stderr}\n`)
      else expect(ended.stderr).to.match(stderr)
    }

    it('is said of the command line', async () => {
      await fails(2, /required option '--tools <module>'/, 'week.jsonl')
      await fails(2, /missing required argument 'file'/, '--tools', 'tools.mjs')
      await fails(
        2,
        '--fail-on-drift needs --against: name the baseline to compare with.',
        'week.jsonl',
        '--tools',
        'tools.mjs',
        '--fail-on-drift'
      )
      await fails(2, 'The same file is named twice.', 'week.jsonl', 'week.jsonl', '--tools', 'tools.mjs')
    })

    it('is said of recordings', async () => {
      for (const name of ['empty', 'endless']) mkdirSync(`${folder.path}/${name}`)
      symlinkSync('/dev/zero', `${folder.path}/endless/zero.jsonl`)
      await fails(
        1,
        'none.jsonl: no such file or directory\nempty: the folder holds no .json, .jsonl, .ndjson, .log or .traj file, compressed or not\nendless: the folder holds no .json, .jsonl, .ndjson, .log or .traj file, compressed or not\n/dev/zero: it is not a file, and may never end; `-` reads the standard input',
        'none.jsonl',
        'empty',
        'endless',
        '/dev/zero',
        'week.jsonl',
        '--tools',
        'tools.mjs'
      )
      folder.write('nothing.jsonl', '')
      await fails(
        1,
        'There are no calls in nothing.jsonl. Name what `recorder` of guarded-call/traffic wrote, or transcripts that `guarded-call audit` reads.',
        'nothing.jsonl',
        '--tools',
        'tools.mjs'
      )
    })

    it('is said of the module with the tools', async () => {
      folder.write('throws.mjs', 'throw new Error("no database")')
      folder.write('nothing.mjs', 'export const limit = 5\nexport const none = [{ name: "a" }]')
      folder.write(
        'twice.mjs',
        `import * as t from '${new URL('../../../../node_modules/io-ts/lib/index.js', import.meta.url).pathname}'\nexport const a = { name: 'a', codec: t.string }\nexport default [a, { name: 'a', codec: t.number }]`
      )
      folder.write(
        'foreign.mjs',
        'export const call = Object.assign(() => {}, { fromModel() {}, tool: { name: "a" }, codec: { decode() {} } })'
      )
      await fails(1, 'none.js: no such file or directory', 'week.jsonl', '--tools', 'none.js')
      folder.write('cut.mjs', 'export const tools = [')
      await fails(
        1,
        'cut.mjs could not be loaded: Unexpected end of input. Run `node cut.mjs` to see where.',
        'week.jsonl',
        '--tools',
        'cut.mjs'
      )
      await fails(2, '. is a folder. Name the module that exports the tools.', 'week.jsonl', '--tools', '.')
      folder.write('tools.json', '{}')
      await fails(
        2,
        'tools.json is not JavaScript. Name the module that exports the tools.',
        'week.jsonl',
        '--tools',
        'tools.json'
      )
      await fails(1, 'throws.mjs could not be loaded: no database', 'week.jsonl', '--tools', 'throws.mjs')
      folder.write('tools.tool', TOOLS_MODULE)
      await fails(
        2,
        'tools.tool is not JavaScript. Name the module that exports the tools.',
        'week.jsonl',
        '--tools',
        'tools.tool'
      )
      await fails(
        2,
        'nothing.mjs exports no tools. Export guarded calls, or objects with `name` and `codec`, alone or in an array.',
        'week.jsonl',
        '--tools',
        'nothing.mjs'
      )
      await fails(
        2,
        'twice.mjs: Expected `tools` to have different names; `a` comes twice.',
        'week.jsonl',
        '--tools',
        'twice.mjs'
      )
      await fails(
        2,
        /^error: foreign\.mjs: .*guarded calls.*another copy of guarded-call/,
        'week.jsonl',
        '--tools',
        'foreign.mjs'
      )
    })

    it('is said of a baseline', async () => {
      folder.write('broken.json', '{')
      folder.write('other.json', '{"version":2,"records":1}')
      const against = (name: string): ReadonlyArray<string> => ['week.jsonl', '--tools', 'tools.mjs', '--against', name]
      await fails(1, 'none.json: no such file or directory', ...against('none.json'))
      await fails(
        1,
        'broken.json is not JSON. Write a baseline with `guarded-call calibrate … --json > baseline.json`.',
        ...against('broken.json')
      )
      await fails(
        1,
        'other.json is no baseline: version should be 1, and is number. Write one with `guarded-call calibrate … --json > baseline.json`.',
        ...against('other.json')
      )
    })
  })

  it('shows on a terminal how far it has come, in colours', async () => {
    const { stdout, stderr } = await folder.run(['calibrate', 'week.jsonl', '--tools', 'tools.mjs'], { columns: 80 })
    expect(stderr).to.match(/\d+%/)
    expect(stdout).to.include('\u001b[32mlikely edge case\u001b[39m')
  })
})
