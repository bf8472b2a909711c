/** What the name of an argument tells of a write: whether it is about the order, or only words about it. */

const REMARKS = /^(?:notes?|comments?|remarks?|reason|purpose|description|details?|summary|memo|instructions)$/
// What a tool sends or adds: often the order itself.
const CONTENT = /^(?:body|text|message|content|prompt)$/
const FRESH = /^(?:requestid|idempotencykey|nonce|timestamp|traceid|correlationid)$/

const plain = (name: string): string => name.replace(/[^a-zA-Z]/g, '').toLowerCase()

/** Whether an argument may hold words that a model chooses anew without meaning another order. */
export const isWording = (name: string): boolean => REMARKS.test(plain(name)) || CONTENT.test(plain(name))

/** Whether it surely does: of `refund`, `comment` is a remark; of `add_comment`, it is the order. */
export const isRemark = (name: string, tool: string): boolean => {
  const word = plain(name)
  return REMARKS.test(word) && !plain(tool).includes(word.replace(/s$/, ''))
}

/** Whether an argument is new in each request, whatever is asked for. */
export const isFreshName = (name: string): boolean => FRESH.test(plain(name))
