/**
 * Message histories of Pydantic AI (`all_messages_json()`): requests, which hold the results of tools, and responses,
 * which hold the calls.
 */
import { type Fields, isFields } from '../../../core/foreign/index.js'
import { partsOf } from '../../../history/content.js'
import { callAnswer } from '../call-answer.js'
import { timeIn, usageIn } from '../usage.js'
import type { TranscriptFormat } from './format.js'
import { StepLog } from './step-log.js'

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

const read = (messages: ReadonlyArray<Fields>): StepLog => {
  const log = new StepLog()
  const open = new Map<unknown, number>()
  const settle = (part: Fields): void => {
    const id = part['tool_call_id']
    const place = id === undefined ? undefined : open.get(id)
    if (place === undefined) log.orphaned++
    else log.settle(place, callAnswer(part['content'] ?? '', isFailed(part)), part['timestamp'])
    open.delete(id)
  }
  for (const { kind: side, parts: given, usage, timestamp } of messages) {
    const parts = partsOf(given)
    if (side === 'request') {
      if (parts.some(({ part_kind: kind }) => kind === 'user-prompt')) log.turn()
      parts.filter(isResult).forEach(settle)
      continue
    }
    log.step(usageIn(usage))
    for (const { part_kind: kind, tool_name: name, args, tool_call_id: id } of parts)
      if (kind === 'tool-call') open.set(id, log.call(name, args, { at: timeIn(timestamp) }))
  }
  return log
}

export const pydanticAiFormat: TranscriptFormat = {
  recognizes: isMessage,
  read: (entries) => {
    const known = entries.filter(isMessage)
    return [read(known).conversation(entries.length, entries.length - known.length)]
  }
}
