/**
 * What servers answer through the proxy and without it: `node dist/support/compare.js 'python server.py' …`, each
 * argument a command. Exits with 1 where a response differs.
 */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { proxied, type Command } from './proxied.js'

interface Schema {
  readonly type?: string
  readonly default?: unknown
  readonly enum?: ReadonlyArray<unknown>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
}

const VALUES: Readonly<Record<string, unknown>> = { string: 'a', integer: 1, number: 1, boolean: true, array: [] }

/** A value that a schema is likely to accept: the required properties alone. */
const sample = ({ type = 'object', default: given, enum: choices, properties = {}, required = [] }: Schema): unknown =>
  given ??
  choices?.[0] ??
  VALUES[type] ??
  Object.fromEntries(required.map((name) => [name, sample(properties[name] ?? { type: 'string' })]))

// Whatever differs from run to run.
const steady = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d[:-]\d\d[\d:.-]*(?:Z|[+-]\d\d:\d\d)?|\d\d?:\d\d:\d\d(?: ?[AP]M)?/g, 'a time')
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'an id')

// Some tools take ten seconds by default, as the long operation of server-everything.
const PATIENCE_MS = 30_000

const answersOf = async (command: Command): Promise<ReadonlyArray<string>> => {
  const client = new Client({ name: 'compare', version: '1.0.0' })
  const transport = new StdioClientTransport({ ...command, stderr: 'ignore' })
  await client.connect(transport as Parameters<typeof client.connect>[0])
  const answers: Array<string> = []
  const ask = async (what: string, run: () => Promise<unknown>): Promise<void> => {
    const answer = await run().catch((error: unknown) => ({ thrown: String(error) }))
    answers.push(`${what}: ${steady(JSON.stringify(answer))}`)
  }
  await ask('initialize', async () => [
    client.getServerVersion(),
    client.getServerCapabilities(),
    client.getInstructions()
  ])
  await ask('prompts/list', () => client.listPrompts())
  await ask('resources/list', () => client.listResources())
  await ask('resources/templates/list', () => client.listResourceTemplates())
  await ask('tools/list', () => client.listTools())
  const { tools } = await client.listTools()
  for (const { name, inputSchema, annotations } of tools) {
    const call = (args: unknown) =>
      ask(`${name} ${JSON.stringify(args)}`, () =>
        client.callTool({ name, arguments: args as Record<string, unknown> }, undefined, { timeout: PATIENCE_MS })
      )
    // Nothing that may do harm, unless its arguments are wrong.
    const reads = annotations?.readOnlyHint === true || /^(?:get|list|read|search|echo|convert)/.test(name)
    if (reads) await call(sample(inputSchema as Schema))
    if (((inputSchema as Schema).required ?? []).length > 0) await call({})
  }
  await ask('unknown', () => client.callTool({ name: 'no_such_tool', arguments: {} }))
  await client.close()
  return answers
}

let differ = false
for (const text of process.argv.slice(2)) {
  const [command = '', ...args] = text.split(' ')
  const [plain, guarded] = await Promise.all([answersOf({ command, args }), answersOf(proxied({ command, args }))])
  const different = plain.flatMap((answer, i) => (answer === guarded[i] ? [] : [`- ${answer}\n+ ${guarded[i]}`]))
  process.stdout.write(`${text}: ${plain.length} responses, ${different.length} different\n`)
  for (const one of different) process.stdout.write(`${one}\n`)
  differ ||= different.length > 0 || plain.length !== guarded.length
}
process.exitCode = differ ? 1 : 0
