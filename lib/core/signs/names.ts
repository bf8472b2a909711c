/** The names of fields, compared as a reader sees them. */
import { withoutEscapes, withoutMarks } from '../redact/seen-text.js'

const MAX_NAME = 80
const MAX_REMEMBERED = 4_000

/** Remembers what a function makes of names: the same few come again and again. */
export const remembered = <A>(of: (name: string) => A): ((name: string) => A) => {
  const known = new Map<string, A>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined) return before
    if (known.size >= MAX_REMEMBERED) known.clear()
    const value = of(name)
    known.set(name, value)
    return value
  }
}

// Accents are written or left out, and other scripts have no case to speak of.
const withoutAccents = (text: string): string =>
  /[^\0-\x7f]/.test(text) ? text.normalize('NFKD').replace(/[^\p{L}\p{N}]+/gu, '') : text.replace(/[^a-z0-9]+/g, '')

const plainOf = remembered((name) => withoutAccents(withoutMarks(withoutEscapes(name)).text.toLowerCase()))

/**
 * A name as it is seen, without case, accents, separators and marks: `X-Api-Key` and `xApiKey` are `xapikey`,
 * `@odata.nextLink` is `odatanextlink`. Of a very long one, its end.
 */
export const plainName = (name: string): string => plainOf(name.length > MAX_NAME ? name.slice(-MAX_NAME) : name)

/** A set of words, written with spaces between them. Bundlers leave out those that nobody asks for. */
/* @__NO_SIDE_EFFECTS__ */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))
