/** A ledger of effects, and how the calls of this process see it: asked within a deadline, so that one that hangs or is down holds no call up for long. */
import * as E from 'fp-ts/lib/Either.js'
import type { MaybePromise } from './budget.js'
import type { Call } from './call.js'
import { expectOption } from '../core/options.js'
import { Outside } from './outside.js'

// -- model

/** The state of an operation at `begin`. @category Ledger @since 0.1.0 */
export type Begun =
  /** Nobody runs it and no outcome is open: it may run, under a lease that `token` proves. */
  | { readonly is: 'fresh'; readonly attempt: number; readonly token: string }
  /** It was executed: the next response that this turn object has not received; `null` where it was not kept. */
  | { readonly is: 'settled'; readonly attempt: number; readonly answer: string | null }
  /** Somebody else holds a lease. */
  | { readonly is: 'running'; readonly attempt: number }
  /** It began, and nobody knows how it ended. The asker holds a new lease, to find out; the attempt first began `sinceMs` ago. */
  | { readonly is: 'unknown'; readonly attempt: number; readonly token: string; readonly sinceMs: number }

/**
 * Where the effects of turns are kept: one row for each turn and key, which outlives `turn.close()`. Both methods are one atomic step and one trip; times
 * are the server's. `ledgerConformance` of `guarded-call/conformance` tests your own ledger.
 *
 * @category Ledger @since 0.1.0
 */
export interface Ledger {
  /** `seen`: how many responses of executed attempts this turn object already received. Keys hold no arguments in clear. */
  readonly begin: (
    turnId: string,
    key: string,
    asked: { readonly seen: number; readonly leaseMs: number }
  ) => MaybePromise<Begun>
  /**
   * `'yes'` keeps the response, is accepted late and from anybody; the first response of an attempt stays. `'no'` frees the operation and `'unknown'`
   * leaves it open: both are accepted from the holder of the lease alone.
   */
  readonly settle: (
    turnId: string,
    key: string,
    attempt: number,
    token: string,
    executed: 'yes' | 'no' | 'unknown',
    answer?: string
  ) => MaybePromise<unknown>
}

// -- one process

/** A ledger that has not answered by then counts as down: longer than a write to a disk takes, shorter than a model waits. */
const DEADLINE_MS = 2_000

const begunOf = (answer: unknown): Begun => {
  const { is, attempt, token, answer: kept } = (answer ?? {}) as Partial<Record<string, unknown>>
  const isOne =
    Number.isSafeInteger(attempt) &&
    (is === 'running' ||
      (is === 'settled' && (kept === null || typeof kept === 'string')) ||
      ((is === 'fresh' || is === 'unknown') && typeof token === 'string'))
  if (!isOne) throw new TypeError('the ledger gave no answer that can be understood')
  return answer as Begun
}

/** One for each ledger, whichever sessions share it. */
export class SharedLedger {
  readonly #ledger: Ledger
  readonly #outside = new Outside(DEADLINE_MS)

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  /** Begins an operation; `Left`, with the reason for the operator, when the ledger failed or was late: then a lease that it gives yet is handed back. */
  begin(call: Call, asked: { readonly seen: number; readonly leaseMs: number }): Promise<E.Either<string, Begun>> {
    const begin = async (): Promise<Begun> => begunOf(await this.#ledger.begin(...nameOf(call), asked))
    return this.#outside.ask(begin, (late) => {
      if ('token' in late) void this.settle(call, late, late.is === 'fresh' ? 'no' : 'unknown')
    })
  }

  /** Reports the outcome of an operation to the ledger; returns whether it arrived. */
  async settle(
    call: Call,
    { attempt, token }: { readonly attempt: number; readonly token: string },
    executed: 'yes' | 'no' | 'unknown',
    answer?: string
  ): Promise<boolean> {
    return E.isRight(
      await this.#outside.ask(async () => this.#ledger.settle(...nameOf(call), attempt, token, executed, answer))
    )
  }
}

const nameOf = ({ turn, storeKey }: Call): readonly [turnId: string, key: string] => [turn.id, storeKey]

const known = new WeakMap<Ledger, SharedLedger>()

/** The ledger as the calls of this process see it: one and the same for every session. */
export const sharedLedger = (ledger: Ledger): SharedLedger => {
  expectOption(
    typeof ledger?.begin === 'function' && typeof ledger.settle === 'function',
    'ledger',
    'a Ledger: begin and settle'
  )
  const shared = known.get(ledger) ?? new SharedLedger(ledger)
  known.set(ledger, shared)
  return shared
}
