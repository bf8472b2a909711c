/** Runs `guarded-call mcp install` and `uninstall`: shows what changes in a client's configuration, and writes it. */
import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { redactText } from '../../../core/redact/index.js'
import { clientFile, type Client } from '../clients/client-file.js'
import { PREFIX, serversIn, unwrapped, wrapped, type ClientServer } from '../clients/wrapping.js'
import { EXIT, UsageError, type ExitCode } from '../exit.js'
import { fileReason, thrownMessage } from '../reason.js'
import { paintFor, print, tellWarning, type Terminal } from '../terminal.js'

export interface InstallFlags {
  readonly client: Client
  readonly file?: string
  readonly yes?: true
}

interface Change {
  readonly servers: ReadonlyArray<ClientServer>
  readonly text: string
}

const readConfig = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8')
  } catch (thrown) {
    throw new UsageError(`${fileReason(path, thrown)}. --file names another.`, { cause: thrown })
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

// The same file under its name: a client never reads half of it.
const replace = async (path: string, text: string): Promise<void> => {
  const [target, { mode }] = [await realpath(path), await stat(path)]
  const beside = `${target}.${process.pid}.tmp`
  try {
    await writeFile(beside, text, { mode, flag: 'wx' })
    await rename(beside, target)
  } finally {
    await rm(beside, { force: true })
  }
}

const agrees = async ({ stdin, stdout }: Terminal): Promise<boolean> => {
  const asking = createInterface({ input: stdin, output: stdout })
  try {
    return /^y(?:es)?$/i.test((await asking.question('Write this? [y/N] ')).trim())
  } finally {
    asking.close()
  }
}

const shown = (command: ReadonlyArray<string> | undefined): string => redactText((command ?? []).join(' '))

const show = (path: string, { servers, text }: Change, key: string, terminal: Terminal): void => {
  const paint = paintFor(terminal.stdout, terminal.env)
  const after = new Map(serversIn(text, key).map((server) => [server.name, server.command]))
  print(terminal.stdout, `${path}\n`)
  for (const { name, command } of servers)
    print(
      terminal.stdout,
      `  ${name}\n  ${paint('red', '-')} ${shown(command)}\n  ${paint('green', '+')} ${shown(after.get(name))}\n`
    )
}

const apply = async (
  { path, key }: { readonly path: string; readonly key: string },
  change: Change,
  flags: InstallFlags,
  terminal: Terminal,
  write: () => Promise<string>
): Promise<ExitCode> => {
  show(path, change, key, terminal)
  const isTold = flags.yes === true || (terminal.stdin.isTTY === true && (await agrees(terminal)))
  if (!isTold) {
    print(terminal.stdout, 'Nothing was written. --yes writes it.\n')
    return EXIT.findings
  }
  print(terminal.stdout, `${paintFor(terminal.stdout, terminal.env)('green', 'wrote')} ${path}${await write()}\n`)
  return EXIT.clean
}

const opened = async (flags: InstallFlags, names: ReadonlyArray<string>, env: Terminal['env']) => {
  const { path: usual, key } = clientFile(flags.client, env)
  const path = flags.file ?? usual
  const text = await readConfig(path)
  const all = readServers(text, key, path)
  return { path, key, text, all, servers: chosen(all, names, path), backup: `${path}.before-guarded-call` }
}

/** Puts the proxy before the servers of a client. */
export const runMcpInstall = async (
  names: ReadonlyArray<string>,
  flags: InstallFlags,
  terminal: Terminal
): Promise<ExitCode> => {
  const { path, key, text, all, servers, backup } = await opened(flags, names, terminal.env)
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
  const after = wrapped(text, key, unguarded, PREFIX)
  return apply({ path, key }, { servers: unguarded, text: after }, flags, terminal, async () => {
    // What was there before the first of them.
    if (all.every(({ behind }) => behind === undefined)) {
      await writeFile(backup, text, { mode: (await stat(path)).mode })
    }
    await replace(path, after)
    return `; what was there before is in ${backup}`
  })
}

const readBackup = (backup: string): Promise<string | undefined> => readFile(backup, 'utf8').catch(() => undefined)

/** Takes the proxy away from before the servers of a client; byte for byte where nothing else has changed since. */
export const runMcpUninstall = async (
  names: ReadonlyArray<string>,
  flags: InstallFlags,
  terminal: Terminal
): Promise<ExitCode> => {
  const { path, key, text, all, servers, backup } = await opened(flags, names, terminal.env)
  const guarded = servers.filter(({ behind }) => behind !== undefined)
  if (guarded.length === 0) {
    print(terminal.stdout, `${path}: it stands before no server.\n`)
    return EXIT.clean
  }
  const before = await readBackup(backup)
  const isWhole = guarded.length === all.filter(({ behind }) => behind !== undefined).length
  const after =
    isWhole && before !== undefined && isOnlyWrapped(before, text, key, guarded)
      ? before
      : unwrapped(text, key, guarded)
  return apply({ path, key }, { servers: guarded, text: after }, flags, terminal, async () => {
    await replace(path, after)
    if (after === before) await rm(backup, { force: true })
    return after === before ? ', byte for byte as it was' : ''
  })
}

const isOnlyWrapped = (before: string, now: string, key: string, guarded: ReadonlyArray<ClientServer>): boolean => {
  try {
    const names = new Set(guarded.map(({ name }) => name))
    return (
      wrapped(
        before,
        key,
        serversIn(before, key).filter(({ name }) => names.has(name)),
        PREFIX
      ) === now
    )
  } catch {
    return false
  }
}
