/**
 * Text that people do not see and models read, known by its characters alone: tag characters, marks that reverse what a
 * person reads, runs of characters without a glyph, and the tokens of chat templates. What scripts and emoji need is
 * not hidden: joiners, variation selectors, the tags of a flag.
 */

const inTags = (name: string): string =>
  name.replace(/./g, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0)))

// England, Scotland and Wales: a black flag, tags of letters, and the last tag. People see no other.
const FLAG = `\\u{1f3f4}(?:${['gbeng', 'gbsct', 'gbwls'].map(inTags).join('|')})\\u{e007f}`
const SELECTOR = '[\\u180b-\\u180d\\u180f\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]'
// Marks of direction, fillers of syllables, beams of notes: scripts need two of them in a row, and no more but where
// parts with a direction of their own stand in each other, and begin or end together.
const LAYOUT =
  '[\\u061c\\u115f\\u1160\\u200e\\u200f\\u202a-\\u202c\\u2066-\\u2069\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}]'
// All that Unicode shows nothing of, half a character too: without what stood between, two halves would be one.
const INVISIBLE = '[\\p{Default_Ignorable_Code_Point}\\ud800-\\udfff]'
const UNSEEN = `(?:(?!${LAYOUT})${INVISIBLE})`
// Two equal joiners in a row are a slip of the keyboard, in scripts that have joiners.
const SLIP = `(?<=(?![\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}])[\\p{L}\\p{M}])(?:\\u200c{2}|\\u200d{2})(?!${UNSEEN})`
// A first selector has something to select.
const RUN = new RegExp(`${FLAG}|${SLIP}|(${SELECTOR})(${UNSEEN}*)|(${UNSEEN}+)`, 'gu')
/** What may stand alone: the others reverse or are tags. */
const ZERO_WIDTH = new RegExp(`^(?:(?!${SELECTOR}|[\\u202d\\u202e\\u{e0000}-\\u{e0fff}])${UNSEEN})?$`, 'u')
const LONGEST = new RegExp(`${FLAG}|(${SELECTOR}?)(${INVISIBLE}+)`, 'gu')
const MAX_LAYOUT = 2
const NESTED = /^([\u202a-\u202c\u2066-\u2069])\1*$/
const MAY_HIDE = new RegExp(INVISIBLE, 'u')
// They begin a part that runs from the right, which a text needs only where it has letters that do.
const FROM_THE_RIGHT = /[\u202b\u2067]/g
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/
const TOKEN =
  /[<\uff1c](?:[|\uff5c][\w\u2581:.-]{1,40}[|\uff5c][>\uff1e]|<\/?SYS>>|(?:start|end)_of_turn>|(?:bos|eos)>)|\[\/?(?:INST|SYSTEM_PROMPT|TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS)\]/g

/**
 * `mark` writes what is hidden so that a person sees it, `strip` leaves it out; both break tokens up.
 * @category Guard @since 0.1.0
 */
export type HiddenTextWay = 'mark' | 'strip'

const asSeen = (text: string): string =>
  Array.from(text, (one) => `[U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`).join('')

/** A text without what is hidden in it, and in how many places that was. */
export const withoutHidden = (text: string, way: HiddenTextWay): { readonly text: string; readonly count: number } => {
  let count = 0
  const instead = (found: string): string => {
    count += 1
    return way === 'mark' ? asSeen(found) : ''
  }
  const isLeftToRight = text.search(FROM_THE_RIGHT) >= 0 && !RIGHT_TO_LEFT.test(text)
  let seen = isLeftToRight ? text.replace(FROM_THE_RIGHT, instead) : text
  if (MAY_HIDE.test(seen))
    seen = seen
      .replace(RUN, (found: string, first = '', behind = '', alone = behind) =>
        ZERO_WIDTH.test(alone) ? found : first + instead(alone)
      )
      .replace(LONGEST, (found: string, first = '', run = '') =>
        Array.from(run as string).length <= MAX_LAYOUT || NESTED.test(run) ? found : first + instead(run)
      )
  // Last, because what stood inside of a token is gone now.
  seen = seen.replace(TOKEN, (token) => {
    count += 1
    return `${token.startsWith('[') ? '(' : '‹'}${token.slice(1)}`
  })
  return { text: seen, count }
}
