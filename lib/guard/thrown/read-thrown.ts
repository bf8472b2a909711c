/** Reads a thrown value as a failed response: its code, its words for the model, the operator's part. */
import { type Code, type ToolError, errorOfCode, inLine, plainSentence } from '../../core/errors/index.js'
import {
  chosenCode,
  codeOfWords,
  failureIn,
  type Listed,
  listedAs,
  listedParts,
  MAX_READ,
  ofSecretPlace,
  saysMisfit,
  waitOf,
  withListed,
  wordsIn
} from '../../core/failure/index.js'
import { hidesProxy, isFields, isObject } from '../../core/foreign/index.js'
import { PLACE_KEYS } from '../../core/signs/index.js'
import { retryAfterMs } from '../response/throttling.js'
import { bodyInWords, thrownBodies } from './carried.js'
import { findingIn, isAbort, type ThrownFinding } from './findings.js'
import { endOfProgram, saidByProgram } from './program.js'
import {
  thrownCopy,
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

// The errors of validators, ORMs and `Promise.any`, whose fields need not be data.
const partOf = (part: unknown): unknown => {
  if (!isObject(part)) return part
  // Nothing of a proxy is read.
  if (hidesProxy(part, isProxy)) return undefined
  return Object.fromEntries(
    PARTS.map((key) => [key, key === 'message' ? thrownWords(part) : thrownCopy(thrownField(part, key))])
  )
}
const PARTS = ['message', ...PLACE_KEYS, 'constraints', 'type', 'code']

// Of an error that is not to be quoted alone, nothing is quoted among others either.
const isQuotable = (part: unknown): boolean =>
  !isBug(part) && thrownField(part, 'expose') !== false && findingIn([part])?.finding.quotes !== false

// By its index: a list may have a million elements.
const keysOf = (list: object): ReadonlyArray<string> =>
  Array.isArray(list)
    ? Array.from({ length: Math.min(list.length, MAX_READ) }, (_, at) => String(at))
    : Object.keys(list).slice(0, MAX_READ)

const listedIn = (link: unknown, name: string): Listed => {
  const field = thrownField(link, name)
  // One error is a list of one.
  const list = isObject(field) && thrownWords(field) !== '' ? [field] : field
  if (!isObject(list) || hidesProxy(list, isProxy) || ArrayBuffer.isView(list)) return { texts: [], unread: 0 }
  const parts = keysOf(list)
    .map((key) => [key, thrownField(list, key)] as const)
    .filter(([, part]) => isQuotable(part))
    .map(([key, part]) => [key, partOf(part)] as const)
  const isArray = Array.isArray(list)
  const { texts, unread } = listedAs(name, isArray ? parts.map(([, part]) => part) : Object.fromEntries(parts), wordsIn)
  const sentences = texts.map(plainSentence).filter((text) => text !== '')
  const length = isArray && sentences.length > 0 ? list.length : 0
  return { texts: sentences, unread: unread + Math.max(0, length - MAX_READ) }
}
const LISTS = ['inner', 'errors', 'issues', 'details']

const sentenceOf = (link: unknown, finding: ThrownFinding | undefined): string => {
  const part = partOf(link)
  const message = isFields(part) ? ofSecretPlace(part, thrownWords(link)) : thrownWords(link)
  const bodies = finding?.status === undefined && thrownField(link, 'response') === undefined ? [] : thrownBodies(link)
  const candidates = [
    ...[...bodies, bodyInWords(link), thrownData(link)].map((body) => (body === undefined ? '' : wordsIn(body))),
    // gRPC's own
    thrownText(link, 'details'),
    ...saidByProgram(link),
    message
  ]
  const sentences = candidates.map((each) => listedParts(each).map(plainSentence))
  const [words = '', ...more] = sentences.find((each) => each.some((one) => isNews(one, link, finding))) ?? []
  return more.length > 0
    ? [words, ...more].filter((each) => each !== '').join('; ')
    : inLine(
        withListed(
          words,
          LISTS.map((key) => listedIn(link, key))
        )
      )
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
  const end = endOfProgram(thrown)
  const code =
    // The message of a program that failed begins with its command.
    (end === undefined ? codeOfMessage(thrownWords(thrown).slice(0, MAX_WORDS)) : undefined) ??
    codeOfMessage(says) ??
    names.map(codeOfWords).find((each) => each !== undefined) ??
    'error_in_body'
  return errorOfCode(code === 'error_in_body' && says === '' ? 'tool_threw' : code, {
    detail: end ?? `The tool threw ${kindOf(thrown)}.`
  })
}

// A database may name what the model itself wrote.
const textsIn = (data: unknown): ReadonlyArray<string> =>
  typeof data === 'string' ? [data] : isObject(data) ? Object.values(data).flatMap(textsIn) : []

const read = (value: unknown, args: unknown): ThrownError => {
  const links = linksOf(value)
  const found = findingIn(links, textsIn(thrownCopy(args)))
  if (found === undefined && isBug(value))
    return {
      error: errorOfCode('tool_threw', { detail: `The tool threw ${kindOf(value)}.` }),
      thrown: { value, says: '', isBug: true }
    }
  const sentences = links
    .slice(0, found === undefined ? links.length : found.at + 1)
    .map((link, at) => (isBug(link) ? '' : sentenceOf(link, at === found?.at ? found.finding : undefined)))
  const says = isHidden(links) || found?.finding.quotes === false ? '' : joined(sentences)
  const error = links.some((link) => saysMisfit(thrownWords(link)))
    ? errorOfCode('schema_violation', { detail: `The tool threw ${kindOf(value)}.` })
    : found === undefined
      ? ofWords(value, says)
      : ofFinding(links[found.at], found.finding, says)
  return { error, thrown: { value, says, isBug: false } }
}

/** Reads what a call threw once, safely; never throws. It proves nothing of what the tool did before. */
export const readThrown = (value: unknown, args?: unknown): ThrownError => {
  try {
    return read(value, args)
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
