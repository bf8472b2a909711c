/** The log file of a command, for hosts that show its standard error to nobody. */
import { closeSync, constants, fchmodSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { expectFolder, expectNoFolder } from '../folder.js'
import { UsageError } from '../exit.js'
import { visible } from '../../../core/errors/index.js'
import { fileReason } from '../reason.js'

export interface LogFile {
  readonly write: (line: string) => void
  readonly close: () => void
}

// Windows has no O_NOFOLLOW, which counts as 0, and requires rights to make links.
const FLAGS = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW
const PRIVATE = 0o600

/** Appends lines to a file that only this user can read; a full disk is reported once. */
export const openLog = async (path: string | undefined, tell: (line: string) => void): Promise<LogFile> => {
  if (path === undefined) return { write: () => {}, close: () => {} }
  await expectNoFolder(path, 'Name a file for the log.')
  await expectFolder(dirname(path), 'Name a file for the log.')
  let file: number
  try {
    mkdirSync(dirname(path), { recursive: true })
    file = openSync(path, FLAGS, PRIVATE)
    fchmodSync(file, PRIVATE)
  } catch (thrown) {
    throw new UsageError(`The log cannot be written. ${fileReason(path, thrown)}`, { cause: thrown })
  }
  let hasFailed = false
  return {
    write: (line) => {
      try {
        // Lines may quote a server.
        writeSync(file, `${visible(line)}\n`)
      } catch (thrown) {
        if (!hasFailed) tell(`The log cannot be written. ${fileReason(path, thrown)}`)
        hasFailed = true
      }
    },
    close: () => closeSync(file)
  }
}
