/**
 * Histories of Cline and Roo Code (`api_conversation_history.json`), read as messages of Anthropic: results stand as
 * words of the user, below `[execute_command for 'ls'] Result:`, and calls, but for native ones, as XML in what the
 * model wrote.
 */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { partsOf, stringOf, textOf } from '../../../history/content.js'

// -- what the user's side says

const HEAD = /^\[([a-z]\w{1,60})[ \]]/
const HEAD_END = '] Result:'

interface Result {
  readonly name: string
  /** What stands in the same block, below the head. */
  readonly text: string
}

const headedIn = (text: string): Result | undefined => {
  const end = text.indexOf(HEAD_END)
  const name = end < 0 ? undefined : HEAD.exec(text.slice(0, end + 1))?.[1]
  return name === undefined ? undefined : { name, text: text.slice(end + HEAD_END.length).trim() }
}

const blocksOf = ({ content }: Fields): ReadonlyArray<Fields> =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : partsOf(content)

/** Whether a message holds a result as Cline writes it. */
export const isClineResult = (entry: unknown): entry is Fields =>
  isFields(entry) &&
  entry['role'] === 'user' &&
  blocksOf(entry).some(({ type, text }) => type === 'text' && headedIn(stringOf(text)) !== undefined)

// What the extension adds to each message.
const OF_HARNESS = /^\s*(?:<environment_details>|# (?:TODO|task_progress)\b|\[TASK RESUMPTION\])/
const OF_PERSON = /<(?:task|feedback|user_message|answer)>/
const REJECTION = /^\s*\[ERROR\] (You did not use a tool in your previous response)/

/** With which words the extension rejects a step of the model. */
export const rejectedByCline = (message: Fields): string | undefined =>
  REJECTION.exec(textOf(blocksOf(message).slice(0, 1)))?.[1]

interface Told {
  readonly results: ReadonlyArray<{ readonly name: string; readonly content: ReadonlyArray<unknown> }>
  /** Results of native calls, and words of a person. */
  readonly others: ReadonlyArray<Fields>
}

/** Results with all that stands below their head, and the rest but for what the extension adds. */
const toldBy = (message: Fields): Told => {
  const results: Array<{ readonly name: string; readonly content: Array<unknown> }> = []
  const others: Array<Fields> = []
  for (const block of blocksOf(message)) {
    const text = stringOf(block['text'])
    const head = headedIn(text)
    const content = results.at(-1)?.content
    if (head !== undefined)
      results.push({ name: head.name, content: head.text === '' ? [] : [{ type: 'text', text: head.text }] })
    else if (OF_HARNESS.test(text)) continue
    else if (content !== undefined && (content.length === 0 || block['type'] === 'image')) content.push(block)
    else others.push(block)
    // A person answers in a result, too.
    if (OF_PERSON.test(text) && others.at(-1) !== block) others.push({ type: 'text', text })
  }
  return { results, others }
}

// -- calls in what the model wrote

const MAX_PARAMS = 50
const OPENS = /<(\w{1,60})>/g

/** `<command>ls</command>`, each up to its last end, as a file may hold the same one. */
const paramsIn = (xml: string): Fields => {
  const params: Record<string, string> = {}
  OPENS.lastIndex = 0
  for (let n = 0; n < MAX_PARAMS; n++) {
    const open = OPENS.exec(xml)
    if (open === null) break
    const name = open[1] ?? ''
    const end = xml.lastIndexOf(`</${name}>`)
    if (end < open.index) continue
    params[name] = xml.slice(open.index + open[0].length, end).replace(/^\n|\n$/g, '')
    OPENS.lastIndex = end
  }
  return params
}

/** The arguments of the call of a tool that a text holds; undefined without one. */
const callIn = (text: string, name: string): Fields | undefined => {
  const start = text.indexOf(`<${name}>`)
  const end = text.lastIndexOf(`</${name}>`)
  return start < 0 || end < start ? undefined : paramsIn(text.slice(start + name.length + 2, end))
}

// -- all of it

/** Messages as Anthropic has them; those of any other client stay the same. */
export const fromCline = (entries: ReadonlyArray<unknown>): ReadonlyArray<unknown> => {
  if (!entries.some(isClineResult)) return entries
  const messages: Array<Fields> = []
  for (const [at, entry] of entries.entries()) {
    const message = asFields(entry)
    if (message['role'] !== 'user') {
      messages.push({ ...message, content: blocksOf(message) })
      continue
    }
    if (rejectedByCline(message) !== undefined) {
      messages.push({ ...message, role: 'system' })
      continue
    }
    const { results, others } = toldBy(message)
    const asked = messages.at(-1)
    const open = blocksOf(asked ?? {}).filter(({ type }) => type === 'tool_use')
    const made: Array<Fields> = []
    const answers = results.map(({ name, content }, n): Fields => {
      const native = open.findIndex((call) => call['name'] === name)
      const input = native < 0 ? callIn(textOf(asked?.['content']), name) : undefined
      const id = native < 0 ? `cline_${at}_${n}` : open.splice(native, 1)[0]?.['id']
      if (input !== undefined) made.push({ type: 'tool_use', id, name, input })
      return { type: 'tool_result', tool_use_id: id, content }
    })
    if (asked !== undefined && made.length > 0)
      messages[messages.length - 1] = { ...asked, content: [...blocksOf(asked), ...made] }
    if (answers.length + others.length > 0) messages.push({ ...message, content: [...answers, ...others] })
  }
  return messages
}
