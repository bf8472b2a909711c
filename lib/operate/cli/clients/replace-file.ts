/**
 * Writes a file that another program reads, with the owner, mode and links that it has; whole at every time, where it
 * has one name and its owner can be kept.
 */
import { access, chmod, chown, constants, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { UsageError } from '../exit.js'

/** Throws a UsageError where the file's owner, or the system, lets nobody write to it: root could all the same. */
export const expectUnlocked = async (path: string): Promise<void> => {
  const { mode } = await stat(path)
  const canWrite = await access(path, constants.W_OK).then(
    () => true,
    () => false
  )
  if (!canWrite || (mode & 0o222) === 0)
    throw new UsageError(`${path} is read-only: nothing was written. Make it writable, or change it where it is made.`)
}

/** Writes another file that belongs to whom the first one belongs to. Answers whether that could be done. */
export const writeLike = async (path: string, other: string, text: string): Promise<boolean> => {
  const { mode, uid, gid } = await stat(path)
  // Nobody else reads it before it is theirs, and no link leads elsewhere.
  await rm(other, { force: true })
  await writeFile(other, text, { mode: 0o600, flag: 'wx' })
  const isTheirs = await chown(other, uid, gid).then(
    () => true,
    () => false
  )
  await chmod(other, mode & 0o777)
  return isTheirs
}

/** Replaces the text of a file. */
export const replaceFile = async (path: string, text: string): Promise<void> => {
  const target = await realpath(path)
  const { nlink } = await stat(target)
  const beside = `${target}.${process.pid}.tmp`
  try {
    // A new file has one name and one owner: where the old one had others, its reader may see half of the new text.
    if (nlink === 1 && (await writeLike(target, beside, text))) await rename(beside, target)
    else await writeFile(target, text)
  } finally {
    await rm(beside, { force: true })
  }
}
