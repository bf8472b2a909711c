/**
 * Finds secrets in running text, as a reader sees it: by their shape, by the name before them, and by the words of a
 * command or a sentence.
 */
import { SPELLINGS } from './foreign-names.js'
import { findInStatements } from './statement-values.js'
import { findColumns } from './secret-columns.js'
import { findInCommands, findInOptions, findInRecords } from './commands.js'
import { findInManifests } from './manifests.js'
import { isSecretName, REDACTED } from './secret-keys.js'
import { findPairs } from './secret-pairs.js'
import { findersFor } from './secret-rows.js'
import { findTokens } from './secret-tokens.js'
import {
  asIs,
  INLINE_TAG,
  mayHaveMarkup,
  replaceIn,
  TAG,
  withoutEscapes,
  withoutMarks,
  withoutMarkup,
  rewritten,
  type SeenText,
  type Span
} from './seen-text.js'
import type { Secrets } from './secrets.js'
import { findPublishedTokens } from './token-formats.js'

// Most texts hold nothing of the kind: one pass tells, instead of two dozen.
const MAY_HOLD_SECRET = new RegExp(
  [
    '[:=<$@]|%3A|-----BEGIN|(?:earer|asic)\\s|[\\w+/.~-]{15}|[\\s"`\']-[a-zA-Z]|pass|pwd?\\b|\\bpin\\b|rabbit|secret|secure|near ["\'`]|token|key|code|credential|identified|row contains|in with |net us|community|md5 7|AUTH\\b|ACL SETUSER |\\d LOGIN |\\t(?:TRUE|FALSE)\\t|[^\\0-\\x7f]',
    ...SPELLINGS.map(({ sign }) => sign)
  ].join('|'),
  'i'
)

// A pattern as wide as `\w+` matches what stands for a secret, too.
const isReplaced = (text: string, { start, end }: Span): boolean =>
  REDACTED.includes(text.slice(start, end)) &&
  text.slice(Math.max(0, start - REDACTED.length), end + REDACTED.length).includes(REDACTED)

const findMatches = (text: string, pattern: RegExp): ReadonlyArray<Span> =>
  [...text.matchAll(pattern)]
    .map(({ 0: match, index }) => ({ start: index, end: index + match.length }))
    .filter((span) => span.end > span.start && !isReplaced(text, span))

/** Replaces what patterns of the caller's own match. */
export const redactMatches = (text: string, patterns: Secrets['patterns']): string =>
  patterns.reduce((left, pattern) => rewritten(replaceIn(asIs(left), findMatches(left, pattern), REDACTED)), text)

const redactSeen = (seen: SeenText, { isSecret, patterns }: Secrets): SeenText => {
  let left = seen
  const redact = (spans: ReadonlyArray<Span>): void => {
    left = replaceIn(left, spans, REDACTED)
  }
  for (const pattern of patterns) redact(findMatches(left.text, pattern))
  if (!MAY_HOLD_SECRET.test(left.text)) return left
  redact(findInManifests(left.text))
  redact(findColumns(left.text, isSecret))
  redact(findInStatements(left.text, isSecret))
  redact(findInCommands(left.text))
  redact(findInOptions(left.text))
  redact(findInRecords(left.text))
  redact(findPairs(left.text, isSecret))
  redact(findPublishedTokens(left.text))
  for (const find of findersFor(left.text)) redact(find(left.text))
  redact(findTokens(left.text))
  return left
}

// Markup hides a secret where it stands beside a name or within a word; a terminal's links and titles hide words
// anywhere.
const NAME = `(?:pass(?:w(?:or)?d|phrase|code)?|pwd|bearer|secret|token|credential|(?:api|access|account|auth|encryption|private|secret|signing)[ _-]?key|${SPELLINGS.map(({ source }) => source).join('|')})s?`
const DOUBTFUL = '(?:auth\\w{0,10}|code|cookie|dsn|jwt|key|mnemonic|otp|phrase|pin|session\\w{0,4}|signature)s?'
const MARKUP = `(?:${TAG}|\\*|~~|\\[/?(?:[biu]|code)\\]|&(?:[a-z]{2,4}|#\\w{2,5});)`
const CONNECTOR = '\\s{0,4}(?:=>|[:=]{1,2})'
const TOUCHES = new RegExp(
  [
    `${NAME}[\\\\"'\`\\])]{0,6}(?:${CONNECTOR})?\\s{0,8}${MARKUP}`,
    `${DOUBTFUL}[\\\\"'\`\\])]{0,6}${CONNECTOR}\\s{0,8}${MARKUP}`,
    `${DOUBTFUL}(?:\\*{1,3}|</[^<>]{1,20}>|&(?:quot|#\\w{2,5});)${CONNECTOR}`,
    `\\w(?:(?:${INLINE_TAG}){1,4}|&#\\w{2,5};)\\w`,
    '\\u001b[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f]'
  ].join('|'),
  'i'
)

// Tags hold secrets themselves: a text whose markup matters is read twice, as it is shown and as it is.
const redactOnce = (source: string, secrets: Secrets): string => {
  const plain = withoutEscapes(source)
  const isShown = mayHaveMarkup(plain.text) && (secrets.isSecret !== isSecretName || TOUCHES.test(plain.text))
  const left = isShown ? withoutEscapes(rewritten(redactSeen(withoutMarkup(plain), secrets))) : plain
  return rewritten(redactSeen(withoutMarks(left), secrets))
}

const MAX_PASSES = 4

/**
 * Replaces every secret of running text that its shape, name or words reveal to a reader, whatever marks stand within
 * it. All else stays.
 */
export const redactRunning = (text: string, secrets: Secrets): string => {
  let redacted = text
  // A secret that is gone may leave a value beside its name that was not read as one before.
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const again = redactOnce(redacted, secrets)
    if (again === redacted) break
    redacted = again
  }
  return redacted
}
