/**
 * What a reader sees of a text: no escapes, no marks that nobody sees, no tags or emphasis. Each place of it leads back
 * to the text.
 */
import { INVISIBLE } from '../errors/text.js'

// -- model

/** A part of a text, without its end. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A part of the source of which something else is seen. */
interface Piece extends Span {
  /** Where it is seen, and how long it is there. */
  readonly at: number
  readonly length: number
  /** What stands for it in the end; a part that is only hidden comes back. */
  readonly by: string | undefined
}

/** A part of what is seen, and what is to be seen instead. */
export interface SeenChange extends Span {
  readonly shown: string
}

export interface SeenText {
  readonly source: string
  readonly text: string
  /** In order. */
  readonly pieces: ReadonlyArray<Piece>
}

// -- marks

// Characters as serializers and source code escape them, within any number of texts: `\u003d`, `\\u00f1`, `\x3d`, and
// the escape character of a shell.
const ESCAPED = /(?<!\\)\\+(u[\da-f]{4}|x[\da-f]{2}|(?:033|e)(?=\[))/gi
// JSON has these escaped in any case, in short as the letters below: a quote within other quotes must not seem to end
// them.
const ALWAYS_ESCAPED = '\\\n\r\t"'
const SHORT = '\\nrt'
// A quote within a cell of CSV, or a text of Visual Basic or PowerShell, is doubled, or stands behind a backtick.
const DOUBLED = /(?<!")(""|`")[^\s",:;)}\]][^"\r\n]{0,4000}\1/g

// Sequences of a terminal.
const SEQUENCE = '(?:(?:\\u001b|\\^\\[|\\u241b)\\[|\\u009b)[0-?]{0,40}[ -/]{0,4}[@-~]'
// Besides, its controls; what a backspace strikes over; marks without width.
const MARKS = [
  SEQUENCE,
  '[^\\n\\u0008]\\u0008',
  '[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001a\\u001c-\\u001f\\u007f-\\u008f\\u0091-\\u0097\\u0099\\u009a\\u009c]',
  INVISIBLE.source
].join('|')
// Those that hold a text of their own, as links and titles do: nobody sees it, and yet it may hold a secret.
const STRINGS =
  '(?:\\u001b[\\]PX^_]|[\\u009d\\u0090\\u0098\\u009e\\u009f])(?:[^\\u0007\\u001b\\u0090\\u0098\\u009c-\\u009f]*(?:\\u0007|\\u001b\\\\|\\u009c))?'
const ESCAPE = '\\u001b(?![\\]PX^_\\\\])[ -/]{0,4}[0-~]?'
// Tags that form a text, and no others: `<password>` names a field, or stands for what is to be filled in. Those of the
// second kind part words.
export const INLINE = 'wbr|[abiqsu]|abbr|cite|code|del|em|font|img|ins|kbd|mark|samp|small|span|strong|su[bp]|tt|var'
const BLOCK =
  'address|article|aside|blockquote|br|button|caption|center|d[dlt]|details|dialog|div|fieldset|figcaption|figure|footer|form|h[1-6r]|header|hgroup|label|legend|li|main|menu|nav|ol|option|p|pre|section|summary|svg|table|t[bdhr]|tbody|tfoot|thead|ul'
// What is no part of the text around it: comments, as React writes them between its parts, pictures, words on a button.
const ASIDE = [
  '<!--(?:[^<-]|-(?!->)|<(?!!--)){0,4000}-->',
  '<img(?=[\\s/>])[^<>]{0,1000}>',
  '<svg(?=[\\s/>])[^<>]{0,1000}>(?:(?<=/>)|(?:[^<]|<(?!/?svg[\\s>])){0,9000}</svg>)',
  '<button(?=[\\s>])[^<>]{0,1000}>(?:[A-Za-z\\s]|<(?!/?button)[^<>]{0,1000}>){0,60}</button>'
].join('|')
/** The source of an expression for the beginning of any tag, or of a comment. */
export const TAG = `(?:</?(?:${INLINE}|${BLOCK})(?=[\\s/>])|<!--)`
const EMPHASIS = [
  '(?<![*\\w])\\*{1,3}(?=[^\\s*])|(?<=[^\\s*])\\*{1,3}(?![*\\w])',
  '(?<![~\\w])~~(?=[^\\s~])|(?<=[^\\s~])~~(?![~\\w])',
  '\\[/?(?:[biu]|code)\\]'
].join('|')
const DOUBLE_QUOTES = '“”„‟«»「」『』〝〞〟❝❞'
const SINGLE_QUOTES = '‘’‚‛‹›❛❜'
// Of boxes around the cells of a table
const BARS = '│║┃┆┌┬┐'
// Quotes of print, and the wide letters and signs of East Asian keyboards.
const PRINTED = `[${DOUBLE_QUOTES}${SINGLE_QUOTES}${BARS}─！-～]`
const WIDE = 0xff01 - 0x21
const ENTITY = '&(?:quot|apos|lt|gt|amp|nbsp|#(?:3[2-9]|[4-9]\\d|\\d{3,4})|#x[\\da-f]{2,4});'

const COLORS = new RegExp(SEQUENCE, 'g')
const UNSEEN = new RegExp(`${MARKS}|${ESCAPE}|${PRINTED}`, 'gu')
const ASIDES = new RegExp(ASIDE, 'gi')
const UNREAD = new RegExp(
  `${STRINGS}|${MARKS}|${ESCAPE}|${ASIDE}|${TAG}[^<>]{0,1000}>|${EMPHASIS}|${ENTITY}|${PRINTED}`,
  'giu'
)
// Most texts have nothing of the kind.
const MAY_BE_UNSEEN = /[^\t\n\r -~]|\^\[\[/
const MAY_BE_UNREAD =
  /<[/!]?[a-zA-Z-]|\*|~~|\[\/?(?:[biu]|code)\]|&(?:[a-z]{2,4}|#\w{2,5});|[\u001b\u0090\u0098\u009d-\u009f]/

const IS_BLOCK = new RegExp(`^</?(?:${BLOCK})[\\s/>]`, 'i')
const NAMED: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&', nbsp: ' ' }

/** The character that an entity stands for, or an empty text. */
export const characterOf = (entity: string): string => {
  const name = entity.slice(1, -1)
  if (!name.startsWith('#')) return NAMED[name] ?? ''
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code === 160 ? ' ' : String.fromCharCode(code)
}

const seenInstead = (mark: string): string => {
  if (mark.startsWith('&')) return characterOf(mark)
  if (DOUBLE_QUOTES.includes(mark)) return '"'
  if (SINGLE_QUOTES.includes(mark)) return "'"
  if (BARS.includes(mark)) return '|'
  if (mark >= '！' && mark <= '～') return String.fromCharCode(mark.charCodeAt(0) - WIDE)
  return mark === '─' || IS_BLOCK.test(mark) ? ' ' : ''
}

// -- constructors

/** The text itself. */
export const asIs = (source: string): SeenText => ({ source, text: source, pieces: [] })

// The changes are in order and apart. What is hidden within them goes with them.
const changed = (seen: SeenText, changes: ReadonlyArray<SeenChange>, isWritten: boolean): SeenText => {
  if (changes.length === 0) return seen
  const pieces: Array<Piece> = []
  let text = ''
  let done = 0
  let next = 0
  // How much longer the source is up to here.
  let ahead = 0
  const keep = (piece: Piece): void => {
    pieces.push({ ...piece, at: text.length + piece.at - done })
    ahead = piece.end - piece.at - piece.length
    next++
  }
  for (const { start: begin, end, shown } of changes) {
    if (begin < done && end <= done) continue
    let piece = seen.pieces[next]
    for (; piece !== undefined && piece.at + piece.length <= begin; piece = seen.pieces[next]) keep(piece)
    const from = Math.max(done, Math.min(begin, piece?.at ?? begin))
    const start = from + ahead
    let to = end
    for (; piece !== undefined && piece.at < to; piece = seen.pieces[++next]) {
      to = Math.max(to, piece.at + piece.length)
      ahead = piece.end - piece.at - piece.length
    }
    text += seen.text.slice(done, from) + shown
    done = to
    const { length } = shown
    pieces.push({ start, end: to + ahead, at: text.length - length, length, by: isWritten ? shown : undefined })
  }
  for (let piece = seen.pieces[next]; piece !== undefined; piece = seen.pieces[next]) keep(piece)
  return { source: seen.source, text: text + seen.text.slice(done), pieces }
}

const withoutDoubled = (source: string): SeenText =>
  changed(
    asIs(source),
    [...source.matchAll(DOUBLED)].flatMap(({ 0: { length }, index: start }) =>
      [start, start + length - 2].map((at) => ({ start: at, end: at + 2, shown: '\\"' }))
    ),
    false
  )

/** With what an escape stands for in its place. */
export const withoutEscapes = (source: string): SeenText => {
  const seen = /["`]"/.test(source) ? withoutDoubled(source) : asIs(source)
  if (!source.includes('\\')) return seen
  const shorts = source.includes('"') ? `${SHORT}"` : SHORT
  const changes = Array.from(seen.text.matchAll(ESCAPED), ({ 0: { length }, 1: code = '', index }) => {
    const end = index + length
    const shown = String.fromCharCode(/^[ux]/i.test(code) ? Number.parseInt(code.slice(1), 16) : 0x1b)
    const short = shorts[ALWAYS_ESCAPED.indexOf(shown)]
    return short === undefined ? { start: index, end, shown } : { start: end - code.length, end, shown: short }
  })
  return changed(seen, changes, false)
}

const without = (seen: SeenText, marks: RegExp): SeenText => {
  const changes = Array.from(seen.text.matchAll(marks), ({ 0: mark, index }) => ({
    start: index,
    end: index + mark.length,
    shown: seenInstead(mark)
  }))
  return changed(seen, changes, false)
}

/** Without terminal sequences, controls and invisible marks, and with the signs and letters of a plain keyboard. */
export const withoutMarks = (seen: SeenText): SeenText => (MAY_BE_UNSEEN.test(seen.text) ? without(seen, UNSEEN) : seen)

/** A text without colours. */
export const withoutColors = (text: string): string => text.replace(COLORS, '')

/** Whether a text may have anything of what `withoutMarkup` leaves out. */
export const mayHaveMarkup = (text: string): boolean => MAY_BE_UNREAD.test(text)

/** Without tags, emphasis, entities, links and titles besides. */
export const withoutMarkup = (seen: SeenText): SeenText => without(seen, UNREAD)

/** Without comments, pictures and words on buttons. */
export const withoutAsides = (seen: SeenText): SeenText => without(seen, ASIDES)

/** With changes that come back where nothing takes the place of them; they are in order and apart. */
export const seenIn = (seen: SeenText, changes: ReadonlyArray<SeenChange>): SeenText => changed(seen, changes, false)

/** A text with such changes. */
export const seenWith = (source: string, changes: ReadonlyArray<SeenChange>): SeenText => seenIn(asIs(source), changes)

// -- combinators

/**
 * Puts a text in the place of parts of what is seen; they are in order and apart. What is hidden within them goes with
 * them.
 */
export const replaceIn = (seen: SeenText, spans: ReadonlyArray<Span | SeenChange>, by: string): SeenText =>
  changed(
    seen,
    spans.map((span) => ({ shown: by, ...span })),
    true
  )

// -- destructors

/** The source, with what was put into it, on each of the lines that it takes the place of. */
export const rewritten = ({ source, pieces }: SeenText, keepsLines = false): string => {
  let text = ''
  let done = 0
  for (const { start, end, by } of pieces) {
    if (by === undefined) continue
    text += source.slice(done, start) + by
    if (keepsLines) text += `\n${by}`.repeat(source.slice(start, end).split('\n').length - 1)
    done = end
  }
  return done === 0 ? source : text + source.slice(done)
}
