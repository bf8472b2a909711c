/** The root: core, codec, guard. Neither got nor winston is loaded here. */
export { CODES, type ErrorClass } from './core/codes.js'
export {
  matchToolError, partialData, schemaMismatch, semanticGarbage, ToolError,
  type ErrorInput, type PartialData, type SchemaMismatch, type SemanticGarbage
} from './core/tool-error.js'
export { formatPath, type Issue, type IssueKind, type Path } from './core/issue.js'
export { toModelText, type ModelTextOptions } from './core/model-text.js'
export { closed } from './codec/closed.js'
export { explain, type ExplainOptions } from './codec/explain.js'
export { FiniteNumber, integerBetween, IsoDateTime, NonEmptyText, oneOf, SafeInteger } from './codec/formats.js'
export type { SemanticCheck } from './core/checks/semantic-check.js'
export type { BudgetStore, MaybePromise, Reservation } from './guard/budget.js'
export type { CallRecord } from './guard/call-record.js'
export { guardedCall, type AnyGuardedCall, type CallOptions, type GuardedCall } from './guard/guarded-call.js'
export { judge, type JudgeOptions } from './guard/judge.js'
export type { LoggerLike } from './guard/logger-like.js'
export { openSession, openTurn, type Session } from './guard/session.js'
export type { SessionOptions } from './guard/settings.js'
export type { Turn, TurnOptions } from './guard/turn.js'
export { withPartial, type WithPartial } from './guard/with-partial.js'
export { failed, incomplete, type CallContext, type Executed, type Tool } from './guard/tool.js'
