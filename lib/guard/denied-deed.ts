/** Whether a field of an answer says that the deed after which its tool is named was not done. */
import { kindOf, namedWords } from '../core/signs/index.js'

export type AnswerField = readonly [key: string, value: unknown]

// `captured` and `cancellation`, of `capture_payment` and `cancel_order`
const FORMS = '\\w?(?:al|ation|e|ed|en|ied|ing|ion|ment|s)?'
const IRREGULAR: Readonly<Record<string, string>> = Object.fromEntries(
  `begin:begun bind:bound break:broken bring:brought build:built buy:bought catch:caught choose:chosen do:done draw:drawn
  feed:fed find:found freeze:frozen get:got go:gone hold:held keep:kept lead:led leave:left lend:lent lose:lost make:made
  pay:paid run:ran say:said sell:sold send:sent spend:spent spin:spun teach:taught tell:told understand:understood
  win:won wind:wound`
    .split(/\s+/)
    .map((pair) => pair.split(':'))
) as Record<string, string>

const formOf = (word: string): string => {
  const past = IRREGULAR[word]
  return `${word.replace(/(?<=..\w)[ey]$/, '')}${FORMS}${past === undefined ? '' : `|${past}`}`
}

// Of `pay_out` and `checkout`, the deed is the verb: `paid_out`, `checkedOut`
const PARTICLE = /^(?:back|down|in|off|on|out|over|up)$/
const COMPOUND =
  /^(back|buy|cash|check|clean|clock|hand|lock|log|opt|pay|pick|roll|set|shut|sign|start|top|turn)(back|down|in|off|out|over|up)$/

const verbsOf = (name: string): ReadonlyArray<string> =>
  namedWords(name)
    .flatMap((word) => COMPOUND.exec(word)?.slice(1) ?? [word])
    .filter((word, at) => at === 0 || !PARTICLE.test(word))

const UNDONE = /^(?:incomplete|needs|not|requires)$|^un(?!known)\w+(?:ed|id|nt)$/
// Of another deed they are the state of what was done: a placed order awaits its payment.
const DUE = /^(?:awaiting|cannot|pending|required)$/
// Payments are captured in a second step: an order of PayPal is `CREATED`, `SAVED` or `APPROVED` before, one of Adyen
// `authorised`. To other tools these say that theirs was done: PayPal calls an authorization `CREATED`.
const BEFORE_CAPTURE = /^(?:approved|authori[sz]ed|created|payer|saved)$/
// Of X, the state that a deed leaves: `following: false` of `follow_user`.
const LASTING = /^(?:block|follow|mut)ing$/
const BESIDE_DEED = /^(?:id|at|on|date|time)$/

/** `merged: false`, `merged_at: null` and `mergeBranch: false` of `merge_branch`. */
export const denialOf = (name: string): ((field: AnswerField) => boolean) => {
  const named = verbsOf(name)
  const verb = Math.max(
    0,
    named.findIndex((word) => kindOf(word) === 'writes')
  )
  // Of `set_price`, a price of 0 is what was asked for; of `issue_refund`, `refunded` is the deed.
  const forms = named.map((word, at) => (at === verb ? formOf(word) : `(?!${word}s?$)${formOf(word)}`))
  const own = new RegExp(`^(?:${forms.join('|')})$`)
  // A mutation is named after its deed: `{"data": {"deleteEntry": false}}`.
  const isCall = (words: ReadonlyArray<string>): boolean =>
    words.includes(named[verb] ?? '') && words.every((word) => named.includes(word))
  return ([key, value]) => {
    const words = verbsOf(key)
    const last = words.findLast((word) => !BESIDE_DEED.test(word)) ?? '-'
    // `sending: false` of `send_message` says that it is over, and `shipping: 0` that it was free.
    if (!value && last.endsWith('ing') && !LASTING.test(last) && !named.includes(last)) return false
    if (value === false || value === null || value === 0) return own.test(last) || isCall(words)
    if (!/(?:status|state)$/i.test(key) || typeof value !== 'string') return false
    const state = namedWords(value)
    const [first = ''] = state
    // `unlocked` is what `unlock_account` makes.
    return (
      (UNDONE.test(first) && !own.test(first)) ||
      (named.includes('capture') && BEFORE_CAPTURE.test(first)) ||
      (state.some((word) => DUE.test(word)) && state.some((word) => own.test(word)))
    )
  }
}
