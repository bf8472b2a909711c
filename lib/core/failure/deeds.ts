/** Deeds: whether words say that something was done, in whole or in part, or that nobody knows. */
import { spaced } from './words.js'
import { eitherWay } from './as-seen.js'
import { saysBroke } from './crash.js'

// As much as is read of the body of an error. Nobody knows what more would say.
export const MAX_JUDGED = 65_536

export const DONE =
  /\b(?:(?:accept|add|approv|(?<!already (?:been )?)book|captur|charg|complet|creat|deliver|execut|issu|plac|post|process|publish|queu|refund|register|reserv|sav|schedul|submitt|succeed|transferr|updat)ed|done|paid|sent|success\w*|went (?:out|through)|(?:has|have|had) (?:left|received)|(?:booking|order|payment|refund|transfer) ok|thank you for your (?:booking|donation|order|payment|purchase))\b/i
// A past participle says that something was done. After an article it is an adjective ("the attached file"), and these
// say that it was refused, what is asked for, or what stood before ("This seat has already been booked").
const PAST =
  /(?<!\b(?:the|an?|this|that|your|any|each|already) )\b(?!(?:(?:allow|archiv|attempt|bas|block|calculat|clos|comput|declin|deni|deprecat|detail|disabl|econn(?:abort|refus)|embedd|enabl|exceed|exhaust|expir|forc|form(?:att)?|group|limit|lock|malform|nam|occupi|ignor|need|occurr|permitt|prohibit|propos|protect|provid|reach|receiv|refus|reject|relat|request|requir|restrict|revok|(?:re)?tri|shar|skipp|specifi|suggest|suppli|suspend|un(?:chang|process|recogniz)|(?:un)?(?:authoriz|defin|support)|us|verifi|violat|inde|exce|proce)ed|sold out|(?<=already been )booked|(?<=has )unsubscribed)\b)(?:[a-z]{2,}ed|begun|bought|built|took|cut|done|drawn|given|gone|held|made|paid|put|sent|sold|spun|withdrawn|(?:over)?wr(?:itten|ote))\b/i
export const isPast = (words: string): boolean => DONE.test(words) || PAST.test(words)

// A clause that denies, or that speaks of what should be.
export const NOT_YET =
  /\b(?:not|never|no|none|nothing|cannot|unable|fail\w*|must|needs?|please|should|(?:has|have|ought) to|to be|can|may|might|will|would|invalid|wrong|expected|unexpected|unknown|before|until|unless|if|once|when|while|only|first(?=\s*$))\b|n['’]t\b/i
const DOUBT =
  /\b(?:(?:\d+ (?:out )?of \d+|(?:some|one or more|(?:for|dropped|ignored|skipped) \d+) (?:of (?:the|these|your) )?(?:data points|documents|entries|files|items|lines|messages|operations|orders|payments|recipients|records|rows|users)|not all|timed out|does(?:n['’]t| not) mean|(?:may|might|could) (?:already |or may not )?have (?:already )?(?:been (?:(?:appli|charg|complet|creat|execut|plac|process|submitt)ed|sent)|gone through|succeeded)|(?:no|not|without|lost|waiting for) (?:an? |the )?(?:answer|reply|response|confirmation)|in progress|(?:still|being) process\w*|partial(?:ly)?|duplicate (?:order|payment|request|submission|transaction)|(?:payment|order|request|transaction|transfer)(?: is)? (?:pending|complete)|may not have (?:an? |any )?effect|EOF|(?:multiple|several) \w+ failed|failed (?:on|at) (?:command|document|item|operation|record|row|statement)(?= [#"\d])|code delivery|exceeded (?:daily )?(?:e-?mail|sms) limit|post[ -]?(?:auth|commit|confirm|creat|deploy|process|receive|save|sign|update)\w* failed)\b|doc=\w|check\b[^.;]{0,40}\bbefore (?:re-?)?try|(?:status|outcome|result) (?:is )?unknown\s*(?:$|[.;,!]))/i

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
const KEY = /idempoten|client[\W_]?(?:request[\W_]?)?token|(?:pal|duplicate)[\W_]?request[\W_]?id/gi
const NEAR = 300
const KNOWN =
  /\b(?:re ?us|been used|in use|same|differ|mis+match|conflict|duplicat|already|previous|terminated|idempotency error)/

export const knowsKey = (text: string): boolean =>
  [...text.matchAll(KEY)].some(({ index }) => KNOWN.test(spaced(text.slice(Math.max(0, index - NEAR), index + NEAR))))

// Of who asks, and of what a request has to be: "Your account is on hold", "timeout must be a number".
const OF_CALLER =
  /\b(?:accounts?|cards?|customers?|merchants?|organi[sz]ation|profile|subscription|users?|you)\b[^.;]{0,40}\b(?:awaiting|in review|not|on hold|pending|under)\b/i
const OF_FIELD = /\b(?:invalid|must|number|parameter|required|expected|unknown|field|value)\b/i

const isOpen = (words: string): boolean =>
  (OPEN.test(words) && !OF_CALLER.test(words)) || (/\btime-?out\b/i.test(words) && !OF_FIELD.test(words))

const SENTENCE_END = /[.;]\s|\n/
export const CLAUSE =
  /[.,;:!?()\n\u2013\u2014]|\s-\s|(?<!\p{L})(?:after|and|but|except|however|so|though|although|yet|aber|jedoch|mais|pero|però|ma|mas|porém|maar)(?!\p{L})/iu

// The commonest deeds in six other languages.
const DONE_ELSEWHERE =
  /(?<!\p{L})(?:abgebucht|angelegt|aus(?:geführt|gestellt)|be(?:last(?:et)?|stätigt|stellt|taald|vestigd|zahlt)|durchgeführt|ein(?:gegangen|gereicht)|er(?:folg(?:reich|t)|ledigt|öffnet|stellt|teilt)|ge(?:bucht|daan|löscht|lukt|plaatst|sendet|speichert)|hinzugefügt|storniert|über(?:mittelt|wiesen)|ver(?:schickt|sendet|werkt|wijderd|zonden)|(?:ajout|confirm|débit|effectu|enregistr|envoy|exécut|pass|pay|réserv|rembours|supprim)ée?s?|réussie?s?|cré[eé]e?s?|(?:carg|cobr|confirm|cre|cri|debit|efetu|elimin|envi|guard|pag|realiz|reembols|registr)ad[oa]s?|(?:cobr|cre|envi|realiz|registr)ó|(?:excluíd|feit|salv)[oa]s?|(?:addebit|conferm|effettu|invi|pag|prenot|registr|rimbors|salv)at[oaie]|eseguit[oaie]|(?:cre|elimin)at[oai]|aangemaakt|opgeslagen|terugbetaald|uitgevoerd)(?!\p{L})/iu
export const NOT_ELSEWHERE =
  /(?<!\p{L})(?:nicht|kein\w*|ohne|kann|muss|müssen|soll\w*|werden|zuerst|pas|non|sans|doit|être|sin|debe|puede|ser|não|sem|deve|pode|senza|essere|può|niet|geen|zonder|moet|worden)(?!\p{L})/iu

export const isDoneElsewhere = (clause: string): boolean => DONE_ELSEWHERE.test(clause) && !NOT_ELSEWHERE.test(clause)

// "10 rows were imported before row 11 failed", but not "Pay before it was shipped": that is asked for.
const isTold = (clause: string): boolean => {
  const [done = '', later = ''] = clause.split(/\bbefore\b/i)
  return isPast(done) && !NOT_YET.test(`${done} ${later.replace(/\bfail\w*/gi, '')}`)
}

// A word alone is an item of a list, "one of draft, sent, paid", unless it comes first.
const saysDone = (clause: string, isFirst: boolean): boolean =>
  (isFirst || /\S\s+\S/.test(clause)) && (isTold(clause) || isDoneElsewhere(clause))

// "Error (E42): Posted, channel is locked"
const LABEL = /^\W*(?:[a-z_]*\d\w*\W*)?$|error|exception|fail/i

/** Whether words say that something was done. */
export const namesDeed = (words: string): boolean => {
  const clauses = words.split(CLAUSE)
  const first = clauses.findIndex((clause) => !LABEL.test(clause))
  return clauses.some((clause, place) => saysDone(clause, place === first))
}

// Each line is judged by itself, but for a heading, which ends with a colon.
const linesOf = (words: string): ReadonlyArray<string> =>
  words.includes('\n') ? words.split('\n').filter((line) => !/:\s?$/.test(line)) : []

/** Whether words leave open what became of a request: it goes on, nobody answered it, or its service broke. */
export const leavesOpen = /* @__PURE__ */ eitherWay(
  (words) =>
    DOUBT.test(words) ||
    saysBroke(words) ||
    knowsKey(words) ||
    linesOf(words).some(saysBroke) ||
    words.split(SENTENCE_END).some(isOpen)
)

const saysDeed = /* @__PURE__ */ eitherWay(namesDeed)

/** The same, or that something was done: "Paid, but the receipt could not be sent". */
export const namesEffect = (words: string): boolean => words.length > MAX_JUDGED || leavesOpen(words) || saysDeed(words)
