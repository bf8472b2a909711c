/** Removes texts that are known, also where marks that nobody sees, colours or tags stand within them. */
import { REDACTED } from './secret-keys.js'
import {
  asIs,
  mayHaveMarkup,
  replaceIn,
  rewritten,
  type SeenText,
  type Span,
  withoutEscapes,
  withoutMarks,
  withoutMarkup
} from './seen-text.js'

// Marks last: an entity may stand for one.
const seenOf = (text: string): SeenText => {
  const seen = withoutEscapes(text)
  return withoutMarks(mayHaveMarkup(seen.text) ? withoutMarkup(seen) : seen)
}

const placesOf = (text: string, within: string): ReadonlyArray<Span> => {
  const places: Array<Span> = []
  for (let start = within.indexOf(text); start >= 0; start = within.indexOf(text, start + text.length))
    places.push({ start, end: start + text.length })
  return places
}

const without = (seen: SeenText, others: ReadonlyArray<string>): string => {
  const places = others.flatMap((other) => (other === '' ? [] : placesOf(other, seen.text)))
  return rewritten(
    replaceIn(
      seen,
      places.sort((a, b) => a.start - b.start || b.end - a.end),
      REDACTED
    )
  )
}

/** The text without each of the others. */
export const withoutTexts = (text: string, others: ReadonlyArray<string>): string => {
  const seen = without(seenOf(text), [...new Set(others.flatMap((other) => [other, seenOf(other).text]))])
  return without(asIs(seen), others)
}
