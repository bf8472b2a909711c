/** The exchanges that a loop window keeps. */
import { canonicalText } from './canonical-json.js'
import type { Exchange } from './exchange.js'
import { LateDigest } from './late-digest.js'
import type { ForgettableExchange, RememberedExchange } from './loop-state.js'
import { alike } from './text.js'

// Paging and narrowing cause these repeatedly while making progress.
const PROGRESS_CODES: ReadonlySet<string> = new Set([
  'not_found',
  'empty_result',
  'empty_first_page',
  'more_pages_available',
  'incomplete_response',
  'too_long_for_model'
])

// Lengths separate the parts: no tool name can run into its arguments.
export const key = (...parts: ReadonlyArray<string>): string => parts.map((part) => `${part.length}:${part}`).join('')

// A window of thirty exchanges should not keep longer texts.
const MAX_SHORT = 4_096

/** The text itself or, of a long one, its digest. */
export const short = (text: string, digest: (text: string) => string): string =>
  text.length > MAX_SHORT ? digest(text) : text

// Without progress.
const isFailure = ({ outcome, code }: Pick<Exchange, 'outcome' | 'code'>): boolean =>
  outcome !== 'right' && (code === null || !PROGRESS_CODES.has(code))

// Failures are compared by their words without ids and figures. The guard's digests say already what is alike: failures that carry data differ as those do.
const answerOf = (
  exchange: Exchange,
  ignoredFields: ReadonlySet<string>,
  digest: (text: string) => string
): LateDigest => {
  const { result } = exchange
  if (result instanceof LateDigest) return result
  const text = canonicalText(result, ignoredFields)
  return new LateDigest(isFailure(exchange) ? alike(text) : text, digest)
}

/** An exchange whose response is digested late, when it is compared or has to make room: a digest costs up to a fifth of the call. */
export class LazyExchange implements RememberedExchange {
  readonly tool: string
  readonly args: string
  readonly outcome: string
  error: string | null
  readonly code: string | null
  readonly turn: string | number
  readonly executed: 'yes' | 'unknown' | undefined
  fresh = true
  readonly #answer: LateDigest

  constructor(exchange: Exchange, args: string, ignoredFields: ReadonlySet<string>, digest: (text: string) => string) {
    const { tool, outcome, code, turn, executed } = exchange
    this.tool = tool
    this.args = args
    this.outcome = outcome
    this.code = code
    this.turn = turn
    this.executed = executed
    this.#answer = answerOf(exchange, ignoredFields, digest)
    // A saved state must not hold the words.
    this.error = isFailure(exchange) ? key(tool, outcome, code ?? '', this.answer) : null
  }

  /** UTF-16 units of the response that are kept. */
  get kept(): number {
    return this.#answer.chars
  }

  get answer(): string {
    return this.#answer.digest
  }

  /** Replaces the response by its digest. */
  shorten(): void {
    this.#answer.forget()
  }
}

// UTF-16 units of responses that a window keeps, mostly the same texts that a turn keeps; beyond it, the oldest become digests.
const MAX_KEPT = 4 * 1024 * 1024

/** The latest exchanges. Nearly every call is new and nearly every response is fine: two counts show that without a search. */
export class LatestExchanges {
  readonly seen: Array<ForgettableExchange> = []
  failures = 0
  #times = new Map<string, number>()
  #kept = 0

  constructor(readonly size: number) {}

  /** How often a call of any tool was made with these arguments; never too low, but perhaps too high after some have left the window. */
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
