/** The options of a tool, and its verdicts `incomplete`, `failed` and `noContent`. */
import type * as t from 'io-ts'
import type { StandardSchemaLike } from '../codec/is-codec.js'
import type { ToolKind } from '../core/signs/index.js'
import { type MaybePromise, isObject } from '../core/foreign/index.js'
import { type ErrorInput, type PartialData, type ToolError, partialData, fixedError } from '../core/errors/index.js'
import { authored } from './handed-on.js'
import type { LedgerForm } from './judgement.js'

// -- model

/** The context of a running tool. @category Tools @since 0.1.0 */
export interface CallContext {
  /** Aborted when the call's time is over or the caller gave up. */
  readonly signal: AbortSignal
  /** For logs alone: it counts from 1 in every process, or is a provider's id, which some providers reuse. */
  readonly callId: string
  readonly turnId: string
  /**
   * Names the effect of the call: the same in every process and every replay of the turn, and a new one for each
   * further attempt once the outcome of the one before is known. The only thing to use as an idempotency key.
   */
  readonly operationId: string
}

/** The idempotency key of a write, and for how long its service honours one. @category Tools @since 0.1.0 */
export interface Idempotency<Args> {
  /**
   * The key that each request of the operation carries: `(_args, { operationId }) => operationId`. An `httpTool` sends
   * it as `Idempotency-Key`; any other tool sends it itself.
   */
  readonly key: (args: Args, context: CallContext) => string
  /** Milliseconds for which the service documents that it remembers a key: 30 minutes at some, days at others. */
  readonly forMs: number
}

/** How much of a response came that was cut or too large. @category Tools @since 0.1.0 */
export interface ResponseSize {
  readonly bytes: number
  /** Complete elements of the response's array, where it is known. */
  readonly elements?: number
}

/**
 * Puts into an author's words what a tool throws, or the failed response of an `httpTool` or a returned `Response` (an
 * Error with `status`, `body`): a `ToolError`, a plain `{ code, detail, hint }`, or `failed(…, { executed })` where it
 * is known, `'unknown'` of a refusal that proves nothing; `undefined` leaves it to the next one.
 * @category Tools @since 0.1.0
 */
export type ErrorWords<Args> = (thrown: unknown, args: Args) => unknown

/** An error in an author's words, of its code's class or semantic_garbage. @category Tools @since 0.1.0 */
export type AuthorsError = ToolError | Pick<ErrorInput, 'code' | 'detail' | 'hint'>

/** Whose words of a failure a model reads: both, of responses alone, none. @category Tools @since 0.1.0 */
export type QuoteErrors = boolean | 'returned'

/** A named effect that the model may request. @category Tools @since 0.1.0 */
export interface Tool<Args> {
  readonly name: string
  /** A `write` changes something outside: unless idempotent, it runs once in a turn. Its errors say if it ran. */
  readonly effect: 'read' | 'write'
  /**
   * A value or a promise of one; may throw. Of an `Either`, a `TaskEither` or an `Option`, Right or Some is the answer,
   * Left is read as what a tool throws, and None is `not_found`; where the codec declares a `_tag` of its own, the
   * value stands as it is. A function without parameters is called, as a `TaskEither`: return no other.
   */
  readonly run: (args: Args, context: CallContext) => unknown
  /** The description that the model reads. */
  readonly description?: string
  /** Decodes the model's arguments: a codec or a schema. Without it, `fromModel` accepts any data. */
  readonly args?: t.Type<Args, unknown> | StandardSchemaLike<Args>
  /** How a string or bytes are read; other values are copied once, as data. @default 'json' */
  readonly reads?: 'json' | 'text'
  /** Milliseconds until the signal is aborted and the call returns `timeout`, in any case. @default 30_000 */
  readonly timeoutMs?: number
  /** Most bytes of a response. @default 4_194_304 */
  readonly maxBytes?: number
  /**
   * Path of an array (`orders`, `data.items`, `$`) that the codec declares: of a cut response, its whole elements are
   * kept as `partial_data`, each decoded by itself. No check, and no refinement of the whole, has seen them.
   */
  readonly salvage?: string
  /** A write that may be repeated, such as an edit, a PUT, a shell: counts as a read. @default false */
  readonly idempotent?: boolean
  /**
   * Most calls with the same arguments in one turn, whatever came back (since another call wrote).
   * @default 20; the session's `budget.write`, 1, for a write that is not idempotent
   */
  readonly maxIdenticalCalls?: number
  /** Most calls of the tool in one turn, whatever their arguments and responses. @default none */
  readonly maxCalls?: number
  /** Unchanged responses are not counted: only `maxIdenticalCalls` bounds it. @default false */
  readonly polls?: boolean
  /** The fields that identify a write, where its arguments hold more. @default the arguments of the codec */
  readonly identity?: (args: Args) => unknown
  /**
   * Where a call goes: a failure to reach it is held against that place, and calls for others go on.
   * @default the host and port that failed, else the one address among the arguments
   */
  readonly place?: (args: Args) => string
  /**
   * For a write: asked where nobody knows whether it ran, in the call (within `timeoutMs`, at most 10 seconds) and,
   * under a ledger, by each delivery, whose arguments may be others of the same `identity`. `{ answer }` is your word
   * that it ran, and its response: look at what you found before you give it. `not_executed` lets it run again: only
   * where the request can no longer take effect. It counts at once where the tool refused in words, else once
   * `timeoutMs` has passed beyond the call.
   */
  readonly verify?: (
    args: Args,
    context: CallContext
  ) => MaybePromise<'executed' | 'not_executed' | 'unknown' | { readonly answer: unknown }>
  /** Lets an attempt of unknown outcome be made again with its key, while the service remembers it. @default none */
  readonly idempotency?: Idempotency<Args>
  /**
   * For a write: the failures after which the model may call again. It counts as not executed if that is reported: by
   * a refusing status (4xx but 408, 409, 424, 425, 499), in words, or the code of a connection that was never made. Of
   * any other the call is made again under the same `operationId`, and its outcome stays unknown until it is executed.
   */
  readonly transient?: (error: ToolError) => boolean
  /** The author's words for what is thrown, or a response that failed. @default the session's, then the guard's */
  readonly errors?: ErrorWords<Args>
  /** Whether the model reads the tool's words of a failure, redacted; `'returned'`: not of throws. @default true */
  readonly quoteErrors?: QuoteErrors
  /** Whether any response means that a write was executed, as of `httpTool` and `sqlTool`. @default false */
  readonly respondsWhenDone?: boolean
  /** A smaller request: arguments to change (`{ page_size: 20 }`), for the `next` of the error, or a hint in words. */
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
  /** Whether reads in flight count only once they returned. @default false */
  readonly countsReturned?: boolean
  /** Whether the codec reads a `_tag`: an Either or an Option is then the answer itself. */
  readonly declaresTag?: boolean
  /** Whether a function that it returns is its answer, such as one that ends a subscription, and never called. */
  readonly inPlace?: boolean
  /** Fits arguments that were judged before the guard saw them: by it the next call is vetted. */
  readonly judgedArgs?: t.Type<unknown>
  /** The author's words for all tools of an adapter. */
  readonly sharedErrors?: ErrorWords<unknown>
  /** What a ledger keeps of a response, where a framework has a form of its own. @default what was judged */
  readonly ledgerForm?: LedgerForm
  /** Where callers get the answer itself: one for another caller, or undefined where no copy is like it. */
  readonly twinOf?: (answer: unknown) => { readonly twin: unknown } | undefined
  /** Whether callers get the data that are read of a body, and not its text. @default false */
  readonly readsData?: boolean
}

export const DEFAULT_TIMEOUT_MS = 30_000

/** The time limit of a tool. */
export const timeoutOf = ({ timeoutMs = DEFAULT_TIMEOUT_MS }: Pick<ToolTraits<never>, 'timeoutMs'>): number => timeoutMs

/** The size limit of a response of a tool without `maxBytes`. */
export const DEFAULT_MAX_BYTES = 4 * 1024 * 1024

/** A failure in the words of its tool. */
export interface FailedVerdict {
  readonly kind: 'failed'
  readonly error: ToolError
  readonly executed: 'yes' | 'no' | 'unknown' | undefined
  /** No response came to one of its requests, or an earlier one may have been carried out. */
  readonly lost?: boolean | undefined
  /** Host and port that did not answer. */
  readonly place?: string | undefined
  /** The tool's own words, to be quoted. */
  readonly says?: string | undefined
  /** The tool itself said no. */
  readonly report?: boolean | undefined
  /** It says that the request was refused, and nothing beside it leaves that open. */
  readonly refuses?: boolean | undefined
  /** The response that failed, for its author's words. */
  readonly response?: { readonly status: number; readonly body: unknown } | undefined
}

/** A verdict of `incomplete`, `failed` or `noContent`, known by identity: no outside data can forge one. */
export type ToolVerdict =
  | {
      readonly kind: 'incomplete'
      readonly value: unknown
      readonly error: PartialData
      readonly unmarked?: true
    }
  | FailedVerdict
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
 * A tool returns this for a valid part of a response: a page, a cut body, a row cap. The guard reads, decodes and
 * checks `value` as always, and then returns `partial_data` with the payload as its `data`. It proves no
 * effect of a write, unless the tool `respondsWhenDone`. To the types it is no answer.
 *
 * @category Tools @since 0.1.0
 */
export const incomplete = (value: unknown, why: Omit<ErrorInput, 'code'> & { readonly code?: string }): never =>
  spoken({
    kind: 'incomplete',
    value,
    error: partialData({ ...why, code: why.code ?? 'incomplete_response' })
  }) as never

/** A response whose end nothing marked: incomplete if it is a number or a text, whole if its JSON ends. */
export const unmarked = (value: unknown, why: ErrorInput): unknown =>
  spoken({ kind: 'incomplete', value, error: partialData(why), unmarked: true })

/** The same verdict on another value. */
export const withValue = (verdict: Extract<ToolVerdict, { readonly kind: 'incomplete' }>, value: unknown): unknown =>
  spoken({ ...verdict, value })

/**
 * A tool returns (or throws) this for a refusal of its own, in a `ToolError` or a plain `{ code, detail, hint }`. Say
 * whether the effect took place: a `write` that may have run must not be repeated. `says` are the refuser's own words:
 * the model reads them redacted, as a quotation behind the detail. To the types it is no answer.
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
): never =>
  spoken({
    kind: 'failed',
    error: authored(error) ?? UNSAID,
    executed: executed === 'yes' || executed === 'no' || executed === 'unknown' ? executed : undefined,
    ...(typeof says === 'string' && says !== '' ? { says } : {})
  }) as never

export const failedAs = ({
  error,
  executed,
  lost = false,
  place = '',
  says = '',
  report = false,
  refuses,
  response
}: Omit<FailedVerdict, 'kind'>): unknown =>
  spoken({
    kind: 'failed',
    error,
    executed,
    ...(lost ? { lost } : {}),
    ...(place === '' ? {} : { place }),
    ...(says === '' ? {} : { says }),
    ...(report ? { report } : {}),
    ...(refuses === undefined ? {} : { refuses }),
    ...(response === undefined ? {} : { response })
  })

/**
 * A tool returns this where the protocol says that there is no body (204, 205): read as `null`, and `empty_body` where
 * the codec refuses that.
 */
export const noContent = (): unknown => spoken({ kind: 'no_content' })

// -- destructors

/** The verdict in a tool's response, if one of the functions above made it. */
export const verdictOf = (answer: unknown): ToolVerdict | undefined =>
  isObject(answer) ? verdicts.get(answer) : undefined
