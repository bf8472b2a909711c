/** Reads single properties of foreign objects without running a getter. */
import type { Path } from '../errors/issue.js'
import { isObject } from './fields.js'

/** Detects a Proxy, whose traps are code. Portable code cannot, so callers supply the test. */
export type IsProxy = (value: object) => boolean

/** Whether a value or one of its prototypes is a proxy: even `instanceof` would run its traps. */
export const hidesProxy = (value: object, isProxy: IsProxy): boolean => {
  for (let holder: object | null = value; holder !== null; holder = Object.getPrototypeOf(holder) as object | null) {
    if (isProxy(holder)) return true
  }
  return false
}

/** The value of an own property; `accessor` stands for one that needs code. Throws only if the trap of a proxy does. */
export const ownValue = (holder: object, key: string | number, accessor?: unknown): unknown => {
  const property = Object.getOwnPropertyDescriptor(holder, key)
  return property === undefined || 'value' in property ? property?.value : accessor
}

/** The value of a property, inherited ones too; `accessor` stands for one that needs code; undefined behind a proxy. */
export const inheritedValue = (value: unknown, key: string, isProxy: IsProxy, accessor?: unknown): unknown => {
  let holder = isObject(value) || typeof value === 'function' ? value : null
  while (holder !== null && !isProxy(holder)) {
    if (Object.hasOwn(holder, key)) return ownValue(holder, key, accessor)
    holder = Object.getPrototypeOf(holder) as object | null
  }
  return undefined
}

/** The members of a Map or a Set; undefined of anything else. */
export const membersOf = (value: object): ReadonlyArray<unknown> | undefined => {
  const members: Array<unknown> = []
  const add = (member: unknown): unknown => members.push(member)
  if (value instanceof Map) Map.prototype.forEach.call(value, add)
  else if (value instanceof Set) Set.prototype.forEach.call(value, add)
  else return undefined
  return members
}

/** An own data property of any value; `undefined` if it is missing, an accessor, or unreadable. Never throws. */
export const ownField = (holder: unknown, key: string | number): { readonly value: unknown } | undefined => {
  if (!isObject(holder)) return undefined
  try {
    const property = Object.getOwnPropertyDescriptor(holder, key)
    return property !== undefined && 'value' in property ? { value: property.value } : undefined
  } catch {
    // The trap of a proxy threw.
    return undefined
  }
}

/** Whether an object has an own key; false if it cannot be read. */
export const hasOwnField = (holder: unknown, key: string | number): boolean => {
  try {
    return isObject(holder) && Object.hasOwn(holder, key)
  } catch {
    return false
  }
}

/** The value at a path; `undefined` if it leads to nothing, or through an accessor. Never throws. */
export const valueAt = (root: unknown, path: Path): unknown =>
  path.reduce<unknown>((holder, key) => ownField(holder, key)?.value, root)
