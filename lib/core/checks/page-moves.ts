/** The arguments that a call for the next page changes, where the answer, its counts or the tool's own parameters say which. */
import { asFields, isFields, type Fields } from '../foreign/fields.js'
import type { Listing } from './page-listing.js'
import type { Sign } from './page-signs.js'
import { positionOf } from './page-position.js'
import type { Standing } from './page-totals.js'
import {
  addressIn,
  isAddressName,
  isCursorName,
  isEmptyCursor,
  isLastIdName,
  isOffsetName,
  isPageName,
  isSame,
  plain,
  wholeNumber
} from './page-words.js'

/** Arguments to change, and the sign they come from, if they come from one. */
export interface Move {
  readonly patch: Fields
  readonly sign?: Sign
}

const MAX_VALUE = 2_048
// Control characters, and those that turn the direction of a text.
const UNFIT = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/

/** Whether a foreign value may stand in the arguments of a next call. */
const isFitValue = (value: unknown): boolean => {
  if (typeof value === 'string') return value !== '' && value.length <= MAX_VALUE && !UNFIT.test(value)
  if (typeof value === 'number') return Number.isFinite(value)
  if (!isFields(value)) return false
  try {
    return JSON.stringify(value).length <= MAX_VALUE && !UNFIT.test(JSON.stringify(value))
  } catch {
    return false
  }
}

// -- by name: a parameter that is declared, else, where nothing is known of those, the sign's own name without `next`

const ownName = (name: string): string => {
  if (plain(name) === 'endcursor') return 'after'
  if (plain(name).startsWith('lastevaluated')) return name.replace(/^LastEvaluated/i, 'ExclusiveStart')
  const rest = name.replace(/^next[_-]?/i, '')
  if (rest === '' || plain(rest) === 'token') return name === 'next' ? 'cursor' : name
  return /^next[A-Z]/.test(name) ? rest.charAt(0).toLowerCase() + rest.slice(1) : rest
}

/** The declared parameter that a cursor of this name is for. */
export const cursorParameter = (name: string, declared: ReadonlyArray<string> | undefined): string | undefined => {
  if (declared === undefined) return ownName(name)
  const words = [plain(name), plain(ownName(name)), plain(name).replace(/^next(?:page)?/, '')].filter(
    (word) => word !== ''
  )
  const exact = words.flatMap((word) => declared.filter((each) => plain(each) === word))[0]
  if (exact !== undefined) return exact
  const cursors = declared.filter(isCursorName)
  return cursors.length === 1
    ? cursors[0]
    : (cursors.find((each) => words.some((word) => plain(each).endsWith(word))) ?? cursors[0])
}

const parameterWhere = (
  test: (name: string) => boolean,
  declared: ReadonlyArray<string> | undefined,
  fallback: string
): string | undefined => (declared === undefined ? fallback : declared.find(test))

// -- by an address

const pairsOf = (address: string): ReadonlyArray<readonly [string, string]> => {
  const at = address.indexOf('?')
  return at === -1 ? [] : [...new URLSearchParams(address.slice(at + 1, at + 4_096).split('#')[0])]
}

const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ['pagenumber', 'page'],
  ['pageoffset', 'offset'],
  ['skip', 'skip']
])

const isPagingParameter = (name: string): boolean => isPageName(name) || isOffsetName(name) || isCursorName(name)

/** The arguments that differ in an address of the next page, or the address itself where the call is made of one. */
export const byAddress = (
  address: string,
  args: Fields,
  declared: ReadonlyArray<string> | undefined
): ReadonlyArray<Fields> => {
  const all = pairsOf(address)
  const cursors = all.filter(([name]) => isCursorName(name))
  const pairs = declared === undefined && cursors.length > 0 ? cursors : all
  const valued = (name: string, value: string): unknown =>
    (isPageName(name) || isOffsetName(name) || typeof args[name] === 'number') && wholeNumber(value) !== undefined
      ? Number(value)
      : value
  const patch = Object.fromEntries(
    pairs.flatMap(([key, value]) => {
      const name =
        declared === undefined
          ? isPagingParameter(key)
            ? (SHORT_NAMES.get(plain(key)) ?? key)
            : undefined
          : (declared.find((each) => each === key) ?? declared.find((each) => plain(each) === plain(key)))
      return name === undefined || isSame(args[name], value) ? [] : [[name, valued(name, value)] as const]
    })
  )
  const whole = declared?.find(isAddressName)
  return [
    ...(Object.keys(patch).some((name) => isPagingParameter(name) || declared !== undefined) ? [patch] : []),
    // The whole address, where the call itself was made of one.
    ...(whole === undefined || typeof args[whole] !== 'string' || !URL.canParse(address, args[whole])
      ? []
      : sameOrigin(new URL(address, args[whole]), args[whole]).map((href) => ({ [whole]: href })))
  ]
}

// The tool was allowed to go where it just went, and nowhere else.
const sameOrigin = (next: URL, current: string): ReadonlyArray<string> =>
  URL.canParse(current) && next.origin === new URL(current).origin ? [next.href] : []

// -- by a sign

const bySign = (sign: Sign, args: Fields, declared: ReadonlyArray<string> | undefined): ReadonlyArray<Fields> => {
  const { value, name } = sign
  const address = addressIn(value)
  const number = wholeNumber(value)
  if (isFields(value) && !plain(name).startsWith('lastevaluated')) {
    const inner = Object.entries(value).filter(
      ([, each]) => !isEmptyCursor(each) && (typeof each === 'string' || typeof each === 'number')
    )
    const asArguments = Object.fromEntries(
      inner.filter(([key]) => (declared === undefined ? isCursorName(key) : declared.includes(key)))
    )
    if (Object.keys(asArguments).length > 0) return [asArguments]
  }
  if (address !== undefined) return byAddress(address, args, declared)
  if (typeof value === 'boolean') return []
  const exact = declared?.find((each) => plain(each) === plain(name))
  if (exact !== undefined) return [{ [exact]: value }]
  if (number !== undefined && typeof value === 'number' && !/cursor|token|key$/.test(plain(name))) {
    const isOffset = /offset|start|index|skip|from/.test(plain(name))
    const wanted = isOffset ? isOffsetName : isPageName
    const parameter =
      parameterWhere(wanted, declared, isOffset ? 'offset' : 'page') ??
      declared?.find((each) => isPageName(each) || isOffsetName(each))
    if (parameter !== undefined) return [{ [parameter]: number }]
  }
  const asked = declared === undefined ? positionOf(args).cursor?.name : undefined
  const parameter =
    asked ??
    cursorParameter(name, declared) ??
    parameterWhere((each) => isOffsetName(each) || isPageName(each), declared, 'cursor')
  return parameter === undefined ? [] : [{ [parameter]: value }]
}

// GraphQL keeps its cursor beside its flag, and some APIs beside their `has_more`.
const isWayOn = (name: string, value: unknown, args: Fields): boolean => {
  if (isEmptyCursor(value) || plain(name).startsWith('start')) return false
  if (typeof value === 'string' && isCursorName(name)) return true
  // An offset that is not the one that was sent is the next one.
  return (
    plain(name).endsWith('offset') &&
    (wholeNumber(value) !== undefined || isFields(value)) &&
    !isSame(args[name] ?? 0, value)
  )
}

const besideFlag = ({ place, by }: Sign, args: Fields): ReadonlyArray<Sign> =>
  by !== 'flag'
    ? []
    : Object.keys(place.fields)
        .filter((name) => isWayOn(name, place.fields[name], args))
        .map((name) => ({ says: 'more', by: 'next', place, name, value: place.fields[name] }))

// -- by where the rows stand

const lastIdOf = ({ rows }: Listing): unknown => asFields(rows?.at(-1))['id'] ?? asFields(rows?.at(-1))['gid']

// Of a later page by its cursor, only the id of its last row leads on: a parameter that takes one says so by its name.
const byLastId = (listing: Listing, name: string): ReadonlyArray<Fields> => {
  const id = lastIdOf(listing)
  return !isLastIdName(name) || id === undefined ? [] : [{ [name]: id }]
}

const byPosition = (
  listing: Listing,
  standing: Standing,
  args: Fields,
  declared: ReadonlyArray<string> | undefined
): ReadonlyArray<Fields> => {
  const asked = positionOf(args)
  const count = listing.rows?.length
  if (asked.page !== undefined) return [{ [asked.page.name]: asked.page.value + 1 }]
  const { page, offset } = standing
  const offsetName =
    asked.offset?.name ?? declared?.find((name) => name === offset?.name) ?? declared?.find(isOffsetName)
  if (offset !== undefined && count !== undefined && count > 0 && (declared === undefined || offsetName !== undefined))
    return [{ [offsetName ?? offset.name]: offset.value + count }]
  const pageName = declared === undefined ? 'page' : declared.find(isPageName)
  if (page !== undefined && pageName !== undefined) return [{ [pageName]: page.value + 1 }]
  if (declared === undefined) return []
  const lastId = declared.find(isLastIdName) ?? declared.find((name) => plain(name) === 'after')
  const id = lastIdOf(listing)
  if (lastId !== undefined && id !== undefined) return [{ [lastId]: id }]
  if (offsetName !== undefined && count !== undefined && count > 0) return [{ [offsetName]: count + standing.base }]
  return pageName === undefined ? [] : [{ [pageName]: 2 }]
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
  // Who pages by tokens counts no rows.
  const isLed = followed.some(
    ({ value }) => typeof value !== 'boolean' && addressIn(value) === undefined && wholeNumber(value) === undefined
  )
  const { cursor } = standing
  const unled = cursor?.state === 'set' ? byLastId(listing, cursor.name) : byPosition(listing, standing, args, declared)
  return [
    ...followed.flatMap((sign) => bySign(sign, args, declared).map((patch) => ({ patch, sign }))),
    ...(isLed ? [] : unled).map((patch) => ({ patch }))
  ].filter(
    ({ patch }) =>
      Object.values(patch).every(isFitValue) &&
      Object.entries(patch).some(([name, value]) => !isSame(args[name], value))
  )
}
