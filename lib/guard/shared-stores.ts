/** The stores that processes share, asked within a deadline: a slow, hung or dead one holds no call up. */
import * as E from 'fp-ts/lib/Either.js'
import { type MaybePromise, asFields, isFields } from '../core/foreign/index.js'
import type { AuditLine, BeginRequest, OperationState, SettleRequest } from '../core/calls/index.js'
import { Deadline } from './deadline.js'
import { Letter, Outbox, type Later, type LedgerNews } from './outbox.js'
import { Places } from './places.js'
import { SharedTurn, type BudgetStore, type SharedDecision } from './shared-log.js'

/** One view for each store, whichever sessions share it. */
const oneFor = <Store extends object, View>(view: (store: Store) => View): ((store: Store) => View) => {
  const known = new WeakMap<Store, View>()
  return (store) => {
    const made = known.get(store) ?? view(store)
    known.set(store, made)
    return made
  }
}

// -- budgets

const LINE_EVERY_MS = 60_000

/** Turns that are dropped in an outage: what this process counted of the newest stays known. */
const MAX_DEGRADED = 1_000

/** The turns of one store in this process, one for each id: held weakly, so dropped ones are collected. */
class SharedTurns {
  #turns = new Map<string, WeakRef<SharedTurn>>()
  #sweepAt = 100
  readonly #degraded = new Map<string, SharedTurn>()

  get(turnId: string): SharedTurn | undefined {
    return this.#turns.get(turnId)?.deref()
  }

  add(turn: SharedTurn): SharedTurn {
    if (this.#turns.size >= this.#sweepAt) {
      this.#turns = new Map([...this.#turns].filter(([, ref]) => ref.deref() !== undefined))
      this.#sweepAt = Math.max(100, this.#turns.size * 2)
    }
    this.#turns.set(turn.turnId, new WeakRef(turn))
    return turn
  }

  /** Holds a turn that the store did not count. */
  hold(turn: SharedTurn): void {
    this.#degraded.delete(turn.turnId)
    this.#degraded.set(turn.turnId, turn)
    const [oldest] = this.#degraded.keys()
    if (oldest !== undefined && this.#degraded.size > MAX_DEGRADED) this.#degraded.delete(oldest)
  }

  delete(turnId: string): void {
    this.get(turnId)?.close()
    this.#turns.delete(turnId)
    this.#degraded.delete(turnId)
  }
}

/** One for each store, whichever sessions share it. */
export class SharedBudget {
  readonly #store: BudgetStore
  readonly #deadline = new Deadline()
  readonly #turns = new SharedTurns()
  #degraded = 0
  #loggedAt: number | undefined

  constructor(store: BudgetStore) {
    this.#store = store
  }

  openTurn(turnId: string): SharedTurn {
    return this.#turns.get(turnId) ?? this.#turns.add(new SharedTurn(this.#store, turnId))
  }

  /** Decides about a call that the store did not count, by what this process counted. */
  askAlone(turn: SharedTurn, ...asked: Parameters<SharedTurn['askAlone']>): SharedDecision {
    this.#turns.hold(turn)
    return turn.askAlone(...asked)
  }

  /** Asks for one call; `Left`, with the reason, if the store failed or was late. A late call counts as made. */
  ask(
    deadlineMs: number,
    turn: SharedTurn,
    ...asked: Parameters<SharedTurn['ask']>
  ): Promise<E.Either<string, SharedDecision>> {
    return this.#deadline.ask(deadlineMs, () => turn.ask(...asked))
  }

  /**
   * Reports the outcome of a call, if the store can be reached. One that stays in flight there refuses one call too
   * many, never admits one.
   */
  tell(deadlineMs: number, report: () => Promise<unknown>): Promise<unknown> {
    return this.#deadline.ask(deadlineMs, report)
  }

  /** Frees a turn, if the store can be reached; else its keys expire. */
  closeTurn(deadlineMs: number, turnId: string): void {
    this.#turns.delete(turnId)
    void this.#deadline.ask(deadlineMs, async () => this.#store.close(turnId))
  }

  /** Notes a call that the store did not count. At most once a minute, returns how many there were. */
  noteDegraded(now: number): number | undefined {
    this.#degraded += 1
    if (this.#loggedAt !== undefined && now - this.#loggedAt < LINE_EVERY_MS) return undefined
    const calls = this.#degraded
    this.#loggedAt = now
    this.#degraded = 0
    return calls
  }
}

/** The shared budget of a store: one and the same for every session. */
export const sharedBudget = oneFor((store: BudgetStore) => new SharedBudget(store))

// -- ledgers

/**
 * Where the effects of turns are kept: one row for each turn and key, which outlives `turn.close()`. Both methods are
 * one atomic step; times are the server's. `ledgerConformance` of `guarded-call/conformance` tests your own ledger.
 *
 * @category Ledger @since 0.1.0
 */
export interface Ledger {
  /** Keys hold no arguments in clear. Asking again with the same token returns the same lease. */
  readonly begin: (turnId: string, key: string, asked: BeginRequest) => MaybePromise<OperationState>
  /**
   * `'yes'` keeps the response, is accepted late and from anybody; the first response of an attempt stays. `'no'` frees
   * the operation and `'unknown'` leaves it open: both are accepted from the holder of the lease alone, or from a
   * person once no lease lasts. A `'no'` by a run whose lease was given as unknown leaves the operation unknown.
   */
  readonly settle: (
    turnId: string,
    key: string,
    attempt: number,
    token: string,
    executed: 'yes' | 'no' | 'unknown',
    said: SettleRequest
  ) => MaybePromise<unknown>
}

/** What a ledger gives to whoever may find out about an operation. */
export type OperationLease = Extract<OperationState, { readonly token: string }>

const operationState = (answer: unknown): OperationState => {
  const { is, attempt, token, answer: kept } = (answer ?? {}) as Partial<Record<string, unknown>>
  const isOne =
    Number.isSafeInteger(attempt) &&
    (is === 'running' ||
      (is === 'settled' && (kept === null || typeof kept === 'string')) ||
      ((is === 'fresh' || is === 'unknown') && typeof token === 'string'))
  if (!isOne) throw new TypeError('the ledger gave no answer that can be understood')
  return answer as OperationState
}

/** Where a ledger keeps an operation, and how long each question may take: no more of a call, as outages may last. */
export interface LedgerPlace {
  readonly turnId: string
  readonly key: string
  readonly deadlineMs: number
}

/** More begins at once would only queue in the client, before the outcomes of those that run. */
const BEGINS_AT_ONCE = 64

/** Lost answers that are asked for again. */
const MAX_LOST = 1_000

/** One for each ledger, whichever sessions share it. */
export class SharedLedger {
  readonly #ledger: Ledger
  readonly #deadline = new Deadline()
  readonly #begins = new Places(BEGINS_AT_ONCE)
  readonly #outbox: Outbox
  #answers = 0
  /** Why it failed last. */
  #reason = 'it did not take what is known of the operation'
  /** Ends the waiting of those who are to begin. */
  #down = new AbortController()

  constructor(ledger: Ledger, later?: Later) {
    this.#ledger = ledger
    this.#outbox = new Outbox(later)
  }

  /** Goes on settling for so many milliseconds at most; answers how many outcomes the ledger has not taken. */
  drain(ms: number): Promise<number> {
    return this.#outbox.drain(ms)
  }

  /**
   * Begins an operation by the request that is made when it is sent; `Left`, with the reason for the operator, when the
   * ledger failed or was late, or there was no place for so long. What this process knows of the operation arrives
   * before.
   */
  async begin(
    place: LedgerPlace,
    request: () => BeginRequest,
    timeoutMs: number,
    signals: ReadonlyArray<AbortSignal>
  ): Promise<E.Either<string, OperationState>> {
    if (!(await this.#outbox.hasHeard(nameOf(place)))) return E.left(this.#reason)
    const down = this.#down.signal
    const acquired = this.#begins.tryAcquire() || (await this.#begins.acquire(timeoutMs, [...signals, down]))
    if (acquired === 'timed_out') return E.left(`no turn to ask within ${timeoutMs} ms`)
    if (acquired === 'aborted') return E.left(down.aborted ? String(down.reason) : 'the caller cancelled the call')
    const answers = this.#answers
    const begun = await this.#beginNow(place, request())
    this.#begins.release()
    if (E.isRight(begun)) {
      this.#answers += 1
      this.#outbox.isBack()
    } else {
      this.#reason = begun.left
      if (answers === this.#answers) {
        this.#down.abort(begun.left)
        this.#down = new AbortController()
      }
    }
    return begun
  }

  async #beginNow(place: LedgerPlace, asked: BeginRequest): Promise<E.Either<string, OperationState>> {
    const { turnId, key, deadlineMs } = place
    const ask = async (): Promise<OperationState> => operationState(await this.#ledger.begin(turnId, key, asked))
    // The answer alone may have been lost: the same token gets the same lease.
    const askAgain = (): Promise<OperationState> => ask().catch(ask)
    const handBack = async (state: OperationState): Promise<boolean> =>
      !('token' in state) || (await this.handBack(place, state))
    const lost = new Letter({
      of: nameOf(place),
      tell: async () => {
        const found = await this.#deadline.ask(deadlineMs, askAgain)
        if (E.isRight(found)) void handBack(found.right)
        return E.isRight(found)
      }
    })
    const begun = await this.#deadline.ask(deadlineMs, askAgain, (late) => {
      this.#outbox.heard(lost)
      void handBack(late)
    })
    if (E.isLeft(begun)) this.#outbox.keep(lost, MAX_LOST)
    return begun
  }

  /** Hands a lease back as it was found. */
  handBack(place: LedgerPlace, lease: OperationLease, news?: Partial<LedgerNews>): Promise<boolean> {
    const again = lease.is === 'unknown' && lease.again === true
    return this.settle(place, lease, lease.is === 'fresh' ? 'no' : 'unknown', { by: 'run', again }, news)
  }

  /** Reports an outcome to the ledger until it arrives. `news` hears what became of it. */
  settle(
    place: LedgerPlace,
    { attempt, token }: OperationLease,
    executed: 'yes' | 'no' | 'unknown',
    said: SettleRequest,
    news?: Partial<LedgerNews>
  ): Promise<boolean> {
    const { turnId, key, deadlineMs } = place
    let told = said
    const settle = async (): Promise<unknown> => this.#ledger.settle(turnId, key, attempt, token, executed, told)
    const hear = (reply: unknown): void => {
      const { contradicts } = asFields(reply)
      if (isFields(contradicts)) news?.contradicted?.(contradicts as unknown as AuditLine)
    }
    const letter: Letter = new Letter({
      of: nameOf(place),
      tell: async () => {
        const asked = await this.#deadline.ask(deadlineMs, settle, (late) => {
          hear(late)
          this.#outbox.heard(letter)
        })
        if (E.isRight(asked)) hear(asked.right)
        return E.isRight(asked)
      },
      chars: said.answer?.length,
      shorten: () => {
        told = { ...said, answer: undefined }
      },
      onLate: news?.settled,
      onLost: () => news?.lost?.(executed)
    })
    return this.#outbox.tell(letter)
  }
}

const nameOf = ({ turnId, key }: LedgerPlace): string => JSON.stringify([turnId, key])

/** The ledger as the calls of this process see it: one and the same for every session. */
export const sharedLedger = oneFor((ledger: Ledger) => new SharedLedger(ledger))
