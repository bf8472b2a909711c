/** Recognizes rows beside errors: the successful part of a bulk operation, a batch or a GraphQL query. */
import { plainName, wordSet } from '../signs/names.js'
import { codeOfWords } from './words.js'
import {
  entriesOf,
  FAILED,
  isEmpty,
  isErrorField,
  isErrorStatus,
  isException,
  isFlagDown,
  type NamedField
} from './fields.js'
import { countOf, bodyFailure, type BodyFailure } from './code.js'
import { isFields, isObject, type Fields } from '../foreign/fields.js'

export const isError = (one: unknown): boolean => {
  if (!isFields(one)) return false
  const entries = entriesOf(one)
  return entries.some((entry) => {
    const [key, name, value] = entry
    return isErrorField(entry) || isErrorStatus(name, value) || isFlagDown(name, value) || isException(key, name, value)
  })
}

export const isRows = (value: unknown): value is ReadonlyArray<unknown> =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'object' && one !== null)

// A row of a bulk response may hold its outcome under the name of the operation: `{"update": {"status": 404}}`.
const isFailedRow = (row: unknown): boolean =>
  isError(row) ||
  (isFields(row) && Object.keys(row).length === 1 && isError(Object.values(row)[0])) ||
  (isFields(row) && isFields(row['body']) && isError(row['body']))

const ROWS_FAILED = wordSet('failed failures failedentries unsuccessful')
const BULK = wordSet('errors failed failures usererrors inserterrors failedentries unsuccessful elementerrors rejected')

/** The errors of a response that also has rows, if any. */
export const partialIn = (fields: Fields, entries: ReadonlyArray<NamedField>): BodyFailure | undefined => {
  const flagged = entries.find(([, name, value]) => name === 'errors' && value === true)
  const listed = entries.find(
    ([, name, value]) => BULK.has(name) && isRows(value) && value.every((one) => isFields(one))
  )
  // GraphQL (spec, section 7.1): `errors` beside a non-empty `data`.
  const { data } = fields
  if (listed?.[0] === 'errors' && isFields(data))
    return Object.values(data).some((one) => !isEmpty(one))
      ? bodyFailure(listed[2], { field: 'errors', count: countOf(listed[2]) ?? 0, rows: ['data'] })
      : undefined
  const rows = entries.find(([, name, value]) => !BULK.has(name) && !ENVELOPE_LISTS.has(name) && isRows(value))
  if (flagged !== undefined && rows !== undefined && (rows[2] as ReadonlyArray<unknown>).some(isFailedRow)) {
    const failed = (rows[2] as ReadonlyArray<unknown>).filter(isFailedRow)
    return bodyFailure(failed, { field: rows[0], count: failed.length, rows: [rows[0]] })
  }
  if (listed !== undefined && rows !== undefined && entries.length <= 8) {
    const errors = listed[2] as ReadonlyArray<unknown>
    const isOutcome = ROWS_FAILED.has(listed[1]) || errors.every((one) => isErrorOfRow(one))
    if (isOutcome) return bodyFailure(errors, { field: listed[0], count: errors.length, rows: [rows[0]] })
  }
  const shards = fields['_shards']
  if (isFields(shards) && typeof shards['failed'] === 'number' && shards['failed'] > 0)
    return bodyFailure(shards['failures'], { field: '_shards', count: shards['failed'], rows: ['hits', 'hits'] })
  // A batch of responses, some of which are errors.
  const only = entries.find(([, , value]) => typeof value === 'object')
  if (
    only !== undefined &&
    ['responses', 'results', 'value', 'items', 'response'].includes(only[1]) &&
    isRows(only[2])
  ) {
    const failed = only[2].filter(isFailedRow)
    const isBatch = only[2].some(
      (row) => isFields(row) && (isFields(row['error']) || typeof row['status'] === 'number')
    )
    if (isBatch && failed.length > 0)
      return bodyFailure(failed, { field: only[0], count: failed.length, rows: [only[0]] })
  }
  return undefined
}

const ENVELOPE_LISTS = wordSet('warnings links messages details causes errorcauses fields')

const isErrorOfRow = (one: unknown): boolean =>
  isFields(one) &&
  entriesOf(one).some(
    ([, name, value]) =>
      isErrorStatus(name, value) ||
      (name === 'status' && typeof value === 'string' && FAILED.has(plainName(value))) ||
      ((name === 'error' || name === 'errors' || name === 'elementerrors') && !isEmpty(value) && value !== false) ||
      (name === 'code' && typeof value === 'string' && codeOfWords(value) !== undefined)
  ) &&
  !entriesOf(one).some(([, name]) =>
    ['line', 'column', 'severity', 'file', 'filename', 'rule', 'ruleid', 'level'].includes(name)
  )

/** Whether a value holds something, and is no error. */
export const isFilled = (value: unknown): boolean =>
  isObject(value) && !isError(value) && !Object.values(value).every(isEmpty)

/** Whether a body of GraphQL has an error with a path, or beside the name of a field: its resolver ran (section 7.1) */
export const isOfResolver = (body: Fields): boolean => {
  const { errors, data } = body
  if (!Array.isArray(errors)) return false
  if (isFields(data) && Object.keys(data).length > 0) return true
  // An issue of a validator has a path as well.
  const isGraphQl = (one: Fields): boolean => 'locations' in one || 'extensions' in one
  return errors.some(
    (one) => isFields(one) && Array.isArray(one['path']) && ('data' in body || isGraphQl(body) || isGraphQl(one))
  )
}
