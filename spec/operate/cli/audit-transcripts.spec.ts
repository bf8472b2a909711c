/** Where transcripts are found, what is said of them, and what is never printed. */
import { expect } from 'chai'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openFolder, type Ended, type Folder } from './command.js'
import { jsonLines, STUBBORN } from './fixtures.js'

type Data = Readonly<Record<string, unknown>>

const ask = (text: string): Data => ({ role: 'user', content: text })
const made = (id: string, name: string, args: Data, answer?: string): ReadonlyArray<Data> => [
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }]
  },
  ...(answer === undefined ? [] : [{ role: 'tool', tool_call_id: id, content: answer }])
]

describe('guarded-call audit of transcripts', () => {
  let folder: Folder
  beforeEach(() => {
    folder = openFolder()
  })
  afterEach(() => folder.remove())

  const audit = (...args: ReadonlyArray<string>): Promise<Ended> => folder.run(['audit', ...args])
  const totalOf = async (value: unknown, ...flags: ReadonlyArray<string>): Promise<Data> => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const { stdout } = await audit(folder.write('t.json', text), '--json', ...flags)
    return (JSON.parse(stdout) as { readonly total: Data }).total
  }
  const chat = [ask('Hi'), ...made('a', 'f', {}, 'ok'), { role: 'assistant', content: 'Done.' }]

  describe('where they stand', () => {
    it('finds the one place that holds them, however deep', async () => {
      for (const value of [
        { data: { run: { conversation: chat } }, tools: [{ type: 'function', function: { name: 'f' } }] },
        {
          results: [
            { id: 1, log: chat },
            { id: 2, log: chat }
          ]
        },
        [[{ trial: 1, traj: chat }], [{ trial: 2, traj: chat }]],
        { type: 'export', version: 2, data: { messages: chat } }
      ]) {
        const total = await totalOf(value)
        expect(total['calls']).to.equal(total['transcripts'])
        expect(total).to.deep.include({ unreadable: 0, brokenLines: 0 })
      }
    })

    it('asks for the path where there are several places', async () => {
      const both = { before: { messages: chat }, after: { messages: chat } }
      const { code, stdout } = await audit(folder.write('t.json', JSON.stringify(both)))
      expect(code).to.equal(1)
      expect(stdout).to.contain('t.json:1 holds transcripts at several places; --path names one')
      expect(await totalOf(both, '--path', 'before.messages')).to.deep.include({ transcripts: 1, calls: 1 })
    })

    it('counts nothing of calls that stand in prose, and says where they stand', async () => {
      const said = (content: string): Data => ({ role: 'assistant', content })
      const shell = said('THOUGHT: look around.\n\n```bash\nls -la\n```')
      const result = ask('<returncode>0</returncode>\n<output>\na.txt\n</output>')
      const blocks = [ask('Repair it.'), shell, result, said('```mswea_bash_command\nexit\n```'), result]
      const lines = [ask('Who?'), said('Thought: search.\nAction: Search[x]'), ask('Observation: nothing.')]
      const inOne = [ask('Who?'), said('Thought 1: search.\nAction 1: Search[x]\nObservation 1: nothing.')]
      for (const [value, words] of [
        [
          { info: {}, messages: blocks, trajectory_format: 'mini-swe-agent-1' },
          'as blocks of ```bash (mini-swe-agent does)'
        ],
        [lines, 'as lines of `Action:` (ReAct does)'],
        [inOne, 'as lines of `Action:` (ReAct does)']
      ] as const) {
        const { code, stdout, stderr } = await audit(folder.write('t.json', JSON.stringify(value)))
        expect([code, stderr]).to.deep.equal([
          1,
          `error: t.json:1 keeps its calls in prose, ${words}: they are not read.\n`
        ])
        expect(stdout).to.match(/calls +0\n/)
      }
      // Help that shows a command is no call of anybody's, and calls that can be read are read.
      expect(await totalOf([ask('How?'), said('```bash\nnpm ci\n```'), ask('Thanks!')])).to.deep.include({
        transcripts: 1
      })
      expect(await totalOf([...blocks, ...chat])).to.deep.include({ transcripts: 1, calls: 1 })
      expect(await totalOf(jsonLines([{ messages: blocks }, { messages: chat }]))).to.deep.include({
        transcripts: 1,
        calls: 1,
        brokenLines: 1
      })
    })

    it('goes by the path', async () => {
      const value = {
        runs: [
          { chat, other: chat },
          { chat: [], other: chat },
          { chat, other: chat }
        ]
      }
      expect(await totalOf(value, '--path', 'runs[*].chat')).to.deep.include({
        transcripts: 2,
        calls: 2,
        brokenLines: 1
      })
      expect(await totalOf(value, '--path', 'runs[0].other')).to.deep.include({ transcripts: 1, brokenLines: 0 })
      for (const path of ['runs[7].chat', 'nowhere', 'runs[*].__proto__'])
        expect((await audit('t.json', '--path', path)).code).to.equal(1)
      for (const path of ['', 'runs[x]', 'runs..chat', '[*'])
        expect(await audit('t.json', '--path', path)).to.deep.include({
          code: 2,
          stderr: `error: --path ${path} is no path. Write one like runs[*].messages.\n`
        })
    })

    it('repairs what stands at a path, and nothing beside it', async () => {
      const cut = [ask('Hi'), ...made('a', 'f', {}), ask('Well?')]
      const value = { note: 'keep', runs: [{ log: chat }, { log: cut }] }
      await audit(folder.write('t.json', JSON.stringify(value)), '--repair', 'out')
      const copy = JSON.parse(readFileSync(join(folder.path, 'out/t.json'), 'utf8')) as typeof value
      expect(copy).to.deep.include({ note: 'keep' })
      expect(copy.runs[0]).to.deep.equal(value.runs[0])
      expect(copy.runs[1]?.log).to.have.length(4)
    })

    it('counts the places of a list that hold none', async () => {
      expect(await totalOf({ runs: [{ chat }, { error: 'crashed' }] })).to.deep.include({
        transcripts: 1,
        brokenLines: 1
      })
    })

    it('counts what a log of requests repeats once, also where chats alternate', async () => {
      const long = [ask('One'), ...[1, 2, 3].flatMap((n) => made(`a${n}`, 'f', { n }, 'ok'))]
      const other = [ask('Two'), ...[1, 2].flatMap((n) => made(`b${n}`, 'g', { n }, 'ok'))]
      const requests = [1, 3, 5, 7].flatMap((end) => [long.slice(0, end), other.slice(0, Math.min(end, 5))])
      const log = jsonLines(requests.slice(0, -1).map((messages) => ({ model: 'm', messages })))
      expect(await totalOf(log)).to.deep.include({
        transcripts: 2,
        calls: 5,
        repeats: { unchanged: 0, rechecked: 0, changed: 0, unknown: 0 }
      })
    })

    it('takes results whose calls the server keeps for no orphans', async () => {
      const input = [{ type: 'function_call_output', call_id: 'a', output: 'ok' }, ask('And?')]
      expect(await totalOf({ input })).to.deep.include({ orphaned: 1, repairs: { result_noted: 1 } })
      expect(await totalOf({ previous_response_id: 'resp_1', input })).to.deep.include({ orphaned: 0, repairs: {} })
    })
  })

  describe('what it says of them', () => {
    it('takes an ordinary ending for no finding', async () => {
      for (const ending of [
        [...chat, ...made('b', 'g', {})],
        [ask('Hi'), ...made('a', 'f', {}, 'ok')],
        [ask('Hi'), ask('Are you there?'), { role: 'assistant', content: 'Yes.' }]
      ])
        expect(await totalOf(ending)).to.deep.include({ unreadable: 0, repairs: {} })
      const blocks = [
        ask('Hi'),
        ask('Still there?'),
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input: {} }] }
      ]
      expect(await totalOf(blocks)).to.deep.include({ repairs: {}, unanswered: 1 })
    })

    it('reads four cut answers as four errors', async () => {
      const cut = [ask('Hi'), ...[1, 2, 3, 4].flatMap((n) => made(`c${n}`, 'search', { n }, '{"results":['))]
      expect(await totalOf(cut)).to.deep.include({
        given: { web_page: 0, cut: 4, failed: 0, more_pages: 0, empty: 0, too_long: 0 }
      })
    })

    it('goes by what the config says of tools', async () => {
      const polling = [ask('Wait'), ...[1, 2, 3, 4, 5].flatMap((n) => made(`p${n}`, 'job', {}, `${n} %`))]
      expect(await totalOf(polling)).to.deep.include({ refusable: { calls: 2, unchanged: 0 } })
      expect((await audit('t.json')).stdout).to.contain(
        'A guard would have refused 2 of 5 calls: 2 had another result, or none.'
      )
      folder.write('guarded-call.config.json', '{"tools":{"job":{"effect":"read"}}}')
      expect((await audit('t.json')).stdout).to.contain('A guard would have let all 5 calls through.')
    })
  })

  describe('what it never prints', () => {
    const secret = 'sk-proj-abcdefghijklmnop1234'
    const hostile = [
      ask('Hi'),
      ...made(
        'a',
        `get\u001b[31m_\u202edata\nX ${secret}`,
        { apiKey: 'hunter2-hunter2', q: `key ${secret}`, html: '<script>x</script>' },
        'ok'
      ),
      ...made('b', '<img src=x onerror=alert(1)>', {}, `Error: ${secret}`)
    ]

    it('cleans names in the terminal and in JSON', async () => {
      const name = folder.write('t.json', JSON.stringify(hostile))
      for (const flags of [[], ['--json']]) {
        const { stdout } = await audit(name, ...flags)
        expect(stdout).not.to.match(/[\u001b\u202e]|sk-proj|hunter2/)
        expect(stdout).to.contain('[redacted]')
      }
    })

    it('writes a report that holds no secret, runs nothing and loads nothing', async () => {
      const { code } = await audit(folder.write('t.json', JSON.stringify(hostile)), '--html', 'audit.html')
      expect(code).to.equal(0)
      const page = readFileSync(join(folder.path, 'audit.html'), 'utf8')
      expect(page).not.to.match(/[\u001b\u202e]|sk-proj|hunter2|<script|<img/)
      expect(page).to.contain('&lt;img src=x').and.to.contain("default-src 'none'")
      expect(statSync(join(folder.path, 'audit.html')).mode & 0o777).to.equal(0o600)
    })
  })

  describe('--html', () => {
    it('shows the figures, the tools, and the conversations call by call with their repeats marked', async () => {
      const names = [folder.write('a.json', JSON.stringify(STUBBORN)), folder.write('b.json', JSON.stringify(chat))]
      await audit(...names, '--html', 'audit.html')
      const page = readFileSync(join(folder.path, 'audit.html'), 'utf8')
      expect(page).to.contain('A guard would have refused 2 of 7 calls: 2 brought nothing new.')
      const strips = [...page.matchAll(/<p class="strip"[^>]*>(.*?)<\/p>/g)].map(([, marks = '']) =>
        [...marks.matchAll(/>([^<]+)<\/span>/g)].map(([, mark]) => mark).join('')
      )
      // The one that wasted most comes first; two of its repeats a guard would have refused.
      expect(strips).to.deep.equal(['!==××·', '·'])
      expect([...page.matchAll(/<h3><bdi>([^<]+)</g)].map(([, at]) => at)).to.deep.equal(['a.json:1', 'b.json:1'])
      expect(page).to.contain(
        '<bdi>get_order</bdi></th><td class="">5</td><td class="">0</td><td class="">5</td><td class="spare">4</td>'
      )
    })

    it('shows a double effect, the sign-in page that came for data, and the rules to paste, line by line', async () => {
      const paid = [
        ask('Pay'),
        ...made('a', 'create_payment', { cents: 100 }, '{"id":"p1"}'),
        ...made('b', 'create_payment', { cents: 100 }, '{"id":"p2"}'),
        ...made('c', 'track_parcel', { id: 7 }, '<!doctype html><html>Sign in</html>')
      ]
      const { stdout } = await audit(folder.write('pay.json', JSON.stringify(paid)), '--html', 'audit.html')
      const page = readFileSync(join(folder.path, 'audit.html'), 'utf8')
      const config = /<pre class="code"[^>]*><code>([^]*?)<\/code>/
        .exec(page)?.[1]
        ?.replaceAll('&#39;', "'")
        .replaceAll('&#96;', '`')
      expect(stdout).to.contain(config?.trimEnd())
      expect(config).to.contain("  create_payment: {\n    effect: 'write', // 1 possible double write in 2 calls")
      expect(page).to.contain('call 1: <bdi>{&quot;id&quot;:&quot;p1&quot;}</bdi>').and.to.contain('html_response')
      expect(stdout).to.contain('Declared as writes, 1 more call would have been refused as possible double writes.')
    })

    it('refuses a folder before it reads anything', async () => {
      const { code, stderr } = await audit('none.json', '--html', '.')
      expect([code, stderr]).to.deep.equal([2, 'error: . is a folder. Name a file in it.\n'])
    })
  })
})
