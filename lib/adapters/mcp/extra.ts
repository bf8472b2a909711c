/** What the MCP SDK tells a handler or a callback beside the call. */
import { isObject } from '../../core/foreign/index.js'

/** What a handler is told, in version 1 of the SDK and in version 2. @category Adapters @since 0.1.0 */
export interface ExtraLike {
  readonly signal?: AbortSignal
  readonly mcpReq?: { readonly signal?: AbortSignal }
}

export const signalOf = (extra: unknown): AbortSignal | undefined => {
  const { signal, mcpReq } = (isObject(extra) ? extra : {}) as ExtraLike
  return signal ?? mcpReq?.signal
}
