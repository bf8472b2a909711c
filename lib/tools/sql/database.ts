/** The operations that a recipe needs of a database, whichever driver speaks to it. */
import type * as E from 'fp-ts/lib/Either.js'
import type { SqlDeadline } from './deadline.js'

/** A result as the server wrote it: cells are text, and no driver has touched their types. */
export interface Table {
  readonly columns: ReadonlyArray<{ readonly name: string; readonly type: number }>
  readonly rows: ReadonlyArray<ReadonlyArray<string | null>>
  /** The first word of what the server calls the command that it carried out. */
  readonly command?: string | undefined
}

/** One open transaction. */
export interface SqlSession {
  /**
   * Sends one statement over the extended protocol, which takes no second one. Throws `TooLarge` once more bytes came
   * than the call may take.
   */
  readonly send: (text: string, values?: ReadonlyArray<unknown>) => Promise<Table>
  /** Bytes that came since the work began. */
  readonly received: () => number
  /** Longest that the server may spend on one statement, in milliseconds. */
  readonly statementMs: number
}

export interface TransactionLimits {
  readonly deadline: SqlDeadline
  readonly maxBytes: number
}

/**
 * Runs the work in a transaction of its own: one that only reads is rolled back, one that writes is committed. Never
 * rejects.
 */
export interface Database {
  readonly transaction: <A>(
    effect: 'read' | 'write',
    limits: TransactionLimits,
    work: (session: SqlSession) => Promise<A>
  ) => Promise<E.Either<SqlFailure, A>>
}

/** How far a call had come when it failed. Nothing can have been written before the commit was sent. */
export type Phase = 'opening' | 'statement' | 'commit' | 'done'

/** The thrown value, and the phase in which it was thrown. */
export interface SqlFailure {
  readonly thrown: unknown
  readonly phase: Phase
  readonly connectionLost: boolean
}

/** More bytes came than the call may take. */
export class TooLarge extends Error {}

/** The server carried out a command whose effect ends with this call, or that ended the transaction. */
export class WritesNothingError extends Error {
  constructor(readonly command: string) {
    super('The statement writes nothing.')
  }
}

/** The client cannot be held to one statement at a time. */
export class SimpleProtocolError extends Error {}
