/** Judges words also as a reader sees them: a line that is wrapped, a tag or an entity parts no sentence. */
import { asIs, INLINE, withoutMarkup } from '../redact/seen-text.js'

type Test = (words: string) => boolean

// Most words are seen as they are written.
const MAY_DIFFER = /[^ -~]| {2}|[<&*[]/
const BLOCK_TAG = new RegExp(`<(?!/?(?:${INLINE}|br)[\\s/>])[^<>]{0,400}>`, 'gi')

// Of the names of entities, those for letters end with their mark.
const ACCENTS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327'
}
const LETTER = new RegExp(`&([a-z])(${Object.keys(ACCENTS).join('|')});`, 'gi')

/** Words as a reader sees them: in one line, but for tags that part paragraphs. */
const asSeen = (words: string): string =>
  withoutMarkup(
    asIs(
      words
        .replace(/\s+/g, ' ')
        .replace(BLOCK_TAG, '\n')
        .replace(LETTER, (_, letter: string, accent: string) => letter + ACCENTS[accent.toLowerCase()])
        .replace(/&(?:(?:en|em|thin)sp|#(?:9|1[03]|x[9ad]));/gi, ' ')
        .replace(/&[lr]squo;/g, "'")
        .replace(/&(?:[mn]dash|hellip);/g, ' - ')
    )
  )
    .text.normalize('NFKC')
    .replace(/ *\n */g, '\n')
    .replace(/ {2,}/g, ' ')

/** A test of words as they are written, and as a reader sees them. */
export const eitherWay =
  (test: Test): Test =>
  (words) =>
    test(words) || (MAY_DIFFER.test(words) && test(asSeen(words)))
