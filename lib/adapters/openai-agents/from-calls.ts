/** Guarded calls as function tools of OpenAI's Agents SDK. */
import type { ToolError } from '../../core/errors/index.js'
import type { AnyGuardedCall } from '../../guard/kernel.js'
import { expectForm } from '../../toolset/call-form.js'
import { openCalls, type RunOptions } from '../../toolset/model-call.js'
import { definitionsIn } from '../../toolset/toolset.js'
import { callOf, type CallDetailsLike } from './approval.js'
import { AGENT_TOOL_FORM } from './form.js'
import { failSpan } from './sdk-insides.js'

// -- model

/** The schema of arguments, as the SDK types it. @category Adapters @since 0.1.0 */
export interface ToolParameters {
  [keyword: string]: unknown
  type: 'object'
  properties: Record<string, never>
  required: Array<never>
  additionalProperties: true
}

/** @category Adapters @since 0.1.0 */
export interface FunctionTool {
  type: 'function'
  name: string
  description: string
  parameters: ToolParameters
  strict: false
  invoke: (runContext: unknown, input: string, details?: CallDetailsLike) => Promise<string>
  needsApproval: () => Promise<boolean>
  isEnabled: () => Promise<boolean>
}

// -- constructors

/**
 * Makes function tools for agents of the Agents SDK. An error is an output that is the JSON of the `ToolError`. For a
 * tool that needs approval, replace its `needsApproval`.
 *
 * @throws TypeError for a call whose tool has no `args`, or `args` that are no object.
 * @category Adapters @since 0.1.0
 */
export const toTools = (calls: ReadonlyArray<AnyGuardedCall>, options: RunOptions): Array<FunctionTool> => {
  const { run, toolset } = openCalls(calls, options)
  return definitionsIn(toolset).map(({ name, description, schema }) => ({
    type: 'function',
    name,
    description,
    // Not strict, which allows only a part of JSON Schema: the guard checks the arguments anyway.
    parameters: { properties: {}, required: [], additionalProperties: true, ...schema },
    strict: false,
    invoke: async (runContext, input, details) => {
      expectForm(AGENT_TOOL_FORM, [runContext, input, details])
      const { kind, text } = await run({ ...callOf(name, input, runContext, details), name, isText: true })
      if (kind === 'error') failSpan(name, JSON.parse(text) as ToolError)
      return text
    },
    needsApproval: async () => false,
    isEnabled: async () => true
  }))
}
