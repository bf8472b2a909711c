/** The settings of a proxy, with every default filled in. */
import type * as t from 'io-ts'
import type { LoopOptions, ResultHandles } from '../../core/calls/index.js'
import type { FailureCode, HiddenTextWay } from '../../core/errors/index.js'
import type { AnyGuardedCall, SettledCall } from '../../guard/kernel.js'
import type { LoggerLike } from '../../core/foreign/index.js'
import type { McpSpans } from '../../telemetry/otel/mcp-spans.js'
import type { PinRules } from './pins.js'
import type { TurnRules } from './turns.js'

// -- model

/** `observe` counts would-be refusals, `warn` also reports each at once, `enforce` refuses. */
export type Mode = 'observe' | 'warn' | 'enforce'

/** A function of a rule, as `rules` in place take it: a config of code may hold one. */
export type RuleCode = (...args: ReadonlyArray<never>) => unknown

/** The config's rules for a tool, beyond its server's words. */
export interface ToolRules {
  /** The codec of the responses; `false` ignores even the server's own schema. @default the server's `outputSchema` */
  readonly output?: t.Decoder<unknown, unknown> | false
  /**
   * How a text is read. `text`: it may be anything, half a JSON document too.
   * @default JSON where an output is known, else a text that is refused only where it is a JSON document that was cut
   */
  readonly reads?: 'json' | 'text'
  /**
   * @default by the annotations of the server, else not known: like a read, and at most three calls without another one
   * in between
   */
  readonly effect?: 'read' | 'write'
  /** A write that does no harm when it is repeated. @default by the annotations of a trusted server */
  readonly idempotent?: boolean
  /** Most identical calls in one turn, whatever comes back. @default 20; 1 for a declared write, if not idempotent */
  readonly maxIdenticalCalls?: number
  /** Most calls of the tool in one turn. @default none */
  readonly maxCalls?: number
  /** Whether unchanged answers are not counted. @default false */
  readonly polls?: boolean
  /** Milliseconds without an answer or a sign of progress. */
  readonly timeoutMs?: number
  /** For a write: the arguments that make two of them the same, or what does. @default all */
  readonly identity?: ReadonlyArray<string> | RuleCode
  /** For a write: the codes of failures that leave it undone, so that it may be called again. */
  readonly transient?: ReadonlyArray<string>
  /** Names of tools that can stand in: a hint names one that the server has. */
  readonly alternatives?: ReadonlyArray<string>
  /** How to ask for less, in words, or what says it: the hint where an answer was cut or too large. */
  readonly narrow?: string | RuleCode
  /** Whether a failure passes in the server's own words. @default true */
  readonly quoteErrors?: boolean
  /** The texts that the model reads for failures, by their codes. */
  readonly errors?: Readonly<Partial<Record<FailureCode, OwnWords>>>
}

/** The text that replaces a failure. */
export interface OwnWords {
  readonly detail: string
  readonly hint?: string
}

/** Keeps calls. `isUndescribed`: neither the config nor the server says what the tool answers. */
export interface ProxyRecorder {
  readonly record: (call: SettledCall, isUndescribed: boolean) => void
}

export interface ProxySettings {
  readonly mode: Mode
  /** Whether the server's word counts for which writes may be repeated. */
  readonly trusted: boolean
  readonly turn: TurnRules
  readonly timeoutMs: number
  /** Milliseconds without an answer, whatever progress there is. */
  readonly maxTimeoutMs: number
  /** Milliseconds after which a session over HTTP ends whose client has no request and no stream open. */
  readonly leftSessionMs: number
  readonly budget: { readonly read?: number; readonly write?: number; readonly invalid?: number }
  readonly loop: LoopOptions | false
  readonly tools: ReadonlyMap<string, ToolRules>
  /**
   * Codecs learned from the responses of undescribed tools, by their names: a response that does not fit is noted, and
   * passes.
   */
  readonly learnt: ReadonlyMap<string, t.Decoder<unknown, unknown>>
  /** Holds the definitions of tools against those that were accepted. */
  readonly pin: PinRules | undefined
  /** Makes a codec of the schema that a server declares; throws where it cannot. */
  readonly codecOfSchema: (schema: Readonly<Record<string, unknown>>) => t.Decoder<unknown, unknown>
  /** Keeps long results; the client reads handles in their place, and has a tool more. */
  readonly results: ResultHandles<AnyGuardedCall> | undefined
  /** What becomes of text in results that people do not see. */
  readonly hidden: HiddenTextWay | 'keep'
  readonly recorder: ProxyRecorder | undefined
  readonly logger: LoggerLike | undefined
  /** Follows each call in a trace. */
  readonly spans: McpSpans | undefined
  /** Receives a line for each refusal or would-be refusal. */
  readonly tell: (line: string) => void
  /** Called with would-be refusals in the modes that report them to nobody. */
  readonly note: (line: string) => void
  /** Monotonic milliseconds. */
  readonly clock: () => number
  /** Milliseconds since 1970, for lines. */
  readonly now: () => number
}

// -- defaults

/** Longer than a model thinks between two calls, shorter than a person between two messages. */
const QUIET_MS = 120_000
/** Five minutes: clients themselves give up after one, unless they know that a tool is slow. */
const TIMEOUT_MS = 300_000
/** An hour: a call that makes progress for longer is a job, which a server has tasks for. */
const MAX_TIMEOUT_MS = 3_600_000
/** Half an hour: a client without a stream may wait for its user, and its server may hold an open page. */
const LEFT_SESSION_MS = 1_800_000

export const TURN_KEY = 'io.github.guarded-call/turn'

export const DEFAULTS = {
  mode: 'enforce',
  trusted: false,
  turn: { metaKey: TURN_KEY, quietMs: QUIET_MS },
  timeoutMs: TIMEOUT_MS,
  maxTimeoutMs: MAX_TIMEOUT_MS,
  leftSessionMs: LEFT_SESSION_MS,
  budget: {},
  loop: {},
  tools: new Map<string, ToolRules>(),
  learnt: new Map<string, t.Decoder<unknown, unknown>>(),
  pin: undefined,
  results: undefined,
  hidden: 'keep',
  recorder: undefined,
  logger: undefined,
  spans: undefined,
  tell: () => {},
  note: () => {},
  clock: () => performance.now(),
  now: () => Date.now()
} as const satisfies Omit<ProxySettings, 'codecOfSchema'>
