/** Deeds that a page states, which is a proxy's or a framework's: "Order 17 was created". */
import { eitherWay } from './as-seen.js'
import { CLAUSE, DONE, isDoneElsewhere, knowsKey, leavesOpen, NOT_YET } from './deeds.js'

// Only a whole sentence.
const SENTENCE = new RegExp(`\\b(?:was|were|has been|have been)\\s(?:\\w+ly\\s)?(?:${DONE.source})`, 'i')

// Of a list or a table, an outcome: `<li>Invoice 17: created</li>`, `<td>sent</td>`
const ITEM = new RegExp(`[:>]\\s*(?:${DONE.source})\\s*</(?:\\w{1,9}>\\s*</){0,3}(?:li|td)>`, 'i')

// "Payment succeeded", "Order 17 created", "Charged $5"
const BRIEF = new RegExp(
  `\\b(?:account|booking|charge|invoice|message|order|payment|refund|reservation|subscription|transaction|transfer|user)(?: #?[\\w-]{1,20})? (?:${DONE.source})|^\\s*(?:charged|paid|refunded|transferred) \\W?\\d`,
  'i'
)

const TAG = /<[^<>]{0,400}>/g

const deedInPage = /* @__PURE__ */ eitherWay((page) => {
  const text = page.replace(TAG, '\n')
  const isDone = (clause: string): boolean =>
    isDoneElsewhere(clause) ||
    (!NOT_YET.test(clause) &&
      (BRIEF.test(clause) || (SENTENCE.test(clause) && !/\b(?:page|request|you)\b/i.test(clause))))
  return ITEM.test(page) || knowsKey(text) || text.split(CLAUSE).some(isDone)
})

const openInPage = /* @__PURE__ */ eitherWay((page) => leavesOpen(page.replace(TAG, '\n')))

// A page is for people. Other XML holds fields, `<charged>true</charged>` or `stat="fail"`, as a form does:
// `error=receipt&charged=true`.
const PAGE = /<(?:html|body|h\d|p|div|li)\b/i
// IIS heads every page so.
const UNREAD = /<(?:script|style)\b(?:(?!<\/(?:script|style)\b)[^])*|<h1>Server Error<\/h1>/gi

/** Whether a page, or other markup, says that something was done; a page, too, whether that is open. */
export const inPage = (page: string): boolean => {
  const read = page.replace(UNREAD, '')
  return deedInPage(read) || (PAGE.test(page) && openInPage(read))
}

const BEGINS =
  /^\ufeff?\s*(?:<\?[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)?<(?:!doctype html|(?:a|b|blockquote|body|br|center|div|em|font|h\d|head|hr|html|i|img|li|link|meta|ol|p|pre|script|section|span|strong|style|svg|table|title|ul)(?=[\s/>]))/i

/** Whether markup is a page for people, and holds no fields. */
export const isForPeople = (markup: string): boolean => BEGINS.test(markup)
