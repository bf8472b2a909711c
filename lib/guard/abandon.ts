/** Where a synchronous answer was due, a promise is not waited for, and must not end the process when it rejects. */
import { hidesProxy } from '../core/data.js'
import { isProxy } from '#platform'

const ignore = (): void => {}

/** Swallows the rejection of a promise that nobody waits for. */
export const abandon = (value: unknown): void => {
  if (value instanceof Promise) value.catch(ignore)
}

const MAX_DEPTH = 4
const MAX_FIELDS = 1_000

/** The same for promises that stand somewhere in a value: a tool that forgot to wait for its fields. */
export const abandonWithin = (value: unknown, depth = 0): void => {
  try {
    if (typeof value !== 'object' || value === null || hidesProxy(value, isProxy)) return
    if (value instanceof Promise) {
      value.catch(ignore)
      return
    }
    if (depth >= MAX_DEPTH) return
    for (const key of Object.keys(value).slice(0, MAX_FIELDS))
      abandonWithin(Object.getOwnPropertyDescriptor(value, key)?.value, depth + 1)
  } catch {
    // a value that cannot be looked at holds no promise that anybody could have waited for
  }
}
