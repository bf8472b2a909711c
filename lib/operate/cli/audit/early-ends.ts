/** The runs that ended before their work was done, as their logs state it. */
import { FULL } from '../../audit/run-end.js'
import { printedName } from './printed-name.js'
import { number, sumOf } from '../figures.js'

// Of SWE-agent, mini-swe-agent and agents that state the class of an error.
const REASONS: ReadonlyArray<readonly [status: RegExp, reason: string]> = [
  [FULL, 'because the context was full'],
  [/exit_cost|exit_total_execution_time|LimitsExceeded|max_turns/, 'at a limit of the run'],
  [/exit_format|FormatError/, 'since the model wrote no call that could be read']
]

// Of Inspect.
const LIMIT = /^[a-z]{1,20} limit$/

const knownReason = (status: string): string | undefined => REASONS.find(([known]) => known.test(status))?.[1]

const reasonOf = (status: string): string =>
  knownReason(status) ?? (LIMIT.test(status) ? `by the ${status}` : `with \`${printedName(status, 60)}\``)

const MAX_REASONS = 20

/** Counts them by their reason, in bounded memory. */
export class EarlyEnds {
  readonly #counts = new Map<string, number>()

  add(status: string): void {
    const own = reasonOf(status)
    const isNamed = this.#counts.has(own) || this.#counts.size < MAX_REASONS
    const reason = isNamed || knownReason(status) !== undefined ? own : 'for other reasons'
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1)
  }

  /** `2 of 3 runs ended early: 1 because the context was full, 1 at a limit of the run.`; undefined without any. */
  said(runs: number): string | undefined {
    const counts = [...this.#counts].toSorted(([, one], [, other]) => other - one)
    const [first, ...others] = counts
    if (first === undefined) return undefined
    const all = sumOf(Object.fromEntries(counts))
    const who = runs === 1 ? 'The run' : `${number(all)} of ${number(runs)} runs`
    if (others.length === 0) return `${who} ended ${first[0]}.`
    return `${who} ended early: ${counts.map(([reason, count]) => `${number(count)} ${reason}`).join(', ')}.`
  }
}
