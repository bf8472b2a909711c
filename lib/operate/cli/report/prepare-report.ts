/** Prepares a report before anything is read, so that an hour of work does not end at a missing folder. */
import { access, constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { FLAGS, openPrivate } from '../../../traffic/private-file.js'
import { expectNoFolder } from '../folder.js'
import { reasonOf, shownPath } from '../reason.js'

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

/** Checks that a report can be written to a file, and returns its writer. */
export const prepareReport = async (path: string): Promise<(page: string) => Promise<void>> => {
  await expectNoFolder(path, 'Name a file in it.')
  const fail = (error: unknown): never => {
    throw new Error(`The report cannot be written to ${shownPath(path)}: ${reasonOf(error)}`, { cause: error })
  }
  await access(dirname(path), constants.W_OK).catch(fail)
  return (page) => writePrivate(path, page).catch(fail)
}
