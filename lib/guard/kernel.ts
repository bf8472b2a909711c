/**
 * Exports of the guard for the rest of the house. Whoever runs a tool elsewhere calls the stages one by one: `take` or `takeInput` (arguments become data
 * and a key), `admitHere` (may it run?), `judgeAnswer` (is the response valid?), `countInvalid` and `explained` (what does the model read of a failure?)
 * and `settle` (budget, record, log, observers). `perform` goes through all of them with a tool that runs here.
 */

// -- the stages
export {
  ArgsKey,
  decodeArgs,
  identified,
  invalidArguments,
  joinLines,
  callKeyOf,
  refuse,
  take,
  takeAs,
  takeInput,
  type CallArguments
} from './arguments.js'
export { admitHere } from './admit.js'
export { check } from './decode.js'
export {
  encodeWith,
  failedJudgement,
  judgeAnswer,
  judgementOf,
  policyFor,
  type AnswerPolicy,
  type Judgement
} from './judge.js'
export { explained } from './outcome.js'
export { smallerCall } from './next-call.js'
export { leaveOpen, settle } from './settle.js'
export { countInvalid } from './invalid-calls.js'
export { perform, type Stages } from './perform.js'

// -- a call, and where it is made
export { checkCallOptions, openCall, type Call, type CallOptions } from './call.js'
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
export type { CallStart, CallWatch } from './observer.js'
export { openSession, type Session } from './session.js'
export { NO_TURN, stateOf, type HasTurn, type Turn, type TurnState } from './turn.js'
export { LocalBudget, type BudgetStore, type MaybePromise, type Reservation, type Settlement } from './budget.js'

export { expectWords } from './known-words.js'
export { BoundedMap } from './bounded-map.js'
export type { OperationState, Ledger } from './shared-stores.js'

// -- responses over HTTP
export type { Readable } from './response/readable.js'
export { byteBuffer, PEEK, wantedOf, type BodyEnd, type ResponseHeaders } from './response/body.js'
export { classifyResponse } from './response/classify-response.js'
export { patchOf, type NextPage } from './response/next-page.js'
export {
  againOf,
  executedOf,
  PASSING,
  refusal,
  toAnswer,
  withNextArgs,
  type Again,
  type Outcome
} from './response/outcome.js'

// -- tools
export { read } from './read.js'
export { readThrown } from './thrown.js'
export {
  checkTraits,
  DEFAULT_MAX_BYTES,
  DEFAULT_TIMEOUT_MS,
  failed,
  incomplete,
  noContent,
  verdictOf,
  type CallContext,
  type Tool,
  type ToolTraits
} from './tool.js'
