/** Runs `guarded-call mcp pin`. */
import { count } from '../../../core/errors/index.js'
import { exactText } from '../../proxy/exact-json.js'
import { changeLine, changesBetween } from '../../proxy/definition.js'
import type { PinnedDefinitions } from '../../proxy/pins.js'
import type { ListedTool } from '../../proxy/try-server.js'
import { loadConfig } from '../config/load-config.js'
import { EXIT, type ExitCode } from '../exit.js'
import { paintFor, print, tellError, type Terminal } from '../terminal.js'
import { accepting, readPinFile, savePinFile } from './pin-file.js'
import { tryNamedServer } from './try-named-server.js'

export interface PinFlags {
  readonly yes?: true
  readonly config?: string
}

type Difference = readonly [mark: '+' | '-' | '~', text: string]

// A name may be listed twice, and a client may read either.
const differences = (was: PinnedDefinitions, is: ReadonlyArray<ListedTool>): ReadonlyArray<Difference> => [
  ...is.flatMap(({ name, definition }): ReadonlyArray<Difference> => {
    const [before, shown] = [was.get(name), JSON.stringify(name)]
    if (before === undefined) return [['+', `${shown} ${exactText(definition) ?? '…'}`]]
    return changesBetween(before, definition).map((change): Difference => ['~', `${shown} ${changeLine(change)}`])
  }),
  ...[...was.keys()]
    .filter((name) => !is.some((tool) => tool.name === name))
    .map((name): Difference => ['-', JSON.stringify(name)])
]

const COLOURS = { '+': 'green', '-': 'red', '~': 'yellow' } as const

/** Shows how the tools of a server differ from the accepted ones; accepts them by `--yes`. */
export const runMcpPin = async (
  path: string,
  command: ReadonlyArray<string>,
  flags: PinFlags,
  terminal: Terminal
): Promise<ExitCode> => {
  const file = await readPinFile(path)
  const { config } = await loadConfig(flags.config)
  const tried = await tryNamedServer(command, config.mcp?.headers ?? {}, terminal)
  if ('fault' in tried) {
    tellError(terminal, `The server could not be asked: ${tried.fault}`)
    return EXIT.failure
  }
  const listed = new Map(tried.tools.map(({ name, definition }) => [name, definition]))
  const found = differences(file.accepted ?? new Map<string, never>(), tried.tools)
  const paint = paintFor(terminal.stdout, terminal.env)
  for (const [mark, text] of found) print(terminal.stdout, `${paint(COLOURS[mark], mark)} ${text}\n`)
  if (found.length === 0 && file.accepted !== undefined) {
    print(terminal.stdout, `${path} holds the ${count(listed.size, 'tool')} as the server lists them.\n`)
    return EXIT.clean
  }
  if (flags.yes !== true) {
    print(terminal.stdout, `Nothing was written. --yes accepts this into ${path}.\n`)
    return EXIT.findings
  }
  savePinFile(accepting(file, listed))
  print(terminal.stdout, `${paint('green', 'wrote')} ${path}: ${count(listed.size, 'tool')}\n`)
  return EXIT.clean
}
