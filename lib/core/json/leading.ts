/** Finds the JSON that begins on a later line of a text, behind log lines, a warning or an anti-hijacking prefix. */
import { scanJson, type Scan } from './scan.js'
import { skipWhite } from './tokens.js'

/** Bounds the time for a hostile text of very short lines; a log of 4 MB has fewer. */
const MAX_SCANS = 200_000

/** The first token, from `from` on, that begins a line after the first. */
const nextLineStart = (text: string, from: number): number => {
  const line = text.lastIndexOf('\n', from - 1)
  const first = line < 0 ? -1 : skipWhite(text, line + 1)
  if (first >= from) return first
  const next = text.indexOf('\n', from)
  return next < 0 ? text.length : skipWhite(text, next + 1)
}

/**
 * The position from which the rest of the text is one whole JSON value, at the start of a line; `scan` is the scan from `from`. Undefined if the text is a
 * plain sequence of JSON values, or is cut inside one. One pass is enough: if a scan from one line breaks at a later place, no line in between can begin a
 * value that is whole at the end, because the same tokens follow there in the same order. A cut scan has seen the end of the text.
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
        // Values in a row are read on from the start of the next one.
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
