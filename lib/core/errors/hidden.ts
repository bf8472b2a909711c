/**
 * Text that people do not see and models read, known by its characters alone: tag characters, marks that reverse what a
 * person reads, runs of zero-width characters, and the tokens of chat templates. What scripts and emoji need is not
 * hidden: joiners, variation selectors, the tags of a flag.
 */

// England, Scotland and Wales: a black flag, tags of letters and digits, and the last tag.
const FLAG = '\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{3,6}\\u{e007f}'
const SELECTOR = '[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]'
// Half a character, too: what stood between two halves is gone, and they would be one.
const UNSEEN =
  '[\\ud800-\\udfff\\u180e\\u200b-\\u200d\\u202d\\u202e\\u2060-\\u2064\\u206a-\\u206f\\ufe00-\\ufe0f\\ufeff\\u{e0000}-\\u{e007f}\\u{e0100}-\\u{e01ef}]'
// Two equal joiners in a row are a slip of the keyboard, in scripts that have joiners.
const SLIP = `(?<=(?![\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}])[\\p{L}\\p{M}])(?:\\u200c{2}|\\u200d{2})(?!${UNSEEN})`
// A first selector has something to select.
const RUN = new RegExp(`${FLAG}|${SLIP}|(${SELECTOR})(${UNSEEN}*)|(${UNSEEN}+)`, 'gu')
/** What may stand alone: the others reverse or are tags. */
const ZERO_WIDTH = /^[\ud800-\udfff\u180e\u200b-\u200d\u2060-\u2064\u206a-\u206f\ufeff]?$/
const MAY_HIDE = /[\u180e\u200b-\u200d\u202d\u202e\u2060-\u2064\u206a-\u206f\ufeff]|\udb40|[\ufe00-\ufe0f]/
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
    seen = seen.replace(RUN, (found: string, first = '', behind = '', alone = behind) =>
      ZERO_WIDTH.test(alone) ? found : first + instead(alone)
    )
  // Last, because what stood inside of a token is gone now.
  seen = seen.replace(TOKEN, (token) => {
    count += 1
    return `${token.startsWith('[') ? '(' : '‹'}${token.slice(1)}`
  })
  return { text: seen, count }
}
