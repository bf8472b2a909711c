/** A model that asks for what a script says, and keeps what it read. */
import { toModelText } from '../core/errors/index.js'
import { encodeWith, isGuardedCall, openSession, policyOf, type AnyGuardedCall, type Turn } from '../guard/kernel.js'

// -- model

/** A call that the model asks for. @category Testing @since 0.1.0 */
export interface ScriptedCall {
  readonly name: string
  readonly args?: unknown
}

/** What the model read of one call: the text of the answer, or of the error. @category Testing @since 0.1.0 */
export interface ScriptedReading extends ScriptedCall {
  readonly text: string
  /** The code of the `ToolError` that the text is; null for an answer. */
  readonly code: string | null
}

/**
 * The calls of one message of the model, made at a time; a function decides by what was read before.
 * @category Testing @since 0.1.0
 */
export type ScriptedStep =
  | ScriptedCall
  | ReadonlyArray<ScriptedCall>
  | ((read: ReadonlyArray<ScriptedReading>) => ScriptedCall | ReadonlyArray<ScriptedCall>)

type Ask = (args: never) => unknown

// -- reading

const textOf = (answer: unknown): string => (typeof answer === 'string' ? answer : (JSON.stringify(answer) ?? ''))

const codeIn = (text: string): string | null => {
  try {
    const { error_class, code } = JSON.parse(text) as Readonly<Record<string, unknown>>
    return typeof error_class === 'string' && typeof code === 'string' ? code : null
  } catch {
    return null
  }
}

const isCall = (tool: Ask | AnyGuardedCall): tool is AnyGuardedCall => isGuardedCall(tool)

const readCall = async (call: ScriptedCall, guarded: AnyGuardedCall, turn: Turn): Promise<ScriptedReading> => {
  const result = await turn.run(guarded.fromModel(call.args))
  const policy = policyOf(guarded)
  const encode = policy && encodeWith(policy)
  const text = toModelText(result, { effect: guarded.tool.effect, ...(encode === undefined ? {} : { encode }) })
  return { ...call, text, code: codeIn(text) }
}

const read = async (
  call: ScriptedCall,
  ask: Ask | AnyGuardedCall | undefined,
  turn: Turn
): Promise<ScriptedReading> => {
  if (ask === undefined) throw new TypeError(`Expected \`tools\` to have \`${call.name}\`.`)
  if (isCall(ask)) return readCall(call, ask, turn)
  try {
    return { ...call, text: textOf(await ask(call.args as never)), code: null }
  } catch (thrown) {
    const text = thrown instanceof Error ? thrown.message : String(thrown)
    return { ...call, text, code: codeIn(text) }
  }
}

// -- constructors

/**
 * Makes a model of a script. `run` makes its calls with functions that reject with the text of an error, as those of
 * `guardFunctions` do, or with guarded calls, which get a turn for that run; it gives what the model read of each call,
 * in order.
 *
 * @category Testing @since 0.1.0
 * @example
 * import * as t from 'io-ts'
 * import { guardFunctions, openTurn } from 'guarded-call'
 * import { cutAt, misbehaving, scriptedModel } from 'guarded-call/testing'
 *
 * const search = misbehaving(async () => ({ orders: [{ id: 1 }, { id: 2 }] }), cutAt(20))
 * const tools = guardFunctions({ search }, { turn: openTurn() })
 * const read = await scriptedModel(Array(17).fill({ name: 'search' })).run(tools)
 *
 * assert.equal(search.calls, 3)
 * assert.deepEqual(
 *   read.slice(2, 5).map(({ code }) => code),
 *   ['truncated_response', 'retry_budget_exceeded', 'retry_budget_exceeded']
 * )
 */
export const scriptedModel = (
  steps: ReadonlyArray<ScriptedStep>
): { readonly run: (tools: object) => Promise<ReadonlyArray<ScriptedReading>> } => ({
  run: async (tools) => {
    const readings: Array<ScriptedReading> = []
    const turn = openSession().openTurn()
    for (const step of steps) {
      const asked = typeof step === 'function' ? step(readings) : step
      const calls = Array.isArray(asked) ? (asked as ReadonlyArray<ScriptedCall>) : [asked as ScriptedCall]
      const asks = tools as Readonly<Record<string, Ask | AnyGuardedCall>>
      readings.push(...(await Promise.all(calls.map((call) => read(call, asks[call.name], turn)))))
    }
    turn.close()
    return readings
  }
})
