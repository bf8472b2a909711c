/** Recognizes calls that are not read, among messages without one that a provider would know: prose, and displays. */
import { isFields } from '../../core/foreign/index.js'
import { stringOf, textOf } from '../../history/content.js'

/** The form of calls that are not read. */
export type UnreadCalls = 'calls_in_blocks' | 'calls_in_lines' | 'calls_of_gemini_stream'

const LINE = /^[ \t>*]*Action(?: ?\d+)?[ *]*:/m
const BLOCK = /^```[ \t]*(?:bash|sh|shell|console|\w*_bash_command)[ \t]*$/m
const RESULT = /^[ \t]*(?:<(?:returncode|output|exception|observation)>|(?:observation(?: ?\d+)?|api output)[ \t]*:)/im

const proseIn = (text: string): UnreadCalls | undefined =>
  LINE.test(text) ? 'calls_in_lines' : BLOCK.test(text) ? 'calls_in_blocks' : undefined

/** The form of the calls in messages without provider calls, if results follow them; undefined if there are none. */
export const proseCalls = (entries: ReadonlyArray<unknown>): UnreadCalls | undefined => {
  const messages = entries.filter(isFields).map(({ role, content }) => ({ role, text: textOf(content) }))
  for (const [at, { role, text }] of messages.entries()) {
    const found = role === 'assistant' || role === 'ai' ? proseIn(text) : undefined
    if (found !== undefined && (RESULT.test(text) || RESULT.test(messages[at + 1]?.text ?? ''))) return found
  }
  return undefined
}

/** Whether entries are what the Gemini CLI prints as `stream-json`, which displays results, often as nothing. */
export const isGeminiStream = (entries: ReadonlyArray<unknown>): boolean =>
  entries.some(
    (entry) =>
      isFields(entry) && /^tool_(?:use|result)$/.test(stringOf(entry['type'])) && typeof entry['tool_id'] === 'string'
  )
