/** Reads single fields of foreign values without running a getter, and without ever throwing. */

/** The value of an own data property; `undefined` where there is none, an accessor, or a value that cannot be read. */
export const ownField = (holder: unknown, key: string | number): { readonly value: unknown } | undefined => {
  if (typeof holder !== 'object') return undefined
  try {
    const property = Object.getOwnPropertyDescriptor(holder, key) ?? {}
    if ('value' in property) return { value: property.value }
  } catch {
    // It is null, or a proxy whose trap threw.
  }
  return undefined
}

/** Whether an object has the key as its own; false where that cannot be read. */
export const hasOwnField = (holder: unknown, key: string | number): boolean => {
  if (typeof holder !== 'object') return false
  try {
    return Object.hasOwn(holder as object, key)
  } catch {
    return false
  }
}
