/** The stores that processes share, asked within a deadline: one that is slow, hung or down holds no call up for long. */
import * as E from 'fp-ts/lib/Either.js'
import type { BeginRequest, OperationState, SettleRequest } from '../core/operation-row.js'
import type { MaybePromise } from '../core/foreign/promises.js'
import { waitFor } from '../core/wait.js'
import type { SharedEnding } from './shared-event.js'
import { SharedTurn, type BudgetStore, type SharedDecision } from './shared-log.js'
import { causeOf } from './thrown/cause.js'

// -- within a deadline

/** Most overdue answers at a time: beyond it the store is not asked, because hanging promises would fill this process. */
const MAX_OVERDUE = 1_000

class Deadline {
  #overdue = 0

  constructor(readonly deadlineMs: number) {}

  /** Answers `Left`, with the reason for the operator, when the work failed or was late; `onLate` is given what comes after that. */
  async ask<A>(work: () => Promise<A>, onLate: (answer: A) => void = () => {}): Promise<E.Either<string, A>> {
    if (this.#overdue >= MAX_OVERDUE) return E.left(`${MAX_OVERDUE} answers are overdue`)
    const answer = work()
    const half = { timeoutMs: this.deadlineMs / 2 }
    // In two steps: a thread that was blocked finds its timers due before it reads the answer that has long arrived.
    const early = await waitFor(() => answer, half)
    const waited = early.kind === 'timed_out' ? await waitFor(() => answer, half) : early
    if (waited.kind === 'answered') return E.right(waited.answer)
    if (waited.kind === 'threw') return E.left(causeOf(waited.thrown))
    this.#overdue += 1
    const ended = (): void => {
      this.#overdue -= 1
    }
    answer.then(onLate).then(ended, ended)
    return E.left(`no answer within ${this.deadlineMs} ms`)
  }
}

/** One view for each store, whichever sessions share it. */
const oneFor = <Store extends object, View>(view: (store: Store) => View): ((store: Store) => View) => {
  const known = new WeakMap<Store, View>()
  return (store) => {
    const made = known.get(store) ?? view(store)
    known.set(store, made)
    return made
  }
}

// -- budgets

/** A store that has not responded by then counts as down. */
const BUDGET_DEADLINE_MS = 100

const LINE_EVERY_MS = 60_000

/** One for each store, whichever sessions share it. */
export class SharedBudget {
  readonly #store: BudgetStore
  readonly #deadline = new Deadline(BUDGET_DEADLINE_MS)
  #degraded = 0
  #loggedAt: number | undefined

  constructor(store: BudgetStore) {
    this.#store = store
  }

  openTurn(turnId: string): SharedTurn {
    return new SharedTurn(this.#store, turnId)
  }

  /** Asks for one call; `Left`, with the reason for the operator, when the store failed or was late. A late call may still be counted, and counts as made. */
  ask(turn: SharedTurn, ...asked: Parameters<SharedTurn['ask']>): Promise<E.Either<string, SharedDecision>> {
    return this.#deadline.ask(() => turn.ask(...asked))
  }

  /** Reports the outcome of a call, if the store can be reached. A call that stays in flight there refuses one call too many and never admits one. */
  settle(turn: SharedTurn, id: string, ending: SharedEnding): Promise<unknown> {
    return this.#deadline.ask(() => turn.settle(id, ending))
  }

  /** Reports the outcome of a call that a ledger admitted, if the store can be reached. */
  report(turn: SharedTurn, ...reported: Parameters<SharedTurn['report']>): Promise<unknown> {
    return this.#deadline.ask(() => turn.report(...reported))
  }

  /** Frees a turn, if the store can be reached; else its keys expire. */
  closeTurn(turnId: string): void {
    void this.#deadline.ask(async () => this.#store.close(turnId))
  }

  /** Notes a call that the store did not count. Answers, at most once a minute, with how many there were since it last did. */
  noteDegraded(now: number): number | undefined {
    this.#degraded += 1
    if (this.#loggedAt !== undefined && now - this.#loggedAt < LINE_EVERY_MS) return undefined
    const calls = this.#degraded
    this.#loggedAt = now
    this.#degraded = 0
    return calls
  }
}

/** The shared budget of a store: one and the same for every session. */
export const sharedBudget = oneFor((store: BudgetStore) => new SharedBudget(store))

// -- ledgers

/**
 * Where the effects of turns are kept: one row for each turn and key, which outlives `turn.close()`. Both methods are one atomic step; times are the server's.
 * `ledgerConformance` of `guarded-call/conformance` tests your own ledger.
 *
 * @category Ledger @since 0.1.0
 */
export interface Ledger {
  /** Keys hold no arguments in clear. Asking again with the same token returns the same lease. */
  readonly begin: (turnId: string, key: string, asked: BeginRequest) => MaybePromise<OperationState>
  /**
   * `'yes'` keeps the response, is accepted late and from anybody; the first response of an attempt stays. `'no'` frees the operation and `'unknown'`
   * leaves it open: both are accepted from the holder of the lease alone, or from a person once no lease lasts. A `'no'` by a run whose lease was given as
   * unknown leaves the operation unknown.
   */
  readonly settle: (
    turnId: string,
    key: string,
    attempt: number,
    token: string,
    executed: 'yes' | 'no' | 'unknown',
    said: SettleRequest
  ) => MaybePromise<unknown>
}

/** What a ledger gives to whoever may find out about an operation. */
export type OperationLease = Extract<OperationState, { readonly token: string }>

/** A ledger that has not answered by then counts as down: longer than a write to a disk takes, shorter than a model waits. */
const LEDGER_DEADLINE_MS = 2_000

const operationState = (answer: unknown): OperationState => {
  const { is, attempt, token, answer: kept } = (answer ?? {}) as Partial<Record<string, unknown>>
  const isOne =
    Number.isSafeInteger(attempt) &&
    (is === 'running' ||
      (is === 'settled' && (kept === null || typeof kept === 'string')) ||
      ((is === 'fresh' || is === 'unknown') && typeof token === 'string'))
  if (!isOne) throw new TypeError('the ledger gave no answer that can be understood')
  return answer as OperationState
}

/** The names of a call's operation: all that a ledger needs of it. */
interface NamedCall {
  readonly turn: { readonly id: string }
  readonly storeKey: string
}

/** One for each ledger, whichever sessions share it. */
export class SharedLedger {
  readonly #ledger: Ledger
  readonly #deadline = new Deadline(LEDGER_DEADLINE_MS)

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  /** Begins an operation; `Left`, with the reason for the operator, when the ledger failed or was late: then a lease that it gives yet is handed back. */
  begin(call: NamedCall, asked: BeginRequest): Promise<E.Either<string, OperationState>> {
    const ask = async (): Promise<OperationState> => operationState(await this.#ledger.begin(...nameOf(call), asked))
    // The answer alone may have been lost: the same token gets the same lease.
    return this.#deadline.ask(
      () => ask().catch(ask),
      (late) => {
        if ('token' in late) void this.handBack(call, late)
      }
    )
  }

  /** Hands a lease back as it was found. */
  handBack(call: NamedCall, lease: OperationLease): Promise<boolean> {
    const again = lease.is === 'unknown' && lease.again === true
    return this.settle(call, lease, lease.is === 'fresh' ? 'no' : 'unknown', { by: 'run', again })
  }

  /** Reports the outcome of an operation to the ledger; returns whether it arrived. */
  async settle(
    call: NamedCall,
    { attempt, token }: OperationLease,
    executed: 'yes' | 'no' | 'unknown',
    said: SettleRequest
  ): Promise<boolean> {
    return E.isRight(
      await this.#deadline.ask(async () => this.#ledger.settle(...nameOf(call), attempt, token, executed, said))
    )
  }
}

const nameOf = ({ turn, storeKey }: NamedCall): readonly [turnId: string, key: string] => [turn.id, storeKey]

/** The ledger as the calls of this process see it: one and the same for every session. */
export const sharedLedger = oneFor((ledger: Ledger) => new SharedLedger(ledger))
