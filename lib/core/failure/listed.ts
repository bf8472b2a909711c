/** The single errors that a failure lists, each with the field that it is about. */
import { plainName, wordSet } from '../signs/names.js'
import { AROUND_PLACES, MAYBE_PLACES, PLACES } from '../signs/places.js'
import { isFrame } from '../errors/frames.js'
import { type Fields, firstEntries, isFields } from '../foreign/fields.js'
import { withoutQuoted } from '../redact/quoted-values.js'
import { namesAt } from '../redact/name-at.js'
import { redactLines } from '../redact/redact-json.js'
import { isSecretName } from '../redact/secret-keys.js'
import { isEmpty, MAX_FIELDS, WORDS } from './fields.js'

/** The names of fields that list errors. */
export const ERROR_LISTS = wordSet(
  `errors details issues inner violations invalidparams fieldviolations validationerrors fielderrors usererrors
  errordetails`
)
const SAYINGS = 'message msg errormessage defaultmessage detail description reason title issue error'.split(' ')
const CODES = 'code type keyword kind errorcode'.split(' ')

// -- one error

type NamedValue = readonly [name: string, value: unknown]

const firstText = (values: ReadonlyArray<NamedValue>, names: ReadonlyArray<string>): string =>
  names
    .flatMap((name) => values.filter(([each]) => each === name).map(([, value]) => value))
    .find((value): value is string => typeof value === 'string' && value.trim() !== '')
    ?.trim() ?? ''

// `/items/0/sku`, `#/sku`, and `["body", "sku"]` as `items.0.sku`
const placeText = (value: unknown): string => {
  const steps: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
  // Valibot: `[{"type": "object", "key": "sku", …}]`
  const parts = steps.map((step) => (isFields(step) ? step['key'] : step))
  const isNamed = parts.every((part) => typeof part === 'string' || typeof part === 'number')
  const text = isNamed ? parts.join('.') : ''
  return /^#?\//.test(text) ? text.replace(/^#?\//, '').replaceAll('/', '.') : text
}

const MAX_PLACE = 60

// RFC 9457: `{"name": "qty", "reason": "must be positive"}`
const isNamedReason = (values: ReadonlyArray<NamedValue>): boolean =>
  firstText(values, ['reason']) !== '' && firstText(values, MESSAGES) === ''

// A secret's name outweighs the others.
const placeOf = (values: ReadonlyArray<NamedValue>): string => {
  const around = values.filter(([name, value]) => AROUND_PLACES.includes(name) && isFields(value))
  const places = [...values, ...around.flatMap(([, value]) => valuesOf(value as Fields))]
    .map(([name, value]) => ({ name, place: PLACES.has(name) || MAYBE_PLACES.has(name) ? placeText(value) : '' }))
    .filter(({ place }) => place !== '' && place.length <= MAX_PLACE)
  const isSure = ({ name }: { readonly name: string }): boolean =>
    PLACES.has(name) || (name === 'name' && isNamedReason(values))
  return (places.find(({ place }) => isOfSecret(place)) ?? places.find(isSure))?.place ?? ''
}

const valuesOf = (fields: Fields): ReadonlyArray<NamedValue> =>
  firstEntries(fields, MAX_FIELDS).map(([key, value]) => [plainName(key), value] as const)

/** What one error of a list says, with its field before it; empty where it names none. */
const placedText = (values: ReadonlyArray<NamedValue>): string => {
  const place = placeOf(values)
  if (place === '') return ''
  // class-validator: `{"property": "qty", "constraints": {"min": "qty must be at least 1"}}`
  const constraints = values.find(([name]) => name === 'constraints')?.[1]
  const says =
    firstText(values, SAYINGS) ||
    (isFields(constraints) ? Object.values(constraints).find((each) => typeof each === 'string') : undefined) ||
    firstText(values, CODES)
  return atPlace(place, says)
}

// A message may name its field itself.
const names = (text: string, place: string): boolean => text.split(/[^\w.[\]$-]+/).includes(place)

// Behind the name of a secret, what is said of it is no value; the mark stands in no message.
const OF_SECRET = ':\u2028'

const isOfSecret = (place: string): boolean => namesAt(place).some(isSecretName)

const atPlace = (place: string, message: string): string => {
  const isSecret = isOfSecret(place)
  const says = isSecret ? withoutQuoted(message) : message
  return says === '' || names(says, place) ? says : `${place}${isSecret ? OF_SECRET : ': '}${says}`
}

/** What one error says by itself; with its field before it, and without what it quotes, if that is a secret. */
export const ofSecretPlace = (fields: Fields, message: string): string => {
  const place = placeOf(valuesOf(fields))
  return place !== '' && isOfSecret(place) ? atPlace(place, message) : message
}

// -- lists

/** The texts of errors that are listed, and how many errors stand behind those that were read. */
export interface Listed {
  readonly texts: ReadonlyArray<string>
  readonly unread: number
}

/** How many errors of a list are read. */
export const MAX_READ = MAX_FIELDS

const NOTHING: Listed = { texts: [], unread: 0 }

const one = (text: string): Listed => (text === '' ? NOTHING : { texts: [text], unread: 0 })

const allOf = (parts: ReadonlyArray<Listed>, length: number): Listed => {
  const texts = parts.flatMap((part) => part.texts)
  // What has no words among the first is no list of errors.
  return texts.length === 0
    ? NOTHING
    : { texts, unread: parts.reduce((sum, { unread }) => sum + unread, Math.max(0, length - MAX_READ)) }
}

type WordsOf = (error: unknown) => string

// They may hold any data that an author puts beside an error.
const VAGUE = wordSet('inner details errordetails')

const hasWords = (value: unknown): boolean =>
  isFields(value) && valuesOf(value).some(([name, each]) => WORDS.includes(name) && !isEmpty(each))

const isOfErrors = (fields: Fields): boolean =>
  firstEntries(fields, MAX_READ).every(([, value]) => isEmpty(value) || Array.isArray(value) || hasWords(value))

const beforeFrames = (list: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  const end = list.findIndex((each) => typeof each === 'string' && isFrame(each))
  return end < 0 ? list : list.slice(0, end)
}

const listedIn = (name: string, lines: ReadonlyArray<unknown>, wordsOf: WordsOf, depth = 0): Listed => {
  const list = beforeFrames(lines)
  return allOf(
    redactLines(list.slice(0, MAX_READ)).map((error) => {
      if (!isFields(error)) return one(wordsOf(error))
      const values = valuesOf(error)
      const placed = placedText(values)
      if (placed !== '') return one(placed)
      // Google: `{"@type": …, "fieldViolations": [{"field": "qty", "description": …}]}`
      const within = values.find(([key, value]) => ERROR_LISTS.has(key) && Array.isArray(value))
      if (depth === 0 && within !== undefined)
        return listedIn(within[0], within[1] as ReadonlyArray<unknown>, wordsOf, 1)
      if (VAGUE.has(name) && !hasWords(error) && !isOfErrors(error)) return NOTHING
      // Its fields would be told one by one: a secret's name, and its value.
      const place = placeOf(values)
      return one(isOfSecret(place) ? place : wordsOf(error))
    }),
    list.length
  )
}

/** Errors by field: `{"email": ["is taken"]}`. */
export const errorsByField = (fields: Fields, wordsOf: WordsOf): Listed =>
  allOf(
    firstEntries(fields, MAX_READ)
      .filter(([key, error]) => !isEmpty(error) && key.length <= MAX_PLACE)
      .map(([key, error]) => one(atPlace(key, wordsOf(error)))),
    Object.keys(fields).length
  )

/** A list of errors, one error, or errors by field, under that name; `wordsOf` reads those that name no field. */
export const listedAs = (name: string, value: unknown, wordsOf: WordsOf): Listed => {
  if (Array.isArray(value)) return listedIn(name, value, wordsOf)
  if (!isFields(value)) return NOTHING
  if (firstText(valuesOf(value), MESSAGES) !== '') return listedIn(name, [value], wordsOf)
  return VAGUE.has(name) && !isOfErrors(value) ? NOTHING : errorsByField(value, wordsOf)
}

const MESSAGES = ['message', 'msg']

const MAX_LISTED = 5
// A quotation has no room for more.
const MAX_CHARS = 240

// A line each, so that a secret at the end of one is seen to end; the second mark stands in no message.
const BETWEEN = ';\n\u2028'

/** Words, and what stands in lists beside them: five errors at most, and how many more there are. */
export const withListed = (words: string, lists: ReadonlyArray<Listed>): string => {
  const seen = new Set<string>()
  const news = lists
    .flatMap(({ texts }) => texts)
    .filter((text) => {
      if (seen.has(text) || words.includes(text)) return false
      // Another list may hold the same error without its field.
      seen.add(text).add(text.slice(text.search(/:\s/) + 2))
      return true
    })
  let room = MAX_CHARS - words.length
  const kept = news.slice(0, MAX_LISTED).filter((text, at) => {
    room -= text.length
    return at === 0 || room >= 0
  })
  const more = news.length - kept.length + Math.max(0, ...lists.map(({ unread }) => unread))
  const head = kept.length === 0 ? words : words.replace(/[.:]$/, '')
  return [head, ...kept, more === 0 ? '' : `and ${more} more`].filter((part) => part !== '').join(BETWEEN)
}

/** The parts of words that were listed. */
export const listedParts = (words: string): ReadonlyArray<string> => words.split(BETWEEN)
