/** Reads the complete elements of an array from a broken JSON text. */
import * as E from 'fp-ts/lib/Either.js'
import { DEFAULT_LIMITS, type CopyLimits } from '../foreign/copy-data.js'
import type { Path } from '../errors/issue.js'
import { scanJson } from './scan.js'
import { afterMark } from './tokens.js'
import { walkJson } from './read.js'

/**
 * The text of the array's complete elements and the commas between them, if the array began. As with `JSON.parse`, the
 * last of repeated keys wins.
 */
const wholeText = (text: string, path: Path): string | undefined => {
  let began = false
  let isInside = false
  let from = 0
  let to = 0
  scanJson(text, afterMark(text), {
    begin: (kind, start, place) => {
      if (!isInside && place.leadsTo(path)) {
        began = isInside = kind === 'array' && place.depth === path.length
        from = to = start + 1
      }
    },
    end: (_kind, end, place) => {
      if (isInside && place.depth === path.length + 1) to = end
      else if (isInside && place.depth === path.length) isInside = false
    }
  })
  return began ? text.slice(from, to) : undefined
}

/**
 * The complete elements, in order, of the array at `path` in a text that is cut or broken; nothing is closed or
 * completed. A number is complete only if a character after it ends it. `undefined` if the array never began, or
 * exceeds the caps.
 */
export const wholeElements = (
  text: string,
  path: Path,
  limits: Partial<CopyLimits> = {}
): ReadonlyArray<unknown> | undefined => {
  const whole = wholeText(text, path)
  if (whole === undefined) return undefined
  const elements: unknown = JSON.parse(`[${whole}]`)
  // The depth counts from the root of the response, not from this array.
  const { maxDepth = DEFAULT_LIMITS.maxDepth } = limits
  const walked = walkJson(elements, { ...limits, maxDepth: maxDepth - path.length })
  return E.isRight(walked) && Array.isArray(elements) ? elements : undefined
}
