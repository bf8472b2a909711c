/** The log of a turn: what was asked and what came back. Every rule about earlier calls is a function over it. */
import { type CeilingUse, ceilingOf } from '../core/calls/index.js'
import { TurnKeys } from './bounded-map.js'
import { decideOn, endCall, LatestPositions, NO_ROOM, OtherCalls, type Decision } from './decision.js'
import { TurnResponses, LastResponse } from './turn-responses.js'
import { digestOfKey } from './keys.js'
import { isOnce, isUsed, KeyLog, type Ask, type Ending, type LoggedCall } from './logged-call.js'

/** What ceilings count. */
export interface Uses {
  readonly calls: number
  readonly chars: number
  readonly tools: ReadonlyArray<readonly [tool: string, calls: number]>
}

interface TurnLogOptions {
  readonly maxKeys?: number
  /** Its keys are digests: other processes tell of their calls. */
  readonly digested?: boolean
}

/** The log of one turn in this process. Asking and deciding are one step, so no parallel call slips through. */
export class TurnLog {
  #digested: boolean
  #at = 0
  #calls: Array<LoggedCall> = []
  #forgotten = 0
  readonly #keys: TurnKeys<KeyLog>
  readonly #done = new OtherCalls<KeyLog>()
  readonly #changed = new LatestPositions<KeyLog>()
  readonly #responses = new TurnResponses()
  // Of forgotten calls, too.
  #made = 0
  #chars = 0
  readonly #callsOf = new Map<string, number>()
  // What other processes did, by the digests of keys that this one has not met.
  readonly #others = new Map<string, KeyLog>()

  constructor({ maxKeys, digested = false }: TurnLogOptions = {}) {
    this.#digested = digested
    this.#keys = new TurnKeys(maxKeys)
  }

  /** The calls of the turn in the order in which they were asked for; refused ones are counted alone. */
  get calls(): ReadonlyArray<LoggedCall> {
    return this.#calls
  }

  /** Counts a call and decides; the decision of a shared log is only noted. */
  ask(ask: Ask, clock: () => number, decided?: Partial<Decision>): Decision {
    const of = this.of(ask.key) ?? this.#hold(ask.key, new KeyLog(ask.key, isOnce(ask.rule), this.#digested))
    if (of === undefined) return { ...NO_ROOM, ...decided }
    const decision = decideOn(
      of,
      ask,
      {
        at: ++this.#at,
        clock,
        others: this.#done.than(of),
        ceiling: ask.most === undefined ? undefined : ceilingOf(this.used(ask.tool), ask.most)
      },
      decided
    )
    if (decision.call !== undefined) this.#add(decision.call)
    return decision
  }

  /** Notes how a call ended, keeping `last` for the next refusal. Returns whether the response was unchanged. */
  end(call: LoggedCall, ending: Ending, clock: () => number, last?: LastResponse): boolean {
    const { of, write } = call
    if (!isUsed(ending)) this.#count(call, -1)
    this.#chars += ending.chars ?? 0
    if (call.forgotten) return false
    const unchanged = endCall(call, ending, ++this.#at, clock)
    const { executed, standing } = ending
    if (standing === 'voided') {
      if (write === undefined || executed === 'refused') this.#forget(call)
      return false
    }
    if (!call.reads && executed !== 'refused') this.#changed.note(of, this.#at)
    if (call.ran) {
      this.#done.note(call, !of.hasRun)
      of.hasRun = true
    }
    if (last !== undefined && (!of.runsOnce || of.standing === call)) {
      last.given = unchanged && of.last?.given === true
      of.last = last
    }
    this.#responses.note(of)
    if (write === undefined && of.ended.length > of.mostKept) this.#forget(of.shorten())
    return unchanged
  }

  /** The position of the latest event. */
  get at(): number {
    return this.#at
  }

  /** Whether a call of another key that is no read, declared or by its name, was admitted or ended since. */
  hasChanged(key: string, since: number): boolean {
    return this.#changed.otherThan(this.of(key)) > since
  }

  /** Whether a call of another key, declared to write, was made and ran since the latest of this one ended. */
  wroteSince(key: string): boolean {
    const of = this.of(key)
    return this.#done.than(of).declaredAsked > (of?.ended.at(-1)?.endedAt ?? 0)
  }

  /** How much the turn used, and how often a tool was called whose calls are limited. */
  used(tool: string): CeilingUse {
    return { calls: this.#made, chars: this.#chars, ofTool: this.#callsOf.get(tool) ?? 0 }
  }

  /** What ceilings count, as data. */
  get uses(): Uses {
    return { calls: this.#made, chars: this.#chars, tools: [...this.#callsOf] }
  }

  set uses({ calls, chars, tools }: Uses) {
    this.#made = calls
    this.#chars = chars
    this.#callsOf.clear()
    for (const [tool, times] of tools) this.#callsOf.set(tool, (this.#callsOf.get(tool) ?? 0) + times)
  }

  /** Counts times that a call was refused elsewhere. */
  refused(key: string, times: number): void {
    const of = this.of(key)
    if (of === undefined) return
    of.asked += times
    of.refused += times
  }

  /** Keeps a response of an earlier run, to explain refusals. */
  recall(key: string, last: LastResponse): void {
    const of = this.of(key)
    if (of === undefined) return
    of.last = last
    this.#responses.note(of)
  }

  /** Keeps the outcome of a call that another process made, where its response did not come here. */
  learn(key: string, { end, write }: LoggedCall): void {
    if (end === undefined) return
    const { code, executed } = end
    const args = write?.whole?.hash
    this.recall(key, new LastResponse({ code, hint: null, args, executed, data: undefined, chars: 0, isHere: false }))
  }

  /** What is known of a key. */
  of(key: string): KeyLog | undefined {
    const known = this.#keys.get(key)
    if (known !== undefined || this.#others.size === 0) return known
    const digest = digestOfKey(key)
    const other = this.#others.get(digest)
    if (other === undefined) return undefined
    this.#others.delete(digest)
    return this.#hold(key, other)
  }

  /** What came so far was another process's: from now on, calls come by their keys. */
  goesOn(): void {
    for (const { of } of this.#calls) this.#others.set(of.key, of)
    this.#keys.clear()
    this.#digested = false
  }

  /** Frees all but the outcomes of writes. */
  close(): void {
    this.#calls = this.#calls.filter(({ write }) => write !== undefined)
    this.#keys.clear()
    this.#responses.clear()
  }

  #count({ tool, isLimited }: LoggedCall, by: 1 | -1): void {
    this.#made += by
    if (isLimited) this.#callsOf.set(tool, (this.#callsOf.get(tool) ?? 0) + by)
  }

  #hold(key: string, of: KeyLog): KeyLog | undefined {
    if (of.runsOnce && this.#keys.isFull) return undefined
    const oldest = this.#keys.set(key, of)
    if (oldest !== undefined) {
      this.#responses.drop(oldest)
      for (const call of [...oldest.running, ...oldest.ended]) this.#forget(call)
    }
    return of
  }

  #add(call: LoggedCall): void {
    this.#calls.push(call)
    this.#count(call, 1)
    if (!call.reads) this.#changed.note(call.of, call.askedAt)
  }

  #forget(call: LoggedCall | undefined): void {
    if (call === undefined) return
    call.forgotten = true
    this.#forgotten += 1
    if (this.#forgotten < 1_000 || this.#forgotten * 2 < this.#calls.length) return
    this.#calls = this.#calls.filter(({ forgotten }) => !forgotten)
    this.#forgotten = 0
  }
}
