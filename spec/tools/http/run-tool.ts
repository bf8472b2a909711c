/** Runs a tool as the guard would, and tells what it answered. */
import { verdictOf, type Tool, type ToolVerdict } from '../../../lib/guard/tool.js'
import { watchShown } from '../../helpers/canary.js'

export const contextOf = (signal: AbortSignal = new AbortController().signal) => ({
  signal,
  callId: 'call-1',
  turnId: 'turn-1',
  operationId: 'operation'
})

export type Spoken = ToolVerdict | { readonly kind: 'body'; readonly value: unknown }

export const runTool = async <Args>(tool: Tool<Args>, args: Args, signal?: AbortSignal): Promise<Spoken> => {
  const answer = await tool.run(args, contextOf(signal))
  const verdict = verdictOf(answer)
  if (verdict !== undefined && 'error' in verdict) watchShown('an error', verdict.error)
  return verdict ?? { kind: 'body', value: answer }
}

/** The code of a refusal or of an incomplete answer; `body` and `no_content` where there is none. */
export const codeOf = (spoken: Spoken): string => ('error' in spoken ? spoken.error.code : spoken.kind)

export const textOf = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString() : String(value)
