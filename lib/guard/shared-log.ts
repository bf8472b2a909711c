/** A turn that processes share: each appends to one list what it asks and what came back, and all decide alike, because each decides at its own event. */
import type { MaybePromise } from '../core/foreign/promises.js'
import type { Used } from '../core/ceilings.js'
import { UNLIMITED, type RepeatRule } from '../core/repeats.js'
import type { Decision } from './decision.js'
import type { AskTerms } from './logged-call.js'
import { SharedCalls } from './shared-calls.js'
import { askedText, refusedText, settledText, type SharedEnding } from './shared-event.js'
import { askOf, limitsOf } from './turn-events.js'

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
  /** Those from the position that was asked for, the oldest first. The new one is among them; those that others appended meanwhile may follow it. */
  readonly events: ReadonlyArray<StoredEvent>
}

/**
 * Where turns live that several processes share: a list of texts for each turn. The events hold keys and responses as digests; `turnId` is the host's own, in clear
 * and of any characters, so a store names the list by a digest of it. The rule of repeats is the library's; a store only keeps the lists. `storeConformance` of
 * `guarded-call/conformance` tests your own.
 *
 * @category Stores @since 0.1.0
 */
export interface BudgetStore {
  /**
   * Appends an event, one line, to the turn's list, unless it is the empty text, and returns the events from position `from` (0 is the first) on. All processes read
   * one order, without gaps, and the same `now` beside an event each time. A list that nobody closes goes as a whole, some time after its latest event.
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

/** The decision about a call, and its name in the list. */
export type SharedDecision = Decision & { readonly id: string }

// No text of an event has one.
const BETWEEN = '\t'

/** One turn as the processes that share it see it. */
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
      if (this.#calls.refuses(key, rule, terms)) return { ...this.#refuse(key, rule, terms), id }
    }
    this.#waiting.set(id, undefined)
    try {
      await this.#append([askedText(id, key, rule, writes, terms)])
      const decision = this.#waiting.get(id)
      if (decision === undefined) throw new TypeError('the store lost an event')
      return { ...decision, id }
    } finally {
      this.#waiting.delete(id)
    }
  }

  /** Tells the others how a call ended. */
  settle(id: string, ending: SharedEnding): Promise<void> {
    return this.#append([settledText(id, ending)])
  }

  /** Tells the others of a call that was admitted elsewhere: it limits nothing, and counts as one in between. */
  report(key: string, writes: boolean, ending: SharedEnding): Promise<void> {
    const id = this.#nextId()
    return this.#append([askedText(id, key, UNLIMITED, writes), settledText(id, ending)])
  }

  /** What ceilings count, as far as this process has heard. */
  used(tool: string): Used {
    return this.#calls.used(tool)
  }

  #nextId(): string {
    return `${this.#name}${(this.#asked += 1).toString(36)}`
  }

  #refuse(key: string, rule: RepeatRule, terms: AskTerms | undefined): Decision {
    this.#refused.set(key, (this.#refused.get(key) ?? 0) + 1)
    return this.#calls.refuse(askOf({ key, rule: limitsOf(rule), runs: rule.runs, kind: rule.kind, ...terms }))
  }

  async #append(events: ReadonlyArray<string>): Promise<void> {
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
    return this.#append([])
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
