/** Recognizes calls in prose, which are not read, among messages without one that a provider would know. */
import { isFields } from '../../core/foreign/index.js'
import { textOf } from '../../history/content.js'

/** The form of calls that are not read. */
export type UnreadCalls =
  'calls_in_blocks' | 'calls_in_json' | 'calls_in_keystrokes' | 'calls_in_lines' | 'calls_in_tags'

const LINE = /^[ \t>*]*Action(?: ?\d+)?[ *]*:/m
const BLOCK = /^```[ \t]*(?:bash|sh|shell|console|\w*_bash_command)[ \t]*$/m
const RESULT = /^[ \t]*(?:<(?:returncode|output|exception|observation)>|(?:observation(?: ?\d+)?|api output)[ \t]*:)/im

// Nobody writes them but as calls, so that a response alone is enough.
const KEYS = /"keystrokes"[ \t]*:|<keystrokes[ >]/

// `{"tool_name": "read", "arguments": {…}}`, in either order; a `name` stands beside the arguments alone.
const ARGUMENTS = '"(?:(?:tool|action|function)_?)?(?:arguments|args|parameters|params|input|kwargs)"\\s{0,9}:'
const NAME = '"(?:tool|action|function)(?:_?(?:name|call))?"\\s{0,9}:\\s{0,9}["{]'
const BARE_NAME = '"name"\\s{0,9}:\\s{0,9}"[^"\\n]{1,100}"'
const NAMED = new RegExp(NAME)
const GIVEN = new RegExp(ARGUMENTS)
const NEAR = new RegExp(`${BARE_NAME}\\s{0,9},\\s{0,9}${ARGUMENTS}`)

const TAG = /<(?:tool_calls?|function_calls?|tool_use|invoke name=|function=|tool_code|execute)\b/

// People answer a block of code with what it printed, so that these follow calls of no other form.
const ANSWER =
  /^\s*(?:[{[<]|[^\w\n]{0,9}(?:(?:tool|function|call|execution|action|api)[ _]?)?(?:results?|outputs?|responses?|returned|errors?)\b[^:\n]{0,80}:)/i

const isAnswered = (text: string): boolean => RESULT.test(text) || ANSWER.test(text)

const dataIn = (text: string): UnreadCalls | undefined =>
  (NAMED.test(text) && GIVEN.test(text)) || NEAR.test(text)
    ? 'calls_in_json'
    : TAG.test(text)
      ? 'calls_in_tags'
      : undefined

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
    const data = dataIn(text)
    if (data !== undefined && isAnswered(messages[at + 1]?.text ?? '')) return data
  }
  return undefined
}
