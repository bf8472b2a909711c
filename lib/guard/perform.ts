/** The way of one call: take, admit, (the ledger, for writes that it keeps,) run, judge, settle. */
import * as E from 'fp-ts/lib/Either.js'
import type * as RTE from 'fp-ts/lib/ReaderTaskEither.js'
import { schemaMismatch, type ToolError } from '../core/tool-error.js'
import { admit } from './admit.js'
import { identified, type CallArguments } from './arguments.js'
import { Call, checkCallOptions, type CallOptions, type PerformOptions } from './call.js'
import { holdsJsonText } from './decode.js'
import { countInvalid } from './invalid-calls.js'
import { failedJudgement, type Judgement } from './judge.js'
import { performWithLedger } from './ledger.js'
import { withNext } from './next-call.js'
import { explained } from './outcome.js'
import { run } from './run.js'
import { settle } from './settle.js'
import type { CheckedTool, ToolTraits } from './tool.js'
import { NO_TURN, stateOf, type HasTurn } from './turn.js'

/** The steps that differ from tool to tool: how input becomes arguments, and how a response is judged. */
export interface Stages<Input, Args, A> {
  readonly tool: CheckedTool<Args>
  readonly take: (input: Input, tool: ToolTraits<Args>) => CallArguments<Args>
  readonly judge: (args: Args, answer: unknown) => Judgement<A>
  /** The form of a payload for the model, where a framework has its own. @default the payload */
  readonly payloadOf?: (payload: A) => unknown
}

// A model cannot mend it, and its author reads no hints.
const UNPARSED =
  'The arguments are JSON text: what a provider sends as text is to be parsed before it is given to a call. If it was, the model encoded it twice.'

const misfit = (error: ToolError, data: unknown): Judgement<never> =>
  failedJudgement(error, error.code === 'check_threw' ? 'no' : 'refused', {
    cause: holdsJsonText(data) ? UNPARSED : undefined
  })

// The stages answer for what tools, codecs, checks and loggers do; untyped options may still throw.
const unforeseen = <Args, A>({ began }: Call<Args, A>): Judgement<never> => {
  const what = began ? 'whether the tool ran is unknown' : 'the tool was not run'
  const error = schemaMismatch({ code: 'tool_threw', detail: `The call failed inside its guard; ${what}.` })
  return failedJudgement(error, began ? 'unknown' : 'refused')
}

/** Makes one call, and gives what `answerOf` takes of its judgement. Never rejects, and waits for nothing where the tool answers at once. */
export const perform = async <Input, Args, A, B>(
  { tool, take, judge, payloadOf }: Stages<Input, Args, A>,
  input: Input,
  environment: HasTurn,
  options: PerformOptions,
  answerOf: (judgement: Judgement<A>) => B
): Promise<B> => {
  const turn = stateOf(environment)
  if (turn === undefined) return answerOf(failedJudgement(NO_TURN, 'refused'))
  const call = new Call<Args, A>(tool, turn, payloadOf === undefined ? options : { ...options, payloadOf })
  try {
    call.begin(identified(tool, take(input, tool)))
    const admission = admit(call)
    call.admission = admission instanceof Promise ? await admission : admission
    if (call.admission.refusal !== undefined) call.judgement = failedJudgement(call.admission.refusal, 'refused')
    else if (E.isLeft(call.args.value)) call.judgement = misfit(call.args.value.left, call.args.data)
    else {
      const args = call.args.value.right
      const { ledger } = turn.settings
      if (ledger !== undefined && call.isLedgered)
        call.judgement = await performWithLedger(ledger, call, tool, judge, args)
      else {
        const running = run(call, tool, args)
        const ran = running instanceof Promise ? await running : running
        call.judgement = ran.kind === 'answered' ? judge(args, ran.answer) : ran.judgement
      }
    }
  } catch {
    call.judgement = unforeseen(call)
  }
  countInvalid(call)
  if (E.isLeft(call.judgement.result)) {
    call.judgement = explained(call)
    call.judgement = withNext(call)
  }
  const settling = settle(call)
  if (settling !== undefined) await settling
  return answerOf(call.judgement)
}

const NO_OPTIONS: CallOptions = {}

/** A call as pipelines compose it: nothing of it happens before it runs in a turn. A TypeError for options that cannot work. */
export const prepare = <Input, Args, A, B>(
  stages: Stages<Input, Args, A>,
  input: Input,
  options: CallOptions = NO_OPTIONS,
  answerOf: (judgement: Judgement<A>) => E.Either<ToolError, B>
): RTE.ReaderTaskEither<HasTurn, ToolError, B> => {
  checkCallOptions(options)
  return (environment) => () => perform(stages, input, environment, options, answerOf)
}
