/** JSON that stands among other words: read where it is whole up to the end of its line, and a doubt otherwise. */
import { isObject } from '../foreign/fields.js'
import { innermostOf } from '../json/read.js'

// Words, or data as text; any line of a stream of values or events may be an error.
const DATA = /^(?:data:)?\s*(?:\{.*\}|".*")\s*$/
// Data of another language, which nobody reads: `{'success': False}`, `{ ok: false }`
const UNREADABLE = /^\s*(?:[[{]\s*['"{[]|\{\s*[A-Za-z_]\w{0,40}\s*:)/

// `HTTP 200: {"id": …`, `Rows: [{"id": …`, `Response: {'ok': False}`; no line of a file or of code, which begins with
// white space or a number, has brackets or an equals sign before, or ends so.
const BEHIND_WORDS =
  /^(?!\d+[:\t|→]|data:)[^\s"'`<>(){}|*#@+-][^"`<>{}|;=\n]{0,120}(?<=[\s:])(?=(?:\[\s{0,8})?\{\s{0,8}(?:["'][^"'\n]{1,100}["']\s?:|$(?![^])|["'][^"'\n]{0,100}$(?![^])))/gm
const MAX_TRIED = 20

const dataBehindWords = (text: string): ReadonlyArray<object> | undefined => {
  const found: Array<object> = []
  for (const { 0: words, index } of text.matchAll(BEHIND_WORDS)) {
    const json = text.slice(index + words.length)
    const [line = ''] = json.split('\n', 1)
    const data = [line, found.length < MAX_TRIED ? json : ''].map((one) => innermostOf(one.trim())).find(isObject)
    if (data === undefined) return undefined
    found.push(data)
  }
  return found
}

/** The data in the lines of a text that is none itself; undefined where some cannot be read. */
export const dataAmong = (text: string): ReadonlyArray<object> | undefined => {
  const found: Array<object> = []
  for (const line of text.split('\n')) {
    const data = line === text || !DATA.test(line) ? undefined : innermostOf(line.replace(/^data:/, ''))
    if (isObject(data)) found.push(data)
    else if (UNREADABLE.test(line)) return undefined
  }
  const behind = dataBehindWords(text)
  return behind && [...found, ...behind]
}

// A field may hold code, a template or a note, which begin otherwise: `{name}`, `[[page]]`, `[x] done`.
const BEGINS =
  /^\s*(?:\{\s*(?:"[^"\n]{0,200}(?:"\s*(?::|$(?![^]))|$(?![^]))|$(?![^]))|\[\s*(?:\{\s*"|"[^"\n]{0,200}"\s*,|$(?![^])))/

/** The data in a field whose text is none as a whole, as of lines of JSON; undefined of JSON that was cut. */
export const dataInField = (text: string): ReadonlyArray<object> | undefined => {
  if (isObject(innermostOf(text))) return []
  if (!BEGINS.test(text)) return dataBehindWords(text)
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const found = lines.map(innermostOf).filter(isObject)
  return found.length === lines.length ? found : undefined
}
