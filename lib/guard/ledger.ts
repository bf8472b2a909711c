/** The stage between admit and run for writes whose effects outlive a process: the ledger says whether one ran, runs, or nobody knows. */
import * as E from 'fp-ts/lib/Either.js'
import { isObject } from '../core/foreign/fields.js'
import { partialData, schemaMismatch, type ToolError } from '../core/tool-error.js'
import { waitFor } from '../core/wait.js'
import type { Call } from './call.js'
import { failedJudgement, type Judgement } from './judge.js'
import { Context, run } from './run.js'
import type { OperationState, SharedLedger } from './shared-stores.js'
import { restoreAnswer, storedAnswer } from './stored-answer.js'
import { DEFAULT_TIMEOUT_MS, isTransient, type CheckedTool } from './tool.js'

type OperationLease = Extract<OperationState, { readonly token: string }>
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
    this.#timeoutMs = tool.timeoutMs ?? DEFAULT_TIMEOUT_MS
  }

  /** Asks the ledger, waits while another run holds the operation, and then runs the tool, replays the response or refuses. */
  async perform(seen: number): Promise<Judgement<A>> {
    const { call, tool, ledger } = this
    const asked = { seen, leaseMs: this.#timeoutMs + MARGIN_MS }
    let mayVerify = tool.verify !== undefined
    let renewals = 3
    for (let waitedMs = 0, pauseMs = FIRST_PAUSE_MS; ;) {
      const askedAt = this.#now()
      const asking = await ledger.begin(call as Call, asked)
      if (E.isLeft(asking)) return failedJudgement(UNAVAILABLE, 'refused', { cause: asking.left })
      const begun = asking.right
      call.attempt = begun.attempt
      if (begun.is === 'settled') return this.#replay(begun.answer === null ? undefined : restoreAnswer(begun.answer))
      if (begun.is === 'running') {
        if (waitedMs >= this.#timeoutMs) return unknownOutcome(call, 'still runs in another run or process')
        pauseMs = Math.min(pauseMs, this.#timeoutMs - waitedMs)
        const waited = await waitFor(() => new Promise(() => {}), { timeoutMs: pauseMs, signals: call.signals })
        if (waited.kind === 'aborted')
          return unknownOutcome(call, 'runs in another run or process, and the caller cancelled the wait')
        waitedMs += pauseMs
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
        continue
      }
      if (call.isCancelled || call.turn.closed) {
        await this.#giveUp(begun)
        return failedJudgement(CANCELLED, 'refused')
      }
      if (begun.is === 'unknown' && mayVerify) {
        mayVerify = false
        const said = await this.#verify()
        if (said === 'executed' || isAnswer(said)) return this.#verified(begun, said)
        if (said === 'not_executed') {
          await ledger.settle(call as Call, begun, 'no')
          continue
        }
      }
      if (begun.is === 'unknown' && !this.#mayRepeat(begun.sinceMs)) {
        await this.#giveUp(begun)
        return unknownOutcome(call, 'began earlier, in this run or another, and nobody knows how it ended')
      }
      // A process that was stopped meanwhile may have lost its lease before the tool would end.
      if (this.#now() - askedAt < MARGIN_MS / 2) return this.#run(begun)
      await this.#giveUp(begun)
      if (--renewals === 0) return failedJudgement(UNAVAILABLE, 'refused', { cause: 'each lease was old when it came' })
    }
  }

  #now(): number {
    return this.call.turn.settings.clock()
  }

  // A service that knows the idempotency key answers for the first attempt.
  #mayRepeat(sinceMs: number): boolean {
    return this.tool.idempotencyMs !== undefined && sinceMs <= this.tool.idempotencyMs
  }

  /** Hands the lease back as it was found. */
  #giveUp(begun: OperationLease): Promise<boolean> {
    return this.ledger.settle(this.call as Call, begun, begun.is === 'fresh' ? 'no' : 'unknown')
  }

  async #run(begun: OperationLease): Promise<Judgement<A>> {
    const { call, tool, args, judge, ledger } = this
    let executed: 'yes' | 'no' | 'unknown' = 'unknown'
    let answer: string | undefined
    try {
      const ran = await run(call, tool, args)
      const judgement = ran.kind === 'answered' ? judge(args, ran.answer) : ran.judgement
      executed = this.#executed(judgement)
      if (executed === 'yes' && ran.kind === 'answered') answer = storedAnswer(ran.answer, judgement)
      return judgement
    } finally {
      call.unsettled = !(await ledger.settle(call as Call, begun, executed, answer))
    }
  }

  // Whoever sends an idempotency key asks for the same attempt again; else the author's word on a failure frees the operation.
  #executed({ result, executed, handedBack }: Judgement<A>): 'yes' | 'no' | 'unknown' {
    if (handedBack !== undefined || executed === 'refused') return 'no'
    if (executed !== 'unknown' || E.isRight(result) || this.tool.idempotencyMs !== undefined) return executed
    return isTransient(this.tool, result.left) ? 'no' : 'unknown'
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
    this.call.unsettled = !(await this.ledger.settle(this.call as Call, begun, 'yes', answer))
    return judgement
  }

  /** Judges a kept response again: the write was executed, even if the codec refuses the response today. */
  #replay(kept: { readonly answer: unknown } | undefined): Judgement<A> {
    this.call.replayed = true
    return kept === undefined ? ranBefore(this.call) : { ...this.judge(this.args, kept.answer), executed: 'yes' }
  }
}

/** Makes a call whose effect the session's ledger keeps. Rejects only with what `judge` throws. */
export const performWithLedger = async <Args, A>(
  ledger: SharedLedger,
  call: Call<Args, A>,
  tool: CheckedTool<Args>,
  judge: Judge<Args, A>,
  args: Args
): Promise<Judgement<A>> => {
  const { operations } = call.turn
  const seen = operations.claim(call.key)
  let executed: Judgement<A>['executed'] = 'unknown'
  try {
    const judgement = await new LedgeredCall(ledger, call, tool, judge, args).perform(seen)
    executed = judgement.executed
    return judgement
  } finally {
    operations.ended(call.key, executed)
  }
}
