/** The commands of `guarded-call`, and how their ends become exit codes. */
import { Command, CommanderError } from 'commander'
import { readFileSync } from 'node:fs'
import { registerAudit } from './commands/audit.js'
import { registerCalibrate } from './commands/calibrate.js'
import { registerDoctor } from './commands/doctor.js'
import { registerInfer } from './commands/infer.js'
import { registerInit } from './commands/init.js'
import { registerMcp } from './commands/mcp.js'
import { EXIT, UsageError, type ExitCode } from './exit.js'
import { fileReason, thrownMessage } from './reason.js'
import { print, tellError, type Screen, type Terminal } from './terminal.js'

/** Adds a command to the program; what it ends with goes to `finish`. What it runs is loaded when it runs: help for one must not wait for all. */
export type Register = (program: Command, terminal: Terminal, finish: (code: ExitCode) => void) => void

const COMMANDS: ReadonlyArray<Register> = [
  registerInit,
  registerDoctor,
  registerAudit,
  registerCalibrate,
  registerInfer,
  registerMcp
]

const readVersion = (): string => {
  const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    readonly version: string
  }
  return manifest.version
}

// A file has the width that commander takes for itself.
const widthOf = ({ isTTY, columns }: Screen): number => (isTTY === true ? columns : undefined) ?? 80

/** Runs a command line, without the names of the program, and gives its exit code. */
export const runProgram = async (args: ReadonlyArray<string>, terminal: Terminal): Promise<ExitCode> => {
  let code: ExitCode = EXIT.clean
  const program = new Command('guarded-call')
    .description("Stands between an agent's tools and its model: validated results, useful errors, no repeated calls.")
    .version(readVersion())
    .exitOverride()
    // What follows the command of an MCP server is that command's own.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => print(terminal.stdout, text),
      writeErr: (text) => print(terminal.stderr, text),
      getOutHelpWidth: () => widthOf(terminal.stdout),
      getErrHelpWidth: () => widthOf(terminal.stderr)
    })
    .showHelpAfterError('(--help shows how it is used)')
    .addHelpText(
      'after',
      '\nExamples:\n  $ guarded-call audit transcript.json\n  $ guarded-call calibrate recordings --tools ./tools.js\n  $ guarded-call infer recordings'
    )
  for (const register of COMMANDS)
    register(program, terminal, (end) => {
      code = end
    })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    // It has said what it had to say, and asks for 0 where help or the version was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.clean : EXIT.usage
    const { path } = (error ?? {}) as NodeJS.ErrnoException
    tellError(terminal, path === undefined ? thrownMessage(error) : fileReason(path, error))
    return error instanceof UsageError ? EXIT.usage : EXIT.failure
  }
}
