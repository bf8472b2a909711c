/**
 * Message histories of Pydantic AI (`all_messages_json()`): requests, which hold the results of tools, and responses,
 * which hold the calls.
 */
import { type Fields, isFields } from '../../../core/foreign/index.js'
import { partsOf } from '../../../history/content.js'
import { callAnswer, seenCall, type Conversation, type ReadableCall } from '../conversation.js'
import { addUsage, between, NO_USAGE, timeIn, usageIn } from '../usage.js'
import type { TranscriptFormat } from './format.js'

const isMessage = (entry: unknown): entry is Fields =>
  isFields(entry) &&
  (entry['kind'] === 'request' || entry['kind'] === 'response') &&
  Array.isArray(entry['parts']) &&
  entry['parts'].every((part) => isFields(part) && typeof part['part_kind'] === 'string')

// A retry without the name of a tool asks for another output.
const isResult = ({ part_kind: kind, tool_name: tool }: Fields): boolean =>
  kind === 'tool-return' || (kind === 'retry-prompt' && typeof tool === 'string')

const FAILED: ReadonlySet<unknown> = new Set(['failed', 'denied'])

const isFailed = ({ part_kind: kind, outcome }: Fields): boolean => kind === 'retry-prompt' || FAILED.has(outcome)

const read = (messages: ReadonlyArray<Fields>): Omit<Conversation, 'entries' | 'strange'> => {
  const calls: Array<ReadableCall | null> = []
  const open = new Map<unknown, { readonly at: number; readonly made: unknown }>()
  let [turn, step, orphaned] = [0, 0, 0]
  let usage = NO_USAGE
  const inputs: Array<number> = []
  const settle = (part: Fields): void => {
    const id = part['tool_call_id']
    const asked = id === undefined ? undefined : open.get(id)
    if (asked === undefined) {
      orphaned++
      return
    }
    open.delete(id)
    const call = calls[asked.at]
    if (call)
      calls[asked.at] = {
        ...call,
        answer: callAnswer(part['content'] ?? '', isFailed(part)),
        ms: between(asked.made, part['timestamp'])
      }
  }
  for (const message of messages) {
    const parts = partsOf(message['parts'])
    if (message['kind'] === 'request') {
      if (parts.some(({ part_kind: kind }) => kind === 'user-prompt')) turn++
      parts.filter(isResult).forEach(settle)
      continue
    }
    step++
    const own = usageIn(message['usage'])
    usage = addUsage(usage, own)
    inputs.push(own.input)
    const made = message['timestamp']
    for (const { part_kind: kind, tool_name: name, args, tool_call_id: id } of parts) {
      if (kind !== 'tool-call') continue
      open.set(id, { at: calls.length, made })
      const seen = seenCall(name, args, turn)
      calls.push(seen === null ? null : { ...seen, step, at: timeIn(made) })
    }
  }
  return { calls, orphaned, steps: step, usage, inputs }
}

export const pydanticAiFormat: TranscriptFormat = {
  recognizes: isMessage,
  read: (entries) => {
    const known = entries.filter(isMessage)
    return [{ ...read(known), entries: entries.length, strange: entries.length - known.length }]
  }
}
