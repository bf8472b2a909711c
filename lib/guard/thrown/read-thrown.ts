/** Reads a thrown value as a failed response: its code, its words for the model, the operator's part. */
import { type Code, type ToolError, errorOfCode, plainSentence } from '../../core/errors/index.js'
import { chosenCode, codeOfWords, failureIn, waitOf, wordsIn } from '../../core/failure/index.js'
import { hidesProxy, isObject } from '../../core/foreign/index.js'
import { dataOf } from '../../core/json/index.js'
import { retryAfterMs } from '../response/throttling.js'
import { findingIn, isAbort, type ThrownFinding } from './findings.js'
import {
  thrownBodies,
  thrownCodes,
  thrownData,
  thrownField,
  thrownHeader,
  linksOf,
  thrownWords,
  thrownName,
  thrownText
} from './thrown-link.js'
import { isProxy } from '#platform'

// -- model

/** A throw of a tool. */
export interface ThrownByTool {
  readonly value: unknown
  /** The words that a model may read as the error's detail; empty where they are not a plain sentence. */
  readonly says: string
  /** Whether the author's own code is at fault, as a TypeError of the tool says. */
  readonly isBug: boolean
  /** The author's function that threw, where that is not the tool. */
  readonly by?: string
}

/** A throw, and the error that stands for it. */
export interface ThrownError {
  readonly error: ToolError
  readonly thrown: ThrownByTool
}

// -- what kind of value it is

// These mean that the tool's own code is at fault, whatever their words.
const BUG = /^(?:(?:Type|Reference|Range|Syntax|Eval|URI)Error|AssertionError(?: \[ERR_ASSERTION\])?)$/
const KIND = /^(?:Error|(?:Type|Range|Syntax|Reference|URI|Eval|Aggregate|Assertion)Error)$/

const kindOf = (thrown: unknown): string => {
  if (!isObject(thrown)) return `a value of type ${thrown === null ? 'null' : typeof thrown}`
  const name = thrownName(thrown)
  return KIND.test(name) ? `${/^[AEU]/.test(name) ? 'an' : 'a'} ${name}` : 'an error'
}

/** Whether an error means that the tool's own code is at fault. */
export const isBug = (link: unknown): boolean => BUG.test(thrownName(link))

// -- words

// They say no more than the status beside them.
const STATUS_WORDS =
  /^(?:[\W\d]|request|failed|with|status|code|text|response|http|error|unexpected|unspecified|unknown|non|ok|the|server|service|api|fetch|responded|returned|answered|received|got|client|not found|gone|bad request|forbidden|unauthorized|conflict|too many requests|unprocessable (?:entity|content)|internal server error|service unavailable|bad gateway|gateway time-?out|method not allowed|payload too large|get|post|put|patch|delete|for|to|at|url|address|path|redacted)*$/i

/** Whether words say more than what is known of an error anyway. */
const isNews = (words: string, link: unknown, finding: ThrownFinding | undefined): boolean =>
  words !== '' &&
  words !== thrownName(link) &&
  !thrownCodes(link).includes(words) &&
  !(finding?.status !== undefined && STATUS_WORDS.test(words))

// `HTTP 404: {"error":{"message":"No customer 9"}}`
const bodyIn = (message: string): unknown => {
  const at = message.search(/[[{]/)
  const data = at < 0 ? undefined : dataOf(message.slice(at))
  return isObject(data) ? data : undefined
}

const MAX_ISSUES = 3

// As schemas of the Standard Schema family throw them: their message is a list in JSON.
const issuesIn = (link: unknown): string => {
  const issues = thrownField(link, 'issues')
  if (!Array.isArray(issues) || hidesProxy(issues, isProxy)) return ''
  return issues
    .slice(0, MAX_ISSUES)
    .map((issue) => {
      const path = thrownField(issue, 'path')
      const place = Array.isArray(path) && !hidesProxy(path, isProxy) ? path.map(String).join('.') : ''
      return [place, thrownText(issue, 'message')].filter((part) => part !== '').join(': ')
    })
    .join('; ')
}

const sentenceOf = (link: unknown, finding: ThrownFinding | undefined): string => {
  const message = thrownWords(link)
  const bodies = finding?.status === undefined && thrownField(link, 'response') === undefined ? [] : thrownBodies(link)
  const candidates = [
    ...[...bodies, bodyIn(message), thrownData(link)].map((body) => (body === undefined ? '' : wordsIn(body))),
    // gRPC's own, and of a program that failed what it wrote
    thrownText(link, 'details'),
    wordsIn(thrownText(link, 'stderr')),
    issuesIn(link),
    message
  ]
  return candidates.map(plainSentence).find((words) => isNews(words, link, finding)) ?? ''
}

const isHidden = (links: ReadonlyArray<unknown>): boolean => links.some((link) => thrownField(link, 'expose') === false)

// What wraps an error often repeats its words.
const joined = (sentences: ReadonlyArray<string>): string =>
  sentences.reduce(
    (all, words) =>
      words === '' || all.includes(words) ? all : all === '' ? words : `${all.replace(/[.:]$/, '')}: ${words}`,
    ''
  )

// -- the code

const MAX_WORDS = 2_000

const codeOfMessage = (words: string): Code | undefined => failureIn(words)?.code ?? codeOfWords(words)

/** The code of a response, by its status and its words. */
const codeOfResponse = (link: unknown, status: number, says: string): Code => {
  const reported = thrownBodies(link).flatMap((body) => failureIn(body)?.code ?? [])
  const code = chosenCode([status], [...thrownCodes(link), ...reported, thrownName(link)], says || thrownWords(link))
  return code === 'error_in_body' && status < 500 ? 'rejected_arguments' : code
}

const waitIn = (link: unknown): number | undefined => {
  const exact = Number(thrownHeader(link, 'retry-after-ms'))
  if (exact > 0) return exact
  const ms = retryAfterMs(thrownHeader(link, 'retry-after'), Date.now())
  return ms ?? thrownBodies(link).flatMap((body) => failureIn(body)?.retryAfterMs ?? [])[0]
}

// -- reading

const MAY_PASS: ReadonlySet<string> = new Set(['rate_limited', 'tool_unavailable'])

const ofFinding = (link: unknown, finding: ThrownFinding, says: string): ToolError => {
  const code = finding.code ?? codeOfResponse(link, finding.status ?? 0, says)
  return errorOfCode(code, { detail: finding.detail, ...(MAY_PASS.has(code) ? waitOf(waitIn(link)) : {}) })
}

const ofWords = (thrown: unknown, says: string): ToolError => {
  const names = [thrownName(thrown), ...thrownCodes(thrown).map(String)].filter((name) => name !== 'Error')
  const code =
    codeOfMessage(thrownWords(thrown).slice(0, MAX_WORDS)) ??
    codeOfMessage(says) ??
    names.map(codeOfWords).find((each) => each !== undefined) ??
    'error_in_body'
  return errorOfCode(code === 'error_in_body' && says === '' ? 'tool_threw' : code, {
    detail: `The tool threw ${kindOf(thrown)}.`
  })
}

const read = (value: unknown): ThrownError => {
  const links = linksOf(value)
  const found = findingIn(links)
  if (found === undefined && isBug(value))
    return {
      error: errorOfCode('tool_threw', { detail: `The tool threw ${kindOf(value)}.` }),
      thrown: { value, says: '', isBug: true }
    }
  const sentences = links
    .slice(0, found === undefined ? links.length : found.at + 1)
    .map((link, at) => (isBug(link) ? '' : sentenceOf(link, at === found?.at ? found.finding : undefined)))
  const says = isHidden(links) || found?.finding.quotes === false ? '' : joined(sentences)
  const error = found === undefined ? ofWords(value, says) : ofFinding(links[found.at], found.finding, says)
  return { error, thrown: { value, says, isBug: false } }
}

/** Reads a thrown value once, safely; never throws. It proves nothing of what the tool did before. */
export const readThrown = (value: unknown): ThrownError => {
  try {
    return read(value)
  } catch {
    const error = errorOfCode('tool_threw', { detail: 'The tool threw a value that cannot be read.' })
    return { error, thrown: { value, says: '', isBug: false } }
  }
}

/** Whether a thrown value says that its request was given up on purpose. */
export const isGivenUp = (thrown: unknown): boolean => {
  try {
    return linksOf(thrown).some(isAbort)
  } catch {
    return false
  }
}
