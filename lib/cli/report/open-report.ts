/** Prepares a report before anything is read, so that an hour of work does not end at a folder that is not there. */
import { access, constants, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Calibration } from '../../traffic/calibrate/calibration.js'
import type { Drift } from '../../traffic/drift.js'
import { expectNoFolder } from '../folder.js'
import { reasonOf, shownPath } from '../reason.js'

interface Report {
  readonly write: (calibration: Calibration, drift: Drift | undefined) => Promise<void>
}

// It holds samples of what services answered, as the recordings do.
const PRIVATE_MODE = 0o600

/** Finds out whether a page can be written to a file, and gives what writes it. */
export const prepareFile = async (path: string): Promise<(page: string) => Promise<void>> => {
  await expectNoFolder(path, 'Name a file in it.')
  const fail = (error: unknown): never => {
    throw new Error(`The report cannot be written to ${shownPath(path)}: ${reasonOf(error)}`, { cause: error })
  }
  await access(dirname(path), constants.W_OK).catch(fail)
  return (page) => writeFile(path, page, { mode: PRIVATE_MODE }).catch(fail)
}

/** Finds out whether a report can be written, and loads what writes it: scales and styles are of no use to whoever wants no page. */
export const openReport = async (path: string): Promise<Report> => {
  const write = await prepareFile(path)
  const { reportPage } = await import('./page.js')
  return { write: (calibration, drift) => write(reportPage(calibration, drift)) }
}
