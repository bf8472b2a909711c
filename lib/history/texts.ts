/** What is said in a history in the place of what it lost. Texts are fixed: a prompt cache survives a second repair. */
import { oneLine } from '../core/text.js'
import type { HistoryResult } from './lens.js'
import { textOf } from './content.js'

/** Stands where a result is missing. It neither claims a success nor a failure: whether the call ran is not known. */
export const INTERRUPTED =
  '[No result: the call was interrupted; unknown whether it ran. Before you make it again, check whether it took effect.]'

/** Stands where a person refused a call. */
export const DENIED = '[No result: the call needed approval, which was denied; it did not run.]'

/** Stands where nobody approved a call before the conversation went on. */
export const NOT_APPROVED = '[No result: the call needed approval, which nobody gave; it did not run.]'

/** Stands where a conversation begins with the model. */
export const OPENING = '[The beginning of this conversation is no longer in this history.]'

// What other tools write in the place of a missing result: a real result that comes late must win over these, too.
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  INTERRUPTED,
  DENIED,
  NOT_APPROVED,
  'The tool call was interrupted before a result was produced.',
  'No result provided',
  '[Result unavailable — see context summary above]'
])

const LONGEST = Math.max(...Array.from(PLACEHOLDERS, ({ length }) => length))

/** Whether a result was put there by a repair. */
export const isSynthetic = ({ content }: HistoryResult): boolean => {
  if (typeof content !== 'string' && !(Array.isArray(content) && content.length === 1)) return false
  const text = textOf(content)
  return text.length <= LONGEST && PLACEHOLDERS.has(text)
}

const MAX_QUOTED = 2_000

/** Keeps what may be the only evidence of a side effect. Quoted on one line, so that it cannot pass for anything but a quotation. */
export const orphanNote = ({ name, content }: HistoryResult): string => {
  const from = name === '' ? '' : ` (Tool: ${oneLine(name, 64)}.)`
  return `[Note: a result of an earlier call, whose request is no longer in this history: ${JSON.stringify(oneLine(textOf(content), MAX_QUOTED))}${from}]`
}

/** Stands for failed calls that were made again and again. */
export const repeatsNote = (times: number): string =>
  `[Note: the same call was made ${times === 1 ? 'once more' : `${times} more times`}, with the same failure each time.]`
