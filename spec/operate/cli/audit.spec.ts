import { expect } from 'chai'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { guardFunctions, openTurn } from '../../../lib/index.js'
import { AuditJson } from './audit-json.js'
import { openFolder, readAll, shownIn, startCommand, type Ended, type Folder, type Shown } from './command.js'
import { FIXTURES, GIVEN, jsonLines, STRICT, STUBBORN, STUBBORN_COUNTS } from './fixtures.js'
import { ROOT } from '../../helpers/docs-examples.js'

describe('guarded-call audit', () => {
  let folder: Folder
  beforeEach(() => {
    folder = openFolder()
  })
  afterEach(() => folder.remove())

  const audit = (...args: ReadonlyArray<string>): Promise<Ended> => folder.run(['audit', ...args])
  const countsOf = async (...args: ReadonlyArray<string>): Promise<Shown> => shownIn(await audit(...args, '--json'))

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
      const drafted = stdout.slice(stdout.indexOf('// guarded-call.config'), stdout.indexOf('\nOne call went wrong'))
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

  it('prices what a cache supplied apart, and without its price says that money is the most', async () => {
    const usage = { prompt_tokens: 1_000, completion_tokens: 0, prompt_tokens_details: { cached_tokens: 900 } }
    const stated = STUBBORN.map((message) => (message['role'] === 'assistant' ? { ...message, usage } : message))
    const name = folder.write('a.json', JSON.stringify(stated))
    const moneyIn = async (price: string) =>
      shownIn(await audit(name, '--price', price, '--json')) as { money?: unknown }
    const steps = stated.filter((message) => message['role'] === 'assistant').length
    const { money: most } = await moneyIn('in=1000000')
    expect(most).to.deep.include({ total: 1_000 * steps, atMost: true })
    const { money: cached } = await moneyIn('in=1000000,cached=100000')
    expect(cached)
      .to.deep.include({ total: 190 * steps })
      .and.not.to.have.property('atMost')
    expect((await audit(name, '--price', 'in=1000000')).stdout)
      .to.match(/ at most \$[\d.,]+ of at most \$[\d.,]+ in all/)
      .and.to.match(
        / A cache supplied [\d,]+ of the [\d,]+ tokens of input, whose price `cached=` states beside `in=`\./
      )
    expect((await audit(name, '--price', 'in=1000000,cached=100000')).stdout)
      .to.contain('priced by `cached=`, as 90.0 % of the input that the logs state.')
      .and.not.to.contain('at most $')
  })

  it("tells money by a price of one's own, or by what the log states", async () => {
    const name = folder.write('a.json', JSON.stringify(STUBBORN))
    expect((await audit(name, '--price', 'in=1000000,out=0', '--json')).stdout).to.contain(
      '"wasted": 240,\n    "all": 244'
    )
    for (const price of ['3', 'out=3', 'in=3,in', 'in=3,kept=1'])
      expect((await audit(name, '--price', price)).stderr, price).to.contain('Write what a million tokens cost')
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
