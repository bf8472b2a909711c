/** Promises of foreign code: recognized without running any of it, and kept from ending the process when nobody awaits them. */
import { isObject } from './fields.js'
import { hidesProxy, inheritedValue, ownValue, type IsProxy } from './property.js'

/** Whether `await` would wait for a value: a promise, or an object with a method `then`. Without a proxy test, a proxy's trap may throw. */
export const isThenable = (value: unknown, isProxy: IsProxy = () => false): value is PromiseLike<unknown> =>
  typeof inheritedValue(value, 'then', isProxy) === 'function'

const ignore = (): void => {}

/** Swallows the rejection of a promise that nobody awaits. */
export const abandon = (value: unknown): void => {
  if (value instanceof Promise) value.catch(ignore)
}

const MAX_DEPTH = 4
const MAX_FIELDS = 1_000

/** The same for promises inside a value, from a tool that forgot to await its fields. */
export const abandonWithin = (value: unknown, isProxy: IsProxy, depth = 0): void => {
  try {
    if (!isObject(value) || hidesProxy(value, isProxy)) return
    if (value instanceof Promise) {
      value.catch(ignore)
      return
    }
    if (depth >= MAX_DEPTH) return
    for (const key of Object.keys(value).slice(0, MAX_FIELDS)) abandonWithin(ownValue(value, key), isProxy, depth + 1)
  } catch {
    // A value that cannot be read holds no promise that anybody could await.
  }
}
