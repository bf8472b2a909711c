/**
 * Finds secrets by their shape, and by the words of a command or a sentence before them. Every expression here is
 * linear.
 */
import { looksRandom } from './random-text.js'
import { quotations } from './quotations.js'
import { phrases } from './secret-phrases.js'
import { keyBlocks, shapes, type SecretForm } from './secret-shapes.js'
import type { Span } from './seen-text.js'
import { tripleOf, TRIPLES, triplesOf } from './triples.js'

const isSecretIn = (secret: string, before: string, least: SecretForm[2]): boolean => {
  if (least === undefined) return true
  if (/^(?:[[<]|[{$]\{)/.test(secret)) return false
  if (typeof least === 'function') return least(secret, before)
  return least === 0 || looksRandom(secret.replace(/[.!]$/, ''), least)
}

const findRow = (text: string, pattern: RegExp, least: SecretForm[2]): ReadonlyArray<Span> => {
  const found: Array<Span> = []
  pattern.lastIndex = 0
  for (let row = pattern.exec(text); row !== null; row = pattern.exec(text)) {
    const start = row.index + (row[1]?.length ?? 0)
    const end = row.index + row[0].length
    if (end > start && isSecretIn(text.slice(start, end), row[1] ?? '', least)) found.push({ start, end })
    // `Secret Access Key: …`: the value of one name may be a part of another.
    else pattern.lastIndex = Math.max(start, row.index + 1)
  }
  return found
}

/** Finds key blocks, whatever stands around each of their lines. */
export const findKeyBlocks = (text: string): ReadonlyArray<Span> =>
  text.includes('---- BEGIN ') || text.includes('-----BEGIN')
    ? keyBlocks()
        .flatMap(([, pattern, least]) => findRow(text, pattern, least))
        .toSorted((a, b) => a.start - b.start)
    : []

// -- which of them a text may hold

const rowsOf = (forms: ReadonlyArray<SecretForm>, otherwise?: number) =>
  forms.map(([sign, pattern, least = otherwise]) => ({
    sign,
    triples: triplesOf(sign),
    find: (text: string) => findRow(text, pattern, least)
  }))

// Made when a text is first searched: with them, an import of the root takes a twentieth longer.
let rows: ReturnType<typeof rowsOf> | undefined
// Words before a secret may stand before what stands for one.
const allRows = () => (rows ??= [...rowsOf(shapes()), ...rowsOf([...phrases(), ...quotations()], 0)])

// One look at a text for all signs, since a search for each of them would take as long as all that is found by them.
const SEEN = new Uint8Array(TRIPLES)

/** The finders of those forms whose sign stands in a text. */
export const findersFor = (text: string): ReadonlyArray<(text: string) => ReadonlyArray<Span>> => {
  const small = text.toLowerCase()
  SEEN.fill(0)
  let [a, b] = [0, 0]
  for (let at = 0; at < small.length; at++) {
    const c = small.charCodeAt(at)
    SEEN[tripleOf(a, b, c)] = 1
    a = b
    b = c
  }
  return allRows()
    .filter(({ sign, triples }) => triples.every((triple) => SEEN[triple] === 1) && small.includes(sign))
    .map(({ find }) => find)
}
