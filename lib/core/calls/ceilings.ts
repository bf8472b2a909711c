/** Ceilings: how much a turn, or one tool in it, may use at most, whatever comes back. */

/** The most that may be used. */
export interface Ceilings {
  /** Calls of the turn. */
  readonly calls?: number | undefined
  /** Characters of the responses of the turn: the last one may pass it. */
  readonly chars?: number | undefined
  /** Calls of one tool. */
  readonly ofTool?: number | undefined
}

/** The name of a ceiling. */
export type Ceiling = keyof Ceilings

/** How much was used. */
export type CeilingUse = Readonly<Record<Ceiling, number>>

const CEILINGS: ReadonlyArray<Ceiling> = ['calls', 'chars', 'ofTool']

export const isCeiling = (by: string): by is Ceiling => (CEILINGS as ReadonlyArray<string>).includes(by)

/** The ceiling that allows no further call. */
export const ceilingOf = (used: CeilingUse, most: Ceilings): Ceiling | undefined =>
  CEILINGS.find((each) => used[each] >= (most[each] ?? Infinity))

/** How much is left under a ceiling; undefined without one. */
export const leftOf = (used: number, most: number | undefined): number | undefined =>
  most === undefined ? undefined : Math.max(0, most - used)
