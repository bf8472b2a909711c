/** How a run ended, in the words of its log. */

const WELL = /^(?:submitted|success|completed|finished|done)$/i

/** The status of a run that ended before its work was done; undefined for all others. */
export const earlyEnd = (status: unknown): string | undefined =>
  typeof status !== 'string' || status.trim() === '' || WELL.test(status.trim()) ? undefined : status.trim()
