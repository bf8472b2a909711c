/** `guarded-call/strands`: tools of Strands Agents. */
export {
  guardTools,
  toTools,
  type StrandsOptions,
  type ToolContextLike,
  type ToolLike,
  type ToToolsOptions
} from './tools.js'
export type { GuardToolsOptions, RunOptions, ToolRule, RulesOf, TurnSource } from '../../toolset/adapter-options.js'
