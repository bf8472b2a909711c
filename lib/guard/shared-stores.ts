/** The stores that processes share, asked within a deadline: one that is slow, hung or down holds no call up for long. */
import * as E from 'fp-ts/lib/Either.js'
import { expectOption } from '../core/options.js'
import { UNLIMITED, type RepeatRule } from '../core/repeats.js'
import { waitFor } from '../core/wait.js'
import type { BudgetStore, MaybePromise, RepeatLimit, Reservation, Settlement } from './budget.js'
import type { Call } from './call.js'
import { readThrown } from './thrown.js'

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
    if (waited.kind === 'threw') return E.left(readThrown(waited.thrown).cause)
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

const LIMITS: ReadonlySet<RepeatLimit> = new Set(['unchanged', 'admitted', 'streak', 'executed'])

const reservationOf = (answer: unknown): Reservation => {
  const { admitted, count, free, by } = (answer ?? {}) as Partial<Reservation>
  if (typeof admitted !== 'boolean' || typeof count !== 'number' || !Number.isFinite(count))
    throw new TypeError('the store gave no reservation')
  if (!admitted) return { admitted, count, by: by !== undefined && LIMITS.has(by) ? by : 'admitted' }
  return { admitted, count, ...(free === true ? { free } : {}) }
}

/** One for each store, whichever sessions share it. */
export class SharedBudget {
  readonly #store: BudgetStore
  readonly #deadline = new Deadline(BUDGET_DEADLINE_MS)
  #degraded = 0
  #loggedAt: number | undefined

  constructor(store: BudgetStore) {
    this.#store = store
  }

  /** Reserves one call; `Left`, with the reason for the operator, when the store failed or was late. A late reservation may still come to pass, and counts as taken. */
  reserve(turnId: string, key: string, rule: RepeatRule): Promise<E.Either<string, Reservation>> {
    return this.#deadline.ask(async () => reservationOf(await this.#store.reserve(turnId, key, rule)))
  }

  /** Reports the outcome of a call, if the store can be reached. A call that stays in flight there refuses one call too many and never admits one. */
  settle(turnId: string, key: string, settlement: Settlement): Promise<unknown> {
    return this.#deadline.ask(async () => this.#store.settle(turnId, key, settlement))
  }

  /** Reports the outcome of a call that a ledger admitted, if the store can be reached: it limits nothing there, and counts as a call in between for others. */
  report(turnId: string, key: string, settlement: Settlement): Promise<unknown> {
    return this.#deadline.ask(async () => {
      await this.#store.reserve(turnId, key, UNLIMITED)
      await this.#store.settle(turnId, key, settlement)
    })
  }

  /** Frees a turn, if the store can be reached; else its keys expire. */
  closeTurn(turnId: string): void {
    void this.#deadline.ask(async () => this.#store.closeTurn(turnId))
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

const knownBudget = oneFor((store: BudgetStore) => new SharedBudget(store))

/** The shared budget of a store: one and the same for every session. */
export const sharedBudget = (store: BudgetStore): SharedBudget => {
  const methods = [store?.reserve, store?.settle, store?.closeTurn]
  expectOption(
    methods.every((method) => typeof method === 'function'),
    'store',
    'a BudgetStore: reserve, settle and closeTurn'
  )
  return knownBudget(store)
}

// -- ledgers

/** The state of an operation at `begin`. @category Ledger @since 0.1.0 */
export type OperationState =
  /** Nobody runs it and no outcome is open: it may run, under a lease that `token` proves. */
  | { readonly is: 'fresh'; readonly attempt: number; readonly token: string }
  /** It was executed: the next response that this turn object has not received; `null` where it was not kept. */
  | { readonly is: 'settled'; readonly attempt: number; readonly answer: string | null }
  /** Somebody else holds a lease. */
  | { readonly is: 'running'; readonly attempt: number }
  /** It began, and nobody knows how it ended. The asker holds a new lease, to find out; the attempt first began `sinceMs` ago. */
  | { readonly is: 'unknown'; readonly attempt: number; readonly token: string; readonly sinceMs: number }

/**
 * Where the effects of turns are kept: one row for each turn and key, which outlives `turn.close()`. Both methods are one atomic step and one trip; times
 * are the server's. `ledgerConformance` of `guarded-call/conformance` tests your own ledger.
 *
 * @category Ledger @since 0.1.0
 */
export interface Ledger {
  /** `seen`: how many responses of executed attempts this turn object already received. Keys hold no arguments in clear. */
  readonly begin: (
    turnId: string,
    key: string,
    asked: { readonly seen: number; readonly leaseMs: number }
  ) => MaybePromise<OperationState>
  /**
   * `'yes'` keeps the response, is accepted late and from anybody; the first response of an attempt stays. `'no'` frees the operation and `'unknown'`
   * leaves it open: both are accepted from the holder of the lease alone.
   */
  readonly settle: (
    turnId: string,
    key: string,
    attempt: number,
    token: string,
    executed: 'yes' | 'no' | 'unknown',
    answer?: string
  ) => MaybePromise<unknown>
}

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

/** One for each ledger, whichever sessions share it. */
export class SharedLedger {
  readonly #ledger: Ledger
  readonly #deadline = new Deadline(LEDGER_DEADLINE_MS)

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  /** Begins an operation; `Left`, with the reason for the operator, when the ledger failed or was late: then a lease that it gives yet is handed back. */
  begin(
    call: Call,
    asked: { readonly seen: number; readonly leaseMs: number }
  ): Promise<E.Either<string, OperationState>> {
    const begin = async (): Promise<OperationState> => operationState(await this.#ledger.begin(...nameOf(call), asked))
    return this.#deadline.ask(begin, (late) => {
      if ('token' in late) void this.settle(call, late, late.is === 'fresh' ? 'no' : 'unknown')
    })
  }

  /** Reports the outcome of an operation to the ledger; returns whether it arrived. */
  async settle(
    call: Call,
    { attempt, token }: { readonly attempt: number; readonly token: string },
    executed: 'yes' | 'no' | 'unknown',
    answer?: string
  ): Promise<boolean> {
    return E.isRight(
      await this.#deadline.ask(async () => this.#ledger.settle(...nameOf(call), attempt, token, executed, answer))
    )
  }
}

const nameOf = ({ turn, storeKey }: Call): readonly [turnId: string, key: string] => [turn.id, storeKey]

const knownLedger = oneFor((ledger: Ledger) => new SharedLedger(ledger))

/** The ledger as the calls of this process see it: one and the same for every session. */
export const sharedLedger = (ledger: Ledger): SharedLedger => {
  expectOption(
    typeof ledger?.begin === 'function' && typeof ledger.settle === 'function',
    'ledger',
    'a Ledger: begin and settle'
  )
  return knownLedger(ledger)
}
