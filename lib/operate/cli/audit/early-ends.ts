/** The runs that ended before their work was done, as their logs state it. */
import type { ConversationAudit } from '../../audit/audit.js'
import { FULL } from '../../audit/run-end.js'
import { alike } from '../../../core/errors/index.js'
import { CappedMap } from './capped-map.js'
import type { ConversationPlace } from './place.js'
import { printedName } from './printed-name.js'
import { counted, number, sentences } from '../figures.js'
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
const MAX_WORDS = 120

/** The first of the runs that ended with like words before anything was said, and how many there are. */
interface Unstarted {
  readonly place: ConversationPlace
  readonly words: string
  count: number
}

/** Counts them by their reason, in bounded memory. */
export class EarlyEnds {
  readonly #reasons = new Tally(MAX_REASONS)
  readonly #unstarted = new CappedMap<Unstarted>(MAX_REASONS)
  #unstartedRuns = 0
  #stated = 0

  add(place: ConversationPlace, { ended, entries }: Pick<ConversationAudit, 'ended' | 'entries'>): void {
    if (ended === undefined) return
    if (typeof ended === 'string' && entries === 0) this.#addUnstarted(place, ended)
    else this.#stated++
    if (ended === null || entries === 0) return
    this.#reasons.add(endReason(ended), knownReason(ended) ?? 'for other reasons')
  }

  #addUnstarted(place: ConversationPlace, words: string): void {
    this.#unstartedRuns++
    const like = this.#unstarted.at(alike(words), () => ({ place, words, count: 0 }))
    if (like !== undefined) like.count++
  }

  /** Says how many ended so, and why; empty without any. */
  said(runs: number, placed: (place: ConversationPlace) => string): string {
    return sentences(this.#unstartedSaid(runs, placed), this.#earlySaid(runs - this.#unstartedRuns))
  }

  /** `2 of 3 runs ended before a call was recorded, most often (2 times) with …` */
  #unstartedSaid(runs: number, placed: (place: ConversationPlace) => string): string {
    const [most] = [...this.#unstarted.values()].toSorted((one, other) => other.count - one.count)
    if (most === undefined) return ''
    const often = most.count < this.#unstartedRuns ? `most often (${counted(most.count, 'time')}) ` : ''
    const who = runs === 1 ? 'The run' : `${number(this.#unstartedRuns)} of ${number(runs)} runs`
    return `${who} ended before a call was recorded, ${often}with \`${printedName(most.words, MAX_WORDS)}\` (${placed(most.place)}).`
  }

  /** `2 of 3 runs ended early: 1 because the context was full, 1 at a limit of the run.` */
  #earlySaid(runs: number): string {
    const reasons = this.#reasons.listed
    const [first, ...others] = reasons
    if (first === undefined) return ''
    const who = this.#who(this.#reasons.all, runs)
    if (others.length === 0) return `${who} ended ${first[0]}.`
    return `${who} ended early: ${reasons.map(([reason, count]) => `${number(count)} ${reason}`).join(', ')}.`
  }

  // Many logs say nothing of a run that ended well, so that only where one does, the others are unknown.
  #who(early: number, runs: number): string {
    if (runs === 1) return 'The run'
    return this.#stated >= runs || this.#stated === early
      ? `${number(early)} of ${number(runs)} runs`
      : `${number(early)} of the ${number(this.#stated)} runs whose logs state their end`
  }
}
