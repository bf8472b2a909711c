/** The operands of a command line, of which commander drops the `--`. */
import type { Command } from 'commander'

const rootOf = (command: Command): Command => (command.parent === null ? command : rootOf(command.parent))

/** The operands before `--`, and all that stands behind it. */
export const aroundDashes = (
  command: Command,
  operands: ReadonlyArray<string>
): readonly [before: ReadonlyArray<string>, behind: ReadonlyArray<string>] => {
  const { rawArgs } = rootOf(command) as Command & { readonly rawArgs: ReadonlyArray<string> }
  const at = rawArgs.indexOf('--')
  const before = at < 0 ? operands.length : operands.length - (rawArgs.length - at - 1)
  return [operands.slice(0, before), operands.slice(before)]
}
