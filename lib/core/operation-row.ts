/**
 * The state machine of an operation in a ledger: pure, so that every ledger only persists it. Evidence about the operation changes its state; the fate of a
 * later request is none.
 */

// -- model

/** Who says what became of an operation: a run of the tool, its `verify`, or a person. @category Ledger @since 0.1.0 */
export type Witness = 'run' | 'verify' | 'person'

/**
 * One operation of a turn: `free` → `leased` → `executed`, `free` for the next attempt, or `unknown`; a lease that ends is `unknown`, too; `unknown` → `checking`
 * → `executed` or `unknown`, and `free` by `verify` or a person alone.
 */
export interface OperationRow {
  /** Of this form. */
  readonly version: 1
  /** The latest attempt, or the next one of a `free` row. */
  readonly attempt: number
  readonly state: 'free' | 'leased' | 'executed' | 'unknown' | 'checking'
  /** The name at the service of the latest attempt that began. */
  readonly operationId: string
  readonly tool: string
  /** Proves the lease. */
  readonly token: string | null
  /** How long the latest lease was. */
  readonly leaseMs: number
  /** The author gave an attempt of unknown outcome back: it may be made again under its name. */
  readonly again: boolean
  /** Who spoke last. */
  readonly by: Witness | null
  /** Digests of the whole arguments, by attempt. */
  readonly digests: Readonly<Record<number, string>>
  /** The attempts that were executed, in the order in which that became known. */
  readonly executed: ReadonlyArray<number>
}

/** A row as its ledger finds it, by the ledger's own clock. */
export interface StoredRow {
  readonly row: OperationRow
  readonly leaseLeftMs: number
  /** Since the latest attempt began. */
  readonly sinceMs: number
  /** The kept response of `row.executed[seen]`. */
  readonly answer: string | null
}

/** What a ledger writes, whole or not at all. */
export interface RowChange {
  readonly row: OperationRow
  /** Begins a lease of `row.leaseMs`, for a fresh attempt or to check an unknown one; without it, the end of the lease and the age of the attempt stay. */
  readonly lease?: 'fresh' | 'check'
  /** Kept for `row.executed[place]`, unless a response is kept for it already. */
  readonly answer?: { readonly place: number; readonly text: string }
}

/** The state of an operation at `begin`. @category Ledger @since 0.1.0 */
export type OperationState =
  /** Nobody runs it and no outcome is open: it may run, under a lease that `token` proves. */
  | { readonly is: 'fresh'; readonly attempt: number; readonly token: string }
  /** It was executed: the next response that this turn object has not received; `null` where it was not kept. */
  | {
      readonly is: 'settled'
      readonly attempt: number
      readonly answer: string | null
      readonly argsDigest?: string | undefined
    }
  /** Somebody else holds a lease, for so long still. */
  | {
      readonly is: 'running'
      readonly attempt: number
      readonly leaseLeftMs?: number
      readonly argsDigest?: string | undefined
    }
  /** It began, and nobody knows how it ended. The asker holds a new lease, to find out; the attempt first began `sinceMs` ago. */
  | {
      readonly is: 'unknown'
      readonly attempt: number
      readonly token: string
      readonly sinceMs: number
      /** Of the arguments with which it began. */
      readonly argsDigest?: string | undefined
      /** The author gave the run back: it may be made again, under the same name. */
      readonly again?: boolean
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
}

/** What became of an attempt, and who says so. @category Ledger @since 0.1.0 */
export interface SettleRequest {
  readonly by: Witness
  /** The response, where it was executed. */
  readonly answer?: string | undefined
  /** Of an unknown outcome: the author gives the run back. */
  readonly again?: boolean
}

const NEW: OperationRow = {
  version: 1,
  attempt: 1,
  state: 'free',
  operationId: '',
  tool: '',
  token: null,
  leaseMs: 0,
  again: false,
  by: null,
  digests: {},
  executed: []
}

const isHeld = ({ state }: OperationRow): boolean => state === 'leased' || state === 'checking'

// -- transitions

const leaseOf = ({ state, attempt, digests, again }: OperationRow, token: string, sinceMs: number): OperationState =>
  state === 'leased'
    ? { is: 'fresh', attempt, token }
    : { is: 'unknown', attempt, token, sinceMs, argsDigest: digests[attempt], again }

/** The state in which an asker finds an operation, and the change where that gives a lease. */
export const beginOperation = (
  stored: StoredRow | undefined,
  { seen, leaseMs, token, tool, operationId, argsDigest }: BeginRequest
): { readonly state: OperationState; readonly change?: RowChange } => {
  const { row, leaseLeftMs, sinceMs, answer } = stored ?? { row: NEW, leaseLeftMs: 0, sinceMs: 0, answer: null }
  const ran = row.executed[seen]
  if (ran !== undefined) return { state: { is: 'settled', attempt: ran, answer, argsDigest: row.digests[ran] } }
  // Who asks again by the token has not had the answer, and so did nothing under the lease.
  if (isHeld(row) && row.token === token) {
    const lease = row.state === 'leased' ? 'fresh' : 'check'
    return {
      state: leaseOf(row, token, sinceMs),
      ...(leaseLeftMs > 0 ? {} : { change: { row: { ...row, leaseMs }, lease } })
    }
  }
  if (isHeld(row) && leaseLeftMs > 0)
    return { state: { is: 'running', attempt: row.attempt, leaseLeftMs, argsDigest: row.digests[row.attempt] } }
  const again = row.state === 'unknown' && row.again
  if (isHeld(row) || row.state === 'unknown') {
    const checked: OperationRow = { ...row, state: 'checking', token, leaseMs, again }
    return { state: leaseOf(checked, token, sinceMs), change: { row: checked, lease: 'check' } }
  }
  const attempt = row.state === 'executed' ? row.attempt + 1 : row.attempt
  const leased: OperationRow = {
    ...row,
    attempt,
    state: 'leased',
    operationId: operationId(attempt),
    tool,
    token,
    leaseMs,
    again,
    digests: { ...row.digests, [attempt]: argsDigest }
  }
  return { state: leaseOf(leased, token, 0), change: { row: leased, lease: 'fresh' } }
}

/**
 * The change that a word on an attempt makes, if any. `yes` counts late and from anybody. `no` and `unknown` count from the holder of the lease, or from a
 * person where no lease lasts. A run that was given an attempt of unknown outcome proves nothing by `no`: what was refused is its own request.
 */
export const settleOperation = (
  stored: StoredRow | undefined,
  attempt: number,
  token: string,
  executed: 'yes' | 'no' | 'unknown',
  { by, answer, again = false }: SettleRequest
): RowChange | undefined => {
  const { row, leaseLeftMs } = stored ?? { row: NEW, leaseLeftMs: 0 }
  if (executed === 'yes') {
    const known = row.executed.indexOf(attempt)
    const place = known < 0 ? row.executed.length : known
    const kept = answer === undefined ? {} : { answer: { place, text: answer } }
    if (known >= 0) return answer === undefined ? undefined : { row, ...kept }
    const ran = { ...row, executed: [...row.executed, attempt] }
    // A later attempt that runs, or of which nobody knows, goes on.
    if (row.attempt > attempt && row.state !== 'free') return { row: ran, ...kept }
    const latest = Math.max(attempt, row.attempt - 1)
    return { row: { ...ran, attempt: latest, state: 'executed', token: null, again: false, by }, ...kept }
  }
  const mayTell =
    by === 'person' ? row.state === 'unknown' || (isHeld(row) && leaseLeftMs <= 0) : isHeld(row) && row.token === token
  if (row.attempt !== attempt || !mayTell) return undefined
  const isProven = executed === 'no' && (by !== 'run' || row.state === 'leased')
  return {
    row: isProven
      ? { ...row, attempt: attempt + 1, state: 'free', token: null, again: false, by }
      : { ...row, state: 'unknown', token: null, again, by }
  }
}
