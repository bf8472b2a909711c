/** Remembers, for each turn, which arguments were asked for again and did not get better. */
import { BoundedMap } from '../guard/budget.js'
import type { Turn } from '../guard/turn.js'

// The budget refuses a call that repeats; asking about it first, time and again, would cost what the refusal saves.
const MAX_IN_VAIN = 3
const MAX_REMEMBERED = 1_000

const counts = new WeakMap<Turn, BoundedMap<number>>()

/** Whether asking about a call that began with these arguments was in vain so often that it is not done again in this turn. */
export const isHopeless = (turn: Turn, key: string): boolean => (counts.get(turn)?.get(key) ?? 0) >= MAX_IN_VAIN

/** Remembers that asking was in vain. */
export const rememberVain = (turn: Turn, key: string): void => {
  const known = counts.get(turn) ?? new BoundedMap<number>(MAX_REMEMBERED)
  known.set(key, (known.get(key) ?? 0) + 1)
  counts.set(turn, known)
}
