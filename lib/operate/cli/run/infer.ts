/** Runs `guarded-call infer`: reads recordings, and writes a module of drafted codecs. */
import { count } from '../../../core/errors/index.js'
import { inferCodecs } from '../../calibrate/infer/infer.js'
import { MANY_ANSWERS } from '../../calibrate/infer/shape-stats.js'
import { withRecordings } from '../calibrate/recordings.js'
import { printedName } from '../audit/printed-name.js'
import { EXIT, UsageError, type ExitCode } from '../exit.js'
import { print, tellWarning, type Terminal } from '../terminal.js'

export interface InferFlags {
  readonly tool?: ReadonlyArray<string>
  readonly includeRejected?: boolean
}

export const runInfer = async (
  paths: ReadonlyArray<string>,
  { tool = [], includeRejected = false }: InferFlags,
  terminal: Terminal
): Promise<ExitCode> => {
  const { codecs, without, source } = await withRecordings(paths, terminal, (records) =>
    inferCodecs(records, { includeRejected, ...(tool.length === 0 ? {} : { tools: tool }) })
  )
  const missing = tool.filter((name) => !codecs.some((codec) => codec.tool === name))
  if (codecs.length === 0 || missing.length > 0) {
    throw new UsageError(
      `There are no usable results of ${missing.length === 0 ? 'any tool' : missing.join(', ')} to draft from.${tool.length === 0 ? '' : ' Without --tool, every tool with usable results gets a draft.'}`
    )
  }
  for (const name of without)
    tellWarning(
      terminal,
      `no draft of ${printedName(name)}: it has no accepted JSON result. For plain text, the codec is \`t.string\`, with \`reads: 'text'\`.`
    )
  for (const { tool: name, answers } of codecs.filter((codec) => codec.answers < MANY_ANSWERS))
    tellWarning(terminal, `${printedName(name)} has only ${count(answers, 'answer')}: its draft is a guess.`)
  for (const { tool: name, refused } of codecs.filter((codec) => codec.refused > 0)) {
    tellWarning(
      terminal,
      `${count(refused, 'answer')} of ${printedName(name)} that its codec refused ${refused === 1 ? 'is' : 'are'} not in the draft${includeRejected ? ', since a failure is reported in place of a payload' : ': calibrate shows why, and --include-rejected includes them'}.`
    )
  }
  print(terminal.stdout, source)
  return EXIT.clean
}
