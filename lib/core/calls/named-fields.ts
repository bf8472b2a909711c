/** The part of a call's arguments that a rule names. */
import { asFields } from '../foreign/index.js'

/**
 * What the named arguments hold. A call that holds none of them would be the same order as every other: all of its
 * arguments count then.
 */
export const namedFields = (names: ReadonlyArray<string>, args: unknown): unknown => {
  const fields = asFields(args)
  const held = names.map((name) => (Object.hasOwn(fields, name) ? (fields[name] ?? null) : null))
  return held.every((value) => value === null) ? args : held
}
