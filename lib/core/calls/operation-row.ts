/**
 * The state machine of an operation in a ledger: pure, so that every ledger only persists it. Evidence about the
 * operation changes its state; the fate of a later request is none.
 */

// -- model

/** Who says what became of an operation: a run of the tool, its `verify`, or a person. @category Ledger @since 0.1.0 */
export type Witness = 'run' | 'verify' | 'person'

/**
 * One operation of a turn: `free` → `leased` → `executed`, `free` for the next attempt, or `unknown`; a lease that ends
 * is `unknown`, too; `unknown` → `checking` → `executed` or `unknown`, and `free` by `verify` or a person alone.
 */
export interface OperationRow {
  /** Of this form. */
  readonly version: 1
  /** The latest attempt, or the next one of a `free` row. */
  readonly attempt: number
  readonly state: 'free' | 'leased' | 'executed' | 'unknown' | 'checking'
  readonly tool: string
  /** How the host calls this occurrence in its turn. */
  readonly step: string | null
  /** Proves the lease. */
  readonly token: string | null
  /** How long the latest lease was. */
  readonly leaseMs: number
  /** The author gave an attempt of unknown outcome back: it may be made again under its name. */
  readonly again: boolean
  /** Who spoke last. */
  readonly by: Witness | null
  /** The attempts that began. */
  readonly attempts: ReadonlyArray<StartedAttempt>
  /** The attempts that were executed, in the order in which that became known. */
  readonly executed: ReadonlyArray<number>
  /** What persons said of attempts, the latest last. */
  readonly audit: ReadonlyArray<AuditLine>
}

/** An attempt that began. */
export interface StartedAttempt {
  readonly attempt: number
  /** Its name at the service. */
  readonly operationId: string
  /** Of the whole arguments. */
  readonly argsDigest: string
  /** Whoever ran it did so in a transaction that keeps this row as well. */
  readonly inTransaction?: true
}

/** What a person said of an attempt of unknown outcome. @category Ledger @since 0.1.0 */
export interface AuditLine {
  /** ISO 8601, by the ledger's clock. */
  readonly at: string
  readonly by: string
  readonly note: string
  readonly attempt: number
  readonly to: 'executed' | 'not_executed'
}

/** When an attempt became known as executed, and its response. */
export interface KnownRun {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly answer: string | null
  /** It is too long ago for a response to be kept. */
  readonly isOver: boolean
}

/** A row as its ledger finds it, by the ledger's own clock. */
export interface StoredRow {
  readonly row: OperationRow
  /** Milliseconds since 1970. */
  readonly now: number
  readonly leaseLeftMs: number
  /** Since the latest attempt began. */
  readonly sinceMs: number
  /** Of `row.executed[seen]`. */
  readonly ran: KnownRun | null
}

/** What a ledger writes, whole or not at all. */
export interface RowChange {
  readonly row: OperationRow
  /**
   * Begins a lease of `row.leaseMs`, for a fresh attempt or to check an unknown one; without it, the end of the lease
   * and the age of the attempt stay.
   */
  readonly lease?: 'fresh' | 'check'
  /** `row.executed[place]` is known from now on, if it was not; its response is kept, unless one is kept already. */
  readonly ran?: { readonly place: number; readonly answer: string | null }
}

/** The state of an operation at `begin`. @category Ledger @since 0.1.0 */
export type OperationState =
  /** Nobody runs it and no outcome is open: it may run, under a lease that `token` proves. */
  | { readonly is: 'fresh'; readonly attempt: number; readonly token: string }
  /** It was executed: the next response that this turn object has not received; `null` where it is not kept. */
  | {
      readonly is: 'settled'
      readonly attempt: number
      readonly answer: string | null
      /** When that became known, in milliseconds since 1970: where it is too long ago for a kept response. */
      readonly goneSince?: number
      readonly argsDigest?: string | undefined
    }
  /** Somebody else holds a lease, for so long still. */
  | {
      readonly is: 'running'
      readonly attempt: number
      readonly leaseLeftMs?: number
      readonly argsDigest?: string | undefined
    }
  /** It began, and nobody knows how it ended. The asker holds a new lease; the attempt began `sinceMs` ago. */
  | {
      readonly is: 'unknown'
      readonly attempt: number
      readonly token: string
      readonly sinceMs: number
      /** Of the arguments with which it began. */
      readonly argsDigest?: string | undefined
      /** The author gave the run back: it may be made again, under the same name. */
      readonly again?: boolean
      /** All its askers, this one included, said so: no earlier transaction can commit under this lease. */
      readonly inTransaction?: boolean
    }

/** Who asks to begin an operation. @category Ledger @since 0.1.0 */
export interface BeginRequest {
  /** How many responses of executed attempts this turn object already received. */
  readonly seen: number
  readonly leaseMs: number
  /** The asker's own, so that asking again with it returns the same lease. */
  readonly token: string
  readonly tool: string
  /** Names an attempt at the service. */
  readonly operationId: (attempt: number) => string
  /** Of the whole arguments, where the key stands for a part of them. */
  readonly argsDigest: string
  /** The occurrence that the host names: the key stands for it and the tool, whatever the arguments. */
  readonly step?: string
  /** It runs in a transaction that keeps the ledger's row as well. @default false */
  readonly inTransaction?: boolean
}

/** What became of an attempt, and who says so. @category Ledger @since 0.1.0 */
export interface SettleRequest {
  readonly by: Witness
  /** The response, where it was executed. */
  readonly answer?: string | undefined
  /** Of an unknown outcome: the author gives the run back. */
  readonly again?: boolean
  /** Of an unknown outcome: the effect may lie outside of the transaction that it ran in. */
  readonly outside?: boolean
}

const NEW: OperationRow = {
  version: 1,
  attempt: 1,
  state: 'free',
  tool: '',
  step: null,
  token: null,
  leaseMs: 0,
  again: false,
  by: null,
  attempts: [],
  executed: [],
  audit: []
}

const digestOf = ({ attempts }: OperationRow, attempt: number): string | undefined =>
  attempts.find((begun) => begun.attempt === attempt)?.argsDigest

export const hasHolder = ({ state }: OperationRow): boolean => state === 'leased' || state === 'checking'

/** It runs, or nobody knows how it ended: a ledger never forgets it. */
export const isUnsettled = (row: OperationRow): boolean => hasHolder(row) || row.state === 'unknown'

// -- transitions

const leaseOf = (row: OperationRow, token: string, sinceMs: number): OperationState => {
  const { state, attempt, again, attempts } = row
  if (state === 'leased') return { is: 'fresh', attempt, token }
  const { inTransaction } = attempts.find((begun) => begun.attempt === attempt) ?? {}
  const unknown = { is: 'unknown', attempt, token, sinceMs, argsDigest: digestOf(row, attempt), again } as const
  return inTransaction === true ? { ...unknown, inTransaction } : unknown
}

// An asker outside of a transaction may run it there, and so may a tool in one.
const outside = (attempts: ReadonlyArray<StartedAttempt>): ReadonlyArray<StartedAttempt> =>
  attempts.map(({ attempt, operationId, argsDigest }) => ({ attempt, operationId, argsDigest }))

/** The state in which an asker finds an operation, and the change where that gives a lease. */
export const beginOperation = (
  stored: StoredRow | undefined,
  { seen, leaseMs, token, tool, step, operationId, argsDigest, inTransaction = false }: BeginRequest
): { readonly state: OperationState; readonly change?: RowChange } => {
  const { row, leaseLeftMs, sinceMs, ran } = stored ?? { row: NEW, leaseLeftMs: 0, sinceMs: 0, ran: null }
  const known = row.executed[seen]
  if (known !== undefined) {
    const settled = { is: 'settled', attempt: known, argsDigest: digestOf(row, known) } as const
    return {
      state:
        ran?.isOver === true
          ? { ...settled, answer: null, goneSince: ran.at }
          : { ...settled, answer: ran?.answer ?? null }
    }
  }
  // Who asks again by the token has not had the answer, and so did nothing under the lease.
  if (hasHolder(row) && row.token === token) {
    const lease = row.state === 'leased' ? 'fresh' : 'check'
    return {
      state: leaseOf(row, token, sinceMs),
      ...(leaseLeftMs > 0 ? {} : { change: { row: { ...row, leaseMs }, lease } })
    }
  }
  if (hasHolder(row) && leaseLeftMs > 0)
    return { state: { is: 'running', attempt: row.attempt, leaseLeftMs, argsDigest: digestOf(row, row.attempt) } }
  const again = row.state === 'unknown' && row.again
  if (hasHolder(row) || row.state === 'unknown') {
    const attempts = inTransaction ? row.attempts : outside(row.attempts)
    const checked: OperationRow = { ...row, state: 'checking', token, leaseMs, again, attempts }
    return { state: leaseOf(checked, token, sinceMs), change: { row: checked, lease: 'check' } }
  }
  const attempt = row.state === 'executed' ? row.attempt + 1 : row.attempt
  const leased: OperationRow = {
    ...row,
    attempt,
    state: 'leased',
    tool,
    step: step ?? null,
    token,
    leaseMs,
    again,
    attempts: [
      ...row.attempts,
      { attempt, operationId: operationId(attempt), argsDigest, ...(inTransaction ? { inTransaction } : {}) }
    ]
  }
  return { state: leaseOf(leased, token, 0), change: { row: leased, lease: 'fresh' } }
}

/**
 * The change that a word on an attempt makes, if any. `yes` counts late and from anybody. `no` and `unknown` count from
 * the holder of the lease, or from a person where no lease lasts. A run that was given an attempt of unknown outcome
 * proves nothing by `no`: what was refused is its own request.
 */
export const settleOperation = (
  stored: StoredRow | undefined,
  attempt: number,
  token: string,
  executed: 'yes' | 'no' | 'unknown',
  { by, answer, again = false, outside: isOutside = false }: SettleRequest
): RowChange | undefined => {
  const { row, leaseLeftMs } = stored ?? { row: NEW, leaseLeftMs: 0 }
  if (executed === 'yes') {
    const known = row.executed.indexOf(attempt)
    const place = known < 0 ? row.executed.length : known
    const ran = { place, answer: answer ?? null }
    if (known >= 0) return answer === undefined ? undefined : { row, ran }
    const executedRow = { ...row, executed: [...row.executed, attempt] }
    // A later attempt that runs, or of which nobody knows, goes on.
    if (row.attempt > attempt && row.state !== 'free') return { row: executedRow, ran }
    const latest = Math.max(attempt, row.attempt - 1)
    return { row: { ...executedRow, attempt: latest, state: 'executed', token: null, again: false, by }, ran }
  }
  const mayTell =
    by === 'person'
      ? row.state === 'unknown' || (hasHolder(row) && leaseLeftMs <= 0)
      : hasHolder(row) && row.token === token
  if (row.attempt !== attempt || !mayTell) return undefined
  const isProven = executed === 'no' && (by !== 'run' || row.state === 'leased')
  return {
    row: isProven
      ? { ...row, attempt: attempt + 1, state: 'free', token: null, again: false, by }
      : { ...row, state: 'unknown', token: null, again, by, attempts: isOutside ? outside(row.attempts) : row.attempts }
  }
}
