/** Values as Python prints them: agents in Python write them into logs in place of JSON. */
import { dataOf } from '../../core/json/index.js'

const TOKEN = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|\b(?:True|False|None)\b/g
const WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' }
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

const plain = (quoted: string): string => quoted.replace(/\\(.)/g, (_, one: string) => ESCAPED[one] ?? one)

/** A dictionary or a list as data; any other text as it is. */
export const pythonData = (text: string): unknown => {
  if (!/^\s*[{[]\s*(?:['{[\]}]|True|False|None)/.test(text)) return text
  const json = text.replace(TOKEN, (all, single?: string, double?: string) => {
    const quoted = single ?? double
    return quoted === undefined ? (WORDS[all] ?? all) : JSON.stringify(plain(quoted))
  })
  const data = dataOf(json)
  return typeof data === 'string' ? text : data
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
