/**
 * Finds secrets in running text, as a reader sees it: by their shape, by the name before them, and by the words of a
 * command or a sentence.
 */
import { SPELLINGS } from './foreign-names.js'
import { withFieldNames } from './form-names.js'
import { findInStatements } from './statement-values.js'
import { findColumns } from './secret-columns.js'
import { findGrouped } from './grouped-values.js'
import { findAuth, findInCommands, findInOptions, findInRecords } from './commands.js'
import { findInManifests } from './manifests.js'
import { withKnownNames } from './own-names.js'
import { matchAt } from './quoted-values.js'
import { isSecretName, REDACTED } from './secret-keys.js'
import { findPairs } from './secret-pairs.js'
import { findersFor, findKeyBlocks } from './secret-rows.js'
import { findTokens } from './secret-tokens.js'
import {
  asIs,
  mayHaveMarkup,
  replaceIn,
  withoutAsides,
  withoutEscapes,
  withoutMarks,
  withoutMarkup,
  rewritten,
  type SeenText,
  type Span
} from './seen-text.js'
import type { Secrets } from './secrets.js'
import { findPublishedTokens } from './token-formats.js'

const WORDS = [
  'bearer|basic|pass|pwd?\\b|\\bpin\\b|rabbit|secret|secure|near ["\'`]|token|key|code|credential|identified|row contains|auth|login|cookie|dsn|jwt|mnemonic|otp|phrase|session|signature|[^\\0-\\x7f]',
  ...SPELLINGS.map(({ sign }) => sign)
].join('|')
// Most texts hold nothing of the kind: one pass tells, instead of two dozen.
const MAY_HOLD_SECRET = new RegExp(
  `[:=<>$@|\\t]|%3A| {2}|[\\w+/.~-]{15}|[\\s"'\`]-[a-z]|in with |net us|community|md5 7|psk|acl setuser |\\d login |${WORDS}`,
  'i'
)
// Markup hides a secret where it stands beside a name or within a word; a terminal's links and titles hide words
// anywhere.
const TOUCHES = new RegExp(
  `(?:${WORDS})\\w{0,10}[\\\\"'\`\\])]{0,6}(?:\\s{0,4}(?:=>|[:=]{1,2}))?\\s{0,8}[<*~[&]|\\w(?:(?:</?[a-z]{1,6}[^<>]{0,200}>){1,4}|&#\\w{2,5};)\\w|\\u001b[\\]PX^_]|[\\u0090-\\u009f]`,
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
export const redactMatches = (text: string, { patterns, keepsLines }: Secrets): string =>
  patterns.reduce(
    (left, pattern) => rewritten(replaceIn(asIs(left), findMatches(left, pattern), REDACTED), keepsLines),
    text
  )

/** Whether a pattern of the caller's own matches a number, as it is written. */
export const matchesNumber = (written: string, { patterns }: Secrets): boolean =>
  patterns.some((pattern) => findMatches(written, pattern).length > 0)

// Rules read so much of a secret at most; the longest tokens go on.
const LONG = 200
const REST = /[\w+/=.~%^#:*!$-]*/y

const withRest = (text: string, spans: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  let done = 0
  return spans.map(({ start, end }) => {
    const isLong = start >= done && end - start >= LONG
    done = Math.max(done, isLong ? end + (matchAt(REST, text, end)?.[0].length ?? 0) : end)
    return { start, end: isLong ? done : end }
  })
}

const redactSeen = (seen: SeenText, { isSecret, patterns }: Secrets): SeenText => {
  let left = seen
  const redact = (spans: ReadonlyArray<Span>): void => {
    left = replaceIn(left, withRest(left.text, spans), REDACTED)
  }
  for (const pattern of patterns) left = replaceIn(left, findMatches(left.text, pattern), REDACTED)
  if (!MAY_HOLD_SECRET.test(left.text)) return left
  // A name would take no more than the first line.
  redact(findKeyBlocks(left.text))
  redact(findInManifests(left.text))
  redact(findColumns(left.text, isSecret))
  redact(findGrouped(left.text, isSecret))
  redact(findInStatements(left.text, isSecret))
  redact(findAuth(left.text))
  redact(findInCommands(left.text))
  redact(findInOptions(left.text, isSecret))
  redact(findInRecords(left.text))
  redact(findPairs(left.text, isSecret))
  redact(findPublishedTokens(left.text))
  for (const find of findersFor(left.text)) redact(find(left.text))
  redact(findTokens(left.text))
  return left
}

// Tags part the cells of a table.
const redactTables = (plain: SeenText, { isSecret, keepsLines }: Secrets): SeenText => {
  const seen = withoutAsides(plain)
  const found = seen.pieces.length > plain.pieces.length ? findColumns(seen.text, isSecret) : []
  return found.length === 0 ? plain : withoutEscapes(rewritten(replaceIn(seen, found, REDACTED), keepsLines))
}

// With names of a caller's own, a text is read twice: every rule knows the name that stands for them, and some know how
// long they are.
const redactAs = (seenOf: (plain: SeenText) => SeenText, plain: SeenText, secrets: Secrets): string => {
  const seen = withFieldNames(seenOf(plain))
  const named = withKnownNames(seen, secrets.names)
  if (named === seen) return rewritten(redactSeen(seen, secrets), secrets.keepsLines)
  const left = rewritten(redactSeen(named, secrets), secrets.keepsLines)
  return rewritten(redactSeen(withFieldNames(seenOf(withoutEscapes(left))), secrets), secrets.keepsLines)
}

// Tags hold secrets themselves: a text whose markup matters is read twice, as it is shown and as it is.
const redactOnce = (source: string, secrets: Secrets): string => {
  const asWritten = withoutEscapes(source)
  const plain = /<t[hd][\s>]/i.test(asWritten.text) ? redactTables(asWritten, secrets) : asWritten
  const isShown = mayHaveMarkup(plain.text) && (secrets.isSecret !== isSecretName || TOUCHES.test(plain.text))
  const left = isShown ? withoutEscapes(redactAs(withoutMarkup, plain, secrets)) : plain
  return redactAs(withoutMarks, left, secrets)
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
