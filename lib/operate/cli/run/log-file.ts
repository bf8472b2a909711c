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

// A line about a call begins with its time.
const TIMED = /^(\d{4}-\d\d-\d\dT\S+Z) (.*)$/s

/**
 * Appends lines to a file that only this user can read, each with its time and the server that it is about: several
 * proxies may write one file. A full disk is reported once.
 */
export const openLog = async (
  path: string | undefined,
  server: string,
  tell: (line: string) => void
): Promise<LogFile> => {
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
        const [, time = new Date().toISOString(), text = line] = TIMED.exec(line) ?? []
        // Lines may quote a server.
        writeSync(file, `${visible(`${time} [${server}] ${text}`)}\n`)
      } catch (thrown) {
        if (!hasFailed) tell(`The log cannot be written. ${fileReason(path, thrown)}`)
        hasFailed = true
      }
    },
    close: () => closeSync(file)
  }
}
