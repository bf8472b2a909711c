/**
 * Opens files with users' requests and services' responses: for their owner alone, and never through a planted link.
 */
import { closeSync, constants, fchmodSync, fstatSync, openSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'

const MODE = 0o600

// Windows has no such flag, and requires a privilege to plant a link.
const NO_LINK = constants.O_NOFOLLOW ?? 0

const { O_APPEND, O_CREAT, O_RDWR, O_WRONLY } = constants

/** Flags for a file that is appended to, and for one that is rewritten (after its opener has emptied it). */
export const FLAGS = { append: O_RDWR | O_CREAT | O_APPEND | NO_LINK, write: O_WRONLY | O_CREAT | NO_LINK } as const

/** Opens a file and makes it private, even if it existed; rejects for a link. */
export const openPrivate = async (path: string, flags: number): Promise<FileHandle> => {
  const handle = await open(path, flags, MODE)
  try {
    if ((await handle.stat()).isFile()) await handle.chmod(MODE)
    return handle
  } catch (thrown) {
    await handle.close()
    throw thrown
  }
}

/** The synchronous variant, for a process that ends. */
export const openPrivateSync = (path: string, flags: number): number => {
  const fd = openSync(path, flags, MODE)
  try {
    if (fstatSync(fd).isFile()) fchmodSync(fd, MODE)
    return fd
  } catch (thrown) {
    closeSync(fd)
    throw thrown
  }
}
