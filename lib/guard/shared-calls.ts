/**
 * The calls of a turn that processes share, as its list tells of them. A turn has thousands of keys and a process asks
 * for few: of each event it notes what the calls of other keys must know, and reads the rest when somebody asks for the
 * key. All processes decide alike, whenever they read.
 */
import { type Ceiling, type LatestOthers, type RepeatRule, type CeilingUse, ceilingOf } from '../core/calls/index.js'
import { TurnKeys } from './bounded-map.js'
import { decideOn, endCall, NO_ROOM, OtherCalls, refusesMore, type Decision } from './decision.js'
import { isOnce, KeyLog, type Ask, type AskTerms } from './logged-call.js'
import { nextAttempt } from './operation.js'
import { charsIn, eventIn, firstOf, isMarked, MARK, secondOf, shortened, textOfBody } from './shared-event.js'
import { askOf, endingOf } from './turn-events.js'

/** Something that happened to a key. */
interface KeyEvent {
  readonly read: (log: KeyLog) => void
}

const MOST_COPIED = 4

/** The events of one key. */
class KeyEvents {
  /** Whether a call of it ran, or may have. */
  hasRun = false
  #unread: Array<KeyEvent> = []
  #log: KeyLog | undefined

  constructor(
    readonly key: string,
    readonly runsOnce: boolean
  ) {}

  add(event: KeyEvent): void {
    if (this.#log !== undefined) event.read(this.#log)
    // Most keys have two: an array that was pushed to has room for seventeen.
    else if (this.#unread.length < MOST_COPIED) this.#unread = [...this.#unread, event]
    else this.#unread.push(event)
  }

  /** What is known of it. */
  read(): KeyLog {
    if (this.#log === undefined) {
      this.#log = new KeyLog(this.key, this.runsOnce, true)
      for (const event of this.#unread) event.read(this.#log)
      this.#unread = []
    }
    return this.#log
  }
}

/** A call that was asked for: twice among the events of its key, when it was asked for and when it ended. */
class SharedCall implements KeyEvent {
  /** Given once its key was read, unless nobody can read the event. */
  decision: Decision | undefined = undefined
  endedAt = 0
  wroteNow = false
  #end = ''
  #endedMs = 0
  #isAsked = false

  constructor(
    readonly of: KeyEvents,
    readonly text: string,
    readonly askedMs: number,
    readonly askedAt: number,
    readonly others: LatestOthers,
    readonly ceiling: Ceiling | undefined,
    /** Given where calls of its tool are limited. */
    readonly tool: string | undefined
  ) {}

  get writes(): boolean {
    return isMarked(this.text, MARK.writes)
  }

  get reads(): boolean {
    return !this.writes && !isMarked(this.text, MARK.unknown)
  }

  end(text: string, ms: number, at: number): void {
    this.#end = text
    this.#endedMs = ms
    this.endedAt = at
    this.wroteNow = isMarked(this.text, MARK.declared) && !isMarked(text, MARK.replayed)
  }

  read(log: KeyLog): void {
    if (this.#isAsked) return this.#readEnd(log)
    this.#isAsked = true
    const event = eventIn('asked', this.text)
    if (event === undefined) return
    const { askedAt: at, others, ceiling } = this
    this.decision = decideOn(log, askOf(event), { at, clock: () => this.askedMs, others, ceiling })
    // At its place in the list, so that every process counts the same attempts.
    if (this.decision.call !== undefined) this.decision.call.attempt = nextAttempt(log.ended)
  }

  #readEnd(log: KeyLog): void {
    const call = this.decision?.call
    const event = eventIn('settled', this.#end)
    if (call === undefined || event === undefined) return
    endCall(call, endingOf(event), this.endedAt, () => this.#endedMs)
    if (call.write === undefined && log.ended.length > log.mostKept) log.shorten()
  }
}

export class SharedCalls {
  #at = 0
  readonly #keys = new TurnKeys<KeyEvents>()
  readonly #done = new OtherCalls<KeyEvents>()
  /** Refused ones are among them, until somebody reads that they were: nobody says that one ended. */
  readonly #running = new Map<string, SharedCall>()
  // Of calls that ended.
  #used = 0
  #chars = 0
  readonly #usedOf = new Map<string, number>()
  readonly #terms = new Map<string, AskTerms>()

  /** `self` has counted its own refusals. */
  constructor(readonly self: string) {}

  /** Adds an event; returns the name of a call that was asked for. Skips whatever is no known event. */
  add(text: string, ms: number): string | undefined {
    switch (text.charAt(0)) {
      case 'a':
        return this.#ask(text, ms)
      case 's':
        this.#settle(text, ms)
        return undefined
      case 'r':
        this.#refuse(text)
    }
    return undefined
  }

  /** The decision about a call that was just asked for. */
  decisionOn(name: string): Decision | undefined {
    const call = this.#running.get(name)
    if (call === undefined) return NO_ROOM
    call.of.read()
    return call.decision
  }

  /** Whether one more call would be refused, however long it waited. */
  refuses(key: string, rule: RepeatRule, terms: AskTerms = {}): boolean {
    if (this.#ceilingOf(terms) !== undefined) return true
    const of = this.#keys.get(key)
    return of !== undefined && refusesMore(of.read(), rule, this.#done.than(of), terms.approved)
  }

  /** What is known of a key. */
  of(key: string): KeyLog | undefined {
    return this.#keys.get(key)?.read()
  }

  /** Counts a call that it refuses. */
  refuse(ask: Ask): Decision {
    const of = this.#keys.get(ask.key) ?? this.#hold(ask.key, isOnce(ask.rule))
    if (of === undefined) return NO_ROOM
    const moment = { at: this.#at, clock: () => 0, others: this.#done.than(of), ceiling: this.#ceilingOf(ask) }
    return decideOn(of.read(), ask, moment)
  }

  /** What ceilings count. */
  used(tool: string): CeilingUse {
    const short = shortened(tool)
    let [calls, ofTool] = [this.#used, this.#usedOf.get(short) ?? 0]
    for (const [name, call] of this.#running) {
      call.of.read()
      if (call.decision?.call === undefined) this.#running.delete(name)
      else {
        calls += 1
        if (call.tool === short) ofTool += 1
      }
    }
    return { calls, chars: this.#chars, ofTool }
  }

  #ask(text: string, ms: number): string {
    const call = firstOf(text)
    const key = secondOf(text)
    const of = this.#keys.get(key) ?? this.#hold(key, isMarked(text, MARK.once))
    const terms = isMarked(text, MARK.limited) ? this.#termsOf(text) : {}
    const ceiling = this.#ceilingOf(terms)
    this.#at += 1
    if (of === undefined) return call
    const asked = new SharedCall(of, text, ms, this.#at, this.#done.than(of), ceiling, terms.tool)
    this.#running.set(call, asked)
    of.add(asked)
    return call
  }

  #settle(text: string, ms: number): void {
    const name = firstOf(text)
    const call = this.#running.get(name)
    if (call === undefined) return
    this.#running.delete(name)
    call.end(text, ms, (this.#at += 1))
    if (isMarked(text, MARK.used)) {
      this.#used += 1
      const { tool } = call
      if (tool !== undefined) this.#usedOf.set(tool, (this.#usedOf.get(tool) ?? 0) + 1)
    }
    if (isMarked(text, MARK.counted)) this.#chars += charsIn(text)
    if (isMarked(text, MARK.ran)) {
      this.#done.note(call, !call.of.hasRun)
      call.of.hasRun = true
    }
    call.of.add(call)
  }

  #refuse(text: string): void {
    this.#keys.get(firstOf(text))?.add({
      read: (log) => {
        const event = eventIn('refused', text)
        if (event === undefined || event.by === this.self) return
        log.asked += event.times
        log.refused += event.times
      }
    })
  }

  // Equal for all calls of a tool.
  #termsOf(text: string): AskTerms {
    const body = textOfBody(text)
    const terms = this.#terms.get(body) ?? eventIn('asked', text) ?? {}
    this.#terms.set(body, terms)
    return terms
  }

  #ceilingOf({ tool = '', most }: AskTerms): Ceiling | undefined {
    return most === undefined ? undefined : ceilingOf(this.used(tool), most)
  }

  #hold(key: string, runsOnce: boolean): KeyEvents | undefined {
    if (runsOnce && this.#keys.isFull) return undefined
    const of = new KeyEvents(key, runsOnce)
    this.#keys.set(key, of)
    return of
  }
}
