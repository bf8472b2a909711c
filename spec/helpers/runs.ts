/**
 * How much is tried: `fast` in `npm test`, `short` in `.ci/run`, `all` in `npm run test:all`, and `full` in the nightly
 * workflow.
 */
export const TIER = process.env['TIER'] ?? 'fast'

/** Whether no more than a tenth is tried. */
export const TENTH = TIER === 'fast' || TIER === 'short'

/**
 * How often a property runs: `whole` in `npm run test:all`, a tenth of it in `npm test`, and `full` times in a nightly
 * run.
 */
export const runs = (whole: number, full = whole): number => {
  if (TIER === 'full') return full
  return TENTH ? Math.ceil(whole / 10) : whole
}

/** A tenth of the cases in `npm test`, spread over the list, and all of them in `npm run test:all`. */
export const share = <A>(cases: ReadonlyArray<A>): ReadonlyArray<A> =>
  TENTH ? cases.filter((_, at) => at % 10 === 0) : cases
