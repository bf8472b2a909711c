/** Guards tools that are there already, in the form that their framework gave them. */
import * as E from 'fp-ts/lib/Either.js'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import type { SemanticCheck } from '../core/checks/semantic-check.js'
import { copyData } from '../core/data.js'
import { schemaMismatch, type ToolError } from '../core/tool-error.js'
import { guardedCall } from '../guard/guarded-call.js'
import { giveBack } from '../guard/settle.js'
import { failed, verdictOf, type CallContext } from '../guard/tool.js'
import { stateOf, type Turn } from '../guard/turn.js'
import { expectTimeout } from '../guard/options.js'
import { answerWith, type Settled } from './answer.js'
import { judgeOf, type Framework, type Seen } from './see.js'
import { checkTurn, turnOf, type TurnSource } from './turn-source.js'
import { asCodec } from '../codec/standard-schema.js'
import type { OutputsLike } from './outputs.js'
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

/** Makes a call; the value that it comes to is the framework's own. */
export type Guarded = (invocation: Invocation) => Promise<Settled>

/** A call that runs, and what has come of it so far. */
interface Running extends Invocation {
  answer?: { readonly value: unknown; readonly seen: Seen; readonly payload: unknown }
  /** Why the data that came are refused. */
  refusal?: ToolError
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

// The guard takes no instance of a class for data. The framework does, and writes it as JSON: so it is judged by that JSON.
const asData = (value: unknown): unknown => (E.isLeft(copyData(value, { isProxy })) ? asJson(value) : value)

// Takes any arguments, which the framework has checked already. A call is counted by what it is encoded to: its arguments as data.
const InHand = new t.Type<Running, unknown>(
  'arguments',
  (_): _ is Running => true,
  (value) => t.success(value as Running),
  ({ args }) => asData(args)
)

// Another text each time, so that a tool that is interrupted again and again is not taken for a loop.
const handedBack = (times: number): ToolError =>
  schemaMismatch({
    code: 'cancelled',
    detail: `The tool handed control back to its framework, which will call it again or stop (${times}).`
  })

// A call that was interrupted is made again when its framework goes on: that is the same call, not a repeat.
const forget = async (turn: Turn, name: string, callId: string): Promise<void> => {
  const state = stateOf(turn)
  const settled = state.settled.findLast(({ call }) => call.callId === callId && call.tool === name)
  if (settled !== undefined) await giveBack(name, settled.args, settled.call.degraded === true, state)
}

// -- guarding

// Data that were read and then refused are the answer all the same, and recorded: a check tells of the refusal. What a tool says of itself, and a part of an answer, are errors in the place of an answer.
const areRefused = (seen: Seen, { error_class }: ToolError): boolean =>
  seen.kind === 'data' && verdictOf(seen.data) === undefined && error_class !== 'partial_data'

const refusalOf: SemanticCheck<unknown, Running> = (_, { refusal }) => O.fromNullable(refusal)

const guardOne = (
  name: string,
  codec: t.Decoder<unknown, unknown> | undefined,
  options: GuardToolsOptions,
  framework: Framework
): Guarded => {
  const judge = judgeOf(codec, framework)
  const { maxChars = Infinity, timeoutMs } = options
  let interrupts = 0

  const run = async (running: Running, context: CallContext): Promise<unknown> => {
    try {
      const value = await running.execute(context)
      const { seen, result, executed } = judge(value, asData)
      if (E.isRight(result)) running.answer = { value, seen, payload: result.right }
      else if (areRefused(seen, result.left)) running.refusal = result.left
      else return failed(result.left, { executed })
      // By this the loop detector tells whether two answers are alike.
      return seen.kind === 'data' ? asData(seen.data) : (asJson(value) ?? null)
    } catch (thrown) {
      if (framework.isControl?.(thrown) !== true) throw thrown
      running.control = { thrown }
      return failed(handedBack(++interrupts), { executed: 'no' })
    }
  }

  const call = guardedCall<Running, unknown>(
    {
      name,
      effect: framework.writes === true || options.writes?.includes(name) === true ? 'write' : 'read',
      args: InHand,
      run,
      reads: 'text',
      ...(timeoutMs === undefined ? {} : { timeoutMs })
    },
    t.unknown,
    refusalOf
  )

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

/** Refuses an option that names a tool that is not there. */
export const expectNames = (option: string, given: ReadonlyArray<string>, names: ReadonlyArray<string>): void => {
  const unknown = given.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new TypeError(`Expected \`${option}\` to name tools that are there; there is no \`${unknown}\`.`)
}

/** Refuses outputs and writes of tools that are not there. */
export const checkNames = ({ outputs = {}, writes = [] }: GuardToolsOptions, names: ReadonlyArray<string>): void => {
  expectNames('outputs', Object.keys(outputs), names)
  expectNames('writes', writes, names)
}

/** Checks the options once, and gives what guards a tool by its name. Without `names`, what tools there will be is not known yet. */
export const inPlace = (options: GuardToolsOptions, names?: ReadonlyArray<string>) => {
  checkTurn(options?.turn)
  expectTimeout(options.timeoutMs, 'timeoutMs')
  if (names !== undefined) checkNames(options, names)
  const codecs = new Map(Object.entries(options.outputs ?? {}).map(([name, output]) => [name, asCodec(output)]))
  return (name: string, framework: Framework = {}): Guarded => guardOne(name, codecs.get(name), options, framework)
}
