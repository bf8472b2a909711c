/** `guarded-call doctor`: lists the configuration and checks that it works. */
import { CONFIG_OPTION } from '../config/config-files.js'
import type { DoctorFlags } from '../run/doctor.js'
import type { Register } from './register.js'

const HELP = `
Reads the config as \`guarded-call mcp\` does and compiles every output. With a command it also starts that server, lists its tools
and checks their schemas. Each tool is listed with its effect, what judges its output, and how often it may be called.

Exit codes: 0 everything works, 1 something does not, 2 wrong usage.

Examples:
  $ guarded-call doctor
  $ guarded-call doctor --config guarded-call.config.json
  $ guarded-call doctor --trusted -- npx -y @modelcontextprotocol/server-filesystem .`

export const registerDoctor: Register = (program, terminal, finish) => {
  program
    .command('doctor')
    .summary('show the configuration, and check that it works')
    .description('Shows the configuration, and checks that it works.')
    .argument('[command...]', 'a server to try, and its arguments')
    .option(...CONFIG_OPTION)
    .option('--trusted', 'as of `guarded-call mcp`')
    .option('--pin <file>', 'as of `guarded-call mcp`')
    .option('--json', 'print one JSON document')
    .passThroughOptions()
    .addHelpText('after', HELP)
    .action(async (command: ReadonlyArray<string>, flags: DoctorFlags) => {
      const { runDoctor } = await import('../run/doctor.js')
      finish(await runDoctor(command, flags, terminal))
    })
}
