/**
 * Prints how many secrets the redaction finds, by form, and how often it mistakes good text for one. The forms are
 * published formats, not secrets: the bodies are made at random. Further good text: `node built/bench/redaction.js
 * FILE…`, a line of JSON `{ "text": … }` each.
 */
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { redactor, responseRedactor } from '#core/redact'
import { textOf } from '../spec/corpora/corpora.js'
import { responses } from '../spec/corpora/failures.js'
import { forms, isChanged, shareFound, type Form } from '../spec/corpora/secrets.js'
import { median } from './harness.js'

const redact = redactor({ maxLength: 1_000_000, maxChars: 1_000_000 })
const redactAnswer = responseRedactor()

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
  const alarms = texts.filter(isChanged)
  console.log(`  ${name.padEnd(32)}${String(texts.length).padStart(5)}   changed ${alarms.length}`)
  if (process.env['SHOW'] !== undefined)
    for (const text of alarms) console.log(`    ${redactAnswer(text).text}\n    ${redact(text)}`)
}

// -- passwords as generators make them, in what others write without quotes

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const GENERATORS: ReadonlyArray<readonly [name: string, signs: string, length: number]> = [
  ['AWS', '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', 32],
  ['Bitwarden', '!@#$%^&*', 16],
  ['LastPass', '!@#$%^&*()_+-=[]{}', 20],
  ['KeePass', '!@#$%^&*()[]{}<>;', 20]
]
const PLACES: Readonly<Record<string, (password: string) => string>> = {
  variable: (password) => `DB_PASSWORD=${password}`,
  YAML: (password) => `password: ${password}`,
  'ADO.NET': (password) => `Server=db;User Id=app;Password=${password};Encrypt=true`,
  form: (password) => `user=ann&password=${encodeURIComponent(password)}`,
  sentence: (password) => `login failed for "app" with password "${password.replaceAll('"', 'x')}"`
}

const isHalfLeft = (password: string, text: string): boolean => {
  const half = Math.ceil(password.length / 2)
  return Array.from({ length: half + 1 }, (_, at) => password.slice(at, at + half)).some((part) => text.includes(part))
}

const showGenerated = (): void => {
  for (const [name, signs, length] of GENERATORS) {
    const alphabet = LETTERS + signs
    const passwords = Array.from({ length: 2_000 }, () =>
      Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
    )
    const left = Object.entries(PLACES).map(([place, write]) => {
      const count = passwords.filter((password) =>
        isHalfLeft(place === 'form' ? encodeURIComponent(password) : password, redact(write(password)))
      ).length
      return `${place} ${percent(count, passwords.length)}`
    })
    console.log(`  ${`${name}, ${length} characters`.padEnd(32)}half left: ${left.join(', ')}`)
  }
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

for (const half of ['tune', 'held'] as const) {
  console.log(half === 'tune' ? '\nThe half that the rules were made on\n' : '\nThe half that was set aside\n')
  const found = forms
    .filter((form) => form.half === half)
    .map((form) => ({ form: form.label, share: shareFound(form).share }))
  for (const [kind, name] of Object.entries(KINDS))
    showFound(
      name,
      found.filter(({ form }) => form.kind === kind).map(({ share }) => share)
    )
  showFound(
    'all that stands in text',
    found.filter(({ form }) => form.kind !== 'name').map(({ share }) => share)
  )
}

console.log('\nPasswords of generators\n')
showGenerated()

console.log('\nGood text\n')
const answers = responses.map(({ label }) => textOf(label))
showAlarms('responses of failures.jsonl', answers)
for (const path of process.argv.slice(2))
  showAlarms(
    path,
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { readonly text: string }).text)
  )
const parsing = microsecondsOf(
  answers.map((text) => JSON.stringify(text)),
  (text) => JSON.parse(text)
)
const redacting = microsecondsOf(answers, redact)
console.log(
  `\nTime of a response of ${Math.round(sum(answers.map((text) => text.length)) / answers.length)} characters: ${redacting.toFixed(1)} µs, ${(redacting / parsing).toFixed(1)} of parsing it\n`
)
