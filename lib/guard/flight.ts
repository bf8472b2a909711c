/** One flight: equal calls of a turn that are under way at once share one run, and an equal write waits for it. */
import type { Context } from './context.js'
import type { Execution } from './execution-of.js'
import type { LoggedCall } from './logged-call.js'

/** How a call goes with equal ones: by itself, together, or after them. */
export type FlightWay = 'alone' | 'join' | 'wait'

/** A run: who asks for its answer gets what the tool gives or throws, a body read to its end. */
interface FlightRun {
  readonly context: Context
  readonly answer: () => unknown
}

/** A call under way, and those that share it. */
export class Flight {
  #run: FlightRun | undefined
  #executed: Execution | undefined
  #waiters = 1
  #wake: Array<() => void> | undefined

  constructor(
    readonly way: FlightWay,
    /** The same for calls that may share a run. */
    readonly of: object | null,
    /** Its place in the turn. */
    readonly at: number,
    readonly flights: Map<string, Flight>,
    readonly key: string,
    /** The call that began it. */
    readonly leader: { readonly logged: LoggedCall | undefined }
  ) {
    flights.set(key, this)
  }

  /** The tool was reached. */
  begin(run: FlightRun): void {
    this.#run = run
    this.#changes()
  }

  /** The tool gave its answer: who comes now makes a call of its own. */
  answered(): void {
    if (this.way === 'join') this.#close()
  }

  /** The call was settled. */
  land(executed: Execution): void {
    this.#executed = executed
    if (this.way === 'wait' || this.#run === undefined) this.#close()
    this.#changes()
  }

  /** A call that shares the run was settled: its response speaks for one that gave up, too. */
  heard(executed: Execution): void {
    if (executed === 'yes') this.leader.logged?.ranAfterAll()
  }

  /** One more waits for the answer. */
  join(): void {
    this.#waiters += 1
  }

  /** Several wait for the answer. */
  get isShared(): boolean {
    return this.#waiters > 1
  }

  /** One waits no more; returns whether it was the last. */
  leave(): boolean {
    this.#waiters -= 1
    if (this.#waiters > 0) return false
    this.answered()
    return true
  }

  /** Undefined where it ended before the tool was reached. */
  async begun(): Promise<FlightRun | undefined> {
    while (this.#run === undefined && this.#executed === undefined) await this.#change()
    return this.#run
  }

  async landed(): Promise<Execution> {
    while (this.#executed === undefined) await this.#change()
    return this.#executed
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake ??= []
      this.#wake.push(resolve)
    })
  }

  #changes(): void {
    const wake = this.#wake ?? []
    this.#wake = undefined
    for (const one of wake) one()
  }

  #close(): void {
    if (this.flights.get(this.key) === this) this.flights.delete(this.key)
  }
}
