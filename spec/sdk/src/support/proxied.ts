/** Commands that start a server, alone or behind the proxy. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Command {
  readonly command: string
  readonly args: Array<string>
}

const BIN = fileURLToPath(new URL('../../../../built/lib/operate/cli/main.js', import.meta.url))

/** A server of the specs. */
export const ownServer = (name: 'sdk-1' | 'sdk-2' | 'shared'): Command => ({
  command: process.execPath,
  args: [fileURLToPath(new URL(`servers/${name}.js`, import.meta.url))]
})

/** A server of the registry. */
export const publicServer = (name: string, ...args: ReadonlyArray<string>): Command => {
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
  return { command: process.execPath, args: [join(dirname(manifest), 'dist/index.js'), ...args] }
}

export const proxied = ({ command, args }: Command, ...options: ReadonlyArray<string>): Command => ({
  command: process.execPath,
  args: [BIN, 'mcp', ...options, '--', command, ...args]
})

/** Serves it over HTTP, on a free port. */
export const served = (command: Command, ...options: ReadonlyArray<string>): Command =>
  proxied(command, '--http', '0', ...options)

/** Guards a server at an address. */
export const atAddress = (url: string, ...options: ReadonlyArray<string>): Command => ({
  command: process.execPath,
  args: [BIN, 'mcp', ...options, '--', url]
})
