/** Session logs of the GitHub Copilot CLI, and events of its SDK; each subagent is a conversation. */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { partsOf, stringOf } from '../../../history/content.js'
import { addCounts } from '../add-counts.js'
import { conversationOf, type Conversation } from '../conversation.js'
import { endOf } from '../run-end.js'
import { NO_USAGE, usageIn, type Usage } from '../usage.js'
import { callingMessage, resultMessage } from './anthropic.js'
import { grouped, withStrange } from './entries.js'
import type { TranscriptFormat } from './format.js'

const SAID: ReadonlySet<unknown> = new Set(['user.message', 'assistant.message', 'tool.execution_complete'])

const isSaid = (entry: unknown): entry is Fields =>
  isFields(entry) && SAID.has(entry['type']) && isFields(entry['data'])

const dataIn = (event: Fields): Fields => asFields(event['data'])

// Earlier versions name no agent, but the call that started it.
const agentOf = (event: Fields): string => stringOf(event['agentId'] ?? dataIn(event)['parentToolCallId'])

// -- as messages of Anthropic

const callOf = ({
  toolCallId: id,
  name,
  arguments: input,
  mcpServerName: server,
  mcpToolName: tool
}: Fields): Fields => ({
  id,
  name: typeof server === 'string' && typeof tool === 'string' ? `mcp__${server}__${tool}` : name,
  input
})

const messageOf = (event: Fields): Fields => {
  const { content, toolRequests, toolCallId: id, success, result, error } = dataIn(event)
  if (event['type'] === 'user.message') return { role: 'user', content }
  if (event['type'] === 'assistant.message') return callingMessage(partsOf(toolRequests).map(callOf), content)
  return resultMessage(id, asFields(result)['content'] ?? asFields(error)['message'], success === false)
}

// -- how a session ended, and what it cost

/** The error that nothing of the model follows. */
const endIn = (events: ReadonlyArray<Fields>): Conversation['ended'] => {
  const last = events.findLast(({ type }) => type === 'assistant.message' || type === 'session.error')
  return last?.['type'] === 'session.error' ? (endOf(dataIn(last)['message']) ?? 'error') : undefined
}

const usageOf = (events: ReadonlyArray<Fields>): Usage => {
  const end = events.findLast(({ type }) => type === 'session.shutdown') ?? {}
  const models = Object.values(asFields(dataIn(end)['modelMetrics']))
  return models.reduce((sum: Usage, one) => addCounts(sum, usageIn(asFields(one)['usage'])), NO_USAGE)
}

const read = (events: ReadonlyArray<Fields>, continues: boolean): ReadonlyArray<Conversation> => {
  // A tool that the user asked for is no call of the model.
  const said = events.filter((event) => isSaid(event) && dataIn(event)['isUserRequested'] !== true)
  const agents = grouped(said, agentOf)
  return agents.map((own, at) => {
    const times = own.map(({ timestamp }) => timestamp)
    const conversation = conversationOf('anthropic', own.map(messageOf), { continues, times })
    // What the end states includes subagents.
    const stated = agents.length === 1 ? { usage: usageOf(events) } : {}
    return at > 0 ? conversation : { ...conversation, ...stated, ended: endIn(events) }
  })
}

export const copilotCliFormat: TranscriptFormat = {
  recognizes: isSaid,
  read: (entries, continues) => {
    const events = entries.filter((entry) => isFields(entry) && typeof entry['type'] === 'string') as Array<Fields>
    const damaged = events.filter((event) => SAID.has(event['type']) && !isSaid(event)).length
    return withStrange(read(events, continues), entries.length - events.length + damaged)
  }
}
