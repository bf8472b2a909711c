/** The error of another call, which a tool hands on as its own. */
import { EXECUTED, MAY_HAVE_RUN, type ToolError, errorFrom, toToolError } from '../core/errors/index.js'
import { executionOf } from './execution-of.js'

const MAY_HAVE_WRITTEN: ReadonlyArray<string | null> = [EXECUTED.hint, MAY_HAVE_RUN.hint]

/** Whether the hint says of another call alone that it wrote, or may have: of a write, the guard says that itself. */
export const saysWritten = ({ hint }: ToolError): boolean => MAY_HAVE_WRITTEN.includes(hint)

/**
 * The error in an author's words. Where a call ended with it, its hint and its next call speak of that call, and are
 * left out: all but that something may have been written.
 */
export const authored = (error: unknown): ToolError | undefined => {
  const own = errorFrom(error)
  if (own === undefined || executionOf(error as ToolError) === undefined) return own
  const { hint, next: _, ...said } = own
  const kept = MAY_HAVE_WRITTEN.find((words) => words !== null && hint?.startsWith(words))
  return toToolError(kept === undefined ? said : { ...said, hint: kept })
}
