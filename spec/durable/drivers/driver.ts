/** An engine, as the directed cases drive it. */

/** Engines keep it as JSON. */
export interface Told {
  readonly code: string | null
  readonly payload: unknown
  readonly executed: string | undefined
  readonly replayed: boolean
}

/** What an engine runs as one of its units, again for as long as it throws. */
export type Work = (turnId: string) => Promise<Told>

export interface Servers {
  readonly host: string
  /** Of PostgreSQL. */
  readonly postgres: number
  /** Of Redis. */
  readonly redis: number
}

export interface Driver {
  /** Runs work to its end under an id of the host's. */
  readonly run: (id: string, work: Work) => Promise<Told>
  /** Whether an id that comes again begins new work; otherwise the engine answers with the old. */
  readonly takesIdsAgain: boolean
  readonly close: () => Promise<unknown>
}

export type Open = (servers: Servers) => Promise<Driver>

/** How long an engine waits before it runs work again: as the error says. */
export const afterMsOf = (thrown: unknown): number => (thrown as { readonly afterMs?: number }).afterMs ?? 50
