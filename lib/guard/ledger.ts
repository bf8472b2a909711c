/** The stage between admit and run for writes whose effects outlive a process: ran, running or unknown? */
import * as E from 'fp-ts/lib/Either.js'
import type { BeginRequest, OperationState, SettleRequest } from '../core/calls/index.js'
import { waitFor } from '../core/foreign/index.js'
import type { Call } from './call.js'
import { Context } from './context.js'
import { saidNo, weighed } from './evidence.js'
import { mayRepeat } from './idempotency.js'
import { failedJudgement, shownOf, type Judge, type Judgement } from './judgement.js'
import { operationIdOf } from './keys.js'
import { responsesBefore } from './operation.js'
import { lossOf, newsOf, tellBegan } from './ledger-news.js'
import { beganOtherwise, ranOtherwise } from './outcome.js'
import { run, type ToolRun } from './run.js'
import type { LedgerPlace, OperationLease, SharedLedger } from './shared-stores.js'
import { restoreAnswer, storedAnswer } from './stored-answer.js'
import { timeoutOf, type CheckedTool, type ToolTraits } from './tool.js'
import { enlists, transactionOver, transactionsOf, type HostTransaction } from './transaction.js'
import * as refusals from './ledger-errors.js'
import { askVerify, vouched, type JudgedAnswer } from './verify.js'

/** How much longer than its tool may take a lease lasts: time to begin, to judge and to settle. */
const MARGIN_MS = 30_000

// The service may take up a request for as long again as its caller waited for it.
const arrivalMsOf = <Args>(tool: ToolTraits<Args>): number => 2 * timeoutOf(tool)

/**
 * How long a lease of a tool's operations lasts. The age of the first request says nothing of one that is made again:
 * `verify` frees neither while that may still arrive, because its lease lasts.
 */
export const leaseMsOf = <Args>(tool: ToolTraits<Args>): number =>
  Math.max(timeoutOf(tool) + MARGIN_MS, tool.verify === undefined ? 0 : arrivalMsOf(tool))

/** Where the ledger keeps the operation of a call. */
export const ledgerPlaceOf = <Args, A>({ turn, storeKey }: Call<Args, A>): LedgerPlace => ({
  turnId: turn.id,
  key: storeKey,
  deadlineMs: turn.settings.deadlines.ledgerMs
})

/** What a call asks of the ledger: `seen` responses of its operation were given before. */
export const beginRequestOf = <Args, A>(
  { turn, storeKey, argsKey, step, tool }: Call<Args, A>,
  ledger: SharedLedger,
  seen: number
): Omit<BeginRequest, 'token'> => ({
  seen,
  leaseMs: leaseMsOf(tool),
  tool: tool.name,
  operationId: (attempt) => operationIdOf(turn.id, storeKey, attempt),
  argsDigest: argsKey.hash,
  ...(step === undefined ? {} : { step }),
  ...(enlists(tool) || transactionOver(ledger) !== undefined ? { inTransaction: true } : {})
})

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1_000

// -- the stages of one operation

class LedgeredCall<Args, A> {
  readonly #timeoutMs: number
  readonly #place: LedgerPlace
  readonly #enlists: boolean
  readonly #transaction: HostTransaction | undefined

  constructor(
    readonly ledger: SharedLedger,
    readonly call: Call<Args, A>,
    readonly tool: CheckedTool<Args>,
    readonly judge: Judge<Args, A>,
    readonly args: Args
  ) {
    this.#timeoutMs = timeoutOf(tool)
    this.#place = ledgerPlaceOf(call)
    this.#enlists = enlists(tool)
    this.#transaction = this.#enlists ? undefined : transactionOver(ledger)
  }

  /** Asks the ledger, waits while another run holds the operation, then runs, replays or refuses. */
  async perform(seen: number): Promise<Judgement<A>> {
    const { call, tool, ledger } = this
    if (this.#enlists && transactionsOf(ledger) === undefined) return failedJudgement(refusals.APART, 'refused')
    const asked = beginRequestOf(call, ledger, seen)
    const isWithin = asked.inTransaction === true
    let mayVerify = tool.verify !== undefined
    let renewals = 3
    for (let waitedMs = 0, pauseMs = FIRST_PAUSE_MS; ;) {
      let askedAt = 0
      const request = (): BeginRequest => {
        askedAt = this.#now()
        // A token for each lease: what was said of an earlier one may arrive late.
        return { ...asked, token: crypto.randomUUID() }
      }
      const asking = await ledger.begin(this.#place, request, this.#timeoutMs, call.signals)
      if (E.isLeft(asking))
        return failedJudgement(call.isCancelled ? refusals.GIVEN_UP : refusals.UNAVAILABLE, 'refused', {
          cause: asking.left
        })
      const begun = asking.right
      call.attempt = begun.attempt
      call.beganAt = begun.is === 'unknown' ? askedAt - begun.sinceMs : askedAt
      call.heldElsewhereMs = begun.is === 'running' ? (begun.leaseLeftMs ?? leaseMsOf(tool)) : undefined
      if (begun.is === 'settled') {
        const kept = begun.answer === null ? undefined : restoreAnswer(begun.answer)
        return this.#replay(kept, this.#ranWith(begun), begun.goneSince)
      }
      if (begun.is === 'running') {
        if (waitedMs >= this.#timeoutMs)
          return this.#otherwise(begun) ?? refusals.unknownOutcome(call, 'still runs in another run or process')
        pauseMs = Math.min(pauseMs, this.#timeoutMs - waitedMs)
        const waited = await waitFor(() => new Promise(() => {}), { timeoutMs: pauseMs, signals: call.signals })
        if (waited.kind === 'aborted')
          return (
            this.#otherwise(begun) ??
            refusals.unknownOutcome(call, 'runs in another run or process, and the caller cancelled the wait')
          )
        waitedMs += pauseMs
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
        continue
      }
      if (call.isCancelled || call.turn.closed) {
        await this.#handBack(begun)
        return failedJudgement(refusals.GIVEN_UP, 'refused')
      }
      const otherwise = this.#otherwise(begun)
      // No earlier transaction can commit once the lease is another's; of a run outside of one it says nothing.
      const isProven = begun.is === 'unknown' && begun.inTransaction === true
      if (begun.is === 'unknown' && (isProven ? otherwise !== undefined : mayVerify)) {
        mayVerify = false
        const said = isProven ? 'not_executed' : await askVerify(call, tool, this.args, this.judge)
        if (said === 'executed' || typeof said === 'object') return this.#verified(begun, said)
        if (said === 'not_executed' && (isProven || begun.sinceMs >= arrivalMsOf(tool))) {
          await ledger.settle(this.#place, begun, 'no', { by: 'verify' }, lossOf(call))
          continue
        }
      }
      if (otherwise !== undefined) {
        await this.#handBack(begun)
        return otherwise
      }
      // By now, `verify` may have taken its time.
      if (begun.is === 'unknown' && !isProven && (isWithin || (begun.again !== true && !this.#mayRepeat()))) {
        await this.#handBack(begun)
        return refusals.unknownOutcome(call, 'began earlier, in this run or another, and nobody knows how it ended')
      }
      // A process that was stopped meanwhile may have lost its lease before the tool would end.
      if (this.#now() - askedAt < MARGIN_MS / 2) return isWithin ? this.#runWithin(begun) : this.#run(begun)
      await this.#handBack(begun)
      if (--renewals === 0)
        return failedJudgement(refusals.UNAVAILABLE, 'refused', { cause: 'each lease was old when it came' })
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

  #mayRepeat(): boolean {
    const { tool, call, args } = this
    return mayRepeat(tool.idempotency, call.ageMs, args, new Context(call))
  }

  /** Runs the tool: if the process dies with it, one line says what had begun. */
  async #runTool(): Promise<{ readonly ran: ToolRun; readonly judged: Judgement<A> }> {
    const { call, tool, args, judge } = this
    tellBegan(call)
    const ran = await run(call, tool, args)
    return { ran, judged: ran.kind === 'answered' ? judge(args, ran.answer) : ran.judgement }
  }

  async #run(begun: OperationLease): Promise<Judgement<A>> {
    const { call, tool, args, judge } = this
    const isOpen = (): boolean => begun.is === 'unknown'
    let executed: 'yes' | 'no' | 'unknown' = 'unknown'
    let said: SettleRequest = { by: 'run' }
    try {
      const { ran, judged } = await this.#runTool()
      const told = await vouched(call, tool, args, judge, weighed(call, judged, isOpen), isOpen)
      const { judgement, by, response = ran.kind === 'answered' && by === 'run' ? ran : undefined } = told
      executed = judgement.executed === 'refused' ? 'no' : judgement.executed
      // Not settled, it keeps its lease.
      call.keepsLease = isOpen() && executed === 'unknown' && tool.verify !== undefined && !saidNo(judgement)
      const isKept = executed === 'yes' && response !== undefined
      said = {
        by,
        answer: isKept ? storedAnswer(response.answer, judgement, call.tool.ledgerForm) : undefined,
        again: judgement.again === true
      }
      return judgement
    } finally {
      if (!call.keepsLease) await this.#settle(begun, executed, said)
    }
  }

  /** Runs the tool in a transaction that keeps its outcome as well. */
  async #runWithin(begun: OperationLease): Promise<Judgement<A>> {
    const { call, ledger } = this
    if (this.#transaction?.take() === false) {
      await this.#handBack(begun)
      return failedJudgement(refusals.SPENT, 'refused')
    }
    call.awaitsTransaction = this.#enlists
    const { ran, judged } = await this.#runTool()
    // From here on its tool enlists nothing.
    if (call.running !== undefined) call.running.over = true
    const transaction = this.#transaction ?? call.running?.enlisted
    const shared = transactionsOf(ledger)
    // A row that names a failure may record one: what its caller reads as a success stays.
    const isToStay = judged.executed === 'yes' || E.isRight(judged.result)
    if (!isToStay || !transaction || shared === undefined) {
      transaction?.rollBack()
      if (judged.unsure !== true) return this.#undone(begun, judged)
      // An effect outside of the database, of which that is no witness.
      await this.#settle(begun, 'unknown', { by: 'run', outside: true })
      return judged
    }
    const done: Judgement<A> = { ...judged, executed: 'yes' }
    const answer = ran.kind === 'answered' ? storedAnswer(ran.answer, judged, call.tool.ledgerForm) : undefined
    const { turnId, key } = this.#place
    const operation = { turnId, key, attempt: begun.attempt, token: begun.token }
    const committed = await transaction.commit((on) => shared.settleOn(on, operation, { by: 'run', answer }))
    if (committed.is === 'committed') return done
    if (committed.is === 'taken_over')
      return refusals.unknownOutcome(
        call,
        'was taken over by another run or process, and what was done here was undone'
      )
    const { is, cause } = committed
    const state = committed.is === 'rolled_back' ? committed.state : undefined
    const isCommitted = is === 'lost' ? await shared.isCommitted(operation) : false
    if (isCommitted === true) return done
    if (isCommitted === false) return this.#undone(begun, failedJudgement(refusals.rolledBack(state), 'no', { cause }))
    call.unsettled = true
    return failedJudgement(refusals.UNREACHABLE, 'unknown', { cause, lost: true })
  }

  // The database is the witness, whatever became of earlier runs.
  async #undone(begun: OperationLease, judgement: Judgement<A>): Promise<Judgement<A>> {
    await this.#settle(begun, 'no', { by: begun.is === 'fresh' ? 'run' : 'verify' })
    return { ...judgement, executed: 'no' }
  }

  async #settle(begun: OperationLease, executed: 'yes' | 'no' | 'unknown', said: SettleRequest): Promise<void> {
    const { call, ledger } = this
    call.unsettled = !(await ledger.settle(this.#place, begun, executed, said, newsOf(call)))
  }

  #handBack(begun: OperationLease): Promise<boolean> {
    return this.ledger.handBack(this.#place, begun, lossOf(this.call))
  }

  async #verified(begun: OperationLease, said: 'executed' | JudgedAnswer<A>): Promise<Judgement<A>> {
    const judgement = this.#replay(said === 'executed' ? undefined : said, this.#ranWith(begun))
    const answer = said === 'executed' ? undefined : storedAnswer(said.answer, said.judgement)
    await this.#settle(begun, 'yes', { by: 'verify', answer })
    return judgement
  }

  /** Judges a kept response again: the write was executed, even if the codec refuses the response today. */
  #replay(kept: { readonly answer: unknown } | undefined, ranWith?: string, goneSince?: number): Judgement<A> {
    const { call } = this
    call.replayed = true
    const gone = goneSince === undefined ? refusals.ranBefore(call) : refusals.ranLongAgo(call, goneSince)
    const judgement = kept === undefined ? gone : this.judge(this.args, kept.answer)
    return ranWith === undefined
      ? { ...judgement, executed: 'yes' }
      : failedJudgement(ranOtherwise(shownOf(judgement, call.payloadOf)), 'yes', { ranWith })
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
  // A step is one occurrence: its response is the first, however often this turn object was given it.
  const seen = call.logged === undefined || call.step !== undefined ? 0 : responsesBefore(call.logged)
  return new LedgeredCall(ledger, call, tool, judge, args).perform(seen)
}
