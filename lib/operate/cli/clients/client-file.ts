/** Where MCP clients keep their servers. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Terminal } from '../terminal.js'

export type Client = 'claude-desktop' | 'cursor' | 'vscode' | 'claude-code'

interface ClientFile {
  readonly path: string
  /** The field that holds the servers. */
  readonly key: string
}

const applicationFolder = (home: string, env: Terminal['env'], platform: NodeJS.Platform): string => {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (platform === 'win32') return env['APPDATA'] ?? join(home, 'AppData', 'Roaming')
  return env['XDG_CONFIG_HOME'] ?? join(home, '.config')
}

/** The file of a client: that of the project where there is one, else that of the user. */
export const clientFile = (client: Client, env: Terminal['env'], platform = process.platform): ClientFile => {
  const home = env['HOME'] ?? env['USERPROFILE'] ?? homedir()
  const folder = applicationFolder(home, env, platform)
  const first = (...paths: ReadonlyArray<string>): string =>
    paths.find((path) => existsSync(path)) ?? (paths.at(-1) as string)
  switch (client) {
    case 'claude-desktop':
      return { path: join(folder, 'Claude', 'claude_desktop_config.json'), key: 'mcpServers' }
    case 'cursor':
      return { path: first(resolve('.cursor/mcp.json'), join(home, '.cursor', 'mcp.json')), key: 'mcpServers' }
    case 'vscode':
      return { path: first(resolve('.vscode/mcp.json'), join(folder, 'Code', 'User', 'mcp.json')), key: 'servers' }
    case 'claude-code':
      return { path: first(resolve('.mcp.json'), join(home, '.claude.json')), key: 'mcpServers' }
  }
}
