/**
 * Sessions of Pi, on which OpenClaw builds, a line for each message, and what `pi --mode json` prints; those of Droid,
 * whose lines are the same around messages of Anthropic.
 */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { partsOf, stringOf } from '../../../history/content.js'
import { conversationOf, type Conversation } from '../conversation.js'
import { endOf } from '../run-end.js'
import { readableBlocks, strangeBlocks, withoutReminders } from './anthropic.js'
import { cutBefore, withStrange } from './entries.js'
import type { TranscriptFormat } from './format.js'

// A stream repeats each message as it grows; at the end, it is whole.
const KINDS: ReadonlySet<unknown> = new Set(['message', 'message_end'])
const ROLES: ReadonlySet<unknown> = new Set(['user', 'assistant', 'toolResult'])

const isLine = (entry: unknown): entry is Fields => isFields(entry) && KINDS.has(entry['type'])

const messageIn = (line: Fields): Fields => asFields(line['message'])

// The first version has no tree.
const isSigned = ({ role, content, api }: Fields): boolean =>
  role === 'toolResult' || typeof api === 'string' || partsOf(content).some(({ type }) => type === 'toolCall')

/** A message with calls of OpenAI would seem to have none. */
const isCertain = (line: Fields): boolean => {
  const message = messageIn(line)
  return ROLES.has(message['role']) && ('parentId' in line || isSigned(message)) && !('tool_calls' in message)
}

// -- as messages of Anthropic, whose blocks they resemble

const blockOf = (block: Fields): Fields =>
  block['type'] === 'toolCall'
    ? { type: 'tool_use', id: block['id'], name: block['name'], input: block['arguments'] }
    : block

const rewritten = (message: Fields): Fields => {
  const { role, content, usage, toolCallId: id, isError } = message
  if (role === 'toolResult')
    return {
      role: 'user',
      content: [
        withoutReminders({ type: 'tool_result', tool_use_id: id, content: content ?? '', is_error: isError === true })
      ]
    }
  const blocks = Array.isArray(content) ? readableBlocks(partsOf(content).map(blockOf)) : content
  return { role, content: blocks, usage, cost: asFields(asFields(usage)['cost'])['total'] }
}

/** With which words steps of the model failed, behind which it spoke again. */
const failedIn = (messages: ReadonlyArray<Fields>): ReadonlyArray<string> =>
  messages
    .filter(({ role }) => role === 'assistant')
    .slice(0, -1)
    .filter(({ stopReason }) => stopReason === 'error')
    .map(({ errorMessage: words }) => stringOf(words) || 'error')

const endIn = (messages: ReadonlyArray<Fields>): Conversation['ended'] => {
  const { stopReason: reason, errorMessage: words } = messages.findLast(({ role }) => role === 'assistant') ?? {}
  if (reason === 'error') return endOf(words) ?? 'error'
  return reason === 'stop' ? null : reason === 'length' ? 'length' : undefined
}

const read = (lines: ReadonlyArray<Fields>, continues: boolean): Conversation => {
  const all = lines.filter(isLine)
  const damaged = all.map(messageIn).filter(({ role, tool_calls: calls }) => typeof role !== 'string' || calls).length
  // Commands of the user, summaries, and words of extensions are no part of the conversation.
  const said = all.filter((line) => ROLES.has(messageIn(line)['role']))
  const messages = said.map((line) => rewritten(messageIn(line)))
  const strange = messages.reduce((sum, { content }) => sum + strangeBlocks(content), damaged)
  // A message has the time at which the model began to write it, its line that of its end.
  const times = said.map(({ timestamp }) => timestamp)
  const conversation = conversationOf('anthropic', messages, { continues, strange, times, flagsCommands: true })
  const own = said.map(messageIn)
  return { ...conversation, entries: lines.length, rejected: failedIn(own), ended: endIn(own) }
}

export const piFormat: TranscriptFormat = {
  recognizes: (entry) => isLine(entry) && isCertain(entry),
  read: (entries, continues) => {
    const lines = entries.filter((entry) => isFields(entry) && stringOf(entry['type']) !== '') as ReadonlyArray<Fields>
    const sessions = cutBefore(lines, ({ type }) => type === 'session' || type === 'session_start')
    return withStrange(
      sessions.map((own, at) => read(own, continues && at === 0)),
      entries.length - lines.length
    )
  }
}
