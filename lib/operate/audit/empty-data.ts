/** Whether a result holds nothing: no text, no rows, or an envelope around them. */
import { isFields } from '../../core/foreign/index.js'
import { listingOf } from '../../core/pages/index.js'
import { namedWords, wordSet } from '../../core/signs/index.js'
import { saysNothing } from './own-words.js'

const isNothing = (data: unknown): boolean =>
  data === null ||
  data === '' ||
  (Array.isArray(data) && data.length === 0) ||
  (isFields(data) && Object.keys(data).length === 0)

// What a listing says beside its rows: of its size, its pages, and how the request went.
const OF_LISTING = wordSet(
  `count total totals size limit offset page pages pagination paging meta metadata link links cursor token next previous
  prev status code message msg success ok object type kind query search filter filters took time duration start end
  index hits found more version`
)
// Their absence is good news.
const OF_RECORD = /warning|error|issue|note|restriction|tag|label|child|attachment/i

const saysMore = ([name, value]: readonly [string, unknown]): boolean => {
  if (Array.isArray(value)) return value.length > 0 || OF_RECORD.test(name)
  if (value === null || value === '' || typeof value === 'boolean') return false
  if (namedWords(name).some((word) => OF_LISTING.has(word))) return false
  return !isFields(value) || Object.entries(value).some(saysMore)
}

// A record is one thing, whose lists may well be empty.
const isEmptyListing = (data: unknown): boolean => {
  if (!isFields(data)) return false
  const { rows, isEntity } = listingOf(data)
  return rows !== undefined && rows.length === 0 && !isEntity && !Object.entries(data).some(saysMore)
}

const ENVELOPED = /^(?:outputs?|data|results?|response|payload|body|content|value)$/i
const NOTHING = /^\W{0,3}(?:0|no|none|nothing|empty)\b/i

// Around its one answer, an envelope names the tool, and sums up or warns that there is nothing.
const isEmptyEnvelope = (data: unknown): boolean => {
  if (!isFields(data)) return false
  const entries = Object.entries(data)
  const [answer, ...others] = entries.filter(([name, value]) => ENVELOPED.test(name) && isFields(value))
  const saysNone = ([name, value]: readonly [string, unknown]): boolean =>
    name === answer?.[0] ||
    /tool/i.test(name) ||
    OF_RECORD.test(name) ||
    (typeof value === 'string' && NOTHING.test(value)) ||
    isNothing(value) ||
    !saysMore([name, value])
  return answer !== undefined && others.length === 0 && isEmptyListing(answer[1]) && entries.every(saysNone)
}

// What a program printed stands beside its empty lists.
const hasOutput = (data: unknown): boolean =>
  isFields(data) && ['stdout', 'stderr'].some((name) => typeof data[name] === 'string' && data[name].trim() !== '')

/** Whether what a tool returned, as data or as text, holds nothing. */
export const isEmptyData = (data: unknown): boolean =>
  typeof data === 'string'
    ? data.trim() === '' || saysNothing(data)
    : isNothing(data) || ((isEmptyListing(data) || isEmptyEnvelope(data)) && !hasOutput(data))
