/** Published forms of secrets, with bodies made at random, and good texts: what the redaction leaves of each. */
import { redactor, responseRedactor } from '#core/redact'
import { randomFrom, type Random } from '../helpers/random.js'
import { rowsOf, type Half, type Row } from './rows.js'

// -- model

export interface Form {
  readonly half: Half
  readonly kind: 'token' | 'key' | 'form' | 'name'
  readonly group: string
  /** `{A36}` stands for 36 characters of the alphabet A. */
  readonly text: string
}

export const forms = rowsOf<Form>('redaction.jsonl', ({ group }) => group)

// -- bodies

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const DIGITS = '0123456789'
const ALPHABETS: Readonly<Record<string, string>> = {
  d: DIGITS,
  x: `${DIGITS}abcdef`,
  X: `${DIGITS}ABCDEF`,
  c: LOWER,
  C: UPPER,
  m: LOWER + UPPER,
  l: LOWER + DIGITS,
  U: UPPER + DIGITS,
  A: LOWER + UPPER + DIGITS,
  w: `${LOWER}${UPPER}${DIGITS}_-`,
  b: `${LOWER}${UPPER}${DIGITS}+/`,
  s: `${LOWER}${UPPER}${DIGITS}!#$*+-.^_~`
}

const BODY = /\{([dxXcCmlUAwbs])(\d+)\}/g

/** A form with bodies made at random, and those. */
export const filled = (form: string, random: Random) => {
  const bodies: Array<string> = []
  const text = form.replace(BODY, (_, name: string, length: string) => {
    const alphabet = ALPHABETS[name] ?? ''
    const body = Array.from({ length: Number(length) }, () => alphabet.charAt(random(alphabet.length))).join('')
    bodies.push(body)
    return body
  })
  return { text, bodies }
}

// -- what is right

/** Redacts a text, however long. */
export const redact = redactor({ maxLength: 1_000_000, maxChars: 1_000_000 })
const redactAnswer = responseRedactor()

const leaks = (body: string, text: string): boolean => {
  const half = Math.floor(body.length / 2)
  if (text.includes(body)) return true
  return half >= 4 && (text.includes(body.slice(0, half)) || text.includes(body.slice(half)))
}

// A word of a form that has no secret in it stands in what is left.
const keepsWords = (form: string, redacted: string): boolean =>
  form.split(/\s+/).every((word) => word.search(BODY) >= 0 || redacted.includes(word))

const NAMED = 'kV3xT8qLm2Zr7PwYc5NdHb9sQe4RtU6yGj1XwA0z'

/** What the redaction makes of a form. */
interface Drawn {
  readonly isFound: boolean
  /** Whether all that stands around the secret is left. */
  readonly isExact: boolean
}

const drawn = ({ kind, text: form }: Form, random: Random): Drawn => {
  if (kind === 'name')
    return { isFound: JSON.stringify(redact({ [form]: NAMED })).includes('[redacted]'), isExact: true }
  const { text, bodies } = filled(form, random)
  const redacted = redact(text)
  return { isFound: !bodies.some((body) => leaks(body, redacted)), isExact: keepsWords(form, redacted) }
}

// Some bodies have no digit, or end with a dot: a form is found as often as its bodies are.
const DRAWS = 8

/** How often the secret of a form is found, from 0 to 1, and whether the redaction then takes it alone. */
export const shareFound = ({ id, label }: Row<Form>): { readonly share: number; readonly isExact: boolean } => {
  // A row has the same bodies in every run, whichever rows stand before it.
  const random = randomFrom(Number.parseInt(id.slice(-8), 16) || 1)
  const all = Array.from({ length: DRAWS }, () => drawn(label, random))
  const found = all.filter(({ isFound }) => isFound)
  return { share: found.length / DRAWS, isExact: found.every(({ isExact }) => isExact) }
}

/** Whether a text is changed, as such or as the response that a recording keeps. */
export const isChanged = (text: string): boolean => redact(text) !== text || redactAnswer(text).count > 0
