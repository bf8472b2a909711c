/** The latest exchanges of a session, as the loop detector compares them. */
import { canonicalText } from '../json/canonical.js'
import type { Exchange } from './exchange.js'
import { LazyDigest } from './lazy-digest.js'
import { alike } from '../errors/text.js'
import { wordSet } from '../signs/names.js'

// -- model

/** One settled call. */
export interface SeenExchange {
  readonly tool: string
  readonly args: LazyDigest
  readonly answer: LazyDigest
  readonly outcome: string
  readonly code: string | null
  readonly turn: string | number
  readonly executed: 'yes' | 'unknown' | undefined
  /** It failed without progress, and is not forgiven. */
  readonly failed: boolean
  /** The digest of the place that did not answer: the failure is that place's. Else it is the tool's. */
  readonly place: string | undefined
  /** The digest of the place that its arguments name, where one is blamed and goes by them. */
  readonly address: string | undefined
  /** Not in the window before: progress. */
  readonly fresh: boolean
}

/** A call that has not been made yet. */
export interface NextCall {
  readonly tool: string
  readonly args: LazyDigest
  readonly turn: string | number
  /** Whether only repeats in a row count, of calls that succeed. @default false */
  readonly inRow?: boolean
  /** Whether it reads, and a declared write ran since it was made: it is in no cycle then. @default no */
  readonly mayBeNews?: () => boolean
  /** Gives the digest of the place that its arguments name; asked only where a place did not answer. */
  readonly address?: () => string | undefined
}

/** The options of a detector, checked and with every default filled in. */
export interface LoopRules {
  readonly repeats: number
  readonly window: number
  readonly ignoreArgs: ReadonlySet<string>
  readonly ignoreResultFields: ReadonlySet<string>
  /** Stands for texts that make room or are saved; equal texts must stay equal. */
  readonly digest: (text: string) => string
}

// -- constructors

// Paging, narrowing and guessing ids cause these repeatedly while making progress, and who gives calls up is no failure
// of a tool.
const PROGRESS_CODES = wordSet(
  `not_found fabricated_id wrong_entity empty_result empty_first_page more_pages_available incomplete_response
  too_long_for_model cancelled`
)

// A window, 36 exchanges by default, should not keep longer texts.
const MAX_ARGS = 4_096

/** What arguments are compared by: a call without arguments equals one with an empty object. */
export const seenArgs = (args: unknown, { ignoreArgs, digest }: LoopRules): LazyDigest => {
  if (args instanceof LazyDigest) return args
  const seen = new LazyDigest(canonicalText(args ?? {}, ignoreArgs), digest, { args: args ?? {} })
  if (seen.chars > MAX_ARGS) seen.forget()
  return seen
}

const isFailure = ({ outcome, code, wrongId = false }: Exchange): boolean =>
  outcome !== 'right' && !wrongId && (code === null || !PROGRESS_CODES.has(code))

// Failures are compared by their words without ids and figures. The guard's digests say already what is alike: failures
// that carry data differ as those do.
const seenAnswer = (result: unknown, failed: boolean, { ignoreResultFields, digest }: LoopRules): LazyDigest => {
  if (result instanceof LazyDigest) return result
  const text = canonicalText(result, ignoreResultFields)
  return new LazyDigest(failed ? alike(text) : text, digest)
}

// Where one place failed for several addresses, it stands behind the tool, whatever the arguments name.
const isBehind = (seen: ReadonlyArray<SeenExchange>, tool: string, place: string, named: string): boolean =>
  seen.some((one) => one.tool === tool && one.place === place && one.address !== undefined && one.address !== named)

const seenAs = (exchange: Exchange, seen: ReadonlyArray<SeenExchange>, rules: LoopRules): SeenExchange => {
  const { tool, outcome, code, turn, executed } = exchange
  const failed = isFailure(exchange)
  const place = exchange.place === undefined ? undefined : rules.digest(exchange.place)
  const named = place === undefined || exchange.address === undefined ? undefined : rules.digest(exchange.address)
  const args = seenArgs(exchange.args, rules)
  args.letArgsGo(code === REJECTED)
  return {
    tool,
    args,
    answer: seenAnswer(exchange.result, failed, rules),
    outcome,
    code,
    turn,
    executed,
    failed,
    place,
    address: place !== undefined && named !== undefined && isBehind(seen, tool, place, named) ? undefined : named,
    fresh: true
  }
}

// -- what is alike

export const sameCall = (one: Pick<SeenExchange, 'tool' | 'args'>, other: Pick<SeenExchange, 'tool' | 'args'>) =>
  one.args.equals(other.args) && one.tool === other.tool

const sameResponse = (one: SeenExchange, other: SeenExchange): boolean =>
  one.outcome === other.outcome && one.code === other.code && one.answer.equals(other.answer)

export const sameExchange = (one: SeenExchange, other: SeenExchange): boolean =>
  sameCall(one, other) && sameResponse(one, other)

/** Whether two calls failed for one reason: a place that did not respond, or a tool that said the same. */
export const sameError = (one: SeenExchange, other: SeenExchange): boolean =>
  one.failed &&
  other.failed &&
  (one.place === undefined
    ? other.place === undefined && one.tool === other.tool && sameResponse(one, other)
    : one.place === other.place || (one.address !== undefined && one.address === other.address))

/** What failed: the place, or the tool. */
export const blamed = ({ tool, place, address = place }: SeenExchange): string =>
  address === undefined ? `tool ${tool}` : `place ${address}`

const REJECTED = 'rejected_arguments'

// Whoever names other arguments than those that were refused may have understood.
const isOtherwiseMade = (next: NextCall, { code, args }: SeenExchange): boolean => {
  if (code !== REJECTED) return false
  const [asked, refused] = [next.args.names, args.names]
  return asked !== undefined && refused !== undefined && asked !== refused
}

/**
 * Whether a call would meet what made another fail: by its arguments' place, else where its tool went before, with
 * arguments of these names where those were refused.
 */
export const wouldMeet = (next: NextCall, entry: SeenExchange): boolean => {
  const { tool, place, address } = entry
  const named = place === undefined ? undefined : next.address?.()
  if (named === undefined) return next.tool === tool && !(place === undefined && isOtherwiseMade(next, entry))
  return named === place || (address === undefined ? next.tool === tool : named === address)
}

/** Whether nothing like it came before. An error in the window, and silence, are never news. */
const isNews = (seen: ReadonlyArray<SeenExchange>, entry: SeenExchange, isUnseen: boolean): boolean => {
  if (entry.place !== undefined) return false
  if (isUnseen && !entry.failed) return true
  // A loop: this is the way of every call, and a closure for each costs more than the comparison.
  for (const one of seen) if (sameExchange(one, entry) || (entry.failed && sameError(one, entry))) return false
  return true
}

// -- the list

// UTF-16 units of responses that are kept, mostly the same texts that a turn keeps; beyond it, the oldest become
// digests.
const MAX_KEPT = 4 * 1024 * 1024

const shorten = (seen: ReadonlyArray<SeenExchange>): void => {
  let kept = 0
  for (let at = seen.length - 1; at >= 0; at--) {
    const { answer } = seen[at] as SeenExchange
    kept += answer.chars
    if (kept > MAX_KEPT) answer.forget()
  }
}

/**
 * Adds a settled call to the latest. A refused call is not an exchange. `isUnseen` spares the search where none of the
 * latest has its arguments.
 */
export const noted = (
  seen: ReadonlyArray<SeenExchange>,
  exchange: Exchange,
  rules: LoopRules,
  isUnseen = false
): ReadonlyArray<SeenExchange> => {
  const entry = seenAs(exchange, seen, rules)
  // A poll is in no loop, and its new response ends one.
  if (exchange.polls === true && (entry.failed || seen.some((earlier) => sameExchange(earlier, entry)))) return seen
  const latest = seen.slice(-rules.window)
  if (latest.length === rules.window) latest.shift()
  latest.push(isNews(seen, entry, isUnseen) ? entry : { ...entry, fresh: false })
  shorten(latest)
  return latest
}

/** The exchanges with the failures of one tool or place forgiven: later ones begin a new count. */
export const forgiven = (seen: ReadonlyArray<SeenExchange>, whose: string): ReadonlyArray<SeenExchange> =>
  seen.map((entry) => (entry.failed && blamed(entry) === whose ? { ...entry, failed: false, fresh: false } : entry))
