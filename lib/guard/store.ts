/** Asks a shared budget store within a deadline: a store that is slow, hung or down never holds a call up. */
import * as E from 'fp-ts/lib/Either.js'
import type { BudgetStore, Reservation } from './budget.js'

/** A store that has not answered by then counts as down. */
const STORE_DEADLINE_MS = 100

const isReservation = (value: unknown): value is Reservation =>
  typeof value === 'object' && value !== null && typeof (value as Reservation).admitted === 'boolean' && Number.isFinite((value as Reservation).count)

/** Reserves one call; `Left` when the store threw, answered nonsense or did not answer in time (then the reservation may still come to pass, and counts as taken). */
export const reserveIn = async (store: BudgetStore, turnId: string, key: string, limit: number): Promise<E.Either<'store down', Reservation>> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), STORE_DEADLINE_MS)
    })
    const answer = await Promise.race([store.reserve(turnId, key, limit), late])
    return isReservation(answer) ? E.right(answer) : E.left('store down')
  } catch {
    return E.left('store down')
  } finally {
    clearTimeout(timer)
  }
}

/** Gives one call back, if the store can be reached; a budget that stays too small by one does no harm. */
export const giveBackIn = async (store: BudgetStore, turnId: string, key: string): Promise<void> => {
  try {
    await store.giveBack(turnId, key)
  } catch {
    // the count stays one too high, which refuses a call too many and never admits one
  }
}
