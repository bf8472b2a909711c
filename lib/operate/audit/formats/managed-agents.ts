/** Events of a session of Claude Managed Agents, bare or as the `raw` of a line; each thread is a conversation. */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { stringOf } from '../../../history/content.js'
import { addCounts } from '../add-counts.js'
import { conversationOf, type Conversation } from '../conversation.js'
import { endOf } from '../run-end.js'
import { NO_USAGE } from '../usage.js'
import { callingMessage, resultMessage } from './anthropic.js'
import { grouped, withStrange } from './entries.js'
import type { TranscriptFormat } from './format.js'

const isEvent = (entry: unknown): entry is Fields =>
  isFields(entry) &&
  'processed_at' in entry &&
  /^(?:agent|user|system|session|span)\.[a-z_]+$/.test(stringOf(entry['type']))

const eventIn = (entry: unknown): Fields | undefined => [entry, asFields(entry)['raw']].find(isEvent)

const typeOf = ({ type }: Fields): string => stringOf(type)

// -- as messages of Anthropic

const CALL = /^agent\.(?:mcp_|custom_)?tool_use$/
const RESULT = /^(?:agent|user)\.(?:mcp_|custom_)?tool_result$/
// Messages without a word are left out.
const WORDS = '…'
const ASKS = /^(?:user\.message|user\.define_outcome|agent\.thread_message_received)$/

const messageOf = (event: Fields): ReadonlyArray<Fields> => {
  const { id, name, mcp_server_name: server, input, content, is_error: failed, processed_at: timestamp } = event
  const { tool_use_id: own, mcp_tool_use_id: ofServer = own, custom_tool_use_id: callId = ofServer } = event
  const type = typeOf(event)
  if (CALL.test(type)) {
    const isNamed = typeof server === 'string' && typeof name === 'string'
    return [callingMessage([{ id, name: isNamed ? `mcp__${server}__${name}` : name, input }], '', { timestamp })]
  }
  if (RESULT.test(type)) return [{ ...resultMessage(callId, content, failed === true), timestamp }]
  if (ASKS.test(type)) return [{ role: 'user', content: WORDS }]
  // A request begins a step, and its end states what it cost.
  if (type === 'span.model_request_start') return [{ role: 'system', content: WORDS }]
  if (type === 'span.model_request_end') return [callingMessage([], WORDS, { usage: event['model_usage'] })]
  return []
}

// -- how a session ended, and what it cost

const wordsOf = (event: Fields | undefined): Conversation['ended'] =>
  endOf(asFields(asFields(event)['error'])['message'])

const isError = (event: Fields): boolean => typeOf(event) === 'session.error'

/** With which words requests failed that were made again. */
const rejectedIn = (events: ReadonlyArray<Fields>): ReadonlyArray<string> =>
  events
    .filter((event) => isError(event) && asFields(asFields(event['error'])['retry_status'])['type'] === 'retrying')
    .map((event) => wordsOf(event) ?? 'error')

const endIn = (events: ReadonlyArray<Fields>): Conversation['ended'] => {
  const last = events.findLast((event) => isError(event) || /^(?:agent\.|session\.status_idle$)/.test(typeOf(event)))
  if (last === undefined || typeOf(last).startsWith('agent.')) return undefined
  if (isError(last)) return wordsOf(last) ?? 'error'
  const { type: reason } = asFields(last['stop_reason'])
  if (reason === 'end_turn') return null
  if (reason === 'requires_action') return undefined
  return (reason === 'retries_exhausted' ? wordsOf(events.findLast(isError)) : undefined) ?? endOf(reason)
}

// In cents, of all threads.
const costIn = (events: ReadonlyArray<Fields>): number => {
  const { usage } = events.findLast((event) => typeOf(event) === 'session.usage') ?? {}
  const { amount } = asFields(asFields(usage)['list_cost'])
  return /^\d{1,12}$/.test(stringOf(amount)) ? Number(amount) / 100 : 0
}

const read = (events: ReadonlyArray<Fields>, continues: boolean): ReadonlyArray<Conversation> => {
  const said = events.filter((event) => messageOf(event).length > 0)
  return grouped(said, ({ session_thread_id: thread }) => stringOf(thread)).map((own, at) => {
    const conversation = conversationOf('anthropic', own.flatMap(messageOf), { continues })
    if (at > 0) return conversation
    const usage = addCounts(conversation.usage ?? NO_USAGE, { ...NO_USAGE, cost: costIn(events) })
    return { ...conversation, entries: events.length, usage, rejected: rejectedIn(events), ended: endIn(events) }
  })
}

export const managedAgentsFormat: TranscriptFormat = {
  recognizes: (entry) => eventIn(entry) !== undefined,
  read: (entries, continues) => {
    const events = entries.map(eventIn).filter((event) => event !== undefined)
    return withStrange(read(events, continues), entries.length - events.length)
  }
}
