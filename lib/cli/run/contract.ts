/** A contract for tools without output schemas: learnt from their results, then checked against them, and calibrated by the mismatches. */
import type * as t from 'io-ts'
import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { toJsonSchema } from '../../codec/json-schema/index.js'
import { count } from '../../core/text.js'
import type { ToolRules } from '../../proxy/settings.js'
import { calibrate, inferCodecs, readRecords, type RecorderOptions } from '../../traffic/index.js'
import { showCalibration } from '../calibrate/summary.js'
import { loadConfig } from '../config/load-config.js'
import { toolRules } from '../config/tool-rules.js'
import { UsageError } from '../exit.js'
import { expectNoFolder } from '../folder.js'
import { fileReason } from '../reason.js'

// -- model

type ToolCodecs = ReadonlyMap<string, t.Decoder<unknown, unknown>>

interface Contract {
  readonly codecs: ToolCodecs
  readonly recordings: Pick<RecorderOptions, 'folder' | 'maxFileBytes' | 'maxTotalBytes'>
  /** Reads the recordings, and reports the lessons or the mismatches in lines. */
  readonly end: () => Promise<ReadonlyArray<string>>
}

// A client waits two seconds for its server to end, which bounds the reading.
const BOUNDS = { maxFileBytes: 8 * 1024 ** 2, maxTotalBytes: 16 * 1024 ** 2 }

// -- learning

/** Writes the contract as a config file: naming it as one enforces it. */
const learn = async (file: string, folder: string): Promise<ReadonlyArray<string>> => {
  const { codecs } = await inferCodecs(readRecords(folder))
  if (codecs.length === 0) return ['learnt nothing: no tool without an output schema returned JSON']
  const tools = Object.fromEntries(codecs.map(({ tool, codec }) => [tool, { output: toJsonSchema(codec) }]))
  const written = `${file}.${randomUUID()}`
  try {
    // `wx` follows no link that somebody planted.
    await writeFile(written, `${JSON.stringify({ tools }, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    await rename(written, file)
  } catch (thrown) {
    await rm(written, { force: true })
    throw thrown
  }
  const answers = codecs.map((codec) => `${codec.tool} (${count(codec.answers, 'answer')})`)
  return [`learnt into ${file}: ${answers.join(', ')}`]
}

// -- checking

const plain = (_style: unknown, text: string): string => text

const compare = async (file: string, folder: string, codecs: ToolCodecs): Promise<ReadonlyArray<string>> => {
  if (codecs.size === 0) return []
  const calibration = await calibrate(
    readRecords(folder),
    [...codecs].map(([name, codec]) => ({ name, codec }))
  )
  const tools = calibration.tools.filter(({ rejected }) => rejected > 0)
  if (tools.length === 0) return [`all results fit ${file}`]
  const faulty = tools.filter(({ groups }) => groups.some(({ verdict }) => verdict === 'likely fault'))
  return [
    ...showCalibration({ ...calibration, tools, unknown: {} }, undefined, plain)
      .trimEnd()
      .split('\n')
      .filter((line) => line !== ''),
    ...faulty.map(
      ({ tool }) =>
        `To refuse such results of ${JSON.stringify(tool)}, put its "output" from ${file} under "tools" of your config, or name the file itself by --config.`
    )
  ]
}

// -- opening

/** Opens the contract of a file, to learn it or to observe it; `rules` win over it. */
export const openContract = async (
  file: string,
  isLearnt: boolean,
  rules: ReadonlyMap<string, ToolRules>
): Promise<Contract> => {
  await expectNoFolder(file, 'Name a file for the contract.')
  const outputs = isLearnt ? new Map<string, ToolRules>() : toolRules((await loadConfig(file)).config)
  const codecs = new Map(
    [...outputs].flatMap(([name, { output }]) =>
      output === undefined || output === false || rules.get(name)?.output !== undefined ? [] : [[name, output] as const]
    )
  )
  const folder = `${file}.calls`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  } catch (thrown) {
    throw new UsageError(`Answers cannot be kept. ${fileReason(folder, thrown)}`, { cause: thrown })
  }
  const end = () => (isLearnt ? learn(file, folder) : compare(file, folder, codecs))
  return { codecs, recordings: { folder, ...BOUNDS }, end }
}
