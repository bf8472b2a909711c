/** Reasoning at the end of a message of the model: its continuation is gone, and no provider accepts it. */
import { type Fields, isFields } from '../core/foreign/index.js'
import type { HistoryItem, RepairReporter } from './lens.js'

/** The parts without trailing reasoning; the same array if there is none. */
export const withoutTrailing = <A>(parts: ReadonlyArray<A>, isReasoning: (part: A) => boolean): ReadonlyArray<A> => {
  const last = parts.findLastIndex((part) => !isReasoning(part))
  return last === parts.length - 1 ? parts : parts.slice(0, last + 1)
}

/** Removes trailing reasoning from all messages of the model, except the last of a live history. */
export const dropTrailingReasoning = (
  items: ReadonlyArray<HistoryItem>,
  live: boolean,
  isReasoning: (part: unknown) => boolean,
  report: RepairReporter
): ReadonlyArray<HistoryItem> => {
  let dropped = false
  const kept = items.flatMap((item, at): ReadonlyArray<HistoryItem> => {
    const { message, index } = item
    if (
      !isFields(message) ||
      message.role !== 'assistant' ||
      !Array.isArray(message.content) ||
      (live && at === items.length - 1)
    )
      return [item]
    const content: ReadonlyArray<unknown> = message.content
    const led = withoutTrailing(content, isReasoning)
    if (led === content) return [item]
    dropped = true
    report('reasoning_removed', index)
    if (led.length > 0) return [{ index, message: { ...message, content: led } satisfies Fields }]
    report('message_removed', index)
    return []
  })
  return dropped ? kept : items
}
