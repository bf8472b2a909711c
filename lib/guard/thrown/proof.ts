/**
 * Whether a thrown value proves that its request was refused, or never sent: one of its errors has to say so, and none
 * may say otherwise.
 */
import { namesEffect, speaksOfTransport } from '../../core/failure/index.js'
import { hidesProxy, isObject } from '../../core/foreign/index.js'
import { CODES_IN_WORDS, NEVER_SENT, isNetworkCode, isRefusingStatus } from '../../core/signs/index.js'
import { isAbort } from './findings.js'
import {
  linksOf,
  MAX_LINKS,
  thrownCodes,
  thrownField,
  thrownStatesEffect,
  thrownStatus,
  thrownText,
  thrownWords
} from './thrown-link.js'
import { isProxy } from '#platform'

// A host may become unreachable while its response is read.
const OPENING = /^(?:connect|bind|getaddrinfo|query\w*)?$/

const isUnsent = (link: unknown, code: string): boolean =>
  NEVER_SENT.has(code) && OPENING.test(thrownText(link, 'syscall'))

// "Order 17 was created, e-mail failed", or a body that says so: then neither a status nor a code is a proof.
const mayHaveDone = (link: unknown): boolean => {
  // They repeat its code: `connect ECONNREFUSED 10.0.0.1:5432`.
  const words = thrownWords(link).replace(CODES_IN_WORDS, (code) => (thrownCodes(link).includes(code) ? '' : code))
  return namesEffect(words) || thrownStatesEffect(link)
}

// undici says no more than that there is a cause.
const isWrapper = (link: unknown): boolean =>
  /^fetch failed$/i.test(thrownWords(link)) && isObject(thrownField(link, 'cause'))

/** The word of one error on its request; undefined where it says nothing. */
const wordOf = (link: unknown): boolean | undefined => {
  if (isWrapper(link)) return undefined
  if (isAbort(link) || mayHaveDone(link)) return false
  const codes = thrownCodes(link).map(String).filter(isNetworkCode)
  if (codes.length > 0) return codes.every((code) => isUnsent(link, code))
  const status = thrownStatus(link)
  if (status !== undefined) return isRefusingStatus(status)
  return speaksOfTransport(thrownWords(link)) ? false : undefined
}

const MAX_PARTS = 1_000

/** The errors of a list; undefined where it has more than are read. */
const partsOf = (link: unknown): ReadonlyArray<unknown> | undefined => {
  const errors = thrownField(link, 'errors')
  if (!Array.isArray(errors) || hidesProxy(errors, isProxy)) return []
  return errors.length > MAX_PARTS ? undefined : errors.filter((one) => isObject(one) || typeof one === 'string')
}

/**
 * Whether a throw proves that the request that failed had no effect: by a status that refuses it, or by a code of a
 * connection that was never made. Never throws.
 */
export const provesRefusal = (thrown: unknown): boolean => {
  try {
    const links = linksOf(thrown)
    const parts = links.map(partsOf)
    // Nobody reads what stands behind the last one.
    if (links.length === MAX_LINKS || parts.includes(undefined)) return false
    const words = new Set([...links, ...parts.flat().flatMap(linksOf)].map(wordOf))
    return words.has(true) && !words.has(false)
  } catch {
    return false
  }
}
