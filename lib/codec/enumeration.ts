/** Lists the members of an enumeration. */
import { oneLine } from '../core/errors/index.js'

export type Literal = string | number | boolean | null

const MAX_LISTED = 10
const MAX_MEMBER = 40
const MAX_TEXT = 160

/** Joins as many as fit and says how many are left out: `"a", "b", … (12 more)`. */
const listed = (parts: ReadonlyArray<string>): string => {
  const shown: Array<string> = []
  let length = 0
  for (const part of parts.slice(0, MAX_LISTED)) {
    length += part.length
    if (shown.length > 0 && length > MAX_TEXT) break
    shown.push(part)
  }
  if (shown.length < parts.length) shown.push(`… (${parts.length - shown.length} more)`)
  return shown.join(', ')
}

/** The expectation of an enumeration: `"a"`, `one of "a", "b", … (12 more)`. */
export const enumText = (members: ReadonlyArray<Literal>): string => {
  const text = listed(members.map((member) => oneLine(JSON.stringify(member), MAX_MEMBER)))
  return members.length === 1 ? text : `one of ${text}`
}

/** Says that any of these will do: `string, number or null`. */
export const anyOf = (texts: ReadonlyArray<string>): string => {
  const last = texts.at(-1)
  if (last === undefined) return 'no value'
  if (texts.length > MAX_LISTED) return listed(texts)
  return texts.length === 1 ? last : `${texts.slice(0, -1).join(', ')} or ${last}`
}
