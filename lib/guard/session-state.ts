/**
 * The data that a session carries from one process to the next: the events of its turns by digests, no arguments or
 * responses. Versions to come add fields and kinds of events, and change none.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { LoopState } from '../core/calls/index.js'
import { SavedEvent } from './turn-events.js'

// -- model

const SavedTurn = t.exact(
  t.intersection([
    t.type({
      id: t.string,
      /** How many calls were named. */
      started: t.number,
      events: t.readonlyArray(SavedEvent)
    }),
    t.partial({
      /** The memory of its own loop detector, where it has one. */
      loop: LoopState
    })
  ])
)

/** An open turn, as data: its events, with digests in place of arguments and responses. @category Guard @since 0.1.0 */
export interface SavedTurn {
  readonly id: string
  readonly started: number
  readonly loop?: LoopState
  readonly events: ReadonlyArray<{ readonly is: string }>
}

/**
 * The result of `session.save()`: small plain data, without arguments or responses in clear.
 * @category Guard @since 0.1.0
 */
export interface SessionState {
  readonly v: 1
  /** The memory of the loop detector. */
  readonly loop: LoopState
  /** The turns that were opened with an `id` and are open still: openTurn with that `id` goes on with them. */
  readonly turns: ReadonlyArray<SavedTurn>
}

/** The codec by which `openSession` checks a saved session. @category Guard @since 0.1.0 */
export const SessionState: t.Type<SessionState, unknown> = t.strict(
  { v: t.literal(1), loop: LoopState, turns: t.readonlyArray(SavedTurn) },
  'SessionState'
)

/** Checks a saved session: a TypeError where it cannot be read, or undefined to begin afresh. */
export const stateFrom = (saved: unknown, onUnreadable: 'throw' | 'fresh'): SessionState | undefined => {
  const decoded = SessionState.decode(saved)
  if (E.isRight(decoded)) return decoded.right
  if (onUnreadable === 'fresh') return undefined
  throw new TypeError(
    "Expected `state` to be what `session.save()` gave; `onUnreadableState: 'fresh'` opens a session that refuses writes instead."
  )
}

// -- open turns

/** A conversation has one open turn, or one for each agent: bounds sessions that never close any. */
const MAX_SAVED = 100

/** Two turns of one id as one: both may have run something. Their calls have the same numbers. */
const joined = (first: SavedTurn, second: SavedTurn): SavedTurn => ({
  ...first,
  ...second,
  started: Math.max(first.started, second.started),
  events: [
    ...first.events,
    ...second.events.map((event) =>
      'call' in event ? { ...event, call: `${first.events.length}.${String(event.call)}` } : event
    )
  ]
})

interface SaveableTurn {
  readonly save: () => SavedTurn
}

/** The open turns of a session that can be saved: the newest, held until they are closed, whoever else dropped them. */
export class OpenTurns {
  readonly #open = new Set<SaveableTurn>()
  // Turns that another process saved and this one has not opened yet.
  readonly #saved: Map<string, SavedTurn>

  constructor(saved: ReadonlyArray<SavedTurn> = []) {
    this.#saved = new Map()
    for (const turn of saved) {
      const first = this.#saved.get(turn.id)
      this.#saved.set(turn.id, first === undefined ? turn : joined(first, turn))
    }
  }

  /** Takes the data that another process saved of a turn: only the first that opens it continues it. */
  resume(id: string): SavedTurn | undefined {
    const saved = this.#saved.get(id)
    this.#saved.delete(id)
    return saved
  }

  add(turn: SaveableTurn): void {
    this.#open.add(turn)
    const [oldest] = this.#open
    if (this.#open.size > MAX_SAVED && oldest !== undefined) this.#open.delete(oldest)
  }

  drop(turn: SaveableTurn): void {
    this.#open.delete(turn)
  }

  save(): ReadonlyArray<SavedTurn> {
    const open = [...this.#open].map((turn) => turn.save())
    return [...this.#saved.values(), ...open].slice(-MAX_SAVED)
  }
}
