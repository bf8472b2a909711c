/** Reads single fields of foreign values without running a getter, and without ever throwing. */

/** The value of an own data property; `undefined` where there is none, an accessor, or a value that cannot be read. */
export const ownField = (holder: unknown, key: string | number): { readonly value: unknown } | undefined => {
  if (typeof holder !== 'object' || holder === null) return undefined
  try {
    const property = Object.getOwnPropertyDescriptor(holder, key)
    return property !== undefined && 'value' in property ? { value: property.value } : undefined
  } catch {
    // A proxy's trap threw.
    return undefined
  }
}

/** Whether an object has the key as its own; false where that cannot be read. */
export const hasOwnField = (holder: unknown, key: string | number): boolean => {
  if (typeof holder !== 'object' || holder === null) return false
  try {
    return Object.hasOwn(holder, key)
  } catch {
    return false
  }
}
