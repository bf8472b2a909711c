/** The values behind a name that stand in quotes, or in the braces of ODBC. Every expression here is linear. */
import { isMixed, looksRandom } from './random-text.js'
import { REDACTED } from './secret-keys.js'
import type { Span } from './seen-text.js'

/** Matches a sticky expression at a place. */
export const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** The place behind what a sticky expression matches at a place; the same place where it matches nothing. */
export const behind = (pattern: RegExp, text: string, at: number): number =>
  at + (matchAt(pattern, text, at)?.[0].length ?? 0)

/** Of an Authorization, before the secret. */
export const SCHEME = /(?:Bearer|Basic|Digest|Token|Negotiate|NTLM|ApiKey|OAuth)\s{1,8}/iy
const OPENING = /(\\{0,4})("""|'''|["'`])/y
// ODBC: `PWD={…};`, and behind another setting any text, in which a brace is doubled
const BRACED =
  /(?<=\b(?:pwd|password)=)\{([^{}"'\s]{1,200})\};|(?<=;\s?[\w -]{2,40}=)\{(?![{$<]|your[ _-]|\d{0,2}\}|[\w.]{0,40}(?:password|passwd|pass|pwd?|secret|token|key)\}(?!;))((?:[^}\r\n]|\}\}){1,200})(?:\}(?![\w!#$%*?@^~])|$)/iy

const isEscaped = (text: string, at: number): boolean => {
  let before = at
  while (text.charAt(before - 1) === '\\') before--
  return (at - before) % 2 === 1
}

// A quote of a text in YAML, SQL and INI is doubled.
const closingQuote = (text: string, from: number, quote: string): number => {
  let at = text.indexOf(quote, from)
  while (at !== -1) {
    if (!isEscaped(text, at)) {
      // Of a shell: `'it'\''s'`
      if (quote === "'" && text.startsWith("\\''", at + 1)) at += 2
      else if (at === from || text.charAt(at + 1) !== quote) break
      at++
    }
    at = text.indexOf(quote, at + 1)
  }
  return at === -1 ? text.length : at
}

/** The text in the quotes or braces that open at a place. */
export const quotedSpan = (text: string, at: number): Span | undefined => {
  const opening = matchAt(OPENING, text, at)
  const [, short, braced = short] = matchAt(BRACED, text, at) ?? []
  if (braced !== undefined) return { start: at + 1, end: at + 1 + braced.length }
  if (opening === null) return undefined
  const [mark, slashes = '', quote = ''] = opening
  const start = at + mark.length
  if (slashes === '') return { start, end: closingQuote(text, start, quote) }
  const end = text.indexOf(mark, start)
  return { start, end: end === -1 ? text.length : end }
}

// A word in quotes, or the only one; any other. An expression that a value has to match begins with `^`.
const SAID = /((?:^(?=\S+$)|(?<=["'`]))(?!\^)[^"'`\s]{3,400}(?=["'`]|$))|[^\s"'`<>,;()[\]]{8,400}/g

/** What a message says of a secret, without what it quotes of it. */
export const withoutQuoted = (message: string): string =>
  message.replace(SAID, (word, quoted?: string) =>
    (quoted !== undefined && /\d/.test(word)) || looksRandom(word, 8) || isMixed(word) ? REDACTED : word
  )
