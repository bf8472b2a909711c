/** Reads `Retry-After` (RFC 9110, 10.2.3): whole seconds, or an HTTP date. */

const SECONDS = /^\d{1,9}$/
// The preferred form and the two obsolete ones; Date.parse alone would read a date into nearly any text with a number.
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4})$/

/** The wait in milliseconds from `now` (milliseconds of the epoch), or null where none can be read. */
export const retryAfterMs = (header: string | undefined, now: number): number | null => {
  const text = header?.trim() ?? ''
  if (SECONDS.test(text)) return Number(text) * 1000
  if (!HTTP_DATE.test(text)) return null
  const at = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

/** The wait for a person or a model: whole seconds, rounded up. */
export const waitSeconds = (ms: number): number => Math.ceil(ms / 1000)
