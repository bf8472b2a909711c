/** The names at the head of columns, of rows in data, and what a row of such columns calls its values. */
import { isFields } from '../foreign/fields.js'
import { ownValue } from '../foreign/property.js'
import { plainName, wordSet } from '../signs/names.js'
import { nameOf, NAMES, namesAt, VALUE } from './name-at.js'
import { isHarmlessSibling } from './secret-keys.js'

type IsSecret = (plain: string) => boolean
type Heads = ReadonlyArray<string>

/** Where an object lists the names of its columns. */
export const HEADS = wordSet(
  'cols columns columninfo columnmetadata columnnames fields fieldnames header headers rowtype'
)

/** Where a warehouse has such a list, beside its rows. */
export const AROUND_HEADS = wordSet('manifest resultsetmetadata schema')

// `['id', 'name', 'value']`: each row says what its value is called.
const hasNamesAndValues = (names: Heads): boolean =>
  names.some((name) => NAMES.has(name)) && names.some((name) => VALUE.test(name))

/** The names of columns, if these are ones that tell. */
const headsOf = (names: Heads, isSecret: IsSecret): Heads | undefined =>
  names.length > 1 && (names.some(isSecret) || hasNamesAndValues(names)) ? names : undefined

/** The names in a list of texts, or of objects that have one. */
const namesIn = (names: unknown): Heads =>
  Array.isArray(names) && names.length <= 200
    ? names.map((each: unknown) => nameOf(isFields(each) ? (ownValue(each, 'name') ?? ownValue(each, 'Name')) : each))
    : []

/** The names of columns that a field has, or a field within it. */
export const headsAt = (own: string, value: unknown, isSecret: IsSecret, depth = 3): Heads | undefined => {
  if (HEADS.has(own)) return headsOf(namesIn(value), isSecret)
  if (!AROUND_HEADS.has(own) || !isFields(value) || depth === 0) return undefined
  return Object.keys(value)
    .map((key) => headsAt(plainName(key), ownValue(value, key), isSecret, depth - 1))
    .find((names) => names !== undefined)
}

const isNoName = (cell: unknown): boolean =>
  typeof cell === 'number' || typeof cell === 'boolean' || Array.isArray(cell)

const isPairOf = (row: unknown, isName: IsSecret): boolean =>
  Array.isArray(row) && row.length === 2 && namesIn(row).slice(0, 1).some(isName)

const isOfOther = (plain: string): boolean => plain !== '' && isHarmlessSibling(plain)

// A list of pairs begins with a name, too: `[['password', …], ['user', …]]`, but `[['password', 'user'], [… , …]]`.
const isPairs = ([first, ...rest]: ReadonlyArray<unknown>, isSecret: IsSecret): boolean =>
  isPairOf(first, isSecret) &&
  (!isOfOther(namesIn(first)[1] ?? '') ||
    !rest.some(Array.isArray) ||
    rest.some((row) => isPairOf(row, isSecret) || isPairOf(row, isOfOther)))

const MAX_CELLS = 200

// A proxy may throw.
const cellsOf = (row: unknown): ReadonlyArray<unknown> => {
  try {
    const length = Array.isArray(row) ? Math.min(row.length, MAX_CELLS + 1) : 0
    return Array.from({ length }, (_, at) => ownValue(row as object, at))
  } catch {
    return []
  }
}

const isFilled = (cell: unknown): boolean =>
  typeof cell === 'string' ? cell.trim() !== '' : cell !== null && cell !== undefined

/** The names in the first of these rows. A row with figures or lists is one of data. */
const headsIn = (rows: ReadonlyArray<unknown>, cells: ReadonlyArray<unknown>, isSecret: IsSecret) => {
  const isData = cells.length > MAX_CELLS || cells.some(isNoName)
  const heads = isData ? undefined : headsOf(namesIn(cells), isSecret)
  return heads === undefined || isPairs(rows, isSecret) ? undefined : heads
}

/** The names of columns above a row, and below it: each that it surely names itself is another one from there on. */
interface Turn {
  readonly own: Heads | undefined
  readonly below: Heads
}

const turnAt = (above: Heads | undefined, names: Heads, isSecret: IsSecret): Turn | undefined => {
  if (above === undefined) return { own: undefined, below: names }
  // A record of a name and its value is none of heads.
  if (hasNamesAndValues(above) && above.some((head, at) => NAMES.has(head) && isSecret(names[at] ?? '')))
    return undefined
  const isNamed = (at: number): boolean => isSecret(names[at] ?? '') || isOfOther(names[at] ?? '')
  return {
    own: above.map((head, at) => (isNamed(at) ? '' : head)),
    below: Array.from({ length: Math.max(above.length, names.length) }, (_, at) =>
      isNamed(at) ? (names[at] ?? '') : (above[at] ?? names[at] ?? '')
    )
  }
}

/**
 * The names of columns for each row of a list, if one of them tells: the first of a table that fills as many cells,
 * below its title and its groups of columns. A blank row ends a table.
 */
export const headsAbove = (
  rows: ReadonlyArray<unknown>,
  isSecret: IsSecret
): ReadonlyArray<Heads | undefined> | undefined => {
  if (!rows.some(Array.isArray)) return undefined
  let heads: Heads | undefined
  let isTitle = false
  let most = 0
  const above = rows.map((row, i) => {
    const cells = cellsOf(row)
    if (!cells.some(isFilled)) most = 0
    if (cells.length <= most) return heads
    // A title may stand in each of the cells that it spans.
    const filled = new Set(cells.filter(isFilled)).size
    if (filled <= most) return heads
    most = filled
    const names = filled > 1 || heads === undefined ? headsIn(rows.slice(i, i + MAX_CELLS), cells, isSecret) : undefined
    const turn = names === undefined ? undefined : turnAt(isTitle ? undefined : heads, names, isSecret)
    if (turn === undefined) return heads
    heads = turn.below
    isTitle = filled === 1 && isFilled(cells[0])
    if (filled > 1) most = Infinity
    return turn.own
  })
  return heads === undefined ? undefined : above
}

/** Whether names that were given for columns are those of a list of rows. */
export const isUnder = (heads: Heads, [first]: ReadonlyArray<unknown>): boolean =>
  !Array.isArray(first) || first.length === heads.length

// `{ stringValue: 'smtp_password' }`: a cell of some services.
const textOf = (cell: unknown): unknown => {
  const [key, ...others] = isFields(cell) ? Object.keys(cell) : []
  return key === undefined || others.length > 0 ? cell : ownValue(cell as object, key)
}

/** Tells what each cell of a row is called: as its column is or, of a value, as the row says. */
export const nameInRow = (
  heads: Heads,
  row: ReadonlyArray<unknown>,
  isSecret: IsSecret
): ((at: number) => string | undefined) => {
  if (!hasNamesAndValues(heads)) return (at) => heads[at]
  const names = heads.flatMap((head, at) => (NAMES.has(head) ? namesAt(textOf(row[at])) : []))
  const name = names.find(isSecret) ?? names.find((each) => each !== '')
  return (at) => {
    const head = heads[at] ?? ''
    return name !== undefined && VALUE.test(head) && !isSecret(head) ? name : heads[at]
  }
}
