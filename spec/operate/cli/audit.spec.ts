import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { guardFunctions, openTurn } from '../../../lib/index.js'
import { AuditJson } from '../../../lib/operate/cli/audit/report-json.js'
import { openFolder, readAll, startCommand, type Ended, type Folder } from './command.js'
import { FIXTURES, jsonLines, STUBBORN } from './fixtures.js'
import { ROOT } from '../../helpers/docs-examples.js'

interface Shown {
  readonly files: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly total: Readonly<Record<string, unknown>>
  readonly verdict: string
}

const shownIn = ({ stdout }: Ended): Shown => JSON.parse(stdout) as Shown

const NO_DOUBLES = { equal: 0, alike: 0, sure: 0, stopped: 0, later: 0, needed: 0, neededAlike: 0 }
const GIVEN = { web_page: 0, cut: 0, failed: 5, more_pages: 0, empty: 0, too_long: 0 }
const STUBBORN_COUNTS = {
  transcripts: 1,
  messages: 14,
  formats: { openai: 1 },
  calls: 6,
  unreadable: 0,
  unrecorded: 0,
  repeats: { unchanged: 4, rechecked: 0, changed: 0, unknown: 0 },
  given: GIVEN,
  badResults: 5,
  doubles: NO_DOUBLES,
  context: {
    tokens: 64,
    read: 244,
    measured: 0,
    atMost: 0,
    wasted: 240,
    wastedCalls: 5,
    wastedChars: 150,
    made: 29,
    wastedMade: 25,
    long: 0
  },
  loops: 1,
  unanswered: 1,
  unmade: 0,
  orphaned: 0,
  hosted: 0,
  splitTurns: 0,
  refusable: { calls: 2, unchanged: 2 },
  time: { waited: 0, wasted: 0 },
  usage: { input: 0, output: 0, cost: 0 },
  paid: { all: 0, wasted: 0, unpriced: 240 },
  repairs: {},
  brokenLines: 0
}

/** Every limit at nothing. */
const STRICT = ['--fail-on', 'unreadable=0,repairs=0,loops=0,wasted=0']

describe('guarded-call audit', () => {
  let folder: Folder
  beforeEach(() => {
    folder = openFolder()
  })
  afterEach(() => folder.remove())

  const audit = (...args: ReadonlyArray<string>): Promise<Ended> => folder.run(['audit', ...args])
  const countsOf = async (...args: ReadonlyArray<string>): Promise<Shown> => shownIn(await audit(...args, '--json'))
  const read = (name: string): string => readFileSync(join(folder.path, name), 'utf8')

  describe('what it prints', () => {
    it('shows a person what it counted', async () => {
      const ended = await audit(folder.write('support.json', JSON.stringify(STUBBORN)))
      expect(ended).to.deep.equal({
        code: 0,
        stderr: '',
        stdout: `Of 6 calls in 1 conversation, 5 results (83.3 %) were failures, and 4 calls brought the same result again.
5 calls brought nothing: a failure, a web page, or the same result again. Their results hold 150 characters; read again by every later step, and with the arguments, they cost about 240 tokens (98.4 % of what all calls took). Their price is unknown: \`--price in=3,out=15\` states what a million tokens cost.

  transcripts                 1   openai 1
  messages                   14
  calls                       6
  bad results                 5   failures 5
  identical repeats           4   same result 4
  loops                       1   support.json, call 3 (call_3)
  unanswered calls            1

What the model was given
  get_order  5 failures  tool_unavailable
      support.json, call 1 (call_1): Error: 503 Service Unavailable

  tool       calls  double  bad  unchanged  refused  tokens read   wasted
  get_order      5       0    5          4        2          240  100.0 %
  refund         1       0    0          0        0            4    0.0 %

A guard would have stopped 2 of 6 calls: 2 brought the same result again.

What to do
// guarded-call.config.mjs. Read the rules before you trust them; each agent takes those of its own tools alone.
import { errorEnvelope } from 'guarded-call'

// errorEnvelope: of a failure that a function returns, the model reads a code and a hint. What it throws needs no rule.
/** For \`guardFunctions\`, and \`guardTools\` of every adapter. */
export const rules = {
  get_order: {
    // maxIdenticalCalls: 1, // 4 repeats of 5 calls brought nothing new: with it the first is refused
    checks: [errorEnvelope()], // 5 failures in 5 calls
  }
}

/** For \`guarded-call mcp\`. */
export default { tools: {
  get_order: {
    // maxIdenticalCalls: 1, // 4 repeats of 5 calls brought nothing new: with it the first is refused
  }
} }

Tokens are estimated: characters divided by four. A result is read again by every later step of its conversation, until later results fill the context (--context), and counts each time.
The step of the model that made a useless call read the whole conversation as well, which is not among the tokens of the call.
A call brought nothing if it failed (except in a shell, whose output is what it was asked for), got a web page in place of data, or repeated a call with the same result (of what is polled, by its name, only calls beyond a guard's limit).
Whether a tool writes: as the config declares, as known of coding agents, else by the verb in its name or, of a tool that runs anything, by what it is asked. Conversations are not compared with each other.
`
      })
    })

    it('drafts a config that loads, as it is and with all that a person may decide', async () => {
      const asked = (id: string, name: string) => ({
        role: 'assistant',
        tool_calls: [{ id, type: 'function', function: { name, arguments: `{"q":"${id}"}` } }]
      })
      const came = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content })
      const results = {
        search: '[]',
        list_orders: '{"items":[{"id":1}],"has_more":true,"next_cursor":"abc"}',
        dump: 'x'.repeat(90_000)
      }
      const messages = Object.entries(results).flatMap(([name, content]) => [asked(name, name), came(name, content)])
      const { stdout } = await audit(
        folder.write('a.json', JSON.stringify([{ role: 'user', content: 'go' }, ...messages]))
      )
      const drafted = stdout.slice(stdout.indexOf('// guarded-call.config'), stdout.indexOf('\nTokens are'))
      expect(drafted).to.include("// import { detectMorePages, nonEmpty } from 'guarded-call'").and.include('maxBytes')
      const decided = drafted
        .replace(/^( *)\/\/ (?=import|\w+:)/gm, '$1')
        .replace("'guarded-call'", JSON.stringify(pathToFileURL(join(ROOT, 'built/lib/index.js')).href))
      for (const [name, source] of [
        ['drafted.config.mjs', drafted],
        ['decided.config.mjs', decided]
      ] as const)
        expect((await folder.run(['doctor', '--config', folder.write(name, source)])).stderr).to.equal('')
      const { rules } = (await import(pathToFileURL(join(folder.path, 'decided.config.mjs')).href)) as {
        readonly rules: object
      }
      const tools = { search: () => '[]', list_orders: () => '[]', dump: () => '[]' }
      expect(Object.keys(guardFunctions(tools, { turn: openTurn(), rules }))).to.deep.equal(Object.keys(tools))
    })

    it('adds several files up', async () => {
      const ended = await audit(
        folder.write('a.json', JSON.stringify(STUBBORN)),
        folder.write('b.json', JSON.stringify(FIXTURES[0]?.whole))
      )
      const [conclusion, ...lines] = ended.stdout
        .split('\n')
        .filter((line) => /^Of|  calls|json|  refused|stopped/.test(line) && !line.startsWith('  loops'))
      expect(conclusion).to.match(/^Of 7 calls in 2 conversations, /)
      expect(lines).to.deep.equal([
        '  calls                       7',
        '      a.json, call 1 (call_1): Error: 503 Service Unavailable',
        '  tool         calls  double  bad  unchanged  refused  tokens read   wasted',
        '  file    transcripts  calls  double  bad  unreadable  tokens wasted',
        '  a.json            1      6       0    5           0            240',
        '  b.json            1      1       0    0           0              0',
        'A guard would have stopped 2 of 7 calls: 2 brought the same result again.'
      ])
    })

    it('writes JSON for a program', async () => {
      const shown = await countsOf(folder.write('support.json', JSON.stringify(STUBBORN)))
      expect(shown).to.deep.include({
        version: 1,
        files: [{ path: 'support.json', ...STUBBORN_COUNTS, broken: [] }],
        total: STUBBORN_COUNTS,
        verdict: 'A guard would have stopped 2 of 6 calls: 2 brought the same result again.',
        given: [
          {
            tool: 'get_order',
            kind: 'failed',
            code: 'tool_unavailable',
            count: 5,
            samples: [
              {
                count: 5,
                at: 'support.json',
                file: 'support.json',
                conversation: 1,
                call: 1,
                id: 'call_1',
                says: 'Error: 503 Service Unavailable'
              }
            ]
          }
        ],
        doubles: []
      })
      expect(AuditJson.is(shown)).to.equal(true)
    })

    it('tells errors by class where a guard named it', async () => {
      const answer = JSON.stringify({
        error_class: 'semantic_garbage',
        code: 'not_found',
        detail: 'No such order.',
        hint: null
      })
      const told = STUBBORN.slice(0, 3).with(2, { role: 'tool', tool_call_id: 'call_1', content: answer })
      expect(await countsOf(folder.write('a.json', JSON.stringify(told)))).to.deep.nested.include({
        'total.given': { ...GIVEN, failed: 1 },
        'given[0].code': 'not_found'
      })
    })

    it('asks what another budget would refuse', async () => {
      const name = folder.write('a.json', JSON.stringify(STUBBORN))
      expect((await countsOf(name, '--max-identical-calls', '1')).total.refusable).to.deep.equal({
        calls: 4,
        unchanged: 4
      })
    })
  })

  it('goes by the budget and the loops of the config, and by its flags before that', async () => {
    const name = folder.write('a.json', JSON.stringify(STUBBORN))
    const refusedWith = async (config: string, ...flags: ReadonlyArray<string>): Promise<unknown> => {
      folder.write('guarded-call.config.json', config)
      return ((await countsOf(name, ...flags)).total.refusable as { readonly calls: number }).calls
    }
    expect(await refusedWith('{"budget":{"read":1}}')).to.equal(4)
    expect(await refusedWith('{"budget":{"read":1}}', '--max-identical-calls', '3')).to.equal(2)
    // Within a turn repeats are the budget's alone; the detector sees the same failure in one turn after the other.
    const asked = STUBBORN.slice(0, 3)
    folder.write('a.json', JSON.stringify([...asked, ...asked, ...asked]))
    expect(await refusedWith('{"loop":{"repeats":2}}')).to.equal(1)
    expect(await refusedWith('{"loop":false}')).to.equal(0)
    folder.write('a.json', JSON.stringify(STUBBORN))
    folder.write('other.json', '{"budget":{"read":0}}')
    expect(await refusedWith('{}', '--config', 'other.json')).to.equal(6)
    folder.write('wrong.json', '{"budgets":{}}')
    expect(await audit(name, '--config', 'wrong.json')).to.deep.include({ code: 2, stdout: '' })
  })

  describe('what it reads', () => {
    for (const { format, whole, broken } of FIXTURES) {
      it(`finds nothing in a whole transcript of ${format}, and both halves of broken pairs`, async () => {
        const sound = await audit(folder.write('whole.json', JSON.stringify(whole)), '--json', ...STRICT)
        expect(sound.code).to.equal(0)
        expect(shownIn(sound).total).to.deep.include({
          formats: { [format]: 1 },
          messages: whole.length,
          calls: 1
        })
        const { total } = await countsOf(folder.write('broken.jsonl', jsonLines(broken)))
        expect(total).to.deep.include({
          formats: { [format]: 1 },
          messages: broken.length,
          calls: 2,
          unanswered: 1,
          orphaned: 1
        })
      })
    }

    const LAYOUTS: Readonly<Record<string, string>> = {
      'a printed array': JSON.stringify(STUBBORN, null, 2),
      'an array with a message a line': `[\n${STUBBORN.map((message) => JSON.stringify(message)).join(',\n')}\n]`,
      'an array that begins beside its bracket': `[${STUBBORN.map((message) => JSON.stringify(message)).join(',\n')}]`,
      'an array of one line': JSON.stringify(STUBBORN),
      'an object with messages': JSON.stringify({ model: 'gpt', messages: STUBBORN }, null, '\t'),
      'an object with messages, printed from its first key on': `{"model": "gpt",\n "messages": ${JSON.stringify(STUBBORN)}}`,
      'a request of the Responses API': JSON.stringify({ model: 'gpt', input: STUBBORN }),
      'a list of transcripts': JSON.stringify([STUBBORN]),
      'a list of objects': JSON.stringify([{ messages: STUBBORN }]),
      'JSON Lines of messages': jsonLines(STUBBORN),
      'JSON Lines without a last end': jsonLines(STUBBORN).trimEnd(),
      'JSON Lines with empty ones and Windows ends': `\n\r\n${jsonLines(STUBBORN).replaceAll('\n', '\r\n\r\n')}`,
      'JSON Lines of transcripts': jsonLines([STUBBORN]),
      'a byte order mark': `\ufeff${JSON.stringify(STUBBORN)}`
    }
    describe('layouts', () => {
      let shown: Shown
      before(async () => {
        const layouts = openFolder()
        const names = Object.entries(LAYOUTS).flatMap(([layout, text]) => [
          layouts.write(layout, text),
          layouts.write(`${layout}.gz`, gzipSync(text))
        ])
        shown = shownIn(await layouts.run(['audit', ...names, '--json']))
        layouts.remove()
      })

      for (const layout of Object.keys(LAYOUTS)) {
        it(`reads ${layout}, compressed or not`, () => {
          expect(shown.files.filter(({ path }) => path === layout || path === `${layout}.gz`)).to.deep.equal([
            { path: layout, ...STUBBORN_COUNTS, broken: [] },
            { path: `${layout}.gz`, ...STUBBORN_COUNTS, broken: [] }
          ])
        })
      }
    })

    it('reads many transcripts of one file, of different formats', async () => {
      const { total } = await countsOf(
        folder.write(
          'all.jsonl',
          jsonLines(FIXTURES.map(({ whole }, n) => (n % 2 === 0 ? whole : { messages: whole })))
        )
      )
      expect(total).to.deep.include({
        transcripts: 5,
        calls: 5,
        formats: { openai: 1, 'openai-responses': 1, anthropic: 1, 'ai-sdk': 1, langchain: 1 }
      })
    })

    it('reads a line separator inside a text as text', async () => {
      const said = JSON.stringify([{ role: 'user', content: 'a\u2028b' }])
      expect((await countsOf(folder.write('a.jsonl', said))).total).to.deep.include({ messages: 1, brokenLines: 0 })
    })

    it('reads the standard input, even byte by byte', async () => {
      const ended = await folder.run(['audit', '-', '--json'], { stdin: gzipSync(jsonLines(STUBBORN)) })
      expect(shownIn(ended).files).to.deep.equal([{ path: 'stdin', ...STUBBORN_COUNTS, broken: [] }])
      const bytes = Buffer.from(jsonLines([STUBBORN]))
      const slow = await folder.run(['audit', '-', '--json'], { stdin: [bytes.subarray(0, 1), bytes.subarray(1)] })
      expect(shownIn(slow).total).to.deep.equal(STUBBORN_COUNTS)
    })

    it('finds nothing in nothing', async () => {
      const { total } = await countsOf(
        folder.write('a', ''),
        folder.write('b', '[]'),
        folder.write('c', '\n\n'),
        folder.write('d', '{"messages":[]}')
      )
      expect(total).to.deep.include({ messages: 0, calls: 0 })
    })

    it('takes a format that it is told, where the messages can be of it', async () => {
      const text = folder.write('text.json', JSON.stringify([{ role: 'user', content: 'Hi' }]))
      expect((await countsOf(text, '--format', 'anthropic')).total).to.deep.include({
        formats: { anthropic: 1 },
        brokenLines: 0
      })
    })

    it('fails for a format that fits no message, whichever it is', async () => {
      for (const { format, whole } of FIXTURES) {
        const name = folder.write('t.json', JSON.stringify(whole))
        for (const other of ['openai', 'openai-responses', 'anthropic', 'ai-sdk', 'langchain', 'codex', 'otel'].filter(
          (one) => one !== format
        )) {
          const { code, stdout, stderr } = await audit(name, '--format', other)
          expect([format, other, code]).to.deep.equal([format, other, 1])
          expect(stdout).to.contain('t.json:1 holds nothing of the format that --format names')
          expect(stderr).to.contain(`There is no transcript of the format ${other} in t.json.`)
        }
      }
    })
  })

  describe('what it cannot read', () => {
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
      expect(
        await audit(folder.write('package.json', '{"name":"shop"}'), folder.write('empty.json', ''))
      ).to.deep.equal({
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

  describe('folders', () => {
    it('shows of a long path the end, which tells its file from the others', async () => {
      const deep = Array.from({ length: 9 }, (_, i) => `folder-${i}`).join('/')
      mkdirSync(join(folder.path, deep), { recursive: true })
      folder.write(`${deep}/monday.json`, JSON.stringify(STUBBORN))
      folder.write(`${deep}/tuesday.json`, JSON.stringify(STUBBORN))
      expect((await audit('folder-0')).stdout.match(/^ {2}….*day\.json/gm)).to.deep.equal([
        '  …-3/folder-4/folder-5/folder-6/folder-7/folder-8/monday.json',
        '  …3/folder-4/folder-5/folder-6/folder-7/folder-8/tuesday.json'
      ])
    })

    const fill = (): void => {
      for (const name of ['logs', 'logs/deep', 'logs/node_modules']) mkdirSync(join(folder.path, name))
      folder.write('logs/a.json', JSON.stringify(STUBBORN))
      folder.write('logs/deep/b.jsonl.gz', gzipSync(jsonLines(STUBBORN)))
      folder.write('logs/node_modules/c.json', JSON.stringify(STUBBORN))
      folder.write('logs/package.json', '{"name":"shop"}')
      folder.write('logs/notes.md', '# Notes')
    }

    it('reads every transcript of a folder, and leaves out the files that hold none', async () => {
      fill()
      const ended = await audit('logs', '--json')
      expect([ended.code, ended.stderr]).to.deep.equal([0, ''])
      const { files, total, skipped } = shownIn(ended) as Shown & { readonly skipped: number }
      expect(files.map(({ path }) => path)).to.deep.equal(['logs/a.json', 'logs/deep/b.jsonl.gz'])
      expect([total['calls'], total['brokenLines'], skipped]).to.deep.equal([12, 0, 1])
    })

    it('reads a file once, however often it is reached, and what a pattern matches', async () => {
      fill()
      const paths = async (...args: ReadonlyArray<string>): Promise<ReadonlyArray<unknown>> =>
        (await countsOf(...args)).files.map(({ path }) => path)
      expect(await paths('logs', 'logs/a.json')).to.deep.equal(['logs/a.json', 'logs/deep/b.jsonl.gz'])
      expect(await paths('logs/**/*.gz')).to.deep.equal(['logs/deep/b.jsonl.gz'])
      expect(await paths('logs/?.json')).to.deep.equal(['logs/a.json'])
    })

    it('fails for a folder without a transcript', async () => {
      mkdirSync(join(folder.path, 'none'))
      expect(await audit('none')).to.deep.include({
        code: 1,
        stderr: 'error: none: the folder holds no .json, .jsonl, .ndjson, .log or .traj file, compressed or not\n'
      })
      folder.write('none/package.json', '{"name":"shop"}')
      const { code, stderr } = await audit('none')
      expect([code, stderr.split('. ')[0]]).to.deep.equal([1, 'error: There is no transcript in none/package.json'])
    })

    it('says that nothing could be read, and ends with 1, where no entry is of a known form', async () => {
      const strange = Array.from({ length: 3 }, () => ({
        type: 'item.completed',
        item: { id: 'a', type: 'what_next' }
      }))
      const ended = await audit(
        folder.write('t.jsonl', jsonLines([{ type: 'thread.started', thread_id: 't' }, ...strange]))
      )
      expect(ended.code).to.equal(1)
      expect(ended.stderr).to.match(/^error: Nothing could be read of 4 entries/)
      expect(ended.stdout).to.match(/^Nothing could be read: 3 entries are of no known form/)
    })

    it('tells of what was read until somebody stopped it', async () => {
      folder.write('a.json', JSON.stringify(STUBBORN))
      const started = startCommand(['audit', 'a.json', '-', '--json'], { cwd: folder.path, columns: 80 })
      // The first file is read, and the standard input still waits.
      started.stderr.on('data', (text: string) => {
        if (!text.includes('2/2 stdin')) return
        started.kill('SIGINT')
        started.stdin.end()
      })
      const { code, stdout, stderr } = await readAll(started)
      expect(code).to.equal(1)
      expect(stderr).to.contain('Stopped: the report is of what was read until then.')
      expect(JSON.parse(stdout)).to.have.nested.include({ 'total.calls': 6, 'stopped.files': 1, 'stopped.of': 2 })
    })
  })

  it('calls no file that it was reading when it was stopped one without a transcript', async () => {
    mkdirSync(join(folder.path, 'logs'))
    folder.write('logs/a.json', JSON.stringify(STUBBORN))
    folder.write('logs/b.jsonl', jsonLines(Array.from({ length: 40_000 }, () => STUBBORN[0])))
    const started = startCommand(['audit', 'logs', '--json'], { cwd: folder.path, columns: 80 })
    started.stderr.on('data', (text: string) => {
      if (text.includes('2/2 logs/b.jsonl')) started.kill('SIGINT')
    })
    const shown = JSON.parse((await readAll(started)).stdout) as Shown
    expect(shown).to.include({ skipped: 0 }).and.not.to.have.property('skippedFiles')
    expect(shown).to.deep.include({ stopped: { files: 1, of: 2 } })
  })

  it('takes a tenth of the context that it is told for too long', async () => {
    const call = { id: 'c', type: 'function', function: { name: 'find', arguments: '{}' } }
    const name = folder.write(
      'long.json',
      JSON.stringify([
        { role: 'user', content: 'Find it.' },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c', content: 'x'.repeat(4_001) }
      ])
    )
    const longOf = async (...flags: ReadonlyArray<string>): Promise<unknown> =>
      (shownIn(await audit(name, '--json', ...flags)).total['given'] as { readonly too_long: number }).too_long
    expect([await longOf(), await longOf('--context', '10003'), await longOf('--context', '10000')]).to.deep.equal([
      0, 0, 1
    ])
    expect((await audit(name, '--context', '10000')).stdout).to.contain('// maxBytes: 4_000,')
    expect((await audit(name, '--context', '10000')).stdout).to.contain(
      '\n1 result fills more than a tenth of the context: about 1,002 tokens with every later step that read it again (100.0 % of what all calls took), of find. `results: resultHandles()` of `guarded-call/results` in the `guardTools` of an adapter, its `textOf(value)` behind `guardFunctions`, or `guarded-call mcp --handles` keeps them and hands on a preview.\n'
    )
    expect((await audit(name, '--context', '10000', '--price', 'in=1000000')).stdout).to.contain('took, $1,002.00)')
    expect((await audit(name, '--context', '0')).stderr).to.contain('Give a whole number of at least 1.')
  })

  it("tells money by a price of one's own, or by what the log states", async () => {
    const name = folder.write('a.json', JSON.stringify(STUBBORN))
    expect((await audit(name, '--price', 'in=1000000,out=0', '--json')).stdout).to.contain(
      '"wasted": 240,\n    "all": 244'
    )
    expect((await audit(name, '--price', '3')).stderr).to.contain('Write what a million tokens cost')
    const stated = STUBBORN.map((message) =>
      message['role'] === 'assistant'
        ? { ...message, cost: 0.5, usage: { prompt_tokens: 100, completion_tokens: 5 } }
        : message
    )
    const { money } = JSON.parse((await audit(folder.write('b.json', JSON.stringify(stated)), '--json')).stdout) as {
      readonly money: { readonly by: string; readonly wasted: number }
    }
    expect([money.by, money.wasted > 0]).to.deep.equal(['log', true])
    expect((await audit('a.json', 'b.json')).stdout).to.match(
      / and \$[\d.]+ of \$[\d.]+ in all for the [\d,]+ tokens? \(\d+\.\d %\) whose log states a price\.\n/
    )
    // A price of another log is none of this one.
    const harmless = { role: 'assistant', content: 'Hi', cost: 0.5, usage: { prompt_tokens: 100 } }
    const asked = { id: 'c', type: 'function', function: { name: 'find', arguments: '{}' } }
    folder.write(
      'c.json',
      JSON.stringify([
        { ...harmless, content: null, tool_calls: [asked] },
        { role: 'tool', tool_call_id: 'c', content: 'Yes.' }
      ])
    )
    const unpriced = (await audit('a.json', 'c.json')).stdout
    expect(unpriced).to.contain(' Their price is unknown: `--price in=3,out=15`')
    // What the log itself states of all of it is said, and nothing else.
    const [before, after = '', ...others] = unpriced.split(
      ', prompts and conversation included, and a price of $0.50 in all.'
    )
    expect([before, after, others.length].join()).not.to.contain('$')
    expect(others).to.deep.equal([])
    expect(after).not.to.equal('')
  })

  describe('--repair', () => {
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

  describe('how it ends', () => {
    it('ends with 3 where a limit is exceeded, and says which', async () => {
      const failing = async (limits: string): Promise<readonly [number | null, string]> => {
        const { code, stderr } = await audit(folder.write('t', jsonLines(STUBBORN)), '--fail-on', limits)
        return [code, stderr]
      }
      expect(await failing('double-writes=0,errors=90%')).to.deep.equal([0, ''])
      expect(await failing('errors=2%,loops=1,repeats=3')).to.deep.equal([
        3,
        'error: errors: 83.3 % (5 of 6 calls), more than 2 %\nerror: repeats: 4, more than 3\n'
      ])
      for (const limits of ['errors', 'errors=x', 'mistakes=0'])
        expect(await failing(limits)).to.have.nested.property('[0]', 2)
    })

    it('ends with 2 where the command line makes no sense', async () => {
      const usage: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp]> = [
        [['audit'], /missing required argument 'file'/],
        [['audit', 'a', '--jsno'], /unknown option '--jsno'[^]*--json/],
        [
          ['audit', 'a', '--format', 'xml'],
          /Allowed choices are openai, openai-responses, anthropic, ai-sdk, langchain/
        ],
        [['audit', 'a', '--max-identical-calls', '0'], /whole number of at least 1/],
        [['audit', '-', '-'], /named twice/],
        [['audit', 'a', './a'], /named twice/],
        [['adit'], /unknown command 'adit'[^]*Did you mean audit/],
        [[], /Usage: guarded-call/]
      ]
      for (const [args, told] of usage) {
        const ended = await folder.run(args)
        expect([ended.code, ended.stdout]).to.deep.equal([2, ''])
        expect(ended.stderr).to.match(told)
      }
    })
  })

  describe('on a terminal', () => {
    const onTerminal = (env: Readonly<Record<string, string>> = {}, ...flags: ReadonlyArray<string>): Promise<Ended> =>
      folder.run(['audit', folder.write('a.json', JSON.stringify(STUBBORN)), ...flags], { columns: 80, env })

    it('shows colours, and how far it has come', async () => {
      const { stdout, stderr } = await onTerminal()
      expect(stdout).to.contain('\u001b[33m          4\u001b[39m')
      expect(stderr).to.contain('█ 100% 1/1 a.json')
    })

    it('honours NO_COLOR', async () => {
      const { stdout } = await onTerminal({ NO_COLOR: '1' })
      expect(stdout).to.contain('identical repeats           4').and.not.to.contain('\u001b')
    })

    it('shows no bar where a terminal cannot move its cursor', async () => {
      const { stdout, stderr } = await onTerminal({ TERM: 'dumb' })
      expect(stdout).to.contain('identical repeats           4').and.not.to.contain('\u001b')
      expect(stderr).to.equal('')
    })

    it('keeps progress out of the data', async () => {
      expect((await onTerminal()).stdout).not.to.contain('█')
      expect(shownIn(await onTerminal({}, '--json')).total).to.deep.equal(STUBBORN_COUNTS)
    })
  })
})
