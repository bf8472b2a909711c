/**
 * Public servers behind the proxy, at every place where it may stand: whatever behaves, behaves as it does without it.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect } from 'chai'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atAddress, proxied, publicServer, served, type Command } from './support/proxied.js'
import { freePort, LISTENING, startUntil, type Env } from './support/started.js'

// -- where a client finds a server

type Place = { readonly kind: 'stdio'; readonly command: Command } | { readonly kind: 'http'; readonly url: string }

const open = async (place: Place, env: Env): Promise<Client> => {
  const client = new Client({ name: 'specs', version: '1.0.0' })
  const transport =
    place.kind === 'http'
      ? new StreamableHTTPClientTransport(new URL(place.url))
      : new StdioClientTransport({ ...place.command, env: { ...getDefaultEnvironment(), ...env }, stderr: 'ignore' })
  await client.connect(transport as Parameters<typeof client.connect>[0])
  return client
}

/** Starts whatever it takes to reach a server in a way, and says where the client finds it. */
type Way = (server: Command, env: Env, started: Array<ChildProcess>) => Promise<Place>

const throughHttp =
  (...options: ReadonlyArray<string>): Way =>
  async (server, env, started) => ({
    kind: 'http',
    url: await startUntil(served(server, ...options), env, LISTENING, started)
  })

const WAYS: Readonly<Record<string, Way>> = {
  'over stdio': async (server) => ({ kind: 'stdio', command: proxied(server) }),
  'over stdio, trusted': async (server) => ({ kind: 'stdio', command: proxied(server, '--trusted') }),
  'over HTTP': throughHttp(),
  'over stdio, before an address': async (server, env, started) => {
    const url = await startUntil(served(server), env, LISTENING, started)
    return { kind: 'stdio', command: atAddress(url) }
  }
}

// -- stories

interface Story {
  readonly name: string
  readonly server: (folder: string) => Command
  readonly env?: (folder: string) => Env
  /** Every tool, with arguments that it takes; tools that stand twice are called twice. */
  readonly calls: (folder: string) => ReadonlyArray<readonly [string, Record<string, unknown>]>
  /** What differs from run to run. */
  readonly steady: (text: string) => string
}

const ANNA = { name: 'Anna', entityType: 'person', observations: ['likes maps'] }
const WORKS = { from: 'Anna', to: 'Tea Ltd', relationType: 'works at' }

const STORIES: ReadonlyArray<Story> = [
  {
    name: '@modelcontextprotocol/server-filesystem',
    server: (folder) => publicServer('@modelcontextprotocol/server-filesystem', folder),
    calls: (folder) => [
      ['list_allowed_directories', {}],
      ['read_file', { path: join(folder, 'a.json') }],
      ['read_text_file', { path: join(folder, 'a.json') }],
      // Half a JSON document is what was asked for.
      ['read_text_file', { path: join(folder, 'a.json'), head: 2 }],
      ['read_media_file', { path: join(folder, 'dot.png') }],
      ['read_multiple_files', { paths: [join(folder, 'a.json'), join(folder, 'none.txt')] }],
      ['write_file', { path: join(folder, 'b.txt'), content: 'one\ntwo\n' }],
      ['edit_file', { path: join(folder, 'b.txt'), edits: [{ oldText: 'two', newText: 'three' }] }],
      ['read_text_file', { path: join(folder, 'b.txt') }],
      ['create_directory', { path: join(folder, 'c') }],
      ['move_file', { source: join(folder, 'b.txt'), destination: join(folder, 'c', 'b.txt') }],
      ['list_directory', { path: folder }],
      ['list_directory_with_sizes', { path: folder }],
      ['directory_tree', { path: folder }],
      ['search_files', { path: folder, pattern: '**/*.txt' }],
      ['get_file_info', { path: join(folder, 'a.json') }],
      // Errors that it tells of are handed on as they are.
      ['read_text_file', { path: '/etc/passwd' }]
    ],
    steady: (text) => text
  },
  {
    name: '@modelcontextprotocol/server-memory',
    server: () => publicServer('@modelcontextprotocol/server-memory'),
    env: (folder) => ({ MEMORY_FILE_PATH: join(folder, 'memory.jsonl') }),
    calls: () => [
      ['create_entities', { entities: [ANNA, { ...ANNA, name: 'Tea Ltd', entityType: 'company' }] }],
      ['create_relations', { relations: [WORKS] }],
      ['add_observations', { observations: [{ entityName: 'Anna', contents: ['drinks tea'] }] }],
      ['add_observations', { observations: [{ entityName: 'Nobody', contents: ['is not there'] }] }],
      ['read_graph', {}],
      ['search_nodes', { query: 'tea' }],
      ['open_nodes', { names: ['Anna'] }],
      ['delete_observations', { deletions: [{ entityName: 'Anna', observations: ['drinks tea'] }] }],
      ['delete_relations', { relations: [WORKS] }],
      ['delete_entities', { entityNames: ['Anna'] }],
      ['read_graph', {}]
    ],
    steady: (text) => text
  },
  {
    name: '@modelcontextprotocol/server-everything',
    server: () => publicServer('@modelcontextprotocol/server-everything', 'stdio'),
    calls: () => [
      ['echo', { message: 'hello' }],
      ['get-annotated-message', { messageType: 'error', includeImage: true }],
      ['get-env', {}],
      ['get-resource-links', { count: 3 }],
      ['get-resource-reference', { resourceType: 'Text', resourceId: 1 }],
      ['get-structured-content', { location: 'New York' }],
      ['get-sum', { a: 1, b: 2 }],
      ['get-tiny-image', {}],
      ['gzip-file-as-resource', { name: 'a.gz', data: 'data:text/plain;base64,aGVsbG8=', outputType: 'resource' }],
      ['toggle-simulated-logging', {}],
      ['toggle-subscriber-updates', {}],
      ['trigger-long-running-operation', { duration: 0.2, steps: 2 }],
      ['simulate-research-query', { topic: 'tea' }]
    ],
    steady: (text) =>
      text
        .replaceAll(/\d\d?:\d\d:\d\d ?[AP]?M?|\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
        // Of a session over HTTP, and of a task.
        .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'an id')
  }
]

const clean = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'guarded-call-public-')))
  writeFileSync(join(folder, 'a.json'), '{\n  "orders": [\n    { "total": 12 }\n  ]\n}\n')
  writeFileSync(join(folder, 'dot.png'), Buffer.from('iVBORw0KGgo=', 'base64'))
  return folder
}

interface Played {
  readonly tools: unknown
  readonly results: ReadonlyArray<unknown>
  readonly uncalled: ReadonlyArray<string>
}

/** Calls every tool of a server, one after the other. */
const play = async (client: Client, folder: string, { calls, steady }: Story): Promise<Played> => {
  const { tools } = await client.listTools()
  const results: Array<unknown> = []
  for (const [tool, args] of calls(folder)) {
    const result: unknown = await client
      .callTool({ name: tool, arguments: args })
      .catch((error: unknown) => ({ thrown: (error as Error).message }))
    const text = JSON.stringify(result)
      .replaceAll(folder, '/folder')
      .replaceAll(/(?:created|modified|accessed): [^\\"]*/g, 'at a time')
    results.push([tool, steady(text)])
  }
  const called = new Set(calls(folder).map(([tool]) => tool))
  return { tools, results, uncalled: tools.map((tool) => tool.name).filter((tool) => !called.has(tool)) }
}

describe('public servers behind guarded-call mcp', function () {
  // Each way starts up to three processes.
  this.timeout(120_000)

  const started: Array<ChildProcess> = []
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGTERM')
  })

  const run = async (story: Story, way: Way): Promise<Played> => {
    const folder = clean()
    const env = story.env?.(folder) ?? {}
    const client = await open(await way(story.server(folder), env, started), env)
    try {
      return await play(client, folder, story)
    } finally {
      await client.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }

  for (const story of STORIES) {
    describe(story.name, () => {
      let plain: Played
      before(async () => {
        plain = await run(story, async (command) => ({ kind: 'stdio', command }))
        expect(plain.uncalled).to.deep.equal([])
      })

      for (const [where, way] of Object.entries(WAYS))
        it(`answers ${where} as it does without the proxy`, async () => {
          expect(await run(story, way)).to.deep.equal(plain)
        })
    })
  }

  it('what a tool without a schema answers is learnt, observed, and enforced where its user says so', async () => {
    const folder = clean()
    const server = publicServer('@modelcontextprotocol/server-everything', 'stdio')
    const env = { ORDER: 'a text', PATH: String(process.env['PATH']) }
    const isRefused = async (given: Env, ...options: ReadonlyArray<string>): Promise<boolean> => {
      const client = await open({ kind: 'stdio', command: proxied(server, ...options) }, given)
      await client.listTools()
      await client.callTool({ name: 'get-structured-content', arguments: { location: 'New York' } })
      const { isError = false } = await client.callTool({ name: 'get-env', arguments: {} })
      await client.close()
      return isError === true
    }
    const [contract, log] = [join(folder, 'contract.json'), join(folder, 'log')]
    expect(await isRefused(env, '--pin', contract, '--learn')).to.equal(false)
    const { tools } = JSON.parse(readFileSync(contract, 'utf8')) as { readonly tools: object }
    expect(Object.keys(tools)).to.deep.equal(['get-env'])
    const { ORDER: _order, ...without } = env
    expect(await isRefused(without, '--pin', contract, '--log', log)).to.equal(false)
    expect(readFileSync(log, 'utf8')).to.match(/ get-env \{\} does not fit what was learnt: schema_violation: ORDER: /)
    expect(await isRefused(without, '--config', contract)).to.equal(true)
    expect(await isRefused(env, '--config', contract)).to.equal(false)
    rmSync(folder, { recursive: true, force: true })
  })

  it('a server that speaks HTTP itself answers as it does without the proxy', async () => {
    const story = STORIES.find(({ name }) => name.endsWith('server-everything')) as Story
    const port = String(await freePort())
    await startUntil(
      publicServer('@modelcontextprotocol/server-everything', 'streamableHttp'),
      { PORT: port },
      LISTENING,
      started
    )
    const url = `http://127.0.0.1:${port}/mcp`
    const places: ReadonlyArray<Place> = [
      { kind: 'http', url },
      { kind: 'stdio', command: atAddress(url) },
      { kind: 'http', url: await startUntil(atAddress(url, '--http', '0'), {}, LISTENING, started) }
    ]
    const played: Array<Played> = []
    for (const place of places) {
      const client = await open(place, {})
      played.push(await play(client, '/folder', story))
      await client.close()
    }
    const [plain, overStdio, overHttp] = played
    expect(overStdio).to.deep.equal(plain)
    expect(overHttp).to.deep.equal(plain)
  })
})
