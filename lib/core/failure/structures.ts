/** The fields of a response, in whatever structure a service writes them: lists of one, pairs, tables. */
import { isFields, isObject, type Fields } from '../foreign/fields.js'
import { innermostOf } from '../json/read.js'
import type { NamedField } from './fields.js'

// What stands deeper is not read, and may be a failure.
export const MAX_DEPTH = 20

// -- a value in a wrapper

const WRAPPED = /^(?:value|text|key|label|type|_|#text|S|N|BOOL|\w{1,20}Value)$/

/** The one value that a wrapper holds; undefined of other values. */
const soleOf = (value: unknown): unknown => {
  if (!isObject(value)) return undefined
  const [first, ...others] = Object.keys(value)
  if (first === undefined) return undefined
  if (Array.isArray(value)) return others.length > 0 ? undefined : (soleOf(value[0]) ?? value[0])
  // xml2js writes attributes beside a text.
  const key = '_' in value ? '_' : first
  return WRAPPED.test(key) && (others.length === 0 || key === '_') ? (value as Fields)[key] : undefined
}

// What is no scalar is read where it stands.
const plainOf = (value: unknown): unknown => {
  const plain = isObject(value) ? soleOf(value) : value
  return isObject(plain) ? undefined : plain
}

/**
 * Fields with each value that is wrapped taken out: `{"status": ["failed"]}` of xml2js, `{"status": {"S": "failed"}}`
 * of DynamoDB; undefined where none is.
 */
export const withoutWrappers = (entries: ReadonlyArray<NamedField>): ReadonlyArray<NamedField> | undefined => {
  const plain = entries.map(([key, name, value]) => [key, name, plainOf(value) ?? value] as const)
  return plain.every(([, , value], i) => value === entries[i]?.[2]) ? undefined : plain
}

// -- pairs and tables

const valueUnder = (one: Fields, names: RegExp): unknown =>
  Object.entries(one).find(([key, value]) => names.test(key) && value !== undefined)?.[1]

const pairOf = (one: unknown): readonly [name: string, value: unknown] | undefined => {
  const [name, value] = Array.isArray(one)
    ? one.length === 2
      ? (one as ReadonlyArray<unknown>)
      : []
    : isFields(one)
      ? [valueUnder(one, /^(?:column|field|key|name|k)$/i), valueUnder(one, /^v(?:al(?:ue)?)?$/i)]
      : []
  return typeof name === 'string' && value !== undefined ? [name, plainOf(value)] : undefined
}

// `["id", "status"]`, `[{"name": "id"}, {"name": "status"}]`
const namesIn = (header: unknown): ReadonlyArray<string> => {
  if (!Array.isArray(header)) return []
  const names = header.map((one) => (isFields(one) ? valueUnder(one, /^(?:column_?)?name$/i) : one))
  return names.every((name) => typeof name === 'string') ? names : []
}

const isRow = (one: unknown): one is ReadonlyArray<unknown> => Array.isArray(one)

const rowsUnder = (names: ReadonlyArray<string>, rows: ReadonlyArray<unknown>): ReadonlyArray<Fields> =>
  names.length > 0 && rows.every((row) => isRow(row) && row.length === names.length)
    ? rows.map((row) => Object.fromEntries(names.map((name, i) => [name, plainOf((row as ReadonlyArray<unknown>)[i])])))
    : []

// `[{"name": "success", "value": false}]`, `[["success", false]]`; rows below their header
const recordsOfList = (list: ReadonlyArray<unknown>): ReadonlyArray<Fields> => {
  const pairs = list.map(pairOf)
  const [header, ...rows] = list
  return [
    ...(list.length > 0 && pairs.every((pair) => pair !== undefined) ? [Object.fromEntries(pairs)] : []),
    ...rowsUnder(namesIn(header), rows)
  ]
}

/** The records of a table, whose columns stand beside its rows: `{"columns": ["id"], "rows": [[17]]}`. */
export const rowsBesideColumns = (fields: Fields): ReadonlyArray<Fields> => {
  const lists = Object.values(fields).filter(isRow)
  const headers = new Map(lists.map((list) => [list.length, namesIn(list)]))
  return lists.flatMap(([first, ...rows]) =>
    isRow(first) ? rowsUnder(headers.get(first.length) ?? [], [first, ...rows]) : []
  )
}

/** The records in a value: itself, those of a list, or of JSON as text. AWS Lambda answers with a body of it. */
export const recordsIn = (value: unknown, depth = 0): ReadonlyArray<object> => {
  const inner = innermostOf(value)
  if (!isObject(inner)) return []
  if (!Array.isArray(inner) || depth > MAX_DEPTH) return [inner]
  return [...recordsOfList(inner), ...inner.flatMap((one) => recordsIn(one, depth + 1))]
}
