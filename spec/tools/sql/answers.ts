/** Calls a tool as the guard does, and says what it answered. */
import { verdictOf, type Tool, type ToolVerdict } from '../../../lib/guard/tool.js'
import { watchShown } from '../../helpers/canary.js'

export type Answer = ToolVerdict | { readonly kind: 'rows'; readonly rows: unknown }

export const callTool = async <Args>(
  tool: Tool<Args>,
  args: Args,
  signal: AbortSignal = new AbortController().signal
): Promise<Answer> => {
  const answer: unknown = await tool.run(args, { signal, callId: 'call-1', turnId: 'turn-1', operationId: 'operation' })
  const verdict = verdictOf(answer)
  if (verdict !== undefined && 'error' in verdict) watchShown('an error', verdict.error)
  return verdict ?? { kind: 'rows', rows: answer }
}

/** The code of a refusal or of a part, or `rows`. */
export const codeOf = (answer: Answer): string =>
  answer.kind === 'failed' || answer.kind === 'incomplete' ? answer.error.code : answer.kind

/** What a model that writes its own SQL sends. */
export interface Sql {
  readonly text: string
  readonly values?: ReadonlyArray<unknown>
}
