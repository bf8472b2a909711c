/** The stage between admit and run for writes whose effects outlive a process: the ledger says whether one ran, runs, or nobody knows. */
import * as E from 'fp-ts/lib/Either.js'
import type { BeginRequest, OperationState, SettleRequest } from '../core/operation-row.js'
import { isObject } from '../core/foreign/fields.js'
import { partialData, schemaMismatch, type ToolError } from '../core/tool-error.js'
import { waitFor } from '../core/wait.js'
import type { Call } from './call.js'
import { Context } from './context.js'
import { weighed } from './evidence.js'
import { failedJudgement, partOf, type Judgement } from './judgement.js'
import { operationIdOf } from './keys.js'
import { responsesBefore } from './operation.js'
import { beganOtherwise, ranOtherwise } from './outcome.js'
import { run } from './run.js'
import type { OperationLease, SharedLedger } from './shared-stores.js'
import { restoreAnswer, storedAnswer } from './stored-answer.js'
import { timeoutOf, type CheckedTool } from './tool.js'

type Judge<Args, A> = (args: Args, answer: unknown) => Judgement<A>

/** How much longer than its tool may take a lease lasts: time to begin, to judge and to settle. */
const MARGIN_MS = 30_000

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1_000

// -- errors

const UNAVAILABLE: ToolError = schemaMismatch({
  code: 'store_unavailable',
  detail: 'The ledger cannot be reached, so it is unknown whether this call ran before; the tool was not run.'
})

const CANCELLED = schemaMismatch({
  code: 'cancelled',
  detail: 'The caller cancelled the call while it waited for the ledger; the tool was not run.'
})

const unknownOutcome = <Args, A>({ operationId, tool }: Call<Args, A>, why: string): Judgement<never> => {
  const detail = `Operation ${operationId} of ${tool.name} ${why}; the tool was not run now.`
  return failedJudgement(schemaMismatch({ code: 'outcome_unknown', detail }), 'unknown')
}

const ranBefore = <Args, A>({ operationId, tool }: Call<Args, A>): Judgement<never> => {
  const detail = `Operation ${operationId} of ${tool.name} was executed before, and its response was not kept.`
  return failedJudgement(partialData({ code: 'incomplete_response', detail }), 'yes')
}

const ranLongAgo = <Args, A>({ operationId, tool }: Call<Args, A>, since: number): Judgement<never> => {
  const detail = `Operation ${operationId} of ${tool.name} ran before. It was executed on ${new Date(since).toISOString()}; its answer is no longer kept. The tool was not run now.`
  return failedJudgement(schemaMismatch({ code: 'retry_budget_exceeded', detail }), 'yes')
}

// -- the stages of one operation

type Verification = 'executed' | 'not_executed' | 'unknown' | { readonly answer: unknown }

const isAnswer = (said: unknown): said is { readonly answer: unknown } =>
  isObject(said) && Object.hasOwn(said, 'answer')

class LedgeredCall<Args, A> {
  readonly #timeoutMs: number

  constructor(
    readonly ledger: SharedLedger,
    readonly call: Call<Args, A>,
    readonly tool: CheckedTool<Args>,
    readonly judge: Judge<Args, A>,
    readonly args: Args
  ) {
    this.#timeoutMs = timeoutOf(tool)
  }

  /** Asks the ledger, waits while another run holds the operation, and then runs the tool, replays the response or refuses. */
  async perform(seen: number): Promise<Judgement<A>> {
    const { call, tool, ledger } = this
    const asked = this.#request(seen)
    let mayVerify = tool.verify !== undefined
    let renewals = 3
    for (let waitedMs = 0, pauseMs = FIRST_PAUSE_MS; ;) {
      const askedAt = this.#now()
      // A token for each lease: what was said of an earlier one may arrive late.
      const asking = await ledger.begin(call, { ...asked, token: crypto.randomUUID() })
      if (E.isLeft(asking)) return failedJudgement(UNAVAILABLE, 'refused', { cause: asking.left })
      const begun = asking.right
      call.attempt = begun.attempt
      if (begun.is === 'settled') {
        const kept = begun.answer === null ? undefined : restoreAnswer(begun.answer)
        return this.#replay(kept, this.#ranWith(begun), begun.goneSince)
      }
      if (begun.is === 'running') {
        if (waitedMs >= this.#timeoutMs)
          return this.#otherwise(begun) ?? unknownOutcome(call, 'still runs in another run or process')
        pauseMs = Math.min(pauseMs, this.#timeoutMs - waitedMs)
        const waited = await waitFor(() => new Promise(() => {}), { timeoutMs: pauseMs, signals: call.signals })
        if (waited.kind === 'aborted')
          return (
            this.#otherwise(begun) ??
            unknownOutcome(call, 'runs in another run or process, and the caller cancelled the wait')
          )
        waitedMs += pauseMs
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
        continue
      }
      if (call.isCancelled || call.turn.closed) {
        await ledger.handBack(call, begun)
        return failedJudgement(CANCELLED, 'refused')
      }
      const otherwise = this.#otherwise(begun)
      if (otherwise !== undefined) {
        await ledger.handBack(call, begun)
        return otherwise
      }
      if (begun.is === 'unknown' && mayVerify) {
        mayVerify = false
        const said = await this.#verify()
        if (said === 'executed' || isAnswer(said)) return this.#verified(begun, said)
        if (said === 'not_executed') {
          await ledger.settle(call, begun, 'no', { by: 'verify' })
          continue
        }
      }
      if (begun.is === 'unknown' && begun.again !== true && !this.#mayRepeat(begun.sinceMs)) {
        await ledger.handBack(call, begun)
        return unknownOutcome(call, 'began earlier, in this run or another, and nobody knows how it ended')
      }
      // A process that was stopped meanwhile may have lost its lease before the tool would end.
      if (this.#now() - askedAt < MARGIN_MS / 2) return this.#run(begun)
      await ledger.handBack(call, begun)
      if (--renewals === 0) return failedJudgement(UNAVAILABLE, 'refused', { cause: 'each lease was old when it came' })
    }
  }

  #request(seen: number): Omit<BeginRequest, 'token'> {
    const { turn, storeKey, argsKey } = this.call
    return {
      seen,
      leaseMs: this.#timeoutMs + MARGIN_MS,
      tool: this.tool.name,
      operationId: (attempt) => operationIdOf(turn.id, storeKey, attempt),
      argsDigest: argsKey.hash
    }
  }

  /** The digest of the arguments with which the operation began, where those of this call are others. */
  #ranWith(begun: OperationState): string | undefined {
    const digest = 'argsDigest' in begun ? begun.argsDigest : undefined
    return digest === this.call.argsKey.hash ? undefined : digest
  }

  /** The refusal of arguments that are not those with which the operation began. */
  #otherwise(begun: OperationState): Judgement<never> | undefined {
    const ranWith = this.#ranWith(begun)
    return ranWith === undefined ? undefined : failedJudgement(beganOtherwise(this.call), 'unknown', { ranWith })
  }

  #now(): number {
    return this.call.turn.settings.clock()
  }

  // A service that knows the idempotency key answers for the first attempt.
  #mayRepeat(sinceMs: number): boolean {
    return this.tool.idempotencyMs !== undefined && sinceMs <= this.tool.idempotencyMs
  }

  async #run(begun: OperationLease): Promise<Judgement<A>> {
    const { call, tool, args, judge, ledger } = this
    let executed: 'yes' | 'no' | 'unknown' = 'unknown'
    let said: SettleRequest = { by: 'run' }
    try {
      const ran = await run(call, tool, args)
      const judged = ran.kind === 'answered' ? judge(args, ran.answer) : ran.judgement
      const judgement = weighed(call, judged, () => begun.is === 'unknown')
      const { again = false } = judgement
      executed = judgement.executed === 'refused' ? 'no' : judgement.executed
      const answer = executed === 'yes' && ran.kind === 'answered' ? storedAnswer(ran.answer, judgement) : undefined
      said = { by: 'run', answer, again }
      return judgement
    } finally {
      call.unsettled = !(await ledger.settle(call, begun, executed, said))
    }
  }

  async #verify(): Promise<Verification> {
    const { call, tool, args } = this
    const context = new Context(call)
    const waited = await waitFor<unknown>(() => tool.verify?.(args, context), {
      timeoutMs: this.#timeoutMs,
      signals: call.signals
    })
    if (waited.kind === 'timed_out' || waited.kind === 'aborted')
      Context.abort(context, 'TimeoutError', `no answer within ${this.#timeoutMs} ms`)
    if (waited.kind !== 'answered') return 'unknown'
    const said = waited.answer
    return said === 'executed' || said === 'not_executed' || isAnswer(said) ? said : 'unknown'
  }

  async #verified(begun: OperationLease, said: 'executed' | { readonly answer: unknown }): Promise<Judgement<A>> {
    const judgement = this.#replay(said === 'executed' ? undefined : said)
    const answer = said === 'executed' ? undefined : storedAnswer(said.answer, judgement)
    this.call.unsettled = !(await this.ledger.settle(this.call, begun, 'yes', { by: 'verify', answer }))
    return judgement
  }

  /** Judges a kept response again: the write was executed, even if the codec refuses the response today. */
  #replay(kept: { readonly answer: unknown } | undefined, ranWith?: string, goneSince?: number): Judgement<A> {
    const { call } = this
    call.replayed = true
    const gone = goneSince === undefined ? ranBefore(call) : ranLongAgo(call, goneSince)
    const judgement = kept === undefined ? gone : this.judge(this.args, kept.answer)
    return ranWith === undefined
      ? { ...judgement, executed: 'yes' }
      : failedJudgement(ranOtherwise(partOf(judgement, call.payloadOf)), 'yes', { ranWith })
  }
}

/** Makes a call whose effect the session's ledger keeps. Rejects only with what `judge` throws. */
export const performWithLedger = <Args, A>(
  ledger: SharedLedger,
  call: Call<Args, A>,
  tool: CheckedTool<Args>,
  judge: Judge<Args, A>,
  args: Args
): Promise<Judgement<A>> => {
  const seen = call.logged === undefined ? 0 : responsesBefore(call.logged)
  return new LedgeredCall(ledger, call, tool, judge, args).perform(seen)
}
