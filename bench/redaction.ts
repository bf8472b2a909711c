/**
 * Prints how many secrets the redaction finds, by form, and how often it takes good text for one. redaction.jsonl holds published formats, not secrets:
 * the bodies are made at random here. Further good text: `node dist/bench/redaction.js FILE…`, a line of JSON `{ "text": … }` each.
 */
import { readFileSync } from 'node:fs'
import { redactor } from '../lib/core/redact.js'
import { answerRedactor } from '../lib/traffic/record/redact-json.js'
import { median } from './harness.js'

interface Form {
  /** Whole vendors, tools and sources of names stand in one half. */
  readonly half: 'tune' | 'held'
  readonly kind: 'token' | 'key' | 'form' | 'name'
  readonly group: string
  /** `{A36}` stands for 36 characters of the alphabet A. */
  readonly text: string
}

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

// The same bodies in every run: xorshift from one seed.
const randomFrom = (seed: number): ((below: number) => number) => {
  let state = seed
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

interface Filled {
  readonly text: string
  readonly bodies: ReadonlyArray<string>
}

const filled = ({ text }: Form, random: (below: number) => number): Filled => {
  const bodies: Array<string> = []
  const whole = text.replace(/\{([dxXcCmlUAwbs])(\d+)\}/g, (_, name: string, length: string) => {
    const alphabet = ALPHABETS[name] ?? ''
    const body = Array.from({ length: Number(length) }, () => alphabet.charAt(random(alphabet.length))).join('')
    bodies.push(body)
    return body
  })
  return { text: whole, bodies }
}

// -- what is right

const redact = redactor({ maxLength: 1_000_000, maxChars: 1_000_000 })
const redactAnswer = answerRedactor()

const leaks = (body: string, text: string): boolean => {
  const half = Math.floor(body.length / 2)
  if (text.includes(body)) return true
  return half >= 4 && (text.includes(body.slice(0, half)) || text.includes(body.slice(half)))
}

const isFound = (form: Form, random: (below: number) => number): boolean => {
  if (form.kind === 'name')
    return JSON.stringify(redact({ [form.text]: 'kV3xT8qLm2Zr7PwYc5NdHb9sQe4RtU6yGj1XwA0z' })).includes('[redacted]')
  const { text, bodies } = filled(form, random)
  const redacted = redact(text)
  return !bodies.some((body) => leaks(body, redacted))
}

// Some bodies have no digit, or end with a dot: a form is found as often as its bodies are.
const DRAWS = 8

const shareFound = (form: Form, random: (below: number) => number): number =>
  Array.from({ length: DRAWS }, () => isFound(form, random)).filter(Boolean).length / DRAWS

// -- figures

const KINDS: Readonly<Record<Form['kind'], string>> = {
  token: 'tokens by themselves',
  key: 'keys of vendors beside a name',
  form: 'forms of tools and files',
  name: 'names as keys'
}

const percent = (n: number, of: number): string => `${((n / of) * 100).toFixed(1)} %`
const sum = (values: ReadonlyArray<number>): number => values.reduce((all, value) => all + value, 0)

const showFound = (name: string, found: ReadonlyArray<number>): void =>
  console.log(
    `  ${name.padEnd(32)}${String(found.length).padStart(5)}   found ${percent(sum(found), found.length).padStart(7)}`
  )

const showAlarms = (name: string, texts: ReadonlyArray<string>): void => {
  const alarms = texts.filter((text) => redact(text) !== text || redactAnswer(text).count > 0)
  console.log(`  ${name.padEnd(32)}${String(texts.length).padStart(5)}   changed ${alarms.length}`)
  if (process.env['SHOW'] !== undefined)
    for (const text of alarms) console.log(`    ${redactAnswer(text).text}\n    ${redact(text)}`)
}

// -- time

// Of the processor, not of the clock: whoever shares the machine does not count.
const microsecondsOf = (texts: ReadonlyArray<string>, run: (text: string) => unknown): number =>
  median(
    Array.from({ length: 15 }, () => {
      const begun = process.cpuUsage()
      for (const text of texts) run(text)
      return process.cpuUsage(begun).user
    })
  ) / texts.length

// -- main

const linesOf = (path: string | URL): ReadonlyArray<unknown> =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
const own = (name: string): URL => new URL(`../../bench/${name}`, import.meta.url)

const forms = linesOf(own('redaction.jsonl')) as ReadonlyArray<Form>
for (const half of ['tune', 'held'] as const) {
  const random = randomFrom(20_261_122)
  console.log(half === 'tune' ? '\nThe half that the rules were made on\n' : '\nThe half that was set aside\n')
  const found = forms.filter((form) => form.half === half).map((form) => ({ form, share: shareFound(form, random) }))
  for (const [kind, name] of Object.entries(KINDS))
    showFound(
      name,
      found.filter(({ form }) => form.kind === kind).map(({ share }) => share)
    )
  showFound(
    'all that stands in text',
    found.filter(({ form }) => form.kind !== 'name').map(({ share }) => share)
  )
  if (process.env['MISSED'] === half)
    for (const { form, share } of found) if (share < 1) console.log(`    ${share} ${JSON.stringify(form)}`)
}

console.log('\nGood text\n')
const answers = (linesOf(own('failures.jsonl')) as ReadonlyArray<{ readonly body?: unknown }>).map(({ body }) =>
  typeof body === 'string' ? body : JSON.stringify(body ?? null)
)
showAlarms('answers of failures.jsonl', answers)
for (const path of process.argv.slice(2))
  showAlarms(
    path,
    (linesOf(path) as ReadonlyArray<{ readonly text: string }>).map(({ text }) => text)
  )
const parsing = microsecondsOf(
  answers.map((text) => JSON.stringify(text)),
  (text) => JSON.parse(text)
)
const redacting = microsecondsOf(answers, redact)
console.log(
  `\nTime of an answer of ${Math.round(sum(answers.map((text) => text.length)) / answers.length)} characters: ${redacting.toFixed(1)} µs, ${(redacting / parsing).toFixed(1)} of parsing it\n`
)
