/** What the name of an argument tells of a write: whether it is about the order, or only words about it. */

// Words that a model may choose anew, and what is new in each request.
const PROSE =
  /^(?:body|text|message|content|notes?|comments?|reason|description|details?|summary|memo|instructions|prompt)$/
const FRESH = /^(?:requestid|idempotencykey|nonce|timestamp|traceid|correlationid)$/

const plain = (name: string): string => name.replace(/[^a-zA-Z]/g, '').toLowerCase()

/** Whether an argument holds words that a model may choose anew without meaning another order. */
export const isWording = (name: string): boolean => PROSE.test(plain(name))

/** Whether an argument is new in each request, whatever is asked for. */
export const isFreshName = (name: string): boolean => FRESH.test(plain(name))
