/**
 * A heap that stays small. One proxy stands before each server of a client, for days and mostly idle: V8 would let four
 * times as much garbage as live data pile up. A long message has room while it is read: in a small heap, millions of
 * objects would take minutes.
 */
import { setFlagsFromString } from 'node:v8'

const LONG = 1_000_000

let isSmall = false

export const keepHeapSmall = (): void => {
  isSmall = true
  setFlagsFromString('--optimize-for-size')
}

/** Reads a text in a heap that has room for what a long one holds. */
export const withRoomFor = <A>(text: string, read: (text: string) => A): A => {
  if (!isSmall || text.length < LONG) return read(text)
  setFlagsFromString('--no-optimize-for-size')
  try {
    return read(text)
  } finally {
    setFlagsFromString('--optimize-for-size')
  }
}
