/** What is known of an error by identity and is no part of it: the whole payload that it carries, and the issues that it was made of. */
import type { Issue } from '../core/issue.js'
import type { PartialData, ToolError } from '../core/tool-error.js'

// Neither salvaged elements nor an author's own data are a whole validated payload.
const payloads = new WeakMap<ToolError, { readonly payload: unknown }>()
const issues = new WeakMap<ToolError, ReadonlyArray<Issue>>()

/** Puts the validated payload into the error, for `withPartial` to find. */
export const carrying = (error: PartialData, payload: unknown): PartialData => {
  const full = { ...error, data: payload }
  payloads.set(full, { payload })
  return full
}

/** The validated payload that an error carries, if it does. */
export const payloadOf = (error: ToolError): { readonly payload: unknown } | undefined => payloads.get(error)

/** Remembers what the codec refused, for recorders: the error itself names the first issue only. */
export const madeOf = <Err extends ToolError>(error: Err, found: ReadonlyArray<Issue>): Err => {
  issues.set(error, found)
  return error
}

/** The issues that an error was made of; none where no codec spoke. */
export const issuesOf = (error: ToolError): ReadonlyArray<Issue> => issues.get(error) ?? []

/** The same error with another hint; what is known of it stays known. */
export const withHint = (error: ToolError, hint: string): ToolError => {
  const hinted = { ...error, hint }
  const carried = payloads.get(error)
  if (carried !== undefined) payloads.set(hinted, carried)
  const found = issues.get(error)
  if (found !== undefined) issues.set(hinted, found)
  return hinted
}
