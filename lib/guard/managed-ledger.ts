/** A ledger whose operations have an owner, who finds and lists them, and settles unknown ones. */
import type { Either } from 'fp-ts/lib/Either.js'
import type { LedgerOperation, Resolution, Resolver } from '../core/calls/index.js'
import type { MaybePromise } from '../core/foreign/index.js'
import type { Ledger } from './shared-stores.js'

/** Which open operations are listed. @category Ledger @since 0.1.0 */
export interface LedgerQuestion {
  /** @default both */
  readonly state?: 'unknown' | 'running'
  /** @default all */
  readonly tool?: string
  /** Since they began. @default 0 */
  readonly olderThanMs?: number
  /** The last one of the page before. */
  readonly after?: Pick<LedgerOperation, 'beganAt' | 'turn' | 'call'>
  /** @default 100 */
  readonly limit?: number
}

/**
 * A ledger that an operator can ask; `memoryLedger`, `redisLedger` and `postgresLedger` are.
 * @category Ledger @since 0.1.0
 */
export interface ManagedLedger extends Ledger {
  /** The operations that run or are unknown, the oldest first. */
  readonly list: (question?: LedgerQuestion) => MaybePromise<ReadonlyArray<LedgerOperation>>
  /** The operation of that name, whatever became of it. */
  readonly find: (operationId: string) => MaybePromise<LedgerOperation | undefined>
  /**
   * Settles an operation of unknown outcome by what a person found out, and keeps who said so: the redelivery then
   * replays it, or runs. `Left`, with a sentence, where there is none, or its outcome is not unknown.
   */
  readonly resolve: (
    operationId: string,
    resolution: Resolution,
    resolver: Resolver
  ) => MaybePromise<Either<string, LedgerOperation>>
}
