/** The data in a text that may be JSON. */

/** What a text says as JSON; the text itself where it is none, and whatever is no text as it is. */
export const dataOf = (text: unknown): unknown => {
  if (typeof text !== 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
