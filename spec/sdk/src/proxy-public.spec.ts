/** Public servers behind the proxy: whatever behaves, behaves as it does without it. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect } from 'chai'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proxied, publicServer, type Command } from './support/proxied.js'

const open = async (command: Command): Promise<Client> => {
  const client = new Client({ name: 'specs', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ ...command, stderr: 'ignore' }))
  return client
}

interface Story {
  readonly name: string
  readonly server: (folder: string) => Command
  /** Every tool, with arguments that it takes; tools that stand twice are called twice. */
  readonly calls: (folder: string) => ReadonlyArray<readonly [string, Record<string, unknown>]>
  /** What differs from run to run. */
  readonly steady: (text: string) => string
}

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
    steady: (text) => text.replaceAll(/\d\d?:\d\d:\d\d ?[AP]?M?|\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
  }
]

const clean = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'guarded-call-public-')))
  writeFileSync(join(folder, 'a.json'), '{\n  "orders": [\n    { "total": 12 }\n  ]\n}\n')
  writeFileSync(join(folder, 'dot.png'), Buffer.from('iVBORw0KGgo=', 'base64'))
  return folder
}

for (const { name, server, calls, steady } of STORIES) {
  describe(`guarded-call mcp, ${name}`, () => {
    const run = async (
      wrap: (command: Command) => Command
    ): Promise<{
      readonly tools: unknown
      readonly results: ReadonlyArray<unknown>
      readonly names: ReadonlyArray<string>
      readonly uncalled: ReadonlyArray<string>
    }> => {
      const folder = clean()
      const client = await open(wrap(server(folder)))
      try {
        const { tools } = await client.listTools()
        const results: Array<unknown> = []
        for (const [tool, args] of calls(folder)) {
          const result: unknown = await client
            .callTool({ name: tool, arguments: args })
            .catch((error: unknown) => ({ thrown: (error as Error).message }))
          results.push([
            tool,
            steady(
              JSON.stringify(result)
                .replaceAll(folder, '/folder')
                .replaceAll(/(?:created|modified|accessed): [^\\"]*/g, 'at a time')
            )
          ])
        }
        const called = new Set(calls(folder).map(([tool]) => tool))
        return {
          tools,
          results,
          names: tools.map((tool) => tool.name),
          uncalled: tools.map((tool) => tool.name).filter((tool) => !called.has(tool))
        }
      } finally {
        await client.close()
        rmSync(folder, { recursive: true, force: true })
      }
    }

    it('answers through the proxy as it does without', async () => {
      const plain = await run((command) => command)
      expect(plain.uncalled).to.deep.equal([])
      for (const options of [[], ['--trusted']])
        expect(await run((command) => proxied(command, ...options))).to.deep.equal(plain)
    })
  })
}
