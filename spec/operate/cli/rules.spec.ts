/** From tools to their rules in one command: what is written, and that it guards. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import {
  guardedCall,
  guardFunctions,
  openSession,
  openTurn,
  ToolCallError,
  type ToolError,
  type Turn
} from '../../../lib/index.js'
import { recorder } from '../../../lib/operate/calibrate/index.js'
import { codeOf, openProxy } from '../proxy/client.js'
import { openFolder, type Ended, type Folder } from './command.js'
import { installIn } from './installed.js'
import { serverOf } from './servers.js'

const SHOP = `import { z } from 'zod'
const rows = Array.from({ length: 9 }, (_, id) => ({ id, total: id * 1.5 }))
export const sent = []
export const tools = {
  search_orders: {
    inputSchema: z.object({ q: z.string(), limit: z.number().int().default(50) }),
    execute: async ({ q, limit }) => (q === 'login' ? '<html>Sign in</html>' : { orders: rows.slice(0, limit) })
  },
  send_email: {
    inputSchema: z.object({ to: z.string(), subject: z.string(), body: z.string() }),
    execute: async ({ to }) => \`mail \${sent.push(to)}\`
  },
  job_status: { inputSchema: { type: 'object', properties: { id: { type: 'string' } } }, execute: async () => 'running' },
  'get-weather': { annotations: { readOnlyHint: true }, execute: async () => 'sun' },
  create_draft: { annotations: { readOnlyHint: true }, execute: async () => 'shown' },
  put_note: { annotations: { readOnlyHint: false, idempotentHint: true }, execute: async () => 'put' },
  mystery: async () => 'x'
}
`

/** A transcript in which each call is answered so. */
const transcript = (calls: ReadonlyArray<readonly [tool: string, args: object, answer: unknown]>): string =>
  JSON.stringify({
    messages: calls.flatMap(([name, args, answer], i) => [
      { role: 'user', content: `Do ${i}.` },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: `call_${i}`, type: 'function', function: { name, arguments: JSON.stringify(args) } }]
      },
      { role: 'tool', tool_call_id: `call_${i}`, content: typeof answer === 'string' ? answer : JSON.stringify(answer) }
    ])
  })

interface DraftedRule {
  readonly effect?: string
  readonly output?: t.Mixed
  readonly salvage?: string
  readonly narrow?: (args: object) => unknown
}

type Rules = Readonly<Record<string, DraftedRule>>

interface Loaded {
  readonly rules: Rules
  readonly tools: object
  readonly sent: ReadonlyArray<string>
}

type Guarded = Readonly<Record<string, { readonly execute: (args: object) => Promise<unknown> }>>

const guarded = (tools: object, turn: Turn, rules: Rules): Guarded =>
  guardFunctions(tools, { turn, rules } as Parameters<typeof guardFunctions>[1]) as unknown as Guarded

/** The error of a call that the model would read. */
const errorOf = async (call: Promise<unknown> | undefined): Promise<ToolError> => {
  const thrown: unknown = await call?.catch((error: unknown) => error)
  expect(thrown).to.be.instanceOf(ToolCallError)
  return (thrown as ToolCallError).toolError
}

const orders = (i: number): object => ({ orders: [{ id: i, total: i + 0.5 }] })
const times = <A>(n: number, make: (i: number) => A): ReadonlyArray<A> => Array.from({ length: n }, (_, i) => make(i))

describe('guarded-call rules', () => {
  let folder: Folder
  beforeEach(() => {
    folder = openFolder()
    installIn(folder.path)
  })
  afterEach(() => folder.remove())

  const draft = (...args: ReadonlyArray<string>): Promise<Ended> => folder.run(['rules', ...args])
  const load = async (name: string): Promise<Loaded> =>
    (await import(pathToFileURL(join(folder.path, name)).href)) as Loaded
  /** The rules that are drafted for a module, as code. */
  const rulesOf = async (source: string, ...more: ReadonlyArray<string>): Promise<Rules> => {
    const { code, stderr, stdout } = await draft(folder.write('tools.mjs', source), ...more)
    expect(code, stderr).to.equal(0)
    return (await load(folder.write('rules.mjs', stdout))).rules
  }

  it('writes effects by annotations and names, and what only a person knows as comments', async () => {
    folder.write('tools.mjs', SHOP)
    expect(await draft('./tools.mjs')).to.deep.equal({
      code: 0,
      stderr: 'warning: no effect of mystery: say in the rules whether it reads or writes.\n',
      stdout: `/** Rules of the tools of ./tools.mjs, drafted by \`guarded-call rules\`: read them before you trust them. */

/** For \`guardFunctions(tools, { turn, rules })\`, and \`guardTools\` of every adapter. */
export const rules = {
  search_orders: {
    effect: 'read', // by its name
    narrow: ({ limit = 50 }) => ({ limit: Math.ceil(limit / 2) }), // where an answer was cut or too long
  },
  send_email: {
    effect: 'write', // by its name; with the same arguments it runs once in a turn
    // identity: ({ to, subject }) => ({ to, subject }), // if two calls that differ in body alone are one and the \
same order: the second is refused
  },
  job_status: {
    effect: 'read', // by its name
    polls: true, // by its name: asked again until its answer changes
  },
  'get-weather': {
    effect: 'read', // by its annotations
  },
  create_draft: {
    effect: 'read', // by its annotations, though its name looks like a write
  },
  put_note: {
    effect: 'write', // by its annotations
    idempotent: true, // by its annotations
  },
  mystery: {
    // effect: 'write', // or 'read': its name does not tell
  }
}
`
    })
  })

  it('writes a module that guards: from the transcripts the outputs, and the writes once', async () => {
    folder.write('tools.mjs', SHOP)
    folder.write(
      'monday.json',
      transcript([
        ...times(40, (i) => ['search_orders', { q: `${i}` }, orders(i)] as const),
        ['send_email', { to: 'ada' }, 'mail 1']
      ])
    )
    const asJson = await draft('tools.mjs', 'monday.json', '--out', 'rules.json')
    expect([asJson.code, asJson.stderr, existsSync(join(folder.path, 'rules.json'))]).to.deep.equal([
      2,
      'error: --out writes a module, and rules.json would be JSON: name it .mjs, .js or .ts.\n',
      false
    ])
    const ended = await draft('tools.mjs', 'monday.json', '--out', 'rules.mjs')
    expect([ended.code, ended.stdout]).to.deep.equal([0, 'wrote rules.mjs: 7 rules\n'])
    expect(readFileSync(join(folder.path, 'rules.mjs'), 'utf8')).to.include(`import * as t from 'io-ts'
import { SafeInteger } from 'guarded-call'

const Order = t.type({
  id: SafeInteger,
  total: t.number
})

/** What \`search_orders\` answers, drafted from 40 answers. */
export const SearchOrders = t.type({
  orders: t.array(Order)
})
`)
    const { tools, sent } = await load('tools.mjs')
    const { rules } = await load('rules.mjs')
    const turn = openTurn({ logger: false })
    const shop = guarded(tools, turn, rules)
    expect(await shop['search_orders']?.execute({ q: 'a', limit: 2 })).to.deep.include({
      orders: [
        { id: 0, total: 0 },
        { id: 1, total: 1.5 }
      ]
    })
    expect(await errorOf(shop['search_orders']?.execute({ q: 'login', limit: 2 }))).to.include({
      code: 'html_response'
    })
    for (let i = 0; i < 3; i++)
      await shop['send_email']?.execute({ to: 'ada', subject: 's', body: 'b' }).catch(() => {})
    expect(sent).to.deep.equal(['ada'])
    expect(turn.report()).to.include('send_email: 3 calls (1 valid, 2 retry_budget_exceeded); write')
  })

  it('writes what its page shows', async () => {
    const page = readFileSync(new URL('../../../../docs/config.md', import.meta.url), 'utf8')
    const [tools = '', shown] = [...page.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, block]) => block)
    folder.write('package.json', '{"type":"module"}')
    folder.write('tools.js', tools)
    folder.write('t.json', transcript(times(40, (i) => ['search_orders', { customer: `${i}` }, orders(i)] as const)))
    expect((await draft('./tools.js', 't.json')).stdout).to.equal(shown)
  })

  it('reads recordings as well, of folders too, and takes off the prefix of a host', async () => {
    let now = Date.parse('2026-11-02')
    const recording = recorder({ folder: join(folder.path, 'week'), clock: () => (now += 3_600_000) })
    const session = openSession({ recorder: recording })
    const search = guardedCall(
      { name: 'mcp__shop__search_orders', effect: 'read', run: (i: number) => JSON.stringify(orders(i)) },
      t.unknown
    )
    for (let i = 0; i < 33; i++) await session.openTurn().run(search(i))
    await recording.close()
    const rules = await rulesOf(SHOP, 'week')
    expect(rules['search_orders']?.output?.is(orders(1))).to.equal(true)
    expect(rules['search_orders']?.output?.is({ orders: [{ id: 1 }] })).to.equal(false)
  })

  it('requires no key of which it saw too little, and says so', async () => {
    folder.write('few.json', transcript(times(3, (i) => ['search_orders', {}, orders(i)] as const)))
    const { stdout, stderr } = await draft(folder.write('tools.mjs', SHOP), 'few.json')
    expect(stderr).to.include(
      'search_orders has only 3 different answers: its output is a guess, and every key in it optional.\n'
    )
    const { rules } = await load(folder.write('rules.mjs', stdout))
    expect(rules['search_orders']?.output?.is({ orders: [{}], more: 1 })).to.equal(true)
    expect(rules['search_orders']?.output?.is({ orders: 'none' })).to.equal(false)
  })

  it('says which lines of a transcript it could not read', async () => {
    const one = transcript([['search_orders', {}, orders(1)]])
    folder.write('cut.jsonl', `${one}\n${one.slice(0, -9)}\n`)
    const { code, stderr } = await draft(folder.write('tools.mjs', SHOP), 'cut.jsonl')
    expect(code).to.equal(0)
    expect(stderr).to.include('cut.jsonl:2 ends inside a value')
  })

  it('writes `salvage` so that whole rows outlive a cut, where one list holds rows', async () => {
    const answers: ReadonlyArray<readonly [string, object]> = [
      ['list_a', [{ id: 1 }]],
      ['list_b', { rows: [{ id: 1 }], total: 1 }],
      ['list_c', { rows: [{ id: 1 }], others: [{ id: 2 }] }],
      ['list_d', { ids: [1] }],
      ['send_e', { rows: [{ id: 1 }] }]
    ]
    const source = `const cut = async () => '[{"id":1},{"id":2},{"i'
      export const tools = { list_a: cut, list_b: cut, list_c: cut, list_d: cut, send_e: cut }`
    const calls = answers.flatMap(([name, answer]) => times(20, () => [name, {}, answer] as const))
    const rules = await rulesOf(source, folder.write('t.json', transcript(calls)))
    expect(answers.map(([name]) => rules[name]?.salvage)).to.deep.equal(['$', 'rows', undefined, undefined, undefined])
    const { tools } = (await load('tools.mjs')) as unknown as { readonly tools: object }
    const shop = guardFunctions(tools, { turn: openTurn({ logger: false }), rules } as Parameters<
      typeof guardFunctions
    >[1]) as unknown as Readonly<Record<string, () => Promise<unknown>>>
    expect(await errorOf(shop['list_a']?.())).to.deep.include({
      code: 'incomplete_response',
      data: [{ id: 1 }, { id: 2 }]
    })
  })

  it('leaves an output open where some answers were no JSON, or the tool declares one', async () => {
    folder.write(
      'mixed.json',
      transcript([
        ...times(40, (i) => ['search_orders', {}, orders(i)] as const),
        ['search_orders', {}, 'No orders today.'],
        ...times(40, () => ['typed', {}, { a: 1 }] as const)
      ])
    )
    const typed = `${SHOP}tools.typed = { outputSchema: { type: 'object' }, execute: async () => ({ a: 1 }) }`
    const { stdout } = await draft(folder.write('tools.mjs', typed), 'mixed.json')
    expect(stdout).to.include('    // output: SearchOrders, // drafted from 40 answers; 1 more was no JSON\n')
    expect(stdout).to.not.include('Typed')
  })

  it('drafts no output of a tool that returns text, and says so', async () => {
    folder.write(
      'text.json',
      transcript([
        ...times(5, (i) => ['search_orders', { q: `${i}` }, `name: order ${i}`] as const),
        ['search_orders', { q: 'none' }, []],
        ['typed', {}, 'plain']
      ])
    )
    const typed = `${SHOP}tools.typed = { outputSchema: { type: 'object' }, execute: async () => ({ a: 1 }) }`
    const { stdout, stderr } = await draft(folder.write('tools.mjs', typed), 'text.json')
    expect(stdout).to.not.include('output:').and.not.include('io-ts')
    expect(stderr).to.include(
      'warning: no output of search_orders: most of the answers are no JSON, and what returns text needs none.\n'
    )
  })

  it('does not draft from failures', async () => {
    folder.write('failed.json', transcript(times(40, () => ['search_orders', {}, { error: 'no database' }] as const)))
    expect((await draft(folder.write('tools.mjs', SHOP), 'failed.json')).stdout).to.not.include('output:')
  })

  it('names the tools of transcripts that are not there', async () => {
    folder.write(
      'other.json',
      transcript([
        ['zip', {}, 'x'],
        ['act', {}, 'y']
      ])
    )
    expect((await draft(folder.write('tools.mjs', SHOP), 'other.json')).stderr).to.include(
      'warning: the module has no such tools, of which calls were recorded: act, zip.\n'
    )
  })

  it('names in an identity nothing but what says what is to be done', async () => {
    const write = (...args: ReadonlyArray<string>) =>
      `{ inputSchema: { properties: ${JSON.stringify(Object.fromEntries(args.map((name) => [name, {}])))} }, execute: async () => 'x' }`
    const { stdout } = await draft(
      folder.write(
        'tools.mjs',
        `export const tools = {
          send_a: ${write('to', 'note', 'request_id')}, send_b: ${write('to', 'subject')}, send_c: ${write('text')},
          send_d: ${write('class', 'note')}, send_e: ${write('order-id', 'note')}, get_f: ${write('to', 'note')},
          create_or_update_file: ${write('path', 'content', 'message')}, add_note: ${write('to', 'note')},
          send_file: ${write('to', 'content')}, send_g: async () => 'x'
        }`
      ),
      folder.write('t.json', transcript([['send_g', { account: 1, reason: 'x' }, 'done']]))
    )
    expect(stdout.match(/.*identity.*(?= \/\/ if)/g)).to.deep.equal([
      '    // identity: ({ to }) => ({ to }),',
      '    // identity: ({ account }) => ({ account }),'
    ])
  })

  it('asks for less in words where pages would begin elsewhere, and not where the size is in doubt', async () => {
    const rules =
      await rulesOf(`const tool = (properties) => ({ inputSchema: { type: 'object', properties }, execute: async () => 'x' })
      const n = { type: 'integer' }
      export const tools = {
        list_a: tool({ page: n, page_size: { ...n, default: 10 } }), list_b: tool({ limit: n, top: n }), list_c: tool({ limit: { type: 'string' } }),
        list_d: tool({ q: n }), list_e: tool({ max_results: n })
      }`)
    expect(rules['list_a']?.narrow?.({ page: 1 })).to.equal('Ask for less, from the start: page_size=5.')
    expect(rules['list_e']?.narrow?.({ max_results: 7 })).to.deep.equal({ max_results: 4 })
    expect(['list_b', 'list_c', 'list_d'].filter((name) => rules[name]?.narrow !== undefined)).to.deep.equal([])
  })

  it('writes `narrow` so that it becomes the next call', async () => {
    const tools = {
      list_rows: {
        parameters: t.intersection([t.type({}), t.partial({ limit: t.number })]),
        execute: () => '{"rows":[1,2'
      }
    }
    const { rules } = await load(
      folder.write(
        'rules.mjs',
        (
          await draft(
            folder.write(
              'tools.mjs',
              `import * as t from 'io-ts'
               export const tools = { list_rows: { parameters: t.partial({ limit: t.number }), execute: () => '' } }`
            )
          )
        ).stdout
      )
    )
    const listed = guarded(tools, openTurn({ logger: false }), rules)
    const { next } = await errorOf(listed['list_rows']?.execute({ limit: 9 }))
    expect(next).to.deep.equal({ tool: 'list_rows', args: { limit: 5 } })
  })

  it('knows the tool objects of frameworks by their shapes', async () => {
    const rules = await rulesOf(`import { z } from 'zod'
      class Structured { name = 'langchain_get'; schema = z.object({ limit: z.number() }); invoke() {} }
      export const list = [
        { type: 'function', name: 'agents_get', parameters: { type: 'object', properties: { limit: { type: 'number' } } }, invoke() {} },
        new Structured(),
        { type: 'function', function: { name: 'openai_get', parameters: { properties: { limit: { type: 'number' } } }, function() {} } },
        { name: 'anthropic_get', input_schema: { properties: { limit: { type: 'number' } } }, run() {} },
        { name: 'claude_get', inputSchema: { limit: z.number() }, annotations: { readOnlyHint: true }, handler() {} },
        { id: 'mastra_get', inputSchema: z.object({ limit: z.number() }), execute() {} },
        { name: 'strands_get', toolSpec: { inputSchema: { properties: { limit: { type: 'number' } } } }, stream() {} },
        'no tool', null, { some: 'thing' }
      ]
      export const ai_get = { inputSchema: { jsonSchema: { properties: { limit: { type: 'number' } } } }, execute() {} }
      export const CONFIG = { limit: 1 }
      export class Shop { run() {} }
      export const db = new (class { query() {} })()
      export const more = { plain_get() {} }
      export const helper = () => 1`)
    expect(Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, Object.keys(rule)]))).to.deep.equal({
      ai_get: ['effect', 'narrow'],
      agents_get: ['effect', 'narrow'],
      langchain_get: ['effect', 'narrow'],
      openai_get: ['effect', 'narrow'],
      anthropic_get: ['effect', 'narrow'],
      claude_get: ['effect', 'narrow'],
      mastra_get: ['effect', 'narrow'],
      strands_get: ['effect', 'narrow'],
      plain_get: ['effect']
    })
  })

  it('takes what a module exports as its tools, else within its default export, else all', async () => {
    const namesOf = async (source: string) => Object.keys(await rulesOf(source))
    const other = 'export const helper = () => 1'
    const inFolder = async (source: string): Promise<ReadonlyArray<string>> => {
      folder.remove()
      folder = openFolder()
      return namesOf(source)
    }
    expect(await inFolder(`export const tools = { a() {} }; export default { b() {} }; ${other}`)).to.deep.equal(['a'])
    expect(await inFolder(`export const tools = new (class { a() {} })()`)).to.deep.equal(['a'])
    expect(await inFolder(`export default { b() {} }; ${other}`)).to.deep.equal(['b'])
    expect(await inFolder(`export default { name: 'c', parameters: {}, execute() {} }; ${other}`)).to.deep.equal(['c'])
    expect(await inFolder(`export default function named() {}; ${other}`)).to.deep.equal(['named', 'helper'])
    expect(await inFolder(other)).to.deep.equal(['helper'])
  })

  it('refuses to write over a file, unless it is told to', async () => {
    folder.write('tools.mjs', SHOP)
    folder.write('rules.mjs', 'mine')
    expect(await draft('tools.mjs', '--out', 'rules.mjs')).to.include({
      code: 2,
      stdout: ''
    })
    expect(readFileSync(join(folder.path, 'rules.mjs'), 'utf8')).to.equal('mine')
    expect((await draft('tools.mjs', '--out', 'rules.mjs')).stderr).to.match(
      /^error: rules\.mjs already exists\. --force overwrites it\.$/m
    )
    expect((await draft('tools.mjs', '--out', 'rules.mjs', '--force')).code).to.equal(0)
    expect((await load('rules.mjs')).rules).to.have.property('mystery')
  })

  it('writes TypeScript where the file is called so', async () => {
    folder.write('tools.mjs', SHOP)
    await draft('tools.mjs', '--out', 'rules.ts')
    expect(readFileSync(join(folder.path, 'rules.ts'), 'utf8')).to.match(/\n\} as const\n$/)
  })

  it('writes TypeScript that compiles, what stands in comments too', async () => {
    folder.write('tools.mjs', SHOP)
    await draft('tools.mjs', '--out', 'rules.ts')
    const file = join(folder.path, 'rules.ts')
    const opened = readFileSync(file, 'utf8').replaceAll(/^( +)\/\/ (?=\w+: )/gm, '$1')
    writeFileSync(file, opened)
    expect(opened).to.match(/^ +identity: /m)
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      lib: ['lib.es2022.d.ts'],
      target: ts.ScriptTarget.ES2022
    })
    expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).to.deep.equal([])
  })

  it('writes no rule of a tool that somebody else runs, beside tools that have a function', async () => {
    const asking = `ask_user: { inputSchema: { type: 'object', properties: { question: { type: 'string' } } } }`
    const { stdout } = await draft(folder.write('tools.mjs', SHOP.replace('  mystery:', `  ${asking},\n  mystery:`)))
    expect(stdout).to.include(
      'export const rules = {\n  // ask_user has no function here: somebody else runs it, and no rule reaches its calls.\n  search_orders: {'
    )
    expect(stdout).to.not.include('ask_user: {')
    expect((await draft(folder.write('alone.mjs', `export const tools = { ${asking} }`))).stdout).to.include(
      'ask_user: {'
    )
  })

  describe('of a server', () => {
    const TOOLS = [
      { name: 'send_email', inputSchema: { type: 'object', properties: { to: {}, body: {} } } },
      { name: 'list_orders', inputSchema: { properties: { limit: { type: 'integer', default: 10 } } } },
      { name: 'edit', annotations: { readOnlyHint: false, idempotentHint: true } },
      { name: 'look', annotations: { readOnlyHint: true } },
      { name: 'typed', outputSchema: { type: 'object' } }
    ]

    it('writes rules that its proxy takes as a config', async () => {
      const server = folder.write(
        'server.mjs',
        serverOf([TOOLS.slice(0, 2), TOOLS.slice(2)], { list_orders: '{"orders":[{"id":1' })
      )
      folder.write('t.json', transcript(times(20, () => ['mcp__odd__look', {}, { seen: true }] as const)))
      const { code, stderr, stdout } = await draft('t.json', '--', process.execPath, server)
      expect([code, stderr]).to.deep.equal([
        0,
        'warning: no effect of typed: say in the rules whether it reads or writes.\n' +
          'warning: look has only 1 different answer: its output is a guess, and every key in it optional.\n'
      ])
      expect(stdout.slice(stdout.indexOf('/** For `guardFunctions'))).to
        .equal(`/** For \`guardFunctions(tools, { turn, rules })\`, and \`guardTools\` of every adapter. */
export const rules = {
  send_email: {
    effect: 'write', // by its name; with the same arguments it runs once in a turn
    // identity: ({ to }) => ({ to }), // if two calls that differ in body alone are one and the same order: the \
second is refused
  },
  list_orders: {
    effect: 'read', // by its name
    narrow: ({ limit = 10 }) => \`Ask for less, from the start: limit=\${Math.ceil(limit / 2)}.\`, // where an answer was cut or too long
  },
  edit: {
    effect: 'write', // by its annotations
    idempotent: true, // so its server says
  },
  look: {
    effect: 'read', // by its annotations
    output: Look, // drafted from 20 answers
  },
  typed: {
    // effect: 'write', // or 'read': its name does not tell
  }
}

/** For \`guarded-call mcp\`, where this file is guarded-call.config.mjs. */
export default { tools: rules }
`)
      // As somebody does who has read it.
      folder.write('guarded-call.config.mjs', stdout.replace('// identity', 'identity'))
      const checked = await folder.run(['doctor', '--', process.execPath, server])
      const undeclared = [...checked.stdout.matchAll(/tool (\S+): counted as/g)].map(([, name]) => name)
      expect([checked.code, undeclared]).to.deep.equal([0, ['typed']])
      const client = openProxy([], [process.execPath, join(folder.path, server)], { cwd: folder.path })
      const codes: Array<string | undefined> = []
      for (const [to, body] of ['ab', 'aa', 'bb']) codes.push(codeOf(await client.call('send_email', { to, body })))
      const cut = await client.call('list_orders', { limit: 8 })
      await client.end()
      expect(codes).to.deep.equal([undefined, 'executed_with_other_arguments', undefined])
      expect(JSON.parse(cut.result?.content?.[0]?.text ?? '')).to.include({
        hint: 'Ask for less, from the start: limit=4.'
      })
    })

    it('writes names as they are, and no code of the server', async () => {
      const names = ['__proto__', "a'b", '*/ x', 'line\nbreak', '`${1}`', 'constructor', 'get_x\u202e']
      const hostile = names.map((name) => ({
        name,
        inputSchema: { properties: { 'limit); process.exit(9); (': { type: 'integer' }, [name]: {} } }
      }))
      const server = folder.write('server.mjs', serverOf([hostile]))
      folder.write('t.json', transcript(names.flatMap((name) => times(20, () => [name, {}, { [name]: 1 }] as const))))
      const { stdout, stderr } = await draft('t.json', '--', process.execPath, server)
      expect(stderr).to.not.include('error')
      expect(Object.keys((await load(folder.write('rules.mjs', stdout))).rules)).to.have.members(names)
    })

    it('says why there is none', async () => {
      const silent = await draft('--', process.execPath, '-e', 'process.exit(3)')
      expect([silent.code, silent.stderr]).to.deep.equal([
        1,
        'error: The server cannot be asked for its tools: The server ended with exit code 3.\n'
      ])
      const none = await draft('--', process.execPath, folder.write('none.mjs', serverOf([[]])))
      expect([none.code, none.stderr]).to.deep.equal([2, 'error: The server odd lists no tools.\n'])
    })
  })

  describe('says in a sentence', () => {
    for (const [why, code, sentence, source, name = 'bad.mjs'] of [
      ['that the module throws', 1, 'bad.mjs could not be loaded: no database', `throw new Error('no database')`],
      [
        'that it cannot be parsed',
        1,
        'bad.mjs could not be loaded: Unexpected end of input. Run `node bad.mjs` to see where.',
        'export const tools = ['
      ],
      [
        'that a package is missing',
        1,
        /^bad\.mjs could not be loaded: Cannot find package 'no-such' /,
        `import 'no-such'`
      ],
      [
        'that it exports nothing',
        2,
        'bad.mjs exports no tools. Export functions, or tool objects of a framework, by their names or in a record or an array called `tools`.',
        'export const limit = 3'
      ],
      [
        'that its default has no name',
        2,
        'bad.mjs exports a function without a name. Export it under the name by which a model calls it.',
        'export default () => 1'
      ],
      [
        'that its calls are guarded',
        2,
        /^bad\.mjs exports guarded calls, which declare /,
        `import * as t from 'io-ts'; import { guardedCall } from 'guarded-call'\nexport const tools = [guardedCall({ name: 'a', effect: 'read', run: () => 1 }, t.number)]`
      ],
      [
        'that it is no JavaScript',
        2,
        'bad.json is not JavaScript. Name the module that exports the tools.',
        '{}',
        'bad.json'
      ]
    ] as ReadonlyArray<readonly [string, number, string | RegExp, string, string?]>)
      it(why, async () => {
        const { code: ended, stderr, stdout } = await draft(folder.write(name, source))
        expect([ended, stdout]).to.deep.equal([code, ''])
        expect(stderr).to.match(/^error: [^]*\n$/)
        if (typeof sentence === 'string') expect(stderr).to.equal(`error: ${sentence}\n`)
        else expect(stderr.slice('error: '.length)).to.match(sentence)
      })

    it('that TypeScript needs another Node, where it does', async () => {
      const { code, stdout, stderr } = await draft(
        folder.write('bad.ts', 'export enum Kind { A }\nexport const get = (id: number) => id')
      )
      expect([code, stdout]).to.deep.equal([2, ''])
      expect(stderr).to.match(
        /^error: bad\.ts (?:is not JavaScript\. Compile it, and name the \.js file\. Node \S+ reads no TypeScript; 22\.18 and later do|holds TypeScript that Node cannot strip\. Compile it, and name the \.js file)\.\n$/
      )
    })

    it('what is missing, or misplaced', async () => {
      const sentenceOf = async (...args: ReadonlyArray<string>) => {
        const { code, stderr } = await draft(...args)
        return [code, stderr]
      }
      folder.write('tools.mjs', SHOP)
      writeFileSync(join(folder.path, 'text.txt'), 'Hello.\n')
      expect(await sentenceOf()).to.deep.equal([
        2,
        'error: Name a module that exports tools, or behind -- the command that starts an MCP server.\n'
      ])
      expect(await sentenceOf('none.mjs')).to.deep.equal([1, 'error: none.mjs: no such file or directory\n'])
      expect(await sentenceOf('.')).to.deep.equal([
        2,
        'error: . is a folder. Name the module that exports the tools.\n'
      ])
      expect(await sentenceOf('https://example.com/mcp')).to.deep.equal([
        2,
        'error: A server stands behind --: guarded-call rules -- https://example.com/mcp\n'
      ])
      expect(await sentenceOf('tools.mjs', 'none.json')).to.deep.equal([
        1,
        'error: none.json: no such file or directory\n'
      ])
      expect(await sentenceOf('tools.mjs', 'text.txt')).to.deep.equal([
        1,
        'error: There are no calls in text.txt. Name what `recorder` of guarded-call/traffic wrote, or transcripts that `guarded-call audit` reads.\n'
      ])
    })
  })
})
