/** Says why a file could not be read or written. */
import { getSystemErrorMap } from 'node:util'

/** In the system's own words: `no such file or directory` for an `ENOENT`; the message of any other error. */
export const reasonOf = (error: unknown): string => {
  const { code, errno, message } = error as NodeJS.ErrnoException
  // The system says: illegal operation on a directory.
  if (code === 'EISDIR') return 'it is a folder; name a file in it'
  return (errno === undefined ? undefined : getSystemErrorMap().get(errno)?.[1]) ?? message
}
