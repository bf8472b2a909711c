/** Finds the JSON that begins on a later line of a text, behind log lines, a warning or an anti-hijacking prefix. */
import { scanJson, type Scan } from './json-scan.js'
import { skipWhite } from './json-tokens.js'

/** Bounds the time for a hostile text of very short lines; a log of 4 MB has fewer. */
const MAX_SCANS = 200_000

/** The first token, at or behind `from`, that has nothing but white space before it on its line, and a line before that. */
const nextLineStart = (text: string, from: number): number => {
  const line = text.lastIndexOf('\n', from - 1)
  const first = line < 0 ? -1 : skipWhite(text, line + 1)
  if (first >= from) return first
  const next = text.indexOf('\n', from)
  return next < 0 ? text.length : skipWhite(text, next + 1)
}

/**
 * Where the rest of the text, from the start of a line on, is one whole JSON value; `scan` is that of the text from `from` on.
 * Nothing where the text is a plain sequence of JSON values, or is cut inside one.
 *
 * One pass is enough. Where a scan from one line breaks at a later place, no line between the two can begin a value that is whole at the end: the same tokens
 * come in the same order there, so it ends too early or breaks at the same place. And a scan that is cut has seen the end of the text.
 */
export const leadingData = (text: string, from: number, scan: Scan): number | undefined => {
  let at = skipWhite(text, from)
  let onlyValues = true
  let result = scan
  for (let scans = 0; scans < MAX_SCANS; scans++) {
    switch (result.kind) {
      case 'cut':
        return undefined
      case 'whole':
        return onlyValues ? undefined : at
      case 'after_root':
        // Values in a row are read on from wherever the next one begins.
        at = onlyValues ? result.position : nextLineStart(text, result.position)
        break
      case 'fault':
        onlyValues = false
        at = nextLineStart(text, Math.max(result.position, at + 1))
    }
    if (at >= text.length) return undefined
    result = scanJson(text, at)
  }
  return undefined
}
