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
  readonly by?: string
}

export interface SeenText {
  readonly source: string
  readonly text: string
  /** In order. */
  readonly pieces: ReadonlyArray<Piece>
}

// -- marks

// Sequences of a terminal, its controls, also as source code and logs write them; what a backspace strikes over; marks
// without width.
const MARKS = [
  '(?:\\u001b|\\\\(?:u001[bB]|x1[bB]|033|e)|\\^\\[|\\u241b)\\[[0-?]{0,40}[ -/]{0,4}[@-~]',
  '\\u009b[0-?]{0,40}[ -/]{0,4}[@-~]',
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
const INLINE = 'wbr|[abiqsu]|abbr|cite|code|del|em|font|ins|kbd|mark|samp|small|span|strong|su[bp]|tt|var'
const BLOCK =
  'blockquote|br|caption|d[dlt]|div|h[1-6r]|label|li|ol|option|p|pre|section|table|t[bdhr]|tbody|tfoot|thead|ul'
const REST = '(?=[\\s/>])[^<>]{0,1000}>'
/** The source of an expression for a tag within words. */
export const INLINE_TAG = `</?(?:${INLINE})${REST}`
/** The source of an expression for the beginning of any tag. */
export const TAG = `</?(?:${INLINE}|${BLOCK})(?=[\\s/>])`
const BLOCK_TAG = `</?(?:${BLOCK})${REST}`
const EMPHASIS = [
  '(?<![*\\w])\\*{1,3}(?=[^\\s*])|(?<=[^\\s*])\\*{1,3}(?![*\\w])',
  '(?<![~\\w])~~(?=[^\\s~])|(?<=[^\\s~])~~(?![~\\w])',
  '\\[/?(?:[biu]|code)\\]'
].join('|')
const DOUBLE_QUOTES = '“”„‟«»「」『』〝〞〟❝❞'
const SINGLE_QUOTES = '‘’‚‛‹›❛❜'
// Quotes of print, and the wide letters and signs of East Asian keyboards.
const PRINTED = `[${DOUBLE_QUOTES}${SINGLE_QUOTES}！-～]`
const WIDE = 0xff01 - 0x21
const ENTITY = '&(?:quot|apos|lt|gt|amp|nbsp|#3[489]|#58|#6[0-2]|#160|#[xX](?:2[267]|3[acdeACDE]|[aA]0));'

// As serializers of .NET write a quote.
const ESCAPED_QUOTE = '\\\\u002[27]'

const UNSEEN = new RegExp(`${MARKS}|${ESCAPE}|${PRINTED}|${ESCAPED_QUOTE}`, 'gu')
const UNREAD = new RegExp(
  `${STRINGS}|${MARKS}|${ESCAPE}|${INLINE_TAG}|${BLOCK_TAG}|${EMPHASIS}|${ENTITY}|${PRINTED}|${ESCAPED_QUOTE}`,
  'giu'
)
// Most texts have nothing of the kind.
const MAY_BE_UNSEEN = /[^\t\n\r -~]|\\(?:u001b|x1b|033|e)\[|\^\[\[|\\u002[27]/i
const MAY_BE_UNREAD =
  /<\/?[a-zA-Z]|\*|~~|\[\/?(?:[biu]|code)\]|&(?:[a-z]{2,4}|#\w{2,3});|[\u001b\u0090\u0098\u009d-\u009f]/

const IS_BLOCK = new RegExp(`^${BLOCK_TAG}`, 'i')
const NAMED: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&', nbsp: ' ' }

const characterOf = (entity: string): string => {
  const name = entity.slice(1, -1)
  if (!name.startsWith('#')) return NAMED[name] ?? ''
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code === 160 ? ' ' : String.fromCharCode(code)
}

const seenInstead = (mark: string): string => {
  if (mark.startsWith('&')) return characterOf(mark)
  if (mark.startsWith('\\u002')) return mark.endsWith('2') ? '"' : "'"
  if (DOUBLE_QUOTES.includes(mark)) return '"'
  if (SINGLE_QUOTES.includes(mark)) return "'"
  if (mark >= '！' && mark <= '～') return String.fromCharCode(mark.charCodeAt(0) - WIDE)
  return IS_BLOCK.test(mark) ? ' ' : ''
}

// -- constructors

/** The text itself. */
export const asIs = (source: string): SeenText => ({ source, text: source, pieces: [] })

const without = (source: string, marks: RegExp): SeenText => {
  const pieces: Array<Piece> = []
  let text = ''
  let done = 0
  for (const { 0: mark, index } of source.matchAll(marks)) {
    const by = seenInstead(mark)
    text += source.slice(done, index) + by
    done = index + mark.length
    pieces.push({ start: index, end: done, at: text.length - by.length, length: by.length })
  }
  return pieces.length === 0 ? asIs(source) : { source, text: text + source.slice(done), pieces }
}

/** Without terminal sequences, controls and invisible marks, and with the quotes and letters of a plain keyboard. */
export const withoutMarks = (source: string): SeenText =>
  MAY_BE_UNSEEN.test(source) ? without(source, UNSEEN) : asIs(source)

/** Whether a text may have anything of what `withoutMarkup` leaves out. */
export const mayHaveMarkup = (text: string): boolean => MAY_BE_UNREAD.test(text)

/** Without tags, emphasis, entities, links and titles besides. */
export const withoutMarkup = (source: string): SeenText => without(source, UNREAD)

// -- combinators

/**
 * Puts a text in the place of parts of what is seen; they are in order and apart. What is hidden within them goes with
 * them.
 */
export const replaceIn = (seen: SeenText, spans: ReadonlyArray<Span>, by: string): SeenText => {
  if (spans.length === 0) return seen
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
  for (const span of spans) {
    if (span.end <= done) continue
    let piece = seen.pieces[next]
    for (; piece !== undefined && piece.at + piece.length <= span.start; piece = seen.pieces[next]) keep(piece)
    const from = Math.max(done, Math.min(span.start, piece?.at ?? span.start))
    const start = from + ahead
    let to = span.end
    for (; piece !== undefined && piece.at < to; piece = seen.pieces[++next]) {
      to = Math.max(to, piece.at + piece.length)
      ahead = piece.end - piece.at - piece.length
    }
    text += seen.text.slice(done, from) + by
    done = to
    pieces.push({ start, end: to + ahead, at: text.length - by.length, length: by.length, by })
  }
  for (let piece = seen.pieces[next]; piece !== undefined; piece = seen.pieces[next]) keep(piece)
  return { source: seen.source, text: text + seen.text.slice(done), pieces }
}

// -- destructors

/** The source, with what was put into it. */
export const rewritten = ({ source, pieces }: SeenText): string => {
  let text = ''
  let done = 0
  for (const { start, end, by } of pieces) {
    if (by === undefined) continue
    text += source.slice(done, start) + by
    done = end
  }
  return done === 0 ? source : text + source.slice(done)
}
