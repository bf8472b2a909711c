/** Whether the fields beside a value make a secret of it: `{ name: 'DB_PASSWORD', value: … }`. */
import { type Fields, isFields, isPlainObject } from '../foreign/fields.js'
import { ownValue } from '../foreign/property.js'
import { isHiddenText, NO_PLACE, placesOf } from './named-values.js'
import { KNOWN } from './secrets.js'

const MAX_FIELDS = 100

/** Of an object with more fields, the first ones are read, and that of the value. No getter runs. */
export const isSecretIn = (record: unknown, key: string, value: unknown): boolean => {
  if (!isFields(record) || !isPlainObject(record)) return false
  const near = new Set([...Object.keys(record).slice(0, MAX_FIELDS), key])
  const fields: Fields = Object.fromEntries([...near].map((each) => [each, ownValue(record, each)]))
  return isHiddenText(placesOf(fields, NO_PLACE, KNOWN)(key), String(value))
}
