/** The runs that ended before their work was done, as their logs state it. */
import type { Conversation } from '../../audit/conversation.js'
import { FULL } from '../../audit/run-end.js'
import { printedName } from './printed-name.js'
import { number } from '../figures.js'
import { Tally } from './tally.js'

// Of SWE-agent, mini-swe-agent, OpenHands and agents that state the class of an error.
const REASONS: ReadonlyArray<readonly [status: RegExp, reason: string]> = [
  [FULL, 'because the context was full'],
  [
    /exit_cost|exit_total_execution_time|LimitsExceeded|max_turns|^max_steps$|reached maximum (?:iteration|budget)/,
    'at a limit of the run'
  ],
  [/exit_format|FormatError/, 'since the model wrote no call that could be read']
]

// Of Claude Code.
const ERROR = /^api_error (\d{3}): (.*)$/s

// Of Inspect.
const LIMIT = /^[a-z]{1,20} limit$/

const knownReason = (status: string): string | undefined => REASONS.find(([known]) => known.test(status))?.[1]

/** Why a run ended early, in words behind `ended`. */
export const endReason = (status: string): string => {
  const [, code, words = ''] = ERROR.exec(status) ?? []
  if (code !== undefined) return `since the provider answered with error ${code}: \`${printedName(words, 120)}\``
  return knownReason(status) ?? (LIMIT.test(status) ? `by the ${status}` : `with \`${printedName(status, 60)}\``)
}

const MAX_REASONS = 20

/** Counts them by their reason, in bounded memory. */
export class EarlyEnds {
  readonly #reasons = new Tally(MAX_REASONS)
  #stated = 0

  add(ended: Conversation['ended']): void {
    if (ended === undefined) return
    this.#stated++
    if (ended === null) return
    this.#reasons.add(endReason(ended), knownReason(ended) ?? 'for other reasons')
  }

  /** `2 of 3 runs ended early: 1 because the context was full, 1 at a limit of the run.`; undefined without any. */
  said(runs: number): string | undefined {
    const reasons = this.#reasons.listed
    const [first, ...others] = reasons
    if (first === undefined) return undefined
    const who = this.#who(this.#reasons.all, runs)
    if (others.length === 0) return `${who} ended ${first[0]}.`
    return `${who} ended early: ${reasons.map(([reason, count]) => `${number(count)} ${reason}`).join(', ')}.`
  }

  // Many logs do not say how a run ended.
  #who(early: number, runs: number): string {
    if (runs === 1) return 'The run'
    if (this.#stated >= runs) return `${number(early)} of ${number(runs)} runs`
    return this.#stated === 1
      ? 'The one run whose log states its end'
      : `${number(early)} of the ${number(this.#stated)} runs whose logs state their end`
  }
}
