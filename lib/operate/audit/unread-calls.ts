/** Recognizes calls in prose, which are not read, among messages without one that a provider would know. */
import { isFields } from '../../core/foreign/index.js'
import { textOf } from '../../history/content.js'

/** The form of calls that are not read. */
export type UnreadCalls = 'calls_in_blocks' | 'calls_in_keystrokes' | 'calls_in_lines'

const LINE = /^[ \t>*]*Action(?: ?\d+)?[ *]*:/m
const BLOCK = /^```[ \t]*(?:bash|sh|shell|console|\w*_bash_command)[ \t]*$/m
const RESULT = /^[ \t]*(?:<(?:returncode|output|exception|observation)>|(?:observation(?: ?\d+)?|api output)[ \t]*:)/im

// Nobody writes them but as calls, so that a response alone is enough.
const KEYS = /"keystrokes"[ \t]*:|<keystrokes[ >]/

const proseIn = (text: string): UnreadCalls | undefined =>
  LINE.test(text) ? 'calls_in_lines' : BLOCK.test(text) ? 'calls_in_blocks' : undefined

/** The form of the calls in messages without provider calls, if results follow them; undefined if there are none. */
export const proseCalls = (entries: ReadonlyArray<unknown>): UnreadCalls | undefined => {
  const messages = entries.filter(isFields).map(({ role, content }) => ({ role, text: textOf(content) }))
  for (const [at, { role, text }] of messages.entries()) {
    if (role !== 'assistant' && role !== 'ai') continue
    if (KEYS.test(text)) return 'calls_in_keystrokes'
    const found = proseIn(text)
    if (found !== undefined && (RESULT.test(text) || RESULT.test(messages[at + 1]?.text ?? ''))) return found
  }
  return undefined
}
