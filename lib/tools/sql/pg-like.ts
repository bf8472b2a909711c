/** The subset of `pg` that the tool needs; a spec holds it against the real package. */

/** The query that is sent: always one statement, over the extended protocol, with cells as the server wrote them. */
export interface PgQueryLike {
  readonly text: string
  readonly values: Array<unknown>
  /**
   * `pg` before 8.12 ignores it, and then `;` would separate statements: each connection has to prove that it does not.
   */
  readonly queryMode: 'extended'
  readonly rowMode: 'array'
  readonly binary: boolean
  readonly types: { readonly getTypeParser: () => (cell: string) => string }
}

const LEAVE_CELLS = { getTypeParser: () => (cell: string) => cell }

/** One statement as it is sent. */
export const pgQuery = (text: string, values: ReadonlyArray<unknown> = [], binary = false): PgQueryLike => ({
  text,
  values: [...values],
  queryMode: 'extended',
  rowMode: 'array',
  binary,
  types: LEAVE_CELLS
})

export interface PgResultLike {
  readonly rows: ReadonlyArray<ReadonlyArray<unknown>>
  readonly fields: ReadonlyArray<{ readonly name: string; readonly dataTypeID: number; readonly format: string }>
  readonly command?: string
}

/** The socket under a client: bytes are counted on it, and it is destroyed when a call must end. */
export interface PgSocketLike {
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown
  removeListener(event: 'data', listener: (chunk: Uint8Array) => void): unknown
  destroy(): unknown
  readonly bytesRead?: number
  readonly remoteAddress?: string | undefined
  readonly remotePort?: number | undefined
}

/** A `pg` client, connected or connecting. @category SQL @since 0.1.0 */
export interface PgClientLike {
  query(config: PgQueryLike): Promise<PgResultLike>
  on(event: 'error', listener: (error: Error) => void): unknown
  removeListener(event: 'error', listener: (error: Error) => void): unknown
  end(): Promise<void>
  readonly connection?: { readonly stream: PgSocketLike }
  readonly host?: string
  readonly port?: number
}

export interface PgPoolClientLike extends PgClientLike {
  release(destroy?: boolean): void
}

/** A `pg` pool. @category SQL @since 0.1.0 */
export interface PgPoolLike {
  connect(): Promise<PgPoolClientLike>
  on(event: 'error', listener: (error: Error) => void): unknown
  readonly totalCount: number
  /** Those that it has opened or is opening. */
  readonly _clients?: ReadonlyArray<PgClientLike>
}
