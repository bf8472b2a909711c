/** The types of options that every adapter exports beside its own. */
export type { GuardToolsOptions } from './in-place.js'
export type { RunOptions, TurnSource } from './model-call.js'
export type { ToolRule, RulesOf } from './rules.js'
