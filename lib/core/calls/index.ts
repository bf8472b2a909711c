/** Rules over the calls of a turn and a session: repeats, ceilings, loops, and operations in a ledger. */
export { type Ceiling, type Ceilings, type CeilingUse, ceilingOf, isCeiling, leftOf } from './ceilings.js'
export type { Exchange } from './exchange.js'
export { LazyDigest } from './lazy-digest.js'
export {
  type LedgerOperation,
  type OperationStanding,
  type Resolution,
  type Resolver,
  type RowName,
  type SettleReply,
  answerPlace,
  isWanted,
  latestIn,
  operationIn,
  placeInList,
  replyTo,
  resolveOperation
} from './ledger-operation.js'
export { type LoopLog, NO_EVENTS, asked, settled } from './loop-breaker.js'
export { loopError } from './loop-error.js'
export { namedFields } from './named-fields.js'
export { LoopState, type RememberedExchange, restoredLoop, savedLoop } from './loop-state.js'
export { type Loop, type LoopOptions, cycleIn, detectLoop, failuresAhead, loopIn, loopRules } from './loop.js'
export {
  type AuditLine,
  type BeginRequest,
  type KnownRun,
  type OperationRow,
  type OperationState,
  type RowChange,
  type SettleRequest,
  type StoredRow,
  type Witness,
  beginOperation,
  isUnsettled,
  settleOperation
} from './operation-row.js'
export {
  type CallsOfKey,
  type CountedCall,
  type LatestOthers,
  type Limit,
  NO_LIMIT,
  type RepeatRule,
  type RepeatTraits,
  UNLIMITED,
  effectOf,
  isReopened,
  isSpent,
  mayReopen,
  refusedBy,
  ruleOf,
  runsOnce
} from './repeats.js'
export { RESULTS, type ResultHandles } from './result-handles.js'
export type { ResultStore } from './result-store.js'
export { type LoopRules, type NextCall, type SeenExchange, noted, seenArgs } from './seen-exchange.js'
