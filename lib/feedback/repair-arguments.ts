/** Gives a model a second chance with its arguments, within bounds, and then makes the call. */
import { callTaken, isGuardedCall, type CallOptions, type GuardedCall } from '../guard/guarded-call.js'
import { expectCount, expectFunction, expectOption, expectTimeout } from '../guard/options.js'
import { stateOf, type Turn } from '../guard/turn.js'
import { DEFAULT_ASK_TIMEOUT_MS, isOver } from './ask-model.js'
import { isHopeless, rememberVain } from './in-vain.js'
import { noteEnding, repairOf, takenOf, tellRepaired } from './repair-end.js'
import { noteOutcome, type RepairLine } from './repair-log.js'
import { repairLoop, type Ending, type Plan, type Surroundings } from './repair-loop.js'
import type { RepairingCall, RepairOptions } from './repair-options.js'

// -- one call

const lineOf = (tool: string, turn: Turn, callId: string | undefined): RepairLine => ({ tool, turnId: turn.id, callId })

const surroundingsOf = (tool: string, turn: Turn, { callId, signal }: CallOptions): Surroundings => {
  const state = stateOf(turn)
  const signals = signal === undefined ? state.signals : [...state.signals, signal]
  return {
    signals,
    isOver: () => isOver(state, signals),
    isHopeless: (args) => isHopeless(turn, args.inTurn(tool)),
    onRedundant: (retries) => noteOutcome(state.settings, lineOf(tool, turn, callId), 'redundant', retries, [])
  }
}

const settleEnding = <Args>(
  { tool, onRepaired }: Plan<Args>,
  ending: Ending<Args>,
  turn: Turn,
  { callId }: CallOptions
): void => {
  if (ending.outcome === 'llm_gave_up' || (ending.outcome === 'exhausted' && ending.retries > 0))
    rememberVain(turn, ending.firstArgs.inTurn(tool))
  noteEnding(stateOf(turn).settings, lineOf(tool, turn, callId), ending)
  tellRepaired(onRepaired, callId, ending)
}

// -- constructors

/**
 * Lets a model mend the arguments that the tool's codec refused: each re-ask names the fields of the latest failure, and after `maxRetries` of them
 * the call ends as `invalid_arguments`. One logical call leaves one record, whose `args` are the final ones and whose `repair` says what it took.
 *
 * @throws TypeError if the tool has no `args` codec: without one nothing could ever be refused.
 * @category Feedback @since 0.1.0
 * @example
 * import * as t from 'io-ts'
 * import { guardedCall, openTurn, repairArguments } from 'guarded-call'
 *
 * const order = guardedCall(
 *   { name: 'order', effect: 'write', args: t.type({ sku: t.string, qty: t.Int }), run: ({ sku, qty }) => ({ ordered: `${qty} ${sku}` }) },
 *   t.type({ ordered: t.string })
 * )
 * const asked: Array<string> = []
 * const repaired = repairArguments(order, {
 *   ask: async (feedback) => {
 *     asked.push(feedback)
 *     return { args: { sku: 'A-1', qty: 2 }, usage: { input: 700, output: 150 } }   // the model's next call
 *   }
 * })
 *
 * const turn = openTurn()
 * const result = await turn.run(repaired({ sku: 'A-1', qty: 'two' }))
 * assert.deepEqual(result, { _tag: 'Right', right: { ordered: '2 A-1' } })
 * assert.match(asked.join(), /- 'qty': expected integer, got 'two'/)
 * assert.deepEqual(turn.calls[0]?.repair, { outcome: 'success', retries: 1, usage: [{ input: 700, output: 150 }] })
 */
export const repairArguments = <Args, A>(call: GuardedCall<Args, A>, options: RepairOptions): RepairingCall<A> => {
  const { ask, maxRetries, checkIds, coerce, onRepaired, timeoutMs } = options
  expectOption(isGuardedCall(call), 'call', 'made by `guardedCall`')
  const codec = call.tool.args
  if (codec === undefined)
    throw new TypeError(
      `Expected \`call\` to have a tool with an \`args\` codec: without one, the arguments of ${call.tool.name} can be neither refused nor repaired.`
    )
  expectOption(typeof ask === 'function', 'ask', 'a function')
  expectCount(maxRetries, 'maxRetries')
  expectFunction(checkIds, 'checkIds')
  expectOption(coerce === undefined || typeof coerce === 'boolean', 'coerce', 'a boolean')
  expectFunction(onRepaired, 'onRepaired')
  expectTimeout(timeoutMs, 'timeoutMs')
  const plan: Plan<Args> = {
    tool: call.tool.name,
    examiner: { codec, checkIds, coerce: coerce ?? false },
    ask,
    maxRetries: maxRetries ?? 2,
    onRepaired,
    timeoutMs: timeoutMs ?? DEFAULT_ASK_TIMEOUT_MS
  }
  const repairing: RepairingCall<A>['fromModel'] =
    (input, callOptions = {}) =>
    (turn) =>
    async () => {
      const ending = await repairLoop(plan, input, surroundingsOf(plan.tool, turn, callOptions))
      settleEnding(plan, ending, turn, callOptions)
      return callTaken(call, takenOf(ending, plan.maxRetries), callOptions, repairOf(ending))(turn)()
    }
  return Object.assign(repairing, { fromModel: repairing, tool: call.tool })
}
