/** Which partial errors carry a whole validated payload, known by identity: neither salvaged elements nor an author's own data. */
import type { PartialData, ToolError } from '../core/tool-error.js'

const payloads = new WeakMap<ToolError, { readonly payload: unknown }>()

/** Puts the validated payload into the error, for `withPartial` to find. */
export const carrying = (error: PartialData, payload: unknown): PartialData => {
  const full = { ...error, data: payload }
  payloads.set(full, { payload })
  return full
}

/** The validated payload that an error carries, if it does. */
export const payloadOf = (error: ToolError): { readonly payload: unknown } | undefined => payloads.get(error)

/** The same error with another hint; what it carries stays known. */
export const withHint = (error: ToolError, hint: string): ToolError => {
  const hinted = { ...error, hint }
  const carried = payloads.get(error)
  if (carried !== undefined) payloads.set(hinted, carried)
  return hinted
}
