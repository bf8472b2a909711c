/**
 * Passwords with blanks: groups of letters and figures, as mail services, WordPress and authenticators show them
 * (`qzvk mxwe rtub ynop`), and words without a sentence (`correct horse battery staple`).
 */
import { plainName, wordSet } from '../signs/names.js'
import type { Span } from './seen-text.js'

// Of sentences, and of what is said of a password; `passwd` is a list of sources to a resolver, too.
const SAID = wordSet(
  'a about after all and any are as at be before below but by can changed characters contact digits each empty every expired failed field file for from has have here hidden if in invalid is its known last least length letters login long may minimum missing must need needs never new no not of on one only or our out password please required reset same see set should soon stored strong that the then there they this to too type until use used user value was weak were when which will with without wrong you your'
)
const SEPARATOR = /[ \u00a0]/
const EACH_WORD = /^[a-z]{3,12}$|^[A-Z][a-z]{2,11}$/
const OF_PASSWORDS = /pass(?:word|wd|phrase|code)|pwd|pw$/

// All as long as the first, but for what remains in the end.
const isEven = (groups: ReadonlyArray<string>): boolean => {
  const { length } = groups[0] ?? ''
  const hasDigits = /\d/.test(groups.join(''))
  return (
    length <= 8 &&
    (hasDigits || groups.length > 3 || groups.some((group) => !/[aeiouy]/i.test(group))) &&
    groups.every((group, i) => group.length === length || (hasDigits && i > 2 && i === groups.length - 1))
  )
}

/** Tells of a value with blanks, under the plain name of a secret, whether it is one as a whole. */
export const isGrouped = (plain: string, value: string, mayBeWords = true): boolean => {
  const groups = value.split(SEPARATOR, 25)
  return (
    groups.length > 2 &&
    groups.length < 25 &&
    groups.every((group) => /^[A-Za-z\d]{1,12}$/.test(group) && !SAID.has(group.toLowerCase())) &&
    (isEven(groups) ||
      (mayBeWords &&
        groups.length > 3 &&
        OF_PASSWORDS.test(plain) &&
        plain !== 'passwd' &&
        groups.every((group) => EACH_WORD.test(group))))
  )
}

// Such a value, and what ends it; one that a sign of sentences ends is no words.
const VALUE = '([A-Za-z\\d]{3,12}(?:[ \\u00a0][A-Za-z\\d]{1,12}){2,23})'
const END = '(?=[ \\t]{0,8}(?:[\\r\\n"\'`<|\\\\#\\]]|$|(?<=[ \\t]);[ \\t]|([,;.)}])))'
const BOUND = new RegExp(VALUE + END, 'y')

/** The source of an expression for a value in quotes: one word, or several that are to be judged. */
export const IN_QUOTES = `(?:[^"'\`\\\\\\s]{3,200}|${VALUE.slice(1, -1)})`

/** Tells of such a value behind words with its name whether it is one as a whole. */
export const isWhole = (value: string, before: string): boolean =>
  !SEPARATOR.test(value) || isGrouped(OF_PASSWORDS.test(before.toLowerCase()) ? 'password' : '', value)

/** A password with blanks that begins at a place behind its name. */
export const groupedSpan = (text: string, at: number, plain: string, mayBeWords: boolean): Span | undefined => {
  BOUND.lastIndex = at
  const [, value = '', sign] = BOUND.exec(text) ?? []
  return isGrouped(plain, value, mayBeWords && sign === undefined) ? { start: at, end: at + value.length } : undefined
}

// A name, what connects it to its value, and the value. Behind a wide gap or a line break stand explanations, too.
const NAMED = new RegExp(
  [
    '(?<![^\\s"\'`=:|<>,;(){}[\\]])((?:[\\w-]{1,24} ){0,2})([^\\s"\'`=:|<>,;(){}[\\]]{2,80})["\'\\]]{0,3}(?: is(?=:))?',
    '(?:[ \\t]{0,40}(?::=|=>|[:=|])[ \\t\\u00a0]{0,40}(?:!\\w{1,12} |[|>][+-]?\\r?\\n[ \\t]{1,40})?',
    '|(?: [\\w:-]{1,40}="[^"<>]{0,80}"){0,4}>\\s{0,40}(?:<!\\[CDATA\\[)?',
    '|([ \\t]{0,8}->[ \\t]{0,8}| {2,60}|\\t|[ \\t]{0,4}[:=][ \\t]{0,8}\\r?\\n[ \\t]{0,40}))',
    VALUE + END
  ].join(''),
  'g'
)

/** Finds passwords with blanks that their names and the ends of their lines, tags, quotes or cells bound. */
export const findGrouped = (text: string, isSecret: (plain: string) => boolean): ReadonlyArray<Span> => {
  const found: Array<Span> = []
  NAMED.lastIndex = 0
  for (let pair = NAMED.exec(text); pair !== null; pair = NAMED.exec(text)) {
    const { 0: matched, 1: before = '', 2: name = '', 3: gap, 4: value = '', 5: sign, index } = pair
    const words = [...before.split(/(?<= )/), name]
    const plain = words.map((_, i) => plainName(words.slice(i).join(''))).findLast(isSecret)
    const end = index + matched.length
    if (plain !== undefined && isGrouped(plain, value, (gap ?? sign) === undefined))
      found.push({ start: end - value.length, end })
    // An attribute may name it, or the last words of another value.
    else NAMED.lastIndex = index + before.length + name.length
  }
  return found
}
