/** Says why something could not be done. */
import { getSystemErrorMap } from 'node:util'

/** What somebody's code threw, which need not be an error. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** In the system's own words: `no such file or directory` for an `ENOENT`; the message of any other error. */
export const reasonOf = (thrown: unknown): string => {
  const { code, errno } = (thrown ?? {}) as NodeJS.ErrnoException
  // The system says: illegal operation on a directory.
  if (code === 'EISDIR') return 'it is a folder; name a file in it'
  return (errno === undefined ? undefined : getSystemErrorMap().get(errno)?.[1]) ?? messageOf(thrown)
}

/** Which file could not be read or written, and why. */
export const fileReason = (path: string, thrown: unknown): string => `${path === '' ? "''" : path}: ${reasonOf(thrown)}`
