/**
 * Reads what Python's `print` and Node's `console.log` write of data as the JSON that it would be. A cell that has no
 * JSON is a null, so that the cells beside it are read.
 */
import { type SeenChange, type SeenText, seenWith } from './seen-text.js'

// -- model

type Part = { -readonly [K in keyof SeenChange]: SeenChange[K] }

/** A list or a map that is open, and its last cell. */
interface Container {
  readonly opening: Part
  readonly closing: string
  /** Where the cell begins, or what is behind its key, and the number of the first part there. */
  start: number
  from: number
  hasKey: boolean
  /** The text, list or map that it is read as. */
  value?: { readonly isText: boolean; readonly end: number; readonly first: Part } | undefined
}

// -- tokens

// Texts, which begin behind no backslash; marks and patterns, in which other tokens mean nothing.
const TOKEN = new RegExp(
  [
    '(?<!\\\\)(?:"(?:[^"\\\\\\n]|\\\\.)*(?:"|$)|`(?:[^`\\\\\\n]|\\\\.)*`)',
    `(?:(?<![\\w\\\\])|(?<=\\b[bBuU]))'(?:[^'\\\\\\n]|\\\\.)*(?:'|$)`,
    '<[^<>\\n]{1,200}>|/(?<=[:,[{(]\\s{0,80}/)(?:[^/\\\\\\n[]|\\\\.|\\[(?:[^\\]\\\\\\n]|\\\\.){1,80}\\]){1,200}/[a-z]{0,8}(?=\\s{0,80}[,\\]})])',
    // `Map(1) {`, `[Function: f] {`, `[Symbol(key)]:`, `at f (file:1:1)`
    '(?:\\([^(){}[\\]"\'`,\\n]{1,200}\\)|\\[(?:\\[redacted\\]|[^{}[\\]"\'`,\\n]){1,200}\\])(?!\\s{0,400}(?:[,)}\\]]|$))',
    '=>|[[\\](){}:]|,(?!\\s{0,400}[\\])}])'
  ].join('|'),
  'g'
)
const INNER = /\\(?:x[\da-f]{2}|u[\da-f]{4}|.)|["\u0000-\u001f]/gi
const SCALAR = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' }

const shownInner = (mark: string): string => {
  if (/^\\?["\u0000-\u001f]/.test(mark)) return JSON.stringify(mark.slice(-1)).slice(1, -1)
  if (/^\\x../.test(mark)) return `\\u00${mark.slice(2)}`
  if (/^\\['`]/.test(mark)) return mark.slice(1)
  return /^\\(?:[\\/bfnrt]|u.)/.test(mark) ? mark : `\\${mark}`
}

const shownScalar = (source: string): string => (SCALAR.test(source) ? source : source === 'True' ? 'true' : 'null')

// -- reading

class PrintedData {
  readonly parts: Array<Part> = []
  readonly #open: Array<Container> = []
  readonly #count: Record<string, number> = {}

  constructor(readonly text: string) {
    for (const { 0: token, index } of text.matchAll(TOKEN)) {
      const last = this.#open.at(-1)
      if (token in CLOSING) this.#begin(last, index, token)
      else if (last === undefined) continue
      else if (token === ',') this.#comma(last, index)
      else if (token === ':' || token === '=>') this.#key(last, index, token)
      else if (/^["'`]/.test(token)) this.#string(last, index, token)
      else if ((this.#count[token] ?? 0) > 0) this.#end(index, token)
    }
    const last = this.#open.at(-1)
    const isKeyCut = last?.closing === '}' && !last.hasKey && last.value?.isText === true
    if (last !== undefined && !isKeyCut) this.#endCell(last, text.length)
  }

  #push(start: number, end: number, shown: string): Part {
    const part = { start, end, shown }
    this.parts.push(part)
    return part
  }

  // Without the blanks around it.
  #show(from: number, to: number, shownOf: (source: string) => string = () => ''): Part | undefined {
    const source = this.text.slice(from, to).trimStart()
    const start = to - source.length
    const inner = source.trimEnd()
    return inner === '' ? undefined : this.#push(start, start + inner.length, shownOf(inner))
  }

  // As one value, or as none, in place of all that is read of it.
  #showCell(container: Container, to: number, shownOf?: (source: string) => string): Part | undefined {
    this.parts.length = container.from
    container.value = undefined
    return this.#show(container.start, to, shownOf)
  }

  #endCell(container: Container, end: number): Part | undefined {
    const { closing, hasKey, value } = container
    if (value !== undefined) this.#show(value.end, end)
    const first = value?.first ?? this.#showCell(container, end, shownScalar)
    if (hasKey) return first ?? this.#push(end, end, 'null')
    // Of a Set
    if (first !== undefined && closing === '}') first.shown = `"":${first.shown}`
    return first
  }

  #comma(container: Container, start: number, end = start + 1): void {
    const isEmpty = this.#endCell(container, start) === undefined
    this.#push(start, end, isEmpty ? '' : ',')
    Object.assign(container, { start: end, from: this.parts.length, hasKey: false, value: undefined })
  }

  #key(container: Container, index: number, token: string): void {
    const { closing, hasKey, value } = container
    if (hasKey || closing !== '}') return
    const isText = value?.isText === true && this.text.slice(value.end, index).trim() === ''
    if (!isText && this.#showCell(container, index, JSON.stringify) === undefined) return
    const { end } = this.#push(index, index + token.length, ':')
    Object.assign(container, { start: end, from: this.parts.length, hasKey: true, value: undefined })
  }

  #string(container: Container, start: number, token: string): void {
    const { value } = container
    const last = this.parts.at(-1)
    // `'…' +`, or nothing but blanks between lines of Python
    const isJoint = value !== undefined && last?.shown === '"' && /^\+?$/.test(this.text.slice(value.end, start).trim())
    if (isJoint) Object.assign(last, { end: start + 1, shown: '' })
    // Behind a comma that is escaped, it is of another cell.
    else if (value !== undefined || /\\u002c/i.test(this.text.slice(container.start, start))) return
    else this.#showCell(container, start)
    const first = value?.first ?? this.#push(start, start + 1, '"')
    const end = start + token.length
    const isWhole = token.length > 1 && token.endsWith(token.charAt(0))
    for (const { 0: mark, index } of token.slice(1, isWhole ? -1 : undefined).matchAll(INNER))
      this.#push(start + 1 + index, start + 1 + index + mark.length, shownInner(mark))
    if (isWhole) this.#push(end - 1, end, '"')
    container.value = { isText: true, end, first }
  }

  #begin(outer: Container | undefined, start: number, token: string): void {
    // `{…} and {…}`
    if (outer?.value?.isText === false) this.#comma(outer, start, start)
    if (outer !== undefined) this.#showCell(outer, start)
    const closing = CLOSING[token] ?? ''
    const opening = this.#push(start, start + 1, token === '(' ? '[' : token)
    this.#count[closing] = (this.#count[closing] ?? 0) + 1
    this.#open.push({ opening, closing, start: start + 1, from: this.parts.length, hasKey: false })
  }

  // With those that are open within it.
  #end(index: number, token: string): void {
    let shown = ''
    for (let inner = this.#open.pop(); inner !== undefined; inner = this.#open.pop()) {
      const { closing, opening } = inner
      this.#count[closing] = (this.#count[closing] ?? 0) - 1
      this.#endCell(inner, index)
      shown += closing === ')' ? ']' : closing
      const outer = this.#open.at(-1)
      if (outer !== undefined) outer.value = { isText: false, end: index + 1, first: opening }
      if (closing === token) break
    }
    this.#push(index, index + 1, shown)
  }
}

/** A text with JSON in place of what is printed so. */
export const asJson = (text: string): SeenText =>
  seenWith(
    text,
    new PrintedData(text).parts.filter(({ start, end, shown }) => text.slice(start, end) !== shown)
  )
