/**
 * Where this adapter depends on how the Claude Agent SDK works inside. There is no public way: the SDK types these
 * things as `unknown`. A spec in spec/sdk/src/insides holds each of them against the installed SDK.
 */
import { isObject } from '../../core/foreign/index.js'

/**
 * The signal of a call to a tool of an in-process server. The SDK hands the tool what the MCP SDK tells a request
 * handler, and types it as `unknown`. Last seen with `@anthropic-ai/claude-agent-sdk` 0.3.330.
 */
export const signalIn = (extra: unknown): AbortSignal | undefined =>
  isObject(extra) && 'signal' in extra && extra.signal instanceof AbortSignal ? extra.signal : undefined
