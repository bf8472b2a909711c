/** Tells a client that is done with asking, and still wants its responses, from one whose process is gone. */
import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs'
import type { Writable } from 'node:stream'

const LOOK_MS = 250

const WITHOUT_WAITING = constants.O_WRONLY | constants.O_NONBLOCK

// A socket without another end does not even take nothing. A pipe does, until the next response; but on Linux it can be
// opened once more, and only while somebody reads it.
const hasReader = (stdout: Writable): boolean => {
  if (!('fd' in stdout) || typeof stdout.fd !== 'number') return true
  try {
    if (process.platform === 'linux' && fstatSync(stdout.fd).isFIFO())
      closeSync(openSync(`/proc/self/fd/${stdout.fd}`, WITHOUT_WAITING))
    else writeSync(stdout.fd, new Uint8Array())
    return true
  } catch (error) {
    return !['EPIPE', 'ENXIO'].includes(String((error as NodeJS.ErrnoException).code))
  }
}

/**
 * Looks from now on whether the client is there: by its end of our output, and by who our `parent` is, which some
 * clients start us through. Gives what ends the watch.
 */
export const watchClient = (stdout: Writable, parent: number, onGone: () => void): (() => void) => {
  const timer = setInterval(() => {
    if (process.ppid === parent && hasReader(stdout)) return
    clearInterval(timer)
    onGone()
  }, LOOK_MS).unref()
  return () => clearInterval(timer)
}
