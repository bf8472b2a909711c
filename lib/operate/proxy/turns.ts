/**
 * Decides which turn a call belongs to: by the host's name, else its trace, else the quiet between two calls of the
 * same client.
 */
import { stateOf, TurnLog, type Session, type Turn } from '../../guard/kernel.js'
import type { Fields } from '../../core/foreign/index.js'
import { LatestTurns } from './latest-turns.js'
import type { NamedTurns } from './named-turns.js'
import { sha256 } from '#platform'

export interface TurnRules {
  /** The key of `_meta` in which the host names the turn. */
  readonly metaKey: string
  /** Without a name and a trace, a turn ends after so many milliseconds without a call. */
  readonly quietMs: number
}

/** Who makes a call: the one client of a connection, unless several share a guard. */
export type Caller = string

const THE_CLIENT: Caller = ''

/**
 * A turn that nobody ends may last for days: so many calls are kept apart, and of those that may be made again the
 * oldest are forgotten.
 */
const MAX_KEYS = 1_000

// W3C Trace Context: version, trace id, parent id, flags. All zeros is no trace.
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/

// Whole and with its type: names of which the end alone differs are two, and so are 7 and "7".
const nameOf = (meta: Fields, metaKey: string): string | undefined => {
  const named = meta[metaKey]
  if (typeof named === 'number' || (typeof named === 'string' && named !== '')) return sha256(JSON.stringify(named))
  const traceparent = meta['traceparent']
  return typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined
}

/** A turn that ends by quiet. The session is the client's own: what fails for one is no loop of another. */
interface QuietTurn {
  readonly session: Session
  turn: Turn
  lastAt: number
}

const bounded = (turn: Turn): Turn => {
  const state = stateOf({ turn })
  if (state !== undefined) state.log = new TurnLog({ maxKeys: MAX_KEYS })
  return turn
}

export interface TurnsOptions extends TurnRules {
  readonly openSession: () => Session
  readonly named: NamedTurns
}

export class Turns {
  readonly #options: TurnsOptions
  readonly #quiet = new LatestTurns<QuietTurn>(({ turn }) => turn.close())
  #session: Session
  #opened = 0

  constructor(options: TurnsOptions) {
    this.#options = options
    this.#session = options.openSession()
  }

  /** How many turns there have been. */
  get opened(): number {
    return this.#opened
  }

  /** The client begins a new session: nothing of the one before goes on, but for turns that the host names. */
  begin(caller = THE_CLIENT): void {
    this.#session = this.#options.openSession()
    this.#quiet.forget(caller)
  }

  /** Whether the host says which turn a call belongs to, so that it also says when that turn is over. */
  isNamed(meta: Fields): boolean {
    return nameOf(meta, this.#options.metaKey) !== undefined
  }

  /** The turn of a call that comes now. */
  turnOf(meta: Fields, now: number, caller = THE_CLIENT): Turn {
    const name = nameOf(meta, this.#options.metaKey)
    return name === undefined
      ? this.#byQuiet(caller, now)
      : this.#options.named.use(name, () => this.#open(this.#session, name))
  }

  /** Something happened in a turn: whoever waits for a slow tool is not quiet. */
  stir(turnId: string, now: number): void {
    for (const quiet of this.#quiet.all()) if (quiet.turn.id === turnId) quiet.lastAt = now
  }

  #open(session: Session, id?: string): Turn {
    this.#opened += 1
    return session.openTurn(id === undefined ? {} : { id })
  }

  #byQuiet(caller: Caller, now: number): Turn {
    const known = this.#quiet.get(caller)
    const session = known?.session ?? (caller === THE_CLIENT ? this.#session : this.#options.openSession())
    const isOver = known === undefined || now - known.lastAt > this.#options.quietMs
    if (isOver) known?.turn.close()
    const quiet = isOver ? { session, turn: bounded(this.#open(session)), lastAt: now } : known
    quiet.lastAt = now
    this.#quiet.use(caller, quiet)
    return quiet.turn
  }
}
