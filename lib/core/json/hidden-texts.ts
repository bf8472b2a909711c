/**
 * Text that people do not see, in a JSON text: found in each key and string, escaped or not, so that everything else of
 * it stays unchanged.
 */
import { withoutHidden, type HiddenTextWay } from '../errors/hidden.js'
import { scanJson, type JsonVisitor } from './scan.js'
import { afterMark } from './tokens.js'

// As characters, or as JSON escapes them. Most texts have nothing of it, and are looked at no further. Halves of a
// character: a first without a second, or a second behind another.
const MAY_HIDE =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8]|\ud82f|\ud834|[\udb40-\udb43]|\\u(?:00ad|034f|061c|11[56]|17b|180|20[026]|3164|d82f|d834|db4|fe0|feff|ff[af]|00[357][bc]|ff[15]c|d[89ab]..(?!\\+ud[c-f])|d[c-f]..(?:\\+ud[c-f]|[\udc00-\udfff]))|[\ud800-\udbff](?![\udc00-\udfff])|[\udc00-\udfff](?:\\+ud[c-f]|[\udc00-\udfff])|[<\uff1c][|\uff5c<sbe]|\[\/?[AIST]/i

/** Whether a text may hold text that people do not see: far too often, and never too seldom. */
export const mayHide = (text: string): boolean => MAY_HIDE.test(text)

/**
 * A JSON text, or several behind each other, with other strings in the place of some. `under`: the key whose value a
 * string is, or is listed in; undefined for a key itself.
 */
export const withTexts = (json: string, instead: (text: string, under: string | undefined) => string): string => {
  let [out, from, began, key] = ['', 0, 0, '']
  const above: Array<string> = []
  const textAt = (start: number, end: number): string => JSON.parse(json.slice(start, end)) as string
  const look = (start: number, end: number, under: string | undefined): void => {
    if (!mayHide(json.slice(start, end))) return
    const text = textAt(start, end)
    const shown = instead(text, under)
    if (shown === text) return
    out += json.slice(from, start) + JSON.stringify(shown)
    from = end
  }
  const visitor: JsonVisitor = {
    key: (start, end) => {
      look(start, end, undefined)
      key = textAt(start, end)
    },
    begin: (kind, start) => {
      began = start
      if (kind === 'object' || kind === 'array') above.push(key)
    },
    end: (kind, end) => {
      if (kind === 'string') look(began, end, key)
      if (kind === 'object' || kind === 'array') key = above.pop() ?? ''
    }
  }
  let scan = scanJson(json, afterMark(json), visitor)
  while (scan.kind === 'after_root') scan = scanJson(json, scan.position, visitor)
  return scan.kind === 'fault' ? json : out + json.slice(from)
}

/**
 * A text without what is hidden in it, and in how many places that was: in the strings of one that is JSON, escaped
 * ones too.
 */
export const shownText = (text: string, way: HiddenTextWay): { readonly text: string; readonly count: number } => {
  if (!mayHide(text)) return { text, count: 0 }
  // First as a whole: without what is hidden between its parts, a text may be JSON.
  const whole = withoutHidden(text, way)
  let count = 0
  // A string may be JSON itself.
  const seen = withTexts(whole.text, (one) => {
    const found = shownText(one, way)
    count += found.count
    return found.text
  })
  return { text: seen, count: whole.count + (seen === whole.text ? 0 : count) }
}
