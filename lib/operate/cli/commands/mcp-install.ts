/** `guarded-call mcp install` and `uninstall`: put the proxy before the servers of a client, and take it away. */
import { isAbsolute, resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { aroundDashes } from '../around-dashes.js'
import type { Client } from '../clients/client-file.js'
import { UsageError } from '../exit.js'
import type { McpFlags } from '../run/mcp.js'
import type { InstallFlags } from '../run/mcp-install.js'
import type { Register } from './register.js'

const CLIENTS = ['claude-desktop', 'cursor', 'vscode', 'claude-code'] satisfies ReadonlyArray<Client>

const HELP = `
Options of the proxy stand behind --, as of \`guarded-call mcp\`; files in them are named by absolute paths. The file is that of the project (.cursor/mcp.json, .vscode/mcp.json, .mcp.json) where there is one, else that of the user. Comments and format stay,
and what was there before is kept beside it. Restart the client, or reload its servers, afterwards.

Exit codes: 0 done, or nothing to do, 1 the file could not be written, 2 wrong usage, 3 nothing was written, because nobody agreed.

Examples:
  $ guarded-call mcp install --client claude-desktop
  $ guarded-call mcp install --client vscode --yes files issues
  $ guarded-call mcp install --client cursor files -- --mode observe --log /home/me/files.log
  $ guarded-call mcp uninstall --client cursor`

type Runs = typeof import('../run/mcp-install.js')

// What a client would get to hear at its next start.
const expectOptions = (mcp: Command, options: ReadonlyArray<string>): void => {
  const { operands, unknown } = mcp.parseOptions([...options])
  const [stray] = [...unknown, ...operands]
  if (stray !== undefined) throw new UsageError(`${stray} behind -- is no option of guarded-call mcp.`)
  const { http, header, config, record, pin, log } = mcp.opts<McpFlags>()
  for (const [name, value] of Object.entries({ http, header }))
    if (value !== undefined)
      throw new UsageError(
        `--${name} behind -- would leave the client without a server: it starts one by its command, and speaks to its standard input.`
      )
  for (const [name, path] of Object.entries({ config, record, pin, log }))
    if (path !== undefined && !isAbsolute(path))
      throw new UsageError(
        `--${name} behind -- needs an absolute path: a client starts servers in a folder of its choice. From here it is ${resolve(path)}.`
      )
}

export const registerMcpInstall: Register = (mcp, terminal, finish) => {
  const register = (name: string, summary: string, description: string, run: keyof Runs): void => {
    mcp
      .command(name)
      .summary(summary)
      .description(description)
      .argument('[server...]', 'names of servers (default: all)')
      .addOption(new Option('--client <client>', 'whose configuration: required, beside --file too').choices(CLIENTS))
      .option('--file <path>', 'another file in the form of that client')
      .option('--yes', 'write without asking')
      .addHelpText('after', HELP)
      .action(async (operands: ReadonlyArray<string>, { client, ...flags }: Partial<InstallFlags>) => {
        if (client === undefined)
          throw new UsageError(
            `--client is missing: it says whose configuration changes, and in which form a --file is. It is ${CLIENTS.join(', ')}.`
          )
        const [servers, options] = aroundDashes(mcp, operands)
        expectOptions(mcp, options)
        const runs = await import('../run/mcp-install.js')
        finish(await runs[run]({ servers, options }, { client, ...flags }, terminal))
      })
  }
  register(
    'install',
    'put it before the servers of a client',
    'Shows what changes in the configuration of a client, and writes it.',
    'runMcpInstall'
  )
  register(
    'uninstall',
    'take it away again',
    'Takes it away from before the servers of a client: byte for byte where nothing else has changed.',
    'runMcpUninstall'
  )
}
