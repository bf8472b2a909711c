/**
 * Removes secrets from a response and keeps it readable: JSON stays JSON of the same types, a cut text stays cut at the
 * same place, so that a codec treats the recording like the original.
 */
import { scanJson } from '../json/scan.js'
import { JsonRedactor, type RedactedText, valueOf } from './json-redactor.js'
import { redactMatches, redactRunning } from './secret-text.js'
import { KNOWN, secretsOf, type SecretOptions, type Secrets } from './secrets.js'

const redactJson = (text: string, secrets: Secrets): RedactedText => new JsonRedactor(text, secrets, redactText).run()

// Only an object or a list under a name, a table, a name beside its value and texts with escapes need the structure of
// JSON:
// `Error: 400 {"token": {"value": …}}`, `got {"csv": "user,password\nann,…"}`
const NEEDS_STRUCTURE = /"\s{0,8}:\s{0,8}[[{]|\[\s{0,8}\[|\\|(?:value|text)"\s{0,8}:/i
// A text in quotes, too, where it holds lines or quotes of its own: `Could not parse "user,password\nann,…"`
const BEGINS = /[[{](?=\s{0,8}["[{])|"(?=[^"\\\n]{0,400}\\[nrt"])/g

/** Where the JSON ends that begins at a place, or, where it is none, how far it was read. */
const endOfJson = (text: string, from: number): { readonly isJson: boolean; readonly end: number } => {
  const scan = scanJson(text, from)
  if (scan.kind !== 'whole' && scan.kind !== 'cut') return { isJson: scan.kind === 'after_root', end: scan.position }
  // A text that ends amid an escape is not decoded: to read it once more would never end.
  const isJson = scan.kind === 'whole' || text[from] !== '"' || valueOf(`${text.slice(from)}"`) !== undefined
  return { isJson, end: text.length }
}

const redactWithin = (text: string, secrets: Secrets): string => {
  if (!NEEDS_STRUCTURE.test(text)) return text
  let redacted = ''
  let done = 0
  BEGINS.lastIndex = 0
  for (let begin = BEGINS.exec(text); begin !== null; begin = BEGINS.exec(text)) {
    const { isJson, end } = endOfJson(text, begin.index)
    if (isJson) {
      redacted += text.slice(done, begin.index) + redactJson(text.slice(begin.index, end), secrets).text
      done = end
    }
    BEGINS.lastIndex = Math.max(end, begin.index + 1)
  }
  return redacted + text.slice(done)
}

/** Replaces every secret of a text, of JSON by its structure: what a text within it holds is read the same way. */
export const redactText = (text: string, secrets: Secrets = KNOWN): string =>
  /^\s*[[{]/.test(text)
    ? redactMatches(redactJson(text, secrets).text, secrets.patterns)
    : redactWithin(redactRunning(text, secrets), secrets)

/** Makes a redactor of responses: linear, total, and without a limit of its own. */
export const responseRedactor = (options: SecretOptions = {}): ((text: string) => RedactedText) => {
  const secrets = secretsOf(options)
  return (text) => redactJson(text, secrets)
}
