/** `guarded-call mcp pin`: shows what a server says otherwise of its tools than was accepted, and accepts it. */
import { CONFIG_OPTION } from '../config/config-files.js'
import type { PinFlags } from '../run/mcp-pin.js'
import type { Register } from './register.js'

const HELP = `
Starts the server, lists its tools, and shows every difference from the pin file word for word, with hidden characters as escapes. With --yes the file
holds the tools as they are listed now.

Exit codes: 0 nothing differs or all was accepted, 1 the server could not be asked, 2 wrong usage, 3 something differs and was not accepted.

Examples:
  $ guarded-call mcp pin tools.json -- node server.js
  $ guarded-call mcp pin --yes tools.json -- node server.js`

export const registerMcpPin: Register = (mcp, terminal, finish) => {
  mcp
    .command('pin')
    .summary('show what changed in the tools of a server, and accept it')
    .description('Shows what a server says otherwise of its tools than was accepted, and accepts it with --yes.')
    .argument('<file>', 'the pin file')
    .argument('<command...>', 'the command that starts the server, or its address')
    .option('--yes', 'write the file')
    .option(...CONFIG_OPTION)
    .addHelpText('after', HELP)
    .action(async (file: string, command: ReadonlyArray<string>, flags: PinFlags) => {
      const { runMcpPin } = await import('../run/mcp-pin.js')
      finish(await runMcpPin(file, command, flags, terminal))
    })
}
