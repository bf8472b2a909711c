import { expect } from 'chai'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openFolder, type Ended, type Folder } from './command.js'
import { jsonLines } from './fixtures.js'

const asked = (id: string): unknown => ({
  role: 'assistant',
  tool_calls: [{ id, type: 'function', function: { name: 'find', arguments: `{"id":"${id}"}` } }]
})
const came = (id: string, content: unknown): unknown => ({ role: 'tool', tool_call_id: id, content })

describe('guarded-call audit, where not all can be read', () => {
  let folder: Folder
  beforeEach(() => {
    folder = openFolder()
  })
  afterEach(() => folder.remove())

  const audit = (...args: ReadonlyArray<string>): Promise<Ended> => folder.run(['audit', ...args])
  const pageOf = async (...args: ReadonlyArray<string>): Promise<string> => {
    await audit(...args, '--html', 'page.html')
    return readFileSync(join(folder.path, 'page.html'), 'utf8')
  }

  it('says apart which lines beside a log are no part of it', async () => {
    const log = [{ role: 'user', content: 'Go.' }, asked('a'), came('a', 'Yes.')].map((one) => JSON.stringify(one))
    const banner = ['╭─ Agent ─╮', '│ error: a `}` too much', '[INFO] Ready', '╰─────────╯']
    const left = async (...lines: ReadonlyArray<string>) => {
      const { stdout } = await audit(folder.write('a.jsonl', lines.join('\n')))
      return [/\d+ entr\w+ could not be read/.exec(stdout)?.[0], /Not counted: .*/.exec(stdout)?.[0]]
    }
    expect(await left(...banner, ...log)).to.deep.equal([undefined, 'Not counted: 4 lines that are no part of a log.'])
    // Beside a line of JSON that is broken, they may be the rest of it.
    expect(await left(...banner, ...log, '{"role": "user", x}')).to.deep.equal([
      '5 entries could not be read',
      'Not counted: 5 lines that could not be read.'
    ])
  })

  describe('a folder', () => {
    const firstOf = (page: string): ReadonlyArray<string> =>
      [...page.matchAll(/<p class="(?:lead|legend)">(.*?)<\/p>/g)].slice(0, 2).map(([, text = '']) => text)

    it('without a transcript gives a page that says that nothing was read, and why', async () => {
      mkdirSync(join(folder.path, 'logs'))
      const nothing = 'Nothing was read: there is no transcript.'
      const none = 'the folder holds no .json, .jsonl, .ndjson, .log or .traj file, compressed or not'
      expect(firstOf(await pageOf('logs'))).to.deep.equal([
        nothing,
        `Not counted: 1 path without a readable file (logs: ${none}).`
      ])
      folder.write('logs/notes.txt', 'Hi')
      expect(firstOf(await pageOf('logs'))).to.deep.equal([
        nothing,
        `Not counted: 1 file with another ending than .json, .jsonl, .ndjson, .log or .traj (logs/notes.txt) and 1 path without a readable file (logs: ${none}).`
      ])
      expect(firstOf(await pageOf('nowhere'))[1]).to.equal(
        'Not counted: 1 path without a readable file (nowhere: no such file or directory).'
      )
    })

    it('of archives of Inspect names the command that prints them', async () => {
      mkdirSync(join(folder.path, 'logs'))
      folder.write('logs/a.eval', 'PK')
      const dump =
        'A log of Inspect that ends with .eval is an archive: `inspect log dump FILE` prints its JSON, which is read.'
      for (const path of ['logs', 'logs/a.eval']) expect((await audit(path)).stderr, path).to.contain(dump)
      folder.write('logs/z.json', JSON.stringify([{ role: 'user', content: 'Go.' }, asked('a'), came('a', 'Yes.')]))
      expect((await audit('logs')).stdout).to.contain(dump)
    })

    it('names the first files that hold no transcript', async () => {
      mkdirSync(join(folder.path, 'logs'))
      for (const name of ['a', 'b', 'c', 'd']) folder.write(`logs/${name}.json`, '{}')
      folder.write('logs/z.json', JSON.stringify([{ role: 'user', content: 'Go.' }, asked('a'), came('a', 'Yes.')]))
      expect((await audit('logs')).stdout).to.contain(
        'Not counted: 4 files without a transcript (logs/a.json, logs/b.json, logs/c.json, …).\n'
      )
      const all = ['a', 'b', 'c', 'd'].map((letter) => `logs/${letter}.json`)
      expect(JSON.parse((await audit('logs', '--json')).stdout)).to.deep.include({ skipped: 4, skippedFiles: all })
      expect((await pageOf('logs')).replaceAll('<wbr>', '')).to.contain('<li><bdi>logs/d.json</bdi></li>')
    })

    it('of which much is unread is never called healthy, in whatever form', async () => {
      mkdirSync(join(folder.path, 'logs'))
      const read = [{ role: 'user', content: 'Go.' }, asked('a'), came('a', 'Yes.')]
      folder.write('logs/z.json', JSON.stringify(read))
      const fill = (share: number): string => {
        const bytes = JSON.stringify(read).length
        return JSON.stringify({ toolCall: 'x'.repeat(Math.ceil((bytes * share) / (1 - share))) })
      }
      folder.write('logs/pi.jsonl', fill(0.8))
      const first = /^1 file with \d\d\.\d % of the bytes could not be read: no transcript of a known form is in it\. /
      const rest = 'In what could be read, 1 call in 1 conversation, no repeated write'
      const { stdout } = await audit('logs')
      expect(stdout).to.match(first).and.to.contain(rest)
      const { conclusion } = JSON.parse((await audit('logs', '--json')).stdout) as { readonly conclusion: string }
      expect(conclusion).to.match(first).and.to.contain(rest)
      expect(firstOf(await pageOf('logs'))[0]).to.match(first)
      folder.write('logs/z.json', JSON.stringify([...read, asked('b'), came('b', 'Error: no such row')]))
      expect((await audit('logs')).stdout)
        .to.match(first)
        .and.to.contain('Of 2 calls in 1 conversation, 1 result')
      folder.write('logs/z.json', JSON.stringify(read.slice(0, 1)))
      expect((await audit('logs')).stdout).to.match(/^1 file with .* The rest: 1 conversation without a call/)
      folder.write('logs/z.json', JSON.stringify(read))
      folder.write('logs/pi.jsonl', '{}')
      expect((await audit('logs')).stdout).to.match(/^In 1 call in 1 conversation, no repeated write/)
    })

    it('of which a guard would have refused a part is not called healthy', async () => {
      const shell = (n: number): ReadonlyArray<unknown> => [
        {
          role: 'assistant',
          tool_calls: [
            { id: `c${n}`, type: 'function', function: { name: 'Bash', arguments: `{"command":"cat ${n % 3}"}` } }
          ]
        },
        came(`c${n}`, `The row ${n % 3}.`)
      ]
      const calls = Array.from({ length: 12 }, (_, n) => shell(n)).flat()
      const { stdout } = await audit(
        folder.write('a.json', JSON.stringify([{ role: 'user', content: 'Go.' }, ...calls]))
      )
      const [found = '', cost = ''] = stdout.split('\n')
      expect(found).to.equal('Of 12 calls in 1 conversation, 3 calls brought an earlier result again.')
      expect(cost).to.match(/^3 calls brought nothing/)
    })

    it('of conversations without a call is not called healthy', async () => {
      folder.write('a.json', JSON.stringify([{ role: 'user', content: 'Go.' }]))
      expect((await audit('a.json')).stdout).to.match(/^Nothing to find: 1 conversation without a call of a tool\.\n/)
    })
  })

  describe('one reason', () => {
    const said = async (name: string): Promise<readonly [string, string, string]> => {
      const { stdout, stderr } = await audit(name)
      return [stdout.split('\n')[0] ?? '', stderr.split('\n')[0] ?? '', stdout]
    }

    it('is told of conversations without a message', async () => {
      const words = 'Nothing was read: 2 conversations hold no message.'
      const [found, error] = await said(folder.write('a.jsonl', '{"messages":[]}\n{"messages":[]}\n'))
      expect([found, error]).to.deep.equal([words, `error: ${words}`])
    })

    it('is told beside what the calls of the model took, where a trace holds those alone', async () => {
      const chat = (span_id: string) => ({
        trace_id: 'm',
        span_id,
        attributes: {
          'openinference.span.kind': 'LLM',
          'llm.token_count.prompt': 3_000_000,
          'llm.token_count.completion': 500
        }
      })
      const tool = { trace_id: 't', span_id: 's', attributes: { 'tool.name': 'scoring' } }
      const spent = '2 calls of the model stand there, which took 6,001,000 tokens (6,000,000 read, 1,000 written)'
      const models = jsonLines([chat('a'), chat('b')])
      expect((await said(folder.write('a.jsonl', models)))[0]).to.equal(
        `Nothing to find: 1 conversation without a call of a tool. ${spent}.`
      )
      const both = folder.write('b.jsonl', `${models}${jsonLines([tool])}`)
      expect((await said(both))[0]).to.equal(
        `Nothing could be read: of 1 call the log holds a name and no arguments, so this says nothing about them. ${spent}.`
      )
      expect((await audit(both, '--price', 'in=3,out=15')).stdout).to.contain(`${spent}, for $18.02.`)
    })

    it('is told of calls whose arguments nobody recorded, which no flag mends', async () => {
      const span = {
        trace_id: 't',
        span_id: 's',
        name: 'tool.scoring',
        start_time: 1,
        attributes: { 'tool.name': 'scoring', 'tool.input.arg_count': 1 }
      }
      const words = 'Nothing could be read: of 1 call the log holds a name and no arguments'
      const [found, error, all] = await said(folder.write('a.jsonl', JSON.stringify(span)))
      expect([found, error]).to.deep.equal([`${words}, so this says nothing about them.`, `error: ${words}.`])
      expect(all)
        .to.contain('    a.jsonl: the arguments of call 1 were not recorded\n')
        .and.not.to.match(/no known form|--path|--format/)
      const other = { ...span, span_id: 'r', attributes: { 'tool.name': 'scoring', 'input.value': '{"a":1}' } }
      const [, , both] = await said(folder.write('b.json', JSON.stringify([span, other])))
      expect(both).to.contain('Not counted: 1 call without recorded arguments.\n')
    })

    it('is told of entries of no known form, and their number', async () => {
      const agent = { role: 'agent', content: 'Hi' }
      const [found, error] = await said(folder.write('a.json', JSON.stringify([{ role: 'user', content: '' }, agent])))
      expect(found).to.equal('Nothing could be read: 1 entry is of no known form, so this says nothing about them.')
      expect(error).to.match(/^error: Nothing could be read of 2 entries: 1 of them is of no known form\./)
    })
  })

  describe('a place', () => {
    const turn = { inference: 1, reply: 'Hi', tool_calls: [] }
    const chat = [{ role: 'user', content: 'Go.' }, asked('a'), came('a', 'Yes.')]

    it('that cannot be read is not offered', async () => {
      const { code, stderr } = await audit(
        folder.write('a.json', JSON.stringify({ turns: [turn], diagnostics: { turns: [turn] } }))
      )
      expect([code, stderr.split('. ')[0]]).to.deep.equal([1, 'error: There is no transcript in a.json'])
    })

    it('is no choice where all others cannot be read', async () => {
      const { code, stdout } = await audit(
        folder.write('a.json', JSON.stringify({ turns: [turn], run: { log: chat } }))
      )
      expect([code, stdout.startsWith('In 1 call in 1 conversation')]).to.deep.equal([0, true])
    })
  })

  describe('a result', () => {
    const calls = (n: number): ReadonlyArray<unknown> => Array.from({ length: n }, (_, at) => asked(`c${at}`))
    const write = (n: number, ...others: ReadonlyArray<unknown>): string =>
      folder.write('a.json', JSON.stringify([{ role: 'user', content: 'Go.' }, ...calls(n), ...others]))
    const mute = (of: string): string =>
      `No result could be read of ${of}, so this says nothing about what came of them.`

    it('that most calls lack is said first, and no limit is kept', async () => {
      const { code, stdout, stderr } = await audit(write(3, came('c0', 'Yes.')), '--fail-on', 'errors=0')
      expect({ code, stderr }).to.deep.equal({ code: 1, stderr: `error: ${mute('2 of 3 calls')}\n` })
      expect(stdout.split('\n')[0]).to.equal(mute('2 of 3 calls'))
      expect(stdout).not.to.match(/no bad result|stopped none/)
      expect((await pageOf('a.json')).replace(/<wbr>/g, ''))
        .to.contain(`<p class="lead">${mute('2 of 3 calls')}</p>`)
        .and.not.to.match(/no bad result|stopped none/)
    })

    it('that most calls lack leaves what the others found', async () => {
      const { code, stdout } = await audit(write(3, came('c0', 'Error: no such row')))
      expect(code).to.equal(1)
      expect(stdout).to.contain(
        `${mute('2 of 3 calls')} Of 3 calls in 1 conversation, 1 result (33.3 %) was a failure.`
      )
    })

    it('that some calls lack is counted with what is found healthy', async () => {
      const { code, stdout } = await audit(write(2, came('c0', 'Yes.')))
      expect(code).to.equal(0)
      expect(stdout).to.match(/^In 2 calls in 1 conversation, 1 of which has no result, no repeated write/)
    })
  })

  describe('a call of another form', () => {
    for (const [form, message] of Object.entries({
      'in a part': { role: 'assistant', content: [{ functionCall: { name: 'find', args: {} } }] },
      'as a part': { role: 'assistant', content: [{ type: 'tool-use', name: 'find', arguments: {} }] },
      'beside the content': { role: 'assistant', content: 'So.', toolCalls: [{ name: 'find', args: {} }] }
    }))
      it(`${form} is no conversation without a call`, async () => {
        const { code, stdout } = await audit(
          folder.write('a.json', JSON.stringify([{ role: 'user', content: 'Go.' }, message]))
        )
        expect(code).to.equal(1)
        expect(stdout).to.match(/^Nothing could be read: 1 entry is of no known form/)
        expect(stdout).to.contain('a.json: entry 2 is of no known form: { role: "assistant"')
      })
  })

  describe('an entry of no known form', () => {
    const write = (): string =>
      folder.write('a.json', JSON.stringify([{ role: 'user', content: 'Go.' }, asked('a'), came('a', 7)]))

    it('is named, and is never called no response', async () => {
      const { stdout } = await audit(write())
      expect(stdout).to.match(/^.*1 entry could not be read, and no figure includes it\.\n/)
      expect(stdout).to.contain(
        '    a.json: entry 3 is of no known form: { role: "tool", tool_call_id: string, content: number }\n'
      )
      expect(stdout).to.contain('unanswered calls            1   what is unreadable may hold their responses\n')
    })

    it('is named on the page and in JSON, too', async () => {
      const name = write()
      const page = await pageOf(name)
      expect(page)
        .to.contain('1 entry that could not be read')
        .and.to.contain('</bdi>: entry 3 is of no known form: { role: &quot;tool&quot;, tool_call_id: string')
      expect(page).to.contain('no response among what could be read').and.not.to.contain('no response<')
      expect(JSON.parse((await audit(name, '--json')).stdout)).to.have.deep.property('unread', [
        {
          at: 'a.json',
          says: 'entry 3 is of no known form: { role: "tool", tool_call_id: string, content: number }'
        }
      ])
    })
  })

  it('counts a call as a failure whose arguments are no JSON, where its result says so', async () => {
    const broken = (id: string) => ({
      role: 'assistant',
      tool_calls: [{ id, type: 'function', function: { name: 'write_rows', arguments: '{"rows": [[\\"a\\"]' } }]
    })
    const said = 'Error running tool write_rows: Invalid JSON input for tool write_rows: {"rows": [['
    const runs = [{ role: 'user', content: 'Go.' }, broken('a'), came('a', said), broken('b'), came('b', said)]
    const counts = async (messages: ReadonlyArray<unknown>) =>
      JSON.parse((await audit(folder.write('t.json', JSON.stringify(messages)), '--json')).stdout) as {
        readonly total: object
        readonly config?: string
      }
    const { total, config } = await counts(runs)
    expect(total).to.deep.include({ calls: 2, unreadable: 0, badResults: 2 })
    expect(config).to.contain('// args: Arguments, // 2 of 2 failures are about arguments')
    expect((await counts([...runs, broken('c'), came('c', 'Done.'), broken('d')])).total).to.deep.include({
      calls: 2,
      unreadable: 2
    })
  })
})
