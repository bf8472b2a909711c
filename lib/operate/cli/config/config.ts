/** The codec of a config file, so that mistakes are reported like any other mismatch. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { isFields } from '../../../core/foreign/index.js'
import { closed } from '../../../codec/closed.js'
import { explain } from '../../../codec/explain.js'
import { isSchema } from '../../../codec/is-codec.js'
import type { PinnedDefinitions } from '../../proxy/pins.js'
import type { RuleCode } from '../../proxy/settings.js'
import { CODES, type Issue, formatPath } from '../../../core/errors/index.js'

// -- model

/** An io-ts codec, a Standard Schema (zod, valibot, arktype), a JSON Schema, or `false`. */
export type ConfiguredOutput = false | object

const isOutput = (value: unknown): value is ConfiguredOutput =>
  value === false || isFields(value) || (typeof value === 'function' && isSchema(value))

/** The codec of what a guard accepts, as it is. */
const accepting = <A>(name: string, is: (value: unknown) => value is A): t.Type<A> =>
  new t.Type<A>(name, is, (value, context) => (is(value) ? t.success(value) : t.failure(value, context)), t.identity)

const ConfiguredOutput = accepting('a codec, a Standard Schema, a JSON Schema or false', isOutput)

const whole = (least: number, most: number, name: string) =>
  t.refinement(t.number, (n) => Number.isSafeInteger(n) && n >= least && n <= most, name)

const Count = whole(0, Infinity, 'a whole number, 0 or more')
// setTimeout fires at once for larger values.
const Milliseconds = whole(1, 2 ** 31 - 1, 'whole milliseconds, from 1 to 2147483647')
const Repeats = whole(2, Infinity, 'a whole number, 2 or more')
const Port = whole(0, 65_535, 'a port, from 0 to 65535')
const Text = t.refinement(t.string, (s) => s !== '', 'a text that is not empty')

const Names = t.readonlyArray(Text)
const ALL_CODES: ReadonlySet<string> = new Set(Object.values(CODES).flat())
const ErrorCode = t.refinement(t.string, (code) => ALL_CODES.has(code), 'the code of an error, such as rate_limited')
const Code = accepting('a function', (value): value is RuleCode => typeof value === 'function')
const OwnWords = closed(t.intersection([t.type({ detail: Text }), t.partial({ hint: Text })]))
const byCode = {
  unauthorized: OwnWords,
  not_found: OwnWords,
  rate_limited: OwnWords,
  tool_unavailable: OwnWords,
  rejected_arguments: OwnWords,
  error_in_body: OwnWords
}

const Tool = closed(
  t.partial({
    output: ConfiguredOutput,
    reads: t.keyof({ json: null, text: null }),
    effect: t.keyof({ read: null, write: null }),
    idempotent: t.boolean,
    maxIdenticalCalls: Count,
    maxCalls: Count,
    polls: t.boolean,
    timeoutMs: Milliseconds,
    identity: t.union([Names, Code]),
    transient: t.readonlyArray(ErrorCode),
    alternatives: Names,
    narrow: t.union([Text, Code]),
    quoteErrors: t.boolean,
    errors: closed(t.partial(byCode))
  })
)

const Loop = closed(
  t.partial({
    repeats: Repeats,
    window: Repeats,
    ignoreArgs: t.readonlyArray(t.string),
    ignoreResultFields: t.readonlyArray(t.string)
  })
)

const Mcp = closed(
  t.partial({
    mode: t.keyof({ observe: null, warn: null, enforce: null }),
    trusted: t.boolean,
    turn: closed(t.partial({ metaKey: Text, quietMs: Milliseconds })),
    timeoutMs: Milliseconds,
    maxTimeoutMs: Milliseconds,
    headers: t.readonly(t.record(t.string, t.string)),
    record: Text,
    pin: Text,
    onDrift: t.keyof({ refuse: null, warn: null }),
    hidden: t.keyof({ keep: null, mark: null, strip: null }),
    log: Text,
    http: closed(t.partial({ port: Port, tokenEnv: Text }))
  })
)

/** The codec of a config file. */
export const Config = closed(
  t.partial({
    tools: t.readonly(t.record(t.string, Tool)),
    budget: closed(t.partial({ read: Count, write: Count, invalid: Count })),
    loop: t.union([t.literal(false), Loop]),
    mcp: Mcp,
    pinned: t.readonly(t.record(t.string, accepting('the definition of a tool', isFields)))
  })
)

export type Config = t.TypeOf<typeof Config>
export type ToolConfig = t.TypeOf<typeof Tool>

/** The definitions of tools that were accepted; undefined where none were. */
export const pinnedOf = ({ pinned }: Config): PinnedDefinitions | undefined => pinned && new Map(Object.entries(pinned))

// -- reading

const lineOf = ({ path, kind, expected, received }: Issue): string =>
  `${formatPath(path)}: ${kind === 'unknown_field' ? 'there is no such setting' : `expected ${expected}, got ${kind === 'missing' ? 'nothing' : received}`}`

/** The config, or one line for each fault. */
export const readConfig = (value: unknown): E.Either<ReadonlyArray<string>, Config> => {
  const decoded = Config.decode(value)
  return E.isLeft(decoded) ? E.left(explain(decoded.left).map(lineOf)) : decoded
}
