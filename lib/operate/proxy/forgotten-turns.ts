/** The writes of turns that a host named and the proxy has closed since: a name may come back. */
import { eventsOf, stateOf, type LoggedCall, type SavedTurn, type Turn } from '../../guard/kernel.js'

/** More than hosts write in a day; the turn that was closed first is forgotten first. */
export const MAX_WRITES = 100_000

export const FORGOTTEN = 'turns whose writes were forgotten, because there were too many'

/** What a turn wrote, or began to. */
export const writesOf = (turn: Turn): ReadonlyArray<LoggedCall> =>
  stateOf({ turn })?.log.calls.filter(({ runsOnce, end }) => runsOnce && end?.executed !== 'no') ?? []

export class ForgottenTurns {
  readonly #turns = new Map<string, SavedTurn>()
  #events = 0

  constructor(
    readonly onForgotten: () => void,
    readonly maxWrites = MAX_WRITES
  ) {}

  keep(turn: Turn): void {
    const state = stateOf({ turn })
    if (state === undefined) return
    const events = eventsOf(writesOf(turn), 0)
    if (events.length === 0) return
    this.#turns.set(turn.id, { id: turn.id, started: state.count, events })
    this.#events += events.length
    // A write has two events.
    for (const id of this.#turns.keys()) {
      if (this.#events <= 2 * this.maxWrites) return
      this.#take(id)
      this.onForgotten()
    }
  }

  /** Tells a turn that is opened again what it has written. */
  restore(turn: Turn): void {
    const saved = this.#take(turn.id)
    if (saved !== undefined) stateOf({ turn })?.resume(saved)
  }

  #take(id: string): SavedTurn | undefined {
    const saved = this.#turns.get(id)
    this.#events -= saved?.events.length ?? 0
    this.#turns.delete(id)
    return saved
  }
}
