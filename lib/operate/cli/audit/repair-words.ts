/** What a provider may refuse in a history, by the repair that it would need, in words. */
import type { RepairKind } from '../../../history/repairs.js'
import { listCounts } from '../figures.js'

const WORDS: Readonly<Record<RepairKind, string>> = {
  result_synthesized: 'calls without a result',
  call_removed: 'calls without a result',
  result_noted: 'results without a call',
  result_dropped: 'results without a call',
  duplicate_dropped: 'second copies of a call or a result',
  synthetic_replaced: 'placeholders before the real result',
  result_moved: 'results in the wrong place',
  calls_moved_last: 'text behind calls',
  caller_removed: 'calls by code that runs no more',
  media_moved: 'images, sounds or files within results',
  id_renamed: 'ids that a provider refuses',
  item_id_removed: 'ids that a provider refuses',
  tool_renamed: 'names that a provider refuses',
  name_rewritten: 'names that a provider refuses',
  repeats_collapsed: 'repeated failures',
  empty_calls_removed: 'lists of calls that are empty',
  empty_content_removed: 'texts that are empty',
  message_removed: 'messages that are empty',
  arguments_wrapped: 'arguments that are no object',
  text_written: 'data or nothing where a text is due',
  call_promoted: 'calls that stand among the invalid ones alone',
  reasoning_removed: 'reasoning without what follows it',
  messages_merged: 'messages of one side in a row',
  opening_added: 'beginnings without the user'
}

/** `calls without a result 3, messages that are empty 1` */
export const repairWords = (repairs: Readonly<Partial<Record<RepairKind, number>>>): string => {
  const counts: Record<string, number> = {}
  for (const [kind, n] of Object.entries(repairs)) {
    const words = WORDS[kind as RepairKind]
    counts[words] = (counts[words] ?? 0) + n
  }
  return listCounts(counts)
}
