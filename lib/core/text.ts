/** Makes foreign or over-long text safe to stand in one line of a message for a model. */

// C0 and C1 controls with ANSI sequences, line and paragraph separators: all become one space.
const ANSI = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])/g
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g
// Bidi marks reorder what a person reads; zero-width and tag characters hide what a model reads.
const INVISIBLE = /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|\udb40[\udc00-\udfff]/g
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
// Turn markers of the common chat formats. Broken up, not removed, so that nothing new can form from what is left.
const CHAT_MARKERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/<\|/g, '‹|'],
  [/\|>/g, '|›'],
  [/<(?=\/)/g, '‹'],
  [/\[(?=\/?INST\])/g, '('],
  [/\b(Human|Assistant|System):/g, '$1 -']
]
const MARKER_HINT = /[<|[]|Human:|Assistant:|System:/

/** Cuts at a code point boundary and marks the cut with `…`; the result has at most `max` UTF-16 units. */
export const cut = (text: string, max: number): string => {
  if (text.length <= max) return text
  const end = max - 1
  const splitsPair = /[\ud800-\udbff]/.test(text.charAt(end - 1))
  return `${text.slice(0, splitsPair ? end - 1 : end)}…`
}

/** Makes text one printable line without control, bidi, zero-width characters or chat markers, at most `max` UTF-16 units long. */
export const oneLine = (text: string, max: number): string => {
  // What lies far behind the cut is not worth cleaning: a hostile text may be megabytes long.
  const near = text.length > max * 4 ? text.slice(0, max * 4) : text
  let line = near
    .replace(ANSI, ' ')
    .replace(CONTROL, ' ')
    .replace(INVISIBLE, '')
    .replace(LONE_SURROGATE, '\ufffd')
    .trim()
  if (MARKER_HINT.test(line)) {
    for (const [marker, broken] of CHAT_MARKERS) line = line.replace(marker, broken)
  }
  return cut(line, max)
}

/** Counts with a noun: `1 row`, `2 rows`. */
export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`
