/** Values as Python prints them: agents in Python write them into logs in place of JSON. */
import { dataOf } from '../../core/json/index.js'

const WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' }
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

const plain = (quoted: string): string => quoted.replace(/\\(.)/g, (_, one: string) => ESCAPED[one] ?? one)

const endOf = (text: string, from: number): number => {
  const quote = text[from]
  for (let at = from + 1; at < text.length; at++)
    if (text[at] === '\\') at++
    else if (text[at] === quote) return at
  return -1
}

const nextQuote = (text: string, from: number): number => {
  let at = from
  while (at < text.length && text[at] !== "'" && text[at] !== '"') at++
  return at
}

/** The same in JSON; undefined where a text does not end. */
const jsonOf = (text: string): string | undefined => {
  const parts: Array<string> = []
  for (let at = 0; at < text.length;) {
    const from = nextQuote(text, at)
    parts.push(text.slice(at, from).replace(/\b(?:True|False|None)\b/g, (word) => WORDS[word] ?? word))
    const end = from === text.length ? from : endOf(text, from)
    if (end < 0) return undefined
    if (end > from) parts.push(JSON.stringify(plain(text.slice(from + 1, end))))
    at = end + 1
  }
  return parts.join('')
}

/** A dictionary or a list as data; any other text as it is. */
export const pythonData = (text: string): unknown => {
  if (!/^\s*[{[]\s*(?:['{[\]}]|True|False|None)/.test(text)) return text
  const data = dataOf(jsonOf(text))
  return typeof data === 'object' ? data : text
}

const BLOCK = /TextContent\(type='text', text=(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")[^)]{0,200}\)/g
const NEAR = 400
const HEAD = /^meta=[^\n]{0,200}? content=\[TextContent\(/
const FLAG = /\] (?:structuredContent=\S{1,200} )?isError=(True|False)\s{0,20}$/

/** A result of MCP as Python's SDK prints it. */
export const printedResult = (text: string): { readonly text: string; readonly failed: boolean } | undefined => {
  const flag = HEAD.test(text) ? FLAG.exec(text.slice(-NEAR)) : null
  if (flag === null) return undefined
  const texts = [...text.matchAll(BLOCK)].map(([, single, double]) => plain(single ?? double ?? ''))
  return { text: texts.join('\n'), failed: flag[1] === 'True' }
}
