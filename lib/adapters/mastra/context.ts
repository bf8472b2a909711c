/** What Mastra tells a tool when it runs, and how the tool suspends its run. */
import { copyWith } from '../../toolset/copy.js'
import { uncheckedContext } from './sdk-insides.js'

// -- model

type Suspend = (...args: ReadonlyArray<unknown>) => unknown

interface SuspendingContext {
  readonly suspend?: Suspend | undefined
}

/**
 * The part of the context that is used: an agent's, a workflow's, or the options of an AI SDK tool.
 * @category Adapters @since 0.1.0
 */
export interface ContextLike extends SuspendingContext {
  readonly toolCallId?: string | undefined
  readonly abortSignal?: AbortSignal | undefined
  readonly agent?: (SuspendingContext & { readonly toolCallId?: string | undefined }) | undefined
  readonly workflow?: SuspendingContext | undefined
}

// -- suspension

const watched = <A extends SuspendingContext>(part: A, onSuspend: () => void): A => {
  const { suspend } = part
  if (typeof suspend !== 'function') return part
  return copyWith(part, {
    suspend: (...args: ReadonlyArray<unknown>) => {
      onSuspend()
      return suspend.apply(part, [...args])
    }
  })
}

/** The context with the guard's signal, that tells when the tool suspends. */
export const contextFor = (
  context: ContextLike | undefined,
  signal: AbortSignal,
  onSuspend: () => void
): ContextLike => {
  if (context === undefined) return { abortSignal: signal }
  const { agent, workflow } = context
  return uncheckedContext(watched(context, onSuspend), {
    abortSignal: signal,
    ...(agent === undefined ? {} : { agent: watched(agent, onSuspend) }),
    ...(workflow === undefined ? {} : { workflow: watched(workflow, onSuspend) })
  })
}
