/** `guarded-call`: core, codec, guard, feedback and history, in Node and in a browser. Neither got nor winston is loaded here. */
export { CODES, type ErrorClass } from './core/codes.js'
export {
  matchToolError,
  partialData,
  schemaMismatch,
  semanticGarbage,
  ToolError,
  type ErrorInput,
  type NextMove,
  type PartialData,
  type SchemaMismatch,
  type SemanticGarbage
} from './core/tool-error.js'
export { formatPath, type Issue, type IssueKind, type Path } from './core/issue.js'
export type { Exchange } from './core/exchange.js'
export { loopError } from './core/loop-error.js'
export { detectLoop, type Loop, type LoopOptions } from './core/loop.js'
export type { LoopState } from './core/loop-state.js'
export { redactor, type Redact, type RedactOptions } from './core/redact.js'
export { toModelText, type ModelTextOptions } from './core/model-text.js'
export { closed } from './codec/closed.js'
export { compile, type CompileOptions } from './codec/compile/compile.js'
export { explain, type ExplainOptions } from './codec/explain.js'
export { FiniteNumber, integerBetween, IsoDateTime, NonEmptyText, oneOf, SafeInteger } from './codec/formats.js'
export { countMatches } from './core/checks/count-matches.js'
export { detectMorePages } from './core/checks/detect-more-pages.js'
export { echoes, type EchoesOptions, type Identity } from './core/checks/echoes.js'
export { errorEnvelope } from './core/checks/error-envelope.js'
export { fresh, type FreshOptions } from './core/checks/fresh.js'
export { morePages, type MorePagesOptions } from './core/checks/more-pages.js'
export { nonEmpty, type NonEmptyOptions } from './core/checks/non-empty.js'
export { within, type Bounds } from './core/checks/within.js'
export { toJsonSchema, type JsonSchemaOptions } from './codec/json-schema/to-json-schema.js'
export { fromStandardSchema, toStandardSchema, type StandardSchema } from './codec/standard-schema.js'
export type { StandardSchemaLike } from './codec/is-codec.js'
export type { JsonSchema, SchemaTarget } from './codec/schema-type.js'
export type { SemanticCheck } from './core/checks/semantic-check.js'
export type { ResultHandles } from './core/result-handles.js'
export type { BudgetStore, StoredEvent, StoredEvents } from './guard/shared-log.js'
export type { MaybePromise } from './core/foreign/promises.js'
export type { ArgumentRepair, CallRecord, CallRecorder, RepairOutcome, SettledCall } from './guard/call-record.js'
export type { CallStart, CallWatch, Observer } from './guard/observer.js'
export type { CallOptions } from './guard/call.js'
export {
  guardedCall,
  withPartial,
  type AnyGuardedCall,
  type CallTextOptions,
  type GuardedCall,
  type WithPartial
} from './guard/guarded-call.js'
export { judge, type JudgeOptions } from './guard/judge.js'
export type { LoggerLike } from './core/logger-like.js'
export type { WriteOutcome } from './guard/operation.js'
export type { Ledger } from './guard/shared-stores.js'
export type { LedgerOperation, OperationStanding, Resolution, Resolver } from './core/ledger-operation.js'
export type { AuditLine, BeginRequest, OperationState, SettleRequest, Witness } from './core/operation-row.js'
export type { LedgerQuestion, ManagedLedger } from './guard/managed-ledger.js'
export { memoryLedger, type MemoryLedgerOptions } from './stores/memory-ledger.js'
export { openSession, openTurn, type Session } from './guard/session.js'
export type { SessionState } from './guard/session-state.js'
export type { BudgetOptions, DeadlineOptions, SessionOptions } from './guard/settings.js'
export { turnIdOf } from './guard/turn-id-of.js'
export { AgainError, throwIfAgain, type TurnAdvice } from './guard/advice.js'
export type { HasTurn, Turn, TurnLeft, TurnOptions } from './guard/turn.js'
export {
  failed,
  incomplete,
  type AuthorsError,
  type CallContext,
  type ErrorWords,
  type Execution,
  type Idempotency,
  type QuoteErrors,
  type ResponseSize,
  type Tool
} from './guard/tool.js'
export { currentCall } from './guard/running-call.js'
export type { StepOptions } from './guard/step.js'
export { withTurn } from './guard/within-turn.js'
export {
  addAudits,
  auditHistory,
  EMPTY_AUDIT,
  type Audit,
  type Refusable,
  type Repeats,
  type ToolAudit
} from './audit/audit.js'
export type { AuditOptions, AuditToolRule } from './audit/guard-replay.js'
export { toExchanges } from './history/exchanges.js'
export { detectFormat, type HistoryFormat } from './history/formats.js'
export { ToolCallError } from './toolset/answer.js'
export {
  guardFunctions,
  type GuardedFunctions,
  type GuardFunctionsOptions,
  type ToolObject
} from './toolset/guard-functions.js'
export { repairHistory, type RepairedHistory, type RepairOptions, type RequestLike } from './history/repair-history.js'
export type { Repair, RepairKind } from './history/repairs.js'
export { argumentFeedback } from './feedback/argument-feedback.js'
export { failureCap, type FailureCap, type FailureCapOptions, type LoopStep } from './feedback/failure-cap.js'
export { looksLikePlaceholder, looksLikeSlugId } from './feedback/guesses.js'
export {
  lessons,
  lessonsFromJSON,
  type Lesson,
  type LessonScope,
  type Lessons,
  type LessonsOptions,
  type SavedLessons
} from './feedback/lessons.js'
export {
  firstCallOf,
  repairArguments,
  type AskAnswer,
  type AskContext,
  type RepairedCall,
  type RepairingCall,
  type RepairArgumentsOptions
} from './feedback/repair-arguments.js'
export {
  structuredOutput,
  type Fallback,
  type GenerateContext,
  type StructuredOutput,
  type StructuredOutputOptions
} from './feedback/structured-output.js'
