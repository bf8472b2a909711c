/**
 * Where this adapter depends on how OpenAI's Agents SDK works inside. There is no public way: the SDK is never imported
 * here, and it keeps these things to itself. A spec in spec/sdk/src/insides holds each of them against the installed
 * SDK.
 */
import { asFields, isObject } from '../../core/foreign/index.js'
import type { ToolError } from '../../core/errors/index.js'

const isNamed = (name: string) => (symbol: symbol) => symbol.description?.endsWith(name) === true

/**
 * Whether an answer is the sentence that the SDK puts in the place of whatever a tool threw, unless the tool was made
 * with `errorFunction: null`. The throw itself is shown to nobody. Last seen with `@openai/agents` 0.20.0.
 */
export const isSwallowed = (answer: unknown): boolean =>
  answer === 'An error occurred while running the tool. Please try again.'

/**
 * Whether a guardrail stopped an agent. Each of the four errors for that has a `result` with the guardrail and its
 * output, and they have no base class of their own. Last seen with `@openai/agents` 0.20.0.
 */
export const isTripwire = (thrown: unknown): boolean => {
  if (!(thrown instanceof Error && 'result' in thrown)) return false
  const { result } = thrown
  return isObject(result) && 'guardrail' in result && 'output' in result
}

/** How far the SDK has come with a call of a function tool. */
export interface CallProgress {
  /** It has the call, and is about to check the input by the tool's schema. */
  taken: boolean
  /** The input was accepted, and the tool's own function begins. */
  begun: boolean
  /** Something was thrown, and the tool's own `errorFunction` is about to answer in its place. */
  swallowed: boolean
}

/**
 * The details of a call, which note how far it has come by what the SDK looks for in them: whether the runner keeps the
 * time, before it checks the input, the callback for the parsed input, behind that, and whether its trace may hold what
 * was thrown, before it asks an `errorFunction` that is not the default. Copies note nothing, such as that of a tool
 * with a time of its own which no runner calls. Last seen with `@openai/agents` 0.20.0.
 */
export const watchedDetails = <D extends object>(details: D, progress: CallProgress): D =>
  new Proxy(details, {
    get: (target, key, receiver): unknown => {
      if (typeof key === 'symbol') {
        progress.taken ||= isNamed('functionToolTimeoutAlreadyEnforced')(key)
        progress.begun ||= isNamed('functionToolParsedInputCallback')(key)
        progress.swallowed ||= isNamed('functionToolTraceIncludeSensitiveData')(key)
      }
      return Reflect.get(target, key, receiver)
    }
  })

/**
 * Whether the SDK threw because a tool's input does not fit its schema. The SDK does not export the class of this
 * error, and leaves its fields empty unless it may log data. Last seen with `@openai/agents` 0.20.0.
 */
export const isInvalidInput = (thrown: unknown): thrown is { readonly originalError: unknown } =>
  thrown instanceof Error && 'originalError' in thrown && 'toolInvocation' in thrown

/**
 * Whether the SDK threw because the answer of the tool of this name does not fit its output schema; known by a field
 * that only this error has, and by its message. Last seen with `@openai/agents` 0.20.0.
 */
export const isInvalidOutput = (thrown: unknown, tool: string): thrown is { readonly toolOutput: unknown } =>
  thrown instanceof Error && 'toolOutput' in thrown && thrown.message === `Invalid output for function tool '${tool}'.`

/**
 * Whether a function tool is an agent. The SDK finds the approvals of such a tool by its identity, which a copy does
 * not have; its method `on` tells it from other function tools. Last seen with `@openai/agents` 0.20.0.
 */
export const isAgentTool = (tool: object): boolean => 'on' in tool

/** The function by which a tool says whether a call needs an approval. */
export type Policy = (runContext: unknown, input: unknown, callId?: string) => unknown

/**
 * Whether an approval policy looks at the arguments of a call. The SDK makes a function without parameters of a
 * boolean, and remembers which it made where nobody else can look: only the function's source text tells. Last seen
 * with `@openai/agents` 0.20.0.
 */
export const looksAtArguments = (policy: unknown): policy is Policy =>
  typeof policy === 'function' &&
  !/^(?:async\s*)?(?:function\b[\s\w$]*)?\(\s*\)(?![\s\S]*(?:\barguments\b|\[native code\]))/.test(
    Function.prototype.toString.call(policy)
  )

/**
 * The key of the callback that a tool calls with its parsed input just before it runs; what the callback throws stops
 * the tool. The runner gives the callback to a tool among the details of a call, and the SDK does not export its
 * symbol. Last seen with `@openai/agents` 0.20.0.
 */
export const parsedInputCallback = (details: object): symbol | undefined =>
  Object.getOwnPropertySymbols(details).find(isNamed('functionToolParsedInputCallback'))

type Validate = (output: unknown, runContext: unknown, details: unknown) => unknown

/**
 * The function by which a tool checks an answer against its output schema. The SDK uses it on what stands for an
 * answer, and does not export the symbol under which the tool has it. Last seen with `@openai/agents` 0.20.0.
 */
export const outputValidator = (tool: object): Validate | undefined => {
  const symbol = Object.getOwnPropertySymbols(tool).find(isNamed('functionToolOutputValidator'))
  const validate = symbol === undefined ? undefined : (tool as Readonly<Record<symbol, unknown>>)[symbol]
  return typeof validate === 'function' ? (validate as Validate) : undefined
}

interface SpanLike {
  readonly error?: unknown
  readonly setError: (error: { readonly message: string; readonly data: object }) => unknown
}

const STORAGE = Symbol.for('openai.agents.core.asyncLocalStorage')

const currentSpan = (): SpanLike | undefined => {
  const storage = (globalThis as Readonly<Record<symbol, unknown>>)[STORAGE]
  if (!isObject(storage) || !('getStore' in storage) || typeof storage.getStore !== 'function') return undefined
  const { active, span } = asFields(storage.getStore())
  return active === true && isObject(span) && 'setError' in span && typeof span.setError === 'function'
    ? (span as SpanLike)
    : undefined
}

/**
 * Writes a failure into the span of the call that runs, as the SDK does for a tool that is not guarded: by its code,
 * which quotes nobody. The SDK keeps the storage of the span under a symbol that copies of itself share, and exports no
 * way to it that an adapter could use. Last seen with `@openai/agents` 0.20.0.
 */
export const failSpan = (tool: string, { code }: Pick<ToolError, 'code'>): void => {
  const span = currentSpan()
  if (span === undefined || isObject(span.error)) return
  span.setError({ message: 'Error running tool (non-fatal)', data: { tool_name: tool, error: code } })
}
