/** The commands of `guarded-call` and their exit codes. */
import { Command, CommanderError, Help } from 'commander'
import { registerAudit } from './commands/audit.js'
import { registerCalibrate } from './commands/calibrate.js'
import { registerDoctor } from './commands/doctor.js'
import { registerInfer } from './commands/infer.js'
import { registerInit } from './commands/init.js'
import { registerLedger } from './commands/ledger.js'
import { registerMcp } from './commands/mcp.js'
import type { Register } from './commands/register.js'
import { registerRules } from './commands/rules.js'
import { EXIT, UsageError, type ExitCode } from './exit.js'
import { fileReason, thrownMessage } from './reason.js'
import { visible } from '../../core/errors/index.js'
import { print, tellError, type Screen, type Terminal } from './terminal.js'
import { VERSION } from './version.js'

const COMMANDS: ReadonlyArray<Register> = [
  registerInit,
  registerDoctor,
  registerAudit,
  registerCalibrate,
  registerInfer,
  registerRules,
  registerLedger,
  registerMcp
]

// commander uses its own width for a file.
const widthOf = ({ isTTY, columns }: Screen): number => (isTTY === true ? columns : undefined) ?? 80

const mandatory = ({ options }: Command): ReadonlyArray<string> =>
  options.filter((option) => option.mandatory).map(({ flags }) => flags)

/** Runs a command line, without the names of the program, and returns its exit code. */
export const runProgram = async (args: ReadonlyArray<string>, terminal: Terminal): Promise<ExitCode> => {
  let code: ExitCode = EXIT.clean
  const program = new Command('guarded-call')
    .description("Stands between an agent's tools and its model: validated results, useful errors, no repeated calls.")
    .version(VERSION)
    .exitOverride()
    // Arguments after the command of an MCP server belong to that command.
    .enablePositionalOptions()
    .configureOutput({
      writeOut: (text) => print(terminal.stdout, text),
      writeErr: (text) => print(terminal.stderr, visible(text)),
      getOutHelpWidth: () => widthOf(terminal.stdout),
      getErrHelpWidth: () => widthOf(terminal.stderr)
    })
    // commander's own line leaves out what must not be left out.
    .configureHelp({
      commandUsage: (command) =>
        new Help().commandUsage(command).replace('[options]', ['[options]', ...mandatory(command)].join(' '))
    })
    .showHelpAfterError('(--help shows how it is used)')
    .addHelpText(
      'after',
      '\nExamples:\n  $ guarded-call rules ./tools.js --out rules.js\n  $ guarded-call audit transcript.json\n  $ guarded-call calibrate recordings --tools ./tools.js\n  $ guarded-call infer recordings'
    )
  for (const register of COMMANDS)
    register(program, terminal, (end) => {
      code = end
    })
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    // commander has printed its message; its exit code is 0 for help and the version.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.clean : EXIT.usage
    const { path } = (error ?? {}) as NodeJS.ErrnoException
    tellError(terminal, path === undefined ? thrownMessage(error) : fileReason(path, error))
    return error instanceof UsageError ? EXIT.usage : EXIT.failure
  }
}
