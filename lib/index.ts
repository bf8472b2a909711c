/** `guarded-call`: core, codec, guard, feedback and history, in Node and in a browser. Neither got nor winston is loaded here. */
export {
  CODES,
  type ErrorClass,
  matchToolError,
  partialData,
  schemaMismatch,
  semanticGarbage,
  ToolError,
  type ErrorInput,
  type NextMove,
  type PartialData,
  type SchemaMismatch,
  type SemanticGarbage,
  formatPath,
  type Issue,
  type IssueKind,
  type Path,
  toModelText,
  type ModelTextOptions
} from './core/errors/index.js'
export type {
  LoopOptions,
  LoopState,
  ResultHandles,
  LedgerOperation,
  OperationStanding,
  Resolution,
  Resolver,
  AuditLine,
  BeginRequest,
  OperationState,
  SettleRequest,
  Witness
} from './core/calls/index.js'
export { redactor, type Redact, type RedactOptions } from './core/redact/index.js'
export { closed } from './codec/closed.js'
export { compile, type CompileOptions } from './codec/compile/compile.js'
export { explain, type ExplainOptions } from './codec/explain.js'
export { FiniteNumber, integerBetween, IsoDateTime, NonEmptyText, oneOf, SafeInteger } from './codec/formats.js'
export {
  countMatches,
  detectMorePages,
  echoes,
  type EchoesOptions,
  type Identity,
  errorEnvelope,
  fresh,
  type FreshOptions,
  morePages,
  type MorePagesOptions,
  nonEmpty,
  type NonEmptyOptions,
  within,
  type Bounds,
  type SemanticCheck
} from './core/checks/index.js'
export { toJsonSchema, type JsonSchemaOptions } from './codec/json-schema/to-json-schema.js'
export { fromStandardSchema, toStandardSchema, type StandardSchema } from './codec/standard-schema.js'
export type { StandardSchemaLike } from './codec/is-codec.js'
export type { JsonSchema, SchemaTarget } from './codec/schema-type.js'
export type { BudgetStore, StoredEvent, StoredEvents } from './guard/shared-log.js'
export type { MaybePromise, LoggerLike } from './core/foreign/index.js'
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
export type { WriteOutcome } from './guard/operation.js'
export type { Ledger } from './guard/shared-stores.js'
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
export type { HistoryFormat } from './history/formats.js'
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
