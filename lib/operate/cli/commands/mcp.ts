/** `guarded-call mcp`: stands between an MCP client and any server. */
import { Option } from 'commander'
import { DEFAULTS } from '../../proxy/settings.js'
import { CONFIG_OPTION } from '../config/config-files.js'
import { UsageError } from '../exit.js'
import type { McpFlags } from '../run/mcp.js'
import { registerMcpInstall } from './mcp-install.js'
import { registerMcpPin } from './mcp-pin.js'
import { numberOption } from './number-option.js'
import type { Register } from './register.js'

const HELP = `
Put it before the command of a server, where a client's configuration names that command; a server at an address (Streamable HTTP) is named by that
address. The proxy checks results against the schema that the
server declares, recognizes cut texts and throttling, and refuses repeated calls in a turn and loops across turns. Everything else
passes byte for byte. Each refusal is a line on standard error, and a summary follows at the end.

A turn is named by the key ${DEFAULTS.turn.metaKey} of a call's _meta, else it ends after a quiet
gap without calls and questions about tasks.

Exit codes: 0 the client ended, 1 the server ended first or could not be started, 2 wrong usage.

Examples:
  $ guarded-call mcp -- npx -y @modelcontextprotocol/server-filesystem .
  $ guarded-call mcp --mode observe --record recordings -- node server.js
  $ guarded-call mcp --pin tools.json --on-drift refuse -- node server.js
  $ guarded-call mcp --pin tools.json --learn -- node server.js
  $ guarded-call mcp pin --yes tools.json -- node server.js
  $ guarded-call mcp --http 8808 --token-env MCP_TOKEN -- node server.js
  $ guarded-call mcp --header 'Authorization: Bearer \${TOKEN}' -- https://example.com/mcp
  $ guarded-call mcp --trusted --config guarded-call.config.json -- node server.js`

const milliseconds = numberOption(1, 2 ** 31 - 1, 'Give whole milliseconds, from 1 to 2147483647.')

const characters = numberOption(
  1_000,
  Infinity,
  'Give a whole number of characters, from 1000, or put -- before the command.'
)

const portNumber = numberOption(0, 65_535, 'Give a port, from 0 to 65535; 0 chooses a free one.')

const header = (
  text: string,
  earlier: ReadonlyArray<readonly [string, string]> = []
): ReadonlyArray<readonly [string, string]> => {
  const at = text.indexOf(':')
  // Commander would show what was given, and that may be a secret.
  if (at < 1) throw new UsageError("A --header is given as 'Name: value'.")
  return [...earlier, [text.slice(0, at).trim(), text.slice(at + 1)]]
}

export const registerMcp: Register = (program, terminal, finish) => {
  const mcp = program
    .command('mcp')
    .summary('guard any MCP server, without a line of code')
    .description('Stands between an MCP client and a server: checks results, and refuses repeated calls.')
    .argument(
      '<command...>',
      'the command that starts the server, and its arguments; or its address, such as https://example.com/mcp'
    )
    .addOption(
      new Option(
        '--mode <mode>',
        'count refusals (observe), report them (warn) or make them (default: enforce)'
      ).choices(['observe', 'warn', 'enforce'])
    )
    .option(
      '--trusted',
      "believe the server's idempotentHint: a tool that its annotations call a write, without that hint, runs once in a turn with the same arguments, not up to three times in a row; a tool without annotations stays undeclared"
    )
    .option(...CONFIG_OPTION)
    .option(
      '--timeout <ms>',
      `how long a server may take without a sign of progress (default: ${DEFAULTS.timeoutMs})`,
      milliseconds
    )
    .option(
      '--max-timeout <ms>',
      `how long a call may take, whatever progress it makes (default: ${DEFAULTS.maxTimeoutMs})`,
      milliseconds
    )
    .option(
      '--quiet-gap <ms>',
      `how long without calls and questions about tasks an unnamed turn lasts (default: ${DEFAULTS.turn.quietMs})`,
      milliseconds
    )
    .option('--turn-key <key>', `the key of _meta that names the turn (default: ${DEFAULTS.turn.metaKey})`)
    .option(
      '--header <name: value>',
      'send this header to a server at an address; ${NAME} stands for an environment variable; may be repeated',
      header
    )
    .option('--record <dir>', 'keep every call, redacted, in files of this folder')
    .option(
      '--pin <file>',
      'keep what the server says of its tools in this file, the first time, and report every change of it; results are held against what was learnt'
    )
    .addOption(
      new Option(
        '--on-drift <way>',
        'report a tool that changed (warn), or refuse its calls too (refuse) (default: warn)'
      ).choices(['refuse', 'warn'])
    )
    .option(
      '--learn',
      'keep results of tools without an output schema, redacted, in <pin file>.calls, and write what they have in common into the pin file at the end'
    )
    .option(
      '--log <file>',
      'append standard error to this file, and in observe mode the calls that would have been refused'
    )
    .option(
      '--handles [characters]',
      'keep results of more characters (default: 20000): the client reads a preview, and any part by the tool read_result',
      characters
    )
    .addOption(
      new Option(
        '--hidden <way>',
        'text in results that people do not see: hand it on (keep), write it visibly (mark), or leave it out (strip) (default: keep)'
      ).choices(['keep', 'mark', 'strip'])
    )
    .option(
      '--http <port>',
      'serve clients by Streamable HTTP at http://127.0.0.1:<port>/mcp; 0 chooses a free port',
      portNumber
    )
    .option('--token-env <name>', 'over HTTP, require the bearer token in this environment variable')
    .passThroughOptions()
    .addHelpText('after', HELP)
    .action(async (command: ReadonlyArray<string>, flags: McpFlags) => {
      const { runMcp } = await import('../run/mcp.js')
      finish(await runMcp(command, flags, terminal))
    })
  mcp.hook('preSubcommand', (_, subcommand) => {
    const first = mcp.options.find((option) => mcp.getOptionValueSource(option.attributeName()) === 'cli')
    if (first !== undefined)
      throw new UsageError(
        `${first.long} before ${subcommand.name()} does nothing. Options of ${subcommand.name()} stand behind it, and those for the proxy of a client behind --: guarded-call mcp install --client cursor -- ${first.long} …`
      )
  })
  registerMcpPin(mcp, terminal, finish)
  registerMcpInstall(mcp, terminal, finish)
}
