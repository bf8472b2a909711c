import { expect } from 'chai'
import * as t from 'io-ts'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { guardedCall, openSession } from '../../../lib/index.js'
import { recorder, type Calibration } from '../../../lib/operate/calibrate/index.js'
import { installIn } from './installed.js'
import { openFolder, type Ended, type Folder } from './command.js'
import { fineOrder, records } from './recordings.js'

describe('guarded-call infer', () => {
  let folder: Folder
  before(() => {
    folder = openFolder()
    folder.write('orders.jsonl', records(100, fineOrder) + records(5, (i) => ({ at: i }), { tool: 'ping' }))
  })
  after(() => folder.remove())

  const infer = (...args: ReadonlyArray<string>): Promise<Ended> => folder.run(['infer', ...args])

  it('prints a module with a codec a tool', async () => {
    expect(await infer('orders.jsonl', '--tool', 'get_order')).to.deep.equal({
      code: 0,
      stderr: '',
      stdout: `/** Codecs drafted from recorded traffic: as strict as what came, and no stricter. Read them before you trust them. */
import * as t from 'io-ts'
import { SafeInteger } from 'guarded-call'

const Customer = t.type({
  name: t.string,
  phone: t.string
})

const Line = t.type({
  quantity: SafeInteger,
  sku: t.string
})

/** What \`get_order\` answers, drafted from 100 answers of 2026-11-02 to 2026-11-08. */
export const GetOrder = t.type({
  customer: Customer,
  id: SafeInteger,
  lines: t.array(Line),
  status: t.keyof({ closed: null, open: null })
})

/** All of them, as \`guarded-call calibrate --tools\` takes them. */
export const tools = [
  { name: 'get_order', codec: GetOrder }
]
`
    })
  })

  it('warns of tools that were hardly seen', async () => {
    const ended = await infer('orders.jsonl')
    expect([ended.code, ended.stderr]).to.deep.equal([
      0,
      'warning: ping has only 5 different answers: its draft is a guess.\n'
    ])
    expect(ended.stdout).to.match(/export const GetOrder = [^]+export const Ping = /)
  })

  it('warns of tools of which no answer was accepted', async () => {
    folder.write(
      'refused.jsonl',
      records(40, fineOrder) +
        records(9, () => '<html>', { tool: 'search', outcome: 'schema_mismatch', code: 'html_response' })
    )
    const ended = await infer('refused.jsonl')
    expect([ended.code, ended.stderr]).to.deep.equal([
      0,
      "warning: no draft of search: it has no accepted JSON result. For plain text, the codec is `t.string`, with `reads: 'text'`.\n"
    ])
  })

  it('drafts nothing of a tool that returns text, though some of it happens to be JSON', async () => {
    const search = (n: number, answer: (i: number) => unknown) => records(n, answer, { tool: 'search' })
    folder.write('text.jsonl', search(1, () => []) + search(5, (i) => `name: doc ${i}`))
    const why =
      "warning: no draft of search: 5 of its 6 results are no JSON. For plain text, the codec is `t.string`, with `reads: 'text'`.\n"
    expect(await infer('text.jsonl')).to.deep.equal({
      code: 2,
      stdout: '',
      stderr: `${why}error: There are no usable results of any tool to draft from.\n`
    })
    const both = await infer('text.jsonl', 'orders.jsonl')
    expect([both.code, both.stderr]).to.deep.equal([
      0,
      `${why}warning: ping has only 5 different answers: its draft is a guess.\n`
    ])
    expect(both.stdout).to.not.include('Search')
    folder.write('some.jsonl', search(40, fineOrder) + search(2, (i) => `name: doc ${i}`))
    expect((await infer('some.jsonl')).stderr).to.equal(
      'warning: 2 answers of search are no JSON, and its draft refuses them.\n'
    )
  })

  it('tells how many answers a codec had refused', async () => {
    folder.write(
      'guarded.jsonl',
      records(40, fineOrder) + records(9, () => ({ id: 'x' }), { outcome: 'schema_mismatch', code: 'schema_violation' })
    )
    const ended = await infer('guarded.jsonl')
    expect([ended.code, ended.stderr]).to.deep.equal([
      0,
      'warning: 9 answers of get_order that its codec refused are not in the draft: calibrate shows why, and --include-rejected includes them.\n'
    ])
    expect(ended.stdout).to.include('drafted from 40 answers')
    const whole = await infer('guarded.jsonl', '--include-rejected')
    expect([whole.code, whole.stderr]).to.deep.equal([0, ''])
    expect(whole.stdout).to.include('drafted from 49 answers').and.include('id: t.union([SafeInteger, t.string])')
  })

  it('says where there is nothing to draft from', async () => {
    expect(await infer('orders.jsonl', '--tool', 'none', '--tool', 'ping')).to.deep.equal({
      code: 2,
      stdout: '',
      stderr:
        'error: There are no usable results of none to draft from. Without --tool, every tool with usable results gets a draft.\n'
    })
    folder.write(
      'failed.jsonl',
      records(9, () => '<html>', { outcome: 'schema_mismatch', code: 'html_response' })
    )
    expect((await infer('failed.jsonl')).stderr).to.equal(
      'error: There are no usable results of any tool to draft from.\n'
    )
    expect(await infer('none.jsonl')).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: 'error: none.jsonl: no such file or directory\n'
    })
  })

  it('says what it reads where no call is recorded', async () => {
    folder.write('transcript.jsonl', '{"role":"user","content":"Hi"}\n'.repeat(9))
    expect(await infer('transcript.jsonl')).to.deep.equal({
      code: 1,
      stdout: '',
      stderr:
        'error: There are no calls in transcript.jsonl. Name what `recorder` of guarded-call/traffic wrote, or transcripts that `guarded-call audit` reads.\n'
    })
  })

  describe('transcripts', () => {
    /** A session log of Claude Code: each call of these tools, with its result. */
    const session = (id: string, calls: ReadonlyArray<readonly [tool: string, answer: unknown]>): string =>
      calls
        .flatMap(([name, answer], i) => [
          {
            type: 'assistant',
            message: {
              role: 'assistant',
              content: [{ type: 'tool_use', id: `${id}${i}`, name, input: { id: i } }]
            }
          },
          {
            type: 'user',
            message: {
              role: 'user',
              content: [{ type: 'tool_result', tool_use_id: `${id}${i}`, content: JSON.stringify(answer) }]
            }
          }
        ])
        .map((line, i) =>
          JSON.stringify({ sessionId: id, uuid: `${id} ${i}`, timestamp: '2026-11-03T09:00:00Z', ...line })
        )
        .join('\n')
    const many = (of: number): ReadonlyArray<readonly [string, unknown]> =>
      Array.from({ length: of }, (_, i) => ['mcp__shop__get_order', fineOrder(i)] as const)
    const error = { error_class: 'schema_mismatch', code: 'schema_violation', hint: 'Try another.' }

    it('reads those of folders, compressed or not, beside recordings', async () => {
      for (const name of ['logs', 'logs/monday']) mkdirSync(join(folder.path, name))
      folder.write('logs/monday/a.jsonl', session('a', many(20)))
      folder.write('logs/b.jsonl.gz', gzipSync(session('b', many(20))))
      folder.write('logs/calls.jsonl', records(7, fineOrder))
      folder.write('logs/package.json', '{"name":"x"}')
      const ended = await infer('logs')
      const few = 'warning: get_order has only 20 different answers: its draft is a guess.\n'
      expect([ended.code, ended.stderr]).to.deep.equal([0, few])
      expect(ended.stdout).to.include(
        '`get_order` answers, drafted from 47 answers of 2026-11-02 to 2026-11-08, 20 of them different. */'
      )
    })

    it('tells no day of answers whose log has no times', async () => {
      const untimed = session('e', many(40)).replaceAll(/"timestamp":"[^"]*",/g, '')
      folder.write('untimed.jsonl', untimed)
      folder.write('timed.jsonl', session('f', many(80).slice(40)))
      const drafted = await infer('untimed.jsonl')
      expect(drafted.stdout).to.include('`get_order` answers, drafted from 40 answers. */')
      expect((await infer('untimed.jsonl', 'timed.jsonl')).stdout).to.include('drafted from 80 answers. */')
      folder.write('untimed.mjs', drafted.stdout.replace('customer: Customer', 'customer: t.null'))
      const calibrated = async (...more: ReadonlyArray<string>) =>
        (await folder.run(['calibrate', 'untimed.jsonl', '--tools', 'untimed.mjs', ...more])).stdout
      expect(await calibrated()).to.match(/^40 records\n/)
      const { from, to, tools } = JSON.parse(await calibrated('--json')) as Calibration
      expect([from, to, tools[0]?.spans]).to.deep.equal([null, null, []])
      expect(tools[0]?.groups.map(({ firstSeen, lastSeen }) => [firstSeen, lastSeen])).to.deep.equal([[null, null]])
      await calibrated('--html', 'untimed.html')
      expect(readFileSync(join(folder.path, 'untimed.html'), 'utf8')).to.not.match(/1970|20\d\d-|of no time/)
    })

    it('leaves out what a guard said in place of the tool, and failures', async () => {
      folder.write(
        'guarded-log.jsonl',
        session('c', [...many(40), ['get_order', error], ['get_order', { error: 'no database' }]])
      )
      const ended = await infer('guarded-log.jsonl')
      expect([ended.code, ended.stderr]).to.deep.equal([
        0,
        'warning: 1 answer of get_order that its codec refused is not in the draft: calibrate shows why, and --include-rejected includes them.\n'
      ])
      expect(ended.stdout).to.include('drafted from 40 answers of 2026-11-03. */')
    })

    it('calibrates what it drafted from them, and names lines that it could not read', async () => {
      folder.write('cut.jsonl', `${session('d', many(40))}\n{"type":"assis`)
      folder.write('logged.mjs', (await infer('cut.jsonl')).stdout)
      const ended = await folder.run(['calibrate', 'cut.jsonl', '--tools', 'logged.mjs', '--json'])
      expect([ended.code, ended.stderr]).to.deep.equal([
        0,
        'warning: cut.jsonl:81 ends inside a value; it was left out.\n'
      ])
      const { tools } = JSON.parse(ended.stdout) as Calibration
      expect(tools.map(({ tool, judged, accepted }) => [tool, judged, accepted])).to.deep.equal([['get_order', 40, 40]])
    })
  })

  it('drafts what calibrate takes as it stands', async () => {
    /** Records a week of answers, as an agent would make them. */
    const recordWeek = async (name: string, monday: string, orderOf: (i: number) => object): Promise<void> => {
      let now = Date.parse(monday)
      const recording = recorder({ folder: join(folder.path, name), clock: () => (now += 3_600_000) })
      const session = openSession({ recorder: recording })
      const getOrder = guardedCall(
        { name: 'get_order', effect: 'read', run: ({ id }: { readonly id: number }) => JSON.stringify(orderOf(id)) },
        t.unknown
      )
      for (let id = 0; id < 160; id++) await session.openTurn().run(getOrder({ id }))
      await recording.close()
    }
    const order = (id: number, phone: string | null = '0123'): object => ({
      id,
      status: id % 2 === 0 ? 'open' : 'closed',
      phone
    })
    await recordWeek('first', '2026-11-02', (id) => order(id))
    await recordWeek('second', '2026-11-09', (id) => order(id, id % 20 === 7 ? null : '0123'))

    installIn(folder.path)
    const drafted = await infer('first')
    expect([drafted.code, drafted.stderr]).to.deep.equal([0, ''])
    writeFileSync(join(folder.path, 'codecs.mjs'), drafted.stdout)
    const calibrated = await folder.run(['calibrate', 'second', '--tools', 'codecs.mjs', '--json'])
    expect([calibrated.code, calibrated.stderr]).to.deep.equal([0, ''])
    const {
      tools: [tool],
      unknown
    } = JSON.parse(calibrated.stdout) as Calibration
    expect({
      ...tool,
      groups: tool?.groups.map(({ place, symptom, count, suggestion }) => [place, symptom, count, suggestion?.code])
    }).to.deep.include({
      tool: 'get_order',
      judged: 160,
      accepted: 152,
      rejected: 8,
      groups: [['phone', 'null', 8, 'phone: t.union([t.string, t.null])']]
    })
    expect(unknown).to.deep.equal({})
  })
})
