/**
 * Reads a result as the server wrote it into rows, the same for every driver: what JavaScript cannot hold exactly stays
 * text.
 */
import type { Table } from './database.js'

type Reader = (cell: string) => unknown

// -- scalars

// With DateStyle ISO, which the transaction sets. What does not fit (infinity, years BC) stays text.
const INSTANT = /^(\d{4})-(\d\d)-(\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?([+-]\d\d)(?::(\d\d))?$/

const toInstant: Reader = (cell) => {
  const found = INSTANT.exec(cell)
  if (found === null) return cell
  const [, year, month, day, time, fraction = '', hours, minutes = '00'] = found
  return new Date(`${year}-${month}-${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}${hours}:${minutes}`)
}

const toBytes: Reader = (cell) => (cell.startsWith('\\x') ? Uint8Array.from(Buffer.from(cell.slice(2), 'hex')) : cell)

/**
 * Types by their number, which never changes. Those that are not listed are text: int8 and numeric (exact), date,
 * timestamp and time (no zone, so no instant), interval, uuid, enums.
 */
const READERS: ReadonlyMap<number, Reader> = new Map<number, Reader>([
  [16, (cell) => cell === 't'], // bool
  [17, toBytes], // bytea
  [21, Number], // int2
  [23, Number], // int4
  [26, Number], // oid
  [114, (cell): unknown => JSON.parse(cell)], // json
  [700, Number], // float4
  [701, Number], // float8
  [1184, toInstant], // timestamptz
  [3802, (cell): unknown => JSON.parse(cell)] // jsonb
])

// -- arrays

/** Array types and the types of their elements. */
const ELEMENTS: ReadonlyMap<number, number> = new Map([
  [199, 114],
  [1000, 16],
  [1001, 17],
  [1002, 18],
  [1003, 19],
  [1005, 21],
  [1007, 23],
  [1009, 25],
  [1014, 1042],
  [1015, 1043],
  [1016, 20],
  [1021, 700],
  [1022, 701],
  [1028, 26],
  [1115, 1114],
  [1182, 1082],
  [1183, 1083],
  [1185, 1184],
  [1187, 1186],
  [1231, 1700],
  [1270, 1266],
  [2951, 2950],
  [3807, 3802]
])

// A token of an array's text: an opening or closing brace, a comma, a quoted element or a bare one.
const TOKEN = /[{},]|"[^"\\]*(?:\\.[^"\\]*)*"|[^{},"]+/gsy

const toElement = (token: string, read: Reader): unknown => {
  if (token === 'NULL') return null
  return read(token.startsWith('"') ? token.slice(1, -1).replace(/\\(.)/gs, '$1') : token)
}

const toArray = (cell: string, read: Reader): unknown => {
  // Bounds other than 1 are written in front: [0:2]={a,b,c}.
  const open: Array<Array<unknown>> = [[]]
  for (const [token] of cell.slice(cell.indexOf('{')).matchAll(TOKEN)) {
    const inner = open.at(-1) ?? []
    if (token === '{') {
      const next: Array<unknown> = []
      inner.push(next)
      open.push(next)
    } else if (token === '}') open.pop()
    else if (token !== ',') inner.push(toElement(token, read))
  }
  return open[0]?.[0]
}

// -- cells

const asText: Reader = (cell) => cell

/** Every type that is read here, for drivers that would parse them otherwise. */
export const READ_TYPES: ReadonlyArray<number> = [...READERS.keys(), ...ELEMENTS.keys(), ...ELEMENTS.values()]

export const readCell = (cell: string | null, type: number): unknown => {
  if (cell === null) return null
  const element = ELEMENTS.get(type)
  return element === undefined ? (READERS.get(type) ?? asText)(cell) : toArray(cell, READERS.get(element) ?? asText)
}

// -- rows

export type Row = Readonly<Record<string, unknown>>

/** Two columns of one name would become one field, and the other value would be lost unseen. */
export class NamedAlike extends Error {
  constructor(
    readonly first: number,
    readonly second: number
  ) {
    super('Two columns are named alike.')
  }
}

/** No data keep a field of this name: whoever copied it would set a prototype. */
export class NamedProto extends Error {
  constructor(readonly column: number) {
    super('A column is named __proto__.')
  }
}

/** Reads every row of a result; columns that would not all become fields throw `NamedAlike` or `NamedProto`. */
export const toRows = ({ columns, rows }: Table): ReadonlyArray<Row> => {
  const seen = new Map<string, number>()
  for (const [index, { name }] of columns.entries()) {
    const first = seen.get(name)
    if (first !== undefined) throw new NamedAlike(first + 1, index + 1)
    if (name === '__proto__') throw new NamedProto(index + 1)
    seen.set(name, index)
  }
  return rows.map((cells) =>
    Object.fromEntries(columns.map(({ name, type }, index) => [name, readCell(cells[index] ?? null, type)]))
  )
}
