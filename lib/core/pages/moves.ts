/** The arguments that a next-page call changes, by the response, its counts or the tool's own parameters. */
import { plainName } from '../signs/names.js'
import { asFields, type Fields } from '../foreign/fields.js'
import type { Listing } from './listing.js'
import { isCursor, type Sign } from './signs.js'
import { byAddress, isPagingArgument, mayMove, pageIn, queryOf, type DeclaredNames } from './arguments.js'
import { listingPosition, positionOf, type ListingPosition, type NamedNumber } from './position.js'
import {
  addressIn,
  isAfterName,
  isBareOffset,
  isBarePage,
  isBoundName,
  isCursorName,
  isEmptyCursor,
  isLastIdName,
  isNextName,
  isOffsetName,
  isPageName,
  isRangeEnd,
  isRangeStart,
  isSame,
  wholeNumber
} from './words.js'

/** Arguments to change, and the sign they come from, if they come from one. */
export interface Move {
  readonly patch: Fields
  readonly sign?: Sign | undefined
}

// -- by name: a declared parameter, else the sign's own name without `next`

const ownName = (name: string): string =>
  plainName(name) === 'endcursor'
    ? 'after'
    : name
        .replace(/^LastEvaluated/, 'ExclusiveStart')
        .replace(/^next(?!Token$)([A-Z])/, (_, letter: string) => letter.toLowerCase())
        .replace(/^next(?![_-]?token$)[_-]?/i, '') || 'cursor'

/** The declared parameter that a cursor of this name is for. */
export const cursorParameter = (name: string, declared: DeclaredNames): string | undefined => {
  const own = ownName(name)
  if (declared === undefined) return own
  const word = plainName(name).replace(/^next(?:page)?/, '')
  // A mere `next` leads to whatever pages there. `after` may hold a date: it takes what has its name, or a GraphQL one.
  const cursors = declared.filter(
    (each) => (isCursorName(each) && !isAfterName(each)) || (isBoundName(each) && plainName(each).endsWith(word))
  )
  const names = word === 'lastid' ? ['lastid', 'afterid', 'after'] : [plainName(own), word]
  return (
    declared.find((each) => isPagingArgument(each) && names.includes(plainName(each))) ??
    cursors.find((each) => word !== '' && plainName(each).endsWith(word)) ??
    cursors[0]
  )
}

// -- by a sign

// None at all for a sign that leads to another listing.
const bySign = (sign: Sign, args: Fields, declared: DeclaredNames): ReadonlyArray<Move> | undefined => {
  const { value, name, place } = sign
  const address = addressIn(value)
  if (address !== undefined) return byAddress(address, args, declared)?.map((patch) => ({ patch, sign }))
  // HubSpot's `next` holds the parameters themselves; a key of DynamoDB is one value.
  const inner = Object.entries(asFields(plainName(name).startsWith('lastevaluated') ? undefined : value)).filter(
    ([, each]) => !isEmptyCursor(each)
  )
  const patch = pageIn(inner, args, declared)
  if (patch === undefined) return undefined
  const first = inner.find(([key]) => key in patch)
  if (first !== undefined)
    return [
      { patch, sign: { ...sign, place: { ...place, path: [...place.path, name] }, name: first[0], value: first[1] } }
    ]
  const { cursor, page } = positionOf(args)
  // A mere number is that of a page, unless the call was made with a cursor.
  const isPage = cursor === undefined && typeof value === 'number' && plainName(name) === 'next'
  const numbered = declared === undefined ? (page?.name ?? 'page') : declared.find(isPageName)
  const asked = declared === undefined ? cursor?.name : undefined
  const parameter = asked ?? (isPage ? numbered : undefined) ?? cursorParameter(name, declared)
  return parameter === undefined ? [] : [{ patch: { [parameter]: value }, sign }]
}

// GraphQL keeps its cursor beside its flag, and HubSpot its next offset, which is not the one that was sent.
const cursorsBesideFlag = (sign: Sign, args: Fields): ReadonlyArray<Sign> =>
  Object.entries(sign.by === 'flag' ? sign.place.fields : {})
    .filter(
      ([name, value]) =>
        !isEmptyCursor(value) &&
        (typeof value === 'string'
          ? isCursorName(name)
          : (plainName(name).endsWith('offset') || (isCursorName(name) && typeof value === 'number')) &&
            typeof value !== 'boolean' &&
            !isSame(args[name] ?? 0, value))
    )
    .map(([name, value]) => ({ ...sign, by: 'next', name, value }))

// -- by where the rows stand

// The `page` of a wiki has comments, and an id: the rows stand elsewhere than on a page of this number. Nobody pages
// this far where the answer has no word of it.
const MAX_UNSTATED = 1_000

const isPage = ({ value }: NamedNumber, listing: Listing): boolean => {
  const { page, offset, size, total = 0, pages = Infinity } = listingPosition(listing, {})
  const { length } = listing.rows ?? []
  const full = size?.value ?? length
  // Pages are counted from 0 or 1, and so are rows.
  const places = [value, value - 1].flatMap((before) => [before * full, before * full + 1, before])
  return (
    (page === undefined ? value <= MAX_UNSTATED : Math.abs(page.value - value) <= 1) &&
    (offset === undefined || places.includes(offset.value)) &&
    value <= pages &&
    (total <= length || (value - 1) * length < total)
  )
}

const byPosition = (
  listing: Listing,
  { page, offset, cursor }: ListingPosition,
  args: Fields,
  declared: DeclaredNames
): Fields => {
  const { rows = [] } = listing
  const asked = positionOf(args)
  const lastRow = asFields(rows.at(-1))
  const id = lastRow['id'] ?? lastRow['gid']
  const lastId = id === undefined ? undefined : declared?.find(isLastIdName)
  // A later page by its cursor has no number.
  if (cursor?.isSet === true) return lastId === cursor.name ? { [lastId]: id } : {}
  const isElsewhere = asked.page !== undefined && !isPage(asked.page, listing)
  if (asked.page !== undefined && !isElsewhere) return { [asked.page.name]: asked.page.value + 1 }
  const names = declared ?? ['page', offset?.name ?? '']
  const pageName = isElsewhere ? undefined : names.find(isPageName)
  const offsetName =
    rows.length === 0
      ? undefined
      : (asked.offset?.name ?? names.find((name) => name === offset?.name) ?? names.find(isOffsetName))
  if (offset !== undefined && offsetName !== undefined) return { [offsetName]: offset.value + rows.length }
  if (page !== undefined && pageName !== undefined) return { [pageName]: page.value + 1 }
  if (lastId !== undefined) return { [lastId]: id }
  // The number of a first page, 0 or 1, is known from a call or a response alone; an offset of rows begins at 0.
  return offsetName === undefined ? {} : { [offsetName]: rows.length }
}

const numberIn = (value: unknown): number => wholeNumber(value) ?? NaN

/** The ways to ask for the next page, the likeliest first; `declared` are the tool's parameters, if known. */
export const movesOf = (
  signs: ReadonlyArray<Sign>,
  listing: Listing,
  standing: ListingPosition,
  given: unknown,
  declared?: ReadonlyArray<string>
): ReadonlyArray<Move> => {
  const args = asFields(given)
  const more = signs.filter(({ says }) => says === 'more')
  const named = [...more.filter(({ by }) => by === 'next'), ...more.flatMap((flag) => cursorsBesideFlag(flag, args))]
  // An address says which parameter moves; of a token only names tell.
  const isAddress = ({ value }: Sign): boolean => addressIn(value) !== undefined
  const tokens = named.filter((sign) => !isAddress(sign))
  const followed = [...named.filter(isAddress), ...tokens]
  // One cursor does not lead on in two lists.
  if (tokens.some((one) => tokens.some(({ name, value }) => name === one.name && !isSame(value, one.value)))) return []
  // Whoever pages by tokens counts no rows, nor does one whose pages are paths, or are named otherwise than the call's.
  const { page } = positionOf(args)
  const namesPage = (address = ''): boolean =>
    page === undefined ? address.includes('?') : queryOf(address).some(([name]) => isPageName(name))
  const isLed = followed.some(({ value }) => typeof value === 'string' && !namesPage(addressIn(value)))
  // A way back leads to rows that came before.
  const isBack = ([name, value]: readonly [string, unknown]): boolean =>
    (isPageName(name) || isOffsetName(name)) && numberIn(value) < numberIn(args[name])
  // `from` may be an account and `p` a price: they page where the answer counts on from what was sent.
  const isCounted = ([name, value]: readonly [string, unknown]): boolean => {
    const asked = wholeNumber(args[name])
    if (isBareOffset(name)) {
      const step = numberIn(value) - (asked ?? standing.offset?.value ?? 0)
      return listing.rows?.length === step || standing.size?.value === step
    }
    return !isBarePage(name) || listing.places.some(({ fields }) => positionOf(fields).page?.value === (asked ?? 1))
  }
  // A range from here to there: the count of its rows is no place of others, nor is what lies at its end or behind it.
  const ends = Object.keys(args).filter((name) => isRangeEnd(name) && !isEmptyCursor(args[name]))
  const isRange = ends.length > 0 || (declared ?? []).some(isRangeEnd)
  const isPastEnd = ([name, value]: readonly [string, unknown]): boolean =>
    isOffsetName(name) && ends.some((end) => numberIn(args[end]) <= numberIn(value))
  // A flag counts nothing: whole pages lie before such a place, or the answer states it.
  const isStated = ([name]: readonly [string, unknown]): boolean => {
    const asked = numberIn(args[name])
    const size = positionOf(args).size?.value ?? (standing.total && listing.rows?.length) ?? Infinity
    return (
      !isRangeStart(name) ||
      (!isRange &&
        (isEmptyCursor(args[name]) ||
          asked % size === 0 ||
          listing.places.some(({ fields }) => isSame(fields[name], asked))))
    )
  }
  const led = followed.map((sign) => bySign(sign, args, declared))
  const moves = led.flatMap((each) => each ?? [])
  const steps = moves.flatMap(({ patch }) => Object.entries(patch))
  // Whoever is named a page behind the one that was asked for stands on another than it counts.
  if (led.includes(undefined) || !steps.every(isCounted) || steps.some(isBack)) return []
  // S3 goes on after a key and a version: a part of such a place would skip rows.
  const parts: ReadonlyArray<Sign | undefined> = tokens.filter((sign) => isNextName(sign.name) && isCursor(sign))
  const isPart = ({ sign }: Move): boolean => parts.includes(sign)
  const all: Fields = Object.assign({}, ...moves.filter(isPart).map(({ patch }) => patch))
  const whole = parts.every((part) => Object.values(all).includes(part?.value)) ? all : {}
  const counted = isLed ? {} : byPosition(listing, standing, args, declared)
  const isOn = Object.entries(counted).every((each) => isStated(each) && isCounted(each) && !isBack(each))
  return [
    ...moves.map((move) => (isPart(move) ? { ...move, patch: whole } : move)),
    ...(isOn ? [{ patch: counted }] : [])
  ].filter(({ patch }) => {
    const each = Object.entries(patch)
    const mayAll = each.every(([name, value]) => mayMove(name, args[name], value) && !isPastEnd([name, value]))
    return mayAll && each.some(([name, value]) => !isSame(args[name], value))
  })
}
