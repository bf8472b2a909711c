/** Skips the call that a failure repeats before its cause. */
import { dataOf } from '../json/read.js'

// Gemini CLI: `MCP tool 'x' reported tool error for function call: {…} with response: […]`;
// LangGraph: `Error invoking tool 'x' with kwargs {…} with error: …`
const ECHO = /^([^{}[\]\n]{1,200}?) (?:for function call|with (?:kwargs|args|arguments)):? ?\{/i
const CAUSE = /\} with (?:response|error):\s?/g
const SAID = /^[[{].*?"(?:text|message|error)":("(?:[^"\\]|\\.)*")/s

/** The text of a failure, without the call that it repeats where its cause stands behind that. */
export const withoutEcho = (text: string): string => {
  const head = ECHO.exec(text)?.[1]
  // What the call was given may hold these words, too.
  const last = head === undefined ? undefined : [...text.matchAll(CAUSE)].at(-1)
  if (last === undefined) return text
  const cause = text.slice(last.index + last[0].length).trim()
  const said = SAID.exec(cause)?.[1]
  return `${head}: ${said === undefined ? cause : String(dataOf(said))}`
}
