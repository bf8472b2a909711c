/** The exit codes of commands, and the error for wrong usage. */

/**
 * `failure`: something could not be read or written. `usage`: the command line is invalid. `findings`: only if the
 * caller asked for it.
 */
export const EXIT = { clean: 0, failure: 1, usage: 2, findings: 3 } as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** The command line is invalid; the message says what to do instead. */
export class UsageError extends Error {}
