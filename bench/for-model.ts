/**
 * What a call costs whose text a model reads: arguments checked, a text parsed and validated, and the valid payload
 * written for the model, beside JSON.parse and JSON.stringify of the same text. One process for each way. Writes
 * for-model.json and for-model.md beside the compiled code.
 *
 *     node built/bench/for-model.js [--quick] [--only='guardFunctions, zod']
 */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { z } from 'zod'
import { fromStandardSchema, guardedCall, guardFunctions, openTurn, type Tool, type Turn } from '../lib/index.js'
import { codecOf } from './codecs.js'
import { areInstalled, HOW_TO_INSTALL, loadForeign } from './contestants.js'
import { measureCalls, type Call, type Measured } from './harness.js'
import { MODEL_SIZES, payload, type Schema } from './payloads.js'
import { inProcess, length, machine, machineLine, publish, ratio, table, type Machine } from './report.js'
import { schemaOf, type Neutral } from './schemas.js'

// -- model

/** Returns the text that the model reads. */
type Way = (text: string) => Promise<string | undefined>

type Say = (schema: Neutral, mode: 'keep') => z.ZodType

interface Row {
  readonly name: string
  readonly cells: ReadonlyArray<Measured>
}

// -- ours

const CALLS_PER_TURN = 100

// Every call has other arguments, and a turn is opened now and then, as an agent does.
const inTurns = (make: (turn: () => Turn, answer: () => string) => (page: number) => ReturnType<Way>): Way => {
  let turn = openTurn()
  let calls = 0
  let answer = ''
  const call = make(
    () => turn,
    () => answer
  )
  return async (text) => {
    answer = text
    if (++calls % CALLS_PER_TURN === 0) turn = openTurn()
    return call(calls)
  }
}

const Args = z.object({ status: z.string(), customer: z.string(), page: z.number() })
const argsOf = (page: number) => ({ status: 'open', customer: 'ann@example.com', page })

const functions = (schema: z.ZodType, isData: boolean): Way =>
  inTurns((turn, answer) => {
    const { list } = guardFunctions(
      { list: async (_: z.infer<typeof Args>): Promise<unknown> => (isData ? JSON.parse(answer()) : answer()) },
      { turn, rules: { list: { effect: 'read', args: Args, output: schema } } }
    )
    // A function that returns text gets text back.
    return async (page) => {
      const value: unknown = await list(argsOf(page))
      return typeof value === 'string' ? value : JSON.stringify(value)
    }
  })

const guarded = (codec: t.Decoder<unknown, unknown>, isRead: boolean): Way =>
  inTurns((turn, answer) => {
    const tool: Tool<ReturnType<typeof argsOf>> = {
      name: 'list_orders',
      effect: 'read',
      args: t.type({ status: t.string, customer: t.string, page: t.number }),
      run: answer
    }
    const call = guardedCall(tool, codec)
    return async (page) => {
      const result = await turn().run(call.fromModel(argsOf(page)))
      return isRead ? call.toModelText(result, { maxChars: Infinity }) : E.isRight(result) ? '' : undefined
    }
  })

const zodSchema = async (schema: Neutral): Promise<z.ZodType> => {
  const { say } = (await import(new URL('../../bench/contestants/zod.mjs', import.meta.url).href)) as {
    readonly say: Say
  }
  return say(schema, 'keep')
}

const OURS: Readonly<Record<string, (schema: Neutral) => Way | Promise<Way>>> = {
  'guardFunctions, zod': async (schema) => functions(await zodSchema(schema), false),
  'guardFunctions, zod, of a function that returns data': async (schema) => functions(await zodSchema(schema), true),
  'guardedCall, io-ts': (schema) => guarded(codecOf(schema, 'keep'), true),
  'guardedCall, zod': async (schema) => guarded(fromStandardSchema(await zodSchema(schema)), true)
}

/** Compared with JSON.parse alone, and with no text for a model. */
const ALONE = 'guardedCall alone, io-ts, beside JSON.parse'

// -- theirs

const MCP = 'MCP SDK callTool'

const THEIRS: Readonly<Record<string, string>> = {
  'zod by hand': 'call-zod',
  'AI SDK safeParseJSON': 'call-ai-sdk',
  [MCP]: 'call-mcp',
  'LangChain tool.invoke, zod by hand': 'call-langchain-tool'
}

const foreign = async (name: string, schema: Neutral): Promise<Way> => {
  const { build } = await loadForeign<Call>(THEIRS[name] ?? name)
  const call = await build(schema, 'keep')
  return async (text) => {
    const { ok, value, text: written } = (await call(text)) as Awaited<ReturnType<Call>> & { readonly text?: string }
    return ok ? (written ?? JSON.stringify(value)) : undefined
  }
}

// -- one way, in a process of its own

const parsedAndWritten = (text: string): unknown => JSON.stringify(JSON.parse(text))

const wayOf = async (name: string, schema: Neutral): Promise<Way> =>
  name === ALONE ? guarded(codecOf(schema, 'keep'), false) : ((await OURS[name]?.(schema)) ?? foreign(name, schema))

const measureOne = async (name: string, quick: boolean): Promise<Row> => {
  const way = await wayOf(name, schemaOf('orders'))
  // Whoever has seen one schema only is faster than it will ever be in use. MCP has no lists as structured content.
  const warming: ReadonlyArray<readonly [Way, Schema]> = [
    ...(name === MCP ? [] : [[await wayOf(name, schemaOf('issues')), 'issues'] as const]),
    [way, 'orders']
  ]
  for (const [each, schema] of warming) {
    const text = payload(schema, 'small', 'valid')
    const read = await each(text)
    // Zod puts keys in an order of its own.
    const isWhole = name === ALONE || isDeepStrictEqual(JSON.parse(read ?? 'null'), JSON.parse(text))
    if (read === undefined || !isWhole) throw new Error('it did not hand on what is valid')
    await measureCalls(text, each, { ms: 300, minRounds: 20 })
  }
  const cells: Array<Measured> = []
  for (const size of MODEL_SIZES)
    cells.push(
      await measureCalls(
        payload('orders', size, 'valid'),
        way,
        { ms: quick ? 500 : 2000, minRounds: 20 },
        name === ALONE ? JSON.parse : parsedAndWritten
      )
    )
  return { name, cells }
}

// -- command line

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string' }, contestant: { type: 'string' } }
})

interface Report extends Machine {
  readonly characters: ReadonlyArray<number>
  readonly rows: ReadonlyArray<Row>
}

const time = (ms: number): string => `${ms < 0 ? '' : '+'}${(ms * 1000).toFixed(ms < 0.01 ? 1 : 0)} µs`

const markdown = ({ characters, rows, ...on }: Report): string =>
  [
    machineLine(on),
    table(
      'a call whose text a model reads: time, as a multiple of JSON.parse and JSON.stringify of the same text, and how much longer it took',
      characters.map(length),
      rows.map(
        ({ name, cells }) => [name, ...cells.map((cell) => `${ratio(cell.ratio)} (${time(cell.extraMs)})`)] as const
      )
    )
  ].join('\n')

if (values.contestant !== undefined) {
  process.stdout.write(JSON.stringify(await measureOne(values.contestant, values.quick)))
} else {
  if (!areInstalled()) process.stderr.write(HOW_TO_INSTALL)
  const names = [...Object.keys(OURS), ALONE, ...(areInstalled() ? Object.keys(THEIRS) : [])].filter(
    (name) => values.only === undefined || values.only.includes(name)
  )
  const report: Report = {
    ...machine(),
    characters: MODEL_SIZES.map((size) => payload('orders', size, 'valid').length),
    rows: names.flatMap((name) => inProcess<Row>(name, values.quick ? ['--quick'] : []))
  }
  publish('for-model', markdown(report), report)
}
