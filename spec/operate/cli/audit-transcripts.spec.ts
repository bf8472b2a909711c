/** Where transcripts are found, what is said of them, and what is never printed. */
import { expect } from 'chai'
import { mkdirSync, readFileSync, statSync } from 'node:fs'
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

    it('reads the simulations of tau2, and not what its tasks begin with', async () => {
      const messages = [ask('Hi'), ...made('a', 'get_user', { id: 1 }, '{"id":1}')]
      const tau2 = {
        tasks: [{ id: '0', initial_state: { message_history: messages } }],
        simulations: [{ id: 's', messages }]
      }
      const { stdout } = await audit(folder.write('t.json', JSON.stringify(tau2)))
      expect(stdout)
        .to.match(/^In 1 call in 1 conversation, /)
        .and.not.to.contain('several places')
    })

    it('reads the samples of a log of Inspect, and not what the model that graded them was asked', async () => {
      const grading = [ask('Is it right?'), { role: 'assistant', content: 'Yes.' }]
      const inspect = {
        eval: { task: 'orders' },
        samples: [{ messages: chat, scores: { graded: { metadata: { grading } } } }],
        reductions: [{ scorer: 'graded', samples: [{ metadata: { grading } }] }]
      }
      expect(await totalOf(inspect)).to.deep.include({ transcripts: 1, calls: 1, brokenLines: 0 })
    })

    it('reads documents of several lines that follow each other', async () => {
      const texts = [chat, chat.slice(1)].map((messages) => JSON.stringify({ messages }, null, 2))
      expect(await totalOf(texts.join('\n\n'))).to.deep.include({ transcripts: 2, calls: 2, brokenLines: 0 })
    })

    it('asks for the path where there are several places', async () => {
      const both = { before: { messages: chat }, after: { messages: chat } }
      const { code, stdout, stderr } = await audit(folder.write('t.json', JSON.stringify(both)))
      expect(code).to.equal(1)
      const said = 't.json:1 holds transcripts at several places; --path names one: before.messages, after.messages'
      expect(stderr).to.equal(`error: ${said}.\n`)
      expect(stdout)
        .to.contain(`    ${said}\n`)
        .and.to.match(/^Nothing was read: 1 document holds transcripts at several places\.\n/)
      expect(await totalOf(both, '--path', 'before.messages')).to.deep.include({ transcripts: 1, calls: 1 })
      const deep = { runs: [both, both], other: { a: { messages: chat }, b: { messages: chat } } }
      expect((await audit(folder.write('t.json', JSON.stringify(deep)))).stderr).to.match(
        /: runs\[\*\]\.before\.messages, runs\[\*\]\.after\.messages, other\.a\.messages\.\n$/
      )
    })

    it('reads a request that only asks by the form of its response', async () => {
      const request = { messages: [{ role: 'user', content: 'Where is order 7?' }] }
      const call = { type: 'tool_use', id: 'a', name: 'get_order', input: { id: 7 } }
      const response = { type: 'message', role: 'assistant', content: [call], stop_reason: 'tool_use' }
      const said = { toolUse: { toolUseId: 'a', name: 'get_order', input: { id: 7 } } }
      const converse = { output: { message: { role: 'assistant', content: [said] } }, stopReason: 'tool_use' }
      for (const one of [response, converse])
        expect(await totalOf([{ request, response: one }])).to.deep.include({
          formats: { anthropic: 1 },
          calls: 1,
          unreadable: 0
        })
    })

    it('counts nothing of calls that stand in prose, and says where they stand', async () => {
      const said = (content: string): Data => ({ role: 'assistant', content })
      const shell = said('THOUGHT: look around.\n\n```bash\nls -la\n```')
      const result = ask('<returncode>0</returncode>\n<output>\na.txt\n</output>')
      const blocks = [ask('Repair it.'), shell, result, said('```mswea_bash_command\nexit\n```'), result]
      const lines = [ask('Who?'), said('Thought: search.\nAction: Search[x]'), ask('Observation: nothing.')]
      const inOne = [ask('Who?'), said('Thought 1: search.\nAction 1: Search[x]\nObservation 1: nothing.')]
      const json = [ask('Begin.'), said('{"tool_name": "read_brief", "arguments": {}}'), ask('Result: {"task": 1}')]
      for (const [value, words] of [
        [
          { info: {}, messages: blocks, trajectory_format: 'mini-swe-agent-1' },
          'as blocks of ```bash (mini-swe-agent does)'
        ],
        [lines, 'as lines of `Action:` (ReAct does)'],
        [inOne, 'as lines of `Action:` (ReAct does)'],
        [json, 'as `{"tool_name": …, "arguments": …}`']
      ] as const) {
        const { code, stdout, stderr } = await audit(folder.write('t.json', JSON.stringify(value)))
        expect([code, stderr]).to.deep.equal([
          1,
          `error: t.json:1 keeps its calls in prose, ${words}: they are not read.\n`
        ])
        expect(stdout).to.match(/calls +0\n/)
        // In a folder as well.
        expect((await audit('.')).stderr).to.contain(`keeps its calls in prose, ${words}`)
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

    it('reads the whole of two transcripts of Antigravity in a folder, of which one holds parts', async () => {
      const steps = (content: string) =>
        jsonLines([
          { step_index: 0, source: 'USER_EXPLICIT', type: 'USER_INPUT', content: 'Go.' },
          { step_index: 1, source: 'MODEL', type: 'PLANNER_RESPONSE', tool_calls: [{ name: 'list_dir', args: {} }] },
          { step_index: 2, source: 'MODEL', type: 'LIST_DIRECTORY', content }
        ])
      mkdirSync(join(folder.path, 'logs'))
      folder.write('logs/transcript.jsonl', steps('a\n<truncated 9 bytes>'))
      expect((await audit('logs')).stdout)
        .to.contain('In 1 call in 1 conversation')
        .and.not.to.contain('copy')
      folder.write('logs/transcript_full.jsonl', steps('a, b and c'))
      expect((await audit('logs')).stdout)
        .to.contain('In 1 call in 1 conversation')
        .and.to.contain('Not counted: 1 copy of a conversation')
      folder.write('logs/my_transcript.jsonl', steps('another'))
      expect((await audit('logs')).stdout).to.contain('In 2 calls in 2 conversations')
    })

    const displayed = (tool_name: string, output: string): string =>
      jsonLines([
        { type: 'init', session_id: 's', model: 'm' },
        { type: 'message', role: 'user', content: 'Go.' },
        { type: 'tool_use', tool_name, tool_id: 'r1', parameters: { path: 'a' } },
        { type: 'tool_result', tool_id: 'r1', status: 'success', output },
        { type: 'result', status: 'success', stats: {} }
      ])

    it('says how much a model may have read of a long result that a log only displays', async () => {
      const said =
        'One display is of 90,000 characters (run_shell_command, call 1 of s.jsonl): the model read up to about 22,500 tokens of it, which count as no long result.'
      const commits = 'create mode 100644 a\n'.repeat(4_286).slice(0, 90_000)
      const path = folder.write('s.jsonl', displayed('run_shell_command', commits))
      expect((await audit(path)).stdout.split('\n').indexOf(said)).to.be.within(1, 3)
      expect((await audit(path, '--context', '230000')).stdout).not.to.contain('One display')
    })

    it('says of which results a log holds a display alone', async () => {
      const stream = displayed('read_file', '')
      const { code, stdout, stderr } = await audit(folder.write('s.jsonl', stream))
      expect([code, stderr]).to.deep.equal([0, ''])
      expect(stdout)
        .to.contain('In 1 call in 1 conversation, 1 of which has a result that is only displayed, no repeated write,')
        .and.contain('Not counted: 1 result that the log holds only as displayed to a person.')
        .and.not.contain('empty')
    })

    it('gives no folder a clean bill in which calls stand in prose, whatever is beside them', async () => {
      const keys = '{"analysis":"","plan":"","commands":[{"keystrokes":"ls\\n","duration":0.1}]}'
      folder.write('response.json', JSON.stringify({ role: 'assistant', content: keys }))
      folder.write('prompt.json', JSON.stringify({ messages: [ask('Repair it.')] }))
      const { code, stdout, stderr } = await audit('.')
      expect([code, stderr]).to.deep.equal([
        1,
        'error: response.json:1 keeps its calls in prose, as `keystrokes` (Terminus does): they are not read.\n'
      ])
      expect(stdout).to.match(/^Nothing could be read: 1 transcript keeps calls in prose, so this says nothing/)
    })

    it('says which file of Cline holds the calls', async () => {
      const shown = [{ ts: 1_767_644_899_093, type: 'say', say: 'text', text: 'Go.', images: [] }]
      const path = folder.write('ui_messages.json', JSON.stringify(shown))
      for (const named of [path, '.']) {
        const { code, stderr } = await audit(named)
        expect(code).to.equal(1)
        expect(stderr).to.contain(
          'error: Cline displays what is in `ui_messages.json`: its calls are in `api_conversation_history.json` beside it.\n'
        )
      }
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

    it('counts a log of requests and responses once, with what each response states of its tokens', async () => {
      const chats = {
        openai: [
          ask('One'),
          ...[1, 2].flatMap((n) => made(`a${n}`, 'f', { n }, 'x'.repeat(100))),
          { role: 'assistant', content: 'Done' }
        ],
        anthropic: [
          ask('One'),
          ...[1, 2].flatMap((n) => [
            { role: 'assistant', content: [{ type: 'tool_use', id: `a${n}`, name: 'f', input: { n } }] },
            { role: 'user', content: [{ type: 'tool_result', tool_use_id: `a${n}`, content: 'x'.repeat(100) }] }
          ]),
          { role: 'assistant', content: [{ type: 'text', text: 'Done' }] }
        ]
      }
      const responses: Readonly<Record<keyof typeof chats, (message: Data, input: number) => Data>> = {
        openai: (message, input) => ({ choices: [{ message }], usage: { prompt_tokens: input, completion_tokens: 9 } }),
        anthropic: (message, input) => ({
          ...message,
          type: 'message',
          stop_reason: 'tool_use',
          usage: { input_tokens: input, output_tokens: 9 }
        })
      }
      for (const format of ['openai', 'anthropic'] as const) {
        const messages: ReadonlyArray<Data> = chats[format]
        const log = [1, 3, 5].map((end) => ({
          request: { model: 'm', messages: messages.slice(0, end) },
          response: responses[format](messages[end] as Data, 50 + end * 20)
        }))
        const total = await totalOf(jsonLines(log))
        expect(total).to.deep.include({
          transcripts: 1,
          calls: 2,
          usage: { input: 330, output: 27, cached: 0, cost: 0 }
        })
        // Each step read 40 tokens more than the one before.
        expect(total['context']).to.deep.include({ tokens: 80, read: 120, measured: 120 })
      }
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

    it('says in one line what no figure includes, with counts', async () => {
      const hosted = {
        role: 'assistant',
        content: [{ type: 'mcp_tool_use', id: 'm', name: 'web', input: {} }]
      }
      const alone = [1, 2, 3].flatMap((n) => [ask('Go on.'), ...made(`c${n}`, 'f', {}, 'ok')])
      mkdirSync(join(folder.path, 'logs'))
      folder.write('logs/a.jsonl', jsonLines([{ messages: [ask('Hi'), hosted] }, { messages: alone }, 'oops']))
      folder.write('logs/b.json', JSON.stringify({ before: { messages: chat }, after: { messages: chat } }))
      folder.write('logs/package.json', '{"name":"shop"}')
      expect((await audit('logs')).stdout.split('\n').slice(0, 2)).to.deep.equal([
        'In 3 calls in 1 conversation, no repeated write, no bad result and no useless call was found. 2 entries could not be read, and no figure includes them.',
        'Not counted: 1 line that could not be read, 1 document with transcripts at several places (`--path` names one), 1 file without a transcript (logs/package.json) and 1 call that the provider ran itself. In 1 conversation a message of the user stands between all calls (some frameworks write one by themselves): no repeat within a turn is seen there.'
      ])
    })

    it('keeps writes that happened twice apart from those whose outcome the log does not tell', async () => {
      const book = (...results: ReadonlyArray<string>) => [
        ask('Book'),
        ...results.flatMap((text, n) => made(`b${n}`, 'book_flight', { id: 7 }, text))
      ]
      const said = 'Error: payment amount does not add up, total price is 4875, but paid 1625'
      const conclusionOf = async (value: unknown): Promise<string> =>
        (await audit(folder.write('t.json', JSON.stringify(value)))).stdout.split('\n')[0] ?? ''
      // A figure that was sent is no deed: the tool says no.
      expect(await conclusionOf(book(said, said))).not.to.contain('repeated write')
      const open = 'Error: the request timed out'
      expect(await conclusionOf(book(open, open))).to.match(
        / and the log does not tell the outcome of 1 repeated write\.$/
      )
      expect(await conclusionOf(book('{"id":"r1"}', '{"id":"r2"}'))).to.equal(
        'Of 2 calls in 1 conversation, 1 write happened twice.'
      )
      expect(await conclusionOf(book('{"id":"r1"}', '{"id":"r2"}', '{"id":"r3"}'))).to.equal(
        'Of 3 calls in 1 conversation, 2 repeats of writes that had worked.'
      )
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
        'A guard would have stopped nothing, and wrongly refused 2 of 5 calls, whose result had changed: job 2. Set `polls` for what is asked until it changes.'
      )
      for (const rule of ['"effect":"read"', '"polls":true']) {
        folder.write('guarded-call.config.json', `{"tools":{"job":{${rule}}}}`)
        expect((await audit('t.json')).stdout).to.contain('A guard would have stopped none of these calls.')
      }
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
    const textOf = (markup: string): string =>
      markup
        .replace(/<[^>]*>/g, '')
        .replaceAll('&#39;', "'")
        .replaceAll('&#96;', '`')
        .replaceAll('&quot;', '"')
    const pageOf = async (value: unknown): Promise<string> => {
      await audit(folder.write('t.json', JSON.stringify(value)), '--html', 'audit.html')
      return readFileSync(join(folder.path, 'audit.html'), 'utf8')
    }
    const codeIn = (page: string): ReadonlyArray<string> =>
      [...page.matchAll(/<pre class="code"[^>]*>(.*?)<\/pre>/gs)].map(([, code = '']) => textOf(code))

    it('says on its first screen what went wrong, what it cost and what to paste, and then what was left out', async () => {
      const paid = [1, 2].flatMap((n) => made(`p${n}`, 'create_payment', { cents: 100 }, `{"id":"p${n}"}`))
      const failed = made('f', 'get_rate', {}, 'Error: 503 Service Unavailable')
      const page = await pageOf([ask('Pay'), ...paid, ...failed, { role: 'narrator', content: 'So.' }])
      const [first = ''] = page.split('<h2 id="wrong">')
      expect(
        [...first.matchAll(/<(h1|h2|p)(?: [^>]*)?>(.*?)<\/\1>/gs)].map(([, , text = '']) => textOf(text))
      ).to.deep.equal([
        'Audit',
        'Of 3 calls in 1 conversation, 1 write happened twice, and 1 result (33.3 %) was a failure. 1 entry could not be read, and no figure includes it.',
        '1 call brought nothing: a failure, a web page, or the same result again. Its result holds 30 characters; read again by every later step, and with the arguments, it cost about 10 tokens (25.0 % of what all calls took). Their price is unknown: --price in=3,out=15 states what a million tokens cost.',
        'What to paste first',
        'Most went wrong at create_payment: 1 write that happened twice in 2 calls. Save its rule as guarded-call.config.mjs:',
        'Then guard it where the agent is given its functions (of an MCP server: npx -y guarded-call mcp -- COMMAND):',
        'Not counted: 1 entry of no known form.'
      ])
      expect(codeIn(first)).to.deep.equal([
        `export const rules = {
  create_payment: {
    effect: 'write', // 1 repeated write in 2 calls, of which 1 happened twice: with it the second is refused, and none that seems to have been needed
  }
}
export default { tools: rules } // for \`guarded-call mcp\`
`,
        `import { guardFunctions, openTurn } from 'guarded-call'
import { rules } from './guarded-call.config.mjs'

// The functions that you have, of one agent: import or define them above.
const functions = { create_payment, get_rate }

const tools = guardFunctions(functions, {
  turn: openTurn(), // one for each run of the agent
  rules
})
// What they refuse, they throw: \`error.message\` is for the model.
`
      ])
      const [config = ''] = codeIn(first)
      expect((await folder.run(['doctor', '--config', folder.write('first.config.mjs', config)])).stderr).to.equal('')
    })

    it('pastes no rule for a tool that needs none, and a command for a tool of a server', async () => {
      const failed = (name: string): ReadonlyArray<Data> => [
        ask('Hi'),
        ...made('f', name, {}, 'HTTPError: 503 Unavailable')
      ]
      expect(codeIn(await pageOf(failed('delete')))).to.deep.equal([])
      const keyword = await pageOf([ask('Hi'), ...made('f', 'delete', {}, '{"rates":[')])
      expect(codeIn(keyword).join('')).to.include('{ "delete": yourFunction }')
      const cut = await pageOf([ask('Hi'), ...made('f', 'get-rate', {}, '{"rates":[')])
      expect(codeIn(cut)).to.deep.equal([
        `import { guardFunctions, openTurn } from 'guarded-call'

// The functions that you have, of one agent: import or define them above.
const functions = { "get-rate": yourFunction }

const tools = guardFunctions(functions, {
  turn: openTurn() // one for each run of the agent
})
// What they refuse, they throw: \`error.message\` is for the model.
`
      ])
      const ofServer = [ask('Hi'), ...made('f', 'mcp__bank__get_rate', {}, '{"rates":[')]
      expect(codeIn(await pageOf(ofServer))).to.deep.equal(['npx -y guarded-call mcp -- COMMAND\n'])
      const logged = (tool: string): ReadonlyArray<Data> => [
        { type: 'user', sessionId: 's', message: ask('Hi') },
        {
          type: 'assistant',
          sessionId: 's',
          message: { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: tool, input: {} }] }
        },
        {
          type: 'user',
          sessionId: 's',
          message: {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: 'a', content: '{"rates":[' }]
          }
        }
      ]
      expect(codeIn(await pageOf(logged('mcp__bank__get_rate')))).to.deep.equal([
        'npx -y guarded-call mcp install --client claude-code bank\n'
      ])
      // A name that stands in a command must not be one itself.
      expect(codeIn(await pageOf(logged('mcp__$(reboot)__get_rate')))).to.deep.equal([
        'npx -y guarded-call mcp -- COMMAND\n'
      ])
      const paid = [1, 2].flatMap((n) => made(`p${n}`, 'mcp__bank__pay', { cents: 100 }, `{"id":"p${n}"}`))
      expect(codeIn(await pageOf([ask('Pay'), ...paid]))[0]).to.equal(`export default {
  tools: {
    pay: {
      effect: 'write', // 1 repeated write in 2 calls, of which 1 happened twice: with it the second is refused, and none that seems to have been needed
    }
  }
}
`)
      // Nothing stands before the tools of a coding agent.
      const none = await pageOf(failed('Read'))
      expect(codeIn(none)).to.deep.equal([])
      expect(none)
        .to.contain('There is nothing to paste: ')
        .and.contain(' A failure at Read: HTTPError: 503 Unavailable')
      expect((await audit('t.json')).stdout).to.contain('\nThere is nothing to paste: ')
    })

    it('pastes what keeps long results where they are most', async () => {
      const page = await pageOf([
        ask('Go.'),
        ...made('a', 'dump', {}, `${'row '.repeat(20_001)}.`),
        ...made('b', 'pay', {}, 'ok')
      ])
      expect(textOf(page)).to.contain(
        'It needs no rule: results keeps what is too long, and the model reads a preview.'
      )
      expect(codeIn(page)[0]?.replace('&gt;', '>')).to.equal(`import { guardFunctions, openTurn } from 'guarded-call'
import { resultHandles } from 'guarded-call/results'

// The functions that you have, of one agent: import or define them above.
const functions = { dump, pay }

const tools = guardFunctions(functions, {
  turn: openTurn() // one for each run of the agent
})
// What they refuse, they throw: \`error.message\` is for the model.

const results = resultHandles() // one for each conversation
// What the model reads of a value: of a long one a preview. \`results.reader\` is the tool that reads the rest.
const textFor = (value) => results.textOf(value)
`)
      const server = await pageOf([ask('Go.'), ...made('a', 'mcp__db__dump', {}, `${'row '.repeat(20_001)}.`)])
      expect(codeIn(server)[0]).to.equal('npx -y guarded-call mcp --handles -- COMMAND\n')
    })

    it('says of each finding what happened, why it matters and what to do', async () => {
      const page = textOf(await pageOf(STUBBORN))
      expect(page)
        .to.contain('5 failures')
        .and.to.contain(
          'was paid for nothing, but for a command of a shell, whose output is its answer: read the samples for what to repair'
        )
      expect(page)
        .to.contain('4 repeats with the same result')
        .and.to.contain('The model went in circles 1 time: t.json, call 3 (call_3).')
    })

    it('shows the words of a result that came again, and no more of a guard than its count', async () => {
      const skipped = 'Tool call skipped: maximum tool calls limit (1) reached.'
      const page = textOf(
        await pageOf([ask('Who?'), ...made('a', 'get_id', {}, skipped), ...made('b', 'get_id', {}, skipped)])
      )
      expect(page).to.contain(`${skipped} t.json, call 2 (b)`)
      expect(page).to.contain('its step was paid for nothing. A guard would have stopped none of these calls.')
      expect(page).not.to.contain('a guard stops')
    })

    it('shows the tools, and the conversations call by call with their repeats marked', async () => {
      const names = [folder.write('a.json', JSON.stringify(STUBBORN)), folder.write('b.json', JSON.stringify(chat))]
      await audit(...names, '--html', 'audit.html')
      const page = readFileSync(join(folder.path, 'audit.html'), 'utf8')
      expect(page).to.contain('A guard would have stopped 2 of 7 calls: 2 brought the same result again.')
      const strips = [...page.matchAll(/<p class="strip"[^>]*>(.*?)<\/p>/g)].map(([, marks = '']) =>
        [...marks.matchAll(/>([^<]+)<\/span>/g)].map(([, mark]) => mark).join('')
      )
      // The one that wasted most comes first; two of its repeats a guard would have refused.
      expect(strips).to.deep.equal(['!==××·', '·'])
      expect([...page.matchAll(/<h3>(<bdi>.*?)<\/h3>/g)].map(([, at = '']) => textOf(at))).to.deep.equal([
        'a.json',
        'b.json'
      ])
      expect(page).to.contain(
        '<bdi>get_<wbr>order</bdi></th><td class="">5</td><td class="">0</td><td class="">5</td><td class="spare">4</td>'
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
      const [config] = codeIn(page)
      const whole = codeIn(page).at(-1)
      expect(stdout).to.contain(whole?.trimEnd())
      expect(config).to.contain("  create_payment: {\n    effect: 'write', // 1 repeated write in 2 calls")
      expect(textOf(page)).to.contain('call 1: {"id":"p1"}').and.to.contain('1 web page')
      expect(stdout).to.contain("With `effect: 'write'` it stops 1 repeated write more.")
    })

    it('refuses a folder before it reads anything', async () => {
      const { code, stderr } = await audit('none.json', '--html', '.')
      expect([code, stderr]).to.deep.equal([2, 'error: . is a folder. Name a file in it.\n'])
    })
  })
})
