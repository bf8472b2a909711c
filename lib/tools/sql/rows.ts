/** Rows as objects, from a result as the server wrote it. */
import type { Table } from './database.js'
import { readCell } from './cells.js'

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

/** Reads every row of a result; columns that are named alike throw `NamedAlike`. */
export const toRows = ({ columns, rows }: Table): ReadonlyArray<Row> => {
  const seen = new Map<string, number>()
  for (const [index, { name }] of columns.entries()) {
    const first = seen.get(name)
    if (first !== undefined) throw new NamedAlike(first + 1, index + 1)
    seen.set(name, index)
  }
  // fromEntries defines its fields: a column called __proto__ becomes one like any other.
  return rows.map((cells) =>
    Object.fromEntries(columns.map(({ name, type }, index) => [name, readCell(cells[index] ?? null, type)]))
  )
}
