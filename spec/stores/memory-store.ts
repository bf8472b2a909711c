/** Stores as one may write them oneself: of this process, for the sake of a spec. */
import type { BudgetStore } from '../../lib/index.js'
import type { StoredEvent } from '../../lib/guard/shared-log.js'

/** Makes stores that share their turns, which live for `ttlMs`. */
export const memoryStores = (): ((ttlMs: number) => BudgetStore) => {
  const turns = new Map<string, Array<StoredEvent>>()
  const ends = new Map<string, NodeJS.Timeout>()
  const close = (turn: string): void => {
    clearTimeout(ends.get(turn))
    turns.delete(turn)
  }
  return (ttlMs) => ({
    append: (turn, event, from) => {
      const events = turns.get(turn) ?? []
      if (event !== '') {
        turns.set(turn, events)
        events.push({ now: performance.now(), event })
        clearTimeout(ends.get(turn))
        ends.set(turn, setTimeout(close, ttlMs, turn).unref())
      }
      return { at: events.length, events: events.slice(from) }
    },
    close
  })
}

export const memoryStore = (): BudgetStore => memoryStores()(60_000)
