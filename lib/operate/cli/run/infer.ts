/** Runs `guarded-call infer`: reads recordings, and writes a module of drafted codecs. */
import { count } from '../../../core/errors/index.js'
import { draftModule } from '../../calibrate/infer/draft-module.js'
import { CodecDrafts, type Undrafted } from '../../calibrate/infer/infer.js'
import { MANY_ANSWERS } from '../../calibrate/infer/shape-stats.js'
import { forEachRecord } from '../../calibrate/read/read-records.js'
import { withRecordings } from '../calibrate/recordings.js'
import { printedName } from '../audit/printed-name.js'
import { EXIT, UsageError, type ExitCode } from '../exit.js'
import { print, tellWarning, type Terminal } from '../terminal.js'

export interface InferFlags {
  readonly tool?: ReadonlyArray<string>
  readonly includeRejected?: boolean
}

const noDraftOf = ({ tool, answers, plain }: Undrafted): string =>
  `no draft of ${printedName(tool)}: ${answers === 0 ? 'it has no accepted JSON result' : `${plain} of its ${answers + plain} results are no JSON`}. For plain text, the codec is \`t.string\`, with \`reads: 'text'\`.`

export const runInfer = async (
  paths: ReadonlyArray<string>,
  { tool = [], includeRejected = false }: InferFlags,
  terminal: Terminal
): Promise<ExitCode> => {
  const drafting = new CodecDrafts({ includeRejected, ...(tool.length === 0 ? {} : { tools: tool }) })
  await withRecordings(paths, terminal, (records) => forEachRecord(records, (record) => drafting.record(record)))
  const { drafts, without } = drafting
  const missing = tool.filter((name) => !drafts.some((draft) => draft.tool === name))
  const isVain = drafts.length === 0 || missing.length > 0
  for (const one of without.filter(({ answers }) => answers > 0 || !isVain)) tellWarning(terminal, noDraftOf(one))
  if (isVain) {
    throw new UsageError(
      `There are no usable results of ${missing.length === 0 ? 'any tool' : missing.join(', ')} to draft from.${tool.length === 0 ? '' : ' Without --tool, every tool with usable results gets a draft.'}`
    )
  }
  for (const { tool: name, plain } of drafts.filter((draft) => draft.plain > 0))
    tellWarning(
      terminal,
      `${count(plain, 'answer')} of ${printedName(name)} ${plain === 1 ? 'is' : 'are'} no JSON, and its draft refuses ${plain === 1 ? 'it' : 'them'}.`
    )
  for (const { tool: name, different } of drafts.filter((draft) => draft.different < MANY_ANSWERS))
    tellWarning(
      terminal,
      `${printedName(name)} has only ${count(different, 'different answer')}: its draft is a guess.`
    )
  for (const { tool: name, refused } of drafts.filter((draft) => draft.refused > 0)) {
    tellWarning(
      terminal,
      `${count(refused, 'answer')} of ${printedName(name)} that its codec refused ${refused === 1 ? 'is' : 'are'} not in the draft${includeRejected ? ', since a failure is reported in place of a payload' : ': calibrate shows why, and --include-rejected includes them'}.`
    )
  }
  print(terminal.stdout, draftModule(drafts))
  return EXIT.clean
}
