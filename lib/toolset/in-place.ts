/** Guards tools that are there already, in the form that their framework gave them. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { asCodec } from '../codec/standard-schema.js'
import { isObject } from '../core/foreign/fields.js'
import { schemaMismatch } from '../core/tool-error.js'
import { failedJudgement, perform, takeAs, type CallContext, type Judgement, type Stages } from '../guard/kernel.js'
import { expectTimeout } from '../core/options.js'
import { answerWith, type Settled } from './answer.js'
import type { OutputsLike } from './outputs.js'
import { asData, judgeFramework, type Framework, type FrameworkAnswer } from './see.js'
import { checkTurn, turnOf, type TurnSource } from './turn-source.js'

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

// -- guarding

/** The framework's own way to stop, on its way through the guard. */
class Control {
  readonly #own = true
  constructor(readonly thrown: unknown) {}

  // `instanceof` would run the traps of a proxy.
  static is(answer: unknown): answer is Control {
    return isObject(answer) && #own in answer && answer.#own
  }
}

const handedBack = (thrown: unknown): Judgement<never> =>
  failedJudgement(
    schemaMismatch({
      code: 'cancelled',
      detail: 'The tool handed control back to its framework, which will call it again or stop.'
    }),
    'no',
    { handedBack: { thrown } }
  )

const guardOne = (
  name: string,
  codec: t.Decoder<unknown, unknown> | undefined,
  options: GuardToolsOptions,
  framework: Framework
): Guarded => {
  const { maxChars = Infinity, timeoutMs } = options
  const effect = framework.writes === true || options.writes?.includes(name) === true ? 'write' : 'read'
  const judge = judgeFramework(codec, framework)

  const run = async (invocation: Invocation, context: CallContext): Promise<unknown> => {
    try {
      return await invocation.execute(context)
    } catch (thrown) {
      if (framework.isControl?.(thrown) !== true) throw thrown
      return new Control(thrown)
    }
  }

  const stages: Stages<Invocation, Invocation, FrameworkAnswer> = {
    tool: { name, effect, run, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
    // The framework has checked the arguments already.
    take: (invocation) => takeAs(invocation, asData(invocation.args)),
    judge: (_, answer) => (Control.is(answer) ? handedBack(answer.thrown) : judge(answer))
  }

  const settled = ({ value, seen, payload }: FrameworkAnswer): Settled => {
    if (seen.kind !== 'data' || (codec === undefined && maxChars === Infinity)) return { kind: 'value', value }
    const written = answerWith(codec, E.right(payload), { maxChars, effect })
    if (written.kind === 'error') return written
    return { kind: 'value', value: codec === undefined ? value : seen.rebuild(written) }
  }

  return async (invocation) => {
    const turn = turnOf(options.turn, invocation.context)
    const callId = invocation.callId ?? crypto.randomUUID()
    const signal = invocation.signal ?? undefined
    const callOptions = { callId, ...(signal === undefined ? {} : { signal }) }
    const judgement = await perform(stages, invocation, { turn }, callOptions, (whole) => whole)
    if (judgement.handedBack !== undefined) throw judgement.handedBack.thrown
    return E.isRight(judgement.result)
      ? settled(judgement.result.right)
      : { kind: 'error', text: answerWith(codec, judgement.result).text }
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
