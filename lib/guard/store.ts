/** A shared budget as the calls of this process see it: asked within a deadline, so that a store that is slow, hung or down holds no call up. */
import * as E from 'fp-ts/lib/Either.js'
import { UNLIMITED, type RepeatRule } from '../core/repeats.js'
import type { BudgetStore, RepeatLimit, Reservation, Settlement } from './budget.js'
import { expectOption } from '../core/options.js'
import { Outside } from './outside.js'

/** A store that has not responded by then counts as down. */
const DEADLINE_MS = 100

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
  readonly #outside = new Outside(DEADLINE_MS)
  #degraded = 0
  #toldAt: number | undefined

  constructor(store: BudgetStore) {
    this.#store = store
  }

  /** Reserves one call; `Left`, with the reason for the operator, when the store failed or was late. A late reservation may still come to pass, and counts as taken. */
  reserve(turnId: string, key: string, rule: RepeatRule): Promise<E.Either<string, Reservation>> {
    return this.#outside.ask(async () => reservationOf(await this.#store.reserve(turnId, key, rule)))
  }

  /** Says what became of a call, if the store can be reached, and tells when that is over: one that stays in flight there refuses a call too many and never admits one. */
  settle(turnId: string, key: string, settlement: Settlement): Promise<unknown> {
    return this.#outside.ask(async () => this.#store.settle(turnId, key, settlement))
  }

  /** Says what became of a call that another one has admitted, if the store can be reached: it limits nothing there, and counts as a call in between for others. */
  tell(turnId: string, key: string, settlement: Settlement): Promise<unknown> {
    return this.#outside.ask(async () => {
      await this.#store.reserve(turnId, key, UNLIMITED)
      await this.#store.settle(turnId, key, settlement)
    })
  }

  /** Frees a turn, if the store can be reached; else its keys expire. */
  closeTurn(turnId: string): void {
    void this.#outside.ask(async () => this.#store.closeTurn(turnId))
  }

  /** Notes a call that the store did not count. Answers, at most once a minute, with how many there were since it last did. */
  noteDegraded(now: number): number | undefined {
    this.#degraded += 1
    if (this.#toldAt !== undefined && now - this.#toldAt < LINE_EVERY_MS) return undefined
    const calls = this.#degraded
    this.#toldAt = now
    this.#degraded = 0
    return calls
  }
}

const known = new WeakMap<BudgetStore, SharedBudget>()

/** The shared budget of a store: one and the same for every session. */
export const sharedBudget = (store: BudgetStore): SharedBudget => {
  const methods = [store?.reserve, store?.settle, store?.closeTurn]
  expectOption(
    methods.every((method) => typeof method === 'function'),
    'store',
    'a BudgetStore: reserve, settle and closeTurn'
  )
  const shared = known.get(store) ?? new SharedBudget(store)
  known.set(store, shared)
  return shared
}
