/** What the model is told beyond the error itself: a smaller request, and whether a write took place. */
import * as E from 'fp-ts/lib/Either.js'
import { EXECUTED, isDefaultHint, MAY_HAVE_RUN, NOTHING_CAME } from '../core/codes.js'
import { MAX_HINT, type ToolError } from '../core/tool-error.js'
import { oneLine } from '../core/text.js'
import { abandon } from './abandon.js'
import type { Judgement } from './judge.js'
import type { Executed, Tool } from './tool.js'

/** A write that ran has run: the model must not be invited to run it again. */
const WROTE: Readonly<Record<Exclude<Executed, 'refused'>, string>> = {
  yes: EXECUTED,
  no: 'It was not executed: nothing happened.',
  unknown: MAY_HAVE_RUN
}

const hinted = (error: ToolError, hint: string): ToolError => ({ ...error, hint: oneLine(hint, MAX_HINT) })

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

/** Says of a write that failed whether it was executed, not executed, or nobody knows; what the author hinted stays behind it. */
export const withOutcome = (error: ToolError, executed: Exclude<Executed, 'refused'>): ToolError => {
  const keeps = executed === 'no' ? error.hint !== null : !isDefaultHint(error) && error.hint !== NOTHING_CAME
  return hinted(error, keeps ? `${WROTE[executed]} ${error.hint}` : WROTE[executed])
}

/** What every refusal after the tool began to run must say, and what a smaller request may be. */
export const explained = <Args, A>(tool: Tool<Args>, args: Args, judgement: Judgement<A>): Judgement<A> => {
  const { result, executed, short } = judgement
  if (E.isRight(result) || executed === 'refused') return judgement
  const error = short && (tool.effect === 'read' || executed === 'no') ? narrowed(tool, args, result.left) : result.left
  const told = tool.effect === 'write' ? withOutcome(error, executed) : error
  return told === result.left ? judgement : { ...judgement, result: E.left(told) }
}
