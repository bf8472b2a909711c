/**
 * Session logs of Claude Code, one event a line, and what `claude -p --output-format stream-json` prints. Only words of
 * the model and the user are read.
 */
import { asFields, type Fields, isFields } from '../../../core/foreign/index.js'
import { partsOf, stringOf, textOf } from '../../../history/content.js'
import { conversationOf, type Conversation } from '../conversation.js'
import { addCounts } from '../add-counts.js'
import { endOf } from '../run-end.js'
import { NO_USAGE, usageIn, type Usage } from '../usage.js'
import { isMessage, readableBlocks, strangeBlocks, withoutReminders } from './anthropic.js'
import { distinct, grouped, withStrange } from './entries.js'
import type { TranscriptFormat } from './format.js'

const SPEAKERS: ReadonlySet<unknown> = new Set(['user', 'assistant'])

const isSpoken = (line: Fields): boolean => SPEAKERS.has(line['type']) && 'message' in line

const sessionOf = ({ sessionId, session_id }: Fields): string => stringOf(sessionId ?? session_id)

const IDS = ['sessionId', 'session_id', 'uuid', 'parentUuid', 'parent_tool_use_id'] as const

// A stream begins and ends with lines of its own, which alone are no conversation.
const isOfStream = ({ type, subtype, session_id }: Fields): boolean =>
  typeof session_id === 'string' && typeof subtype === 'string' && (type === 'system' || type === 'result')

// -- whose line it is: of the session, or of one of its subagents

/** The first line of the branch that a subagent's line stands on; older logs do not name the agent. */
const rootsIn = (lines: ReadonlyArray<Fields>): ((line: Fields) => string) => {
  const roots = new Map<unknown, string>()
  for (const line of lines) {
    const { uuid, parentUuid, isSidechain } = line
    if (isSidechain === true) roots.set(uuid, roots.get(parentUuid) ?? stringOf(uuid))
  }
  return ({ uuid }) => roots.get(uuid) ?? ''
}

/** Each line behind the one that it follows: a result may be written before the call that it is of. */
const inOrder = (lines: ReadonlyArray<Fields>): ReadonlyArray<Fields> => {
  const due = new Set(lines.map(({ uuid }) => uuid).filter((uuid) => typeof uuid === 'string'))
  const waiting = new Map<unknown, Array<Fields>>()
  const ordered: Array<Fields> = []
  for (const line of lines) {
    const { uuid, parentUuid } = line
    if (due.has(parentUuid as string) && parentUuid !== uuid) {
      waiting.set(parentUuid, [...(waiting.get(parentUuid) ?? []), line])
      continue
    }
    const next = [line]
    for (let one = next.shift(); one !== undefined; one = next.shift()) {
      ordered.push(one)
      due.delete(one['uuid'] as string)
      next.unshift(...(waiting.get(one['uuid']) ?? []))
      waiting.delete(one['uuid'])
    }
  }
  return [...ordered, ...[...waiting.values()].flat()]
}

const byAgent = (lines: ReadonlyArray<Fields>): ReadonlyArray<ReadonlyArray<Fields>> => {
  const rootOf = rootsIn(lines)
  // A resumed session may contain its lines twice.
  const once = distinct(lines, ({ uuid }) => (typeof uuid === 'string' ? uuid : undefined))
  return grouped(once, (line) => {
    const { agentId, parent_tool_use_id } = line
    // In a stream, a subagent is named by the call that started it.
    return `${sessionOf(line)} ${stringOf(agentId ?? parent_tool_use_id) || rootOf(line)}`
  })
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
  return texts.length > 0 && texts.every(({ type, text }) => type === 'text' && NOT_A_PERSON.test(stringOf(text)))
}

const messageOf = ({ type, message }: Fields): unknown => {
  if (!isFields(message)) return message
  const { content } = message
  return {
    role: message['role'] ?? type,
    usage: message['usage'],
    content: Array.isArray(content) ? readableBlocks(content.map(withoutReminders)) : content
  }
}

/** Several lines may hold one message, each with the usage of all of it. */
const usageOf = (lines: ReadonlyArray<Fields>): Usage => {
  const byMessage = new Map<unknown, Usage>()
  for (const [at, { message }] of lines.entries())
    if (isFields(message) && isFields(message['usage'])) byMessage.set(message['id'] ?? at, usageIn(message['usage']))
  return [...byMessage.values()].reduce(addCounts, NO_USAGE)
}

const read = (lines: ReadonlyArray<Fields>): Conversation => {
  const spoken = lines.filter((line) => !isOfHarness(line))
  const said = spoken.map((line) => ({ message: messageOf(line), time: line['timestamp'] }))
  const heard = said.filter(({ message }) => isMessage(message))
  const messages = heard.map(({ message }) => message as Fields)
  const strange = messages.reduce((sum, { content }) => sum + strangeBlocks(content), said.length - messages.length)
  const times = heard.map(({ time }) => time)
  return {
    ...conversationOf('anthropic', messages, { strange, times, usage: usageOf(lines), flagsCommands: true }),
    entries: lines.length
  }
}

// -- how a session ended

// After its last attempt, the harness itself writes a message of the model.
const isOfProvider = ({ type, subtype, isApiErrorMessage }: Fields): boolean =>
  (type === 'system' && subtype === 'api_error') || isApiErrorMessage === true

const errorIn = ({ error, message, isApiErrorMessage }: Fields): string => {
  if (isApiErrorMessage === true) return textOf(asFields(message)['content'])
  const { status, error: body, message: own, cause } = asFields(error)
  const inner = asFields(asFields(body)['error'] ?? body)
  const words = [inner['message'], own, asFields(cause)['code']].map(stringOf).find((text) => text !== '') ?? ''
  return typeof status === 'number' ? `api_error ${status}: ${words}` : words || 'api_error'
}

/** The error of the provider that nothing of the model follows. */
const refusalIn = (lines: ReadonlyArray<Fields>): string | undefined => {
  const main = lines.filter(({ isSidechain }) => isSidechain !== true)
  const own = main.slice(main.findLastIndex((line) => line['type'] === 'assistant' && !isOfProvider(line)) + 1)
  // The number of the status stands in the event alone.
  const error = own.findLast(({ subtype }) => subtype === 'api_error') ?? own.findLast(isOfProvider)
  return error && errorIn(error)
}

// Where its last attempt of a request failed, a stream ends as a `success` that is an error.
const statedEnd = ({ subtype, is_error: isError, result }: Fields): Conversation['ended'] =>
  endOf(subtype) === null && isError === true ? stringOf(result) || 'error' : endOf(subtype)

// A step may state nothing, or 0 of each. `usage` alone may lack what came before the last answer to a person.
const statedUsage = ({ usage, modelUsage: models, total_cost_usd: cost }: Fields, ofSteps: Usage): Usage => {
  const ofModels = Object.values(asFields(models))
  const all = (ofModels.length > 0 ? ofModels : [usage]).map((one) => usageIn(one))
  const { input, output, cached } = all.reduce(addCounts, NO_USAGE)
  return {
    input: Math.max(input, ofSteps.input),
    output: Math.max(output, ofSteps.output),
    cached: Math.max(cached, ofSteps.cached),
    cost: usageIn({}, cost).cost
  }
}

/** The conversations; the first of a session with what the end of its stream states: why it ended, what it cost. */
const readAgents = (lines: ReadonlyArray<Fields>): ReadonlyArray<Conversation> => {
  const ends = new Map(lines.filter(({ type }) => type === 'result').map((line) => [sessionOf(line), line]))
  const agents = byAgent(inOrder(lines.filter(isSpoken)))
  const sessions = agents.map(([line = {}]) => sessionOf(line))
  return agents.map((own, at) => {
    const conversation = read(own)
    const session = sessions[at] ?? ''
    if (sessions.indexOf(session) < at) return conversation
    const end = ends.get(session)
    if (end === undefined) {
      const ended = refusalIn(lines.filter((line) => sessionOf(line) === session))
      return { ...conversation, ended: endOf(ended) }
    }
    const { usage: ofSteps = NO_USAGE } = conversation
    // What it states includes subagents, whose tokens are their own.
    const isAlone = sessions.lastIndexOf(session) === at
    const usage = isAlone ? statedUsage(end, ofSteps) : ofSteps
    return { ...conversation, usage, ended: statedEnd(end) }
  })
}

export const claudeCodeFormat: TranscriptFormat = {
  recognizes: (entry) => (isSpoken(entry) && IDS.some((id) => id in entry)) || isOfStream(entry),
  read: (entries) => {
    const lines = entries.filter(
      (entry) => isFields(entry) && typeof entry['type'] === 'string'
    ) as ReadonlyArray<Fields>
    // Lines of any other type belong to the harness; a line without its type or its message is damaged.
    const damaged = lines.filter((line) => SPEAKERS.has(line['type']) && !('message' in line)).length
    return withStrange(readAgents(lines), entries.length - lines.length + damaged)
  }
}
