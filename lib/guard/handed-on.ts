/** The error of another call, which a tool hands on as its own. */
import { EXECUTED, MAY_HAVE_RUN, type ToolError, errorFrom, toToolError } from '../core/errors/index.js'
import { executionOf } from './execution-of.js'

/** The words of an error that something was written, or may have been: of a write, the guard says that itself. */
export const wordsOfEffect = ({ hint }: ToolError): string | undefined =>
  [EXECUTED.hint, MAY_HAVE_RUN.hint].find((words) => hint?.startsWith(words))

/**
 * The error in an author's words. Where a call ended with it, its hint and its next call speak of that call, and are
 * left out: all but that something may have been written.
 */
export const authored = (error: unknown): ToolError | undefined => {
  const own = errorFrom(error)
  return own === undefined || executionOf(error as ToolError) === undefined
    ? own
    : toToolError({ ...own, hint: wordsOfEffect(own), next: undefined })
}
