/** The time from which records are. */

/** The time of a record whose transcript notes none. */
export const NO_TIME_MS = 0

/** The first and the last time as texts; null without records, and where the time of some is unknown. */
export interface Period {
  readonly from: string | null
  readonly to: string | null
}

export const periodOf = (firstMs: number, lastMs: number): Period =>
  Number.isFinite(firstMs) && firstMs !== NO_TIME_MS
    ? { from: new Date(firstMs).toISOString(), to: new Date(lastMs).toISOString() }
    : { from: null, to: null }

/** Its days, behind what they are of: ` of 2026-11-02 to 2026-11-08`. */
export const ofPeriod = ({ from, to }: Period): string => {
  if (from === null || to === null) return ''
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)]
  return ` of ${first === last ? first : `${first} to ${last}`}`
}
