/** Finds the secrets in a list below their name. Every expression here is linear. */
import { plainName } from '../signs/names.js'
import { behind, matchAt, quotedSpan, SCHEME } from './quoted-values.js'
import { looksRandom } from './random-text.js'
import { isHarmlessValue } from './secret-keys.js'
import type { Span } from './seen-text.js'

/** A list on one line, which is replaced as a whole. */
export const LIST = /(\[{1,3})(?!redacted\])(?=["'\w])[^[\]{}]{1,4000}\](?!\w)/y
const ITEM = /[ \t]{0,8}\r?\n[ \t]{0,40}- {1,4}(["']?)([^\s"'#&*!:{[][^\s"']{0,400})\1(?=[ \t]{0,8}(?:\r?\n|$))/y
const OPENING = /\[\s{0,80}(?=\\{0,4}["'`])/y
const NEXT = /\\{0,4}["'`]\s{0,80},\s{0,80}(?=\\{0,4}["'`])/y
const MAX_ELEMENTS = 200

/** Whether a value under this name sets a cookie, or several. */
export const isCookie = (plain: string, value: string): boolean =>
  /cookies?$/.test(plain) && /^[^\s=]{1,80}=/.test(value)

// `secrets` and `tokens` list names, too, and what a validator says of a password is a list of sentences.
const isListed = (plain: string, value: string, isSecret: (plain: string) => boolean): boolean =>
  isCookie(plain, value) || (!isSecret(plainName(value)) && !isHarmlessValue(plain, value) && looksRandom(value, 8))

// Of YAML, where what stands below a password is one
const itemsAt = (text: string, from: number, plain: string, isSecret: (plain: string) => boolean): Array<Span> => {
  const items: Array<Span> = []
  let at = from
  for (let item = matchAt(ITEM, text, at); item !== null; item = matchAt(ITEM, text, at)) {
    const [matched, quote = '', value = ''] = item
    at += matched.length
    const isNamed = isSecret(plainName(value)) || isHarmlessValue(plain, value)
    const end = at - quote.length
    if (!isNamed && (/pass|pwd/.test(plain) || looksRandom(value, 8))) items.push({ start: end - value.length, end })
  }
  return items
}

// Of a program that shows its data: `'set-cookie': [ 'lang=en; Path=/', 'sid=…' ]`
const elementsAt = (text: string, from: number, plain: string, isSecret: (plain: string) => boolean): Array<Span> => {
  const elements: Array<Span> = []
  let next = matchAt(OPENING, text, from)
  let at = from
  for (let i = 0; next !== null && i < MAX_ELEMENTS; i++) {
    at += next[0].length
    const element = quotedSpan(text, at)
    if (element === undefined) break
    const start = behind(SCHEME, text, element.start)
    if (isListed(plain, text.slice(start, element.end), isSecret)) elements.push({ start, end: element.end })
    at = element.end
    next = matchAt(NEXT, text, at)
  }
  return elements
}

/** The secrets among the elements of the list that follows a name. */
export const secretsInList = (
  text: string,
  at: number,
  plain: string,
  isSecret: (plain: string) => boolean
): ReadonlyArray<Span> => {
  if (text.charAt(at) !== '[') return itemsAt(text, at, plain, isSecret)
  return matchAt(LIST, text, at) === null ? elementsAt(text, at, plain, isSecret) : []
}
