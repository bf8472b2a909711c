/** Prepares a report before anything is read, so that an hour of work does not end at a missing folder. */
import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Calibration } from '../../calibrate/calibration.js'
import type { Drift } from '../../calibrate/drift.js'
import { FLAGS, openPrivate } from '../../../traffic/private-file.js'
import { expectNoFolder } from '../folder.js'
import { reasonOf, shownPath } from '../reason.js'

interface CalibrationReport {
  readonly write: (calibration: Calibration, drift: Drift | undefined) => Promise<void>
}

// It holds samples of responses, as the recordings do.
const writePrivate = async (path: string, text: string): Promise<void> => {
  const handle = await openPrivate(path, FLAGS.write)
  try {
    if ((await handle.stat()).isFile()) await handle.truncate()
    await handle.writeFile(text)
  } finally {
    await handle.close()
  }
}

/** Checks that a page can be written to a file, and returns its writer. */
export const prepareFile = async (path: string): Promise<(page: string) => Promise<void>> => {
  await expectNoFolder(path, 'Name a file in it.')
  const fail = (error: unknown): never => {
    const isLink = error instanceof Error && 'code' in error && error.code === 'ELOOP'
    const reason = isLink ? 'it is a link, and reports are written to files alone' : reasonOf(error)
    throw new Error(`The report cannot be written to ${shownPath(path)}: ${reason}`, { cause: error })
  }
  await access(dirname(path), constants.W_OK).catch(fail)
  return (page) => writePrivate(path, page).catch(fail)
}

/**
 * Checks that a report can be written, and loads its writer, so that runs without a report need not load scales and
 * styles.
 */
export const openReport = async (path: string): Promise<CalibrationReport> => {
  const write = await prepareFile(path)
  const { reportPage } = await import('./page.js')
  return { write: (calibration, drift) => write(reportPage(calibration, drift)) }
}
