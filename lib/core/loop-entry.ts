/** An exchange as a loop window keeps it. */
import type { Exchange } from './exchange.js'
import type { RememberedExchange } from './loop-state.js'
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
const MAX_KEPT = 4_096

/** The text itself or, of a long one, its digest. */
export const short = (text: string, digest: (text: string) => string): string =>
  text.length > MAX_KEPT ? digest(text) : text

/** An exchange whose answer is digested late: to digest each at once is a fifth of the cost of a short call. */
export class Late implements RememberedExchange {
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
    const isShort = answer.length <= MAX_KEPT
    this.#answer = isShort ? answer : digest(answer)
    this.#digest = isShort ? digest : undefined
    this.error = null
  }

  get answer(): string {
    if (this.#digest !== undefined) this.#answer = this.#digest(this.#answer)
    this.#digest = undefined
    return this.#answer
  }
}
