/**
 * A turn that processes share: each appends to one list what it asks and what came back, and all decide alike, because
 * each decides at its own event.
 */
import { type MaybePromise, waitFor } from '../core/foreign/index.js'
import { type RepeatRule, UNLIMITED, type CeilingUse } from '../core/calls/index.js'
import { NO_ROOM, type Decision } from './decision.js'
import type { AskTerms, KeyLog } from './logged-call.js'
import { SharedCalls } from './shared-calls.js'
import { askedText, refusedText, settledText, type SharedEnding } from './shared-event.js'

// -- model

/** An event of a turn, and the time of its store when it was appended. @category Stores @since 0.1.0 */
export interface StoredEvent {
  /** Milliseconds by the store's own clock. */
  readonly now: number
  readonly event: string
}

/** A turn's list after an event was appended. @category Stores @since 0.1.0 */
export interface StoredEvents {
  /** How many events the list has. */
  readonly at: number
  /**
   * Those from the position that was asked for, the oldest first. The new one is among them; those that others appended
   * meanwhile may follow it.
   */
  readonly events: ReadonlyArray<StoredEvent>
}

/**
 * Where turns live that several processes share: a list of texts for each turn. The events hold keys and responses as
 * digests; `turnId` is the host's own, in clear and of any characters, so a store names the list by a digest of it. The
 * rule of repeats is the library's; a store only keeps the lists. `storeConformance` of `guarded-call/conformance`
 * tests your own.
 *
 * @category Stores @since 0.1.0
 */
export interface BudgetStore {
  /**
   * Appends an event, one line, to the turn's list, unless it is the empty text, and returns the events from position
   * `from` (0 is the first) on. All processes read one order, without gaps, and the same `now` beside an event each
   * time. A list that nobody closes goes as a whole, some time after its latest event.
   */
  readonly append: (turnId: string, event: string, from: number) => MaybePromise<StoredEvents>
  /** Removes the turn's list, if there is one. */
  readonly close: (turnId: string) => MaybePromise<unknown>
}

// -- reading a list

const isStored = (stored: unknown): stored is StoredEvent => {
  const { now, event } = (stored ?? {}) as Partial<StoredEvent>
  return typeof now === 'number' && Number.isFinite(now) && typeof event === 'string'
}

const storedOf = (answer: unknown, from: number): StoredEvents => {
  const { at, events } = (answer ?? {}) as Partial<StoredEvents>
  if (Array.isArray(events) && events.every(isStored) && at === Math.max(from, 0) + events.length) return { at, events }
  if (Array.isArray(events) && events.length === 0 && typeof at === 'number') return { at, events }
  throw new TypeError('the store gave no list of events')
}

/** The decision about a call, its name in the list, and what is known of its key. */
export type SharedDecision = Decision & { readonly id: string; readonly of: KeyLog | undefined }

// No text of an event has one.
const BETWEEN = '\t'

/**
 * How long events wait at most for an append that is under way, to go together in the next: a store takes the appends
 * to one turn one after the other.
 */
const GATHER_MS = 20

interface EventBatch {
  readonly events: Array<string>
  readonly sent: Promise<void>
}

/** One turn as the processes that share it see it: one for all sessions of this process. */
export class SharedTurn {
  readonly #name = crypto.randomUUID().slice(0, 8)
  #calls = new SharedCalls(this.#name)
  /** How many events of the list are added, and the last of them. */
  #known = 0
  #last: StoredEvent | undefined
  #asked = 0
  /** Calls of this process that wait for their decision. */
  readonly #waiting = new Map<string, Decision | undefined>()
  /** Refusals that the list does not hold yet: they go with the next event. */
  readonly #refused = new Map<string, number>()
  #underWay: Promise<void> | undefined
  #gathered: EventBatch | undefined
  /** The calls of this process since the store first failed to respond. */
  #alone: SharedCalls | undefined

  constructor(
    readonly store: BudgetStore,
    readonly turnId: string
  ) {}

  /** Asks for a call, whose key and tool are digests: the decision is that at its own place in the list. */
  async ask(key: string, rule: RepeatRule, writes: boolean, terms?: AskTerms): Promise<SharedDecision> {
    const id = this.#nextId()
    // A refused call leaves no event behind: a model that repeats one would fill the list.
    if (this.#calls.refuses(key, rule, terms)) {
      await this.#append([])
      if (this.#calls.refuses(key, rule, terms))
        return { ...this.#refuse(key, rule, terms), id, of: this.#calls.of(key) }
    }
    this.#waiting.set(id, undefined)
    try {
      await this.#append([askedText(id, key, rule, writes, terms)])
      const decision = this.#waiting.get(id)
      if (decision === undefined) throw new TypeError('the store lost an event')
      if (decision.call !== undefined) this.#alone?.add(askedText(id, key, rule, writes, terms), performance.now())
      return { ...decision, id, of: this.#calls.of(key) }
    } finally {
      this.#waiting.delete(id)
    }
  }

  /** Tells the others how a call ended. */
  settle(id: string, ending: SharedEnding): Promise<void> {
    this.settleAlone(id, ending)
    return this.#append([settledText(id, ending)])
  }

  /** Decides about a call while the store is silent: all sessions of this process have the budget once. */
  askAlone(key: string, rule: RepeatRule, writes: boolean, terms?: AskTerms): SharedDecision {
    const id = this.#nextId()
    this.#alone ??= new SharedCalls(this.#name)
    this.#alone.add(askedText(id, key, rule, writes, terms), performance.now())
    return { ...(this.#alone.decisionOn(id) ?? NO_ROOM), id, of: this.#alone.of(key) }
  }

  /** Notes how a call ended for the times when the store does not respond. */
  settleAlone(id: string, ending: SharedEnding): void {
    this.#alone?.add(settledText(id, ending), performance.now())
  }

  /** Forgets what this process counted alone. */
  close(): void {
    this.#alone = undefined
  }

  /** Tells the others of a call that was admitted elsewhere: it limits nothing, and counts as one in between. */
  report(key: string, writes: boolean, ending: SharedEnding): Promise<void> {
    const id = this.#nextId()
    const events = [askedText(id, key, UNLIMITED, writes), settledText(id, ending)]
    for (const event of events) this.#alone?.add(event, performance.now())
    return this.#append(events)
  }

  /** What ceilings count, as far as this process has heard. */
  used(tool: string): CeilingUse {
    return this.#calls.used(tool)
  }

  #nextId(): string {
    return `${this.#name}${(this.#asked += 1).toString(36)}`
  }

  #refuse(key: string, rule: RepeatRule, terms: AskTerms | undefined): Decision {
    this.#refused.set(key, (this.#refused.get(key) ?? 0) + 1)
    return this.#calls.refuse({ key, rule, tool: '', write: undefined, message: undefined, ...terms })
  }

  #append(events: ReadonlyArray<string>): Promise<void> {
    if (this.#underWay === undefined) return this.#send(events)
    this.#gathered ??= { events: [], sent: this.#sendAfter(this.#underWay) }
    this.#gathered.events.push(...events)
    return this.#gathered.sent
  }

  async #sendAfter(underWay: Promise<void>): Promise<void> {
    await waitFor(() => underWay, { timeoutMs: GATHER_MS })
    const events = this.#gathered?.events ?? []
    this.#gathered = undefined
    return this.#send(events)
  }

  #send(events: ReadonlyArray<string>): Promise<void> {
    const sent = this.#appendNow(events)
    const ended = (): void => {
      if (this.#underWay === underWay) this.#underWay = undefined
    }
    const underWay = sent.then(ended, ended)
    this.#underWay = underWay
    return sent
  }

  async #appendNow(events: ReadonlyArray<string>): Promise<void> {
    const text = events.length === 0 ? '' : [...this.#takeRefused(), ...events].join(BETWEEN)
    const known = this.#known
    // The last known event comes again: where it differs, the turn was closed meanwhile, and a namesake began.
    const from = Math.max(0, known - 1)
    const { at, events: stored } = storedOf(await this.store.append(this.turnId, text, from), from)
    const again = stored[this.#known - from - 1]
    const isOther =
      again === undefined
        ? at < known && known === this.#known
        : again.now !== this.#last?.now || again.event !== this.#last.event
    if (known > 0 && isOther) return this.#restart()
    this.#add(stored.slice(this.#known - from))
  }

  #takeRefused(): ReadonlyArray<string> {
    const refused = [...this.#refused].map(([key, times]) => refusedText(key, times, this.#name))
    this.#refused.clear()
    return refused
  }

  #restart(): Promise<void> {
    this.#calls = new SharedCalls(this.#name)
    this.#known = 0
    this.#refused.clear()
    return this.#appendNow([])
  }

  #add(stored: ReadonlyArray<StoredEvent>): void {
    for (const { now, event } of stored)
      for (const text of event.split(BETWEEN)) {
        const id = this.#calls.add(text, now)
        if (id !== undefined && this.#waiting.has(id)) this.#waiting.set(id, this.#calls.decisionOn(id))
      }
    this.#known += stored.length
    this.#last = stored.at(-1) ?? this.#last
  }
}
