/** Finds where in a JSON text the value of a path stands. */
import type { Path } from '../../../lib/core/errors/index.js'
import { afterMark, scanJson } from '../../../lib/core/json/index.js'

export interface Range {
  readonly start: number
  readonly end: number
}

const keyOf = (path: Path): string => JSON.stringify(path)

/**
 * The range of each value by its path. One that the text ends in ends with the text; of a repeated key the last value
 * counts.
 */
export const placesIn = (text: string): ReadonlyMap<string, Range> => {
  const ranges = new Map<string, Range>()
  const open: Array<{ readonly key: string; readonly start: number }> = []
  scanJson(text, afterMark(text), {
    begin: (_kind, start, place) => {
      const key = keyOf(place.path())
      open.push({ key, start })
      ranges.set(key, { start, end: text.length })
    },
    end: (_kind, end) => {
      const value = open.pop()
      if (value !== undefined) ranges.set(value.key, { start: value.start, end })
    }
  })
  return ranges
}

/** The range of a path; of a value that is not there, the opening character of the nearest container that is. */
export const placeOf = (ranges: ReadonlyMap<string, Range>, path: Path): Range | undefined => {
  const whole = ranges.get(keyOf(path))
  if (whole !== undefined) return whole
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const container = ranges.get(keyOf(path.slice(0, depth)))
    if (container !== undefined) return { start: container.start, end: container.start + 1 }
  }
  return undefined
}
