/** Where a synchronous answer was due, a promise is not waited for, and must not end the process when it rejects. */

/** Swallows the rejection of a promise that nobody waits for. */
export const abandon = (value: unknown): void => {
  if (value instanceof Promise) value.catch(() => {})
}
