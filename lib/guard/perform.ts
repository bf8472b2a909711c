/**
 * The way of one call: take, (together, where an equal one is under way,) admit, (the ledger, for writes that it
 * keeps,) run, judge, explain, settle.
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as RTE from 'fp-ts/lib/ReaderTaskEither.js'
import { type ToolError, schemaMismatch } from '../core/errors/index.js'
import { admit } from './admit.js'
import type { CallArguments } from './arguments.js'
import { Call, checkCallOptions, type CallOptions, type PerformOptions } from './call.js'
import { holdsJsonText } from './decode.js'
import { isOpenInTurn, weighed } from './evidence.js'
import { noteExecution } from './execution-of.js'
import type { Flight } from './flight.js'
import { identified } from './identified.js'
import { countInvalid } from './invalid-calls.js'
import { failedJudgement, type Judge, type Judgement } from './judgement.js'
import { withOwnRedaction } from './own-redaction.js'
import { performWithLedger } from './ledger.js'
import { withNext } from './next-call.js'
import { explained } from './outcome.js'
import { recallResponse } from './recall.js'
import { callDenied } from './refused-repeat.js'
import { joinRun, run, type ToolRun } from './run.js'
import { settle } from './settle.js'
import { faultBehind } from './thrown/author-fault.js'
import { longCauseOf } from './thrown/cause.js'
import { valuesTaken } from './taken-values.js'
import { afterEqual, equalOf, flightOf, lead, acquirePlace } from './together.js'
import type { CheckedTool, ToolTraits } from './tool.js'
import { NO_TURN, stateOf, type HasTurn } from './turn.js'
import { tellOfWriter } from './undeclared.js'
import { vouched } from './verify.js'
import { judgeShown } from './shown.js'
import { stepOf } from './within-turn.js'

/** The steps that differ from tool to tool: how input becomes arguments, and how a response is judged. */
export interface Stages<Input, Args, A> {
  readonly tool: CheckedTool<Args>
  readonly argumentsFrom: (input: Input, tool: ToolTraits<Args>) => CallArguments<Args>
  readonly judge: Judge<Args, A>
  /** What equal calls have in common that may share a run; null where none may. @default the tool */
  readonly shared?: object | null
  /** The form of a payload for the model, where a framework has its own. @default the payload */
  readonly payloadOf?: (payload: A) => unknown
  /** Whether an answer is no response, and handed on as it is. @default never */
  readonly passes?: (answer: unknown) => boolean
}

// For the operator's log: a model cannot correct what the program did not parse.
const UNPARSED =
  'The arguments are JSON text: what a provider sends as text is to be parsed before it is given to a call. If it was, the model encoded it twice.'

// An `identity` that threw fails a write whose arguments are right: as of any failed write, the model reads that
// nothing happened.
const misfit = (error: ToolError, data: unknown): Judgement<never> =>
  failedJudgement(error, error.code === 'check_threw' ? 'no' : 'refused', {
    cause: holdsJsonText(data) ? UNPARSED : undefined
  })

/** The judgement of a run. */
const judgedRun = <Input, Args, A>(
  call: Call<Args, A>,
  { tool, judge }: Stages<Input, Args, A>,
  args: Args,
  ran: ToolRun
): Judgement<A> => {
  const judgement = ran.kind === 'answered' ? judge(args, ran.answer) : ran.judgement
  return tool.effect === 'read' ? judgement : weighed(call, judgement)
}

/** Refuses a counted call, or runs and judges it; a promise only where the tool or the ledger gives one. */
const judged = <Input, Args, A>(
  call: Call<Args, A>,
  stages: Stages<Input, Args, A>
): Judgement<A> | Promise<Judgement<A>> => {
  const { tool, judge } = stages
  const { admission, args, turn } = call
  const { refusal, reword } = admission
  const { ledger } = turn.settings
  if (refusal !== undefined)
    return ledger === undefined || reword === undefined || E.isLeft(args.value)
      ? failedJudgement(refusal, 'refused')
      : recallResponse(ledger, call, tool, judge, args.value.right).then(() => failedJudgement(reword(), 'refused'))
  if (E.isLeft(args.value)) return misfit(args.value.left, args.data)
  // A person's no is no evidence about earlier attempts at the same.
  if (call.isDenied) return failedJudgement(callDenied(tool.name), 'refused')
  const { right } = args.value
  if (ledger !== undefined && call.isLedgered) return performWithLedger(ledger, call, tool, judge, right)
  const running = run(call, tool, right)
  const judgeRun = tool.verify === undefined ? judgedRun : verifiedRun
  return running instanceof Promise
    ? running.then((ran) => judgeRun(call, stages, right, ran))
    : judgeRun(call, stages, right, running)
}

/** The same, once `verify` was asked about a write that ended unknown. */
const verifiedRun = <Input, Args, A>(
  call: Call<Args, A>,
  stages: Stages<Input, Args, A>,
  args: Args,
  ran: ToolRun
): Promise<Judgement<A>> => {
  const { tool, judge } = stages
  const judgement = judgedRun(call, stages, args, ran)
  return vouched(call, tool, args, judge, judgement, () => isOpenInTurn(call)).then((told) => told.judgement)
}

/** Waits for an equal call, and shares its run or is refused; undefined where this call is to run itself. */
const together = async <Input, Args, A>(
  call: Call<Args, A>,
  stages: Stages<Input, Args, A>,
  of: object | null,
  equal: Flight
): Promise<Judgement<A> | undefined> => {
  const { value } = call.args
  // Only calls whose arguments fit have an equal.
  if (E.isLeft(value)) return undefined
  for (let flight: Flight | undefined = equal; flight !== undefined; flight = flightOf(call, equal.way, of)) {
    if (flight.way === 'wait') {
      const refusal = await afterEqual(call, flight)
      if (refusal !== undefined) return failedJudgement(refusal, 'refused')
      continue
    }
    const ran = await joinRun(call, flight, value.right)
    if (ran?.kind === 'unshared') return undefined
    if (ran !== undefined) return judgedRun(call, stages, value.right, ran)
  }
  lead(call, equal.way, of)
  return undefined
}

// Each stage catches what foreign code throws; untyped options may still break the stages themselves.
const unforeseen = <Args, A>({ reached }: Call<Args, A>): Judgement<never> => {
  const what = reached ? 'whether the tool ran is unknown' : 'the tool was not run'
  const error = schemaMismatch({ code: 'tool_threw', detail: `The call failed inside its guard; ${what}.` })
  return failedJudgement(error, reached ? 'unknown' : 'refused')
}

/** Counts invalid arguments, and adds to a failure what became of the call and the call to make next. */
const explain = <Args, A>(call: Call<Args, A>): void => {
  countInvalid(call)
  const { result } = call.judgement
  if (E.isRight(result)) return
  const fault = faultBehind(result.left)
  if (fault !== undefined) call.judgement = { ...call.judgement, cause: longCauseOf(fault.value), thrown: fault }
  const { settings } = call.turn
  const taken = valuesTaken(call.judgement, call.args, settings)
  call.judgement = withOwnRedaction({ ...call.judgement, taken }, settings)
  call.judgement = explained(call)
  call.judgement = withOwnRedaction(withNext(call), settings)
  noteExecution(call.judgement)
}

/**
 * Makes one call, and returns the part of its judgement that `select` picks. Rejects only for a write that needs a
 * step, and waits only for a tool, a shared store or a ledger that is asynchronous.
 */
export const perform = async <Input, Args, A, B>(
  given: Stages<Input, Args, A>,
  input: Input,
  environment: HasTurn,
  options: PerformOptions,
  select: (judgement: Judgement<A>) => B
): Promise<B> => {
  const { tool, argumentsFrom, payloadOf } = given
  const turn = stateOf(environment)
  if (turn === undefined) return select(failedJudgement(NO_TURN, 'refused'))
  const { hidden } = turn.settings
  const stages = hidden === 'keep' ? given : { ...given, judge: judgeShown(given, hidden) }
  const call = new Call<Args, A>(tool, turn, options, payloadOf, stepOf(environment), input)
  let hasPlace = false
  try {
    if (call.tool.kind === 'writes') tellOfWriter(tool.name, turn.settings)
    const taken = argumentsFrom(input, tool)
    call.begin(tool.effect === 'read' ? taken : identified(tool, taken, call.step, turn))
    const { shared: of = tool } = stages
    const equal = equalOf(call, of)
    const shared = equal === undefined ? undefined : await together(call, stages, of, equal)
    if (shared !== undefined) call.judgement = shared
    else {
      // Arguments that do not fit are admitted like others, so that they are counted.
      const admission = admit(call)
      call.admission = admission instanceof Promise ? await admission : admission
      const { places } = turn
      const taking = places === undefined ? false : acquirePlace(call, places)
      hasPlace = taking instanceof Promise ? await taking : taking
      const judging = judged(call, stages)
      call.judgement = judging instanceof Promise ? await judging : judging
    }
  } catch {
    call.judgement = unforeseen(call)
  }
  if (call.running !== undefined) call.running.over = true
  if (hasPlace) turn.places?.release()
  explain(call)
  const settling = settle(call)
  if (settling !== undefined) await settling
  const { executed } = call.judgement
  if (call.joined) call.flight?.heard(executed)
  else call.flight?.land(executed)
  return select(call.judgement)
}

const NO_OPTIONS: CallOptions = {}

/** Makes a call for pipelines, which begins when it runs in a turn. A TypeError for impossible options. */
export const prepare = <Input, Args, A, B>(
  stages: Stages<Input, Args, A>,
  input: Input,
  options: CallOptions = NO_OPTIONS,
  select: (judgement: Judgement<A>) => E.Either<ToolError, B>
): RTE.ReaderTaskEither<HasTurn, ToolError, B> => {
  // Most calls have none.
  if (options !== NO_OPTIONS) checkCallOptions(options)
  return (environment) => () => perform(stages, input, environment, options, select)
}
