/** Says why a file could not be read or written, in the system's own words. */
import { getSystemErrorMap } from 'node:util'

/** `no such file or directory` for an `ENOENT`; the message of any other error. */
export const reasonOf = (error: unknown): string => {
  const { errno, message } = error as NodeJS.ErrnoException
  return (errno === undefined ? undefined : getSystemErrorMap().get(errno)?.[1]) ?? message
}
