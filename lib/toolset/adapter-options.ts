/** The types of options that every adapter exports beside its own. */
export type { GuardToolsOptions } from './in-place.js'
export type { RunOptions } from './model-call.js'
export type { OutputLike } from './outputs.js'
export type { ToolRule, ToolRulesLike } from './rules.js'
export type { TurnSource } from './turn-source.js'
