/** `guarded-call/audit`: recorded conversations as calls, what repeats, and what a guard would refuse. */
export { auditHistory } from './audit.js'
export {
  addAudits,
  EMPTY_AUDIT,
  type Audit,
  type ContextCost,
  type DoubleWrites,
  type PaidMoney,
  type Refusable,
  type Repeats,
  type ToolAudit,
  type WaitedTime
} from './counts.js'
export type { GivenKind } from './given.js'
export type { Usage } from './usage.js'
export type { AuditOptions, AuditToolRule } from './guard-replay.js'
export { detectLoop, loopError, type Exchange, type Loop, type LoopOptions } from '../../core/calls/index.js'
export { toExchanges } from '../../history/exchanges.js'
export { detectFormat, type HistoryFormat } from '../../history/formats.js'
