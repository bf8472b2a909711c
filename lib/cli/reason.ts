/** Says why something could not be done. */
import { getSystemErrorMap } from 'node:util'

/** What somebody's code threw, which need not be an error. */
export const thrownMessage = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** In the system's own words: `no such file or directory` for an `ENOENT`; the message of any other error. */
export const reasonOf = (thrown: unknown): string => {
  const { code, errno } = (thrown ?? {}) as NodeJS.ErrnoException
  // The system says: illegal operation on a directory.
  if (code === 'EISDIR') return 'it is a folder; name a file in it'
  return (errno === undefined ? undefined : getSystemErrorMap().get(errno)?.[1]) ?? thrownMessage(thrown)
}

/** A path in a sentence: an empty one, as an unset variable leaves it, would not be seen. */
export const shownPath = (path: string): string => (path === '' ? "''" : path)

/** Which file could not be read or written, and why. */
export const fileReason = (path: string, thrown: unknown): string => `${shownPath(path)}: ${reasonOf(thrown)}`
