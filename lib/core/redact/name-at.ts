/** The name that a field, a path or a pointer says, and where the name of a value stands. */
import { isFields } from '../foreign/fields.js'
import { ownValue } from '../foreign/property.js'
import { plainName, wordSet } from '../signs/names.js'
import { fieldName } from './secret-keys.js'

/** Where an object, or a row, says the name of its value: `{ name: 'X-Api-Key', value: … }`. */
export const NAMES = wordSet(
  'name key header field flag argument variable label keyname parameterkey outputkey variablename'
)
export const VALUE = /(?<!min|max|imum)values?$|^(?:val|actual)$/

const textOf = (value: unknown): string => {
  const last: unknown = Array.isArray(value) ? value.at(-1) : value
  const name = isFields(last) ? (ownValue(last, 'pointer') ?? ownValue(last, 'key')) : last
  return typeof name === 'string' && name.length <= 80 ? name : ''
}

/** The name in a text, at the end of a path, or at that of a pointer. */
export const nameOf = (value: unknown): string => fieldName(plainName(textOf(value)))

/** The same, and the last part of one that has several: `/users/7/password`, `user.password`. */
export const namesAt = (value: unknown): ReadonlyArray<string> => [
  nameOf(value),
  nameOf(textOf(value).split(/[./]/).at(-1))
]
