/** Promises of foreign code: recognized without running it, and unable to end the process unawaited. */
import { DEFAULT_LIMITS } from './copy-data.js'
import { isObject } from './fields.js'
import { hidesProxy, inheritedValue, membersOf, ownValue, type IsProxy } from './property.js'

/** A value, or a promise of one. @category Budget @since 0.1.0 */
export type MaybePromise<A> = A | PromiseLike<A>

/** Whether `await` would wait: a promise or a thenable. Without a proxy test, a proxy's trap may throw. */
export const isThenable = (value: unknown, isProxy: IsProxy = () => false): value is PromiseLike<unknown> =>
  typeof inheritedValue(value, 'then', isProxy) === 'function'

const ignore = (): void => {}

/** Swallows the rejection of a promise that nobody awaits. */
export const abandon = (value: unknown): void => {
  if (value instanceof Promise) value.catch(ignore)
}

// A tenth of what a copy may have: few tools forget that many promises.
const MAX_VALUES = DEFAULT_LIMITS.maxValues / 10

/** The same for promises inside a value: from a tool that forgot to await its fields. */
export const abandonWithin = (value: unknown, isProxy: IsProxy): void => {
  let left = MAX_VALUES
  const search = (holder: unknown, depth: number): void => {
    left--
    if (!isObject(holder) || hidesProxy(holder, isProxy)) return
    abandon(holder)
    if (depth >= DEFAULT_LIMITS.maxDepth) return
    for (const member of membersOf(holder) ?? []) {
      if (left <= 0) return
      search(member, depth + 1)
    }
    // The keys of a long array would take more memory than it does.
    const keys = Array.isArray(holder) ? holder.keys() : Object.keys(holder)
    for (const key of keys) {
      if (left <= 0) return
      search(ownValue(holder, key), depth + 1)
    }
  }
  try {
    search(value, 1)
  } catch {
    // A value that cannot be read holds no promise that anybody could await.
  }
}

/** The same once a promise brings a value that nobody waits for any more. */
export const abandonLate = (value: unknown, isProxy: IsProxy): void => {
  if (value instanceof Promise) value.then((late) => abandonWithin(late, isProxy), ignore)
}
