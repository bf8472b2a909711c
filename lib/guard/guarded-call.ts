/** A tool that returns an `Either`. */
import type * as RTE from 'fp-ts/lib/ReaderTaskEither.js'
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import type * as t from 'io-ts'
import type { CodecLike } from '../codec/standard-schema.js'
import type { SemanticCheck } from '../core/checks/index.js'
import {
  type ModelTextOptions,
  type PartialData,
  type ToolError,
  asMade,
  expectTextWords,
  toModelText
} from '../core/errors/index.js'
import { COMMITTED } from './answer-evidence.js'
import { argumentsFromProgram, argumentsFromModel } from './arguments.js'
import type { CallOptions } from './call.js'
import { checkCall } from './check-call.js'
import { judgeAnswer, policyFor, type ResponsePolicy } from './judge.js'
import type { Judge, Judgement } from './judgement.js'
import { prepare, type Stages } from './perform.js'
import { encodeWith } from './salvage.js'
import { declaresTag } from './outcome-value.js'
import type { CheckedTool, Tool } from './tool.js'
import { checkTool, withTag } from './tool-options.js'
import type { HasTurn } from './turn.js'

// -- model

/** The parts of a guarded call that adapters use. @category Guard @since 0.1.0 */
export interface AnyGuardedCall {
  readonly tool: {
    readonly name: string
    readonly effect: 'read' | 'write'
    readonly description?: string
    readonly args?: t.Mixed
    readonly alternatives?: ReadonlyArray<string>
  }
  readonly fromModel: (input: unknown, options?: CallOptions) => RTE.ReaderTaskEither<HasTurn, ToolError, unknown>
}

/** A tool that returns an `Either`: call it with arguments, or with the model's input. @category Guard @since 0.1.0 */
export interface GuardedCall<Args, A> extends AnyGuardedCall {
  /** Arguments are checked with `args.is`, never decoded twice. */
  (
    ...args: unknown extends Args ? [args?: Args, options?: CallOptions] : [args: Args, options?: CallOptions]
  ): RTE.ReaderTaskEither<HasTurn, ToolError, A>
  /** Decodes the model's input first, as a value (not JSON text); a misfit is `invalid_arguments`. */
  readonly fromModel: (input: unknown, options?: CallOptions) => RTE.ReaderTaskEither<HasTurn, ToolError, A>
  /**
   * Judges the model's input as `fromModel` does, before a person is asked about the call: nothing runs, nothing is
   * counted. With a turn, a call that was `denied` in it, as far as this process knows, is a `Left` too: it asks no
   * store. Of a tool without `args`, any data fits.
   */
  readonly check: (input: unknown, environment?: HasTurn) => E.Either<ToolError, Args>
  /** Writes a result of this call for the model, by the codec that decoded it: dates, options and brands as JSON. */
  readonly toModelText: (result: E.Either<ToolError, A>, options?: CallTextOptions) => string
  readonly tool: CheckedTool<Args>
  readonly codec: t.Decoder<unknown, A>
}

/** How much of a result the model reads. @category Guard @since 0.1.0 */
export type CallTextOptions = Pick<ModelTextOptions<unknown>, 'maxChars'>

// -- constructors

// Of ResponsePolicy<A, Args>, by the call that was made with it.
const policies = new WeakMap<object, unknown>()

/** The result of a call. A tool that makes it of another call may hand its error on as it is. */
export const resultOf = <A>({ result }: Judgement<A>): E.Either<ToolError, A> => {
  if (E.isLeft(result)) asMade(result.left)
  return result
}

const judgeWith =
  <A, Args>(policy: ResponsePolicy<A, Args>): Judge<Args, A> =>
  (args, answer) =>
    judgeAnswer(policy, args, answer)

/**
 * Wraps a tool so that every result is a validated payload or a `ToolError` that a model can act on. Never rejects and
 * never hangs past the tool's time; arguments, budget, running, reading, codec and checks each have one reason to say
 * `Left`. The codec is one of io-ts, or a schema of zod, valibot, arktype or another Standard Schema that validates
 * synchronously.
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
  codec: CodecLike<A>,
  ...semanticChecks: ReadonlyArray<SemanticCheck<NoInfer<A>, NoInfer<Args>>>
): GuardedCall<Args, A> => {
  const plain = checkTool(tool)
  const { name, effect, reads, salvage, maxBytes, respondsWhenDone } = tool
  const judged = policyFor<A, Args>({
    codec,
    checks: semanticChecks,
    reads,
    salvage,
    maxBytes,
    name,
    effect,
    respondsWhenDone
  })
  const policy = COMMITTED in tool ? { ...judged, committed: true } : judged
  const checked = declaresTag(policy.codec) ? withTag(plain) : plain
  const judge = judgeWith(policy)
  const fromProgram: Stages<Args, Args, A> = { tool: checked, judge, argumentsFrom: argumentsFromProgram }
  const fromOutside: Stages<unknown, Args, A> = { tool: checked, judge, argumentsFrom: argumentsFromModel }
  const call = (args?: Args, options?: CallOptions) => prepare(fromProgram, args as Args, options, resultOf)
  const fromModel = (input: unknown, options?: CallOptions) => prepare(fromOutside, input, options, resultOf)
  const encode = encodeWith(policy)
  const toText = (result: E.Either<ToolError, A>, options: CallTextOptions = {}): string => {
    expectTextWords(options, ['maxChars'])
    const { maxChars } = options
    return toModelText(result, {
      effect: tool.effect,
      ...(encode === undefined ? {} : { encode }),
      ...(maxChars === undefined ? {} : { maxChars })
    })
  }
  const guarded = Object.assign(call, {
    fromModel,
    check: (input: unknown, environment?: HasTurn) => checkCall(checked, input, environment),
    toModelText: toText,
    tool: checked,
    codec: policy.codec
  }) as GuardedCall<Args, A>
  policies.set(guarded, policy)
  return guarded
}

/** The stages of a guarded call, for callers that need more than its result; a TypeError for others. */
export const stagesOf = <Args, A>(call: GuardedCall<Args, A>): Omit<Stages<never, Args, A>, 'argumentsFrom'> => {
  const policy = policies.get(call) as ResponsePolicy<A, Args> | undefined
  if (policy === undefined) throw new TypeError('Expected `call` to be made by `guardedCall`.')
  return { tool: call.tool, judge: judgeWith(policy) }
}

/** Gives a wrapper of a guarded call the policy of that call, for judging responses and writing them for the model. */
export const withPolicyOf = <C extends object>(wrapped: C, call: AnyGuardedCall): C => {
  policies.set(wrapped, policyOf(call))
  return wrapped
}

// -- destructors

/** The policy by which a guarded call judges responses, checks included; undefined for any other function. */
export const policyOf = (call: AnyGuardedCall): ResponsePolicy<unknown, unknown> | undefined =>
  policies.get(call) as ResponsePolicy<unknown, unknown> | undefined

/** Whether `guardedCall` made it. */
export const isGuardedCall = (call: unknown): boolean => typeof call === 'function' && policies.has(call)

// -- partial payloads

/** A payload, and its missing part. @category Guard @since 0.1.0 */
export interface WithPartial<A> {
  readonly payload: A
  readonly partial: O.Option<PartialData>
}

const partialAsRight = <A>({ result, payload }: Judgement<A>): E.Either<ToolError, WithPartial<A>> => {
  if (E.isRight(result)) return E.right({ payload: result.right, partial: O.none })
  return payload === undefined || result.left.error_class !== 'partial_data'
    ? result
    : E.right({ payload: payload.value, partial: O.some(result.left) })
}

/**
 * Makes a call whose partial results are `Right` too, with the missing part beside the payload. Only a payload that the
 * codec validated as a whole counts (a page, a row cap): salvaged elements of a cut body stay a `Left`.
 *
 * @category Guard @since 0.1.0
 * @example
 * import * as E from 'fp-ts/lib/Either.js'
 * import * as O from 'fp-ts/lib/Option.js'
 * import * as t from 'io-ts'
 * import { detectMorePages, guardedCall, openTurn, withPartial } from 'guarded-call'
 *
 * const Page = t.type({ orders: t.array(t.number), next_page: t.number })
 * const list = withPartial(
 *   guardedCall({ name: 'list', effect: 'read', run: () => '{"orders":[1,2],"next_page":2}' }, Page, detectMorePages())
 * )
 *
 * const result = await openTurn().run(list({ page: 1 }))
 * assert.ok(E.isRight(result) && O.isSome(result.right.partial))
 * assert.deepEqual(result.right.payload.orders, [1, 2])
 * assert.equal(result.right.partial.value.hint, 'Call again with page=2.')
 */
export const withPartial = <Args, A>(call: GuardedCall<Args, A>) => {
  const stages = { ...stagesOf(call), argumentsFrom: argumentsFromProgram<Args> }
  return (...[args, options]: Parameters<GuardedCall<Args, A>>) =>
    prepare(stages, args as Args, options, partialAsRight)
}
