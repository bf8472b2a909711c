/** `guarded-call mcp`: stands between an MCP client and any server. */
import { InvalidArgumentError, Option, type Command } from 'commander'
import { DEFAULTS, type Mode, type ProxySettings } from '../../proxy/settings.js'
import { runHttpProxy } from '../../proxy/http/http-proxy.js'
import { runStdioProxy } from '../../proxy/stdio.js'
import type { Config } from '../config/config.js'
import { loadConfig } from '../config/load-config.js'
import { loadCodecOfSchema, toolRules } from '../config/tool-rules.js'
import { EXIT, UsageError, type ExitCode } from '../exit.js'
import { paintFor, type Terminal } from '../terminal.js'

// -- model

interface Flags {
  readonly mode?: Mode
  readonly trusted?: true
  readonly config?: string
  readonly timeout?: number
  readonly quietGap?: number
  readonly turnKey?: string
  readonly record?: string
  readonly http?: number
  readonly tokenEnv?: string
}

const HELP = `
Put it before the command of a server, where a client's configuration names that command. Answers are checked against the schema that the
server declares, cut texts and throttling are recognised, calls that repeat in a turn and loops across turns are refused. Whatever is fine
passes byte for byte. What was refused is said on the standard error, in a line each and as a summary at the end.

A turn is named by the key ${DEFAULTS.turn.metaKey} of a call's _meta, else by its traceparent, else it ends after a quiet
gap without calls.

Exit codes: 0 the client ended, 1 the server ended first, 2 wrong usage.

Examples:
  $ guarded-call mcp -- npx -y @modelcontextprotocol/server-filesystem .
  $ guarded-call mcp --mode observe --record recordings -- node server.js
  $ guarded-call mcp --http 8808 --token-env MCP_TOKEN -- node server.js
  $ guarded-call mcp --trusted --config guarded-call.config.json -- node server.js`

// -- settings

const given = <A>(key: string, value: A | undefined): Readonly<Record<string, A>> => (value === undefined ? {} : { [key]: value })

const openRecorder = async (folder: string | undefined) => {
  if (folder === undefined) return undefined
  const { recorder } = await import('../../traffic/index.js')
  return recorder({ folder })
}

/** Flags go before the config, and the config before the defaults. */
const settingsOf = async (flags: Flags, config: Config, tell: (line: string) => void): Promise<Omit<ProxySettings, 'recorder'>> => {
  const { mcp = {} } = config
  const codecOfSchema = await loadCodecOfSchema()
  return {
    ...DEFAULTS,
    tools: toolRules(config, codecOfSchema),
    codecOfSchema,
    mode: flags.mode ?? mcp.mode ?? DEFAULTS.mode,
    trusted: flags.trusted ?? mcp.trusted ?? DEFAULTS.trusted,
    turn: { ...DEFAULTS.turn, ...mcp.turn, ...given('metaKey', flags.turnKey), ...given('quietMs', flags.quietGap) },
    timeoutMs: flags.timeout ?? mcp.timeoutMs ?? DEFAULTS.timeoutMs,
    budget: config.budget ?? DEFAULTS.budget,
    loop: config.loop ?? DEFAULTS.loop,
    tell
  }
}

// -- the command

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Aborts where the process is told to end. */
const untilTold = (): { readonly signal: AbortSignal; readonly forget: () => void } => {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  for (const name of endings) process.on(name, abort)
  return {
    signal: controller.signal,
    forget: () => {
      for (const name of endings) process.off(name, abort)
    }
  }
}

const tokenOf = (name: string | undefined): string | undefined => {
  if (name === undefined) return undefined
  const token = process.env[name]
  if (token === undefined || token === '') throw new UsageError(`The environment variable ${name} holds no token.`)
  return token
}

interface Served {
  readonly lines: ReadonlyArray<string>
  readonly code: ExitCode
}

const overStdio = async (settings: ProxySettings, command: string, args: ReadonlyArray<string>, terminal: Terminal, signal: AbortSignal): Promise<Served> => {
  const { by, why, guard } = await runStdioProxy(settings, { command, args, stdin: terminal.stdin, stdout: terminal.stdout, signal })
  const lines = guard.summary.lines(guard.turns)
  return by === 'server' ? { lines: [why, ...lines], code: EXIT.failure } : { lines, code: EXIT.clean }
}

const overHttp = async (settings: ProxySettings, options: Omit<Parameters<typeof runHttpProxy>[1], 'onListening'>): Promise<Served> => {
  const backends = await runHttpProxy(settings, { ...options, onListening: (url) => settings.tell(`listening on ${url}`) })
  return { lines: backends.summary.lines(backends.turns), code: EXIT.clean }
}

const mcp = async ([command = '', ...args]: ReadonlyArray<string>, flags: Flags, terminal: Terminal): Promise<ExitCode> => {
  const { config } = await loadConfig(flags.config)
  const paint = paintFor(terminal.stderr)
  const tell = (line: string): void => {
    terminal.stderr.write(`${paint('dim', 'guarded-call:')} ${line}\n`)
  }
  const port = flags.http ?? config.mcp?.http?.port
  const token = tokenOf(flags.tokenEnv ?? config.mcp?.http?.tokenEnv)
  const checked = await settingsOf(flags, config, tell)
  const recorder = await openRecorder(flags.record ?? config.mcp?.record)
  const settings = { ...checked, recorder }
  const { signal, forget } = untilTold()
  try {
    const { lines, code } = port === undefined
      ? await overStdio(settings, command, args, terminal, signal)
      : await overHttp(settings, { command, args, port, token, signal })
    for (const line of lines) tell(line)
    return code
  } finally {
    forget()
    await recorder?.close()
  }
}

const milliseconds = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1 || value >= 2 ** 31) throw new InvalidArgumentError('Give whole milliseconds, from 1 to 2147483647.')
  return value
}

const portNumber = (text: string): number => {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > 65_535) throw new InvalidArgumentError('Give a port, from 0 to 65535; 0 takes a free one.')
  return value
}

export const registerMcp = (program: Command, terminal: Terminal, finish: (code: ExitCode) => void): void => {
  program
    .command('mcp')
    .summary('guard any MCP server, without a line of code')
    .description('Stands between an MCP client and a server: checks what the server answers, and refuses calls that repeat.')
    .argument('<command...>', 'the command that starts the server, and its arguments')
    .addOption(new Option('--mode <mode>', 'count what would be refused, say it, or refuse it (default: enforce)').choices(['observe', 'warn', 'enforce']))
    .option('--trusted', 'believe the annotations of the server\'s tools: what writes may be called once in a turn')
    .option('--config <file>', 'the config file (default: the nearest guarded-call.config.js, .mjs or .json)')
    .option('--timeout <ms>', `how long a server may take without a sign of progress (default: ${DEFAULTS.timeoutMs})`, milliseconds)
    .option('--quiet-gap <ms>', `how long without a call ends a turn that nobody names (default: ${DEFAULTS.turn.quietMs})`, milliseconds)
    .option('--turn-key <key>', `the key of _meta that names the turn (default: ${DEFAULTS.turn.metaKey})`)
    .option('--record <dir>', 'keep every call, redacted, in files of this folder')
    .option('--http <port>', 'serve clients by Streamable HTTP at http://127.0.0.1:<port>/mcp; 0 takes a free port', portNumber)
    .option('--token-env <name>', 'over HTTP, ask for the bearer token that this environment variable holds')
    .passThroughOptions()
    .addHelpText('after', HELP)
    .action(async (command: ReadonlyArray<string>, flags: Flags) => finish(await mcp(command, flags, terminal)))
}
