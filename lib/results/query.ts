/** What a model asks of a kept result, and how it goes on. */

/** What a model may ask of a kept result. @category Results @since 0.1.0 */
export interface ResultQuery {
  /**
   * `orders`, `data.rows[3].log`.
   * @default the list, map or text that makes up more than half of the result, else the result itself, as for `find`
   */
  readonly path?: string
  /** The first element, entry or line, or what was found or counted by its value, from 0. @default 0 */
  readonly from?: number
  /** The one before which it ends. @default as many as fit */
  readonly to?: number
  /** Characters of the line `from` that are left out, where it is too long to show whole. @default 0 */
  readonly skip?: number
  /**
   * Of elements and entries that are records, or of the record at the path that has them, these fields alone, each by
   * its name, its path in the record, or its path in the shape below one `[]` or `*`.
   */
  readonly fields?: ReadonlyArray<string>
  /**
   * Elements, lines, values and names that hold this text, in any case, or this number; anywhere below the path. A
   * number beyond 2^53 - 1 is refused: as a text it keeps its digits.
   */
  readonly find?: string | number
  /** Lines before and after each line that was found. @default 2 */
  readonly context?: number
  /** The number of elements, entries, lines or distinct values, or of what was found, between `from` and `to`. */
  readonly count?: boolean
  /**
   * The values of this field of the elements or entries, each with its number; named as in `fields` (`[""]` without a
   * name).
   */
  readonly distinct?: string
}

/** A query whose path is that of what is read, without a range. */
export type PlacedQuery = ResultQuery & { readonly path: string }

export type ResultPart = Readonly<Record<string, unknown>>

/** A longer path is not read. */
export const MAX_PATH = 1_000

/**
 * The arguments of the next call, all of them: a model may make it of these alone, or put them over those of the last
 * one.
 */
export const nextCall = ({ path, skip: before = 0, ...rest }: PlacedQuery, from: number, skip = 0): ResultQuery => ({
  // Without one, what makes up most of the result is found again.
  ...(path.length > MAX_PATH ? {} : { path: path === '' ? '$' : path }),
  ...rest,
  from,
  ...(skip > 0 || before > 0 ? { skip } : {})
})

/** How many of those between `from` and `to`; beside all, where there are bounds. */
export const countBetween = (all: ReadonlyArray<unknown>, { from, to }: ResultQuery) => ({
  ...(from === undefined && to === undefined ? {} : { of: all.length }),
  count: all.slice(from, to).length
})
