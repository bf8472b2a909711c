/** How much of a property or a race is tried: a tenth by default, the whole in `npm run test:all`, more in the nightly workflow. */
export const TIER = process.env['TIER'] ?? 'fast'

/** How often a property runs: `whole` in `npm run test:all`, a tenth of it in `npm test`, and `full` times in a nightly run. */
export const runs = (whole: number, full = whole): number => {
  if (TIER === 'full') return full
  return TIER === 'all' ? whole : Math.ceil(whole / 10)
}

/** A tenth of the cases in `npm test`, spread over the list, and all of them in `npm run test:all`. */
export const share = <A>(cases: ReadonlyArray<A>): ReadonlyArray<A> =>
  TIER === 'fast' ? cases.filter((_, at) => at % 10 === 0) : cases
