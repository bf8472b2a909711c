/** The signs in a response that more exists, or that nothing does. */
import { plainName } from '../signs/names.js'
import { asFields } from '../foreign/fields.js'
import { takesCursor } from './arguments.js'
import type { Listing, Place } from './listing.js'
import { positionOf } from './position.js'
import {
  addressIn,
  isCursorName,
  isEmptyCursor,
  isNextName,
  isSame,
  pagesBack,
  saysMore,
  saysIncomplete,
  speaksOfBefore,
  wholeNumber
} from './words.js'

/** One field that speaks of a next page. */
export interface Sign {
  readonly says: 'more' | 'no more' | 'part'
  /** A flag outweighs a cursor: some APIs give a cursor on the last page too. */
  readonly by: 'flag' | 'next'
  readonly place: Place
  readonly name: string
  readonly value: unknown
}

const MAX_NAMES = 10_000

// Lists of links (`[{"rel":"next","href":…}]`) are no rows.
const linkIn = (links: unknown): string | undefined =>
  Array.isArray(links)
    ? addressIn(links.slice(0, 20).find((link) => [asFields(link)['rel'], asFields(link)['relation']].includes('next')))
    : undefined

// Links back, or to the first or the last page, without one to the next: this is the last page.
const endsHere = ({ fields }: Place): boolean => {
  const names = Object.keys(fields).slice(0, MAX_NAMES)
  return (
    !names.some(isNextName) &&
    names.some(
      (name) =>
        (/^(?:prev|previous|first|last)$/.test(plainName(name)) && addressIn(fields[name]) !== undefined) ||
        (/^prev(?:ious)?(?:page)?(?:token|cursor)$/.test(plainName(name)) && !isEmptyCursor(fields[name]))
    )
  )
}

// A text that no person writes.
const isOpaque = (value: unknown): boolean =>
  typeof value === 'string' && /^(?=.*\d)\S{6,}$|^[\w+/=-]{16,}$/.test(value)

// Outside an object for paging, a mere `next` is a next page only if it is an address, has the number of a page, is an
// opaque text beside the only list, or says that there is none.
const nextSays = (
  name: string,
  value: unknown,
  { fields, paging, around }: Place,
  { rows }: Listing
): boolean | undefined => {
  if (isEmptyCursor(value)) return value === undefined ? undefined : false
  const isBeside =
    around && rows !== undefined && (isOpaque(value) || value === (wholeNumber(fields['offset']) ?? NaN) + rows.length)
  const leads = paging || isBeside || addressIn(value) !== undefined || positionOf(value).page !== undefined
  if (plainName(name) === 'next' && !leads) return undefined
  return typeof value === 'number' ? value > 0 : Array.isArray(value) ? undefined : true
}

// A token that is not named after the next page is one all the same, beside the rows or in an object for paging.
// Facebook's `paging.cursors` stand on the last page, too.
const isBareCursor = (name: string, value: unknown, { path, paging }: Place, listing: Listing): boolean =>
  (isCursorName(name) ||
    (/^(?:offset|continu(?:e|ation))$/.test(plainName(name)) && wholeNumber(value) === undefined && isOpaque(value))) &&
  plainName(name) !== 'endcursor' &&
  typeof value === 'string' &&
  !isEmptyCursor(value) &&
  (path === listing.places[0]?.path || path.length === 0 || (paging && !path.join('.').endsWith('paging.cursors')))

const isEcho = (value: unknown, args: unknown): boolean =>
  Object.entries(asFields(args)).some(([name, sent]) => takesCursor(name) && isSame(sent, value))

const signsAt = (place: Place, listing: Listing, args: unknown): ReadonlyArray<Sign> => {
  const signs: Array<Sign> = []
  const isBack = pagesBack(asFields(args)) && speaksOfBefore(place.fields)
  for (const name of Object.keys(place.fields).slice(0, MAX_NAMES)) {
    const value = place.fields[name]
    const add = (by: Sign['by'], says: Sign['says']): unknown => signs.push({ says, by, place, name, value })
    const flag = saysMore(name, value, isBack)
    const link = linkIn(value)
    if (saysIncomplete(name, value)) {
      if (!listing.isEntity) add('flag', 'part')
    } else if (flag !== undefined) add('flag', flag ? 'more' : 'no more')
    else if (link !== undefined) signs.push({ says: 'more', by: 'next', place, name: 'next', value: link })
    else if (isNextName(name)) {
      const more = nextSays(name, value, place, listing)
      // Some services repeat the cursor that was sent until no row is left.
      const isEnd = isEcho(value, args) && (listing.rows ?? []).length === 0
      if (more !== undefined) add('next', more && !isEnd ? 'more' : 'no more')
    } else if (value === null && isOpaque(asFields(args)[name])) add('next', 'no more')
    else if (isBareCursor(name, value, place, listing) && !isEcho(value, args)) add('next', 'more')
    else if (plainName(name) === 'continue' && Object.keys(asFields(value)).length > 0) add('next', 'more')
  }
  if (endsHere(place)) signs.push({ says: 'no more', by: 'next', place, name: 'next', value: undefined })
  return signs
}

/** Every sign of an answer, the nearest to its rows first. */
export const pageSigns = (listing: Listing, args: unknown): ReadonlyArray<Sign> =>
  listing.places.flatMap((place) => signsAt(place, listing, args))

/** Whether a sign is a cursor or a token that leads on even from a page without rows, and no mere number. */
export const isCursor = ({ says, by, value }: Sign): boolean =>
  says === 'more' && by === 'next' && typeof value !== 'boolean' && wholeNumber(value) === undefined
