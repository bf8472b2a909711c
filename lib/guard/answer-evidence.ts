/** What a response proves of a write: only an answer that was read, and that admits no failure, makes it executed. */
import { admitsFailure, isReportIn, refusesIn } from '../core/failure/index.js'
import { holdsError } from '../core/foreign/index.js'
import type { ToolError } from '../core/errors/index.js'
import { isPlain } from './decode.js'
import type { UnreadableResponse } from './read.js'
import { isProxy } from '#platform'

type Proof = 'yes' | 'unknown'

/** What a policy says of the effects of its tool. */
export interface EffectPolicy {
  /** The tool's name: it may ask for a state that of another call is a failure. */
  readonly name: string
  /** The outcome of the effect that an unreadable or refused response implies. */
  readonly answered: Proof
  /** Whether somebody asks what became of the effect. */
  readonly writes: boolean
}

/** What a tool was asked, and returned: its answer may be a copy of that. */
export interface Came {
  readonly args: unknown
  readonly value: unknown
}

export const CUTS: ReadonlySet<string> = new Set(['truncated_response', 'incomplete_response'])

/** Whether an error speaks of a response of which only a part came, or came in time. */
export const isShort = ({ code }: ToolError): boolean => CUTS.has(code) || code === 'too_large' || code === 'timeout'

const lettersOf = (words: string): string => words.toLowerCase().replace(/[^a-z]/g, '')

const asksFor = (name: string, args: unknown, state: string): boolean => {
  try {
    // `denied` of `deny`, `rejected` of `reject`
    return lettersOf(name + JSON.stringify(args)).includes(lettersOf(state).replace(/(?:ie|e)d$/, ''))
  } catch {
    return false
  }
}

/** What a response proves: one that reports a failure proves no effect, whatever its status and whoever accepts it. */
export const provenBy = ({ writes, name }: EffectPolicy, raw: unknown, { args, value }: Came): Proof =>
  writes && (admitsFailure(raw, (state) => asksFor(name, args, state)) || holdsError(value, isProxy))
    ? 'unknown'
    : 'yes'

/** The same of a response that was refused: its tool has to answer when its work is done. */
export const answeredBy = (policy: EffectPolicy, raw: unknown, came: Came): Proof =>
  policy.answered === 'yes' ? provenBy(policy, raw, came) : 'unknown'

/**
 * The same of a response that could not be read: words that came whole speak for themselves; what stands in any other
 * text, nobody knows. A page is a proxy's, or a login.
 */
export const unreadProves = (policy: EffectPolicy, { error, text, bytes }: UnreadableResponse, came: Came): Proof => {
  const isWhole = text === undefined ? bytes === 0 : isPlain(text, error) && !isShort(error) && !/[[{<]/.test(text)
  return isWhole || !policy.writes ? answeredBy(policy, text, came) : 'unknown'
}

/** Whether the tool itself says no. Nobody asks of a read. */
export const reports = ({ writes }: EffectPolicy, raw: unknown, accepted: boolean): boolean =>
  writes && isReportIn(raw, accepted)

/** Whether a response says that the request was refused. Nobody asks of a read. */
export const refuses = ({ writes }: EffectPolicy, raw: unknown, accepted: boolean): boolean =>
  writes && refusesIn(raw, accepted)
