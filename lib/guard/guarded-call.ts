/** One call of a tool, from its arguments to an `Either`. */
import * as E from 'fp-ts/lib/Either.js'
import type * as RTE from 'fp-ts/lib/ReaderTaskEither.js'
import type * as t from 'io-ts'
import type { SemanticCheck } from '../core/checks/semantic-check.js'
import { schemaMismatch, type ToolError } from '../core/tool-error.js'
import { admit, type Admission } from './admit.js'
import { takeArgs, takeInput, type Taken } from './arguments.js'
import type { Begun } from './begun.js'
import type { ArgumentRepair } from './call-record.js'
import { holdsJsonText } from './decode.js'
import { judgeAnswer, judgeFor, type Judge, type Judgement } from './judge.js'
import { narrowed, withOutcome } from './outcome.js'
import { NOBODY, runWatched, watchCall, type CallStart, type CallWatch } from './observer.js'
import { run, type Ran, type RunOptions } from './run.js'
import { settle } from './settle.js'
import { checkTool, DEFAULT_TIMEOUT_MS, type Executed, type Tool } from './tool.js'
import { stateOf, type Turn, type TurnState } from './turn.js'

// -- model

/** What one call may be told besides its arguments. @category Guard @since 0.1.0 */
export interface CallOptions {
  /** Names the call in records; give the model's own call id where it has one. @default the turn's id and a number */
  readonly callId?: string
  /** Aborts this call. */
  readonly signal?: AbortSignal
}

/** What an adapter needs of a guarded call. @category Guard @since 0.1.0 */
export interface AnyGuardedCall {
  readonly tool: {
    readonly name: string
    readonly effect: 'read' | 'write'
    readonly description?: string
    readonly args?: t.Mixed
  }
  readonly fromModel: (input: unknown, options?: CallOptions) => RTE.ReaderTaskEither<Turn, ToolError, unknown>
}

/** A tool that answers with an `Either`: call it with arguments, or with what the model sent. @category Guard @since 0.1.0 */
export interface GuardedCall<Args, A> extends AnyGuardedCall {
  /** Arguments are checked with `args.is`, never decoded twice. */
  (
    ...args: unknown extends Args ? [args?: Args, options?: CallOptions] : [args: Args, options?: CallOptions]
  ): RTE.ReaderTaskEither<Turn, ToolError, A>
  /** Decodes what the model sent first, as a value (JSON text is to be parsed before); what does not fit is `invalid_arguments`. */
  readonly fromModel: (input: unknown, options?: CallOptions) => RTE.ReaderTaskEither<Turn, ToolError, A>
  readonly tool: Tool<Args>
  readonly codec: t.Decoder<unknown, A>
}

interface Prepared<Args, A> {
  readonly tool: Tool<Args>
  readonly judge: Judge<A, Args>
  readonly timeoutMs: number
}

/** A call on its way through the stages. */
interface Way<Args, A> {
  readonly prepared: Prepared<Args, A>
  readonly begun: Begun<Args>
  readonly state: TurnState
}

type Settling<A> = E.Either<ToolError, A> | Promise<E.Either<ToolError, A>>

// -- one call

const refused = { executed: 'refused', bytes: 0, answered: undefined, cause: undefined } as const

// A model cannot mend it, and its author reads no hints.
const UNPARSED =
  'The arguments are JSON text: what a provider sends as text is to be parsed before it is given to a call. If it was, the model encoded it twice.'

const limitOf = <Args>(tool: Tool<Args>, state: TurnState): number =>
  tool.maxIdenticalCalls ?? state.settings.budget[tool.effect]

// What every refusal after the tool began to run must say, and what a smaller request may be.
const explainFailure = <Args>(
  tool: Tool<Args>,
  args: Args,
  error: ToolError,
  executed: Exclude<Executed, 'refused'>,
  short: boolean
): ToolError => {
  const hinted = short && (tool.effect === 'read' || executed === 'no') ? narrowed(tool, args, error) : error
  return tool.effect === 'write' ? withOutcome(hinted, executed) : hinted
}

const judged = <Args, A>({ tool, judge }: Prepared<Args, A>, args: Args, ran: Ran): Judgement<A> => {
  if (ran.kind === 'answered') return judgeAnswer(judge, args, ran.answer)
  return {
    result: E.left(ran.error),
    executed: ran.executed,
    bytes: 0,
    text: undefined,
    raw: undefined,
    short: ran.error.code === 'timeout' && tool.effect === 'read'
  }
}

const finish = <Args, A>(
  { prepared, begun, state }: Way<Args, A>,
  admission: Admission,
  args: Args,
  ran: Ran
): Settling<A> => {
  const { tool } = prepared
  const { result, executed, bytes, text, raw, short } = judged(prepared, args, ran)
  const answer = E.isLeft(result) ? E.left(explainFailure(tool, args, result.left, executed, short)) : result
  const answered = { text, raw, error: E.isLeft(answer) ? answer.left : undefined }
  const cause = ran.kind === 'ended' ? ran.cause : undefined
  return settle(answer, begun, { admission, executed, counted: true, bytes, answered, cause }, state)
}

const finishLater = async <Args, A>(
  way: Way<Args, A>,
  admission: Admission,
  args: Args,
  ran: Promise<Ran>
): Promise<E.Either<ToolError, A>> => finish(way, admission, args, await ran)

const runWithin = <Args>(
  watches: ReadonlyArray<CallWatch>,
  tool: Tool<Args>,
  args: Args,
  options: RunOptions
): Ran | Promise<Ran> => runWatched(watches, () => run(tool, args, options))

const proceed = <Args, A>(
  way: Way<Args, A>,
  admission: Admission,
  taken: Taken<Args>,
  signal: AbortSignal | undefined
): Settling<A> => {
  const {
    prepared: { tool, timeoutMs },
    begun,
    state
  } = way
  // Refused arguments are counted; refusals of the budget itself are no answers.
  if (admission.refusal !== undefined)
    return settle(E.left(admission.refusal), begun, { ...refused, admission, counted: false }, state)
  if (E.isLeft(taken.args))
    return settle(
      taken.args,
      begun,
      { ...refused, admission, counted: true, cause: holdsJsonText(taken.data) ? UNPARSED : undefined },
      state
    )
  const args = taken.args.right
  const options = {
    callId: begun.callId,
    turnId: state.id,
    timeoutMs,
    signals: signal === undefined ? state.signals : [...state.signals, signal]
  }
  // No closure for a call that nobody watches.
  const ran = begun.watches.length === 0 ? run(tool, args, options) : runWithin(begun.watches, tool, args, options)
  return ran instanceof Promise ? finishLater(way, admission, args, ran) : finish(way, admission, args, ran)
}

const startOf = <Args>(
  { name, effect, description }: Tool<Args>,
  args: unknown,
  callId: string,
  turnId: string
): CallStart => ({ callId, turnId, tool: name, effect, args, ...(description === undefined ? {} : { description }) })

const begin = <Args>(
  tool: Tool<Args>,
  { data, key }: Taken<Args>,
  callId: string,
  repair: ArgumentRepair | undefined,
  { id, settings: { observers, clock } }: TurnState
): Begun<Args> => ({
  tool,
  callId,
  data,
  args: key,
  key: key.inTurn(tool.name),
  startedAt: clock(),
  repair,
  watches: observers.length === 0 ? NOBODY : watchCall(observers, startOf(tool, data, callId, id))
})

const UNFORESEEN = schemaMismatch({
  code: 'tool_threw',
  detail: 'The call failed inside its guard; whether the tool ran is unknown.'
})

// The last line: the stages answer for what tools, codecs, checks and loggers do; untyped options may still throw.
const perform = async <Args, A>(
  prepared: Prepared<Args, A>,
  taken: Taken<Args>,
  turn: Turn,
  { callId, signal }: CallOptions,
  repair?: ArgumentRepair
): Promise<E.Either<ToolError, A>> => {
  const state = stateOf(turn)
  try {
    const begun = begin(prepared.tool, taken, callId ?? state.nextCallId(), repair, state)
    const admission = admit(begun, limitOf(prepared.tool, state), signal, state)
    const settling = proceed(
      { prepared, begun, state },
      admission instanceof Promise ? await admission : admission,
      taken,
      signal
    )
    // A call of a tool that answers at once waits for nothing.
    return settling instanceof Promise ? await settling : settling
  } catch {
    return E.left(UNFORESEEN)
  }
}

// -- constructors

const NO_OPTIONS: CallOptions = {}

// Of Prepared<Args, A>, by the call that was made of it.
const preparations = new WeakMap<object, unknown>()

/**
 * Wraps a tool so that every answer is a validated payload or a `ToolError` that a model can act on. Never rejects and never hangs past the
 * tool's time; arguments, budget, running, reading, codec and checks each have one reason to say `Left`.
 *
 * Synchronous checks run in the order given.
 *
 * @throws TypeError for options that cannot work.
 * @category Guard @since 0.1.0
 * @example
 * import * as t from 'io-ts'
 * import { guardedCall, openTurn, toModelText } from 'guarded-call'
 *
 * const search = guardedCall(
 *   { name: 'search_orders', effect: 'read', run: () => '{"orders":[{"id":1,"total":12' },
 *   t.type({ orders: t.array(t.type({ id: t.number, total: t.number })) })
 * )
 * const result = await openTurn().run(search({ status: 'open' }))
 *
 * assert.match(toModelText(result), /truncated_response.*orders\[0\]\.total/)
 */
export const guardedCall = <Args, A>(
  tool: Tool<Args>,
  codec: t.Decoder<unknown, A>,
  ...semanticChecks: ReadonlyArray<SemanticCheck<NoInfer<A>, NoInfer<Args>>>
): GuardedCall<Args, A> => {
  checkTool(tool)
  const { reads, salvage, maxBytes } = tool
  const prepared: Prepared<Args, A> = {
    tool,
    judge: judgeFor({
      codec,
      checks: semanticChecks,
      ...(reads === undefined ? {} : { reads }),
      ...(salvage === undefined ? {} : { salvage }),
      ...(maxBytes === undefined ? {} : { maxBytes })
    }),
    timeoutMs: tool.timeoutMs ?? DEFAULT_TIMEOUT_MS
  }
  const call =
    (args?: Args, options: CallOptions = NO_OPTIONS): RTE.ReaderTaskEither<Turn, ToolError, A> =>
    (turn) =>
    () =>
      perform(prepared, takeArgs(tool, args as Args), turn, options)
  const fromModel =
    (input: unknown, options: CallOptions = NO_OPTIONS): RTE.ReaderTaskEither<Turn, ToolError, A> =>
    (turn) =>
    () =>
      perform(prepared, takeInput(tool, input), turn, options)
  const guarded = Object.assign(call, { fromModel, tool, codec }) as GuardedCall<Args, A>
  preparations.set(guarded, prepared)
  return guarded
}

// -- destructors

/** What a guarded call judges answers with, checks included, for whoever judges recorded ones as it would. */
export const judgeOf = (call: AnyGuardedCall): Judge<unknown, unknown> | undefined =>
  (preparations.get(call) as Prepared<unknown, unknown> | undefined)?.judge

/** Whether `guardedCall` made it. */
export const isGuardedCall = (call: unknown): boolean => typeof call === 'function' && preparations.has(call)

/** Makes a call whose arguments were taken elsewhere, and notes in its record what that took. */
export const callTaken =
  <Args, A>(
    call: GuardedCall<Args, A>,
    taken: Taken<Args>,
    options: CallOptions,
    repair: ArgumentRepair | undefined
  ): RTE.ReaderTaskEither<Turn, ToolError, A> =>
  (turn) =>
  () => {
    const prepared = preparations.get(call) as Prepared<Args, A> | undefined
    if (prepared === undefined) throw new TypeError('Expected `call` to be made by `guardedCall`.')
    return perform(prepared, taken, turn, options, repair)
  }
