/** Checks the kind of file at paths of the command line. */
import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { UsageError } from './exit.js'

const kindOf = async (path: string): Promise<'folder' | 'other' | undefined> => {
  const found = await stat(path).catch(() => undefined)
  return found === undefined ? undefined : found.isDirectory() ? 'folder' : 'other'
}

/** Throws a UsageError for a folder; `advice` says what to name instead. */
export const expectNoFolder = async (path: string, advice: string): Promise<void> => {
  if ((await kindOf(path)) === 'folder') throw new UsageError(`${path} is a folder. ${advice}`)
}

/**
 * Throws a UsageError for anything but a folder; `advice` says what to name instead. A missing folder can be created.
 */
export const expectFolder = async (path: string, advice: string): Promise<void> => {
  if ((await kindOf(path)) === 'other') throw new UsageError(`${path} is not a directory. ${advice}`)
}

/** Creates a folder where it is missing, and rejects where no file can be written into it. */
export const expectWritable = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const probe = join(folder, `.guarded-call-${randomUUID()}`)
  await writeFile(probe, '', { flag: 'wx' })
  await rm(probe)
}

/** Throws a UsageError if two paths lead to the same file, whose contents would count twice. */
export const expectDistinct = (paths: ReadonlyArray<string>): void => {
  if (new Set(paths.map((path) => resolve(path))).size < paths.length)
    throw new UsageError('The same file is named twice.')
}
