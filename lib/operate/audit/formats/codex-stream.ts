/** What `codex exec --json` prints: events of threads and turns, and items of which the last state counts. */
import { type Fields, asFields, isFields } from '../../../core/foreign/index.js'
import { stringOf } from '../../../history/content.js'
import { callAnswer, endedWell, type CallAnswer } from '../call-answer.js'
import { seenCall, type Conversation, type ReadableCall } from '../conversation.js'
import { addCounts } from '../add-counts.js'
import { NO_USAGE, usageIn } from '../usage.js'
import { cutBefore, withStrange } from './entries.js'
import type { TranscriptFormat } from './format.js'

const EVENTS = /^(?:thread\.started|turn\.(?:started|completed|failed)|item\.(?:started|updated|completed)|error)$/

const isEvent = (entry: unknown): entry is Fields => isFields(entry) && EVENTS.test(stringOf(entry['type']))

const isItem = ({ item }: Fields): boolean => isFields(item) && typeof item['type'] === 'string'

// -- items that are calls

const answerOf = (item: Fields, content: unknown, failed: boolean): CallAnswer | null => {
  if (item['status'] === 'in_progress') return null
  const answer = callAnswer(content ?? '', failed)
  return item['exit_code'] === 0 && !failed ? endedWell(answer) : answer
}

const CALLS: Readonly<Record<string, (item: Fields, turn: number) => ReadableCall | null>> = {
  command_execution: (item, turn) => {
    const { command, aggregated_output: output, exit_code: code, status } = item
    const failed = status === 'failed' || (typeof code === 'number' && code !== 0)
    return seenCall('exec_command', { command }, turn, answerOf(item, output, failed))
  },
  file_change: (item, turn) =>
    seenCall('apply_patch', { changes: item['changes'] }, turn, answerOf(item, '', item['status'] === 'failed')),
  mcp_tool_call: (item, turn) => {
    const { server, tool, arguments: args, result, error, status } = item
    const content = isFields(error) ? error['message'] : (asFields(result)['content'] ?? result)
    const name = typeof tool === 'string' && tool.trim() !== '' ? `mcp__${stringOf(server)}__${tool}` : undefined
    return seenCall(
      name,
      args === null ? {} : args,
      turn,
      answerOf(item, content, status === 'failed' || isFields(error))
    )
  }
}

const OTHERS = /^(?:agent_message|reasoning|web_search|todo_list|error|plan_update|collab_tool_call)$/

// -- a thread

/** How the last turn ended; undefined of one that has not. */
const endIn = (events: ReadonlyArray<Fields>): Conversation['ended'] => {
  const last = events.findLast(({ type }) => stringOf(type).startsWith('turn.'))
  if (last?.['type'] === 'turn.completed') return null
  return last?.['type'] === 'turn.failed' ? stringOf(asFields(last['error'])['message']) || 'error' : undefined
}

const read = (events: ReadonlyArray<Fields>): Conversation => {
  const items = new Map<string, { readonly item: Fields; readonly turn: number; readonly step: number }>()
  let [turn, step, strange, usage] = [0, 0, 0, NO_USAGE]
  for (const event of events) {
    const { type, item } = event
    if (type === 'turn.started') turn++
    if (type === 'turn.completed') usage = addCounts(usage, usageIn(event['usage']))
    if (!isItem(event) || !isFields(item)) {
      if (stringOf(type).startsWith('item.')) strange++
      continue
    }
    if (!Object.hasOwn(CALLS, stringOf(item['type'])) && !OTHERS.test(stringOf(item['type']))) strange++
    const id = stringOf(item['id']) || String(items.size)
    if (!items.has(id)) step++
    items.set(id, { turn, step, ...items.get(id), item })
  }
  const calls = [...items.values()].flatMap(({ item, turn: own, step: at }) => {
    const callOf = CALLS[stringOf(item['type'])]
    const call = callOf?.(item, own)
    return call === undefined ? [] : [call === null ? null : { ...call, step: at }]
  })
  return { entries: events.length, calls, strange, steps: step, usage, ended: endIn(events) }
}

export const codexStreamFormat: TranscriptFormat = {
  recognizes: (entry) => isEvent(entry) && (isItem(entry) || 'thread_id' in entry || entry['type'] !== 'error'),
  read: (entries) => {
    const events = entries.filter(isEvent)
    const threads = cutBefore(events, ({ type }) => type === 'thread.started')
    return withStrange(threads.map(read), entries.length - events.length)
  }
}
