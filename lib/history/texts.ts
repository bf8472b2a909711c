/** The texts that stand in for lost parts of a history. They are fixed, so a prompt cache survives a second repair. */
import { oneLine } from '../core/errors/index.js'
import type { HistoryResult } from './lens.js'
import { textOf } from './content.js'

/** Replaces a missing result. It claims neither success nor failure: whether the call ran is unknown. */
export const INTERRUPTED =
  '[No result: the call was interrupted; unknown whether it ran. Before you make it again, check whether it took effect.]'

/** Replaces the result of a call that a person rejected. */
export const DENIED = '[No result: the call needed approval, which was denied; it did not run.]'

/** Replaces the result of a call that nobody approved before the conversation went on. */
export const NOT_APPROVED = '[No result: the call needed approval, which nobody gave; it did not run.]'

/** Replaces the empty result of a call that failed, or stands before images, which may not be marked as a failure. */
export const TOOL_FAILED = '[The tool reported a failure.]'

/** Stands before what a tool showed, where only the user may show it. */
export const SHOWN = '[Shown by the tool:]'

/** Opens a conversation that began with the model. */
export const OPENING = '[The beginning of this conversation is no longer in this history.]'

// Other tools' texts for a missing result: a real result that comes late must replace these, too.
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  INTERRUPTED,
  DENIED,
  NOT_APPROVED,
  'The tool call was interrupted before a result was produced.',
  'No result provided',
  '[Result unavailable — see context summary above]'
])

const LONGEST = Math.max(...Array.from(PLACEHOLDERS, ({ length }) => length))

/** Whether a repair made a result. */
export const isSynthetic = ({ content }: HistoryResult): boolean => {
  if (typeof content !== 'string' && !(Array.isArray(content) && content.length === 1)) return false
  const text = textOf(content)
  return text.length <= LONGEST && PLACEHOLDERS.has(text)
}

/** Keeps a result that may be the only evidence of a side effect, whole: quoted on one line. */
export const resultNote = ({ name, content }: HistoryResult, fate: 'orphan' | 'later'): string => {
  const of =
    fate === 'orphan'
      ? 'a result of an earlier call, whose request is no longer in this history'
      : 'a later result of a call that already had another one'
  const from = name === '' ? '' : ` (Tool: ${oneLine(name, 64)}.)`
  return `[Note: ${of}: ${JSON.stringify(oneLine(textOf(content), Infinity))}${from}]`
}

/** Replaces repeated failed calls. */
export const repeatsNote = (times: number): string =>
  `[Note: the same call was made ${times === 1 ? 'once more' : `${times} more times`}, with the same failure each time.]`
