/** What is advised must help where it is pasted, and what is said of a guard must be what a guard does. */
import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { guardFunctions, openTurn } from '../../../lib/index.js'
import { ROOT } from '../../helpers/docs-examples.js'
import { isThrottled } from '../../../lib/operate/proxy/throttled.js'
import { codeOf, openProxy } from '../proxy/client.js'
import { openFolder, type Ended, type Folder } from './command.js'
import { jsonLines } from './fixtures.js'

type Data = Readonly<Record<string, unknown>>

const ask: Data = { role: 'user', content: 'Go.' }
const made = (id: string, name: string, args: object, content: string): ReadonlyArray<Data> => [
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }]
  },
  { role: 'tool', tool_call_id: id, content }
]

interface Shown {
  readonly config?: string
  readonly verdict: string
  readonly conclusion: string
  readonly skippedFiles?: ReadonlyArray<string>
}

describe('guarded-call audit, what it advises', () => {
  let folder: Folder
  beforeEach(() => {
    folder = openFolder()
  })
  afterEach(() => folder.remove())

  const audit = (...args: ReadonlyArray<string>): Promise<Ended> => folder.run(['audit', ...args])
  const shownOf = async (messages: unknown): Promise<Shown> =>
    JSON.parse((await audit(folder.write('t.json', JSON.stringify(messages)), '--json')).stdout) as Shown
  const pageOf = async (value: unknown, name = 't.json'): Promise<string> => {
    await audit(folder.write(name, typeof value === 'string' ? value : JSON.stringify(value)), '--html', 'page.html')
    return readFileSync(join(folder.path, 'page.html'), 'utf8')
      .replace(/<[^>]*>/g, '')
      .replaceAll('&quot;', '"')
      .replaceAll('&gt;', '>')
      .replaceAll('&#39;', "'")
      .replaceAll('&#96;', '`')
  }

  /** The rules of an advised config, as whoever pastes it has them. */
  const rulesOf = async (config: string, name: string): Promise<Readonly<Record<string, object>>> => {
    const source = config.replace(
      "'guarded-call'",
      JSON.stringify(pathToFileURL(join(ROOT, 'built/lib/index.js')).href)
    )
    const path = join(folder.path, folder.write(name, source))
    return ((await import(pathToFileURL(path).href)) as { readonly rules: Readonly<Record<string, object>> }).rules
  }
  const told = async (call: () => Promise<unknown>): Promise<unknown> => {
    try {
      return await call()
    } catch (error) {
      return JSON.parse((error as Error).message) as unknown
    }
  }

  it('declares no write that would refuse a repeat which was needed', async () => {
    const submit = (id: string, text: string) => made(id, 'submit_work', { id: 7 }, text)
    const asks = 'Review it. Run the submit command again to confirm.'
    const needed = [ask, ...submit('a', asks), ...submit('b', 'submitted')]
    expect((await shownOf(needed)).config).to.equal(undefined)
    const twice = [ask, ...submit('c', 'submitted'), ...submit('d', 'submitted')]
    expect((await shownOf(twice)).config).to.contain(
      "\n    effect: 'write', // 1 repeated write in 2 calls, of which 1"
    )
    const both = await shownOf([...needed, ...twice])
    expect(both.config).to.contain("\n    // effect: 'write', // ").and.to.contain('1 repeat that may have been needed')
    expect(both.verdict).not.to.contain("With `effect: 'write'`")
  })

  it('names an identity that stops what differed in words alone, and leaves it open where it would refuse more', async () => {
    const charge = (id: string, args: object, text = '{"id":1}') =>
      made(id, 'charge', { customer: 'c1', cents: 100, ...args }, text)
    const twice = [ask, ...charge('a', { description: 'Chairs' }), ...charge('b', { description: 'Six chairs' })]
    const { config = '' } = await shownOf(twice)
    expect(config).to.contain('\n    identity: ({ customer, cents }) => ({ customer, cents }), // 1 call differed')
    let charged = 0
    const { charge: guarded } = guardFunctions(
      { charge: (_: object) => ({ id: ++charged }) },
      { turn: openTurn(), rules: await rulesOf(config, 'identity.config.mjs') }
    )
    await guarded({ customer: 'c1', cents: 100, description: 'Chairs' })
    await told(async () => guarded({ customer: 'c1', cents: 100, description: 'Six chairs' }))
    expect(charged).to.equal(1)
    const orders = [...charge('c', { description: 'Order 14' }), ...charge('d', { description: 'Order 15' })]
    expect((await shownOf([...twice, ask, ...orders])).config).to.match(
      /\n {4}\/\/ identity: .*1 repeat that may have been needed/
    )
    const numbered = charge('g', { description: 'Table 7' })
    expect((await shownOf([...twice, ask, ...numbered])).config).to.match(
      /\n {4}\/\/ identity: .*a number in these words/
    )
    // What stands in one call alone is the order, too.
    const cards = [ask, ...charge('e', {}, 'Error: card declined'), ...charge('f', { card: 'c2' })]
    expect((await shownOf([...twice, ...cards])).config).to.contain('({ customer, cents, card })')
  })

  it('asks for no polls where a guard refused only what brought nothing new', async () => {
    const status = (texts: ReadonlyArray<string>) => [
      ask,
      ...texts.flatMap((text, n) => made(`s${n}`, 'get_order_status', { id: 7 }, text))
    ]
    const pending = Array<string>(7).fill('pending')
    expect((await shownOf(status(pending))).config).to.equal(undefined)
    const { config = '' } = await shownOf(status([...pending, 'done']))
    expect(config).to.contain('\n    polls: true, // 1 call ').and.to.contain('\n    maxIdenticalCalls: 500, // ')
    let asked = 0
    const { get_order_status: poll } = guardFunctions(
      { get_order_status: (_: object) => [...pending, 'done'][asked++] },
      { turn: openTurn(), rules: await rulesOf(config, 'polls.config.mjs') }
    )
    for (const text of [...pending, 'done']) expect(await told(async () => poll({ id: 7 }))).to.equal(text)
  })

  it('asks for no polls of a tool whose name tells of none, where most of what a guard refused brought nothing new', async () => {
    const calls = (texts: ReadonlyArray<string>) => texts.flatMap((text, n) => made(`c${n}`, 'ponder', { id: 7 }, text))
    const same = Array<string>(8).fill('Hm.')
    expect((await shownOf([ask, ...calls([...same, 'Aha.'])])).config).to.equal(undefined)
    expect((await shownOf([ask, ...calls([...same.slice(5), 'a', 'b', 'c'])])).config ?? '').not.to.contain(
      '\n    polls'
    )
  })

  it('says of a tool whose name tells nothing that its repeats are writes, if it writes', async () => {
    const settle = (id: string, text: string) => made(id, 'handle_case_7', { id: 7 }, text)
    const { stdout } = await audit(
      folder.write('t.json', JSON.stringify([ask, ...settle('a', '{"id":"r1"}'), ...settle('b', '{"id":"r2"}')]))
    )
    expect(stdout).to.contain(
      '1 equal call of handle_case_7 had another result: a repeated write, if that tool writes.'
    )
    for (const [name, args] of [
      ['terminal-run_command', { command: 'kubectl get pods' }],
      ['google-cloud-bigquery_run_query', { query: '\nWITH a AS (SELECT 1)\nSELECT * FROM a' }],
      ['playwright_with_chunk-browser_navigate', { url: 'https://a.example' }]
    ] as const) {
      const twice = ['1 row', '2 rows'].flatMap((text, at) => made(`t${at}`, name, args, text))
      expect((await shownOf([ask, ...twice])).conclusion).not.to.contain('if that tool writes')
    }
    const merge = ['1 row', '2 rows'].flatMap((text, at) =>
      made(`m${at}`, 'run_it', { query: 'WITH a AS (SELECT 1) MERGE b' }, text)
    )
    expect((await shownOf([ask, ...merge])).conclusion).to.contain('if that tool writes')
  })

  it('counts a conversation once that stands in two files, by ids that are given once', async () => {
    const id = 'call_9Au1i2GQO7dHOGDcZ6QTkItd'
    const failed = (name: string) => JSON.stringify([ask, ...made(name, 'get_order', { id: 7 }, 'Error: no')])
    for (const [file, name] of [
      ['a.json', id],
      ['b.json', id],
      ['c.json', 'call_1'],
      ['d.json', 'call_1']
    ] as const)
      folder.write(file, failed(name))
    const { stdout } = await audit('.')
    expect(stdout)
      .to.contain('Of 3 calls in 3 conversations')
      .and.to.contain('Not counted: 1 copy of a conversation (the same calls with the same results).')
  })

  it('counts two conversations with one call each whose id a cache gave to both', async () => {
    const called = made('call_9Au1i2GQO7dHOGDcZ6QTkItd', 'get_order', { id: 7 }, 'Error: no')
    folder.write(
      'a.json',
      JSON.stringify([
        [ask, ...called],
        [{ ...ask, content: 'No, wait.' }, ...called, ask]
      ])
    )
    const { stdout } = await audit('a.json')
    expect(stdout).to.contain('Of 2 calls in 2 conversations').and.not.to.contain('Not counted')
  })

  it('counts a run once that stands in two files in two formats', async () => {
    const got = [7, 8, 9].map((id) => ({ id, answer: `Error: no order ${id}` }))
    const asMessages = JSON.stringify([
      ask,
      ...got.flatMap(({ id, answer }) => made(`call_${id}`, 'get_order', { id }, answer))
    ])
    const steps = got.map(({ id, answer }) => ({
      step_id: id,
      source: 'agent',
      tool_calls: [{ tool_call_id: `t${id}`, function_name: 'get_order', arguments: { id } }],
      observation: { results: [{ source_call_id: `t${id}`, content: answer }] }
    }))
    const asSteps = (all: ReadonlyArray<object>) => JSON.stringify({ schema_version: 'ATIF-v1.4', steps: all })
    folder.write('a.json', asMessages)
    folder.write('b.json', asSteps(steps))
    // In one format, and with another call, it is another run.
    folder.write('c.json', asMessages)
    folder.write('d.json', asSteps([...steps, ...steps]))
    const { stdout } = await audit('.')
    expect(stdout).to.contain('Of 12 calls in 3 conversations, 12 results').and.to.contain('1 copy of a conversation (')
  })

  it('reads a result of Claude Code that is written before its call', async () => {
    const said = (uuid: string, parentUuid: string | null, role: string, content: unknown) =>
      JSON.stringify({ uuid, parentUuid, type: role, sessionId: 's', message: { role, content } })
    const used = (id: string) => [{ type: 'tool_use', id, name: 'mcp__crm__get_user', input: { id } }]
    const failed = [{ type: 'tool_result', tool_use_id: 't2', content: 'Error: user not found', is_error: true }]
    const lines = [
      said('a', null, 'user', 'go'),
      said('b', 'a', 'assistant', used('t1')),
      said('d', 'c', 'user', failed),
      said('c', 'b', 'assistant', used('t2')),
      said('e', 'b', 'user', [{ type: 'tool_result', tool_use_id: 't1', content: '{"id":1}' }])
    ]
    const { stdout } = await audit(folder.write('t.jsonl', lines.join('\n')))
    expect(stdout).to.contain('Of 2 calls in 1 conversation, 1 result (50.0 %) was a failure.')
    expect(stdout).not.to.contain('orphaned')
  })

  it('says of calls in prose that it does not read them', async () => {
    const act = { role: 'assistant', content: 'Thought:\nCancel.\nAction:\n{"name": "cancel", "arguments": {}}' }
    const output = { role: 'user', content: 'API output: Error: order not found' }
    const { code, stderr } = await audit(folder.write('t.json', JSON.stringify([ask, act, output, act, output])))
    expect([code, /prose|lines/.test(stderr)], stderr).to.deep.equal([1, true])
  })

  it('names the place of a conversation by its number among all, copies too', async () => {
    const said = (agent: string, role: string, content: unknown) =>
      JSON.stringify({
        uuid: `${agent}${role}`,
        type: role,
        sessionId: 's',
        agentId: agent,
        message: { role, content }
      })
    const call = (agent: string, content: string) => {
      const id = `toolu_01SfGVaiYVVfmUi86MhC${agent}`
      const use = [{ type: 'tool_use', id, name: 'mcp__crm__get_user', input: {} }]
      return [said(agent, 'assistant', use), said(agent, 'user', [{ type: 'tool_result', tool_use_id: id, content }])]
    }
    folder.write('a.jsonl', call('A', 'Ada').join('\n'))
    folder.write('b.jsonl', [...call('A', 'Ada'), ...call('B', 'Error: no such user')].join('\n'))
    const { stdout } = await audit('.')
    expect(stdout).to.match(/b\.jsonl, conversation 2, call 1 /)
  })

  it('declares no tool a write that runs anything', async () => {
    const post = (id: string) => made(id, 'http_request', { method: 'POST', url: 'https://a.example/charges' }, 'ok')
    const { config, conclusion } = await shownOf([ask, ...post('a'), ...post('b')])
    expect(conclusion).to.contain('1 write happened twice')
    expect(config).to.contain("\n    // effect: 'write', // ").and.to.contain('equal reads by it, too')
  })

  it('takes what a program printed for whole, and its failure for one', async () => {
    const run = (text: string) => [ask, ...made('a', 'terminal-run_command', { command: 'head x.json' }, text)]
    expect((await shownOf(run('{\n  "id": 1,\n  "rows": [\n'))).conclusion).to.contain('no bad result')
    const failed = '=== STDERR ===\nTraceback (most recent call last):\n  File "a.py", line 9\nKeyError: 1'
    expect((await shownOf(run(failed))).conclusion).to.contain(', 1 command of a shell failed.')
  })

  it('says what stops a repeat, and calls a later one neither sure nor a repeat of its turn', async () => {
    const mail = (id: string, note: string) => made(id, 'send_email', { to: 'Ada', note }, 'sent')
    const alike = await pageOf([ask, ...mail('a', 'Hi'), ...mail('b', 'Hello')])
    expect(alike).to.contain("a guard stops it with effect: 'write' and identity")
    const later = await pageOf([ask, ...mail('a', 'Hi'), ask, ...mail('b', 'Hi')])
    expect(later).to.contain('1 write made again in a later turn').and.to.contain('no guard stops it')
    expect(later).not.to.match(/\d repeated write/)
    expect(readFileSync(join(folder.path, 'page.html'), 'utf8'))
      .to.contain('event undecided')
      .and.not.contain('event fault')
  })

  it('advises of what a function returns as a failure the check that words it for the model', async () => {
    const text = 'Error: Reservation IFOYFZ not found'
    const { config = '' } = await shownOf([ask, ...made('a', 'get_reservation', {}, text)])
    const run = (rules: object): unknown =>
      guardFunctions({ get_reservation: () => text }, { turn: openTurn(), rules }).get_reservation()
    expect(await told(async () => run({}))).to.equal(text)
    const reworded = (await told(async () => run(await rulesOf(config, 'failed.config.mjs')))) as Data
    expect(reworded).to.include({ code: 'not_found' })
    expect(reworded['detail']).to.contain('Reservation IFOYFZ not found')
    expect(reworded['hint']).to.be.a('string')
  })

  it('advises that check for no tool of which the model would read that it may have been executed', async () => {
    const text = 'Error: payment amount does not add up, total price is 305, but paid 255'
    const tools = [
      'get_seats',
      'list_orders',
      'search_web',
      'book_reservation',
      'update_order',
      'pay',
      'submit',
      'think'
    ]
    const { config = '' } = await shownOf([ask, ...tools.flatMap((name) => made(name, name, {}, text))])
    const rules = await rulesOf(config, 'writes.config.mjs')
    expect(Object.keys(rules)).to.deep.equal(['get_seats', 'list_orders', 'search_web'])
    for (const [name, rule] of Object.entries(rules)) {
      const run = guardFunctions({ [name]: () => text }, { turn: openTurn(), rules: { [name]: rule } })[name]
      const read = await told(async () => run?.())
      expect(read, name).to.be.an('object')
      expect(JSON.stringify(read), name).not.to.contain('unknown whether')
    }
  })

  it('advises a check of empty results that refuses what was recorded', async () => {
    for (const [n, text] of ['[]', 'No files found', ''].entries()) {
      const { config = '' } = await shownOf([ask, ...made('a', 'find', {}, text)])
      const decided = config.replace(/^( *)\/\/ (?=import|checks:)/gm, '$1')
      const tools = guardFunctions(
        { find: () => text },
        { turn: openTurn(), rules: await rulesOf(decided, `e${n}.mjs`) }
      )
      expect(await told(async () => tools.find()), text).to.include({ code: 'empty_result' })
    }
  })

  it('says of a guard without a rule what one does', async () => {
    const failed = { role: 'tool', tool_call_id: 'a', content: 'boom', error: true }
    const page = await pageOf([ask, ...made('a', 'find', {}, '').slice(0, 1), failed])
    expect(page).to.contain(
      'Without a rule, a guard gives what a function throws a code, says where JSON was cut, and refuses a call that three times brought the same result; all else that a function returns, it hands on.'
    )
    const guarded = (run: () => unknown) => guardFunctions({ find: run }, { turn: openTurn() })
    const thrown = guarded(() => {
      throw new Error('There is no such row.')
    })
    expect(await told(async () => thrown.find())).to.include({ code: 'not_found' })
    expect(await told(async () => guarded(() => '{"rows":[').find())).to.include({ code: 'truncated_response' })
    for (const text of ['Error: 503 Service Unavailable', '<!doctype html><html></html>', '[]', '{"error":"no"}']) {
      const { find } = guarded(() => text)
      for (const _ of [1, 2, 3]) expect(await told(async () => find())).to.equal(text)
      expect(await told(async () => find())).to.include({ code: 'retry_budget_exceeded' })
    }
  })

  it('says of the guard of a server what one does', async () => {
    const fails = [
      ...made('a', 'mcp__shop__fails', {}, 'Error: There is no such order.'),
      ...made('b', 'mcp__shop__fails', { id: 7 }, '{"rows":[')
    ]
    const page = await pageOf([ask, ...fails])
    expect(page).to.contain(
      'A guard hands on the failures of a server as they are, and refuses a call that three times in a row brought the same result.'
    )
    const proxy = openProxy()
    await proxy.ask('initialize')
    for (const _ of [1, 2, 3])
      expect((await proxy.call('fails')).result).to.deep.equal({
        content: [{ type: 'text', text: 'There is no such order.' }],
        isError: true
      })
    expect(codeOf(await proxy.call('fails'))).to.equal('retry_budget_exceeded')
    await proxy.end()
  })

  it('advises what guards the tool of a server, though one of an agent has its name', async () => {
    const failed = [1, 2].flatMap((n) => made(`f${n}`, 'mcp__files__read_file', { n }, 'Error: no such file'))
    expect((await shownOf([ask, ...failed])).verdict).not.to.contain('built into the agent')
    const own = [1, 2].flatMap((n) => made(`o${n}`, 'read_file', { n }, 'Error: no such file'))
    expect((await shownOf([ask, ...own])).verdict).to.contain('built into the agent')
  })

  it('counts a repeated write that brought the same result once among those that a guard would have stopped', async () => {
    const paid = [1, 2, 3, 4].flatMap((n) => made(`p${n}`, 'pay_invoice', { id: 7 }, '{"ok":true}'))
    expect((await shownOf([ask, ...paid])).verdict).to.match(
      /^A guard would have stopped 1 of 4 calls: 1 repeated write\. /
    )
  })

  it('advises nothing that would have helped nothing', async () => {
    // A guard lets these through with and without it.
    const opened = [1, 2].flatMap((n) => made(`o${n}`, 'open_webpage', { u: 1 }, 'The same page.'))
    expect((await shownOf([ask, ...opened])).config).not.to.contain("effect: 'read'")
    const news = made('n', 'open_webpage', { u: 1 }, 'Another page.')
    // With it, what brought news would be refused as well.
    expect((await shownOf([ask, ...opened, ...news])).config).to.equal(undefined)
  })

  it('lists the functions of one conversation, the worst first, and no words of a shell', async () => {
    const one = [ask, ...made('a', 'get_bill', {}, 'Error: no'), ...made('b', 'get_user', {}, 'Ada')]
    const other = [
      ask,
      ...made('c', 'get_user', {}, 'Ada'),
      ...made('d', 'refund', {}, 'Error: no'),
      ...made('e', 'Bash', { command: 'ls' }, 'a')
    ]
    const again = made('f', 'get_bill', { id: 2 }, 'Error: no')
    expect(await pageOf([[...one, ...again], other])).to.contain('const functions = { get_bill, get_user /* … */ }')
    const step = (action: string, observation: string): Data => ({ action, observation, thought: '' })
    const trajectory = [step('cd /testbed && python a.py', 'Error: no'), step('./rock', 'Error: no')]
    const swe = await pageOf({ trajectory })
    expect(swe).to.contain('There is nothing to paste').and.not.to.contain('yourFunction')
    // What a shell prints as it fails is no waste.
    expect(swe).not.to.match(/\d calls? brought nothing/)
  })

  it('says once that no guard stands before the tools of an agent, and what one would have stopped', async () => {
    const view = { action: 'str_replace_editor view /a.py', observation: 'a = 1', thought: '' }
    const logged = { trajectory: Array.from({ length: 6 }, () => view) }
    const said =
      'There is nothing to paste: the tools at which something went wrong are built into the agent, before which no guard stands (one would have stopped 3 of 6 calls: 3 brought the same result again).'
    const json = await shownOf(logged)
    expect(json.verdict).to.equal(said)
    expect(await pageOf(logged))
      .to.contain(said)
      .and.not.to.contain('A guard would have stopped')
    const failed = made('a', 'get_rate', {}, 'Error: no')
    const viewed = Array.from({ length: 6 }, (_, at) =>
      made(`v${at}`, 'str_replace_editor', { command: 'view' }, 'a = 1')
    )
    expect((await shownOf([ask, ...failed, ...viewed.flat()])).verdict).to.equal(
      'A guard would have stopped none of these calls. It would have stopped 3 calls of tools that are built into the agent, but none stands before them.'
    )
  })

  it('drops no function of the agent without a word, with findings or without', async () => {
    const failed = made('a', 'get_rate', {}, 'Error: no')
    const fine = (...names: ReadonlyArray<string>) => names.flatMap((name) => made(name, name, {}, 'ok'))
    // A coding agent has tools with these names, too.
    expect(await pageOf([ask, ...failed, ...fine('think', 'read')])).to.match(
      /const functions = \{ get_rate, (think, read|read, think) \}/
    )
    const many = Array.from({ length: 25 }, (_, n) => `get_${String.fromCharCode(97 + n)}`)
    expect(await pageOf([ask, ...failed, ...fine(...many)])).to.match(
      /const functions = \{ (\w+, ){19}\w+ \/\* … \*\/ \}/
    )
    const unlisted = [ask, ...made('b', 'get_rate', {}, 'ok'), ...fine('think')]
    expect(await pageOf([[ask, ...failed], unlisted])).to.contain('const functions = { get_rate /* … */ }')
  })

  it('names the tool with the most bad results, and says where no guard can stand before it', async () => {
    const failed = (name: string, n: number) =>
      Array.from({ length: n }, (_, at) => made(`${name}${at}`, name, { at }, `Error: 503 Service Unavailable`)).flat()
    const open = (n: number) => Array.from({ length: n }, (_, at) => made(`o${at}`, 'open', { u: 1 }, 'same')).flat()
    // A call that failed and was repeated went wrong once.
    const twice = [1, 2, 3].flatMap((at) => made(`t${at}`, 'get_seats', { u: 1 }, 'Error: 503 Service Unavailable'))
    expect(await pageOf([ask, ...failed('get_rate', 4), ...twice])).to.contain(
      'Most went wrong at get_rate: 4 failures in 4 calls.'
    )
    expect(await pageOf([ask, ...failed('edit', 5), ...open(3)])).to.contain(
      'Most went wrong at edit (5 failures in 5 calls), before which no guard can stand: it is built into the agent. Of the others, most went wrong at open: 2 repeats with the same result in 3 calls.'
    )
    const paid = [1, 2].flatMap((at) => made(`p${at}`, 'create_payment', { cents: 1 }, `{"id":"p${at}"}`))
    const page = await pageOf([ask, ...failed('get_rate', 4), ...paid])
    expect(page).to.contain('What weighs most went wrong at create_payment: 1 write that happened twice in 2 calls.')
  })

  it('names the tool at which it cost most, where another failed more often', async () => {
    const missing =
      "Error: 1 validation error for Payment\npayment_id\n  Field required [type=missing, input_value={'id': 7}]"
    const booked = [1, 2].flatMap((at) => made(`b${at}`, 'book_flight', { at, note: 'x'.repeat(400) }, missing))
    const looked = [1, 2, 3].flatMap((at) => made(`l${at}`, 'get_flight', { at }, `Error: no flight ${at}`))
    const page = await pageOf([ask, ...booked, ...looked])
    expect(page).to.match(
      /What cost most went wrong at book_flight: 2 failures in 2 calls, for about [\d,]+ of [\d,]+ tokens\. Complete its rule/
    )
    expect(page).to.contain('// args: Arguments, // 2 of 2 failures are about arguments (left out: payment_id)')
    // It failed most often, and is not what is to be pasted.
    expect(page).to.contain('What failed most often (3 times), at get_flight: Error: no flight 1')
  })

  it('names what failed most often where no guard stands before it, and no worst tool of one failure', async () => {
    const refused = [1, 2, 3].flatMap((at) => made(`e${at}`, 'edit', { at }, 'Error: blocked in this phase'))
    const page = await pageOf([ask, ...refused, ...made('a', 'subagent', { ids: 1 }, 'Error: no such agent')])
    expect(page)
      .to.contain('Of the others, one call went wrong, at subagent: 1 failure in 1 call.')
      .and.to.contain('What failed most often (3 times), at edit: Error: blocked in this phase')
  })

  it('puts the proxy before a server that was asked too often', async () => {
    const body = JSON.stringify({
      status: 'error',
      error: 'Figma API error: 429 - {"status":429,"err":"Rate limit exceeded"}'
    })
    const page = await pageOf(chatOf([1, 2].map(() => ['get_node_tree', body] as const)), 'session-a.json')
    expect(page)
      .to.contain('npx -y guarded-call mcp -- COMMAND')
      .and.to.contain('2 failures only say that there were too many requests')
      .and.not.to.contain('No rule of a guard helps here')
    // As the proxy does with it.
    expect(isThrottled(body)).to.equal(true)
    // Where nothing but a repair helps at the tool at which it cost most, the next one stands beside it.
    const pushed = ['push_files', `Error: no such branch ${'x'.repeat(400)}`] as const
    expect(await pageOf(chatOf([pushed, ['get_node_tree', body]]), 'session-a.json'))
      .to.match(/such as push_files: 1 failure in 1 call\. No rule of a guard helps here/)
      .and.to.contain('A guard helps most at get_node_tree: 1 failure in 1 call.')
  })

  it('says how many rules it leaves out', async () => {
    const named = (n: number) =>
      Array.from({ length: n }, (_, at) =>
        made(`${at}`, `get_${String.fromCharCode(97 + (at % 26))}_${'x'.repeat(at + 1)}`, {}, 'Error: no')
      ).flat()
    const configOf = async (n: number): Promise<string> => (await shownOf([ask, ...named(n)])).config ?? ''
    expect(await configOf(30)).not.to.contain('Left out')
    expect(await configOf(31)).to.contain('\n// Left out: the rules of 1 tool with fewer findings.\n')
    expect(await configOf(38)).to.contain('\n// Left out: the rules of 8 tools with fewer findings.\n')
    const all = 'All rules that would have helped'
    expect(await pageOf([ask, ...named(30)])).to.contain(all)
    const cut = await pageOf([ask, ...named(38)])
    expect(cut)
      .to.match(/its own\.Left out: the rules of 8 tools with fewer findings\./)
      .and.not.to.contain(all)
  })

  it('says which rules are of one agent each', async () => {
    const agent = (...names: ReadonlyArray<string>) => [
      ask,
      ...names.flatMap((name, n) => made(`${n}`, name, {}, 'Error: no'))
    ]
    const agents = [['get_bill', 'get_rate'], ['get_rate', 'get_user'], ['find_flight']]
    const logs = agents.map((names) => agent(...names))
    const { config = '' } = await shownOf(logs)
    expect(config.split('\n').filter((line) => line.startsWith('// Of one agent'))).to.deep.equal([
      '// Of one agent: get_rate, get_bill',
      '// Of one agent: find_flight',
      '// Of one agent: get_rate, get_user'
    ])
    const rules = await rulesOf(config, 'agents.config.mjs')
    const lists = [...config.matchAll(/^\/\/ Of one agent: (.*)$/gm)].map(([, names = '']) => names.split(', '))
    expect(new Set(lists.flat())).to.deep.equal(new Set(Object.keys(rules)))
    for (const names of lists) {
      expect(agents.some((its) => names.every((name) => its.includes(name)))).to.equal(true)
      const given = Object.fromEntries(names.map((name) => [name, () => 'ok']))
      const own = Object.fromEntries(names.map((name) => [name, rules[name] ?? {}]))
      expect(() => guardFunctions(given, { turn: openTurn(), rules: own })).not.to.throw()
    }
    expect(await pageOf(logs)).to.contain('const functions = { get_rate, get_bill /* … */ }')
    const many = await shownOf(Array.from({ length: 12 }, (_, n) => agent(`get_bill_${'abcdefghijkl'[n] ?? ''}`)))
    expect(many.config).to.contain('\n// Of other agents: 2 lists more\n')
    expect((await shownOf([agent('get_bill', 'get_rate')])).config).not.to.contain('// Of one agent')
    // Which of its tools an agent needs differs from one conversation to the next.
    const runs = [agent('get_bill', 'get_rate', 'get_user'), agent('get_rate', 'get_user', 'get_tax')]
    expect((await shownOf(runs)).config)
      .to.contain('get_tax')
      .and.not.to.contain('// Of one agent')
    expect((await shownOf([...runs, agent('find_flight')])).config)
      .to.contain('// Of one agent: find_flight')
      .and.to.match(/\/\/ Of one agent: (?:get_\w+(?:, )?){4}\n/)
  })

  it('names a tool of a server as the server does, whatever the host wrote before it', async () => {
    const item = (payload: Data): Data => ({ type: 'response_item', timestamp: '2026-01-01T00:00:00Z', payload })
    const write = (id: string): ReadonlyArray<Data> => [
      item({ type: 'function_call', call_id: id, name: 'memory__add_observations', arguments: '{"a":1}' }),
      item({ type: 'function_call_output', call_id: id, output: `added ${id}` })
    ]
    const page = await pageOf(jsonLines([...write('x'), ...write('y')]), 'rollout.jsonl')
    expect(page).to.contain('    add_observations: {').and.to.contain('npx -y guarded-call mcp -- COMMAND')
    expect(page).not.to.contain('    memory__add_observations: {')
  })

  it('says how much of the useless tokens the money is for', async () => {
    const failed = made('a', 'find', {}, 'Error: 503 Service Unavailable')
    const priced = [ask, { ...failed[0], cost: 0.5, usage: { prompt_tokens: 100 } }, failed[1]]
    const { stdout } = await audit(folder.write('t.json', JSON.stringify([priced, [ask, ...failed]])))
    expect(stdout.split('\n')[1]).to.match(
      / and \$0\.045 of \$0\.50 in all for the 9 tokens \(50\.0 %\) whose log states a price\./
    )
    expect((await audit('t.json', '--price', 'in=3')).stdout).not.to.contain('whose log states')
  })

  it('counts a list of calls that is null beside a text as no fault', async () => {
    const spoken = { role: 'assistant', content: 'Hi', tool_calls: null }
    const repairs = async (message: object): Promise<unknown> =>
      ((await shownOf([ask, message])) as unknown as { readonly total: Data }).total['repairs']
    expect(await repairs(spoken)).to.deep.equal({})
    expect(await repairs({ ...spoken, tool_calls: [] })).to.deep.equal({ empty_calls_removed: 1 })
  })

  it('shows the words of an error that stands beside a blank result', async () => {
    const blank = {
      role: 'tool',
      tool_call_id: 'a',
      content: [{ type: 'text', text: '' }],
      error: 'ValueError: no row'
    }
    expect(await pageOf([ask, ...made('a', 'find', {}, '').slice(0, 1), blank])).to.contain('ValueError: no row')
  })

  it('offers a schema of the arguments where failures are about them, and says what is left out', async () => {
    const refused = (id: string, field: string) => {
      const said = `Error: 1 validation error for Booking\n${field}\n  Field required [type=missing, input_value={'a': 1}]`
      return made(id, 'book_flight', { passenger: { born: id } }, said)
    }
    const twice = [ask, ...refused('a', 'dob'), ...refused('b', 'payment_id')]
    const { config = '' } = await shownOf(twice)
    expect(config).to.contain(
      '\n    // args: Arguments, // 2 of 2 failures are about arguments (left out: dob, payment_id): a codec or schema'
    )
    expect(config).to.contain('export default { tools: {} }')
    expect(await pageOf(twice)).to.contain('Complete its rule, which stands in a comment, and save it as')
    const once = await shownOf([ask, ...refused('a', 'dob'), ...made('b', 'book_flight', { b: 1 }, 'Error: sold out')])
    expect(once.config).to.equal(undefined)
  })

  it('says which tool is to be fixed, by an error in its own code', async () => {
    const broken = (id: string, text: string) => made(id, 'get_bill', { id }, text)
    const bug = "NameError: name '_as_id' is not defined"
    const messages = [ask, ...broken('a', bug), ...broken('b', bug), ...broken('c', 'Error: no such bill')]
    const said = `Fix the tool get_bill: 2 of its 3 failures are errors in its own code (${bug}), and no rule helps.`
    expect((await audit(folder.write('t.json', JSON.stringify(messages)))).stdout).to.contain(said)
    expect(await pageOf(messages)).to.contain(said)
    // What an interpreter says of the model's own words is none.
    const own = made('d', 'evaluate', { expression: 'rows.mean()' }, "NameError: name 'rows' is not defined")
    expect(await pageOf([ask, ...own])).not.to.contain('Fix the tool')
  })

  it('has nothing but the proxy for the servers of a coding agent, and names no tool as the worst of equals', async () => {
    const call = (name: string, text: string) => ({
      id: name,
      name,
      args: { name },
      status: 'success',
      result: [{ functionResponse: { id: name, name, response: { output: text } } }]
    })
    const chat = {
      sessionId: 's',
      messages: [
        { id: 1, type: 'user', content: 'Go.' },
        {
          id: 2,
          type: 'gemini',
          content: '',
          toolCalls: [
            call('get_node_tree', 'Error: no such node'),
            call('get_node_styles', '{"styles":[],"count":0}'),
            call('push_files', 'Error: no such branch')
          ]
        }
      ]
    }
    const page = await pageOf(chat, 'session-a.json')
    expect(page).to.contain('One call went wrong at each of 3 tools, such as ')
    expect(page)
      .to.contain('What to look at first')
      .and.not.to.match(/guardFunctions|COMMAND/)
    expect(page).not.to.contain('checks:')
  })

  /** A chat of the Gemini CLI. */
  const chatOf = (results: ReadonlyArray<readonly [name: string, text: string]>) => ({
    sessionId: 's',
    messages: [
      { id: 1, type: 'user', content: 'Go.' },
      {
        id: 2,
        type: 'gemini',
        content: '',
        toolCalls: results.map(([name, output], at) => ({
          id: `c${at}`,
          name,
          args: { at },
          status: 'success',
          result: [{ functionResponse: { id: `c${at}`, name, response: { output } } }]
        }))
      }
    ]
  })

  it('names handles where the client cut, behind any server, and pastes no bare proxy', async () => {
    const marks = ['...7523 bytes truncated...', '…12 tokens truncated…', '[... omitted 255 of 511 lines ...]']
    for (const mark of marks) {
      const text = `- heading\n${'row '.repeat(20)}\n${mark}\n\nThe output was truncated.`
      const page = await pageOf(chatOf([['browser_read', text]]), 'session-a.json')
      expect(page, mark).to.contain('Its client cuts what is longer than a limit of its own')
      expect(page).to.contain('npx -y guarded-call mcp --handles -- COMMAND')
    }
    const server = await pageOf(chatOf([['browser_read', 'rows (Results are truncated.)']]), 'session-a.json')
    expect(server).to.contain('npx -y guarded-call mcp -- COMMAND').and.not.to.contain('Its client cuts')
  })

  it('pastes nothing for the tools of Cline, and misses nothing of an edit that shows a part of its change', async () => {
    const edited = made('a', 'editor', { path: '/a' }, 'Edited /a\n```diff\n-1: a\n... diff truncated ...\n```')
    const { conclusion } = await shownOf([ask, ...edited])
    expect(conclusion).to.equal(
      'In 1 call in 1 conversation, no repeated write, no bad result and no useless call was found.'
    )
    const failed = ['editor', 'read_files', 'run_commands'].flatMap((name) => made(name, name, {}, 'Error: no'))
    expect(await pageOf([ask, ...failed])).to.contain('There is nothing to paste')
  })

  it('suspects no wait, no poll and no step on a screen to be a write', async () => {
    const twice = (name: string) =>
      ['1', '2'].flatMap((at) => made(`${name}${at}`, name, { seconds: 3 }, `- page ${at}`))
    for (const name of ['playwright_browser_wait_for', 'wait', 'mouse_move', 'browser_close', 'keyboard_type'])
      expect((await shownOf([ask, ...twice(name)])).conclusion, name)
        .to.match(/^In 2 calls in 1 conversation, no repeated write/)
        .and.not.to.match(/if that/)
    expect((await shownOf([ask, ...twice('handle_case')])).conclusion).to.contain('if that tool writes')
  })

  it('counts a command that a person, a policy or a hook refused as a refusal, and as no command that failed', async () => {
    const bash = (id: string, content: string): ReadonlyArray<Data> => [
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input: { command: `run ${id}` } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error: true }] }
    ]
    const refused = [
      'This command requires approval',
      'This Bash command contains multiple operations. The following parts require approval: cat, node a.js',
      "mkdir in '/tmp/a' was blocked. For security, Claude Code may only create directories in the allowed ones."
    ].flatMap((text, at) => bash(`r${at}`, text))
    const hooked = bash('h', "agent 'cto' may not access path outside project: /dev/null")
    const failed = bash('f', 'Exit code 1\nno such rule')
    const said = async (...messages: ReadonlyArray<Data>) => (await shownOf([ask, ...messages])).conclusion
    expect(await said(...refused, ...hooked, ...failed)).to.contain(
      '4 results (80.0 %) were failures, and 1 command of a shell failed'
    )
    // Where no result has the code of an exit, nothing tells that a command never ran.
    expect(await said(...refused, ...hooked)).to.contain(
      '3 results (75.0 %) were failures, and 1 command of a shell failed'
    )
  })

  it('says what a guard would have stopped in figures that agree: repeats, and failures like those before', async () => {
    const same = [1, 2, 3, 4].flatMap((at) => made(`v${at}`, 'Read', { file_path: '/a' }, 'a = 1'))
    const failed = Array.from({ length: 8 }, (_, at) => made(`f${at}`, 'Grep', { at }, 'Error: boom')).flat()
    const { verdict } = await shownOf([ask, ...same, ...failed])
    expect(verdict).to.contain(
      '(one would have stopped 3 of 12 calls: 1 brought the same result again, 2 failed as calls before them did).'
    )
  })

  it('says how waiting is found where some is told', async () => {
    const reported = async (seconds: number): Promise<string> => {
      const [call, result] = made('a', 'get_rate', {}, 'Error: boom')
      const timed = [
        { ...call, timestamp: '2026-01-01T00:00:00Z' },
        { ...result, timestamp: `2026-01-01T00:00:0${seconds}Z` }
      ]
      return (await audit(folder.write('t.json', JSON.stringify([ask, ...timed])))).stdout
    }
    expect(await reported(5))
      .to.contain('5 seconds of waiting')
      .and.to.contain('Time is what lies between')
    expect(await reported(0)).not.to.match(/of waiting|Time is what/)
  })

  it('says in a footnote which messages a provider may refuse, as no finding', async () => {
    const result = { type: 'tool_result', tool_use_id: 'a', content: [{ query: 'a', result: 'b' }] }
    const page = await pageOf([
      ask,
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'get_rate', input: {} }] },
      { role: 'user', content: [result] }
    ])
    const said =
      'An agent that goes on from these histories may get an error of its provider, for 1 message: data or nothing where a text is due 1.'
    expect(page.indexOf(said)).to.be.above(page.indexOf('How this was counted'))
    expect(page).not.to.match(/What went wrong|without/)
  })
})
