/** Notices: whether words say that one behind a deed could not be sent: a mail, a message to a phone, a webhook. */
import { isObject } from '../foreign/fields.js'
import { kindOf, namedWords } from '../signs/verbs.js'
import { wordSet } from '../signs/names.js'
import { eitherWay } from './as-seen.js'

// -- words

// Words are read with hyphens and joined words taken apart: `e mail`, `sms delivery failed`.
const KIND =
  '(?:activation|confirmation|invitation|invite|notification|push|receipt|reminder|reset|text|verification|welcome)'
const NOTICE = `(?:e ?mails?|mails?|newsletters?|sms|otp|web ?hooks?|${KIND}s?|notices?|alerts?|correo|courriel|nachricht|benachrichtigung|notifica[cçz]\\w{1,9}|bericht)`
const FAILED =
  "(?:fail(?:ed|s|ure|ing)?|unable|unsuccessful|errors?|exception|problems?|trouble|cannot|not|(?:ca|could|did|does|do|has|have|is|was|were)n['’]?t|never)"
const SEND =
  '(?:send(?:ing)?|sent|deliver(?:ed|ing|y)?|dispatch(?:ed|ing)?|(?:en)?queu(?:ed?|e?ing)|publish(?:ed|ing)?|trigger(?:ed|ing)?|mail(?:ed|ing)|transmit(?:ted|ting)?)'
const NO_ELSEWHERE =
  '(?<![a-z])(?:nicht|pas|no|non|não|niet|échec|impossible|impossibile|fehler|erro|errore|error|fout)(?![a-z])'
const SEND_ELSEWHERE = '(?:envo[iy]|envi[aáo]|invi[ao]|gesend|senden|versend|verschick|zugestellt|verzond|verstuur)'
const BETWEEN = '[^.;\\n]{0,40}?'

const UNSENT = new RegExp(
  [
    `\\b${FAILED}\\b(?: \\w{1,20}){0,4} ${SEND}\\b${BETWEEN}\\b${NOTICE}\\b`,
    `\\b${NOTICE}\\b${BETWEEN}\\b${FAILED}(?: to)?(?: be)?(?: been)?(?: \\w{1,20}ly)? ${SEND}\\b`,
    `\\b${NOTICE}(?: \\w{1,20}){0,2} (?:delivery|dispatch|sending|send|server|service|transmission|transport)\\b${BETWEEN}\\b(?:fail|error|reject|refus|unavailable)`,
    `\\b(?:delivery|sending|transmission)\\b(?: \\w{1,20}){0,4} ${NOTICE} (?:has |was )?(?:fail|not|unsucc)`,
    '\\b(?:notifications?|sms|web ?hooks?|mailer|sendmail|nodemailer|phpmailer)\\b(?: \\w{1,20})?:? (?:has )?(?:fail(?:ed|ure)|error)\\b',
    `\\b(?:fail\\w{0,4}|errors?|unable|exception)\\b(?: \\w{1,20}){0,2} ${SEND}\\b${BETWEEN}\\bmessages?\\b`,
    `\\bmessages? could not be ${SEND}\\b|hooks? could not be called\\b`,
    `\\b${FAILED}(?: to)? (?:notify|notifying|remind|reminding|alert|alerting)\\b`,
    // What mail libraries and servers say
    'all recipients were rejected|no recipients defined|missing credentials for "|(?:mail|data|recipient|rcpt|auth) command failed|\\bmessage failed: \\d|instantiate mail function|greeting never received|mailbox unavailable|\\bsmtp\\b[^.;\\n]{0,40}(?:fail|error|authenticate|connect)|\\b[45]\\d\\d[ (]{1,3}[45]\\.\\d{1,3}\\.\\d{1,3}\\b',
    // Cognito sends them by these of its triggers.
    '\\bcustom ?(?:message|(?:e ?mail|sms) ?sender) failed\\b|\\bafter(?: \\w{1,20}){0,2} (?:hook|callback|trigger)s?\\b[^.;\\n]{0,40}\\b(?:fail|error)|\\b(?:fail\\w{0,4}|error)\\b[^.;\\n]{0,40}\\bafter(?: \\w{1,20}){0,2} (?:hook|callback|trigger)',
    `\\b${NOTICE}${BETWEEN}${NO_ELSEWHERE}${BETWEEN}\\b${SEND_ELSEWHERE}`,
    `${NO_ELSEWHERE}${BETWEEN}\\b${SEND_ELSEWHERE}\\w{0,9}${BETWEEN}\\b${NOTICE}\\b`
  ].join('|'),
  'i'
)

const apart = (words: string): string => words.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ')

const saysUnsent = /* @__PURE__ */ eitherWay((words) => UNSENT.test(apart(words)))

/** Whether words, or any words in data, say that a notice was not sent: what it was about may be done. */
export const tellsOfNotice = (said: unknown): boolean =>
  typeof said === 'string' ? saysUnsent(said) : isObject(said) && Object.values(said).some(tellsOfNotice)

// -- tools

const THINGS = wordSet(
  `email emails mail mails gmail sms message messages notification notifications notice webhook webhooks hook
  newsletter invitation invitations invite invites reminder reminders alert alerts receipt otp campaign`
)
const MAKES = wordSet(
  'send resend deliver dispatch forward push post publish schedule queue compose create trigger test'
)
const NOTIFIES = wordSet('notify remind email mail sms message invite announce broadcast alert')
const JOINS = wordSet('and or then with after if')

/** Whether a tool sends notices and does nothing else, by its name: `send_email`, `notify_customer`. */
export const sendsNotices = (name: string): boolean => {
  const words = namedWords(name)
  const deed = words.find((word) => MAKES.has(word) || kindOf(word) === 'writes') ?? ''
  return (
    !words.some((word) => JOINS.has(word)) &&
    (NOTIFIES.has(words[0] ?? '') || deed === 'notify' || (MAKES.has(deed) && words.some((word) => THINGS.has(word))))
  )
}
