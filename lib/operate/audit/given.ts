/**
 * What the model was given in place of data: web pages, cut and incomplete answers, failures, nothing at all, too much.
 * The guard's own recognizers judge.
 */
import { asFields, isFields } from '../../core/foreign/index.js'
import { failureIn, wordsIn } from '../../core/failure/index.js'
import { findPages, isCursorName, isPageName, isSizeName } from '../../core/pages/index.js'
import { kindOf, returnsText } from '../../core/signs/index.js'
import { canonicalText, dataOf } from '../../core/json/index.js'
import { causeIn, crashIn, fromFailingLine, isOfArguments, withoutExit, withoutHeadings } from './cause.js'
import { callAnswer, type CallAnswer } from './call-answer.js'
import type { ReadableCall } from './conversation.js'
import { isEmptyData } from './empty-data.js'
import { isShellCall, knownEffect, ownName, runsScript } from './known-tools.js'
import {
  agentCut,
  continuesBy,
  cutNote,
  echoedFailure,
  foundNothing,
  isBlocked,
  isCutByClient,
  isGreeting,
  lacksTool,
  outputOf,
  stopsAtLimit,
  wrappedText
} from './own-words.js'
import { shellErrorIn } from './shell-errors.js'
import { stoppedIn } from './shell-words.js'
import { blockIn, errorTitleIn, isPageInPlace } from './web-pages.js'

// -- model

/** The kinds of findings, in the order in which one excludes the next; only `too_long` stands beside others. */
export const GIVEN_KINDS = ['web_page', 'cut', 'failed', 'more_pages', 'empty', 'too_long'] as const

export type GivenKind = (typeof GIVEN_KINDS)[number]

/** One finding about a result. */
export interface GivenFinding {
  readonly kind: GivenKind
  /** The guard's code for it. */
  readonly code: string
  /** The tool's own words, unchanged; empty where it has none. */
  readonly says: string
}

/** The code of a result that its client cut, or kept from the model. */
export const CUT_BY_CLIENT = 'cut_by_client'

export const CONTEXT_TOKENS = 200_000

/** So many characters fill a tenth of a context, at four characters a token. */
export const longChars = (contextTokens: number): number => Math.floor((contextTokens * 4) / 10)

// -- one result

const finding = (kind: GivenKind, code: string, says = ''): GivenFinding => ({ kind, code, says })

// Errors of a program's own code, whose words may well speak of tokens and of what is required.
const OF_CODE =
  /^(?:[^:\n]{1,60}: ){0,2}(?:\w+\.){0,10}(?:SyntaxError|IndentationError|IndexError|ImportError|NameError|ReferenceError|AttributeError|AssertionError)\b/
const OF_VALUE = /^(?:\w+\.){0,10}(?:Value|Key|Type)Error: (?!.*\b40[13]\b)/

// What a shell prints may be of anything: it is about arguments where it speaks of them, or has such a status.
const OF_OPTIONS =
  /\b(?:arguments?|options?|flags?|param(?:eter)?s?|(?:sub)?commands?|usage|schema|validation)\b|"code": ?4\d\d\b/i
const EXCEPTION = /^(?:\w+\.){0,10}\w+(?:Error|Exception)\b/
// Compilers and shells, of the code that they read: `error[E0425]: …`, `a.ts(1,2): error TS2304: …`.
const OF_SOURCE = /^(?:[^:\n]{1,200}: )?error(?:\[E\d{4}\]| [A-Z]{1,3}\d{3,5}): |: (?:syntax error|unexpected EOF)\b/m

const isOfOther = (code: string, text: string, isShell: boolean): boolean => {
  if (OF_CODE.test(text)) return true
  if (code === 'unauthorized') return OF_VALUE.test(text)
  if (!isShell) return false
  const ofSource = OF_SOURCE.test(text.slice(0, 1_000))
  if (code === 'not_found') return ofSource
  return code === 'rejected_arguments' && (ofSource || EXCEPTION.test(text) || !OF_OPTIONS.test(text))
}

const codeIn = (text: string, isShell: boolean): string | undefined => {
  const ofShell = shellErrorIn(text)
  if (ofShell !== undefined) return ofShell.code
  const code = failureIn(text, { accepted: true })?.code
  return code !== undefined && isOfOther(code, text, isShell) ? 'error_in_body' : code
}

// Of a command that ran, Claude Code gives the code of its exit; a hook may refuse one in any words.
const EXIT = /^(?:Error: )?Exit code -?\d/

const failureOf = (
  { tool, args }: ReadableCall,
  { text, code, outcome }: CallAnswer,
  statesExits: boolean
): GivenFinding => {
  const stopped = stoppedIn(text)
  if (stopped !== undefined) return finding('failed', stopped.code, stopped.says)
  const cause = causeIn(text)
  const isShell = isShellCall(tool, args)
  const found = codeIn(text, isShell)
  const own = found === undefined || cause === undefined ? found : (codeIn(cause, isShell) ?? found)
  const words = withoutExit(wordsIn(text) || text)
  const failing = isShell ? (fromFailingLine(words) ?? fromFailingLine(withoutExit(text))) : undefined
  const says = cause ?? failing ?? words
  // What a shell prints may be of anything.
  const ofShell = statesExits && !EXIT.test(text) ? 'denied' : 'flagged_by_log'
  const flagged = isShell ? ofShell : isOfArguments(says) ? 'rejected_arguments' : 'flagged_by_log'
  return finding('failed', code ?? own ?? (outcome === 'failed' ? flagged : outcome), says)
}

// A tool that only lets the model think, by any server.
const THOUGHT = /^(?:sequential_?)?think(?:ing)?$/i

const SQL_WRITE =
  /^\s*(?:--[^\n]*\n\s*)*(?:insert|update|delete|create|alter|drop|truncate|grant|merge|do|begin|set)\b(?![^;]*\breturning\b)/i

const writesSql = ({ args }: ReadableCall): boolean =>
  isFields(args) && Object.values(args).some((value) => typeof value === 'string' && SQL_WRITE.test(value))

// Whoever writes may well have nothing to say, and of files there may be none: those of an agent are its work.
const mayBeSilent = (call: ReadableCall): boolean => {
  const { tool, args } = call
  const known = knownEffect(ownName(tool), args)
  return (
    THOUGHT.test(ownName(tool)) ||
    runsScript(args) ||
    writesSql(call) ||
    (known === undefined ? kindOf(ownName(tool)) === 'writes' : known !== 'looks')
  )
}

const isOfFile = ({ tool, args }: ReadableCall): boolean =>
  knownEffect(ownName(tool), args) === 'reads' && !/https?:\/\//i.test(canonicalText(args))

// Of a file, or of what a program printed, a call may ask for a part.
const mayBeAPart = ({ tool, args }: ReadableCall): boolean =>
  returnsText(ownName(tool)) || isShellCall(tool, args) || knownEffect(ownName(tool)) === 'edits'

/** What the results of one tool have in common, in a conversation. */
interface ToolTraits {
  /** The length of the longest. */
  readonly longest: number
  /** Some begin with the code of an exit. */
  readonly statesExits: boolean
}

const NO_TRAITS: ToolTraits = { longest: 0, statesExits: false }

const traitsIn = (calls: ReadonlyArray<ReadableCall | null>): ReadonlyMap<string, ToolTraits> => {
  const found = new Map<string, ToolTraits>()
  for (const call of calls) {
    if (call === null) continue
    const { longest, statesExits } = found.get(call.tool) ?? NO_TRAITS
    const text = call.answer?.text ?? ''
    found.set(call.tool, { longest: Math.max(longest, text.length), statesExits: statesExits || EXIT.test(text) })
  }
  return found
}

/** How a command failed behind others that ended well: its last words, or the code of its exit that it prints. */
const crashOf = (args: unknown, printed: string): string | undefined =>
  crashIn(args, printed) ?? echoedFailure(args, printed)

const mainFinding = (call: ReadableCall, answer: CallAnswer, traits: ToolTraits): GivenFinding | undefined => {
  const { text } = answer
  if (answer.refused || answer.cutByLog === true) return undefined
  const data = /^\s*[{[]/.test(text) ? dataOf(text) : text
  const wrapped = wrappedText(data)
  if (wrapped !== undefined) return mainFinding(call, callAnswer(wrapped), traits)
  const block = blockIn(text)
  if (block !== undefined || isPageInPlace(call, text)) return finding('web_page', 'html_response', block)
  if (isBlocked(text)) return finding('failed', 'unauthorized', text.trim())
  if (lacksTool(call, text)) return finding('failed', 'unknown_tool', text)
  const title = errorTitleIn(call, text)
  if (title !== undefined) return finding('failed', failureIn(title)?.code ?? 'error_in_body', title)
  const rest = continuesBy(text)
  // Files are read in parts.
  if (rest !== undefined) return isOfFile(call) ? undefined : finding('more_pages', 'more_pages_available', rest)
  const handed = agentCut(text)
  if (handed !== undefined) return finding('cut', CUT_BY_CLIENT, handed)
  if (answer.code === 'truncated_response') return mayBeAPart(call) ? undefined : finding('cut', answer.code)
  if (answer.outcome === 'partial_data') return finding('more_pages', answer.code ?? 'partial_data')
  if (answer.outcome !== 'right') {
    if (!isShellCall(call.tool, call.args)) return failureOf(call, answer, traits.statesExits)
    const printed = withoutHeadings(call.args, text)
    return foundNothing(call.args, printed) || isGreeting(call.args, printed)
      ? undefined
      : failureOf(call, { ...answer, text: printed }, traits.statesExits)
  }
  const crash = isShellCall(call.tool, call.args) ? crashOf(call.args, outputOf(text)) : undefined
  if (crash !== undefined) return finding('failed', codeIn(crash, true) ?? 'error_in_body', crash)
  // What an editor shows of its change is no result that is missing.
  const note = knownEffect(ownName(call.tool), call.args) === 'edits' ? undefined : cutNote(text)
  if (note !== undefined) return finding('cut', isCutByClient(text) ? CUT_BY_CLIENT : 'says_cut', note)
  if (stopsAtLimit(text, traits.longest)) return finding('cut', 'stops_at_limit')
  const pages = isFields(data) ? findPages(data, call.args) : undefined
  if (pages?.kind === 'part') return finding('cut', 'incomplete_response')
  if (pages !== undefined)
    return finding('more_pages', pages.kind === 'more' ? 'more_pages_available' : 'empty_first_page')
  return !mayBeSilent(call) && isEmptyData(data) ? finding('empty', 'empty_result') : undefined
}

/** What is to be said of the result of a call, whatever comes after it. */
const findingsOf = (
  call: ReadableCall | null,
  maxChars: number,
  traits: ReadonlyMap<string, ToolTraits>
): ReadonlyArray<GivenFinding> => {
  const answer = call?.answer ?? null
  if (call === null || answer === null) return []
  const main = mainFinding(call, answer, traits.get(call.tool) ?? NO_TRAITS)
  return [
    ...(main === undefined ? [] : [main]),
    ...(answer.text.length > maxChars && answer.isMore !== true ? [finding('too_long', 'too_long')] : [])
  ]
}

// -- pages that nobody asked for

const isPaging = (name: string): boolean =>
  isPageName(name) || isCursorName(name) || isSizeName(name) || /offset|skip|after|before|from|start/i.test(name)

// An address may end with a port.
const LINES = /(?<!^\w{1,20}:\/\/[^/]{0,200}):\d{1,9}(?:-\d{1,9})?$/

const withoutLines = (value: unknown): unknown => (typeof value === 'string' ? value.replace(LINES, '') : value)

/** The call without the arguments, and the lines behind an address, that name a page. */
const listingKey = ({ tool, args }: ReadableCall): string =>
  canonicalText([
    tool,
    isFields(args)
      ? Object.fromEntries(
          Object.entries(args)
            .filter(([name]) => !isPaging(name))
            .map(([name, value]) => [name, withoutLines(value)])
        )
      : args
  ])

/** What the model was given with each result. Further pages count only where no later call asks for them. */
export const givenIn = (
  calls: ReadonlyArray<ReadableCall | null>,
  contextTokens = CONTEXT_TOKENS
): ReadonlyArray<ReadonlyArray<GivenFinding>> => {
  const maxChars = longChars(contextTokens)
  const traits = traitsIn(calls)
  const found = calls.map((call) => findingsOf(call, maxChars, traits))
  const later = new Map<string, Set<string>>()
  for (let at = calls.length - 1; at >= 0; at--) {
    const call = calls[at] ?? null
    if (call === null) continue
    const own = found[at] ?? []
    const isOpen = own.some(({ kind, code }) => kind === 'more_pages' && code === 'more_pages_available')
    const key = listingKey(call)
    const args = canonicalText(asFields(call.args))
    const asked = later.get(key) ?? new Set<string>()
    later.set(key, asked)
    if (isOpen && [...asked].some((other) => other !== args))
      found[at] = own.filter(({ kind }) => kind !== 'more_pages')
    asked.add(args)
  }
  return found
}
