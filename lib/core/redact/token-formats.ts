/**
 * Finds tokens whose form is published. Three characters that a form is known by are the cheap test; its expression is
 * made when they are met first.
 */
import { mixtureOf } from './random-text.js'
import type { Span } from './seen-text.js'
import { TOKENS_BY_FORM } from './tokens-by-form.js'
import { TOKENS_BY_SIGN } from './tokens-by-sign.js'
import { tripleOf, TRIPLES, triplesOf } from './triples.js'

// -- model

export interface TokenForm {
  /** As the table writes it. */
  readonly line: string
  /** What every such token has, and how many characters of it stand before that. */
  readonly sign: string
  readonly before: number
  /** Where the token that begins at a place ends, or -1 where none does. */
  readonly endAt: (text: string, start: number) => number
}

// -- reading a line of the table

const ALPHABETS: Readonly<Record<string, string>> = {
  d: '0-9',
  x: '0-9a-f',
  h: '0-9a-fA-F',
  c: 'a-z',
  m: 'A-Za-z',
  l: 'a-z0-9',
  U: 'A-Z0-9',
  A: 'A-Za-z0-9',
  v: '\\w',
  w: '\\w-',
  e: '\\w=-',
  p: '\\w.=-',
  b: 'A-Za-z0-9+/',
  t: '\\w.~-',
  g: '\\w+/=-'
}
const UUID = '{h8}-{h4}-{h4}-{h4}-{h12}'
const PART = /\{(\w)(\d+)(?:-(\d+)|(\+))?\}|[^{]+/g

interface Part {
  /** Characters of an alphabet, or those that always stand there. */
  readonly characters: string
  readonly source: string
  readonly literal: string
  readonly least: number
  readonly isFixed: boolean
}

// An end that is looked for from every beginning must not be far away.
const MOST_MORE = 400

const escaped = (literal: string): string => literal.replace(/[^\w-]/g, '\\$&')

const partsOf = (line: string): ReadonlyArray<Part> =>
  [...line.replaceAll('{uuid}', UUID).matchAll(PART)].map(([literal, alphabet, least, most, more]) => {
    if (alphabet === undefined)
      return {
        characters: escaped(literal).replaceAll('-', ''),
        source: escaped(literal),
        literal,
        least: literal.length,
        isFixed: true
      }
    const characters = ALPHABETS[alphabet] ?? ''
    const to = more === undefined ? (most ?? least) : String(Number(least) + MOST_MORE)
    return {
      characters,
      source: `[${characters}]{${least},${to}}`,
      literal: '',
      least: Number(least),
      isFixed: to === least
    }
  })

// The beginning, if it is literal, else the longest literal that always stands at the same place.
const signOf = (parts: ReadonlyArray<Part>): Pick<TokenForm, 'sign' | 'before'> => {
  let found = { sign: '', before: 0 }
  let at = 0
  for (const { literal, least, isFixed } of parts) {
    if (literal.length > found.sign.length) found = { sign: literal, before: at }
    if (!isFixed || (at === 0 && literal.length > 2)) break
    at += least
  }
  return found
}

// A token that was cut, or whose vendor has changed its length since, is known by so much of it.
const LEAST_BEGUN = 16
const MOST_BEGUN = 64

const LEAST_CHANGES = 0.2

const looksMade = (body: string, leastChanges: number): boolean => {
  const { digits, letters, hasBothCases, changes } = mixtureOf(body)
  return letters > 0 && changes >= leastChanges && (digits > 0 || (hasBothCases && changes >= 0.4))
}

// Made when it is needed first: most programs never meet most vendors.
const once = <A>(make: () => A): (() => A) => {
  let made: A | undefined
  return () => (made ??= make())
}

const endOf = (pattern: RegExp, text: string, start: number): number => {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : -1
}

// A character that ends an escape (`\n`, `%3D`) belongs to no word.
const NO_WORD_BEFORE = '(?<!(?<!\\\\|%[\\dA-F])[A-Za-z0-9])'

const isBase64 = (parts: ReadonlyArray<Part>): boolean => parts.some(({ characters }) => characters.includes('/'))

// The marks of emphasis (`_token_`) belong to no token.
const wholeOf = (parts: ReadonlyArray<Part>): string =>
  `${parts.map(({ source }) => source).join('')}(?![A-Za-z0-9${isBase64(parts) ? '+/' : ''}-]|_{1,3}[A-Za-z0-9])`

/** A form that says nothing before all of it is there. */
const exactly = (parts: ReadonlyArray<Part>, sign: string, before: number): TokenForm['endAt'] => {
  const all = parts.map(({ characters }) => characters).join('')
  const pattern = once(() => new RegExp(NO_WORD_BEFORE + wholeOf(parts), 'y'))
  // Words have the length of a token, too, where all of it can be letters; those of one case, with neither a separator
  // nor a capital within, hardly ever with digits.
  const maybeWords =
    parts.every(({ literal, characters }) => literal !== '' || /[Zz][^Zz9]*9|\\w/.test(characters)) &&
    !/^(?:[A-Za-z\d]{4}|[A-Za-z]\d)/.test(sign)
  const changes = /A-Za-z|\\w/.test(all) ? 0.3 : 0.05
  return (text, start) => {
    const end = endOf(pattern(), text, start)
    return end !== -1 &&
      (!maybeWords || looksMade(text.slice(before === 0 ? start + sign.length : start, end), changes))
      ? end
      : -1
  }
}

/** A form whose beginning says what it is: all that goes on like it belongs to it. */
const fromItsSign = (parts: ReadonlyArray<Part>, sign: string): TokenForm['endAt'] => {
  const any = isBase64(parts) ? '[\\w+/=-]' : '[\\w=-]'
  const begunWith = (characters: string) =>
    once(() => new RegExp(`${escaped(sign)}${characters}{${LEAST_BEGUN},${MOST_BEGUN}}`, 'y'))
  const whole = once(() => new RegExp(wholeOf(parts), 'y'))
  const [oneRun, manyRuns] = [begunWith('[A-Za-z0-9]'), begunWith(any)]
  const rest = once(() => new RegExp(`${any}*(?:\\.${any}+)*`, 'y'))
  const isBegun = (text: string, start: number, begun: RegExp, leastChanges: number): boolean => {
    const end = endOf(begun, text, start)
    return end !== -1 && looksMade(text.slice(start + sign.length, end), leastChanges)
  }
  return (text, start) => {
    const end = endOf(whole(), text, start)
    if (end === -1 && !isBegun(text, start, oneRun(), 0) && !isBegun(text, start, manyRuns(), LEAST_CHANGES)) return -1
    return endOf(rest(), text, Math.max(end, start + sign.length))
  }
}

/** The lines of a table, with one for each of several that a line names. */
export const variantsOf = (table: ReadonlyArray<string>): ReadonlyArray<string> =>
  table.flatMap((line) => {
    const [before = '', names = '', after = ''] = line.split(/[()]/)
    return names.split('|').map((name) => before + name + after)
  })

/** The forms that a text is searched for. */
export const publishedForms = (): ReadonlyArray<TokenForm> => [
  ...variantsOf(TOKENS_BY_SIGN).map((line) => {
    const parts = partsOf(line)
    const sign = parts[0]?.literal ?? ''
    return { line, sign, before: 0, endAt: fromItsSign(parts, sign) }
  }),
  ...variantsOf(TOKENS_BY_FORM).map((line) => {
    const parts = partsOf(line)
    const { sign, before } = signOf(parts)
    return { line, sign, before, endAt: exactly(parts, sign, before) }
  })
]

// -- finding

const ANY_THIRD = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-.~'

// Three letters of words stand everywhere, `hp_` hardly anywhere.
const rarestTriple = (sign: string): number =>
  Math.min(Math.max(0, sign.search(/[^a-z]/) - 2), Math.max(0, sign.length - 3))

/** Makes a finder of such tokens. */
const tokenFinder = (forms: ReadonlyArray<TokenForm>): ((text: string) => ReadonlyArray<Span>) => {
  // By three characters of their signs: none, or the place of a list.
  const places = new Uint16Array(TRIPLES)
  const lists: Array<Array<TokenForm & { /** Where the third stands in the token. */ readonly third: number }>> = [[]]
  for (const form of forms) {
    const { sign, before } = form
    const at = rarestTriple(sign)
    // A sign of two characters, whatever comes third.
    const triples =
      sign.length > 2
        ? triplesOf(sign.slice(at, at + 3))
        : Array.from(ANY_THIRD).flatMap((third) => triplesOf(sign + third))
    for (const triple of triples) {
      if (places[triple] === 0) places[triple] = lists.push([]) - 1
      lists[places[triple] ?? 0]?.push({ ...form, third: before + at + 2 })
    }
  }
  return (text) => {
    const found: Array<Span> = []
    let done = 0
    let [a, b] = [0, 0]
    for (let at = 0; at < text.length; at++) {
      const c = text.charCodeAt(at)
      const place = places[tripleOf(a, b, c)]
      a = b
      b = c
      if (!place) continue
      for (const { sign, before, endAt, third } of lists[place] ?? []) {
        const start = at - third
        if (start < done || !text.startsWith(sign, start + before)) continue
        let end = endAt(text, start)
        if (end === -1) continue
        // That of a sentence.
        while (text.charAt(end - 1) === '.') end--
        found.push({ start, end })
        done = end
        at = end - 1
        b = 0
        break
      }
    }
    return found
  }
}

const published = once(() => tokenFinder(publishedForms()))

/** Finds each token of a text whose form its vendor, or a list of such forms, publishes. */
export const findPublishedTokens = (text: string): ReadonlyArray<Span> => published()(text)
