/** Which turn a call belongs to: what the host says, else its trace, else the quiet between two calls. */
import type { Session, Turn } from '../guard/kernel.js'
import type { Fields } from '../core/foreign/fields.js'

export interface TurnRules {
  /** The key of `_meta` in which the host names the turn. */
  readonly metaKey: string
  /** Without a name and a trace, a turn ends after so many milliseconds without a call. */
  readonly quietMs: number
}

/** Hosts may name any number of turns and never say that one is over. */
const MAX_OPEN = 100
const MAX_NAME = 200

// W3C Trace Context: version, trace id, parent id, flags. All zeros is no trace.
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/

const nameOf = (meta: Fields, metaKey: string): string | undefined => {
  const named = meta[metaKey]
  if (typeof named === 'number' || (typeof named === 'string' && named !== '')) return String(named).slice(0, MAX_NAME)
  const traceparent = meta['traceparent']
  return typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent)?.[1] : undefined
}

export class Turns {
  readonly #session: Session
  readonly #rules: TurnRules
  readonly #named = new Map<string, Turn>()
  #quiet: Turn | undefined
  #lastAt = 0
  #opened = 0

  constructor(session: Session, rules: TurnRules) {
    this.#session = session
    this.#rules = rules
  }

  /** How many turns there have been. */
  get opened(): number {
    return this.#opened
  }

  /** The turn of a call that comes now. */
  turnOf(meta: Fields, now: number): Turn {
    const name = nameOf(meta, this.#rules.metaKey)
    const turn = name === undefined ? this.#byQuiet(now) : this.#byName(name)
    this.#lastAt = now
    return turn
  }

  /** Something happened: whoever waits for a slow tool is not quiet. */
  stir(now: number): void {
    this.#lastAt = now
  }

  #open(id?: string): Turn {
    this.#opened += 1
    return this.#session.openTurn(id === undefined ? {} : { id })
  }

  #byQuiet(now: number): Turn {
    if (this.#quiet !== undefined && now - this.#lastAt <= this.#rules.quietMs) return this.#quiet
    this.#quiet?.close()
    this.#quiet = this.#open()
    return this.#quiet
  }

  #byName(name: string): Turn {
    const turn = this.#named.get(name) ?? this.#open(name)
    // The latest used stands last.
    this.#named.delete(name)
    this.#named.set(name, turn)
    const [oldest] = this.#named
    if (this.#named.size > MAX_OPEN && oldest !== undefined) {
      oldest[1].close()
      this.#named.delete(oldest[0])
    }
    return turn
  }
}
