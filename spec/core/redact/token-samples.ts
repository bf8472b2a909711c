/** Tokens made at random, each of the form that a line of the tables describes. */
import type { Random } from '../../helpers/random.js'

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const DIGITS = '0123456789'
const ALNUM = LOWER + UPPER + DIGITS
const ALPHABETS: Readonly<Record<string, string>> = {
  d: DIGITS,
  x: `${DIGITS}abcdef`,
  h: `${DIGITS}abcdefABCDEF`,
  c: LOWER,
  m: LOWER + UPPER,
  l: LOWER + DIGITS,
  U: UPPER + DIGITS,
  A: ALNUM,
  v: `${ALNUM}_`,
  w: `${ALNUM}_-`,
  e: `${ALNUM}_=-`,
  p: `${ALNUM}_.=-`,
  t: `${ALNUM}_.~-`,
  b: `${ALNUM}+/`,
  g: `${ALNUM}_+/=-`
}
const UUID = '{x8}-{x4}-{x4}-{x4}-{x12}'

/** A token of the least length that the form allows. It begins and ends with letters or digits, as most do. */
export const sampleOf = (line: string, random: Random): string =>
  line.replaceAll('{uuid}', UUID).replace(/\{(\w)(\d+)(?:-\d+|\+)?\}/g, (_, name: string, length: string) => {
    const alphabet = ALPHABETS[name]
    if (alphabet === undefined) throw new Error(`No alphabet ${name}.`)
    const inner = Array.from({ length: Number(length) }, () => alphabet.charAt(random(alphabet.length))).join('')
    return inner.replace(/^\W|_|\W$/g, '7').replace(/^./, (first) => (alphabet.includes('7') ? '7' : first))
  })
