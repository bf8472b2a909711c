/** Runs `guarded-call doctor`: checks everything that is configured. */
import { fromJsonSchema } from '../../../codec/json-schema/index.js'
import { effectOf } from '../../../core/calls/index.js'
import { count } from '../../../core/errors/index.js'
import { COUNTED_AS } from '../../../core/signs/index.js'
import { DEFAULTS, type ProxySettings } from '../../proxy/settings.js'
import type { ListedTool } from '../../proxy/try-server.js'
import type { Config, ToolConfig } from '../config/config.js'
import { loadConfig, unreadLine } from '../config/load-config.js'
import { toolRules } from '../config/tool-rules.js'
import { EXIT, type ExitCode } from '../exit.js'
import { applicable } from '../figures.js'
import { expectWritable } from '../folder.js'
import { fileReason, thrownMessage } from '../reason.js'
import { paintFor, plainLine, print, type Terminal } from '../terminal.js'
import { knownOfTool, howOften } from './known-of-tool.js'
import { expectWritablePinFile, readPinFile } from './pin-file.js'
import { tryNamedServer } from './try-named-server.js'

// -- model

/** One check and its result. */
interface DoctorFinding {
  readonly state: 'ok' | 'note' | 'fault'
  readonly text: string
}

export interface DoctorFlags {
  readonly config?: string
  readonly trusted?: true
  readonly pin?: string
  readonly json?: true
}

const ok = (text: string): DoctorFinding => ({ state: 'ok', text })
const note = (text: string): DoctorFinding => ({ state: 'note', text })
const fault = (text: string): DoctorFinding => ({ state: 'fault', text })

// -- what is looked at

const MINIMUM = { major: 20, minor: 19 } as const

const node = (): DoctorFinding => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isNew = major > MINIMUM.major || (major === MINIMUM.major && minor >= MINIMUM.minor)
  return (isNew ? ok : fault)(
    `Node ${process.versions.node}${isNew ? '' : `; at least ${MINIMUM.major}.${MINIMUM.minor} is needed`}`
  )
}

const settings = ({ mcp = {}, budget = {}, loop }: Config): ReadonlyArray<DoctorFinding> => {
  const { quietMs, metaKey } = { ...DEFAULTS.turn, ...mcp.turn }
  const whoever = mcp.trusted === true ? 'the config or the server' : 'the config'
  return [
    ok(
      `budget: in a turn, the same read may bring the same response ${howOften(budget.read ?? 3)}, and the same write may run ${howOften(budget.write ?? 1)} where ${whoever} declares it a write; ${loop === false ? 'no loop detection' : 'loops across turns are detected'}`
    ),
    ok(
      `mcp: ${mcp.mode ?? DEFAULTS.mode}, server ${mcp.trusted === true ? 'trusted' : 'not trusted'}, timeout ${mcp.timeoutMs ?? DEFAULTS.timeoutMs} ms; a turn is named by _meta["${metaKey}"]; one without a name ends after ${quietMs} ms without a call or a question about a task, and any other call in between makes a read count afresh`
    )
  ]
}

const describeTool = ({ output, effect, reads, maxIdenticalCalls }: ToolConfig): string =>
  applicable(
    output === undefined
      ? 'output as the server declares it'
      : output === false
        ? 'output not checked'
        : 'output checked',
    effect,
    reads && `read as ${reads}`,
    maxIdenticalCalls !== undefined && `at most ${maxIdenticalCalls} identical calls`
  ).join(', ')

const tools = ({ tools: all = {} }: Config): ReadonlyArray<DoctorFinding> =>
  Object.entries(all).map(([name, tool]) => {
    try {
      toolRules({ tools: { [name]: tool } })
      return ok(`tools.${name}: ${describeTool(tool)}`)
    } catch (thrown) {
      return fault(thrownMessage(thrown))
    }
  })

/** The tools of the config whose effect it does not declare, by how they are counted. */
const undeclared = ({ tools: rules = {} }: Config) =>
  Object.entries(COUNTED_AS).flatMap(([kind, words]) => {
    const those = Object.keys(rules).filter(
      (name) => effectOf(name, rules[name]?.effect, rules[name]?.idempotent).kind === kind
    )
    return those.length === 0
      ? []
      : [
          note(
            `tools: effect undeclared, unless the server says it, ${words}: ${those.join(', ')}; tools.NAME.effect declares it`
          )
        ]
  })

// What is wrong with a rule is a finding of its own.
const soundRules = (name: string, { tools: all = {} }: Config): ProxySettings['tools'] => {
  const rules = Object.hasOwn(all, name) ? all[name] : undefined
  try {
    return rules === undefined ? DEFAULTS.tools : toolRules({ tools: { [name]: rules } })
  } catch {
    return DEFAULTS.tools
  }
}

const listedTool = (tool: ListedTool, config: Config): DoctorFinding => {
  const { name } = tool
  const rules = soundRules(name, config)
  const { budget = {}, mcp: { trusted = DEFAULTS.trusted } = {} } = config
  const used = { ...DEFAULTS, codecOfSchema: fromJsonSchema, tools: rules, budget, trusted }
  const { effect, idempotent } = rules.get(name) ?? {}
  const isDeclared = (effect ?? idempotent ?? tool.effect) !== undefined
  return (isDeclared ? ok : note)(knownOfTool(name, tool, used))
}

const recordings = async ({ mcp = {} }: Config): Promise<ReadonlyArray<DoctorFinding>> => {
  const folder = mcp.record
  if (folder === undefined) return []
  try {
    await expectWritable(folder)
    return [ok(`mcp.record: ${folder} can be written`)]
  } catch (thrown) {
    return [fault(`mcp.record: ${fileReason(folder, thrown)}`)]
  }
}

const pins = async ({ mcp = {} }: Config): Promise<ReadonlyArray<DoctorFinding>> => {
  if (mcp.pin === undefined) return []
  try {
    const { config, accepted } = await readPinFile(mcp.pin)
    if (accepted === undefined) await expectWritablePinFile(mcp.pin)
    return [
      ok(
        `mcp.pin: ${mcp.pin} holds ${accepted === undefined ? 'no definitions yet (the first list counts as accepted)' : `the definitions of ${count(accepted.size, 'tool')}`}, and what was learnt of ${count(toolRules(config).size, 'tool')}`
      )
    ]
  } catch (thrown) {
    return [fault(`mcp.pin: ${thrownMessage(thrown)}`)]
  }
}

const server = async (
  command: ReadonlyArray<string>,
  config: Config,
  terminal: Terminal
): Promise<ReadonlyArray<DoctorFinding>> => {
  if (command.length === 0) return undeclared(config)
  const tried = await tryNamedServer(command, config.mcp?.headers ?? {}, terminal)
  if ('fault' in tried) return [fault(`server: ${tried.fault}`)]
  const names = new Set(tried.tools.map(({ name }) => name))
  const checked = tried.tools.filter(({ outputSchema }) => outputSchema !== undefined)
  return [
    ok(
      `server: ${tried.name} speaks ${tried.revision}, ${count(tried.tools.length, 'tool')}, ${checked.length} with an output schema`
    ),
    ...checked.flatMap(({ name, outputSchema = {} }) => {
      try {
        fromJsonSchema(outputSchema)
        return []
      } catch (thrown) {
        return [fault(`server: the output schema of ${name} cannot be used: ${thrownMessage(thrown)}`)]
      }
    }),
    ...Object.keys(config.tools ?? {})
      .filter((name) => !names.has(name))
      .map((name) => note(`tools.${name}: the server has no such tool`)),
    ...tried.tools.map((tool) => listedTool(tool, config))
  ]
}

// -- the command

const examine = async (
  command: ReadonlyArray<string>,
  flags: DoctorFlags,
  terminal: Terminal
): Promise<ReadonlyArray<DoctorFinding>> => {
  const loaded = await loadConfig(flags.config)
  const { path } = loaded
  const { config: _config, json: _json, ...mcp } = flags
  const config = { ...loaded.config, mcp: { ...loaded.config.mcp, ...mcp } }
  const unread = unreadLine(loaded)
  const where = path === undefined ? note('no config file: using defaults') : ok(`config: ${path}`)
  return [
    node(),
    where,
    ...(unread === undefined ? [] : [note(`config: ${unread}`)]),
    ...settings(config),
    ...tools(config),
    ...(await recordings(config)),
    ...(await pins(config)),
    ...(await server(command, config, terminal))
  ]
}

const MARKS = { ok: ['green', 'ok   '], note: ['yellow', 'note '], fault: ['red', 'fault'] } as const

/** Reports the configuration, and whether it works. */
export const runDoctor = async (
  command: ReadonlyArray<string>,
  flags: DoctorFlags,
  terminal: Terminal
): Promise<ExitCode> => {
  const findings = await examine(command, flags, terminal)
  const paint = paintFor(terminal.stdout, terminal.env)
  const shown = findings
    .map(({ state, text }) => {
      const [colour, mark] = MARKS[state]
      return `${paint(colour, mark)} ${plainLine(text)}\n`
    })
    .join('')
  print(terminal.stdout, flags.json === true ? `${JSON.stringify({ findings }, null, 2)}\n` : shown)
  return findings.some(({ state }) => state === 'fault') ? EXIT.failure : EXIT.clean
}
