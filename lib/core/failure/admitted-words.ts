/** Whether words of a write's response admit a failure: a sentence, a page, markup, an envelope inside other text. */
import { saysBroke } from './crash.js'
import { namesDeed } from './deeds.js'
import { admitsInPrinted } from './printed.js'
import { codeOfWords } from './words.js'

/** What a call asked for, which is no failure where its response holds it. */
export interface AskedFor {
  /** A state: `rejected` of `reject_order`. */
  readonly isState: (state: string) => boolean
  /** A word of the tool's name, which its response may repeat: "Rate limit set to 5". */
  readonly isNamed: (word: string) => boolean
  /** A field of the arguments, by its value: `{"approved": false}` of `set_approval`; `''` is a list of them. */
  readonly isField: (key: string, value: unknown) => boolean
  /** A line of the arguments, which a program may print again. */
  readonly holdsLine: (line: string) => boolean
  /** A text without the arguments that it repeats. */
  readonly withoutEcho: (text: string) => string
}

// -- forms

const FAILED_TEXT =
  /^\W{0,8}(?:err(?:or)?|fail(?:ed|ure)?|nok|ko|exception|declined|denied|refused|rejected)\b(?!-)|^event:\s?error\s*$/im

// A page is a proxy's, or a login.
const PAGE = /^\s{0,8}<(?:!doctype html|html)\b/i

// An envelope inside other text: an event stream, a fence, a line between log lines.
const ENVELOPE_IN_TEXT =
  /"(?:ok|success|successful|succeeded)"\s*:\s*(?:false|0)|"(?:isError|failed)"\s*:\s*true|"errors?"\s*:\s*(?:true|\{\s*"|\[\s*[{"]|"[^"])/

// A fault of XML-RPC, errors of OTA and EPP, `isSuccess="false"`, a status of WebDAV
const FAILED_MARKUP =
  /<b>fatal error<|<(?:\w{1,40}:)?(?:err(?:or)?s?|fault|exception|err_code|errormessage)(?:\s[^<>]{0,400})?(?<!\/)>(?!\s?(?:0|none|null)?\s?<\/)|\b(?:is_?)?success(?:ful)?(?:="|>\s?)(?:false|0)\b|="(?:error|failure|failed)"|>\s?(?:<!\[CDATA\[)?(?:fail(?:ed|ure)?|error|declined?|denied|rejected|rjct)[\s*=]*(?:\]\]>)?<\/|>HTTP\/\d(?:\.\d)? [45]\d\d|<result code="2\d{3}"/i
// PayPal: `ACK=Failure`; counts of PostgreSQL, Redis and MySQL
const FAILED_FORM =
  /(?:^|[&\n])(?:\w{1,40}[_.])?(?:ack|status|result|response(?:text)?|success)=(?:fail\w*|error\w*|declin\w*|den\w*|reject\w*|invalid|false)\b|^(?:(?:UPDATE|DELETE|INSERT 0|\(integer\)) 0\s*)+$|\nRows matched: 0\b/i

const isFailedForm = (text: string): boolean => (/^\s{0,8}</.test(text) ? FAILED_MARKUP : FAILED_FORM).test(text)

// -- sentences

// "The card was declined."
const SAYS_NO =
  /(?<![\p{L}\d_])(?:declined|rejected|refused|denied|failed|unsuccessful|insufficient|not enough|unable to|(?<!\byou )(?:could not|couldn['’]t|can ?not|can['’]t)(?! be (?:changed|re(?!ached|ad\b|solved)\w+|undone)\b)|(?:was|were)(?: not|n['’]t)|not (?:been )?(?:applied|authori[sz]ed|booked|charged|completed|created|deleted|delivered|done|executed|made|paid|placed|processed|published|saved|sent|submitted|updated|whitelisted)|blocked|dry[- ]?run|fehlgeschlagen|nicht angelegt|échouée?s?|fallid[oa])(?![\p{L}\d_]|\s*[=:]\s*0\b|\s+off\b)/giu
export const GOOD_NEWS = /^\W*(?:ok(?:ay)?|success\w*|done|created|accepted|approved|completed|processed)\b/i
const MAX_SENTENCE = 200

const saysNo = (text: string, asked: AskedFor | undefined): boolean =>
  [...text.matchAll(SAYS_NO)].some(
    ({ 0: word, index }) =>
      asked?.isState(word) !== true &&
      !/\b(?:0|no|none|not|never|nothing|without|zero)\s(?:\w+\s)?$/i.test(text.slice(0, index))
  )

// "Deleted `0` documents", "Query OK, 0 rows affected", "Rows deleted: 0", "No documents matched the filter"
const VERB =
  '(?:(?:affect|chang|creat|delet|deliver|import|insert|match|modifi|process|publish|remov|replac|sav|submitt|updat|upsert|upload)ed|sent|written|wrote)'
const ZERO = `['"\`]?(?:0|no(?! (?:earlier|later|less|longer|more|sooner)\\b))['"\`]?(?![\\w.,:]\\w|['"\`\\w])`
const COUNTED_ZERO = new RegExp(
  [
    `\\b${VERB}(?: to)? ${ZERO}(?:(?: of |\\/)\\d{1,9}(?![\\w.]))?(?: [\\w()]{1,20}){0,2}`,
    `(?<![\\d.,:-])\\b${ZERO}(?: of \\d{1,9})? (?:[\\w()]{1,20} ){0,2}(?:(?:were|was|have been) )?${VERB}\\b`,
    `\\b(?:(?:[a-z]{1,20} )?${VERB}(?: [a-z()]{1,20})?|${VERB}_?count|changes)\\s?[:=]\\s?${ZERO}`
  ].join('|'),
  'gi'
)
// "Deleted 0 files, uploaded 3"
const COUNTED_MORE =
  /(?:ed|sent|written|wrote|count|rows)\W{1,3}['"`]?[1-9]|(?<![\d.,])[1-9]\d{0,8} [ a-z()]{1,30}(?:ed|sent|written)\b/i
const OPENS_WELL = /^\W*(?:ok(?:ay)?|query ok|success\w*|done|completed|acknowledged: true)\b/i

const saysNothingDone = (text: string): boolean => {
  const others = text.replace(COUNTED_ZERO, ' ')
  return others !== text && !COUNTED_MORE.test(others) && !namesDeed(others.replace(OPENS_WELL, ''))
}

// "Operation cancelled."
const CANCELLED =
  /^\W*(?:the )?(?:action|call|command|operation|request|task|transaction)(?: was| has been)? cancell?ed\b/i

/** A short text without words that the call asked for. */
export const unasked = (text: string, asked: AskedFor | undefined): string =>
  text.length > 2 * MAX_SENTENCE
    ? text
    : text.replace(/\b\w{1,40}=0\b|[a-z]{4,}/gi, (word) =>
        word.endsWith('=0') || (asked !== undefined && (asked.isState(word) || asked.isNamed(word))) ? '' : word
      )

// "Service under maintenance", "No customer with id 7", "Upstream read timeout": words of a failure, and of no deed.
// Those of the call itself mean none: "Rate limit set to 5".
const meansFailure = (text: string, asked: AskedFor | undefined): boolean => {
  if (CANCELLED.test(text) && asked?.isState('cancelled') !== true) return true
  const others = unasked(text, asked)
  // `shop/upstream-main` is a name.
  const unnamed = others.replace(/\S+/g, (word) => (word.includes('/') ? '' : word))
  return (codeOfWords(others) !== undefined || saysBroke(unnamed)) && !namesDeed(text)
}

/** Whether a program printed a line that reports a failure. */
export const admitsInLines = (text: string, asked: AskedFor | undefined): boolean =>
  admitsInPrinted(text, (words) => saysNo(words, asked), asked)

/** Whether words admit a failure that was not asked for. */
export const admitsInWords = (text: string, asked: AskedFor | undefined): boolean =>
  FAILED_TEXT.test(text.slice(0, 400)) ||
  PAGE.test(text) ||
  ENVELOPE_IN_TEXT.test(text) ||
  isFailedForm(text) ||
  admitsInLines(text, asked) ||
  (text.length <= MAX_SENTENCE &&
    (saysNothingDone(text) || (!GOOD_NEWS.test(text) && (saysNo(text, asked) || meansFailure(text, asked)))))
