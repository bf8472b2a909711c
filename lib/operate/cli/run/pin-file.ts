/**
 * A pin file: what a server said of its tools when they were accepted, and what the tools without an output schema were
 * learnt to return. It is a config file, so that naming it as one refuses what does not fit.
 */
import type * as t from 'io-ts'
import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, extname } from 'node:path'
import { toJsonSchema } from '../../../codec/json-schema/index.js'
import { count, visible } from '../../../core/errors/index.js'
import { asFields } from '../../../core/foreign/index.js'
import { exactData, exactText } from '../../proxy/exact-json.js'
import type { PinnedDefinitions, PinRules } from '../../proxy/pins.js'
import type { ToolRules } from '../../proxy/settings.js'
import { calibrate, inferCodecs, readRecords, type RecorderOptions, type Records } from '../../calibrate/index.js'
import { showCalibration } from '../calibrate/summary.js'
import { pinnedOf, type Config } from '../config/config.js'
import { loadWritten } from '../config/load-config.js'
import { toolRules } from '../config/tool-rules.js'
import { UsageError } from '../exit.js'
import { expectFolder, expectNoFolder, expectWritable } from '../folder.js'
import { fileReason } from '../reason.js'

// -- the file

export interface PinFile {
  readonly path: string
  readonly config: Config
  /** The accepted definitions; undefined where none were accepted yet. */
  readonly accepted: PinnedDefinitions | undefined
}

// With the digits that schemas were accepted with.
const exactly = async (path: string, config: Config): Promise<Config> => {
  const { pinned = config.pinned } = asFields(exactData((await readFile(path, 'utf8')).replace(/^\ufeff/, '')))
  return config.pinned === undefined ? config : { ...config, pinned: pinned as NonNullable<Config['pinned']> }
}

/** Reads a pin file, which need not be there yet. */
export const readPinFile = async (path: string): Promise<PinFile> => {
  await expectNoFolder(path, 'Name a file for the pinned tools.')
  await expectFolder(dirname(path), 'Name a file for the pinned tools.')
  if (!['', '.json'].includes(extname(path))) throw new UsageError(`A pin file holds JSON: ${path} must end in .json.`)
  const isThere = await stat(path).catch(() => undefined)
  const config = isThere === undefined ? {} : await exactly(path, await loadWritten(path))
  return { path, config, accepted: pinnedOf(config) }
}

/** Writes it at once, before any call can run that nothing is pinned for. */
export const savePinFile = ({ path, config }: PinFile): void => {
  const written = `${path}.${randomUUID()}`
  const text = exactText(config, 2)
  if (text === undefined) throw new RangeError('The tools are nested too deeply to be written.')
  try {
    mkdirSync(dirname(path), { recursive: true })
    // `wx` follows no link that somebody planted. Whoever reviews the file sees every character.
    writeFileSync(written, `${visible(text)}\n`, { mode: 0o600, flag: 'wx' })
    renameSync(written, path)
  } catch (thrown) {
    rmSync(written, { force: true })
    throw thrown
  }
}

/** Throws a UsageError where the file could not be written; a missing folder is created. */
export const expectWritablePinFile = async (path: string): Promise<void> => {
  try {
    // It is replaced, which is up to its folder.
    await expectWritable(dirname(path))
  } catch (thrown) {
    throw new UsageError(`The pin file cannot be written. ${fileReason(path, thrown)}`, { cause: thrown })
  }
}

/** The file with these definitions as the accepted ones. */
export const accepting = ({ config, ...file }: PinFile, accepted: PinnedDefinitions): PinFile => ({
  ...file,
  accepted,
  config: { ...config, pinned: Object.fromEntries(accepted) }
})

// -- learning

// A session without a call of its own writes no file.
const recordedIn = async (folder: string): Promise<Records> =>
  (await readdir(folder)).length === 0 ? [] : readRecords(folder)

const learn = async (file: PinFile, folder: string): Promise<ReadonlyArray<string>> => {
  const { codecs } = await inferCodecs(await recordedIn(folder))
  if (codecs.length === 0) return ['learnt nothing: no tool without an output schema returned JSON']
  const { tools = {} } = file.config
  const learnt = Object.fromEntries(
    codecs.map(({ tool, codec }) => [tool, { ...tools[tool], output: toJsonSchema(codec) }])
  )
  savePinFile({ ...file, config: { ...file.config, tools: { ...tools, ...learnt } } })
  const answers = codecs.map((codec) => `${codec.tool} (${count(codec.answers, 'answer')})`)
  return [`learnt into ${file.path}: ${answers.join(', ')}`]
}

// -- checking

type ToolCodecs = ReadonlyMap<string, t.Decoder<unknown, unknown>>

const plain = (_style: unknown, text: string): string => text

const compare = async (path: string, folder: string, codecs: ToolCodecs): Promise<ReadonlyArray<string>> => {
  const calibration = await calibrate(
    await recordedIn(folder),
    [...codecs].map(([name, codec]) => ({ name, codec }))
  )
  const tools = calibration.tools.filter(({ rejected }) => rejected > 0)
  if (tools.length === 0) return [`all results fit ${path}`]
  const faulty = tools.filter(({ groups }) => groups.some(({ verdict }) => verdict === 'likely fault'))
  return [
    ...showCalibration({ ...calibration, tools, unknown: {} }, undefined, plain)
      .trimEnd()
      .split('\n')
      .filter((line) => line !== ''),
    ...faulty.map(
      ({ tool }) =>
        `To refuse such results of ${JSON.stringify(tool)}, put its "output" from ${path} under "tools" of your config, or name the file itself by --config.`
    )
  ]
}

// -- for a session of the proxy

interface OpenPins {
  readonly accepted: PinnedDefinitions | undefined
  readonly accept: PinRules['accept']
  readonly codecs: ToolCodecs
  readonly recordings: Pick<RecorderOptions, 'folder' | 'maxFileBytes' | 'maxTotalBytes'> | undefined
  /** Reads the recordings, and reports the lessons or the mismatches in lines. */
  readonly end: () => Promise<ReadonlyArray<string>>
}

interface PinUse {
  /** Whether results are learnt, rather than held against what was learnt. */
  readonly learns: boolean
  /** They win over what was learnt. */
  readonly rules: ReadonlyMap<string, ToolRules>
  readonly tell: (line: string) => void
}

// A client waits two seconds for its server to end, which bounds the reading.
const BOUNDS = { maxFileBytes: 8 * 1024 ** 2, maxTotalBytes: 16 * 1024 ** 2 }

const codecsOf = (config: Config, rules: PinUse['rules']): ToolCodecs =>
  new Map(
    [...toolRules(config)].flatMap(([name, { output }]) =>
      output === undefined || output === false || rules.get(name)?.output !== undefined ? [] : [[name, output] as const]
    )
  )

export const openPins = async (path: string, { learns, rules, tell }: PinUse): Promise<OpenPins> => {
  let file = await readPinFile(path)
  if (learns || file.accepted === undefined) await expectWritablePinFile(path)
  const codecs: ToolCodecs = learns ? new Map<string, never>() : codecsOf(file.config, rules)
  const folder = learns || codecs.size > 0 ? `${path}.calls` : undefined
  try {
    if (folder !== undefined) await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (thrown) {
    throw new UsageError(`Answers cannot be kept. ${fileReason(String(folder), thrown)}`, { cause: thrown })
  }
  return {
    accepted: file.accepted,
    accept: (definitions) => {
      file = accepting(file, definitions)
      try {
        savePinFile(file)
        tell(`pinned ${count(definitions.size, 'tool')} in ${path}`)
        return true
      } catch (thrown) {
        tell(`The tools cannot be pinned. ${fileReason(path, thrown)}`)
        return false
      }
    },
    codecs,
    recordings: folder === undefined ? undefined : { folder, ...BOUNDS },
    end: async () => {
      if (folder === undefined) return []
      return learns ? learn(file, folder) : compare(path, folder, codecs)
    }
  }
}
