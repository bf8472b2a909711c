/** The words in which a field gives an outcome: `failed`, `CREATE_FAILED`, "Error: mailbox unavailable". */
import { isObject } from '../foreign/fields.js'
import { plainName, wordSet } from '../signs/names.js'
import { admitsInWords, unasked, type AskedFor } from './admitted-words.js'
import { namesDeed } from './deeds.js'
import { FAILED, isFlagUp, marksRecord, STATUSES, type NamedField } from './fields.js'
import { failureInText } from './text.js'
import { spaced } from './words.js'

const REFUSED = wordSet(
  'unsuccessful deny refused aborted dryrun insufficientfunds invalid noop skipped timedout undelivered'
)
// `failed`, `CREATE_FAILED`, `processor declined`, `SendingFailed`
const ENDS_REFUSED =
  /(?:^| )(?:failed|failure|declined|denied|errored|rejected|bounced|time(?:d )?out|(?<!\bno )error)\W*$/
const isRefused = (word: string): boolean =>
  FAILED.has(plainName(word)) || REFUSED.has(plainName(word)) || ENDS_REFUSED.test(spaced(word))
export const isFailed = (word: string): boolean =>
  isRefused(word) || /^not (?!app|req|need)(?:[a-z]+ed|done|paid|run|sent)$/.test(spaced(word))

// `not_started` is a state that a new record may be in.
export const isUndone = (word: string): boolean =>
  isRefused(word) ||
  /^not (?:applied|auth(?:ed|orized)|charged|delivered|executed|processed|saved|sent)$/.test(spaced(word))

/** A text that may be a word, or a few; empty for other values. */
export const wordOf = (value: unknown): string => (typeof value === 'string' && value.length <= 40 ? value : '')

/** Whether a text begins as an error does: "Error: mailbox unavailable". */
export const beginsFailed = (text: string): boolean => /^\W{0,8}(?:error|exception|failed|failure)\s?[:(]/i.test(text)

// -- of each item

const OUTCOMES = /^(?:outcomes|responses|results|statuses)$/

/** Whether a field of that name holds the outcome of each item. */
export const holdsOutcomes = (name: string): boolean => OUTCOMES.test(name)

const isWordOfOutcome = (value: unknown): boolean => namesDeed(wordOf(value)) || isFailed(wordOf(value))

// "Imported 97 rows, 0 failed" is a sentence.
const isFewFailed = (words: string): boolean =>
  /^\S+(?:\s\S+){0,2}$/.test(words) && !/^(?:0|no)\s/i.test(words) && isFailed(words)

const isStatus = (value: unknown, from: number): boolean =>
  Number.isInteger(value) && Number(value) >= from && Number(value) < 600

// `[true, false]`, `{"ada": 202, "bob": 500}`
const isMixed = (values: ReadonlyArray<unknown>): boolean =>
  (values.includes(false) && values.every((value) => typeof value === 'boolean')) ||
  (values.some((value) => isStatus(value, 400)) &&
    values.some((value) => !isStatus(value, 300)) &&
    values.every((value) => isStatus(value, 200)))

/**
 * Whether items have words for outcomes of their own, among nothing that marks a record, and one has failed: `{"ada":
 * "sent", "bob": "failed"}`. Where they are known to be outcomes, flags and statuses count as well.
 */
export const holdsFailedItem = (
  items: ReadonlyArray<NamedField>,
  among: ReadonlyArray<NamedField>,
  areOutcomes: boolean,
  asked: AskedFor | undefined
): boolean => {
  const values = items.map(([, , value]) => value)
  // `{"email": "sent", "sms": "failed"}` are channels, and no record with an address.
  if (values.some(isObject) || among.some((item) => marksRecord(item) && !isWordOfOutcome(item[2]))) return false
  const isFailedWord = (value: unknown): boolean =>
    typeof value === 'string' &&
    (isFewFailed(wordOf(unasked(value, asked))) || beginsFailed(value)) &&
    asked?.isState(value) !== true
  return values.some(isFailedWord) || (areOutcomes && isMixed(values))
}

// -- alone

// What stands beside words without saying more: a status, a time, a flag.
const ASIDE = /(?:ms|seconds|time|timestamp|date|duration|elapsed|took|version)$/
const isAside = ([, name, value]: NamedField): boolean =>
  (typeof value === 'boolean' && !isFlagUp(name, value)) ||
  (typeof value === 'number' && (STATUSES.has(name) || ASIDE.test(name)))

/** Whether words that say no are all: `{"message": "Order was not created", "status": 200}`. */
export const saysOnlyNo = (entries: ReadonlyArray<NamedField>, asked: AskedFor | undefined): boolean => {
  const [said, ...others] = entries.filter((entry) => !isAside(entry))
  const [, name, text] = said ?? []
  if (others.length > 0 || typeof text !== 'string' || !/\s|^[a-z]+\W?$/i.test(text)) return false
  const isReason = name === 'reason' && entries.length === 1
  // "Import finished: 10 rows, 0 invalid"
  const isFailure = failureInText(text) !== undefined && !namesDeed(/^(.*?)[.:;!]\s/s.exec(text)?.[1] ?? '')
  const isAsked = asked !== undefined && (asked.isState(text) || asked.withoutEcho(text).trim() === '')
  return !isAsked && (isReason || isFailure || admitsInWords(text, asked))
}
