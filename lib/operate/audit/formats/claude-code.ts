/** Session logs of Claude Code, one event a line. Only words of the model and the user are read. */
import { type Fields, isFields } from '../../../core/foreign/index.js'
import { partsOf } from '../../../history/content.js'
import { conversationOf, type Conversation } from '../conversation.js'
import { isMessage, readableBlocks, strangeBlocks } from './anthropic.js'
import type { TranscriptFormat } from './format.js'

const SPEAKERS: ReadonlySet<unknown> = new Set(['user', 'assistant'])

const isSpoken = (line: Fields): boolean => SPEAKERS.has(line['type']) && 'message' in line

// -- whose line it is: of the session, or of one of its subagents

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The first line of the branch that a subagent's line stands on; older logs do not name the agent. */
const rootsIn = (lines: ReadonlyArray<Fields>): ((line: Fields) => string) => {
  const roots = new Map<unknown, string>()
  for (const line of lines) {
    const { uuid, parentUuid, isSidechain } = line
    if (isSidechain === true) roots.set(uuid, roots.get(parentUuid) ?? textIn(uuid))
  }
  return ({ uuid }) => roots.get(uuid) ?? ''
}

const byAgent = (lines: ReadonlyArray<Fields>): ReadonlyArray<ReadonlyArray<Fields>> => {
  const rootOf = rootsIn(lines)
  const agents = new Map<string, Array<Fields>>()
  const seen = new Set<unknown>()
  for (const line of lines) {
    const { uuid, sessionId, agentId } = line
    // A resumed session may contain its lines twice.
    if (typeof uuid === 'string' && seen.has(uuid)) continue
    seen.add(uuid)
    const key = `${textIn(sessionId)} ${textIn(agentId) || rootOf(line)}`
    const own = agents.get(key)
    if (own === undefined) agents.set(key, [line])
    else own.push(line)
  }
  return [...agents.values()]
}

// -- what is said

// The harness writes these on the user's behalf.
const NOT_A_PERSON =
  /^\s*(?:<(?:local-command-stdout|local-command-stderr|local-command-caveat|task-notification|system-reminder|bash-stdout|bash-stderr)>|\[Request interrupted by user)/

const isOfHarness = ({ isMeta, isCompactSummary, message }: Fields): boolean => {
  if (isMeta === true || isCompactSummary === true) return true
  const content = isFields(message) ? message['content'] : undefined
  if (typeof content === 'string') return NOT_A_PERSON.test(content)
  const texts = partsOf(content)
  return texts.length > 0 && texts.every(({ type, text }) => type === 'text' && NOT_A_PERSON.test(textIn(text)))
}

const REMINDER_END = '</system-reminder>'

// The harness appends reminders, which differ between results.
const withoutReminders = (text: string): string =>
  text
    .split('<system-reminder>')
    .map((part, i) => {
      const end = part.indexOf(REMINDER_END)
      if (i === 0) return part
      return end === -1 ? `<system-reminder>${part}` : part.slice(end + REMINDER_END.length)
    })
    .map((part, _, parts) => (parts.length > 1 ? part.trim() : part))
    .join('')

const cleaned = (block: unknown): unknown => {
  if (!isFields(block) || block['type'] !== 'tool_result') return block
  const { content } = block
  if (typeof content === 'string') return { ...block, content: withoutReminders(content) }
  if (!Array.isArray(content)) return block
  return {
    ...block,
    content: content.map((part: unknown) =>
      isFields(part) && typeof part['text'] === 'string' ? { ...part, text: withoutReminders(part['text']) } : part
    )
  }
}

const messageOf = ({ type, message }: Fields): unknown => {
  if (!isFields(message)) return message
  const { content } = message
  return {
    role: message['role'] ?? type,
    content: Array.isArray(content) ? readableBlocks(content.map(cleaned)) : content
  }
}

const read = (lines: ReadonlyArray<Fields>): Conversation => {
  const said = lines.filter((line) => !isOfHarness(line)).map(messageOf)
  const messages = said.filter(isMessage)
  const strange = messages.reduce((sum, { content }) => sum + strangeBlocks(content), said.length - messages.length)
  return { ...conversationOf('anthropic', messages, { strange }), entries: lines.length }
}

export const claudeCodeFormat: TranscriptFormat = {
  recognizes: (entry) => isSpoken(entry) && ('sessionId' in entry || 'uuid' in entry || 'parentUuid' in entry),
  read: (entries) => {
    const lines = entries.filter(
      (entry) => isFields(entry) && typeof entry['type'] === 'string'
    ) as ReadonlyArray<Fields>
    // Lines of any other type belong to the harness; a line without its type or its message is damaged.
    const damaged = lines.filter((line) => SPEAKERS.has(line['type']) && !('message' in line)).length
    const [first, ...others] = byAgent(lines.filter(isSpoken)).map(read)
    const strange = entries.length - lines.length + damaged
    return first === undefined ? [] : [{ ...first, strange: first.strange + strange }, ...others]
  }
}
