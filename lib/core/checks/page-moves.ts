/** The arguments that a call for the next page changes, where the answer, its counts or the tool's own parameters say which. */
import { asFields, isFields, type Fields } from '../foreign/fields.js'
import type { Listing } from './page-listing.js'
import type { Sign } from './page-signs.js'
import { positionOf, type Standing } from './page-position.js'
import {
  addressIn,
  isAddressName,
  isCursorName,
  isEmptyCursor,
  isLastIdName,
  isOffsetName,
  isPageName,
  isSame,
  isSizeName,
  plain,
  wholeNumber
} from './page-words.js'

/** Arguments to change, and the sign they come from, if they come from one. */
export interface Move {
  readonly patch: Fields
  readonly sign?: Sign | undefined
}

/** The parameters of a tool, where they are known. */
type Declared = ReadonlyArray<string> | undefined

const MAX_VALUE = 2_048
// Control characters, and those that turn the direction of a text.
const UNFIT = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/** Whether a foreign value may stand in the arguments of a next call. */
const isFitValue = (value: unknown): boolean => {
  try {
    const text = isFields(value) ? JSON.stringify(value) : String(value)
    return text !== '' && text.length <= MAX_VALUE && !UNFIT.test(text)
  } catch {
    return false
  }
}

// -- by name: a declared parameter, else the sign's own name without `next`

const ownName = (name: string): string =>
  plain(name) === 'endcursor'
    ? 'after'
    : name
        .replace(/^LastEvaluated/, 'ExclusiveStart')
        .replace(/^next(?!Token$)([A-Z])/, (_, letter: string) => letter.toLowerCase())
        .replace(/^next(?![_-]?token$)[_-]?/i, '') || 'cursor'

/** The declared parameter that a cursor of this name is for. */
export const cursorParameter = (name: string, declared: Declared): string | undefined => {
  const own = ownName(name)
  if (declared === undefined) return own
  const word = plain(name).replace(/^next(?:page)?/, '')
  const cursors = declared.filter(isCursorName)
  return (
    declared.find((each) => plain(each) !== '' && [plain(own), word].includes(plain(each))) ??
    cursors.find((each) => word !== '' && plain(each).endsWith(word)) ??
    cursors[0]
  )
}

// -- by an address

const isPagingParameter = (name: string): boolean => isPageName(name) || isOffsetName(name) || isCursorName(name)

// A second `?` is a part of the query.
const queryOf = (address: string): ReadonlyArray<readonly [string, string]> => [
  ...new URLSearchParams(/\?([^#]{0,4096})/.exec(address)?.[1])
]

/** The arguments that differ in an address of the next page, or the address itself where the call is made of one. */
export const byAddress = (address: string, args: Fields, declared: Declared): ReadonlyArray<Fields> => {
  const query = queryOf(address)
  const known = declared ?? query.flatMap(([name]) => (isPagingParameter(name) ? name : []))
  const cursors = declared === undefined ? known.filter(isCursorName) : []
  // Beside a cursor, a name that is not declared may as well be that of a date.
  const names = cursors.length > 0 ? cursors : known
  const patch = Object.fromEntries(
    query.flatMap(([key, value]) => {
      const name = names.find((each) => each === key) ?? names.find((each) => plain(each) === plain(key))
      if (name === undefined || isSame(args[name], value)) return []
      const isNumber =
        [isPageName, isOffsetName, isSizeName].some((test) => test(name)) || typeof args[name] === 'number'
      return [[name, (isNumber ? wholeNumber(value) : undefined) ?? value]]
    })
  )
  const whole = declared?.find(isAddressName)
  const current = whole === undefined ? undefined : args[whole]
  const next = typeof current === 'string' && URL.canParse(address, current) ? new URL(address, current) : undefined
  // The tool was allowed to go where it just went, and nowhere else.
  const isNear = next !== undefined && next.origin === new URL(String(current)).origin
  // A size alone would ask for the first page.
  const leads = (each: Fields): boolean => Object.keys(each).some((name) => !isSizeName(name))
  return [patch, isNear ? { [String(whole)]: next.href } : {}].filter(leads)
}

// -- by a sign

const bySign = (sign: Sign, args: Fields, declared: Declared): ReadonlyArray<Move> => {
  const { value, name, place } = sign
  // HubSpot's `next` holds the parameters themselves; a key of DynamoDB is one value.
  const inner = Object.entries(asFields(plain(name).startsWith('lastevaluated') ? undefined : value))
    .filter(([key, each]) => (declared?.includes(key) ?? isPagingParameter(key)) && !isEmptyCursor(each))
    .map(([key, each]) => ({ ...sign, place: { ...place, path: [...place.path, name] }, name: key, value: each }))
  if (inner.length > 0)
    return [{ patch: Object.fromEntries(inner.map((each) => [each.name, each.value])), sign: inner[0] }]
  const address = addressIn(value)
  if (address !== undefined) return byAddress(address, args, declared).map((patch) => ({ patch, sign }))
  const { cursor, page } = positionOf(args)
  // A mere number is that of a page, unless the call was made with a cursor.
  const isPage = cursor === undefined && typeof value === 'number' && plain(name) === 'next'
  const numbered = declared === undefined ? (page?.name ?? 'page') : declared.find(isPageName)
  const asked = declared === undefined ? cursor?.name : undefined
  const parameter = asked ?? (isPage ? numbered : undefined) ?? cursorParameter(name, declared)
  return parameter === undefined || typeof value === 'boolean' ? [] : [{ patch: { [parameter]: value }, sign }]
}

// GraphQL keeps its cursor beside its flag, and HubSpot its next offset, which is not the one that was sent.
const besideFlag = ({ place, by }: Sign, args: Fields): ReadonlyArray<Sign> =>
  Object.entries(by === 'flag' ? place.fields : {})
    .filter(
      ([name, value]) =>
        !isEmptyCursor(value) &&
        (typeof value === 'string'
          ? isCursorName(name)
          : plain(name).endsWith('offset') && typeof value !== 'boolean' && !isSame(args[name] ?? 0, value))
    )
    .map(([name, value]) => ({ says: 'more', by: 'next', place, name, value }))

// -- by where the rows stand

const byPosition = (
  { rows = [] }: Listing,
  { page, offset, cursor, base }: Standing,
  args: Fields,
  declared: Declared
): Fields => {
  const asked = positionOf(args)
  const lastRow = asFields(rows.at(-1))
  const id = lastRow['id'] ?? lastRow['gid']
  const lastId = id === undefined ? undefined : declared?.find(isLastIdName)
  // A later page by its cursor has no number.
  if (cursor?.isSet === true) return lastId === cursor.name ? { [lastId]: id } : {}
  if (asked.page !== undefined) return { [asked.page.name]: asked.page.value + 1 }
  const pageName = declared === undefined ? 'page' : declared.find(isPageName)
  const ownOffset = offset && (declared === undefined || declared.includes(offset.name)) ? offset.name : undefined
  const offsetName = rows.length === 0 ? undefined : (asked.offset?.name ?? ownOffset ?? declared?.find(isOffsetName))
  if (offset !== undefined && offsetName !== undefined) return { [offsetName]: offset.value + rows.length }
  if (page !== undefined && pageName !== undefined) return { [pageName]: page.value + 1 }
  if (declared === undefined) return {}
  if (lastId !== undefined) return { [lastId]: id }
  if (offsetName !== undefined) return { [offsetName]: rows.length + base }
  return pageName === undefined ? {} : { [pageName]: 2 }
}

/** The ways to ask for the next page, the likeliest first; `declared` are the parameters of the tool, where they are known. */
export const movesOf = (
  signs: ReadonlyArray<Sign>,
  listing: Listing,
  standing: Standing,
  given: unknown,
  declared?: ReadonlyArray<string>
): ReadonlyArray<Move> => {
  const args = asFields(given)
  const more = signs.filter(({ says }) => says === 'more')
  const followed = [...more.filter(({ by }) => by === 'next'), ...more.flatMap((flag) => besideFlag(flag, args))]
  // Whoever pages by tokens counts no rows.
  const isLed = followed.some(({ value }) => typeof value === 'string' && addressIn(value) === undefined)
  // A way back leads to rows that came before.
  const isBack = ([name, value]: readonly [string, unknown]): boolean =>
    (isPageName(name) || isOffsetName(name)) && (wholeNumber(value) ?? Infinity) < (wholeNumber(args[name]) ?? 0)
  return [
    ...followed.flatMap((sign) => bySign(sign, args, declared)),
    ...(isLed ? [] : [{ patch: byPosition(listing, standing, args, declared) }])
  ].filter(
    ({ patch }) =>
      Object.values(patch).every(isFitValue) &&
      !Object.entries(patch).some(isBack) &&
      Object.entries(patch).some(([name, value]) => !isSame(args[name], value))
  )
}
