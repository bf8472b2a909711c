/**
 * Removes secrets from a response and keeps it readable: JSON stays JSON of the same types, a cut text stays cut at the
 * same place, so that a codec treats the recording like the original.
 */
import { scanJson } from '../json/scan.js'
import { matchAt } from './quoted-values.js'
import { JsonRedactor, type RedactedText } from './json-redactor.js'
import { asJson } from './printed-data.js'
import { REDACTED } from './secret-keys.js'
import { Lines } from './secret-lines.js'
import { redactMatches, redactRunning } from './secret-text.js'
import { KNOWN, secretsOf, type SecretOptions, type Secrets } from './secrets.js'
import { characterOf, type SeenChange, replaceIn, rewritten, withoutColors } from './seen-text.js'

const redactJson = (text: string, secrets: Secrets): RedactedText => new JsonRedactor(text, secrets, redactText).run()

// -- JSON in a text

// Only an object or a list under a name, a table and a name beside its value need the structure of data:
// `Error: 400 {"token": {"value": …}}`; `apiKey: ApiKey { key: … }`, `passwords: Map(1) { … }`
const NEEDS_STRUCTURE =
  /["'\w]\s{0,8}(?::|=>)\s{0,8}(?:[A-Z][\w$.]{0,80}(?:\(\d{1,6}\))?\s?)?[[{(]|[[(]\s{0,8}[[(]|\[\s{0,8}(['"`])(?:(?!\1).){0,4000}\1\s{0,8},\s{0,8}\1|\\|(?:val(?:ues?)?|actual|text|input|received|instance|data|branch)["']?\s{0,8}(?::|=>)/i
const BEGINS = /[[{](?=\s{0,8}["[{])/g

// What was replaced of a text in quotes, without them: they may be others there.
const withoutQuotes = ({ start, end, shown }: SeenChange): SeenChange =>
  shown.startsWith('"')
    ? { start: start + 1, end: end - (/.(?<!\\)"$/.test(shown) ? 1 : 0), shown: shown.replace(/^"|(?<!\\)"$/g, '') }
    : { start, end, shown }

// Of a text that rules for text were run on, as the lines of a list are.
const isPart = ({ shown }: SeenChange): boolean => shown !== REDACTED && shown.includes(REDACTED)

const redactWithin = (text: string, secrets: Secrets): string => {
  if (!NEEDS_STRUCTURE.test(text)) return text
  const seen = asJson(text)
  const changes: Array<SeenChange> = []
  let next = 0
  const begins = new RegExp(BEGINS)
  for (let begin = begins.exec(seen.text); begin !== null; begin = begins.exec(seen.text)) {
    const { index } = begin
    const scan = scanJson(seen.text, index)
    const end = scan.kind === 'after_root' || scan.kind === 'fault' ? scan.position : seen.text.length
    if (scan.kind !== 'fault') {
      // Its strings are redacted by now.
      const json = new JsonRedactor(seen.text.slice(index, end), secrets, redactRunning)
      json.run()
      while ((seen.pieces[next]?.at ?? Infinity) < index) next++
      const isPrinted = (seen.pieces[next]?.at ?? Infinity) < end
      for (const change of json.changes.map(withoutQuotes)) {
        const [from, to] = [change.start + index, change.end + index]
        // A program prints more sentences below such a name than a service sends.
        const value = seen.text.slice(from, to).replace(/\\n$/, '').trim()
        if (!isPrinted || isPart(change) || /^(?!\d+$)[^\s\d]*\d\S*$/.test(value))
          changes.push({ ...change, start: from, end: to })
      }
    }
    begins.lastIndex = Math.max(end, index + 1)
  }
  return rewritten(replaceIn(seen, changes, REDACTED), secrets.keepsLines)
}

// -- strings in a text, which hold lines, quotes or JSON of their own: `Could not parse "user,password\nann,…"`,
// `{'body': '{"password": …}'}`

// Python and Node show one in other quotes than JSON's; an apostrophe within a word opens none.
const STRING =
  /(?<!\\)(?:(?<!\w)|(?<=\b[bBuU])|(?!'))(["'`])(?=(?:(?!\1)[^\\\n]){0,4000}\\[nrt\\"'`]|[[{]\s{0,8}["[{])/g

// Between its lines, as Node shows it.
const JOINT = /(["'`]) \+\r?\n\s{0,80}\1/y

// Before its line does, or with the text.
const endOfString = (text: string, from: number, quote: string | undefined): number => {
  let at = from
  while (at < text.length && text[at] !== '\n') {
    const joint = text[at] === quote ? (matchAt(JOINT, text, at)?.[0].length ?? 0) : undefined
    if (joint === 0) break
    at += joint ?? (text[at] === '\\' ? 2 : 1)
  }
  return text[at] === '\n' ? -1 : Math.min(at, text.length)
}

const SHORT: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }
const LETTER: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't' }
// Escapes of a language, as `\x41`, stay as they are: their slash is not to be escaped once more.
const LONG_ESCAPE = /(?<!\\)(?:\\\\)*\\[^nrt\\"'`]/

const redactString = (inner: string, quote: string, secrets: Secrets): string => {
  const joined = inner.replace(new RegExp(JOINT, 'g'), '')
  const shown = joined.replace(/\\([nrt\\"'`])/g, (_, short: string) => SHORT[short] ?? short)
  // The lines of a key may be a string each.
  const left = /-----BEGIN [^-]{1,60}-----\s*$/.test(shown) ? shown : redactText(shown, secrets)
  if (left === shown) return inner
  const used = new Set(inner.match(/\\[nrt"'`]/g))
  const slash = LONG_ESCAPE.test(inner) ? /\\(?=[nrt\\"'`]|$)/g : /\\/g
  return left.replace(slash, '\\\\').replace(/[\n\r\t"'`]/g, (c) => {
    const escaped = `\\${LETTER[c] ?? c}`
    return c === quote || used.has(escaped) ? escaped : c
  })
}

const redactStrings = (text: string, secrets: Secrets): string => {
  if (!/\\|["'`][[{]/.test(text)) return text
  let redacted = ''
  let done = 0
  const strings = new RegExp(STRING)
  for (let begin = strings.exec(text); begin !== null; begin = strings.exec(text)) {
    const start = strings.lastIndex
    const end = endOfString(text, start, begin[1])
    if (end === -1) continue
    redacted += text.slice(done, start) + redactString(text.slice(start, end), begin[1] ?? '', secrets)
    done = end
    strings.lastIndex = end + 1
  }
  return redacted + text.slice(done)
}

// -- attributes and texts of HTML, whose quotes are entities: `data-page="{&quot;token&quot;:…}"`

const QUOTE_ENTITY = /&(?:quot|apos|#3[49]|#x2[27]);/i
const PART = /(="|='|>)((?<=")[^"]*|(?<=')[^']*|(?<=>)[^<]*)/g
const ENTITY = /&(?:quot|apos|#3[49]|#x2[27]|amp|lt|gt);/gi

const redactPart = (part: string, secrets: Secrets): string => {
  if (!QUOTE_ENTITY.test(part)) return part
  const entities = new Map<string, string>()
  const shown = part.replace(ENTITY, (entity) => {
    const character = characterOf(entity)
    entities.set(character, entity)
    return character
  })
  const left = redactText(shown, secrets)
  return left === shown ? part : left.replace(/["'&<>]/g, (character) => entities.get(character) ?? character)
}

const redactParts = (text: string, secrets: Secrets): string =>
  QUOTE_ENTITY.test(text)
    ? text.replace(PART, (_, begin: string, part: string) => begin + redactPart(part, secrets))
    : text

// Texts in quotes come first: a value within them ends with its line.
const redactAsIs = (text: string, secrets: Secrets, isBroken: boolean): string => {
  if (!isBroken && /^\s*[[{]/.test(text)) return redactMatches(redactJson(text, secrets).text, secrets)
  const running = redactRunning(redactParts(redactStrings(text, secrets), secrets), secrets)
  return redactWithin(running, secrets)
}

/**
 * Replaces every secret of a text, of JSON by its structure: what a text within it holds is read the same way. Colours
 * go where they stand in the way of that.
 */
export const redactText = (text: string, secrets: Secrets = KNOWN, isBroken = false): string => {
  const left = redactAsIs(text, secrets, isBroken)
  const plain = withoutColors(left)
  const again = plain === left ? plain : redactAsIs(plain, secrets, isBroken)
  return again === plain ? left : again
}

// A quotation shows fewer.
const MAX_LINES_CHARS = 16_384

/** Replaces secrets in a list that may be the lines of one text, as a quotation would show them side by side. */
export const redactLines = (list: ReadonlyArray<unknown>): ReadonlyArray<unknown> =>
  list.length < 2 ? list : new Lines(KNOWN, redactText, MAX_LINES_CHARS).redact(list)

/** Makes a redactor of responses: linear, total, and without a limit of its own. */
export const responseRedactor = (options: SecretOptions = {}): ((text: string) => RedactedText) => {
  const secrets = secretsOf(options)
  return (text) => redactJson(text, secrets)
}
