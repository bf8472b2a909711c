/** Opens recordings for a command: reports missing files before reading, and shows the progress. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { count } from '../../../core/errors/index.js'
import { expectDistinct, statRegular } from '../folder.js'
import { openProgress } from '../progress.js'
import { fileReason } from '../reason.js'
import { tellWarning, type Terminal } from '../terminal.js'
import { readRecords, type BadLine, type RecordSource } from '../../calibrate/read/read-records.js'

const sizeOf = async (path: string): Promise<number> => {
  const found = await statRegular(path)
  if (!found.isDirectory()) return found.size
  const names = (await readdir(path)).filter((name) => name.endsWith('.jsonl'))
  if (names.length === 0) throw new Error('the folder holds no .jsonl files, which is what `recorder` writes')
  const sizes = await Promise.all(
    names.map(async (name) => {
      try {
        return (await statRegular(join(path, name))).size
      } catch (error) {
        throw new Error(fileReason(name, error), { cause: error })
      }
    })
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** The sum of bytes to read; throws an error that names every unreadable file. */
const totalSize = async (paths: ReadonlyArray<string>): Promise<number> => {
  const sizes = await Promise.all(paths.map((path) => sizeOf(path).catch((error: unknown) => fileReason(path, error))))
  const wrong = sizes.filter((size) => typeof size === 'string')
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  return sizes.filter((size) => typeof size === 'number').reduce((sum, size) => sum + size, 0)
}

const REASONS: Readonly<Record<BadLine['reason'], string>> = {
  torn: 'ends inside a value: its writer was killed, or the file is not one record a line',
  not_json: 'is not JSON',
  not_a_record: 'is not a record',
  too_long: 'is too long'
}

const SHOWN_BAD = 5

const warnOf = ({ bad, badCount, dropped }: RecordSource, terminal: Terminal): void => {
  for (const { path, line, reason } of bad.slice(0, SHOWN_BAD))
    tellWarning(terminal, `${path}:${line} ${REASONS[reason]}; it was left out.`)
  if (badCount > SHOWN_BAD) tellWarning(terminal, `${count(badCount - SHOWN_BAD, 'more line')} left out.`)
  if (dropped > 0)
    tellWarning(
      terminal,
      `The recorders dropped ${count(dropped, 'call')}, which ${dropped === 1 ? 'is' : 'are'} missing here.`
    )
}

/** Passes the records of some files to `use`, with a progress bar on a terminal; warnings about unreadable lines follow. */
export const withRecordings = async <A>(
  paths: ReadonlyArray<string>,
  terminal: Terminal,
  use: (source: RecordSource) => Promise<A>
): Promise<A> => {
  expectDistinct(paths)
  const progress = openProgress(terminal, await totalSize(paths))
  let done = 0
  const source = readRecords(paths, {
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
        `There are no records in ${paths.join(', ')}. Name files that \`recorder\` of guarded-call/traffic wrote; transcripts are for \`guarded-call audit\`.`
      )
    return result
  } finally {
    progress.stop()
    // Without a single record, the error alone says that this is another kind of file.
    if (source.count > 0) warnOf(source, terminal)
  }
}
