/** How a command ends: the exit codes, and the error of somebody who asked for what cannot be done. */

/** `failure`: something could not be read or written. `usage`: the command line makes no sense. `findings`: only where they were asked to fail. */
export const EXIT = { clean: 0, failure: 1, usage: 2, findings: 3 } as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** The command line makes no sense; the message says what to do instead. */
export class UsageError extends Error {}
