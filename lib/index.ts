/** `guarded-call`: guards tools, and explains to a model what went wrong, in Node, browsers and edge workers. */

// -- the guard
export { guardFunctions, type GuardedFunctions } from './toolset/guard-functions.js'
export { ToolCallError } from './toolset/answer.js'
export {
  guardedCall,
  withPartial,
  type AnyGuardedCall,
  type GuardedCall,
  type WithPartial
} from './guard/guarded-call.js'
export { executionOf, type Execution } from './guard/execution-of.js'
export { failed, incomplete, type CallContext, type Tool } from './guard/tool.js'
export type { CallOptions } from './guard/call.js'
export { judge } from './guard/judge.js'

// -- turns and sessions
export { openSession, openTurn, type Session } from './guard/session.js'
export type { SessionOptions } from './guard/settings.js'
export type { SessionState } from './guard/session-state.js'
export type { HasTurn, Turn } from './guard/turn.js'
export { withTurn } from './guard/within-turn.js'
export { currentCall } from './guard/running-call.js'
export { turnIdOf } from './guard/turn-id-of.js'
export { AgainError, throwIfAgain } from './guard/advice.js'
export type { CallRecord } from './guard/call-record.js'
export type { Observer } from './guard/observer.js'
export type { LoggerLike } from './core/foreign/index.js'
export type { BudgetStore } from './guard/shared-log.js'
export type { Ledger } from './guard/shared-stores.js'
export type { ManagedLedger } from './guard/managed-ledger.js'
export { memoryLedger } from './stores/memory-ledger.js'

// -- errors
export {
  partialData,
  schemaMismatch,
  semanticGarbage,
  ToolError,
  toModelText,
  type ErrorClass,
  type Issue,
  type PartialData,
  type SchemaMismatch,
  type SemanticGarbage
} from './core/errors/index.js'

// -- semantic checks
export {
  countMatches,
  detectMorePages,
  echoes,
  errorEnvelope,
  fresh,
  morePages,
  nonEmpty,
  within,
  type SemanticCheck
} from './core/checks/index.js'

// -- codecs
export { closed, type ClosedType } from './codec/closed.js'
export { compile } from './codec/compile/compile.js'
export { explain } from './codec/explain.js'
export { FiniteNumber, integerBetween, IsoDateTime, NonEmptyText, oneOf, SafeInteger } from './codec/formats.js'
export { fromStandardSchema, toStandardSchema, type StandardSchema } from './codec/standard-schema.js'
export type { StandardSchemaLike } from './codec/is-codec.js'

// -- towards the model
export { argumentFeedback } from './feedback/argument-feedback.js'
export { firstCallOf, repairArguments, type RepairingCall } from './feedback/repair-arguments.js'
export { looksLikePlaceholder, looksLikeSlugId } from './feedback/guesses.js'
export { structuredOutput, type StructuredOutput } from './feedback/structured-output.js'
export { failureCap, type FailureCap } from './feedback/failure-cap.js'
export { lessons, lessonsFromJSON, type Lessons } from './feedback/lessons.js'

// -- histories
export { repairHistory, type RepairedHistory } from './history/repair-history.js'
export type { HistoryFormat } from './history/formats.js'
export type { Repair } from './history/repairs.js'
