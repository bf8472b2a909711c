/** The log of a turn, asked by key and rule alone. */
import { LazyDigest, type RepeatRule } from '#core/calls'
import type { Decision } from '../../lib/guard/decision.js'
import { sha256 } from '../../lib/guard/platform.js'
import { askOf, limitsOf } from '../../lib/guard/turn-events.js'
import type { Ask, Ending, LoggedCall } from '../../lib/guard/logged-call.js'
import { TurnLog } from '../../lib/guard/turn-log.js'

export const askFor = (key: string, rule: RepeatRule, writes = false): Ask =>
  askOf({ key, rule: limitsOf(rule), runs: rule.runs, kind: rule.kind, writes })

/** The digest of a response, or the response itself. */
export type GivenEnding = Partial<Ending> & { readonly digest?: string; readonly text?: string }

/** The end of a call that was fine, but for what is given. */
export const ending = ({ digest, text, ...given }: GivenEnding): Ending => ({
  executed: 'yes',
  code: null,
  answer: text !== undefined ? new LazyDigest(text, sha256) : digest === undefined ? null : LazyDigest.of(digest),
  retryAfterMs: null,
  ...given
})

export interface OneTurn {
  readonly ask: (key: string, rule: RepeatRule, writes?: boolean) => Decision
  readonly end: (call: LoggedCall | undefined, given: GivenEnding) => void
  readonly log: TurnLog
}

export const oneTurn = (clock: () => number = () => 0, log = new TurnLog()): OneTurn => ({
  log,
  ask: (key, rule, writes) => log.ask(askFor(key, rule, writes), clock),
  end: (call, given) => {
    if (call !== undefined) log.end(call, ending(given), clock)
  }
})
