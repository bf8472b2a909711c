/** The names at the head of columns, of rows in data, and what a row of such columns calls its values. */
import { isFields } from '../foreign/fields.js'
import { ownValue } from '../foreign/property.js'
import { plainName, wordSet } from '../signs/names.js'
import { nameOf, NAMES, namesAt, VALUE } from './name-at.js'

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

/** The names of columns, if these are ones that tell. A list of pairs begins with a name, too. */
const headsOf = (names: Heads, isSecret: IsSecret): Heads | undefined => {
  const tells = names.some(isSecret) ? names.length > 2 || !isSecret(names[0] ?? '') : hasNamesAndValues(names)
  return tells && names.length > 1 ? names : undefined
}

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

const isFigure = (cell: unknown): boolean => typeof cell === 'number' || typeof cell === 'boolean'

// A row with figures is one of data.
const headsIn = (row: unknown, isSecret: IsSecret): Heads | undefined =>
  Array.isArray(row) && row.length <= 200 && row.some(isFigure) ? undefined : headsOf(namesIn(row), isSecret)

/** The heads of a list of rows: those that were given for it or, where its rows are of another width, its first row. */
export const headsBelow = (given: Heads | undefined, first: unknown, isSecret: IsSecret): Heads | undefined =>
  given !== undefined && (!Array.isArray(first) || first.length === given.length)
    ? given
    : (headsIn(first, isSecret) ?? given)

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
