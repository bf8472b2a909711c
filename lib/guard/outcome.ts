/** What the model is told beyond the error itself: a smaller request, whether a write took place, and what a refused repeat has to say of it. */
import { EXECUTED, hintOnRepeat, isDefaultHint, MAY_HAVE_RUN, onRepeat, type Hint } from '../core/codes.js'
import { MAX_HINT, type ToolError } from '../core/tool-error.js'
import { oneLine } from '../core/text.js'
import { abandon } from './abandon.js'
import { withHint } from './payloads.js'
import type { Executed, Tool } from './tool.js'

/** A write that ran has run: the model must not be invited to run it again. */
const WROTE: Readonly<Record<Exclude<Executed, 'refused'>, Hint>> = {
  yes: EXECUTED,
  no: { hint: 'It was not executed: nothing happened.' },
  unknown: MAY_HAVE_RUN
}

// Of an error whose hint begins with what became of a write, its words for the refusal of a repeat: they are put together again, not cut out of the text.
const repeats = new WeakMap<ToolError, string>()

const hinted = (error: ToolError, hint: string): ToolError => withHint(error, oneLine(hint, MAX_HINT))

/** Replaces the hint by the tool's own smaller request, where it has one; a hint that already is the next call (`Call again with page=2.`) stays. */
export const narrowed = <Args>(tool: Tool<Args>, args: Args, error: ToolError): ToolError => {
  if (tool.narrow === undefined || error.hint?.startsWith('Call again with ') === true) return error
  try {
    const hint: unknown = tool.narrow(args, error)
    abandon(hint)
    return typeof hint === 'string' && hint !== '' ? hinted(error, hint) : error
  } catch {
    return error
  }
}

const withMoves = (error: ToolError, hint: string, repeat: string): ToolError => {
  const told = hinted(error, hint)
  repeats.set(told, repeat)
  return told
}

/** Says of a write that failed whether it was executed, not executed, or nobody knows; what the author hinted stays behind it. */
export const withOutcome = (error: ToolError, executed: Exclude<Executed, 'refused'>): ToolError => {
  const wrote = WROTE[executed]
  const kept = executed === 'no' || !isDefaultHint(error) ? error.hint : null
  if (kept === null) return withMoves(error, wrote.hint, onRepeat(wrote))
  return withMoves(error, `${wrote.hint} ${kept}`, `${onRepeat(wrote)} ${hintOnRepeat(kept)}`)
}

/** Begins the hint of a call that was made too often. */
export const NO_MORE = 'Do not make this call again in this turn.'

/** The hint for the refusal of a call that failed in this way before. */
export const refusalHint = (error: ToolError): string | null => {
  const move = repeats.get(error) ?? (error.hint === null ? null : hintOnRepeat(error.hint))
  return move === null ? null : `${NO_MORE} ${move}`
}
