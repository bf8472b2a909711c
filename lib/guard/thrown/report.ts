/**
 * Whether a thrown value is the tool's own report of a failure: words that say no, and nothing that leaves open what
 * became of a request.
 */
import { codeOfWords, failureIn, followsLines, isReport, saysNo } from '../../core/failure/index.js'
import { isNetworkCode, mayBeDoneBy } from '../../core/signs/index.js'
import { allLinksOf, thrownCodes, thrownField, thrownName, thrownStatus, thrownWords } from './thrown-link.js'
import { isVeiled, statusesBelow, thrownBodies, thrownStatesEffect } from './carried.js'
import { isAbort } from './findings.js'
import { innerErrorsOf, wasRetried } from './inner-errors.js'
import { endOfProgram, hasPrinted, wasKilled } from './program.js'
import { isBug, type ThrownError } from './read-thrown.js'

const wordsOfLink = (link: unknown): string =>
  [thrownWords(link), thrownName(link), ...thrownCodes(link), ...thrownBodies(link).map((body) => JSON.stringify(body))]
    .join(' ')
    .slice(0, 4_096)

// A status stands for no words, wherever it is written.
const STATUS = /\b[1-5]\d\d\b/g

const isSilent = (link: unknown): boolean =>
  isAbort(link) || thrownName(link) === 'TimeoutError' || thrownCodes(link).some((code) => isNetworkCode(String(code)))

// Of arguments, the same call never fits; of a response, the effect came before it. A status, where one stands beside
// such a name, says that a service refused its request.
const VALIDATORS = /^(?:\$?ZodError|ZodRealError|ValiError|TraversalError|ParseError)$/
const CHECKS =
  /(?:Assert|Cast|Decod(?:e|ing)|Pars(?:e|er|ing)|Runtype|Schema|Struct|Validat(?:ion|or))\w{0,40}(?:Error|Exception)$/
const ISSUES = ['issues', 'details', 'inner', 'errors'] as const
const PLACES = ['path', 'instancePath', 'property'] as const

const isIssue = (one: unknown): boolean => PLACES.some((key) => thrownField(one, key) !== undefined)

const isValidators = (link: unknown): boolean =>
  VALIDATORS.test(thrownName(link)) ||
  /^data(?:[/.[]\S*)? must /.test(thrownWords(link)) ||
  (thrownStatus(link) === undefined &&
    (CHECKS.test(thrownName(link)) || ISSUES.some((key) => isIssue(thrownField(thrownField(link, key), '0')))))

const isProgram = (link: unknown): boolean => endOfProgram(link) !== undefined

// A program that printed something before it failed may have done it.
const leavesOpen = (link: unknown): boolean =>
  isBug(link) ||
  isSilent(link) ||
  isValidators(link) ||
  wasKilled(link) ||
  hasPrinted(link) ||
  followsLines(thrownWords(link)) ||
  isVeiled(link) ||
  thrownStatesEffect(link)

const UNRECOGNIZED: ReadonlySet<string> = new Set(['error_in_body', 'tool_threw'])

/**
 * Whether a throw reports a failure: by a code that is recognized in its fields or words, or by words that say no; by
 * its status alone never.
 */
export const isThrownReport = ({ error, thrown }: ThrownError, sends = false): boolean => {
  try {
    const { value, says } = thrown
    const links = allLinksOf(value)
    const inner = innerErrorsOf(value)
    const below = statusesBelow(value)
    if (says === '' || links === undefined || inner === undefined || below === undefined) return false
    if (wasRetried(value) || [...links, ...inner].some(leavesOpen)) return false
    const statuses = links.flatMap((link) => thrownStatus(link) ?? [])
    const words = says.replace(STATUS, '')
    const byWords = failureIn(words)?.code ?? codeOfWords(words) ?? 'error_in_body'
    const code = statuses.length > 0 ? byWords : error.code
    if (UNRECOGNIZED.has(code) && !saysNo(words)) return false
    const isOwn = statuses.length === 0
    // The message of a program's end holds its command.
    const whole = links.some(isProgram) ? says : [says, ...links.map(thrownWords)].join('\n')
    return isReport({
      code,
      says,
      whole,
      isOwn,
      sends,
      beside: [...new Set([...links, ...inner])].map(wordsOfLink).join(' '),
      statuses: [...statuses, ...[...inner.flatMap((link) => thrownStatus(link) ?? []), ...below].filter(mayBeDoneBy)]
    })
  } catch {
    return false
  }
}
