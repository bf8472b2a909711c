/** Quotes the words of a tool in a detail: one line, redacted, bounded, and unable to close the quote. */
import { redactText } from './secret-text.js'
import { cut, oneLine } from './text.js'
import { MAX_DETAIL, type ToolError } from './tool-error.js'

/** At most this many UTF-16 units of a tool's own words. */
const MAX_QUOTED = 300

// A secret that begins before the cut is recognized only if it is complete.
const MARGIN = 1_024

const QUOTES = /["“”„‟″«»＂]/g

/** `The tool says: "…".`, or an empty text without words. */
export const quote = (words: string): string => {
  const line = oneLine(redactText(words.slice(0, MAX_QUOTED + MARGIN)), MAX_QUOTED)
    .replace(QUOTES, "'")
    .replaceAll('\\', '/')
  return line === '' ? '' : `The tool says: "${line}".`
}

/** The error with the tool's words after its detail. */
export const withQuote = (error: ToolError, words: string | undefined): ToolError => {
  const quoted = words === undefined ? '' : quote(words)
  return quoted === '' ? error : { ...error, detail: `${cut(error.detail, MAX_DETAIL - quoted.length - 1)} ${quoted}` }
}
