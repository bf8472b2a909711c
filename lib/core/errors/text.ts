/** Makes foreign or over-long text safe for one line of a message to a model. */

// Terminal sequences: strings up to their terminator (OSC, DCS, SOS, PM, APC), CSI, and the short ones. No string runs
// into the next one: linear.
const ESCAPE =
  /(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])(?:[^\u0007\u001b\u0090\u0098\u009c-\u009f]*(?:\u0007|\u001b\\|\u009c))?|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[ -/]*[0-~]/g
// C0 and C1 controls, line and paragraph separators.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g
/** Bidi marks reorder what a person reads; zero-width, filler and tag characters hide what a model reads. */
export const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu
// Characters that control a terminal, reorder or hide text; line ends and tabs stay.
const UNSEEN = new RegExp(`[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028\\u2029]|${INVISIBLE.source}`, 'gu')
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
// Turn markers of the common chat formats. Broken up, not removed, so that the rest cannot form new ones.
const CHAT_MARKERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/[<\uff1c\ufe64](?=[|\uff5c/\uff0f])/g, '‹'],
  [/(?<=[|\uff5c])[>\uff1e\ufe65]/g, '›'],
  [
    /[<\uff1c\ufe64](?=<SYS>|antml:|system[>_-]|(?:start|end)_of_turn|(?:tool|function)_(?:calls?|results?|response|use)\b|invoke\b|(?:function|parameter)=|(?:assistant|bos|eos|s)>)/gi,
    '‹'
  ],
  [/\[(?=\/?(?:INST|SYSTEM_PROMPT|TOOL_CALLS|TOOL_RESULTS|AVAILABLE_TOOLS)\])/g, '('],
  [/(Human|Assistant|System|User|HUMAN|ASSISTANT|SYSTEM|USER)\s*[:\ua789\ufe13\ufe55\uff1a]/g, '$1 -'],
  [/(#\s?(?:instruction|response)s?)\s*[:\ua789\ufe13\ufe55\uff1a]/gi, '$1 -']
]
const MARKER_HINT = /[<|[\uff1c\ufe64\uff5c]|[emnrstEMNRST]\s*[:\ua789\ufe13\ufe55\uff1a]/

/** Joins the lines of a text. Secrets are taken out before: YAML and tables show them by their lines. */
export const inLine = (text: string): string => text.replace(/[\r\n]\s*/g, ' ')

const endsInsidePair = (text: string, end: number): boolean => /[\ud800-\udbff]/.test(text.charAt(end - 1))

/** Cuts at a code point boundary and marks the cut with `…`; the result has at most `max` UTF-16 units. */
export const cut = (text: string, max: number): string => {
  if (text.length <= max) return text
  const end = max - 1
  if (end < 0) return ''
  return `${text.slice(0, endsInsidePair(text, end) ? end - 1 : end)}…`
}

/** Makes text one printable line without hidden characters or chat markers, at most `max` UTF-16 units long. */
export const oneLine = (text: string, max: number): string => {
  // Text far behind the cut is dropped first: a hostile text may be megabytes long.
  const near = cut(text, max * 4)
  // Lone surrogates first: removing a character between two of them would join them to a new one.
  let line = near
    .replace(LONE_SURROGATE, '\ufffd')
    .replace(ESCAPE, ' ')
    .replace(CONTROL, ' ')
    .replace(INVISIBLE, '')
    .trim()
  if (MARKER_HINT.test(line)) {
    for (const [marker, broken] of CHAT_MARKERS) line = line.replace(marker, broken)
  }
  return cut(line, max)
}

/**
 * Whether a text can be a cursor, a token or an address: of at most `max` units, and without white space, hidden
 * characters, chat markers and links.
 */
export const isToken = (text: string, max: number): boolean =>
  text !== '' && text.length <= max && !/[\s\u2800]|\]\(/.test(text) && oneLine(text, max) === text

const asEscape = (unseen: string): string =>
  [...Array(unseen.length).keys()].map((i) => `\\u${unseen.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')

/** Writes every invisible character as a JSON and JavaScript escape: code keeps its meaning, prose shows it. */
export const visible = (text: string): string => text.replace(UNSEEN, asEscape)

/** Counts with a noun: `1 row`, `2 rows`. */
export const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`

// A token from its first letter to its last digit or mark: `run-17`, `2026-11-23T10:00:00Z`, `0x1f`.
const FIGURE = /(?<![A-Za-z0-9_])[A-Za-z0-9_]*\d[A-Za-z0-9_.:+-]*/g

/** A text without ids and figures: every token that holds a digit reads as `#`. */
export const withoutFigures = (text: string): string => text.replace(FIGURE, '#')

// Far more than any error has.
const MAX_ALIKE = 4_096

/** Words without ids, times and places: a token with a digit becomes `#`, so that alike failures are equal. */
export const alike = (text: string): string =>
  text
    .slice(0, MAX_ALIKE)
    .split(/\s+/)
    .map((token) => (/\d/.test(token) ? '#' : token))
    .join(' ')
