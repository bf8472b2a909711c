/**
 * Where this adapter depends on how OpenAI's SDK works inside. There is no public way: what the SDK attaches to a tool
 * is not documented. A spec in spec/sdk/src/insides holds it against the installed SDK.
 */
import { copyWith } from '../../toolset/copy.js'

type Run = (...args: ReadonlyArray<unknown>) => unknown

/** The function and the parser that a tool carries out of sight. */
export interface AttachedFunctions {
  readonly callback: Run
  readonly parse: Run | undefined
}

/**
 * What `zodFunction` attaches to a tool: its function and its parser, not enumerable, which the runner uses in the
 * place of those of the tool's `function`. Last seen with `openai` 7.57.0.
 */
export const attachedTo = (tool: object): AttachedFunctions | undefined => {
  const { $callback, $parseRaw } = tool as { readonly $callback?: Run | undefined; readonly $parseRaw?: Run }
  return $callback === undefined ? undefined : { callback: $callback, parse: $parseRaw }
}

/** A copy of such a tool that passes for one of `zodFunction`, others attached. Last seen with `openai` 7.57.0. */
export const withAttached = <T extends object>(tool: T, { callback, parse }: AttachedFunctions): T =>
  copyWith(tool, { $callback: callback, $parseRaw: parse })
