/**
 * Exports of the guard for the rest of the house. Whoever runs a tool elsewhere calls the stages one by one:
 * `argumentsFromModel` or `decodedArguments` (arguments become data and a key), `admitHere` (may it run?),
 * `judgeAnswer` (is the response valid?), `countInvalid` and `explained` (what does the model read of a failure?) and
 * `settle` (budget, record, log, observers). `perform` goes through all of them with a tool that runs here.
 */

// -- the stages
export {
  decodeArgs,
  invalidArguments,
  joinLines,
  callKeyOf,
  refuse,
  decodedArguments,
  argumentsAs,
  argumentsFromData,
  argumentsFromModel,
  copiedArguments,
  type CallArguments
} from './arguments.js'
export { identified } from './identified.js'
export { admitHere, handBack } from './admit.js'
export { check } from './decode.js'
export { COMMITTED, provenBy } from './answer-evidence.js'
export { judgeAnswer, policyFor, type ResponsePolicy } from './judge.js'
export { failedJudgement, judgementOf, type BesideWords, type Judgement, type LedgerForm } from './judgement.js'
export { noteExecution, payloadBeside } from './execution-of.js'
export { explained } from './outcome.js'
export { weighed } from './evidence.js'
export { smallerCall } from './next-call.js'
export { declaresTag } from './outcome-value.js'
export { settle } from './settle.js'
export { ownRedacted, withOwnRedaction } from './own-redaction.js'
export { takenOf } from './taken-values.js'
export { writeSessionLine } from './session-line.js'
export { countInvalid } from './invalid-calls.js'
export { perform, type Stages } from './perform.js'
export { encodeWith } from './salvage.js'
export { isNoMore, twinOf } from './twin.js'

// -- a call, and where it is made
export { checkCallOptions, openCall, type Call, type CallOptions, type PerformOptions } from './call.js'
export type { ArgumentRepair, CallRecord, CallRecorder, RepairOutcome, SettledCall } from './call-record.js'
export {
  guardedCall,
  isGuardedCall,
  policyOf,
  resultOf,
  stagesOf,
  withPolicyOf,
  type AnyGuardedCall,
  type GuardedCall
} from './guarded-call.js'
export { Context } from './context.js'
export type { CallStart, CallWatch } from './observer.js'
export { currentCall } from './running-call.js'
export { openSession, openTurn, opensTurns, type Session } from './session.js'
export { NO_TURN, stateOf, turnsOpened, type HasTurn, type Turn, type TurnState } from './turn.js'
export { turnWithin, withTurn } from './within-turn.js'
export { ArgsKey } from './keys.js'
export { SharedTurn, type BudgetStore, type StoredEvent, type StoredEvents } from './shared-log.js'
export type { SharedEnding } from './shared-event.js'
export { askOf, eventsOf, limitsOf, restored } from './turn-events.js'
export type { AskTerms, LoggedCall } from './logged-call.js'
export type { Decision, RepeatLimit } from './decision.js'
export { TurnLog } from './turn-log.js'
export type { SavedTurn } from './session-state.js'

export type { Commit, DatabaseConnection } from './commit.js'
export {
  enlist,
  ENLISTS,
  isTransactional,
  transactional,
  withTransaction,
  type HostTransaction,
  type LeasedOperation
} from './transaction.js'
export { BoundedMap } from './bounded-map.js'
export type { Ledger } from './shared-stores.js'
export type { LedgerQuestion, ManagedLedger } from './managed-ledger.js'
export { restoreAnswer, storedAnswer } from './stored-answer.js'

// -- responses over HTTP
export type { Readable } from './response/readable.js'
export { withFault } from './thrown/author-fault.js'
export { byteBuffer, PEEK, wantedOf, type BodyEnd, type ResponseHeaders } from './response/body.js'
export { classifyResponse, type ReadResponse } from './response/classify-response.js'
export { patchOf, type NextPage } from './response/next-page.js'
export {
  retryAdviceOf,
  executedOf,
  TRANSIENT,
  refusal,
  toAnswer,
  withNextArgs,
  type RetryAdvice,
  type Outcome
} from './response/outcome.js'

// -- tools
export { ToolWarnings, warnDeveloper } from './developer-warning.js'
export { EFFECTS, expectAgreement, TOOL, TRAITS } from './tool-options.js'
export { errorOfState, isState, refusesCommit } from './error-of-state.js'
export { idempotencyKeyOf } from './idempotency.js'
export { runningNow } from './running-call.js'
export { authorityOf } from './place.js'
export { bytesOf, jsonOf, read, type Reading, writtenAsJson } from './read.js'
export { answerTo } from './sent-secrets.js'
export { causeOf, cutCause, longCauseOf } from './thrown/cause.js'
export { thrownSources } from './thrown/thrown-sources.js'
export { provesRefusal } from './thrown/proof.js'
export {
  DEFAULT_MAX_BYTES,
  DEFAULT_TIMEOUT_MS,
  failed,
  failedAs,
  incomplete,
  noContent,
  verdictOf,
  type CallContext,
  type ErrorWords,
  type Tool,
  type ToolTraits
} from './tool.js'
