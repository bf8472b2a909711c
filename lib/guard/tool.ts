/** The options of a tool, and its verdicts `incomplete`, `failed` and `noContent`. */
import type * as t from 'io-ts'
import type { StandardSchemaLike } from '../codec/is-codec.js'
import type { ToolKind } from '../core/signs/index.js'
import { type MaybePromise, abandon, isObject } from '../core/foreign/index.js'
import {
  type ErrorInput,
  type PartialData,
  type ToolError,
  errorFrom,
  partialData,
  fixedError
} from '../core/errors/index.js'

// -- model

/** The context of a running tool. @category Tools @since 0.1.0 */
export interface CallContext {
  /** Aborted when the call's time is over or the caller gave up. */
  readonly signal: AbortSignal
  /** For logs alone: it counts from 1 in every process, or is a provider's id, which some providers reuse. */
  readonly callId: string
  readonly turnId: string
  /**
   * Names the effect of the call: the same in every process and every replay of the turn, and a new one for each further attempt once the
   * outcome of the one before is known. The only thing to use as an idempotency key.
   */
  readonly operationId: string
}

/** The idempotency key of a write, and for how long its service honours one. @category Tools @since 0.1.0 */
export interface Idempotency<Args> {
  /**
   * The key that each request of the operation carries: `(_args, { operationId }) => operationId`. An `httpTool` sends it as `Idempotency-Key`; any other tool
   * sends it itself.
   */
  readonly key: (args: Args, context: CallContext) => string
  /** Milliseconds for which the service remembers a key, by its own documentation: 30 minutes at some, days at others. */
  readonly forMs: number
}

/** How much of a response came that was cut or too large. @category Tools @since 0.1.0 */
export interface ResponseSize {
  readonly bytes: number
  /** Complete elements of the response's array, where it is known. */
  readonly elements?: number
}

/**
 * Puts a thrown error into an author's words: a `ToolError`, a plain `{ code, detail, hint }`, or `failed(…, { executed: 'no' })` where it proves that nothing
 * happened; `undefined` leaves it to the next one. @category Tools @since 0.1.0
 */
export type ErrorWords<Args> = (thrown: unknown, args: Args) => unknown

/** An error in an author's words: its class is its code's, or semantic_garbage for a code of the author's own. @category Tools @since 0.1.0 */
export type AuthorsError = ToolError | Pick<ErrorInput, 'code' | 'detail' | 'hint'>

/** Whose words of a failure a model reads: those that a tool returns and throws, returns alone, or none. @category Tools @since 0.1.0 */
export type QuoteErrors = boolean | 'returned'

/** A named effect that the model may request. @category Tools @since 0.1.0 */
export interface Tool<Args> {
  readonly name: string
  /** A `write` changes something outside: it runs once in a turn, unless it is idempotent, and its errors say whether it was executed. */
  readonly effect: 'read' | 'write'
  /**
   * A value or a promise of one; may throw. Of an `Either`, a `TaskEither` or an `Option`, Right or Some is the answer, Left is read as what a tool throws,
   * and None is `not_found`; where the codec declares a `_tag` of its own, the value stands as it is.
   */
  readonly run: (args: Args, context: CallContext) => unknown
  /** The description that the model reads. */
  readonly description?: string
  /** Decodes the model's arguments: a codec, or a schema of zod, valibot, arktype. Without it, `fromModel` accepts any data. */
  readonly args?: t.Type<Args, unknown> | StandardSchemaLike<Args>
  /** How a string or bytes are read; other values are copied once, as data. @default 'json' */
  readonly reads?: 'json' | 'text'
  /** Milliseconds until the signal is aborted and the call returns `timeout`, even if the tool never ends. @default 30_000 */
  readonly timeoutMs?: number
  /** Most bytes of a response. @default 4_194_304 */
  readonly maxBytes?: number
  /**
   * Path of an array (`orders`, `data.items`, `$`) whose whole elements are handed on as `partial_data` when the answer was cut, each decoded by
   * itself: no semantic check, and no refinement of the array or of what holds it, has seen them. The codec must declare the array: a schema of
   * another library judges its arrays as wholes, `t.array(fromStandardSchema(Order))` by element.
   */
  readonly salvage?: string
  /** A write that does no harm when it is repeated, later and after other writes too: an edit, a PUT, a test run, a shell. It counts as a read. @default false */
  readonly idempotent?: boolean
  /** Most calls with the same arguments in one turn, whatever came back; of what may be repeated, since another call last wrote. @default 20; the session's `budget.write`, 1, for a write that is not idempotent */
  readonly maxIdenticalCalls?: number
  /** Most calls of the tool in one turn, whatever their arguments and responses. @default none */
  readonly maxCalls?: number
  /** Unchanged responses are not counted: only `maxIdenticalCalls` bounds it. @default false */
  readonly polls?: boolean
  /** For a write: the fields that identify it, where its arguments hold more: `({ to, subject }) => ({ to, subject })`. @default the arguments that the codec declares */
  readonly identity?: (args: Args) => unknown
  /** Where a call goes: a failure to reach it is held against that place, and calls for others go on. @default the host and port that failed, else the one address among the arguments */
  readonly place?: (args: Args) => string
  /**
   * For a write: asked where nobody knows whether the operation ran, once in the call itself, within `timeoutMs` and 10 seconds at most, and under a ledger by
   * each later delivery. `not_executed` lets it run again: say it only where the request can no longer take effect. It counts at once where the service itself
   * answered, else once `timeoutMs` has passed beyond the time of the call.
   */
  readonly verify?: (
    args: Args,
    context: CallContext
  ) => MaybePromise<'executed' | 'not_executed' | 'unknown' | { readonly answer: unknown }>
  /**
   * For a write whose requests carry an idempotency key. As long as the service remembers it, an attempt of unknown outcome is made again with the same key.
   * @default none: such an attempt is not repeated
   */
  readonly idempotency?: Idempotency<Args>
  /**
   * For a write: which failures leave it undone, so that the model may call again. What came has to say so, returned or thrown: by a refusing status (4xx but 408, 409,
   * 425, 499), in words that refuse, or by a code of a connection that was never made; of anything else, of a timeout, a cut, a reset or an abort nobody knows it, and who sends an
   * idempotency key need not: the call may be made again, under the same `operationId`, and its outcome stays unknown until it is executed.
   */
  readonly transient?: (error: ToolError) => boolean
  /** The author's words for a thrown error, or `failed(…, { executed: 'no' })` where it proves that nothing happened. @default the session's, then the guard's */
  readonly errors?: ErrorWords<Args>
  /** Whether the model reads the tool's own words of a failure, redacted and as a quotation; `'returned'`: not those of a throw. @default the session's, which is true */
  readonly quoteErrors?: QuoteErrors
  /** Whether any response, readable or not, means that a write was executed: set by `httpTool` and `sqlTool`. @default false */
  readonly respondsWhenDone?: boolean
  /** A smaller request, by how much of the response came: arguments to change (`{ page_size: 20 }`), which become the `next` of the error, or a hint in words. */
  readonly narrow?: (args: Args, error: ToolError, came: ResponseSize) => string | Partial<NoInfer<Args>> | null
  /** Names of tools that can stand in for this one: a hint names one that the model has. */
  readonly alternatives?: ReadonlyArray<string>
}

/** A tool whose options were checked, with a codec where a schema was given. @category Tools @since 0.1.0 */
export interface CheckedTool<Args> extends Omit<Tool<Args>, 'args'> {
  readonly args?: t.Type<Args, unknown>
}

/** The guard's own options of a tool. */
export interface ToolTraits<Args> extends Omit<CheckedTool<Args>, 'run'> {
  /** What its name tells, where its effect is undeclared. */
  readonly kind?: ToolKind
  /** Whether nobody says when its turn ends: of a read, only repeats in a row count. @default false */
  readonly inRow?: boolean
  /** Whether the codec reads a `_tag`: an Either or an Option is then the answer itself. */
  readonly declaresTag?: boolean
  /** Fits arguments that were judged before the guard saw them: by it the next call is vetted. */
  readonly judgedArgs?: t.Type<unknown>
  /** The author's words for all tools of an adapter. */
  readonly sharedErrors?: ErrorWords<unknown>
}

/** The time limit of a tool without `timeoutMs`. */
export const DEFAULT_TIMEOUT_MS = 30_000

/** The time limit of a tool. */
export const timeoutOf = ({ timeoutMs = DEFAULT_TIMEOUT_MS }: Pick<ToolTraits<never>, 'timeoutMs'>): number => timeoutMs

/** The size limit of a response of a tool without `maxBytes`. */
export const DEFAULT_MAX_BYTES = 4 * 1024 * 1024

/** Whether a call had its effect: `refused` calls never reached the tool. @category Tools @since 0.1.0 */
export type Execution = 'yes' | 'no' | 'unknown' | 'refused'

/** A verdict of `incomplete`, `failed` or `noContent`, known by identity: no outside data can forge one. */
export type ToolVerdict =
  | {
      readonly kind: 'incomplete'
      readonly value: unknown
      readonly error: PartialData
      readonly unmarked?: true
      readonly broken?: true
    }
  | {
      readonly kind: 'failed'
      readonly error: ToolError
      readonly executed: 'yes' | 'no' | 'unknown' | undefined
      /** No response came to one of its requests. */
      readonly lost?: boolean
      /** Host and port that did not answer. */
      readonly place?: string
      readonly says?: string
      readonly report?: boolean
      readonly refuses?: boolean
    }
  | { readonly kind: 'no_content' }

// -- constructors

const UNSAID = fixedError('schema_mismatch', 'tool_threw', 'The tool failed without saying how.')

const verdicts = new WeakMap<object, ToolVerdict>()

const spoken = (verdict: ToolVerdict): object => {
  const token = Object.freeze({})
  verdicts.set(token, verdict)
  return token
}

/**
 * A tool returns this for a valid part of a response: a page, a cut body, a row cap.
 * The guard reads, decodes and checks `value` as always, and then returns `partial_data` with the payload as its `data`.
 *
 * @category Tools @since 0.1.0
 */
export const incomplete = (value: unknown, why: Omit<ErrorInput, 'code'> & { readonly code?: string }): unknown =>
  spoken({ kind: 'incomplete', value, error: partialData({ ...why, code: why.code ?? 'incomplete_response' }) })

/** A response that broke off while it was read: whatever came of it, it proves no effect by itself. */
export const broken = (value: unknown, why: ErrorInput): unknown =>
  spoken({ kind: 'incomplete', value, error: partialData(why), broken: true })

/** A response whose end nothing marked: it is incomplete if it is a number or a text, and whole if it is JSON that says itself where it ends. */
export const unmarked = (value: unknown, why: ErrorInput): unknown =>
  spoken({ kind: 'incomplete', value, error: partialData(why), unmarked: true })

/** The same verdict on another value. */
export const withValue = (verdict: Extract<ToolVerdict, { readonly kind: 'incomplete' }>, value: unknown): unknown =>
  spoken({ ...verdict, value })

/**
 * A tool returns (or throws) this for a refusal of its own, in a `ToolError` or a plain `{ code, detail, hint }`. Say whether the effect took place: a `write` that may have run must not be repeated. `says`
 * are the refuser's own words: the model reads them redacted, as a quotation behind the detail.
 *
 * @category Tools @since 0.1.0
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as t from 'io-ts'
 * import { failed, guardedCall, openTurn } from 'guarded-call'
 *
 * const closed = { code: 'account_closed', detail: 'The account is closed.', hint: 'Ask Ada.' }
 * const pay = guardedCall({ name: 'pay', effect: 'write', run: () => failed(closed, { executed: 'no' }) }, t.unknown)
 *
 * const result = await openTurn().run(pay({ to: 'ada' }))
 * assert.ok(E.isLeft(result))
 * assert.match(result.left.hint ?? '', /^It was not executed: nothing happened\./)
 */
export const failed = (
  error: AuthorsError,
  { executed, says }: { readonly executed?: 'yes' | 'no' | 'unknown'; readonly says?: string } = {}
): unknown =>
  spoken({
    kind: 'failed',
    error: errorFrom(error) ?? UNSAID,
    executed: executed === 'yes' || executed === 'no' || executed === 'unknown' ? executed : undefined,
    ...(typeof says === 'string' && says !== '' ? { says } : {})
  })

/** The same, of a tool of ours that knows whether a response came. */
export const failedAs = ({
  error,
  executed,
  lost = false,
  place = '',
  says = '',
  report = false,
  refuses
}: Omit<Extract<ToolVerdict, { readonly kind: 'failed' }>, 'kind'>): unknown =>
  spoken({
    kind: 'failed',
    error,
    executed,
    ...(lost ? { lost } : {}),
    ...(place === '' ? {} : { place }),
    ...(says === '' ? {} : { says }),
    ...(report ? { report } : {}),
    ...(refuses === undefined ? {} : { refuses })
  })

/** A tool returns this where the protocol says that there is no body (204, 205): read as `null`, and `empty_body` where the codec refuses that. */
export const noContent = (): unknown => spoken({ kind: 'no_content' })

// -- destructors

/** The verdict in a tool's response, if one of the functions above made it. */
export const verdictOf = (answer: unknown): ToolVerdict | undefined =>
  isObject(answer) ? verdicts.get(answer) : undefined

/** Whether the author says of a failure that the call may be made again. */
export const isTransient = <Args>(
  { transient }: ToolTraits<Args>,
  error: ToolError,
  onThrow: (thrown: unknown) => void
): boolean => {
  try {
    const said: unknown = transient?.(error)
    abandon(said)
    return said === true
  } catch (thrown) {
    onThrow(thrown)
    return false
  }
}
