/** Calls as the SDK hands them over, and approvals of those whose arguments a tool's schema changes. */
import { isObject } from '../../core/foreign/index.js'
import { semanticGarbage } from '../../core/errors/index.js'
import { failed } from '../../guard/kernel.js'
import type { ModelCall } from '../../toolset/model-call.js'
import { copyWith } from '../../toolset/copy.js'
import { looksAtArguments, parsedInputCallback, watchedDetails, type Policy, type CallProgress } from './sdk-insides.js'

// -- model

export type Invoke<Details> = (runContext: unknown, input: string, details?: Details) => unknown

interface Call<Details> {
  readonly runContext: unknown
  /** The arguments that the SDK showed the policy. */
  readonly shown: unknown
  readonly input: string
  readonly details: Details
  readonly callId: string | undefined
  readonly progress: CallProgress
}

/** What the SDK tells a tool beside its arguments. @category Adapters @since 0.1.0 */
export interface CallDetailsLike {
  readonly toolCall?: { readonly callId?: string; readonly arguments?: string }
  readonly signal?: AbortSignal
}

// By the SDK's own record of what a person let through.
const wasApproved = (runContext: unknown, toolName: string, callId: string | undefined): boolean => {
  if (!isObject(runContext) || !('isToolApproved' in runContext) || typeof runContext.isToolApproved !== 'function')
    return false
  return runContext.isToolApproved({ toolName, callId }) === true
}

/** The call of a tool, in what the SDK hands over. */
export const callOf = (name: string, args: unknown, runContext: unknown, details?: CallDetailsLike): ModelCall => {
  const callId = details?.toolCall?.callId
  return { args, callId, signal: details?.signal, context: runContext, approved: wasApproved(runContext, name, callId) }
}

/** What became of a call before it was run: an answer, or nothing yet. */
export type EarlierAnswer = { readonly answer: unknown } | undefined

// -- policies

const asks = async (policy: Policy, { runContext, callId }: Call<object>, input: unknown): Promise<boolean> => {
  try {
    return (await policy(runContext, input, callId)) !== false
  } catch {
    return true
  }
}

// -- what a tool makes of its input

const STOP = new Error('Only the arguments were asked for.')

// The callback that gets the parsed input throws, so that the tool does not run.
const parsedBy = async <Details extends object>(
  invoke: Invoke<Details>,
  { runContext, input, details, progress }: Call<Details>,
  told: symbol
): Promise<{ readonly parsed?: unknown; readonly before: EarlierAnswer }> => {
  let parsed: { readonly value: unknown } | undefined
  const watching = Object.defineProperty(copyWith(details, {}), told, {
    enumerable: true,
    configurable: true,
    value: (value: unknown) => {
      parsed = { value }
      throw STOP
    }
  })
  let answer: unknown
  try {
    answer = await invoke(runContext, input, watchedDetails(watching, progress))
  } catch (thrown) {
    if (thrown !== STOP) throw thrown
  }
  // An `errorFunction` may have swallowed that. Where the callback was not called, the tool has run, and its answer
  // stands.
  if (parsed === undefined) return { before: { answer } }
  Object.assign(progress, { swallowed: false } satisfies Partial<CallProgress>)
  return { parsed: parsed.value, before: undefined }
}

/**
 * The SDK asks a policy before a guarded tool has parsed its input, and so shows it what the model sent. A call that
 * the policy would have stopped, had it seen what the tool's schema makes of that, is refused: the model is to send the
 * arguments as they are meant.
 */
export const checkApproval = async <Details extends object>(
  policy: unknown,
  invoke: Invoke<Details>,
  call: Call<Details>
): Promise<EarlierAnswer> => {
  const told = parsedInputCallback(call.details)
  if (told === undefined || !looksAtArguments(policy) || (await asks(policy, call, call.shown))) return undefined
  const { parsed, before } = await parsedBy(invoke, call, told)
  if (before !== undefined || !(await asks(policy, call, parsed))) return before
  throw failed(
    semanticGarbage({
      code: 'invalid_arguments',
      detail: 'This call needs approval, which was requested for other arguments: the tool fills in or changes them.',
      hint: 'Call again with every argument, each in its final form.'
    }),
    { executed: 'no' }
  )
}
