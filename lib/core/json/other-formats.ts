/** Names the format of a response that is not JSON, by its beginning: a web page, another text, or bytes. */

// -- texts

const SSE = /^(?:(?:event|id|retry)?:[^\n]*\n)*data:/
const JSONP = /^(?:\/\*\*\/\s*)?(?:typeof [\w$.]+ === 'function' && )?[A-Za-z_$][\w$.]*\(\s*[[{"]/
const XML = /^<(?:\?xml\b|[A-Za-z_][\w.-]*(?::[\w.-]+)?[\s/>])/
/** A prefix of JSON that keeps pages from running it as a script. */
const XSSI = /^(?:\)\]\}'?,?|while ?\(1\);|for ?\(;;\);|throw 1;)/

const NEAR = 4_096
const MAX_COLUMNS = 200

const columnsOf = (line: string): number => line.replace(/"(?:[^"]|"")*"/g, '').split(',').length

const isCsv = (text: string): boolean => {
  const [head = '', ...rows] = text.slice(0, NEAR).trimEnd().split('\n').slice(0, 4)
  const columns = columnsOf(head)
  return (
    columns > 1 &&
    columns <= MAX_COLUMNS &&
    rows.length > 0 &&
    /^(?:"[^"\n]*"|[\w .-]+)(?:,(?:"[^"\n]*"|[\w .-]*))+$/.test(head.trimEnd()) &&
    rows.slice(0, text.length > NEAR ? -1 : undefined).every((row) => columnsOf(row) === columns)
  )
}

/** The format of a text that is not JSON, from `start` on; undefined if unknown. */
export const otherFormat = (text: string, start: number): string | undefined => {
  const near = text.slice(start, start + NEAR)
  if (SSE.test(near)) return 'a stream of server-sent events'
  if (JSONP.test(near)) return 'JSONP'
  if (XML.test(near)) return 'XML'
  return isCsv(near) ? 'CSV' : undefined
}

/** Whether the text before the JSON is there to keep it from running as a script. */
export const isXssiPrefix = (text: string, start: number): boolean => XSSI.test(text.slice(start, start + 40))

// -- web pages

const PAGE = /<(?:!doctype\s+html|html|head|body)(?=[\s/>]|$)/iy
const TAG =
  /<(?:a|article|b|br|button|center|code|div|em|font|footer|form|frameset|h[1-6]|header|hr|i|iframe|img|input|label|li|link|main|meta|nav|noscript|ol|p|pre|script|section|small|span|strong|style|table|title|ul)(?=[\s/>]|$)/iy

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

// -- bytes

const begins = (bytes: Uint8Array, ...first: ReadonlyArray<number>): boolean =>
  first.every((byte, i) => bytes[i] === byte)

// A small map whose first key is a text, or a small array: the usual response of an API.
const isMessagePack = ([first = 0, second = 0]: Uint8Array): boolean =>
  ((first > 0x80 && first <= 0x8f) || first === 0xde || first === 0xdf
    ? (second >= 0xa1 && second <= 0xbf) || second === 0xd9 || first >= 0xde
    : first > 0x90 && first <= 0x9f) ||
  first === 0xdc ||
  first === 0xdd

/**
 * Whether bytes are UTF-16: by the byte order mark, or by the first two characters, which are ASCII in JSON. Without a
 * mark they would look like UTF-8.
 */
export const isUtf16 = (bytes: Uint8Array): boolean => {
  const [first = 0, second = 0, third = 0, fourth] = bytes
  if (fourth === undefined) return false
  if (begins(bytes, 0xff, 0xfe)) return fourth === 0
  if (begins(bytes, 0xfe, 0xff)) return third === 0
  return second === 0 && fourth === 0 ? first > 0 && third > 0 : first + third === 0 && second > 0 && fourth > 0
}

/** The format of bytes that are not UTF-8; undefined if unknown. */
export const formatOfBytes = (bytes: Uint8Array): string | undefined => {
  if (begins(bytes, 0x1f, 0x8b)) return 'compressed with gzip'
  if (isUtf16(bytes)) return 'UTF-16'
  if (begins(bytes, 0x89, 0x50, 0x4e, 0x47) || begins(bytes, 0xff, 0xd8, 0xff)) return 'an image'
  return bytes.length > 2 && isMessagePack(bytes) ? 'MessagePack' : undefined
}
