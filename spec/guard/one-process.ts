/** The budget of one process as a store would be asked: what every other store must agree with. */
import { type RepeatRule } from '../../lib/core/repeats.js'
import { LocalBudget, type Reservation, type Settlement } from '../../lib/guard/budget.js'
import { settleHere, SETTLED } from '../../lib/stores/conformance/store.js'

/** A settlement of a call that was fine, but for what is given. */
export const settlement = (given: Partial<Settlement>): Settlement => ({ ...SETTLED, ...given })

export interface OneProcess {
  readonly reserve: (key: string, rule: RepeatRule) => Reservation
  readonly settle: (key: string, given: Partial<Settlement>) => void
  readonly clear: () => void
}

export const oneProcess = (clock: () => number = () => 0): OneProcess => {
  const budget = new LocalBudget(clock)
  return {
    reserve: (key, rule) => budget.reserve(key, rule),
    settle: (key, given) => void settleHere(budget, key, settlement(given)),
    clear: () => budget.clear()
  }
}
