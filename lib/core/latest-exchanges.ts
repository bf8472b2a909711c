/** The exchanges that a loop window keeps. */
import type { Exchange } from './exchange.js'
import type { ForgettableExchange, RememberedExchange } from './loop-state.js'
import { alike } from './text.js'

// Whoever pages or narrows gets these again and again while making progress.
const PROGRESS_CODES: ReadonlySet<string> = new Set([
  'not_found',
  'empty_result',
  'empty_first_page',
  'more_pages_available',
  'incomplete_response',
  'too_long_for_model'
])

// Lengths keep the parts apart: no tool name can run into its arguments.
export const key = (...parts: ReadonlyArray<string>): string => parts.map((part) => `${part.length}:${part}`).join('')

// Longer texts are too much to keep thirty of.
const MAX_SHORT = 4_096

/** The text itself or, of a long one, its digest. */
export const short = (text: string, digest: (text: string) => string): string =>
  text.length > MAX_SHORT ? digest(text) : text

/** An exchange whose answer is digested late, when it is compared or has to make room: a digest costs up to a fifth of the call. */
export class LazyExchange implements RememberedExchange {
  readonly tool: string
  readonly args: string
  readonly outcome: string
  error: string | null
  readonly code: string | null
  readonly turn: string | number
  readonly executed: 'yes' | 'unknown' | undefined
  fresh = true
  #answer: string
  #digest: ((text: string) => string) | undefined

  constructor(
    { tool, outcome, code, turn, executed }: Exchange,
    args: string,
    answer: string,
    digest: (text: string) => string
  ) {
    this.tool = tool
    this.args = args
    this.outcome = outcome
    this.code = code
    this.turn = turn
    this.executed = executed
    if (outcome !== 'right' && (code === null || !PROGRESS_CODES.has(code))) {
      // Failures are alike by their words, whatever ids and figures stand in them; what is saved must not hold the words.
      this.#answer = digest(alike(answer))
      this.error = key(tool, outcome, code ?? '', this.#answer)
      return
    }
    this.#answer = answer
    this.#digest = digest
    this.error = null
  }

  /** UTF-16 units of the answer that are kept. */
  get kept(): number {
    return this.#digest === undefined ? 0 : this.#answer.length
  }

  get answer(): string {
    this.shorten()
    return this.#answer
  }

  /** Keeps the digest alone. */
  shorten(): void {
    if (this.#digest !== undefined) this.#answer = this.#digest(this.#answer)
    this.#digest = undefined
  }
}

// UTF-16 units of answers that a window keeps; beyond it, the oldest become digests.
const MAX_KEPT = 1_048_576

/** The latest exchanges. Nearly every call is new and nearly every answer is fine: two counts tell that without a search. */
export class LatestExchanges {
  readonly seen: Array<ForgettableExchange> = []
  failures = 0
  #times = new Map<string, number>()
  #kept = 0

  constructor(readonly size: number) {}

  /** How often a call with these arguments was made, of whichever tool; no less, but perhaps more where some have left the window. */
  times(args: string): number {
    return this.#times.get(args) ?? 0
  }

  add(entry: ForgettableExchange, before = this.times(entry.args)): void {
    this.seen.push(entry)
    this.#times.set(entry.args, before + 1)
    if (entry.error !== null) this.failures++
    if (entry instanceof LazyExchange) this.#keep(entry)
    if (this.seen.length <= this.size) return
    if (this.seen.shift()?.error !== null) this.failures--
    if (this.#times.size > 4 * this.size) this.#recount()
  }

  #keep(entry: LazyExchange): void {
    this.#kept += entry.kept
    if (this.#kept <= MAX_KEPT) return
    const late = this.seen.filter((each) => each instanceof LazyExchange)
    this.#kept = late.reduce((sum, each) => sum + each.kept, 0)
    for (const each of late) {
      if (this.#kept <= MAX_KEPT) return
      this.#kept -= each.kept
      each.shorten()
    }
  }

  #recount(): void {
    this.#times = new Map()
    for (const { args } of this.seen) this.#times.set(args, this.times(args) + 1)
  }
}
