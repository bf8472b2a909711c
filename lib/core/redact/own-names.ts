/** Names of a caller's own, read as a known one: no rule has to know them, so none can forget them. */
import { plainName } from '../signs/names.js'
import { REDACTED } from './secret-keys.js'
import { type SeenText, seenIn } from './seen-text.js'

// A name that every rule knows, in the case of another: clauses of SQL ask for it.
const KNOWN_NAME = 'password'
const knownName = (name: string): string => {
  if (name === name.toLowerCase()) return KNOWN_NAME
  return name === name.toUpperCase() ? 'PASSWORD' : 'Password'
}

// Behind an escape of a URL or a text, a name begins, too.
const BEGIN = '(?:(?<=%[\\da-f]{2}|\\\\[nrt])|(?<![\\p{L}\\p{M}\\p{N}]|[\\p{L}\\p{N}][_-]))'
const END = '(?![\\p{L}\\p{M}\\p{N}]|[_-][\\p{L}\\p{N}])'

// Case and separators do not matter, nor whether accents are written.
const writings = (key: string): ReadonlyArray<string> =>
  [plainName(key), key.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '')].map((name) =>
    name.split(/(?:)/u).join('[ ._-]?')
  )

/** Finds the names of a caller's own, also those that some rules know, such as `card_pin`. */
export const ownNames = (keys: ReadonlyArray<string>): RegExp | undefined => {
  const own = keys.filter((key) => ![KNOWN_NAME, plainName(REDACTED)].includes(plainName(key)))
  const sources = new Set(own.flatMap(writings))
  return sources.size === 0 ? undefined : new RegExp(`${BEGIN}(?:${[...sources].join('|')})${END}`, 'giu')
}

/** The text as it is seen with a known name in place of those; the same text where it has none. */
export const withKnownNames = (seen: SeenText, names: RegExp | undefined): SeenText =>
  names === undefined
    ? seen
    : seenIn(
        seen,
        Array.from(seen.text.matchAll(names), ({ 0: name, index }) => ({
          start: index,
          end: index + name.length,
          shown: knownName(name)
        }))
      )
