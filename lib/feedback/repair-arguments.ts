/** Gives a model a bounded second chance with its arguments, then makes the call. */
import * as E from 'fp-ts/lib/Either.js'
import type * as RTE from 'fp-ts/lib/ReaderTaskEither.js'
import { type MaybePromise, abandon, isObject } from '../core/foreign/index.js'
import type { Issue, ToolError } from '../core/errors/index.js'
import {
  checkCallOptions,
  isGuardedCall,
  perform,
  resultOf,
  stagesOf,
  stateOf,
  withPolicyOf,
  type AnyGuardedCall,
  type ArgumentRepair,
  type CallOptions,
  type GuardedCall,
  type HasTurn,
  type TurnState
} from '../guard/kernel.js'
import * as o from '../core/options.js'
import { argumentFeedback } from './argument-feedback.js'
import { askModel, DEFAULT_ASK_TIMEOUT_MS, isOver, unaskedFor, type ModelReply } from './ask-model.js'
import { examineArguments, type ArgumentVerdict, type Examiner } from './examine-arguments.js'
import {
  inVain,
  isHopeless,
  noteEnding,
  noteOutcome,
  repairOf,
  finalArguments,
  type RepairEnding
} from './repair-ending.js'

// -- model

/** The model's next call of the same tool. Without `args`, the model gave up. @category Feedback @since 0.1.0 */
export interface AskAnswer {
  /** The arguments of that call, unchanged. */
  readonly args?: unknown
  /** The cost of asking, in the provider's own form; the call's record keeps it. */
  readonly usage?: unknown
}

/** The context of an `ask`, besides the feedback. @category Feedback @since 0.1.0 */
export interface AskContext {
  /** The model's arguments that the feedback is about, unchanged. */
  readonly args: unknown
  /** Aborted when every caller has stopped waiting. */
  readonly signal: AbortSignal
}

/** Arguments that run instead of the model's first ones. @category Feedback @since 0.1.0 */
export interface RepairedCall {
  /** The call's id, if the caller gave one. */
  readonly callId: string | undefined
  /** The arguments as data: put them into the stored call, so that the history matches the call that ran. */
  readonly args: unknown
}

/** How a model is asked to correct its arguments, and how often. @category Feedback @since 0.1.0 */
export interface RepairArgumentsOptions {
  /**
   * Shows the model the feedback with its failed call, and no earlier failure; returns its next call of the same tool
   * (the first of several), or `undefined` if it makes none. It must leave the stored conversation unchanged.
   */
  readonly ask: (feedback: string, attempt: number, context: AskContext) => MaybePromise<AskAnswer | undefined>
  /** Most re-asks for one call. @default 2 */
  readonly maxRetries?: number
  /** Whether the raw arguments hold an invented id: `true` ends the call as `fabricated_id`, unasked. */
  readonly checkIds?: (args: Readonly<Record<string, unknown>>) => boolean
  /**
   * Repairs without asking where there is one meaning only: JSON text in place of the object or array that is due, a
   * single value in place of an array, a number in a string, `"null"`. The call's record and the log name each repair.
   * @default false
   */
  readonly coerce?: boolean
  /** Called before arguments run that differ from the model's first ones. */
  readonly onRepaired?: (repaired: RepairedCall) => unknown
  /** Milliseconds that one `ask` may take. @default 120_000 */
  readonly timeoutMs?: number
}

/**
 * A call whose arguments are repaired before it is made. Adapters accept it like a guarded call.
 * @category Feedback @since 0.1.0
 */
export interface RepairingCall<A> extends AnyGuardedCall {
  (input: unknown, options?: CallOptions): RTE.ReaderTaskEither<HasTurn, ToolError, A>
  readonly fromModel: (input: unknown, options?: CallOptions) => RTE.ReaderTaskEither<HasTurn, ToolError, A>
}

interface RepairPlan<Args> {
  readonly tool: string
  readonly examiner: Examiner<Args>
  readonly ask: RepairArgumentsOptions['ask']
  readonly maxRetries: number
  readonly onRepaired: RepairArgumentsOptions['onRepaired']
  readonly timeoutMs: number
}

// -- one re-ask

type AskReply =
  | { readonly kind: 'call'; readonly args: unknown; readonly usage: unknown }
  | { readonly kind: 'gave_up'; readonly usage: unknown }

// The reply is the caller's object. It is read once; a getter that throws counts as an `ask` that threw.
const readAnswer = (answer: unknown): AskReply => {
  if (!isObject(answer)) return { kind: 'gave_up', usage: undefined }
  const { usage } = answer as { readonly usage?: unknown }
  return 'args' in answer ? { kind: 'call', args: answer.args, usage } : { kind: 'gave_up', usage }
}

const askAgain = <Args>(
  plan: RepairPlan<Args>,
  issues: ReadonlyArray<Issue>,
  attempt: number,
  args: unknown,
  signals: ReadonlyArray<AbortSignal>
): Promise<ModelReply<AskReply>> =>
  askModel(async (signal) => readAnswer(await plan.ask(argumentFeedback(issues), attempt, { args, signal })), {
    signals,
    timeoutMs: plan.timeoutMs
  })

// -- the loop

const outcomeOf = <Args>(
  { kind }: Exclude<ArgumentVerdict<Args>, { readonly kind: 'refused' }>,
  retries: number
): ArgumentRepair['outcome'] | undefined => {
  if (kind === 'fits') return retries === 0 ? 'no_retry' : 'success'
  // A call that never reached the codec has nothing to repair.
  if (retries === 0) return undefined
  return kind === 'fabricated' ? 'fabricated_id_on_retry' : 'interrupted'
}

const repair = async <Args>(
  plan: RepairPlan<Args>,
  input: unknown,
  turn: TurnState,
  { callId, signal }: CallOptions
): Promise<RepairEnding<Args>> => {
  const signals = signal === undefined ? turn.signals : [...turn.signals, signal]
  const usage: Array<unknown> = []
  let retries = 0
  let tried = examineArguments(plan.examiner, input)
  const firstArgs = tried.callArguments.key
  const end = (
    outcome: RepairEnding<Args>['outcome'],
    more: { readonly cause?: string; readonly repairs?: ReadonlyArray<string> } = {}
  ): RepairEnding<Args> => ({
    callArguments: tried.callArguments,
    firstArgs,
    outcome,
    retries,
    usage,
    repairs: [],
    ...more
  })

  while (tried.kind === 'refused') {
    if (retries >= plan.maxRetries || (retries === 0 && isHopeless(turn, plan.tool, firstArgs))) return end('exhausted')
    if (isOver(turn, signals)) return end('interrupted')
    const asked = await askAgain(plan, tried.issues, retries + 1, tried.data, signals)
    if (asked.kind !== 'answered') return end('interrupted', unaskedFor(asked, turn))
    if (asked.answer.usage !== undefined) usage.push(asked.answer.usage)
    if (asked.answer.kind === 'gave_up') return end('llm_gave_up')
    const next = examineArguments(plan.examiner, asked.answer.args)
    retries += 1
    if (next.kind === 'refused' && next.callArguments.key.id === tried.callArguments.key.id)
      noteOutcome(turn, { tool: plan.tool, callId }, 'redundant', retries)
    tried = next
  }
  return end(outcomeOf(tried, retries), tried.kind === 'fits' ? { repairs: tried.repairs } : {})
}

// Called only if the arguments differ from the model's first ones.
const tellRepaired = <Args>(
  { onRepaired }: RepairPlan<Args>,
  callId: string | undefined,
  { callArguments, retries, repairs }: RepairEnding<Args>
): void => {
  if (E.isLeft(callArguments.value) || (retries === 0 && repairs.length === 0)) return
  try {
    abandon(onRepaired?.({ callId, args: callArguments.data }))
  } catch {
    // A copy, so that changes by the caller have no effect.
  }
}

// -- constructors

const read = o.options('options', {
  ask: o.required(o.func),
  maxRetries: o.optional(o.nonNegative, 2),
  checkIds: o.optional(o.func),
  coerce: o.optional(o.flag, false),
  onRepaired: o.optional(o.func),
  timeoutMs: o.optional(o.milliseconds, DEFAULT_ASK_TIMEOUT_MS)
} satisfies o.TableOf<RepairArgumentsOptions>)

/**
 * Lets a model correct arguments that the tool's codec refused: each re-ask names the fields of the latest failure, and
 * after `maxRetries` of them the call ends as `invalid_arguments`. One logical call leaves one record, whose `args` are
 * the final ones and whose `repair` describes the attempts.
 *
 * @throws TypeError if the tool has no `args` codec: without one nothing could ever be refused.
 * @category Feedback @since 0.1.0
 * @example
 * import * as t from 'io-ts'
 * import { guardedCall, openTurn, repairArguments } from 'guarded-call'
 *
 * const order = guardedCall(
 *   {
 *     name: 'order',
 *     effect: 'write',
 *     args: t.type({ sku: t.string, qty: t.Int }),
 *     run: ({ sku, qty }) => ({ ordered: `${qty} ${sku}` })
 *   },
 *   t.type({ ordered: t.string })
 * )
 * const asked: Array<string> = []
 * const repaired = repairArguments(order, {
 *   ask: async (feedback) => {
 *     asked.push(feedback)
 *     return { args: { sku: 'A-1', qty: 2 }, usage: { input: 700, output: 150 } } // the model's next call
 *   }
 * })
 *
 * const turn = openTurn()
 * const result = await turn.run(repaired({ sku: 'A-1', qty: 'two' }))
 * assert.deepEqual(result, { _tag: 'Right', right: { ordered: '2 A-1' } })
 * assert.match(asked.join(), /- 'qty': expected integer, got 'two'/)
 * assert.deepEqual(turn.calls[0]?.repair, { outcome: 'success', retries: 1, usage: [{ input: 700, output: 150 }] })
 */
export const repairArguments = <Args, A>(
  call: GuardedCall<Args, A>,
  options: RepairArgumentsOptions
): RepairingCall<A> => {
  const { ask, maxRetries, checkIds, coerce, onRepaired, timeoutMs } = read(options)
  o.expectOption(isGuardedCall(call), 'call', 'made by `guardedCall`')
  const codec = call.tool.args
  if (codec === undefined)
    throw new TypeError(
      `Expected \`call\` to have a tool with an \`args\` codec: without one, the arguments of ${call.tool.name} can be neither refused nor repaired.`
    )
  const plan: RepairPlan<Args> = {
    tool: call.tool.name,
    examiner: { codec, checkIds, coerce },
    ask,
    maxRetries,
    onRepaired,
    timeoutMs
  }
  const stages = stagesOf(call)
  const repairing: RepairingCall<A>['fromModel'] = (input, callOptions = {}) => {
    checkCallOptions(callOptions)
    return (environment) => async () => {
      const turn = stateOf(environment)
      if (turn === undefined) return call.fromModel(input, callOptions)(environment)()
      const { callId } = callOptions
      const ending = await repair(plan, input, turn, callOptions)
      noteEnding(turn, { tool: plan.tool, callId }, ending)
      tellRepaired(plan, callId, ending)
      const argumentsFrom = () => finalArguments(ending, plan.maxRetries)
      return perform(
        { ...stages, argumentsFrom },
        undefined,
        environment,
        { ...callOptions, repair: repairOf(ending), inVain: inVain(plan.tool, ending) },
        resultOf
      )
    }
  }
  return withPolicyOf(Object.assign(repairing, { fromModel: repairing, tool: call.tool }), call)
}

/**
 * The first call of a tool in a model's message, in the form that `ask` of `repairArguments` returns; calls of other
 * tools are ignored.
 *
 * @category Feedback @since 0.1.0
 */
export const firstCallOf = <Call extends { readonly name: string }>(
  name: string,
  calls: ReadonlyArray<Call>
): Call | undefined => calls.find((call) => call.name === name)
