/** The subset of PGlite that the tool needs; a spec holds it against the real package. */

export interface PGliteResultLike {
  readonly rows: ReadonlyArray<unknown>
  readonly fields: ReadonlyArray<{ readonly name: string; readonly dataTypeID: number }>
}

export interface PGliteQueryOptionsLike {
  readonly rowMode: 'array'
  readonly parsers: Record<number, (cell: string) => string>
}

export interface PGliteTransactionLike {
  query(text: string, values: Array<unknown>, options: PGliteQueryOptionsLike): Promise<PGliteResultLike>
  rollback(): Promise<void>
}

/** A PGlite database: one session, in this process. @category SQL @since 0.1.0 */
export interface PGliteLike {
  query(text: string): Promise<unknown>
  transaction<A>(work: (transaction: PGliteTransactionLike) => Promise<A>): Promise<A>
}
