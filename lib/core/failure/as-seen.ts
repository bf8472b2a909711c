/** Judges words also as a reader sees them: a line that is wrapped, a tag or an entity parts no sentence. */
import { asIs, INLINE, withoutMarkup } from '../redact/seen-text.js'

type Test = (words: string) => boolean

// Most words are seen as they are written.
const MAY_DIFFER = /[^ -~]| {2}|[<&*[]/
const BLOCK_TAG = new RegExp(` ?<(?!/?(?:${INLINE}|br)[\\s/>])[^<>]{0,400}> ?`, 'gi')

// Entities by the end of their names: `&eacute;`, `&ensp;`, `&rsquo;`, `&ndash;`, `&#10;`
const ENTITY = /&([a-z#]{1,4}?)(grave|acute|circ|tilde|uml|cedil|sp|10|13|squo|dash);/gi
const MEANT: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  cedil: '\u0327',
  squo: "'",
  dash: ' - '
}

/** Words as a reader sees them: in one line, but for tags that part paragraphs. */
const asSeen = (words: string): string => {
  const text = words
    .replace(/\s+/g, ' ')
    .replace(BLOCK_TAG, '\n')
    .replace(ENTITY, (_, letter: string, end: string) => {
      const meant = MEANT[end] ?? ' '
      return meant > '~' ? letter + meant : meant
    })
  return withoutMarkup(asIs(text)).text.normalize('NFKC').replace(/ +/g, ' ')
}

/** A test of words as they are written, and as a reader sees them. */
export const eitherWay =
  (test: Test): Test =>
  (words) =>
    test(words) || (MAY_DIFFER.test(words) && test(asSeen(words)))
