/** What the name of an argument tells of a write: whether it is about the order, or only words about it. */

const REMARKS = /^(?:notes?|comments?|remarks?|reason|purpose|description|details?|summary|memo|instructions)$/
// Of what is sent, how it is put; of a file or a page that is written, the order itself.
const CONTENT = /^(?:body|text|message|content|prompt)$/
const SENDS = /^(?!.*file).*(?:send|mail|message|notif|reply)/
const FRESH = /^(?:requestid|idempotencykey|nonce|timestamp|traceid|correlationid)$/

const plain = (name: string): string => name.replace(/[^a-zA-Z]/g, '').toLowerCase()

/** Whether an argument surely holds words about a write: `comment` of `refund` does, of `add_comment` it does not. */
export const isRemark = (name: string, tool: string): boolean => {
  const word = plain(name)
  return REMARKS.test(word) && !plain(tool).includes(word.replace(/s$/, ''))
}

/**
 * Whether an argument of a tool may hold words that a model chooses anew without meaning another order: remarks, and of
 * what it sends the text.
 */
export const isWording = (name: string, tool: string): boolean =>
  isRemark(name, tool) || (CONTENT.test(plain(name)) && SENDS.test(plain(tool)))

/** Whether an argument is new in each request, whatever is asked for. */
export const isFreshName = (name: string): boolean => FRESH.test(plain(name))
