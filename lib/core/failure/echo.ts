/** Skips the call that a failure repeats before its cause. */
import { isFields } from '../foreign/fields.js'
import { dataOf } from '../json/read.js'

// Gemini CLI: `MCP tool 'x' reported tool error for function call: {…} with response: […]`;
// LangGraph: `Error invoking tool 'x' with kwargs {…} with error: …`
const HEAD =
  /^([^{}[\]\n]{1,200}?) (?:for (?:the )?(?:function |tool )?call|with (?:kwargs|args|arguments|input))\s?:?\s?(?=\{)/i
const TAIL = /^,?\s(?:with|and|got) (?:the )?(?:response|error)\s?:\s?/i
const MAX_DEPTH = 8
const SAID = ['text', 'message', 'error', 'content', 'response', 'functionResponse']

/** Where an object that JSON or Python printed ends; undefined if it is cut. */
const endOfPrinted = (text: string, start: number): number | undefined => {
  let [depth, quote] = [0, '']
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at)
    if (quote !== '') {
      if (char === '\\') at++
      else if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return at + 1
  }
  return undefined
}

const saidIn = (value: unknown, depth = 0): string => {
  if (typeof value === 'string') return value.trim()
  if (depth > MAX_DEPTH) return ''
  const inner = Array.isArray(value) ? value : isFields(value) ? SAID.map((key) => value[key]) : []
  for (const one of inner) {
    const words = saidIn(one, depth + 1)
    if (words !== '') return words
  }
  return ''
}

/** The text of a failure, without the call that it repeats where its cause stands behind that. */
export const withoutEcho = (text: string): string => {
  const [opening, head = ''] = HEAD.exec(text) ?? []
  const end = opening === undefined ? undefined : endOfPrinted(text, opening.length)
  const rest = end === undefined ? '' : text.slice(end)
  const tail = TAIL.exec(rest)
  if (tail === null) return text
  const cause = rest.slice(tail[0].length).trim()
  return `${head}: ${(/^[[{]/.test(cause) ? saidIn(dataOf(cause)) : '') || cause}`
}
