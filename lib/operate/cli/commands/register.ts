/** How a command becomes part of the program. */
import type { Command } from 'commander'
import type { ExitCode } from '../exit.js'
import type { Terminal } from '../terminal.js'

/**
 * Adds a command to the program; `finish` receives its exit code. The command's code is loaded only when it runs, which
 * keeps help fast.
 */
export type Register = (program: Command, terminal: Terminal, finish: (code: ExitCode) => void) => void
