/** Guards tools that are there already, in the form that their framework gave them. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { copyData } from '../core/data.js'
import { schemaMismatch, type ToolError } from '../core/tool-error.js'
import { guardedCall } from '../guard/guarded-call.js'
import { giveBack } from '../guard/settle.js'
import { failed, type CallContext } from '../guard/tool.js'
import { stateOf, type Turn } from '../guard/turn.js'
import { answerWith } from './answer.js'
import { judgeOf, type Framework, type Seen } from './see.js'
import { checkTurn, turnOf, type TurnSource } from './turn-source.js'
import { codecOfOutput, type OutputsLike } from './outputs.js'
import { isProxy } from '#platform'

// -- model

/** How tools that are there already are guarded. @category Adapters @since 0.1.0 */
export interface GuardToolsOptions {
  /** The turn of the calls; a function that gives it where tools live longer than a turn. */
  readonly turn: TurnSource
  /** What a tool's answers must be, by its name. A tool without an output has a budget, loop detection and a time limit all the same. */
  readonly outputs?: OutputsLike
  /** Names of the tools that change something outside. */
  readonly writes?: ReadonlyArray<string>
  /** Milliseconds until a call is given up. @default 30_000 */
  readonly timeoutMs?: number
  /** Longest answer handed to the model, in UTF-16 units. @default no limit */
  readonly maxChars?: number
}

export interface Invocation {
  readonly args: unknown
  readonly callId?: string | undefined
  readonly signal?: AbortSignal | null | undefined
  /** What the framework tells the tool, by which a turn may be found. */
  readonly context?: unknown
  readonly execute: (context: CallContext) => unknown
}

/** What a guarded tool comes to: the framework's own value, or the JSON of a `ToolError`. */
export type Settled =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly text: string }

export type Guarded = (invocation: Invocation) => Promise<Settled>

/** What is in hand while a call runs. */
interface Running extends Invocation {
  answer?: { readonly value: unknown; readonly seen: Seen; readonly payload: unknown }
  control?: { readonly thrown: unknown }
}

// -- arguments

const asJson = (value: unknown): unknown => {
  try {
    return JSON.parse(JSON.stringify(value)) as unknown
  } catch {
    return value
  }
}

// What is no data for the guard may be for the framework, which writes it as JSON: an object of a class with a `toJSON`.
const asData = (value: unknown): unknown => (E.isLeft(copyData(value, { isProxy })) ? asJson(value) : value)

// The framework has checked the arguments; they are only keyed. What runs is in hand already.
const InHand = new t.Type<Running, unknown>('arguments', (_): _ is Running => true, (value) => t.success(value as Running), ({ args }) => asData(args))

// Each time another: a tool that is interrupted again and again is not going round.
const handedBack = (times: number): ToolError =>
  schemaMismatch({ code: 'cancelled', detail: `The tool handed control back to its framework, which will call it again or stop (${times}).` })

// A call that was interrupted is made again when its framework goes on: that is the same call, not a repeat.
const forget = async (turn: Turn, name: string, callId: string): Promise<void> => {
  const state = stateOf(turn)
  const settled = state.settled.findLast(({ call }) => call.callId === callId && call.tool === name)
  if (settled !== undefined) await giveBack(name, settled.args, settled.call.degraded === true, state)
}

// -- guarding

const guardOne = (name: string, options: GuardToolsOptions, framework: Framework): Guarded => {
  const codec = codecOfOutput(options.outputs !== undefined && Object.hasOwn(options.outputs, name) ? options.outputs[name] : undefined)
  const judge = judgeOf(codec, framework)
  const { maxChars = Infinity, timeoutMs } = options
  let interrupts = 0

  const run = async (running: Running, context: CallContext): Promise<unknown> => {
    try {
      const value = await running.execute(context)
      const { seen, result, executed } = judge(value, asData)
      if (E.isLeft(result)) return failed(result.left, { executed })
      running.answer = { value, seen, payload: result.right }
      // What came, for the loop detector: two answers are alike if this is.
      return seen.kind === 'data' ? asData(seen.data) : asJson(value) ?? null
    } catch (thrown) {
      if (framework.isControl?.(thrown) !== true) throw thrown
      running.control = { thrown }
      return failed(handedBack(++interrupts), { executed: 'no' })
    }
  }

  const call = guardedCall<Running, unknown>({
    name,
    effect: framework.writes === true || options.writes?.includes(name) === true ? 'write' : 'read',
    args: InHand,
    run,
    reads: 'text',
    ...(timeoutMs === undefined ? {} : { timeoutMs })
  }, t.unknown)

  const settled = ({ answer }: Running): Settled => {
    if (answer === undefined || answer.seen.kind !== 'data') return { kind: 'value', value: answer?.value }
    const { value, seen, payload } = answer
    if (codec === undefined && maxChars === Infinity) return { kind: 'value', value }
    const written = answerWith(codec, E.right(payload), { maxChars, effect: call.tool.effect })
    if (written.kind === 'error') return written
    return { kind: 'value', value: codec === undefined ? value : seen.rebuild(written) }
  }

  return async (invocation) => {
    const turn = turnOf(options.turn, invocation.context)
    const running: Running = { ...invocation }
    const callId = invocation.callId ?? crypto.randomUUID()
    const signal = invocation.signal ?? undefined
    const result = await turn.run(call(running, { callId, ...(signal === undefined ? {} : { signal }) }))
    if (running.control !== undefined) {
      await forget(turn, name, callId)
      throw running.control.thrown
    }
    if (E.isRight(result)) return settled(running)
    return { kind: 'error', text: answerWith(codec, result).text }
  }
}

// -- constructors

const checkNames = (option: 'outputs' | 'writes', given: ReadonlyArray<string>, names: ReadonlySet<string>): void => {
  const unknown = given.find((name) => !names.has(name))
  if (unknown !== undefined) throw new TypeError(`Expected \`${option}\` to name tools that are there; there is no \`${unknown}\`.`)
}

/** Checks the options once, and gives what guards a tool by its name. Without `names`, what tools there will be is not known yet. */
export const inPlace = (options: GuardToolsOptions, names?: ReadonlyArray<string>) => {
  checkTurn(options?.turn)
  if (names !== undefined) {
    const known = new Set(names)
    checkNames('outputs', Object.keys(options.outputs ?? {}), known)
    checkNames('writes', options.writes ?? [], known)
  }
  return (name: string, framework: Framework = {}): Guarded => guardOne(name, options, framework)
}
