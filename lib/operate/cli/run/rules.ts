/** Runs `guarded-call rules`: finds tools, reads what was recorded of them, and writes their rules. */
import { MANY_ANSWERS } from '../../calibrate/infer/shape-stats.js'
import { count } from '../../../core/errors/index.js'
import { printedName } from '../audit/printed-name.js'
import { loadConfig } from '../config/load-config.js'
import { EXIT, UsageError, type ExitCode } from '../exit.js'
import { draftedEffect } from '../rules/draft-rule.js'
import { argumentsIn, type FoundTools } from '../rules/found-tool.js'
import { readRecorded, type Recorded } from '../rules/recorded-answers.js'
import { rulesModule } from '../rules/rules-module.js'
import { toolsInModule } from '../rules/tools-in-module.js'
import { paintFor, print, tellWarning, type Terminal } from '../terminal.js'
import { writeNew } from '../write-new.js'
import { tryNamedServer } from './try-named-server.js'

export interface RulesFlags {
  readonly out?: string
  readonly force?: true
  readonly config?: string
}

/** The operands of the command line: before and after `--`. */
export interface RulesOperands {
  readonly files: ReadonlyArray<string>
  readonly server: ReadonlyArray<string>
}

// -- where the tools are

const toolsOfServer = async (
  server: ReadonlyArray<string>,
  { config: named }: RulesFlags,
  terminal: Terminal
): Promise<FoundTools> => {
  const headers = server[0]?.includes('://') === true ? ((await loadConfig(named)).config.mcp?.headers ?? {}) : {}
  const tried = await tryNamedServer(server, headers, terminal)
  if ('fault' in tried) throw new Error(`The server cannot be asked for its tools: ${tried.fault}`)
  if (tried.tools.length === 0) throw new UsageError(`The server ${tried.name} lists no tools.`)
  return {
    source: tried.name,
    isServer: true,
    tools: tried.tools.map(({ name, inputSchema, ...declared }) => ({ name, declared, args: argumentsIn(inputSchema) }))
  }
}

const findTools = async (
  { files: [module], server }: RulesOperands,
  flags: RulesFlags,
  terminal: Terminal
): Promise<FoundTools> => {
  if (server.length > 0) return toolsOfServer(server, flags, terminal)
  if (module === undefined)
    throw new UsageError('Name a module that exports tools, or behind -- the command that starts an MCP server.')
  if (/^https?:\/\//i.test(module)) throw new UsageError(`A server stands behind --: guarded-call rules -- ${module}`)
  return { source: module, isServer: false, tools: await toolsInModule(module) }
}

// -- what is written

const warn = (
  { tools, isServer }: FoundTools,
  { tools: recorded, texts, strangers }: Recorded,
  terminal: Terminal
): void => {
  const unclear = tools.filter((tool) => draftedEffect(tool) === undefined).map(({ name }) => printedName(name))
  if (unclear.length > 0)
    tellWarning(terminal, `no effect of ${unclear.join(', ')}: say in the rules whether it reads or writes.`)
  for (const [name, { draft }] of recorded) {
    if (draft !== undefined && draft.plain === 0 && draft.different < MANY_ANSWERS)
      tellWarning(
        terminal,
        `${printedName(name)} has only ${count(draft.different, 'different answer')}: its output is a guess, and every key in it optional.`
      )
  }
  const plain = tools.filter(({ name, declared }) => declared.outputSchema === undefined && texts.includes(name))
  if (plain.length > 0)
    tellWarning(
      terminal,
      `no output of ${plain.map(({ name }) => printedName(name)).join(', ')}: most of the answers are no JSON, and what returns text needs none.`
    )
  if (strangers.length > 0)
    tellWarning(
      terminal,
      `the ${isServer ? 'server' : 'module'} has no such tools, of which calls were recorded: ${strangers.map((name) => printedName(name)).join(', ')}.`
    )
}

// -- the command

/** Writes the rules of the tools of a module or a server. */
export const runRules = async (operands: RulesOperands, flags: RulesFlags, terminal: Terminal): Promise<ExitCode> => {
  if (/\.json$/i.test(flags.out ?? ''))
    throw new UsageError(`--out writes a module, and ${flags.out} would be JSON: name it .mjs, .js or .ts.`)
  const found = await findTools(operands, flags, terminal)
  const files = found.isServer ? operands.files : operands.files.slice(1)
  const names = found.tools.map(({ name }) => name)
  const recorded = await readRecorded(files, names, terminal)
  const { out } = flags
  const text = rulesModule(found, recorded.tools, /\.[cm]?ts$/.test(out ?? ''))
  warn(found, recorded, terminal)
  if (out === undefined) print(terminal.stdout, text)
  else {
    await writeNew(out, text, flags.force === true)
    print(
      terminal.stdout,
      `${paintFor(terminal.stdout, terminal.env)('green', 'wrote')} ${out}: ${count(names.length, 'rule')}\n`
    )
  }
  return EXIT.clean
}
