/** Runs `guarded-call mcp`: resolves the settings of the proxy, and serves until the client or the server ends. */
import { fromJsonSchema } from '../../../codec/json-schema/index.js'
import { oneLine } from '../../../core/errors/index.js'
import { given } from '../../../core/options.js'
import { DEFAULTS, type Mode, type ProxySettings } from '../../proxy/settings.js'
import { runHttpProxy } from '../../proxy/http/http-proxy.js'
import type { PinRules } from '../../proxy/pins.js'
import { runStdioProxy } from '../../proxy/stdio.js'
import { shownServer } from '../../proxy/upstream/shown-server.js'
import type { Upstream } from '../../proxy/upstream/upstream.js'
import type { Recorder, RecorderOptions } from '../../calibrate/index.js'
import { pinnedOf, type Config } from '../config/config.js'
import { loadConfig, unreadLine } from '../config/load-config.js'
import { toolRules } from '../config/tool-rules.js'
import { EXIT, UsageError, type ExitCode } from '../exit.js'
import { expectFolder } from '../folder.js'
import { reasonOf } from '../reason.js'
import { paintFor, print, type Terminal } from '../terminal.js'
import { untilTold } from '../until-told.js'
import { openLog } from './log-file.js'
import { openTracing } from './tracing.js'
import { upstreamOf } from './upstream.js'

// -- model

export interface McpFlags {
  readonly mode?: Mode
  readonly trusted?: true
  readonly config?: string
  readonly timeout?: number
  readonly maxTimeout?: number
  readonly header?: ReadonlyArray<readonly [string, string]>
  readonly quietGap?: number
  readonly turnKey?: string
  readonly record?: string
  readonly pin?: string
  readonly onDrift?: PinRules['onDrift']
  readonly learn?: true
  readonly hidden?: ProxySettings['hidden']
  readonly log?: string
  /** Characters above which a result is kept; `true`: the default. */
  readonly handles?: number | true
  readonly http?: number
  readonly tokenEnv?: string
}

// -- settings

const openRecorder = async (
  options: Pick<RecorderOptions, 'folder' | 'maxFileBytes' | 'maxTotalBytes'> | undefined,
  tell: (line: string) => void
) => {
  if (options === undefined) return undefined
  const { folder } = options
  await expectFolder(folder, 'Name a folder for the recordings.')
  const { recorder } = await import('../../calibrate/index.js')
  return recorder({
    ...options,
    logger: { log: (_level, _line, { why }) => tell(`Calls are not recorded in ${folder} (${String(why)}).`) }
  })
}

/** Flags win over the config, and the config over the defaults. */
const settingsOf = (
  flags: McpFlags,
  config: Config
): Omit<ProxySettings, 'recorder' | 'spans' | 'learnt' | 'pin' | 'results' | 'tell' | 'note'> => {
  const { mcp = {} } = config
  return {
    ...DEFAULTS,
    tools: toolRules(config),
    // Servers mean a format as draft 2020-12 does: pydantic writes a `date-time` without a zone.
    codecOfSchema: (schema) => fromJsonSchema(schema, { formats: false }),
    mode: flags.mode ?? mcp.mode ?? DEFAULTS.mode,
    hidden: flags.hidden ?? mcp.hidden ?? DEFAULTS.hidden,
    trusted: flags.trusted ?? mcp.trusted ?? DEFAULTS.trusted,
    turn: { ...DEFAULTS.turn, ...mcp.turn, ...given({ metaKey: flags.turnKey, quietMs: flags.quietGap }) },
    timeoutMs: flags.timeout ?? mcp.timeoutMs ?? DEFAULTS.timeoutMs,
    maxTimeoutMs: flags.maxTimeout ?? mcp.maxTimeoutMs ?? DEFAULTS.maxTimeoutMs,
    budget: config.budget ?? DEFAULTS.budget,
    loop: config.loop ?? DEFAULTS.loop
  }
}

// -- the command

const MAX_SHOWN_SERVER = 100

const tokenOf = (name: string | undefined, env: Terminal['env']): string | undefined => {
  if (name === undefined) return undefined
  const token = env[name]
  if (token === undefined || token.trim() === '')
    throw new UsageError(`The environment variable ${name} holds no token.`)
  return token
}

const resultsOf = async (handles: McpFlags['handles']) => {
  if (handles === undefined) return undefined
  const { resultHandles } = await import('../../../results/index.js')
  return resultHandles(handles === true ? {} : { over: handles })
}

type Pins = Awaited<ReturnType<typeof import('./pin-file.js').openPins>>

const pinsOf = async (
  { pin, learn }: McpFlags,
  { mcp = {} }: Config,
  rules: ProxySettings['tools'],
  tell: (line: string) => void
): Promise<Pins | undefined> => {
  const path = pin ?? mcp.pin
  if (path === undefined && learn === true) throw new UsageError('--learn writes into a pin file: name it by --pin.')
  return path === undefined
    ? undefined
    : (await import('./pin-file.js')).openPins(path, { learns: learn === true, rules, tell })
}

/** A config may hold accepted definitions itself; those of a pin file go before. */
const pinRulesOf = ({ onDrift }: McpFlags, config: Config, pins: Pins | undefined): PinRules | undefined => {
  const held = pinnedOf(config)
  const way = onDrift ?? config.mcp?.onDrift ?? 'warn'
  if (pins === undefined && held === undefined) {
    if (way === 'refuse') throw new UsageError('To refuse tools that change, name a file that pins them: --pin.')
    return undefined
  }
  return {
    accepted: pins?.accepted ?? held,
    onDrift: way,
    accept: pins?.accept ?? (() => true)
  }
}

interface ServerEnding {
  readonly lines: ReadonlyArray<string>
  readonly code: ExitCode
}

const overStdio = async (
  settings: ProxySettings,
  upstream: Upstream,
  terminal: Terminal,
  signal: AbortSignal
): Promise<ServerEnding> => {
  if (terminal.stdin.isTTY === true)
    settings.tell(
      'This command waits for an MCP client, not for a terminal: put it into the configuration of your client. Ctrl-D ends it.'
    )
  const { by, why, guard } = await runStdioProxy(settings, {
    upstream,
    stdin: terminal.stdin,
    stdout: terminal.stdout,
    signal
  })
  const lines = guard.summary.lines(guard.turns)
  return by === 'server' ? { lines: [why, ...lines], code: EXIT.failure } : { lines, code: EXIT.clean }
}

const overHttp = async (
  settings: ProxySettings,
  options: Omit<Parameters<typeof runHttpProxy>[1], 'onListening'>
): Promise<ServerEnding> => {
  const backends = await runHttpProxy(settings, {
    ...options,
    onListening: (url) => settings.tell(`listening on ${url}`)
  }).catch((error: unknown) => {
    throw new Error(
      `Port ${options.port} of 127.0.0.1 cannot be had: ${reasonOf(error)}. Name another; 0 chooses a free one.`,
      { cause: error }
    )
  })
  return { lines: backends.summary.lines(backends.turns), code: EXIT.clean }
}

export const runMcp = async (
  command: ReadonlyArray<string>,
  flags: McpFlags,
  terminal: Terminal
): Promise<ExitCode> => {
  const loaded = await loadConfig(flags.config)
  const { config } = loaded
  const paint = paintFor(terminal.stderr, terminal.env)
  const show = (line: string): void => {
    print(terminal.stderr, `${paint('dim', 'guarded-call:')} ${line}\n`)
  }
  const port = flags.http ?? config.mcp?.http?.port
  const token = tokenOf(flags.tokenEnv ?? config.mcp?.http?.tokenEnv, terminal.env)
  const upstream = upstreamOf(
    command,
    { ...config.mcp?.headers, ...Object.fromEntries(flags.header ?? []) },
    terminal.env
  )
  if (upstream.kind === 'command' && flags.header !== undefined)
    throw new UsageError('--header is for servers at an address; a command has its environment.')
  const checked = settingsOf(flags, config)
  const log = await openLog(flags.log ?? config.mcp?.log, oneLine(shownServer(upstream), MAX_SHOWN_SERVER), show)
  const tell = (line: string): void => {
    show(line)
    log.write(line)
  }
  const unread = unreadLine(loaded)
  if (unread !== undefined) tell(unread)
  const { signal, forget } = untilTold(terminal)
  const tracing = await openTracing(port === undefined ? 'pipe' : 'tcp', tell)
  let kept: Recorder | undefined
  let learnt: Recorder | undefined
  try {
    const pins = await pinsOf(flags, config, checked.tools, tell)
    const folder = flags.record ?? config.mcp?.record
    kept = await openRecorder(folder === undefined ? undefined : { folder }, tell)
    learnt = await openRecorder(pins?.recordings, tell)
    const recorder: ProxySettings['recorder'] = (kept ?? learnt) && {
      record: (call, isUndescribed) => {
        kept?.record(call)
        if (isUndescribed) learnt?.record(call)
      }
    }
    const results = await resultsOf(flags.handles)
    const settings = {
      ...checked,
      results,
      recorder,
      spans: tracing?.spans,
      learnt: pins?.codecs ?? DEFAULTS.learnt,
      pin: pinRulesOf(flags, config, pins),
      tell,
      note: log.write
    }
    const { lines, code } =
      port === undefined
        ? await overStdio(settings, upstream, terminal, signal)
        : await overHttp(settings, { upstream, port, token, signal })
    for (const line of lines) tell(line)
    await learnt?.flush()
    // Signals end the process again from here on: its parent may be in a hurry.
    for (const line of (await pins?.end()) ?? []) tell(line)
    return code
  } finally {
    forget()
    await tracing?.flush()
    await kept?.close()
    await learnt?.close()
    log.close()
  }
}
