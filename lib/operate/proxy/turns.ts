/** Decides which turn a call belongs to: by the host's name, else the quiet between two calls of the same client. */
import { eventsOf, restored, stateOf, type Call, type LoggedCall, type Session, type Turn } from '../../guard/kernel.js'
import type { Fields } from '../../core/foreign/index.js'
import type { Id } from './message.js'
import { AsleepTurns, type AsleepTurn } from './asleep-turns.js'
import { LatestTurns } from './latest-turns.js'
import type { NamedTurns } from './named-turns.js'
import { sha256 } from '#platform'

export interface TurnRules {
  /** The key of `_meta` in which the host names the turn; of `traceparent`, the trace is the name. */
  readonly metaKey: string
  /** Without a name, a turn ends after so many milliseconds without a call, or a question about a task. */
  readonly quietMs: number
}

/** Who makes a call: the one client of a connection, unless several share a guard. */
export type Caller = string

/** Who made a request, and the id that it has there. */
export interface Asker {
  readonly caller: Caller
  readonly id: Id
}

const THE_CLIENT: Caller = ''

/**
 * A turn that nobody ends may last for days: so many calls are kept apart, and of those that may be made again the
 * oldest are forgotten.
 */
const MAX_KEYS = 1_000

// W3C Trace Context: version, trace id, parent id, flags. All zeros is no trace.
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/

// Whole and with its type: names of which the end alone differs are two, and so are 7 and "7".
export const turnNameOf = (meta: Fields, metaKey: string): string | undefined => {
  const named = meta[metaKey]
  // Only where that was said: clients without a span around their loop begin a trace for each call.
  if (metaKey === 'traceparent') return typeof named === 'string' ? TRACEPARENT.exec(named)?.[1] : undefined
  if (typeof named === 'number' || (typeof named === 'string' && named !== '')) return sha256(JSON.stringify(named))
  return undefined
}

/** A turn that ends by quiet. The session is the client's own: what fails for one is no loop of another. */
interface QuietTurn {
  readonly session: Session
  readonly turn: Turn
  lastAt: number
  /** How many calls wait for their responses: whoever waits for a slow tool is not quiet. */
  open: number
  /** Writes of its client that may run once and had no response: those of the turns before it go on in this one. */
  readonly unknown: Set<LoggedCall>
}

/** Calls of several turns, in each of which the same ids stand for others. */
const eventsOfAll = (calls: Iterable<LoggedCall>, now: number): AsleepTurn['events'] =>
  [...calls].flatMap((call, i) =>
    eventsOf([call], now).map((event) => ('call' in event ? { ...event, call: String(i) } : event))
  )

type Writes = Pick<AsleepTurn, 'unknown' | 'events'>

/** Goes on with the writes of an earlier one. */
const quietTurn = (session: Session, turn: Turn, now: number, { unknown, events }: Writes): QuietTurn => {
  const state = stateOf({ turn })
  // None of them gives way to a bound.
  const maxKeys = Math.max(MAX_KEYS, events.length)
  if (state !== undefined) state.log = restored(events, now, { keepsRunning: false, maxKeys })
  return { session, turn, lastAt: now, open: 0, unknown }
}

export interface TurnsOptions extends TurnRules {
  readonly openSession: () => Session
  readonly named: NamedTurns
  /** Called where a turn is forgotten although it wrote: there were too many. */
  readonly onForgotten: () => void
}

export class Turns {
  readonly #options: TurnsOptions
  readonly #quiet = new LatestTurns<QuietTurn>(
    (quiet, caller) => {
      this.#asleep.keep(caller, quiet)
      quiet.turn.close()
    },
    ({ open }) => open === 0
  )
  readonly #asleep: AsleepTurns
  /** By their turns: a task may end after the turn that began it, and its client reads that in a later one. */
  readonly #byTurn = new WeakMap<Call['turn'], QuietTurn>()
  #session: Session
  #opened = 0

  constructor(options: TurnsOptions) {
    this.#options = options
    this.#asleep = new AsleepTurns(options.onForgotten)
    this.#session = options.openSession()
  }

  /** How many turns there have been. */
  get opened(): number {
    return this.#opened
  }

  /** The client begins a new session: nothing of the one before goes on, but for turns that the host names. */
  begin(caller = THE_CLIENT): void {
    this.#session = this.#options.openSession()
    this.#quiet.take(caller)?.turn.close()
    this.#asleep.take(caller)
  }

  /** Whether the host says which turn a call belongs to, so that it also says when that turn is over. */
  isNamed(meta: Fields): boolean {
    return turnNameOf(meta, this.#options.metaKey) !== undefined
  }

  /** The turn of a call that comes now. */
  turnOf(meta: Fields, now: number, caller = THE_CLIENT): Turn {
    const name = turnNameOf(meta, this.#options.metaKey)
    return name === undefined
      ? this.#byQuiet(caller, now)
      : this.#options.named.use(name, () => this.#open(this.#session, name))
  }

  /** The client called a tool, or asked after a task: it is not quiet. */
  touch(now: number, caller = THE_CLIENT): void {
    const awake = this.#quiet.get(caller)
    if (awake === undefined || !this.#goesOn(awake, now)) return
    awake.lastAt = now
    this.#quiet.use(caller, awake)
  }

  /** A call was sent to the server. */
  sent({ turn }: Call): void {
    const quiet = this.#byTurn.get(turn)
    if (quiet !== undefined) quiet.open += 1
  }

  /** Nobody waits for its response any more: it came, or it is unknown whether it ran. */
  over({ turn, logged }: Call, now: number, isKnown: boolean): void {
    const quiet = this.#byTurn.get(turn)
    if (quiet === undefined) return
    quiet.open -= 1
    quiet.lastAt = now
    if (logged === undefined) return
    if (isKnown) quiet.unknown.delete(logged)
    else if (logged.runsOnce) quiet.unknown.add(logged)
  }

  #open(session: Session, id?: string): Turn {
    this.#opened += 1
    return session.openTurn(id === undefined ? {} : { id })
  }

  #byQuiet(caller: Caller, now: number): Turn {
    const awake = this.#quiet.get(caller)
    const isOpen = awake !== undefined && (awake.open > 0 || this.#goesOn(awake, now))
    const quiet = isOpen ? awake : this.#nextQuiet(caller, now, awake)
    quiet.lastAt = now
    this.#quiet.use(caller, quiet)
    return quiet.turn
  }

  #goesOn({ lastAt }: Pick<QuietTurn, 'lastAt'>, now: number): boolean {
    return now - lastAt <= this.#options.quietMs
  }

  #nextQuiet(caller: Caller, now: number, before: QuietTurn | undefined): QuietTurn {
    before?.turn.close()
    this.#asleep.endBefore(now - this.#options.quietMs)
    const asleep = before === undefined ? this.#asleep.take(caller) : undefined
    const unknown = (before ?? asleep)?.unknown ?? new Set<LoggedCall>()
    const session = before?.session ?? (caller === THE_CLIENT ? this.#session : this.#options.openSession())
    const events = asleep !== undefined && this.#goesOn(asleep, now) ? asleep.events : eventsOfAll(unknown, now)
    const quiet = quietTurn(session, this.#open(session), now, { unknown, events })
    const state = stateOf(quiet)
    if (state !== undefined) this.#byTurn.set(state, quiet)
    return quiet
  }
}
