/** Deeds: whether words or data say that something was done, in whole or in part, or that nobody knows. */
import { plainName } from '../signs/names.js'
import { isObject, isFields, type Fields } from '../foreign/fields.js'
import { dataOf } from '../json/read.js'
import { CODE_NAMES, entriesOf, isEmpty, isEnvelopeName, isErrorStatus, isFlagUp, type NamedField } from './fields.js'
import { isError, partialIn } from './rows.js'
import { codeOfWords, spaced } from './words.js'
import { saysBroke } from './crash.js'

// -- words

const MAX_READ = 2_000
export const MAX_MARKUP = 20_000

const DONE =
  /\b(?:(?:accept|add|approv|(?<!already (?:been )?)book|captur|charg|complet|creat|deliver|execut|issu|plac|post|process|publish|queu|refund|register|reserv|sav|schedul|submitt|succeed|transferr|updat)ed|done|paid|sent|success\w*|went (?:out|through)|(?:has|have|had) (?:left|received)|(?:booking|order|payment|refund|transfer) ok|thank you for your (?:booking|donation|order|payment|purchase))\b/i
// A past participle says that something was done. After an article it is an adjective ("the attached file"), and these
// say that it was refused, what is asked for, or what stood before ("This seat has already been booked").
const PAST =
  /(?<!\b(?:the|an?|this|that|your|any|each|already) )\b(?!(?:(?:allow|archiv|attempt|bas|block|calculat|clos|comput|declin|deni|deprecat|detail|disabl|econn(?:abort|refus)|embedd|enabl|exceed|exhaust|expir|forc|form(?:att)?|group|limit|lock|malform|nam|occupi|ignor|need|occurr|permitt|prohibit|propos|protect|provid|reach|receiv|refus|reject|relat|request|requir|restrict|revok|(?:re)?tri|shar|skipp|specifi|suggest|suppli|suspend|un(?:chang|process|recogniz)|(?:un)?(?:authoriz|defin|support)|us|verifi|violat|inde|exce|proce)ed|sold out|(?<=already been )booked|(?<=has )unsubscribed)\b)(?:[a-z]{2,}ed|begun|bought|built|took|cut|done|drawn|given|gone|held|made|paid|put|sent|sold|spun|withdrawn|(?:over)?wr(?:itten|ote))\b/i
const isPast = (words: string): boolean => DONE.test(words) || PAST.test(words)

// A clause that denies, or that speaks of what should be.
const NOT_YET =
  /\b(?:not|never|no|none|nothing|cannot|unable|fail\w*|must|needs?|please|should|(?:has|have|ought) to|to be|can|may|might|will|would|invalid|wrong|expected|unexpected|unknown|before|until|unless|if|once|when|while|only|first(?=\s*$))\b|n['’]t\b/i
const DOUBT =
  /\b(?:(?:\d+ (?:out )?of \d+|(?:some|one or more|(?:for|dropped|ignored|skipped) \d+) (?:of (?:the|these|your) )?(?:data points|documents|entries|files|items|lines|messages|orders|payments|recipients|records|rows|users)|not all|timed out|does(?:n['’]t| not) mean|(?:may|might|could) (?:already |or may not )?have (?:already )?(?:been (?:(?:appli|charg|complet|creat|execut|plac|process|submitt)ed|sent)|gone through|succeeded)|(?:no|not|without|lost|waiting for) (?:an? |the )?(?:answer|reply|response|confirmation)|in progress|(?:still|being) process\w*|partial(?:ly)?|duplicate (?:order|payment|request|submission|transaction)|(?:payment|order|request|transaction|transfer)(?: is)? (?:pending|complete)|may not have (?:an? |any )?effect|EOF)\b|doc=\w|check\b[^.;]{0,40}\bbefore (?:re-?)?try|(?:status|outcome|result) (?:is )?unknown\s*(?:$|[.;,!]))/i

/** Stands before what was not done: "could not be", "unable to"; not where the caller could not. */
export const NOT =
  "(?<!\\byou )\\b(?:can ?not|can['’]t|could(?: not|n['’]t)|d(?:o|oes|id)(?: not|n['’]t)|(?:un|not )able to|(?:not |im)possible to|failed to) (?:\\w+ ){0,2}?"

export const FATE = '(?:fate|outcome|result|state|status)'

// Words of something that goes on, or that nobody answered: "Refund pending approval", "Acquirer did not respond".
const OPEN = new RegExp(
  [
    `${NOT}(?:confirm|(?:ascertain|determine|establish) (?:\\w+ ){0,3}(?:${FATE}|whether)|(?:check|know|say|tell|verify) (?:if|whether))\\b`,
    `\\b${FATE} ${NOT}(?:ascertain|confirm|determin|establish|verifi)`,
    `\\b${FATE} of [^.;]{1,60}\\b(?:uncertain|unclear|undetermined|unknown)\\b`,
    "\\b(?:could(?: not|n['’]t)|unable to|failed to) (?:be )?(?:commit|compensate|undo|roll(?:ed)? ?back)",
    '\\b(?:pending|awaiting|under) (?:\\w+ )?(?:approval|confirmation|review|settlement)\\b|\\bin (?:review|the queue)\\b|\\bon hold\\b|\\bunder ?way\\b',
    '\\b(?:invalid|unexpected|malformed) response from\\b|\\b(?:read|parse) (?:the )?(?:answer|reply|response)\\b',
    "\\b(?:did|does|do|has|have)(?: not|n['’]t) (?:answer|reply|respond)(?:ed)?\\b|\\b(?:no longer|not|stopped) (?:currently )?responding\\b",
    '\\b(?:is|are|went) (?:already |now )?live\\b'
  ].join('|'),
  'i'
)
// A service that knows a key (`Idempotency-Key`, AWS's client token, `PayPal-Request-ID`) was asked under it before:
// this refusal says nothing of that request.
const KEY = /idempoten|client[\W_]?(?:request[\W_]?)?token|(?:pal|duplicate)[\W_]?request[\W_]?id/i
const KNOWN =
  /\b(?:re ?us|been used|in use|same|differ|mis+match|conflict|duplicat|already|previous|terminated|idempotency error)/

const knowsKey = (text: string): boolean => KEY.test(text) && KNOWN.test(spaced(text))

// Of who asks, and of what a request has to be: "Your account is on hold", "timeout must be a number".
const OF_CALLER =
  /\b(?:accounts?|cards?|customers?|merchants?|organi[sz]ation|profile|subscription|users?|you)\b[^.;]{0,40}\b(?:awaiting|in review|not|on hold|pending|under)\b/i
const OF_FIELD = /\b(?:invalid|must|number|parameter|required|expected|unknown|field|value)\b/i

const isOpen = (words: string): boolean =>
  (OPEN.test(words) && !OF_CALLER.test(words)) || (/\btime-?out\b/i.test(words) && !OF_FIELD.test(words))

const CLAUSE =
  /[.,;:!?()\n\u2013\u2014]|\s-\s|(?<!\p{L})(?:after|and|but|except|however|so|though|although|yet|aber|jedoch|mais|pero|però|ma|mas|porém|maar)(?!\p{L})/iu

// The commonest deeds in six other languages.
const ELSEWHERE =
  /(?<!\p{L})(?:abgebucht|angelegt|aus(?:geführt|gestellt)|be(?:last(?:et)?|stätigt|stellt|taald|vestigd|zahlt)|durchgeführt|ein(?:gegangen|gereicht)|er(?:folg(?:reich|t)|ledigt|öffnet|stellt|teilt)|ge(?:bucht|daan|löscht|lukt|plaatst|sendet|speichert)|hinzugefügt|storniert|über(?:mittelt|wiesen)|ver(?:schickt|sendet|werkt|wijderd|zonden)|(?:ajout|confirm|débit|effectu|enregistr|envoy|exécut|pass|pay|réserv|rembours|supprim)ée?s?|réussie?s?|cré[eé]e?s?|(?:carg|cobr|confirm|cre|cri|debit|efetu|elimin|envi|guard|pag|realiz|reembols|registr)ad[oa]s?|(?:cobr|cre|envi|realiz|registr)ó|(?:excluíd|feit|salv)[oa]s?|(?:addebit|conferm|effettu|invi|pag|prenot|registr|rimbors|salv)at[oaie]|eseguit[oaie]|(?:cre|elimin)at[oai]|aangemaakt|opgeslagen|terugbetaald|uitgevoerd)(?!\p{L})/iu
const NOT_ELSEWHERE =
  /(?<!\p{L})(?:nicht|kein\w*|ohne|kann|muss|müssen|soll\w*|werden|zuerst|pas|non|sans|doit|être|sin|debe|puede|ser|não|sem|deve|pode|senza|essere|può|niet|geen|zonder|moet|worden)(?!\p{L})/iu

// A word alone is an item of a list, "one of draft, sent, paid", unless it comes first.
const saysDone = (clause: string, isFirst: boolean): boolean =>
  (isFirst || /\S\s+\S/.test(clause)) &&
  ((isPast(clause) && !NOT_YET.test(clause)) || (ELSEWHERE.test(clause) && !NOT_ELSEWHERE.test(clause)))

// "Error (E42): Posted, channel is locked"
const LABEL = /^\W*(?:\w*\d\w*\W*)?$|error|exception|fail/i

/** Whether words say that something was done. */
export const namesDeed = (words: string): boolean => {
  const clauses = words.slice(0, MAX_READ).split(CLAUSE)
  const first = clauses.findIndex((clause) => !LABEL.test(clause))
  return clauses.some((clause, place) => saysDone(clause, place === first))
}

/** The same, or that nobody knows: "Paid, but the receipt could not be sent". */
export const namesEffect = (words: string): boolean => {
  const read = words.slice(0, MAX_READ)
  return DOUBT.test(read) || [saysBroke, isOpen, knowsKey, namesDeed].some((says) => says(read))
}

// Of a page, which is a proxy's or a framework's, only a whole sentence: "Order 17 was created".
const SENTENCE = new RegExp(`\\b(?:was|were|has been|have been)\\s(?:\\w+ly\\s)?(?:${DONE.source})`, 'i')

const deedInPage = (page: string): boolean =>
  (KEY.test(page) || SENTENCE.test(page)) &&
  page
    .replace(/<[^<>]{0,400}>/g, '. ')
    .split(CLAUSE)
    .some(
      (clause) =>
        knowsKey(clause) ||
        (SENTENCE.test(clause) && !NOT_YET.test(clause) && !/\b(?:page|request|you)\b/i.test(clause))
    )

// -- data

const MAX_DEPTH = 5
const MAX_FIELDS = 50

// What errors hold besides their words.
const OF_ERRORS =
  /caus|context|debug|detail|doc|err|exception|exten|fault|field|header|help|info|inner|issue|link|message|meta|param|problem|request|response|scope|suggest|variabl|violation|warn/

// Stripe: `{"charge": "ch_17", "error": …}`
const ISSUED_ID = /^[a-z]{2,8}_(?=\w*\d)\w+$/

const isIssued = ([, name, value]: NamedField): boolean =>
  typeof value === 'string' && ISSUED_ID.test(value) && (name === 'charge' || !isEnvelopeName(name))

const OF_THING = /(?<!\b(?:correlation|debug|error|event|log|request|rule|span|trace) )\b(?:id|uid|uuid|guid)$/

const saysWhy = (entries: ReadonlyArray<NamedField>): boolean =>
  entries.some(([, name]) => /code|desc|detail|err|issue|message|msg|reason|text|title/.test(name))

// An error may have an id as well, but beside it only words.
const isRecord = (entries: ReadonlyArray<NamedField>): boolean =>
  entries.some(([key]) => OF_THING.test(spaced(key))) && (entries.some(isForeign) || !saysWhy(entries))

// Of a card that was declined, the charge failed.
const UNDONE = /(?:^|[\W_])declined?\b|^(?:requires_payment_method|cancell?ed|expired|failed|rejected|voided)$/i
const isUndone = (fields: Fields): boolean =>
  Object.values(fields).some((value) => typeof value === 'string' && UNDONE.test(value))

// What was made, or asked for, wherever it stands, and a list in which only some are errors:
// `{"issues": [{"id": "10000", "key": "ED-24"}], "errors": […]}`.
const holdsRecord = (data: unknown, depth = 0): boolean => {
  if (depth > MAX_DEPTH) return false
  if (Array.isArray(data))
    return (
      (data.some(isError) && data.some((one) => isFields(one) && !isError(one) && !saysWhy(entriesOf(one)))) ||
      data.some((one) => holdsRecord(one, depth + 1))
    )
  if (!isFields(data) || (depth > 0 && isUndone(data))) return false
  const entries = entriesOf(data)
  return (
    (depth > 0 && isRecord(entries)) || entries.some((entry) => isIssued(entry) || holdsRecord(entry[2], depth + 1))
  )
}

// Whatever else stands beside an error may be what was made: `{"error": "mail", "order": 17}`. The request, its time
// and its kind are repeated by many errors.
const isForeign = ([key, name, value]: NamedField): boolean =>
  !isEnvelopeName(name) &&
  !OF_ERRORS.test(name) &&
  value !== false &&
  value !== 0 &&
  !isComplaint(value) &&
  !/\b(?:id|uid|uuid|guid|at|by|on|date|time|ms|kind|object|received)$|^(?:balance|currency)$/.test(spaced(key)) &&
  !(typeof value === 'number' && value >= 1e9)

// `order_created`, `insertedIds`, but neither `not_sent` nor `created_at`
const isDeedName = (key: string): boolean => {
  const words = spaced(key)
  return (
    (isPast(words) || /\bcomplete\b/.test(words)) && !NOT_YET.test(words) && !/ (?:at|by|date|ms|on|time)$/.test(words)
  )
}

// Of a field that was wrong: `{"terms_accepted": ["must be accepted"]}`
const isComplaint = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every(isComplaint)
    : isFields(value)
      ? Object.values(value).some(isComplaint)
      : typeof value === 'string' && /\s/.test(value) && (NOT_YET.test(value) || codeOfWords(value) !== undefined)

// A flag, a count, an id, what was done; a number of ten digits is a time.
const isSomething = (value: unknown): boolean =>
  value === true ||
  (typeof value === 'number' && value > 0 && value < 1e9) ||
  (typeof value === 'string' && /^(?:yes|true|ok|(?!\d{4}-\d\d)[^\s\d]*\d\S*)$/i.test(value)) ||
  (isObject(value) && !isComplaint(value))

// `"state": "partially_completed"`, `"refund": "issued"`, but not `not_sent`, and of no error
const isState = (name: string, words: string): boolean =>
  DONE.test(words) &&
  !NOT_YET.test(words) &&
  (/(?:status|state|outcome|result|message|msg)$/.test(name) || !(isEnvelopeName(name) || OF_ERRORS.test(name)))

const isStated = ([key, name, value]: NamedField): boolean =>
  isFlagUp(name, value) ||
  // `{"error": {"code": 500}}`, whatever the status of the response: its server broke.
  (isErrorStatus(name, value) && Number(value) >= 500) ||
  (isDeedName(key) && isSomething(value)) ||
  (typeof value === 'string' &&
    /^\w+$/.test(value) &&
    (isState(name, spaced(value)) || (CODE_NAMES.has(name) && /\bpartial(?:ly)?\b/.test(spaced(value)))))

const inData = (data: unknown, depth = 0): boolean => {
  if (depth > MAX_DEPTH) return false
  if (typeof data === 'string')
    return (/\s/.test(data) && namesDeed(data)) || knowsKey(data) || saysBroke(data.slice(0, MAX_READ))
  if (Array.isArray(data)) return data.slice(0, MAX_FIELDS).some((one) => inData(one, depth + 1))
  return isFields(data) && entriesOf(data).some((entry) => isStated(entry) || inData(entry[2], depth + 1))
}

// A page is for people. Other XML holds fields, `<charged>true</charged>` or `stat="fail"`, as a form does:
// `error=receipt&charged=true`.
const PAGE = /<(?:html|body|h\d|p|div|li)\b/i
const ELEMENT = /(?<=[<\s:])([\w.-]{1,60})(?:=(["'])([^<>]{0,400}?)\2|(?=(?:\s[^<>]{0,400})?>([^<>]{0,2000})<\/))/g

const elementsIn = (xml: string): ReadonlyArray<readonly [key: string, value: string]> =>
  [...xml.replace(/<!\[CDATA\[|\]\]>/g, '').matchAll(ELEMENT)].map(([, key = '', , value, text = '']) => [
    key,
    value ?? text
  ])

const inPair = ([key, text]: readonly [key: string, value: string]): boolean =>
  inData({ [key]: dataOf(text) }) || isIssued([key, plainName(key), text]) || (/\s/.test(text) && namesEffect(text))

// A body that begins as JSON and is none was cut.
const inText = (text: string): boolean =>
  /^\s*</.test(text)
    ? deedInPage(text) || (!PAGE.test(text) && elementsIn(text.slice(0, MAX_MARKUP)).some(inPair))
    : /^\s*\{/.test(text) ||
      namesEffect(text) ||
      (/^[\w.-]+=\S*\s*$/.test(text) && [...new URLSearchParams(text.trim())].some(inPair))

// No failure at all. A number of three digits may be a status.
const isSuccess = (data: unknown): boolean =>
  typeof data === 'string'
    ? /^\s*(?:ok|true|done|success\w*|[a-z]{2,12}[-_#]\d{1,12})\s*$/i.test(data)
    : data === true || (typeof data === 'number' && !(data >= 100 && data < 600))

/** Whether a value holds something, and is no error. */
export const isFilled = (value: unknown): boolean =>
  isObject(value) && !isError(value) && !Object.values(value).every(isEmpty)

// GraphQL (spec, section 7.1): an error with a path is of a field whose resolver ran.
const isOfResolver = ({ errors, ...body }: Fields): boolean =>
  Array.isArray(errors) &&
  errors.some((one) => isFields(one) && Array.isArray(one['path']) && ('data' in body || 'locations' in one))

/**
 * Whether a body states a deed, in whole or in part, or leaves that open:
 * `{"payment": {"id": 7, "status": "captured"}, "error": "mail"}`, `{"created": ["a"], "failed": ["b"]}`, a page that
 * says "Order 17 was created".
 */
export const statesEffect = (body: unknown): boolean => {
  const data = dataOf(body)
  if (isSuccess(data)) return true
  if (typeof data === 'string') return inText(data)
  if (inData(data) || holdsRecord(data)) return true
  if (!isFields(data)) return false
  const entries = entriesOf(data)
  return entries.some(isForeign) || partialIn(data, entries) !== undefined || isOfResolver(data)
}
