/** Reads the words and the code of a failure. */
import { plainName } from '../signs/names.js'
import type { FailureCode } from '../errors/codes.js'
import { isOpenGrpc } from '../signs/grpc.js'
import { codeOfStatus } from '../signs/statuses.js'
import { codeOfWords } from './words.js'
import {
  CODE_NAMES,
  entriesOf,
  FAILED,
  isEnvelopeName,
  isErrorField,
  MAX_FIELDS,
  STATUSES,
  WORDS,
  type NamedField
} from './fields.js'
import { ERROR_LISTS, errorsByField, type Listed, listedAs, ofSecretPlace, withListed } from './listed.js'
import { isFields, type Fields } from '../foreign/fields.js'
import type { Path } from '../errors/issue.js'

// -- model

/** A failure that data reports. */
export interface BodyFailure {
  readonly code: FailureCode
  /** Its own words, unchanged; empty if there are no words. */
  readonly says: string
  /** The field that reports it; undefined if the whole does. */
  readonly field: string | undefined
  /** Whether that field is a flag or a word rather than an error. */
  readonly byFlag: boolean
  /** How many errors its list has. */
  readonly count: number | undefined
  /** The path of rows beside the errors. */
  readonly rows: Path | undefined
  readonly retryAfterMs: number | undefined
}

// -- reading

const MAX_WORDS = 1_200

// What stands in lists of errors beside the words.
const besides = (words: string, entries: ReadonlyArray<NamedField>, depth: number): string =>
  withListed(
    words,
    entries
      .filter(([, name]) => ERROR_LISTS.has(name))
      .map(([, name, inner]) => listedAs(name, inner, (one) => wordsOf(one, depth + 2)))
  ).slice(0, MAX_WORDS)

const wordsOfListed = (listed: Listed): string => withListed('', [listed]).slice(0, MAX_WORDS)

/** The first words in a value, at most four levels down, and the errors that are listed beside them. */
export const wordsOf = (value: unknown, depth = 0): string => {
  if (typeof value === 'string') return value.trim().slice(0, MAX_WORDS)
  if (typeof value !== 'object' || value === null || depth > 4) return ''
  const deeper = (one: unknown): string => wordsOf(one, depth + 1)
  if (Array.isArray(value)) return wordsOfListed(listedAs('', value, deeper))
  const entries = entriesOf(value as Fields)
  let least = ''
  for (const word of WORDS) {
    for (const [, name, inner] of entries) {
      if (name !== word) continue
      const text = wordsOf(inner, depth + 1)
      // `NOTOK` is less informative than its neighbours.
      if (text !== '' && !FAILED.has(plainName(text)))
        return typeof inner === 'string' ? besides(ofSecretPlace(value as Fields, text), entries, depth) : text
      if (least === '') least = text
    }
  }
  if (depth === 0) return wordsOf(entries.find(isErrorField)?.[2], 1) || least
  if (least !== '') return least
  return wordsOfListed(errorsByField(value as Fields, deeper))
}

// A code is chosen by the outermost; whether anything leaves a request open, all of them say.
const NEAREST = { most: MAX_FIELDS, levels: 3 }
export const ALL = { most: Infinity, levels: Infinity }

interface StatusesAndCodes {
  readonly statuses: Array<number>
  readonly codes: Array<unknown>
}

/** Statuses and codes of an error and its inner errors, outermost first. */
export const statusesAndCodes = (
  value: unknown,
  within = NEAREST,
  depth = 0,
  found: StatusesAndCodes = { statuses: [], codes: [] }
): StatusesAndCodes => {
  if (typeof value !== 'object' || value === null || depth > within.levels) return found
  const inner: Array<unknown> = []
  for (const [, name, one] of Array.isArray(value) ? [] : entriesOf(value as Fields, within.most)) {
    if (STATUSES.has(name) && (typeof one === 'number' || (typeof one === 'string' && /^[45]\d\d$/.test(one))))
      found.statuses.push(Number(one))
    if (CODE_NAMES.has(name) && (typeof one === 'string' || typeof one === 'number') && String(one).length <= 80)
      found.codes.push(one)
    if (typeof one === 'object' && isEnvelopeName(name)) inner.push(one)
  }
  for (const one of Array.isArray(value) ? value.slice(0, within.most) : inner)
    statusesAndCodes(one, within, depth + 1, found)
  return found
}

const retryAfterOf = (fields: Fields): number | undefined => {
  const seconds = fields['retry_after'] ?? fields['retryAfter'] ?? fields['retry_after_seconds']
  return typeof seconds === 'number' && seconds > 0 && seconds <= 86_400 ? Math.ceil(seconds * 1_000) : undefined
}

// -- choosing the code

/** The code that statuses, codes and words give together. */
export const chosenCode = (
  statuses: ReadonlyArray<number>,
  codes: ReadonlyArray<unknown>,
  says: string
): FailureCode => {
  const coded = codes
    .filter((code) => typeof code === 'string')
    .filter((code) => !FAILED.has(plainName(code)))
    .map((code) => (isOpenGrpc(code) ? 'tool_unavailable' : codeOfWords(code)))
    .find((code) => code !== undefined)
  const worded = codeOfWords(says)
  if (coded === 'rate_limited' || worded === 'rate_limited') return 'rate_limited'
  const status = statuses.map(codeOfStatus).find((code) => code !== undefined)
  const given = status === undefined || status === 'rejected_arguments' ? (coded ?? status) : status
  // A service that uses "bad request" for every refusal says more in its words.
  return given === 'rejected_arguments' && (worded === 'unauthorized' || worded === 'not_found')
    ? worded
    : (given ?? worded ?? 'error_in_body')
}

interface SignPart {
  readonly byFlag?: boolean
  readonly field?: string
  readonly count?: number
  readonly rows?: Path
  readonly says?: string
}

export const bodyFailure = (
  value: unknown,
  { field, byFlag = false, count, rows, says = wordsOf(value) }: SignPart = {}
): BodyFailure => {
  const { statuses, codes } = statusesAndCodes(value)
  const isBulk = rows !== undefined
  return {
    code: isBulk ? 'error_in_body' : chosenCode(statuses, codes, says),
    // A code alone is better than no word.
    says: says === '' ? (codes.find((code) => typeof code === 'string') ?? '') : says,
    field,
    byFlag,
    count,
    rows,
    retryAfterMs: isFields(value) ? retryAfterOf(value) : undefined
  }
}

/** How many errors a list has; undefined for other values. */
export const countOf = (errors: unknown): number | undefined => (Array.isArray(errors) ? errors.length : undefined)
