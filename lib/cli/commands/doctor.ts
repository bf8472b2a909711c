/** `guarded-call doctor`: says what is configured, and whether it works. */
import type { Command } from 'commander'
import { CONFIG_OPTION } from '../config/config-files.js'
import type { ExitCode } from '../exit.js'
import type { DoctorFlags } from '../run/doctor.js'
import type { Terminal } from '../terminal.js'

const HELP = `
Reads the config as \`guarded-call mcp\` would, makes a codec of every output, and, where a command is given, starts that server, asks it for
its tools and looks at what they promise.

Exit codes: 0 everything works, 1 something does not, 2 wrong usage.

Examples:
  $ guarded-call doctor
  $ guarded-call doctor --config guarded-call.config.json
  $ guarded-call doctor -- npx -y @modelcontextprotocol/server-filesystem .`

export const registerDoctor = (program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void => {
  program
    .command('doctor')
    .summary('say what is configured, and whether it works')
    .description('Says what is configured, and whether it works.')
    .argument('[command...]', 'a server to try, and its arguments')
    .option(...CONFIG_OPTION)
    .option('--json', 'print one JSON document')
    .passThroughOptions()
    .addHelpText('after', HELP)
    .action(async (command: ReadonlyArray<string>, flags: DoctorFlags) => {
      const { runDoctor } = await import('../run/doctor.js')
      finish(await runDoctor(command, flags, terminal))
    })
}
