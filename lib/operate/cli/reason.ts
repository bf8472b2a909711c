/** Words the reason of a failure. */
import { getSystemErrorMap } from 'node:util'

/** Any code may have thrown it, so it need not be an error. */
export const thrownMessage = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** The system's own words: `no such file or directory` for an `ENOENT`; the message of any other error. */
export const reasonOf = (thrown: unknown): string => {
  const { code, errno } = (thrown ?? {}) as NodeJS.ErrnoException
  // The system says "illegal operation on a directory".
  if (code === 'EISDIR') return 'it is a folder; name a file in it'
  // Where no link is followed, it says "too many symbolic links" of a single one.
  if (code === 'ELOOP') return 'it is a link, which is not followed'
  return (errno === undefined ? undefined : getSystemErrorMap().get(errno)?.[1]) ?? thrownMessage(thrown)
}

/** A path in a sentence: quotes make an empty one visible, which an unset variable leaves; a file may have any name. */
export const shownPath = (path: string): string => (path === '' ? "''" : path.replaceAll('\n', '\\n'))

/** Names the file that could not be read or written, and the reason. */
export const fileReason = (path: string, thrown: unknown): string => `${shownPath(path)}: ${reasonOf(thrown)}`
