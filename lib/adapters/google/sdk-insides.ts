/**
 * Where this adapter depends on how Google's ADK works inside. There is no public way: what a function tool runs is a
 * private field of it. A spec in spec/sdk/src/insides holds it against the installed SDK.
 */
import { copyWith } from '../../toolset/copy.js'

type Execute = (args: unknown, toolContext: unknown) => unknown

/** A function tool, with the fields that it keeps to itself. */
export interface AdkTool {
  readonly execute: Execute
  readonly parameters?: unknown
  readonly runAsync: (request: { readonly args: unknown; readonly toolContext: unknown }) => unknown
}

const isMarked = (tool: object): boolean => Symbol.for('google.adk.functionTool') in tool

const hasFunction = (tool: object): boolean => 'execute' in tool && typeof tool.execute === 'function'

/**
 * Whether a tool is a function tool; any other is run by the model's provider, or holds tools of its own. Last seen
 * with `@google/adk` 2.0.0.
 */
export const isAdkTool = (tool: object): tool is AdkTool => isMarked(tool) && hasFunction(tool) && 'runAsync' in tool

/**
 * Whether a tool is a function tool after all, of a version that makes them otherwise: only these have the mark or the
 * function. Last seen with `@google/adk` 2.0.0.
 */
export const isOtherAdkTool = (tool: object): boolean => !isAdkTool(tool) && (isMarked(tool) || hasFunction(tool))

/**
 * A copy of a tool whose `runAsync` checks arguments and approval, and then runs something else. It makes another error
 * of whatever is thrown there. Last seen with `@google/adk` 2.0.0.
 */
export const withExecute = <T extends AdkTool>(tool: T, execute: Execute): T => copyWith(tool, { execute })
