/** Runs `guarded-call mcp install` and `uninstall`: shows what changes in a client's configuration, and writes it. */
import { readFile, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { clientFile, type Client } from '../clients/client-file.js'
import {
  isInstalled,
  keyInstead,
  prefixOf,
  prefixWith,
  serversIn,
  unwrapped,
  wrapped,
  type ClientServer
} from '../clients/wrapping.js'
import { expectUnlocked, replaceFile, writeLike } from '../clients/replace-file.js'
import { EXIT, UsageError, type ExitCode } from '../exit.js'
import { fileReason, thrownMessage } from '../reason.js'
import { shownCommand } from '../shown-command.js'
import { paintFor, print, tellWarning, type Terminal } from '../terminal.js'

export interface InstallFlags {
  readonly client: Client
  readonly file?: string
  readonly yes?: true
}

/** Of the command line. `options`: for the proxy, behind `--`. */
export interface InstallOperands {
  readonly servers: ReadonlyArray<string>
  readonly options: ReadonlyArray<string>
}

interface Change {
  readonly servers: ReadonlyArray<ClientServer>
  readonly text: string
}

// Bytes of another encoding would be lost in what is written, and in the backup.
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const readConfig = async (path: string): Promise<string> => {
  const bytes = await readFile(path).catch((thrown: unknown) => {
    throw new UsageError(`${fileReason(path, thrown)}. --file names another.`, { cause: thrown })
  })
  try {
    return UTF8.decode(bytes)
  } catch (thrown) {
    throw new UsageError(`${path} is not UTF-8: nothing was changed.`, { cause: thrown })
  }
}

const readServers = (text: string, key: string, path: string): ReadonlyArray<ClientServer> => {
  try {
    return serversIn(text, key)
  } catch (thrown) {
    throw new UsageError(`${path} ${thrownMessage(thrown)}: nothing was changed.`, { cause: thrown })
  }
}

const chosen = (
  all: ReadonlyArray<ClientServer>,
  names: ReadonlyArray<string>,
  path: string
): ReadonlyArray<ClientServer> => {
  for (const name of names)
    if (!all.some((server) => server.name === name))
      throw new UsageError(
        `${path} has no server ${JSON.stringify(name)}. It has ${all.map((server) => JSON.stringify(server.name)).join(', ') || 'none'}.`
      )
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name))
}

const agrees = async ({ stdin, stdout }: Terminal): Promise<boolean> => {
  const asking = createInterface({ input: stdin, output: stdout })
  try {
    return /^y(?:es)?$/i.test((await asking.question('Write this? [y/N] ')).trim())
  } finally {
    asking.close()
  }
}

const show = (path: string, { servers, text }: Change, key: string, terminal: Terminal): void => {
  const paint = paintFor(terminal.stdout, terminal.env)
  const after = new Map(serversIn(text, key).map((server) => [server.name, server.command]))
  print(terminal.stdout, `${path}\n`)
  for (const { name, command } of servers)
    print(
      terminal.stdout,
      `  ${name}\n  ${paint('red', '-')} ${shownCommand(command ?? [])}\n  ${paint('green', '+')} ${shownCommand(after.get(name) ?? [])}\n`
    )
}

const apply = async (
  { path, key, text }: { readonly path: string; readonly key: string; readonly text: string },
  change: Change,
  flags: InstallFlags,
  terminal: Terminal,
  write: () => Promise<string>
): Promise<ExitCode> => {
  await expectUnlocked(path)
  show(path, change, key, terminal)
  const isTold = flags.yes === true || (terminal.stdin.isTTY === true && (await agrees(terminal)))
  if (!isTold) {
    print(terminal.stdout, 'Nothing was written. --yes writes it.\n')
    return EXIT.findings
  }
  // Clients write their own file while a person reads.
  if ((await readConfig(path)) !== text)
    throw new UsageError(`${path} has changed since it was read: nothing was written. Run this again.`)
  print(terminal.stdout, `${paintFor(terminal.stdout, terminal.env)('green', 'wrote')} ${path}${await write()}\n`)
  return EXIT.clean
}

const readBackup = (backup: string): Promise<string | undefined> => readFile(backup, 'utf8').catch(() => undefined)

const opened = async (flags: InstallFlags, names: ReadonlyArray<string>, env: Terminal['env']) => {
  const { path: usual, key } = clientFile(flags.client, env)
  const path = flags.file ?? usual
  const text = await readConfig(path)
  const all = readServers(text, key, path)
  const other = keyInstead(text, key)
  if (other !== undefined)
    throw new UsageError(
      `${path} has "${other}" and no "${key}", where ${flags.client} keeps its servers: nothing was changed. --client names whose form it is.`
    )
  const backup = `${path}.before-guarded-call`
  const before = await readBackup(backup)
  const earlier = before === undefined ? [] : readServers(before, key, backup)
  return {
    path,
    key,
    text,
    servers: chosen(all, names, path),
    // Each install leaves a backup. Whoever got the file from elsewhere has none, and names the servers.
    installed: before === undefined && names.length === 0 ? [] : all.filter((server) => isInstalled(server, earlier)),
    backup,
    before
  }
}

const LOCAL_SCOPE =
  'Servers of local scope, which claude mcp add writes to "projects" of ~/.claude.json unless --scope names another, stay as they are: to guard one, add it with --scope project or user.'

/** Puts the proxy before the servers of a client. */
export const runMcpInstall = async (
  { servers: names, options }: InstallOperands,
  flags: InstallFlags,
  terminal: Terminal
): Promise<ExitCode> => {
  const { path, key, text, servers, installed, backup, before } = await opened(flags, names, terminal.env)
  if (flags.client === 'claude-code') tellWarning(terminal, LOCAL_SCOPE)
  for (const { name, command } of servers)
    if (command === undefined)
      tellWarning(
        terminal,
        `${name} is no command: its client reaches it by itself. To guard it, start guarded-call mcp -- ADDRESS in its place.`
      )
  const unguarded = servers.filter(({ command, behind }) => command !== undefined && behind === undefined)
  if (unguarded.length === 0) {
    print(terminal.stdout, `${path}: there is no server to put it before.\n`)
    return EXIT.clean
  }
  if (unguarded.length > 1 && options.some((option) => /^--pin(?:=|$)/.test(option)))
    throw new UsageError('A file of --pin holds the tools of one server: name that server.')
  const after = wrapped(text, key, unguarded, () => prefixWith(options))
  return apply({ path, key, text }, { servers: unguarded, text: after }, flags, terminal, async () => {
    // What was there before the first of them.
    if (before === undefined || installed.length === 0) await writeLike(path, backup, text)
    await replaceFile(path, after)
    return `; what was there before is in ${backup}`
  })
}

/** Takes the proxy away from before the servers of a client; byte for byte where nothing else has changed since. */
export const runMcpUninstall = async (
  { servers: names, options }: InstallOperands,
  flags: InstallFlags,
  terminal: Terminal
): Promise<ExitCode> => {
  if (options.length > 0) throw new UsageError('uninstall takes no options of the proxy.')
  const { path, key, text, servers, installed, backup, before } = await opened(flags, names, terminal.env)
  const guarded = servers.filter((server) => installed.includes(server))
  for (const server of servers)
    if (server.behind !== undefined && !guarded.includes(server))
      tellWarning(
        terminal,
        `${server.name} stays behind it: ${
          before === undefined
            ? `${backup}, which shows what install put there, is gone. To take it away all the same, name it`
            : `by ${backup}, install did not put it there`
        }.`
      )
  if (guarded.length === 0) {
    print(terminal.stdout, `${path}: it stands before no server.\n`)
    return EXIT.clean
  }
  const isWhole = guarded.length === installed.length
  const after =
    isWhole && before !== undefined && isOnlyWrapped(before, text, key, guarded)
      ? before
      : unwrapped(text, key, guarded, before ?? '')
  return apply({ path, key, text }, { servers: guarded, text: after }, flags, terminal, async () => {
    await replaceFile(path, after)
    if (after === before) await rm(backup, { force: true })
    return after === before ? ', byte for byte as it was' : ''
  })
}

const isOnlyWrapped = (before: string, now: string, key: string, guarded: ReadonlyArray<ClientServer>): boolean => {
  try {
    return wrapped(before, key, guarded, prefixOf) === now
  } catch {
    return false
  }
}
