/** An operation of a ledger as its owner sees it, and what a person may say of one: pure functions. */
import * as E from 'fp-ts/lib/Either.js'
import {
  hasHolder,
  settleOperation,
  type AuditLine,
  type OperationRow,
  type RowChange,
  type StoredRow,
  type Witness
} from './operation-row.js'

// -- model

/**
 * Where an operation stands. `running`: somebody holds a lease. `unknown`: it began, no lease lasts, and nobody said
 * how it ended.
 * @category Ledger @since 0.1.0
 */
export type OperationStanding = 'running' | 'unknown' | 'executed' | 'not_executed'

/** One attempt at an effect, as its ledger knows it. @category Ledger @since 0.1.0 */
export interface LedgerOperation {
  /** Its name at the service: the idempotency key, and the `operationId` of records and log lines. */
  readonly operationId: string
  readonly state: OperationStanding
  readonly tool: string
  /** How the host calls this occurrence in its turn. */
  readonly step: string | null
  /** A digest of the turn's id. */
  readonly turn: string
  /** A digest of what names the operation in its turn. */
  readonly call: string
  readonly attempt: number
  /** ISO 8601, by the ledger's clock; `null` of an attempt that another one followed. */
  readonly beganAt: string | null
  /** Until its lease ends; 0 where none lasts. */
  readonly leaseLeftMs: number
  /** When it became known that it was executed. */
  readonly executedAt: string | null
  /** What its tool returned, where the ledger still keeps it. */
  readonly answer?: unknown
  /** Of the whole arguments; equal for equal ones. */
  readonly argsDigest: string
  /** Who spoke of it last; `null` of an attempt that another one followed. */
  readonly by: Witness | null
  /** What persons said of it, the latest last. */
  readonly audit: ReadonlyArray<AuditLine>
}

/** What a person found out about an operation of unknown outcome. @category Ledger @since 0.1.0 */
export type Resolution =
  /** `answer`: what the tool would have returned, for the redelivery. */
  { readonly as: 'executed'; readonly answer?: unknown } | { readonly as: 'not_executed' }

/** Who says so, and why: both are kept. @category Ledger @since 0.1.0 */
export interface Resolver {
  readonly by: string
  readonly note: string
}

/** The digests that name a row. */
export interface RowName {
  readonly turn: string
  readonly call: string
}

// -- what stands in a row

const standingOf = ({ row, leaseLeftMs }: StoredRow, attempt: number): OperationStanding => {
  if (row.executed.includes(attempt)) return 'executed'
  if (row.attempt !== attempt) return 'not_executed'
  return hasHolder(row) && leaseLeftMs > 0 ? 'running' : 'unknown'
}

const isoTime = (ms: number): string => new Date(ms).toISOString()

/** The place of an attempt among those that were executed: that of the response to read with its row. */
export const answerPlace = (row: OperationRow, operationId: string): number => {
  const attempt = row.attempts.find((begun) => begun.operationId === operationId)?.attempt
  return Math.max(0, row.executed.indexOf(attempt ?? 0))
}

/** The operation of that name in its row, read with the response at its `answerPlace`; undefined if there is none. */
export const operationIn = (
  { turn, call }: RowName,
  stored: StoredRow,
  operationId: string,
  restored: (answer: string) => unknown
): LedgerOperation | undefined => {
  const { row, now, sinceMs, leaseLeftMs, ran } = stored
  const begun = row.attempts.find((each) => each.operationId === operationId)
  if (begun === undefined) return undefined
  const { attempt, argsDigest } = begun
  const state = standingOf(stored, attempt)
  const known = state === 'executed' ? ran : null
  const isLatest = row.attempts.at(-1) === begun
  return {
    operationId,
    state,
    tool: row.tool,
    step: row.step,
    turn,
    call,
    attempt,
    beganAt: isLatest ? isoTime(now - sinceMs) : null,
    leaseLeftMs: state === 'running' ? leaseLeftMs : 0,
    executedAt: known === null ? null : isoTime(known.at),
    ...(known === null || known.isOver || known.answer === null ? {} : { answer: restored(known.answer) }),
    argsDigest,
    by: isLatest ? row.by : null,
    audit: row.audit.filter((line) => line.attempt === attempt)
  }
}

/** The latest attempt of a row that runs or is unknown. */
export const latestIn = (name: RowName, stored: StoredRow): LedgerOperation | undefined => {
  const { operationId } = stored.row.attempts.at(-1) ?? {}
  return operationId === undefined ? undefined : operationIn(name, stored, operationId, () => undefined)
}

// -- what a person says

const refusalOf = ({ state, leaseLeftMs, executedAt }: LedgerOperation): string => {
  switch (state) {
    case 'running':
      return `It may still run: its lease ends in ${Math.ceil(leaseLeftMs / 1_000)} s. Only an unknown outcome can be resolved.`
    case 'executed':
      return `It was executed${executedAt === null ? '' : ` on ${executedAt}`}. Only an unknown outcome can be resolved.`
    default:
      return 'It was not executed, and may run again. Only an unknown outcome can be resolved.'
  }
}

/** The change that a person's word makes; `Left`, with the operation's state, where its outcome is not unknown. */
export const resolveOperation = (
  stored: StoredRow,
  operation: LedgerOperation,
  { as, answer }: { readonly as: Resolution['as']; readonly answer?: string | undefined },
  { by, note }: Resolver
): E.Either<string, RowChange> => {
  const { attempt } = operation
  const executed = as === 'executed' ? 'yes' : 'no'
  const change =
    operation.state === 'unknown' ? settleOperation(stored, attempt, '', executed, { by: 'person', answer }) : undefined
  if (change === undefined) return E.left(refusalOf(operation))
  const line: AuditLine = { at: isoTime(stored.now), by, note, attempt, to: as }
  return E.right({ ...change, row: { ...change.row, audit: [...change.row.audit, line] } })
}

/** What a ledger says of an outcome that it was told. @category Ledger @since 0.1.0 */
export interface SettleReply {
  /** A person had said that the attempt was not executed, and it was: its effect may have happened twice. */
  readonly contradicts?: AuditLine
}

/** The reply to an outcome that changed a row. */
export const replyTo = (change: RowChange | undefined, attempt: number): SettleReply => {
  const { row } = change ?? {}
  const line = row?.audit.findLast((each) => each.attempt === attempt && each.to === 'not_executed')
  return line !== undefined && row?.executed.includes(attempt) === true ? { contradicts: line } : {}
}

// -- lists

/** Which operations of a list are wanted. */
export interface OperationFilter {
  readonly state: 'unknown' | 'running' | undefined
  readonly tool: string | undefined
}

export const isWanted = ({ state, tool }: LedgerOperation, wanted: OperationFilter): boolean =>
  (wanted.state === undefined || state === wanted.state) && (wanted.tool === undefined || tool === wanted.tool)

/** Sorts as the operations began, the oldest first; no two rows are equal. */
export const placeInList = ({ beganAt, turn, call }: Pick<LedgerOperation, 'beganAt' | 'turn' | 'call'>): string =>
  `${beganAt} ${turn} ${call}`
