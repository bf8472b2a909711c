/**
 * Finds tokens that stand by themselves and whose vendor is not known: a prefix that says so, or any prefix, before a
 * text made at random.
 */
import { mixtureOf } from './random-text.js'
import type { Span } from './seen-text.js'

// One of these among the parts of a prefix: `acme_live_…`, `thog-secret-…`, `CFPAT-…`; those in the first group say so
// of digits in base 16, too.
const NAMED =
  /^(?:[A-Za-z][A-Za-z0-9]{0,15}[_-]){0,3}?(?:(live|api|key|token|tkn|pat|pw|secret|[sp]k|[a-z]{2,6}key|[a-z]{1,5}pat|PMAK)|test|prod|sandbox|oauth|access|auth|admin|user|personal|service|svc|pub|sub)(?:[_-][A-Za-z]{1,5}\d{0,2})?[_-]/i
// A word and a separator, before a long text at random.
const PREFIXED = /^[a-z][a-z0-9]{1,15}(?:[_.-][a-z0-9]{1,8}){0,2}[_-]/
// Digests, addresses, ids of a model's answers, hosts.
const HARMLESS = /^(?:sha\d|md5|blake|urn|uuid|arn|chatcmpl)|\.(?:com|net|org|io|dev|local|internal)(?![\w-])/i
const HEX = /^(?:[0-9a-f]*|[0-9A-F]*)$/
const UUID = /^[0-9a-z]{8}-(?:[0-9a-z]{4}-){3}[0-9a-z]{12}$/i

const longestRun = (body: string): string =>
  body.split(/[^A-Za-z0-9]+/).reduce((longest, run) => (run.length > longest.length ? run : longest), '')

const isRandom = (run: string, least: number): boolean => {
  const { digits, letters, hasBothCases, changes } = mixtureOf(run)
  return run.length >= least && digits > 0 && letters > 0 && changes >= (hasBothCases ? 0.35 : 0.25)
}

const isToken = (word: string): boolean => {
  if (HARMLESS.test(word)) return false
  const named = NAMED.exec(word)
  if (named !== null) {
    const body = word.slice(named[0].length)
    const run = longestRun(body)
    if (UUID.test(body) || (named[1] === undefined ? isRandom(run, 14) && !HEX.test(run) : isRandom(run, 12)))
      return true
  }
  const prefixed = PREFIXED.exec(word)
  if (prefixed === null) return false
  const body = word.slice(prefixed[0].length)
  const separators = body.length - body.replace(/[_.-]/g, '').length
  // Ids of 32 characters and less are in every answer; names of files and hosts have more dashes and dots.
  if (body.length < 33 || separators * 14 > body.length) return false
  const run = longestRun(body)
  return !HEX.test(run) && isRandom(run, mixtureOf(run).hasBothCases ? 12 : 28)
}

// -- words

const WORD = /(?<=%[\dA-F]{2}|\\[nrt]|(?<![\w.-]|%(?=[\dA-F]{2})|\\(?=[nrt])))[\w-](?:[\w.-]*[\w-])?/g
const LEAST = 19
// Base64 goes on where a word ends.
const REST = /[\w+/=-]*/y

/** Finds each such token of a text. */
export const findTokens = (text: string): ReadonlyArray<Span> => {
  const tokens: Array<Span> = []
  WORD.lastIndex = 0
  for (let found = WORD.exec(text); found !== null; found = WORD.exec(text)) {
    const [word] = found
    if (word.length < LEAST || text.startsWith('://', found.index - 3) || !isToken(word)) continue
    REST.lastIndex = WORD.lastIndex
    const end = WORD.lastIndex + (REST.exec(text)?.[0].length ?? 0)
    tokens.push({ start: found.index, end })
    WORD.lastIndex = end
  }
  return tokens
}
