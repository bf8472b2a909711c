/** Recognizes a web page by its beginning. */

const PAGE = /<(?:!doctype\s+html|html|head|body)(?=[\s/>]|$)/iy
const TAG = new RegExp(
  `<(?:${[
    'a',
    'article',
    'b',
    'br',
    'button',
    'center',
    'code',
    'div',
    'em',
    'font',
    'footer',
    'form',
    'frameset',
    'h[1-6]',
    'header',
    'hr',
    'i',
    'iframe',
    'img',
    'input',
    'label',
    'li',
    'link',
    'main',
    'meta',
    'nav',
    'noscript',
    'ol',
    'p',
    'pre',
    'script',
    'section',
    'small',
    'span',
    'strong',
    'style',
    'table',
    'title',
    'ul'
  ].join('|')})(?=[\\s/>]|$)`,
  'iy'
)

// Sections that may precede the first tag: each pair opens and closes one that leaves the kind of document open.
const PREAMBLE = [
  ['<!--', '-->'],
  ['<?', '?>']
] as const

// A loop and not one pattern: a pattern that repeats over megabytes of white space overflows the stack of its matcher.
const firstTag = (text: string, from: number): number => {
  let at = from
  for (;;) {
    while (at < text.length && /\s/.test(text.charAt(at))) at++
    const part = PREAMBLE.find(([open]) => text.startsWith(open, at))
    if (part === undefined) return at
    const close = text.indexOf(part[1], at)
    if (close < 0) return at
    at = close + part[1].length
  }
}

/** `page` for a whole HTML page, `tag` for text that begins with another HTML tag; other XML is neither. */
export const markupAt = (text: string, from: number): 'page' | 'tag' | undefined => {
  const at = firstTag(text, from)
  if (text.charAt(at) !== '<') return undefined
  PAGE.lastIndex = at
  if (PAGE.test(text)) return 'page'
  // A `table` of XML is none of HTML.
  if (text.startsWith('<?xml', from)) return undefined
  TAG.lastIndex = at
  return TAG.test(text) ? 'tag' : undefined
}
