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

/** The names of columns in the first row of a list. A row with figures or lists is one of data. */
export const headsIn = (rows: ReadonlyArray<unknown>, isSecret: IsSecret): Heads | undefined => {
  const [first] = rows
  const isData = Array.isArray(first) && first.length <= 200 && first.some(isNoName)
  const heads = isData ? undefined : headsOf(namesIn(first), isSecret)
  return heads === undefined || isPairs(rows, isSecret) ? undefined : heads
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
