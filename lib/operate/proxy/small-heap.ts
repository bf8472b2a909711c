/**
 * A heap that stays small. One proxy stands before each server of a client, for days and mostly idle: V8 would let four
 * times as much garbage as live data pile up. A long message has room while it is read: in a small heap, millions of
 * objects would take minutes.
 */
import { setFlagsFromString } from 'node:v8'

const LONG = 1_000_000

const SMALL = '--optimize-for-size'
const ROOMY = '--no-optimize-for-size'

let setFlag: ((flag: string) => void) | undefined

/** Of the whole process, from now on. */
export const keepHeapSmall = (set: (flag: string) => void = setFlagsFromString): void => {
  setFlag = set
  set(SMALL)
}

/** Reads a text in a heap that has room for what a long one holds. */
export const withRoomFor = <A>(text: string, read: (text: string) => A): A => {
  if (setFlag === undefined || text.length < LONG) return read(text)
  setFlag(ROOMY)
  try {
    return read(text)
  } finally {
    setFlag(SMALL)
  }
}
