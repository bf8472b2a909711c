/** Finds where the tokens of a JSON text end, exactly as strict as `JSON.parse`. */

// -- model

/**
 * The end of a token as one number, because a text holds millions of them: the index behind its last character, `CUT`
 * if the text ends inside it, else a fault packed by `faultAt`.
 */
export type TokenEnd = number

export const CUT: TokenEnd = -1

// Its own inverse: 0 becomes -2, and -2 becomes 0.
const packed = (n: number): number => -n - 2

export const faultAt = (position: number): TokenEnd => packed(position)

/** The place of the fault in a token that is neither complete nor cut. */
export const faultOf = (end: TokenEnd): number => packed(end)

export const QUOTE = 0x22
export const COMMA = 0x2c
export const COLON = 0x3a
export const OPEN_BRACKET = 0x5b
export const CLOSE_BRACKET = 0x5d
export const OPEN_BRACE = 0x7b
export const CLOSE_BRACE = 0x7d
const PLUS = 0x2b
const MINUS = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const BACKSLASH = 0x5c
export const BYTE_ORDER_MARK = 0xfeff

// -- characters

const isDigit = (c: number): boolean => c >= 0x30 && c <= 0x39

const isExponent = (c: number): boolean => c === 0x65 || c === 0x45

const isHex = (c: number): boolean => isDigit(c) || (c >= 0x41 && c <= 0x46) || (c >= 0x61 && c <= 0x66)

const isWordPart = (c: number): boolean =>
  (c >= 0x61 && c <= 0x7a) || (c >= 0x41 && c <= 0x5a) || isDigit(c) || c === 0x5f || c === 0x24

// JSON has only these four white space characters.
const isWhite = (c: number): boolean => c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09

/** Characters that may follow a number in a container, so that its end is certain. */
export const isDelimiter = (c: number): boolean => isWhite(c) || c === COMMA || c === CLOSE_BRACKET || c === CLOSE_BRACE

/** A character that would continue a number. */
export const continuesNumber = (c: number): boolean =>
  isDigit(c) || c === PLUS || c === MINUS || c === DOT || isExponent(c)

export const startsNumber = (c: number): boolean => c === MINUS || isDigit(c)

/** The first position, from `at` on, that holds no white space. */
export const skipWhite = (text: string, at: number): number => {
  while (at < text.length && isWhite(text.charCodeAt(at))) at++
  return at
}

/** The start of the text after a byte order mark. */
export const afterMark = (text: string): number => (text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0)

// -- tokens

const escapeEnd = (text: string, at: number): TokenEnd => {
  if (at + 1 >= text.length) return CUT
  const letter = text.charAt(at + 1)
  if (letter !== 'u') return '"\\/bfnrt'.includes(letter) ? at + 2 : faultAt(at)
  for (let digit = at + 2; digit < at + 6; digit++) {
    if (digit >= text.length) return CUT
    if (!isHex(text.charCodeAt(digit))) return faultAt(at)
  }
  return at + 6
}

/** The end of the string whose opening quote stands at `at`. */
export const stringEnd = (text: string, at: number): TokenEnd => {
  at++
  while (at < text.length) {
    const c = text.charCodeAt(at)
    if (c === QUOTE) return at + 1
    if (c < 0x20) return faultAt(at)
    if (c === BACKSLASH) {
      at = escapeEnd(text, at)
      if (at < 0) return at
    } else {
      at++
    }
  }
  return CUT
}

const digitsEnd = (text: string, at: number): TokenEnd => {
  if (at >= text.length) return CUT
  if (!isDigit(text.charCodeAt(at))) return faultAt(at)
  while (at < text.length && isDigit(text.charCodeAt(at))) at++
  return at
}

/** The end of the number at `at`. At the end of the text, the caller checks that it is the root. */
export const numberEnd = (text: string, at: number): TokenEnd => {
  const start = at
  if (text.charCodeAt(at) === MINUS) at++
  const isZero = text.charCodeAt(at) === ZERO
  at = isZero ? at + 1 : digitsEnd(text, at)
  // A minus without a digit is no number at all.
  if (at < 0) return at === CUT ? CUT : faultAt(start)
  if (text.charCodeAt(at) === DOT) at = digitsEnd(text, at + 1)
  if (at >= 0 && isExponent(text.charCodeAt(at))) {
    const sign = text.charCodeAt(at + 1)
    at = digitsEnd(text, sign === PLUS || sign === MINUS ? at + 2 : at + 1)
  }
  return at
}

const LITERALS: ReadonlyMap<number, string> = new Map([
  [0x74, 'true'],
  [0x66, 'false'],
  [0x6e, 'null']
])

/** The end of the `true`, `false` or `null` that begins at `at`; any other token is a fault at its first character. */
export const literalEnd = (text: string, at: number): TokenEnd => {
  const word = LITERALS.get(text.charCodeAt(at))
  if (word === undefined) return faultAt(at)
  for (let i = 1; i < word.length; i++) {
    if (at + i >= text.length) return CUT
    if (text.charCodeAt(at + i) !== word.charCodeAt(i)) return faultAt(at)
  }
  const end = at + word.length
  return end < text.length && isWordPart(text.charCodeAt(end)) ? faultAt(at) : end
}
