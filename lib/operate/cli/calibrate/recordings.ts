/** Opens recordings and transcripts for a command: reports missing files before reading, and shows the progress. */
import { count } from '../../../core/errors/index.js'
import { ownName } from '../../audit/known-tools.js'
import { FileSource, type BadLine, type RecordSource } from '../../calibrate/read/read-records.js'
import { findInputs } from '../../input/input-files.js'
import { REASONS as FAULTS } from '../audit/words.js'
import { expectDistinct } from '../folder.js'
import { openProgress } from '../progress.js'
import { fileReason } from '../reason.js'
import { tellWarning, type Terminal } from '../terminal.js'
import { transcriptRecords } from '../transcripts/transcript-records.js'

const REASONS: Readonly<Record<BadLine['reason'], string>> = {
  torn: 'ends inside a value: its writer was killed, or the file is not one record a line',
  not_json: 'is not JSON',
  not_a_record: 'is not a record',
  too_long: 'is too long'
}

const SHOWN_BAD = 5

const warnOf = ({ bad, badCount, dropped }: RecordSource, faults: ReadonlyArray<string>, terminal: Terminal): void => {
  const lines = [...bad.map(({ path, line, reason }) => `${path}:${line} ${REASONS[reason]}`), ...faults]
  const all = badCount + faults.length
  for (const line of lines.slice(0, SHOWN_BAD)) tellWarning(terminal, `${line}; it was left out.`)
  if (all > SHOWN_BAD) tellWarning(terminal, `${count(all - SHOWN_BAD, 'more line')} left out.`)
  if (dropped > 0)
    tellWarning(
      terminal,
      `The recorders dropped ${count(dropped, 'call')}, which ${dropped === 1 ? 'is' : 'are'} missing here.`
    )
}

/**
 * Passes the records of some files to `use`, with a progress bar on a terminal; warnings about unreadable lines follow.
 * `nameOf` is the name of a tool of a transcript.
 */
export const withRecordings = async <A>(
  paths: ReadonlyArray<string>,
  terminal: Terminal,
  use: (source: RecordSource) => Promise<A>,
  nameOf: (tool: string) => string = ownName
): Promise<A> => {
  expectDistinct(paths)
  const files = await findInputs(paths)
  const wrong = files.flatMap(({ path, error }) => (error === undefined ? [] : [fileReason(path, error)]))
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  const progress = openProgress(
    terminal,
    files.reduce((sum, { size }) => sum + size, 0)
  )
  const faults: Array<string> = []
  let done = 0
  const source = new FileSource(paths, {
    files,
    stdin: terminal.stdin,
    other: async function* (file, lines) {
      // A folder may hold files of any kind.
      const onFault = ({ line, reason }: { readonly line: number; readonly reason: keyof typeof FAULTS }): void => {
        if (!file.isFound) faults.push(`${file.path}:${line} ${FAULTS[reason]}`)
      }
      for await (const records of transcriptRecords(file, lines, onFault))
        yield records.map((record) => ({ ...record, tool: nameOf(record.tool) }))
    },
    onProgress: ({ bytes, records }) => {
      progress.advance(bytes - done)
      progress.name(`${records.toLocaleString('en-US')} records`)
      done = bytes
    }
  })
  try {
    const result = await use(source)
    if (source.count === 0)
      throw new Error(
        `There are no calls in ${paths.join(', ')}. Name what \`recorder\` of guarded-call/traffic wrote, or transcripts that \`guarded-call audit\` reads.`
      )
    return result
  } finally {
    progress.stop()
    // Without a single record, the error alone says that this is another kind of file.
    if (source.count > 0) warnOf(source, faults, terminal)
  }
}
