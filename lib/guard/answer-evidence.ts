/** What a response proves of a write: only an answer that was read, and that admits no failure, makes it executed. */
import { admitsFailure, asksAgain, isReportIn, refusesIn, sendsNotices, type AskedFor } from '../core/failure/index.js'
import { asFields, hidesOutcome } from '../core/foreign/index.js'
import type { ToolError } from '../core/errors/index.js'
import { innermostOf } from '../core/json/index.js'
import { askedFor } from './asked-for.js'
import { isPlain } from './decode.js'
import { denialOf } from './denied-deed.js'
import { eitherOf } from './outcome-value.js'
import { jsonOf, type UnreadableResponse, writtenAsJson } from './read.js'
import { verdictOf } from './tool.js'
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
  /** Whether a response that came proves the effect, whatever it holds. */
  readonly committed?: boolean
}

/** A trait of ready-made tools, which no option sets: they return the rows of a statement that was committed. */
export const COMMITTED = Symbol('committed')

/** What a tool was asked, and returned: its answer may be a copy of that. */
export interface ReceivedAnswer {
  readonly args: unknown
  readonly value: unknown
}

export const CUTS: ReadonlySet<string> = new Set(['truncated_response', 'incomplete_response'])

/** Whether an error speaks of a response of which only a part came, or came in time. */
export const isShort = ({ code }: ToolError): boolean => CUTS.has(code) || code === 'too_large' || code === 'timeout'

const MAX_DEPTH = 20

const isNo = (value: unknown): boolean => typeof value === 'string' && /^(?:false|no)$/i.test(value)

// `{"merged": false, "message": "Waiting for status checks"}`, `{"deleted": 0}`, and the same as the only field of
// another: `{"data": {"merge": {"clientMutationId": "1", "branch": {"merged": false}}}}`
const deniesDeed = (name: string, raw: unknown, asked: AskedFor, depth = 0): boolean => {
  const entries = Object.entries(asFields(innermostOf(raw)))
  // GraphQL without its envelope: `{"createOrder": null}`
  const isDown = (value: unknown): boolean =>
    value === false || value === 0 || isNo(value) || (value === null && entries.length === 1)
  const denied = entries.filter(([key, value]) => isDown(value) && !asked.isField(key, value))
  if (denied.map(([key, value]) => [key, isNo(value) ? false : value] as const).some(denialOf(name))) return true
  const [only, ...others] = entries.filter(
    ([key, value]) => value !== null && value !== true && key !== 'clientMutationId'
  )
  return (
    only !== undefined && others.length === 0 && (depth === MAX_DEPTH || deniesDeed(name, only[1], asked, depth + 1))
  )
}

// A refusal among others: `Promise.all(rows.map(pay))`
const isFailure = (one: object): boolean => verdictOf(one)?.kind === 'failed' || eitherOf(one)?.kind === 'left'

// A first step: "Refund 5 EUR? Call again with confirm=true."
const MAX_ASKING = 400
const waitsForCaller = (raw: unknown, args: unknown): boolean => {
  try {
    const text = typeof raw === 'string' ? raw : (jsonOf(raw) ?? '')
    return text.length <= MAX_ASKING && asksAgain(text, jsonOf(args) ?? '')
  } catch {
    return false
  }
}

/** What a response proves: one that reports a failure proves no effect, whatever its status and whoever accepts it. */
export const provenBy = (policy: EffectPolicy, raw: unknown, { args, value }: ReceivedAnswer): Proof => {
  if (!policy.writes || policy.committed === true) return 'yes'
  const asked = askedFor(policy.name, args)
  const admits = (data: unknown): boolean => admitsFailure(data, asked)
  const isOpen =
    admits(raw) ||
    deniesDeed(policy.name, raw, asked) ||
    waitsForCaller(raw, args) ||
    hidesOutcome(value, isProxy, isFailure, (member) => admits(writtenAsJson(member)))
  return isOpen ? 'unknown' : 'yes'
}

/** The same of a response that was refused: its tool has to answer when its work is done. */
export const answeredBy = (policy: EffectPolicy, raw: unknown, came: ReceivedAnswer): Proof =>
  policy.answered === 'yes' ? provenBy(policy, raw, came) : 'unknown'

/** Whether words that are no JSON came whole. What stands in any other text, nobody knows: a page may be a login. */
const isWholeText = (text: string, error: ToolError): boolean =>
  isPlain(text, error) && !isShort(error) && !/[[{<]/.test(text)

/** The same of a response that could not be read: words that came whole speak for themselves. */
export const unreadProves = (
  policy: EffectPolicy,
  { error, text, bytes }: UnreadableResponse,
  came: ReceivedAnswer
): Proof => {
  const isWhole = text === undefined ? bytes === 0 : isWholeText(text, error)
  return isWhole || !policy.writes ? answeredBy(policy, text, came) : 'unknown'
}

/** Whether the tool itself says no. Nobody asks of a read. */
export const reports = ({ writes, name }: EffectPolicy, raw: unknown, accepted: boolean): boolean =>
  writes && isReportIn(raw, accepted, sendsNotices(name))

/** Whether a response says that the request was refused. Nobody asks of a read. */
export const refuses = ({ writes, name }: EffectPolicy, raw: unknown, accepted: boolean): boolean =>
  writes && refusesIn(raw, accepted, sendsNotices(name))
