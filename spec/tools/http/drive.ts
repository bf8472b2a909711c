/** How a call is made and judged in the hostile suite: the one place to change where it goes through more than the tool. */
import type { Tool } from '../../../lib/guard/tool.js'
import { codeOf, runTool } from './run-tool.js'

export interface Driven {
  /** The class of the error, `right`, or `handed_on` where only the guard could say. */
  readonly outcome: string
  readonly code: string | null
  /** All that a model would be shown of an error. */
  readonly shown: string
}

export type Drive = (tool: Tool<unknown>) => Promise<Driven>

export const driveTool: Drive = async (tool) => {
  const spoken = await runTool(tool, {})
  if (!('error' in spoken)) return { outcome: 'handed_on', code: null, shown: '' }
  return { outcome: spoken.error.error_class, code: codeOf(spoken), shown: JSON.stringify(spoken.error) }
}
