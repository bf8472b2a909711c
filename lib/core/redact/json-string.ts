/** Redacts one string of JSON, as it stands in a text that may end within it. */

/** The value of a string token; undefined where it breaks off within an escape. */
export const valueOf = (quoted: string): string | undefined => {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return undefined
  }
}

/** The token without its secrets; `isWhole` where its closing quote came. */
export const cleanString = (token: string, isWhole: boolean, redact: (text: string) => string): string => {
  // A text that ends in the middle of an escape is redacted without decoding.
  const value = valueOf(isWhole ? token : `${token}"`) ?? token.slice(1)
  const cleaned = redact(value)
  if (cleaned === value) return token
  const quoted = JSON.stringify(cleaned)
  return isWhole ? quoted : quoted.slice(0, -1)
}
