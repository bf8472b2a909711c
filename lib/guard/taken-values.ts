/**
 * The values that a session's own `redact` takes out of the data that words are about: names of one's own may stand
 * apart from their values there. A net: words may write a value otherwise.
 */
import * as E from 'fp-ts/lib/Either.js'
import { type Issue, plainSentence } from '../core/errors/index.js'
import { abandon, isObject, valueAt } from '../core/foreign/index.js'
import { dataIn, dataOf } from '../core/json/index.js'
import { takenOut } from '../core/redact/index.js'
import type { Judgement } from './judgement.js'
import type { Redaction } from './own-redaction.js'
import { redactDefault } from './settings.js'
import { thrownSources } from './thrown/thrown-sources.js'

// Redaction of more would take too long; nothing of it is shown then.
const MAX_CHARS = 65_536

const opened = (_key: string, each: unknown): unknown => {
  const inner = typeof each === 'string' ? dataOf(each) : undefined
  return isObject(inner) ? JSON.parse(each as string, opened) : each
}

/** Copies, since a redactor may work in place, in which texts of JSON are data; undefined for what is too long. */
const copying = (data: object): (() => object) | undefined => {
  try {
    const text = JSON.stringify(data)
    return text.length > MAX_CHARS ? undefined : () => JSON.parse(text, opened) as object
  } catch {
    return undefined
  }
}

const MAX_WITHIN = 100

const textsIn = (data: unknown): ReadonlyArray<string> =>
  typeof data === 'string' ? [data] : isObject(data) ? Object.values(data).flatMap(textsIn) : []

/** What is taken out of these data, and of JSON in their texts; of what is too long, all that an issue may show. */
const takenFrom = (data: object, issues: ReadonlyArray<Issue>, redact: Redaction['redact']): ReadonlyArray<string> => {
  const copy = copying(data)
  if (copy === undefined) return issues.flatMap(({ path }) => takenOut(valueAt(data, path), undefined))
  try {
    const left = redact(copy())
    abandon(left)
    const within = textsIn(copy()).flatMap(dataIn).slice(0, MAX_WITHIN)
    return [...takenOut(copy(), left), ...within.flatMap((one) => takenFrom(one, [], redact))]
  } catch {
    return takenOut(data, undefined)
  }
}

const dataFrom = (source: unknown): unknown => {
  const data = dataOf(source)
  return typeof data === 'string' ? { detail: data } : data
}

/** As words may write it: what was thrown with masks, and its first line alone; within JSON, with its escapes. */
const writings = (value: string): ReadonlyArray<string> => {
  const masked = plainSentence(value)
  const json = JSON.stringify(value).slice(1, -1)
  const ascii = json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const isTold = /[\p{L}\d]{3}/u.test(masked.replace(/\[\w+\]/g, ''))
  return [value, ...(isTold ? [masked] : []), json, ascii, json.replaceAll('/', '\\/')]
}

/** The values that a session's own `redact` takes out of some data, which these issues are of. */
export const takenOf = (
  sources: ReadonlyArray<unknown>,
  issues: ReadonlyArray<Issue>,
  { redact }: Redaction
): ReadonlyArray<string> =>
  redact === redactDefault
    ? []
    : [...new Set(sources)]
        .map(dataFrom)
        .filter(isObject)
        .flatMap((data) => takenFrom(data, issues, redact))
        .flatMap(writings)

/** The same of a response, its arguments, or what was thrown. */
export const valuesTaken = (
  { result, raw, text, source, says, beside, thrown, issues }: Judgement<unknown>,
  { data, sent }: { readonly data: unknown; readonly sent?: unknown },
  redaction: Redaction
): ReadonlyArray<string> => {
  if (E.isRight(result) || redaction.redact === redactDefault) return []
  const thrownData = thrown === undefined ? [] : thrownSources(thrown.value)
  return takenOf([source ?? raw ?? text, says, beside?.structured, data, sent, ...thrownData], issues, redaction)
}
