/** The end of a transaction that keeps a write and its outcome. */

/** A connection, or an open transaction, of a ledger's database. */
export interface DatabaseConnection {
  query(text: string, values: Array<unknown>): Promise<{ readonly rows: ReadonlyArray<unknown> }>
}

/** What became of a commit. `taken_over`: the lease was over, and another has the operation. `lost`: the row knows. */
export type Commit =
  | { readonly is: 'committed' }
  | { readonly is: 'taken_over' }
  | { readonly is: 'lost'; readonly cause: string }
  /** `state`: the SQLSTATE with which the server refused the commit. */
  | { readonly is: 'rolled_back'; readonly cause: string; readonly state?: string | undefined }

/** It carries one write. */
export interface Transaction {
  /** Settles the operation on its connection, and commits where that answers true. Never rejects. */
  readonly commit: (settle: (on: DatabaseConnection) => Promise<boolean>) => Promise<Commit>
  /** Never throws. */
  readonly rollBack: () => void
}
