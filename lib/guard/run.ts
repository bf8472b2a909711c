/** The stage that runs the tool: its response, or the reason why none came in time. */
import { type ToolError, fixedError, isMade, partialData, schemaMismatch } from '../core/errors/index.js'
import { sendsNotices, tellsOfNotice } from '../core/failure/index.js'
import { abandon, abandonLate, isThenable, waitFor } from '../core/foreign/index.js'
import { copiedArguments } from './arguments.js'
import type { Call } from './call.js'
import { Context } from './context.js'
import type { Flight } from './flight.js'
import { authored } from './handed-on.js'
import { failedJudgement, PENDING, type Judgement } from './judgement.js'
import { runWatched } from './observer.js'
import { leftIn, outcomeIn } from './outcome-value.js'
import { readToEnd } from './response/readable.js'
import { runWithin } from './running-call.js'
import { answerTo, sentFor } from './sent-secrets.js'
import { longCauseOf } from './thrown/cause.js'
import { isThrownReport } from './thrown/report.js'
import { isGivenUp, readThrown } from './thrown/read-thrown.js'
import {
  failed,
  failedAs,
  timeoutOf,
  verdictOf,
  type CheckedTool,
  type ErrorWords,
  type FailedVerdict
} from './tool.js'
import { finished, moreIsToCome } from './unfinished.js'
import { isProxy } from '#platform'

/** The outcome of a run. `unshared`: its one answer is that of the call that began it, and this one makes its own. */
export type ToolRun =
  | { readonly kind: 'answered'; readonly answer: unknown }
  | { readonly kind: 'ended' | 'unshared'; readonly judgement: Judgement<never> }

const answered = (answer: unknown): ToolRun => ({ kind: 'answered', answer })

const ended = (...why: Parameters<typeof failedJudgement>): ToolRun => ({
  kind: 'ended',
  judgement: failedJudgement(...why)
})

/** The failure that an author makes of what the tool threw, if any. */
const authorsError = <Args, A>(
  call: Call<Args, A>,
  errors: ErrorWords<Args> | undefined,
  thrown: unknown,
  args: Args
): FailedVerdict | undefined => {
  try {
    const own: unknown = errors?.(thrown, args)
    abandon(own)
    if (isThenable(own, isProxy)) throw new TypeError('Expected `errors` to return at once, not a promise.')
    const verdict = verdictOf(own)
    if (verdict?.kind === 'failed') return verdict
    const error = authored(own)
    return error === undefined ? undefined : { kind: 'failed', error, executed: undefined }
  } catch (fault) {
    call.tellOf('errors', fault)
    return undefined
  }
}

/** The tool's author comes first, then whoever guards it, then the session's. */
const authorsWords = <Args, A>(call: Call<Args, A>, thrown: unknown, args: Args): FailedVerdict | undefined =>
  authorsError(call, call.tool.errors, thrown, args) ??
  authorsError(call, call.tool.sharedErrors, thrown, args) ??
  authorsError(call, call.turn.settings.errors, thrown, args)

/** A failed response; where it says that a notice was not sent, its status proves nothing of the deed before that. */
const openByNotice = <Args, A>(answer: unknown, { tool }: Call<Args, A>): unknown => {
  const verdict = verdictOf(answer)
  return verdict?.kind === 'failed' && !sendsNotices(tool.name) && tellsOfNotice(verdict.response?.body)
    ? answerTo(sentFor(answer), failedAs({ ...verdict, executed: 'unknown', refuses: false, report: false }))
    : answer
}

/**
 * A failed response in its author's words; what its status proves stands unless they say otherwise. They speak of the
 * last response alone: an earlier request of the same call may have been carried out.
 */
const inAuthorsWords = <Args, A>(answer: unknown, call: Call<Args, A>, args: Args): unknown => {
  const verdict = verdictOf(answer)
  if (verdict?.kind !== 'failed' || verdict.response === undefined) return answer
  const own = authorsWords(call, Object.assign(new Error(verdict.error.detail), verdict.response), args)
  if (own === undefined) return answer
  const isKept = own.executed === undefined || (own.executed === 'no' && verdict.lost === true)
  const { executed, refuses, report } = isKept ? verdict : { ...own, refuses: false, report: false }
  return answerTo(sentFor(answer), failedAs({ ...verdict, ...own, executed, refuses, report, says: own.says }))
}

const threw = <Args, A>(call: Call<Args, A>, args: Args, value: unknown): ToolRun => {
  // A verdict may be thrown from deep inside a tool as well as returned.
  if (verdictOf(value) !== undefined) return answered(value)
  if (isMade(value)) return answered(failed(value))
  const { tool } = call
  const cause = longCauseOf(value)
  const own = authorsWords(call, value, args)
  if (own !== undefined) {
    const { error, executed = 'unknown', says } = own
    const thrown = { value, says: '', isBug: false }
    return ended(error, executed, { cause, thrown, unsure: own.executed === 'unknown', says })
  }
  // A tool that hears its caller's signal may say so before the guard does.
  if (call.isCancelled && isGivenUp(value)) return cancelled()
  const { error, thrown } = readThrown(value, args)
  // A throw proves nothing: the tool may have had its effect before the request that failed.
  const report = tool.effect === 'write' && isThrownReport({ error, thrown }, sendsNotices(tool.name))
  return ended(error, 'unknown', { cause, thrown, ...(report ? { report } : {}) })
}

const cancelled = (): ToolRun =>
  ended(
    schemaMismatch({ code: 'cancelled', detail: 'The caller cancelled the call while the tool was running.' }),
    'unknown',
    { lost: true }
  )

const timeoutError = <Args, A>({ tool }: Call<Args, A>): ToolError =>
  partialData({ code: 'timeout', detail: `The tool did not respond within ${timeoutOf(tool)} ms.` })

// Whoever else waits for the run still wants its answer.
const giveUp = <Args, A>({ flight }: Call<Args, A>, context: Context, name: string, message: string): void => {
  if (flight === undefined || flight.leave()) Context.abort(context, name, message)
}

const inTime = async <Args, A>(
  answer: () => unknown,
  call: Call<Args, A>,
  args: Args,
  context: Context,
  timeLeftMs = call.timeLeftMs
): Promise<ToolRun> => {
  const { tool, signals } = call
  const began = performance.now()
  let running: unknown
  const waited = await waitFor(() => (running = answer()), { timeoutMs: timeLeftMs, signals })
  if (waited.kind === 'answered' || waited.kind === 'threw') call.flight?.answered()
  else abandonLate(running, isProxy)
  switch (waited.kind) {
    case 'answered':
      return moreIsToCome(waited.answer, tool)
        ? inTime(
            () => finish(waited.answer, call, args, context),
            call,
            args,
            context,
            timeLeftMs - (performance.now() - began)
          )
        : resultOf(waited.answer, call, args)
    case 'threw':
      return threw(call, args, waited.thrown)
    case 'timed_out':
      giveUp(call, context, 'TimeoutError', `no answer within ${timeoutOf(tool)} ms`)
      return ended(timeoutError(call), 'unknown', { short: tool.effect === 'read', lost: true })
    case 'aborted':
      giveUp(call, context, 'AbortError', 'the caller cancelled the call')
      return cancelled()
  }
}

// -- what the tool returned or resolved to

const NOTHING_FOUND = failedAs({
  error: fixedError('semantic_garbage', 'not_found', 'The tool found nothing for these arguments.'),
  executed: undefined
})

/** An answer for one caller alone: whoever shares a run may change what it got, or read a stream to its end. */
const ownAnswer = <Args, A>(answer: unknown, { flight, joined, tool }: Call<Args, A>): ToolRun => {
  const { twinOf } = tool
  if (twinOf === undefined || flight?.isShared !== true || verdictOf(answer) !== undefined || isMade(answer))
    return answered(answer)
  const copied = twinOf(answer)
  if (copied !== undefined) return answered(copied.twin)
  return joined ? { kind: 'unshared', judgement: PENDING } : answered(answer)
}

/** The result of an answer to which nothing more comes: what an Either or an Option says, or the answer itself. */
const resultOf = <Args, A>(answer: unknown, call: Call<Args, A>, args: Args): ToolRun => {
  const outcome = call.tool.declaresTag === true ? undefined : outcomeIn(answer)
  switch (outcome?.kind) {
    case 'right': {
      // What is Left in it is no answer either.
      const failure = leftIn(outcome.right)
      return failure === undefined ? ownAnswer(outcome.right, call) : threw(call, args, failure.left)
    }
    case 'left':
      return threw(call, args, outcome.left)
    case 'none':
      return answered(NOTHING_FOUND)
    default:
      return ownAnswer(inAuthorsWords(openByNotice(answer, call), call, args), call)
  }
}

const finish = <Args, A>(answer: unknown, call: Call<Args, A>, args: Args, context: Context): Promise<unknown> =>
  finished(answer, (body) => readToEnd(body, call.tool, args, context.signal))

/** The answer to its end, for all who share it: a query is sent once, a body is read once, and a task runs once. */
const wholeOnce = <Args, A>(answer: unknown, call: Call<Args, A>, args: Args, context: Context) => {
  const read = async (): Promise<unknown> => {
    const came = await answer
    return moreIsToCome(came, call.tool) ? finish(came, call, args, context) : came
  }
  let whole: Promise<unknown> | undefined
  return (): Promise<unknown> => (whole ??= read())
}

/** Reads an answer of `verify` as one of the tool: awaited, its body read, its Either or Option unwrapped. */
export const readAnswer = async <Args, A>(
  answer: unknown,
  call: Call<Args, A>,
  args: Args,
  context: Context
): Promise<ToolRun> => resultOf(await wholeOnce(answer, call, args, context)(), call, args)

// A tool may change its arguments, and `verify` has to look for what was asked.
const ownOf = <Args>({ verify }: CheckedTool<Args>, args: Args): Args =>
  verify === undefined ? args : copiedArguments(args)

const start = <Args, A>(call: Call<Args, A>, tool: CheckedTool<Args>, args: Args): ToolRun | Promise<ToolRun> => {
  const context = new Context(call)
  try {
    call.reach()
    const running = {
      context,
      over: false,
      ...(tool.effect === 'write' ? { beganAt: performance.now() - call.ageMs } : {}),
      ...(call.awaitsTransaction ? { enlisted: null } : {})
    }
    call.running = running
    const own = ownOf(tool, args)
    const answer = runWithin(running, () => tool.run(own, context))
    // Text is neither a promise nor anything else that is taken apart.
    const isPromised = typeof answer !== 'string' && isThenable(answer, isProxy)
    if (isPromised || (typeof answer !== 'string' && moreIsToCome(answer, tool))) {
      const whole = wholeOnce(answer, call, args, context)
      call.flight?.begin({ context, answer: whole })
      return inTime(isPromised && call.flight === undefined ? () => answer : whole, call, args, context)
    }
    call.flight?.begin({ context, answer: () => answer })
    call.flight?.answered()
    return typeof answer === 'string' ? { kind: 'answered', answer } : resultOf(answer, call, args)
  } catch (thrown) {
    const rethrow = (): never => {
      throw thrown
    }
    call.flight?.begin({ context, answer: rethrow })
    call.flight?.answered()
    return threw(call, args, thrown)
  }
}

/**
 * Waits for a run that an equal call began, within the time and the signals of this one; undefined where that call
 * ended before it reached the tool.
 */
export const joinRun = async <Args, A>(
  call: Call<Args, A>,
  flight: Flight,
  args: Args
): Promise<ToolRun | undefined> => {
  flight.join()
  const before = call.waitedMs
  const began = performance.now()
  const waited = await waitFor(() => flight.begun(), { timeoutMs: call.timeLeftMs, signals: call.signals })
  call.waitedMs += performance.now() - began
  if (waited.kind === 'answered' && waited.answer !== undefined) {
    call.flight = flight
    call.joined = true
    const ran = await inTime(waited.answer.answer, call, args, waited.answer.context)
    if (ran.kind !== 'unshared') return ran
    call.flight = undefined
    call.joined = false
    call.waitedMs = before + performance.now() - began
    return ran
  }
  flight.leave()
  if (waited.kind === 'answered') return undefined
  return waited.kind === 'aborted' ? cancelled() : ended(timeoutError(call), 'unknown', { lost: true })
}

/** Runs the tool against its time and its caller's signals. Never throws or rejects; cannot stop a busy tool. */
export const run = <Args, A>(call: Call<Args, A>, tool: CheckedTool<Args>, args: Args): ToolRun | Promise<ToolRun> =>
  // No closure for a call that nobody watches.
  call.watches.length === 0 ? start(call, tool, args) : runWatched(call.watches, () => start(call, tool, args))
