/** Who reads whole answers, from text to a value that was looked at: guarded calls, and what frameworks do. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { guardedCall, openTurn, type Tool, type Turn } from '../lib/index.js'
import { codecOf } from './codecs.js'
import { areInstalled, loadForeign, ownVersion } from './contestants.js'
import type { Call } from './harness.js'
import type { Mode, Neutral } from './schemas.js'

// -- ours

const MB = 1024 * 1024
const CALLS_PER_TURN = 100
// A tool that fails five times alike is refused: measured is the call, not the refusal.
const FAILURES_PER_TURN = 4

// Opaque to the compiler: io-ts itself decodes.
const plain = <A>(codec: t.Decoder<unknown, A>): t.Decoder<unknown, A> => ({
  name: codec.name,
  validate: (value, context) => codec.validate(value, context),
  decode: (value) => codec.decode(value)
})

// Every call has other arguments and is the first of its kind, and a turn is opened now and then, as an agent does.
const guarded = (codec: t.Decoder<unknown, unknown>): Call => {
  let answer = ''
  let calls = 0
  let failures = 0
  let turn: Turn = openTurn()
  const tool: Tool<unknown> = { name: 'list_orders', effect: 'read', maxBytes: 64 * MB, run: () => answer }
  const call = guardedCall(tool, codec)
  return async (text) => {
    answer = text
    const result = await turn.run(call({ status: 'open', customer: 'ann@example.com', page: ++calls }))
    if (E.isLeft(result)) failures++
    if (calls % CALLS_PER_TURN === 0 || failures === FAILURES_PER_TURN) {
      turn = openTurn()
      failures = 0
    }
    return { ok: E.isRight(result) }
  }
}

const unguarded =
  (codec: t.Decoder<unknown, unknown>): Call =>
  async (text) => ({ ok: E.isRight(codec.decode(JSON.parse(text))) })

const guardedIn =
  (mode: Mode) =>
  (schema: Neutral): Call =>
    guarded(codecOf(schema, mode))

const ours: Readonly<Record<string, (schema: Neutral) => Call>> = {
  'guarded call': guardedIn('keep'),
  'guarded call that drops unknown keys': guardedIn('strip'),
  'guarded call without code generation': guardedIn('keep'),
  'guarded call with plain io-ts': (schema) => guarded(plain(codecOf(schema, 'keep'))),
  'JSON.parse and io-ts, no guard': (schema) => unguarded(codecOf(schema, 'keep'))
}

/** Node's flags for a caller. */
export const flagsOf = (name: string): ReadonlyArray<string> =>
  name.includes('without code generation') ? ['--disallow-code-generation-from-strings'] : []

// -- theirs

const foreign: Readonly<Record<string, string>> = {
  'JSON.parse and zod, no guard': 'call-zod',
  'AI SDK safeParseJSON': 'call-ai-sdk',
  'MCP SDK callTool, text and structured content': 'call-mcp',
  'LangChain StructuredOutputParser': 'call-langchain'
}

export const isOurCaller = (name: string): boolean => name in ours

/** Those that can be measured here. */
export const callers = (): ReadonlyArray<string> => [
  ...Object.keys(ours),
  ...(areInstalled() ? Object.keys(foreign) : [])
]

/** Loads one caller, and nothing of the others. */
export const loadCaller = async (
  name: string,
  schema: Neutral
): Promise<{ readonly version: string; readonly call: Call }> => {
  const make = ours[name]
  if (make !== undefined) return { version: ownVersion(), call: make(schema) }
  const { version, build } = await loadForeign<Call>(foreign[name] ?? name)
  return { version, call: await build(schema, 'keep') }
}
