/**
 * Whether a thrown value proves that its request was refused, or never sent: one of its errors has to say so, and none
 * may say otherwise.
 */
import { namesEffect, saysWhy, speaksOfTransport, tellsOfNotice } from '../../core/failure/index.js'
import { isObject } from '../../core/foreign/index.js'
import { CODES_IN_WORDS, NEVER_SENT, isNetworkCode, isRefusingStatus, namesReason } from '../../core/signs/index.js'
import { hidesBody, isVeiled, statusesBelow, thrownBodies, thrownStatesEffect } from './carried.js'
import { isAbort } from './findings.js'
import { innerErrorsOf, wasRetried } from './inner-errors.js'
import {
  allLinksOf,
  thrownCodes,
  thrownData,
  thrownField,
  thrownStatus,
  thrownText,
  thrownWords
} from './thrown-link.js'

// A host may become unreachable while its response is read.
const OPENING = /^(?:connect|bind|getaddrinfo|query\w*)?$/

const isUnsent = (link: unknown, code: string): boolean =>
  NEVER_SENT.has(code) && OPENING.test(thrownText(link, 'syscall'))

const CODE_OR_STATUS = new RegExp(`${CODES_IN_WORDS.source}|\\b[45]\\d\\d\\b`, 'g')

// "Order 17 was created, e-mail failed", or a body that says so: then neither a status nor a code is a proof.
const mayHaveDone = (link: unknown, sends: boolean): boolean => {
  // They repeat its code and status: `connect ECONNREFUSED 10.0.0.1:5432`, "Request failed with status code 422".
  const own = new Set([...thrownCodes(link), thrownStatus(link)].map(String))
  const words = thrownWords(link).replace(CODE_OR_STATUS, (named) => (own.has(named) ? '' : named))
  const isOfNotice = !sends && tellsOfNotice([words, thrownData(link), ...thrownBodies(link)])
  return isOfNotice || namesEffect(words) || thrownStatesEffect(link) || isVeiled(link)
}

// undici says no more than that there is a cause.
const isWrapper = (link: unknown): boolean =>
  /^fetch failed$/i.test(thrownWords(link)) && isObject(thrownField(link, 'cause'))

/** The word of one error on its request; undefined where it says nothing. */
const wordOf = (link: unknown, sends: boolean): boolean | undefined => {
  if (isWrapper(link)) return undefined
  if (isAbort(link) || mayHaveDone(link, sends)) return false
  const codes = thrownCodes(link).map(String).filter(isNetworkCode)
  if (codes.length > 0) return codes.every((code) => isUnsent(link, code))
  const status = thrownStatus(link)
  if (status !== undefined)
    return isRefusingStatus(status) && !hidesBody(link) && (namesReason(status) || thrownBodies(link).every(saysWhy))
  return speaksOfTransport(thrownWords(link)) ? false : undefined
}

/**
 * Whether a throw proves that the request that failed had no effect: by a status that refuses it, or by a code of a
 * connection that was never made. `sends`: its tool sends notices, and does nothing else. Never throws.
 */
export const provesRefusal = (thrown: unknown, sends = false): boolean => {
  try {
    const words = new Set(allLinksOf(thrown)?.map((link) => wordOf(link, sends)))
    return (
      words.has(true) &&
      !words.has(false) &&
      !wasRetried(thrown) &&
      statusesBelow(thrown)?.every(isRefusingStatus) === true &&
      innerErrorsOf(thrown)?.every((inner) => wordOf(inner, sends) !== false) === true
    )
  } catch {
    return false
  }
}
