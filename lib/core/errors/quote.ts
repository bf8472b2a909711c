/** Quotes the words of a tool in a detail: one line, redacted, bounded, and unable to close the quote. */
import { redactText } from '../redact/redact-json.js'
import { isTrace, withoutFrames } from './frames.js'
import { cut, inLine, oneLine } from './text.js'
import { MAX_DETAIL, type ToolError } from './tool-error.js'

/** At most this many UTF-16 units of a tool's own words. */
const MAX_QUOTED = 300

// A secret that begins before the cut is recognized only if it is complete.
const MARGIN = 1_024

// All that Unicode calls a quotation mark, what looks like two strokes, and entities; not the ‹ › by which markers were
// broken up. As escapes, which a page in another charset reads, too.
const QUOTES =
  /(?![\u2039\u203a])[\p{Quotation_Mark}\u02ba\u02dd\u02ee\u02f6\u05f4\u2033\u2034\u2036\u2037\u2057\u3003\u275b-\u2760\u{1f676}-\u{1f678}]|&(?:quot|[bl]dquo|rdquo|[lr]aquo|#0*34|#x0*22);/giu

// A client that renders the error would load an image or offer a link.
const rendersNothing = (line: string): string => line.replace(/<(?=[a-z!?])/gi, '‹').replaceAll('](', '] (')

const MAX_TRACE = 16_384

// The lines of a stack show a secret as one, and so they go last.
const clean = (words: string): string =>
  withoutFrames(redactText(words.slice(0, isTrace(words) ? MAX_TRACE : MAX_QUOTED + MARGIN)))

/** Foreign words as they stand within a quote, and wherever else a model reads a few of them. */
export const quotable = (words: string): string => {
  const line = oneLine(inLine(clean(words)), MAX_QUOTED)
    .replace(QUOTES, "'")
    .replaceAll('\\', '/')
  return cut(rendersNothing(line), MAX_QUOTED)
}

/** `The tool says: "…".`, or an empty text without words. */
export const quote = (words: string): string => {
  const line = quotable(words)
  return line === '' ? '' : `The tool says: "${line}".`
}

/** The error with the tool's words as its detail. Of wrong arguments, they say more than our hint would. */
export const inWordsOf = (error: ToolError, words: string): ToolError => {
  const detail = quote(words)
  if (detail === '') return error
  return error.error_class === 'semantic_garbage' ? { ...error, detail, hint: null } : { ...error, detail }
}

/** The error with the tool's words after its detail. */
export const withQuote = (error: ToolError, words: string | undefined): ToolError => {
  const quoted = words === undefined ? '' : quote(words)
  return quoted === '' ? error : { ...error, detail: `${cut(error.detail, MAX_DETAIL - quoted.length - 1)} ${quoted}` }
}
