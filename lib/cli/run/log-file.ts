/** The file that a command's lines are kept in, beside the standard error: for hosts that show nobody the latter. */
import { closeSync, constants, fchmodSync, openSync, writeSync } from 'node:fs'
import { expectNoFolder } from '../folder.js'
import { UsageError } from '../exit.js'
import { fileReason } from '../reason.js'

export interface LogFile {
  readonly write: (line: string) => void
  readonly close: () => void
}

// Windows has no O_NOFOLLOW, which counts as 0, and asks for rights to make links.
const FLAGS = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW
const PRIVATE = 0o600

/** Appends lines, to a file of this user's alone; a disk that takes no more is told of once. */
export const openLog = async (path: string | undefined, tell: (line: string) => void): Promise<LogFile> => {
  if (path === undefined) return { write: () => {}, close: () => {} }
  await expectNoFolder(path, 'Name a file for the log.')
  let file: number
  try {
    file = openSync(path, FLAGS, PRIVATE)
    fchmodSync(file, PRIVATE)
  } catch (thrown) {
    throw new UsageError(`The log cannot be written. ${fileReason(path, thrown)}`, { cause: thrown })
  }
  let hasFailed = false
  return {
    write: (line) => {
      try {
        writeSync(file, `${line}\n`)
      } catch (thrown) {
        if (!hasFailed) tell(`The log cannot be written. ${fileReason(path, thrown)}`)
        hasFailed = true
      }
    },
    close: () => closeSync(file)
  }
}
