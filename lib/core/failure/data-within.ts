/** JSON that stands among other words: `Payments said: {"error": …}`. */
import { isObject } from '../foreign/fields.js'
import { dataOf } from '../json/read.js'

const BEGINS = /\{(?=\s{0,80}["}])|\[(?=\s{0,80}[[{"])/g
const MAX_TRIED = 5

const firstIn = (text: string): object | undefined => {
  const ends = ['}', ']'].map((end) => text.lastIndexOf(end) + 1)
  let tried = 0
  for (const { index } of text.matchAll(BEGINS)) {
    if (tried++ === MAX_TRIED) return undefined
    const found = ends.map((end) => dataOf(text.slice(index, end))).find(isObject)
    if (found !== undefined) return found
  }
  return undefined
}

/** The first data in a text, and in each of its lines; also where their quotes are escaped. */
export const dataWithin = (text: string): ReadonlyArray<object> => {
  if (!/[[{]/.test(text)) return []
  const texts = new Set([text.replaceAll('\\"', '"'), text, ...text.split('\n')])
  return [...texts].map(firstIn).filter((one) => one !== undefined)
}
