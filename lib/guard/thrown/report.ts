/**
 * Whether a thrown value is the tool's own report of a failure: words that say no, and nothing that leaves open what
 * became of a request.
 */
import { codeOfWords, failureIn, isReport, saysNo } from '../../core/failure/index.js'
import { isNetworkCode } from '../../core/signs/index.js'
import {
  linksOf,
  thrownBodies,
  thrownCodes,
  thrownName,
  thrownStatesEffect,
  thrownStatus,
  thrownWords
} from './thrown-link.js'
import { isAbort } from './findings.js'
import { isBug, type ThrownError } from './read-thrown.js'

const wordsOfLink = (link: unknown): string =>
  [thrownWords(link), thrownName(link), ...thrownCodes(link), ...thrownBodies(link).map((body) => JSON.stringify(body))]
    .join(' ')
    .slice(0, 4_096)

// A status stands for no words, wherever it is written.
const STATUS = /\b[1-5]\d\d\b/g

const isSilent = (link: unknown): boolean =>
  isAbort(link) || thrownName(link) === 'TimeoutError' || thrownCodes(link).some((code) => isNetworkCode(String(code)))

// Of arguments, the same call never fits; of a response, the effect came before it.
const isValidators = (link: unknown): boolean =>
  /^(?:\$?ZodError|ZodRealError|ValiError|TraversalError|ParseError)$/.test(thrownName(link)) ||
  /^data(?:[/.[]\S*)? must /.test(thrownWords(link))

const UNRECOGNIZED: ReadonlySet<string> = new Set(['error_in_body', 'tool_threw'])

/**
 * Whether a throw reports a failure: by a code that is recognized in its fields or words, or by words that say no; by
 * its status alone never.
 */
export const isThrownReport = ({ error, thrown }: ThrownError): boolean => {
  try {
    const { value, says } = thrown
    const links = linksOf(value)
    if (says === '' || links.some((link) => isBug(link) || isSilent(link) || isValidators(link))) return false
    if (links.some(thrownStatesEffect)) return false
    const statuses = links.flatMap((link) => thrownStatus(link) ?? [])
    const words = says.replace(STATUS, '')
    const byWords = failureIn(words)?.code ?? codeOfWords(words) ?? 'error_in_body'
    const code = statuses.length > 0 ? byWords : error.code
    if (UNRECOGNIZED.has(code) && !saysNo(words)) return false
    const isOwn = statuses.length === 0
    return isReport({ code, says, beside: links.map(wordsOfLink).join(' '), statuses, isOwn })
  } catch {
    return false
  }
}
