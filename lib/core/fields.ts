/** Objects of unknown origin: whether they are plain, and what their fields hold. */

export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is an object that has fields: no array, and not null. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether an object is an instance of no class. Two levels, not `=== Object.prototype`: it may come from another realm. */
export const isPlainObject = (object: object): boolean => {
  const prototype = Object.getPrototypeOf(object) as object | null
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** The fields of a value; none where it is no such object. */
export const asFields = (value: unknown): Fields => (isFields(value) ? value : {})
