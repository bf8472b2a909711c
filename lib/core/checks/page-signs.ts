/** The signs in a response that more exists, or that nothing does. */
import { asFields } from '../foreign/fields.js'
import type { Listing, Place } from './page-listing.js'
import { positionOf } from './page-position.js'
import {
  addressIn,
  isCursorName,
  isEmptyCursor,
  isNextName,
  isSame,
  plain,
  saysMore,
  saysPart,
  wholeNumber
} from './page-words.js'

/** One field that speaks of a next page. */
export interface Sign {
  readonly says: 'more' | 'no more' | 'part'
  /** A flag outweighs a cursor: some APIs give a cursor on the last page too. */
  readonly by: 'flag' | 'next'
  readonly place: Place
  readonly name: string
  readonly value: unknown
}

const MAX_LINKS = 20
const MAX_NAMES = 1_000

// Lists of links (`[{"rel":"next","href":…}]`) are no rows, and short.
const linkNamed = (name: string, links: unknown): string | undefined =>
  Array.isArray(links) && /^links?$/.test(plain(name))
    ? addressIn(
        links
          .slice(0, MAX_LINKS)
          .find((link) => asFields(link)['rel'] === 'next' || asFields(link)['relation'] === 'next')
      )
    : undefined

// Links back, or to the first or the last page, without one to the next: this is the last page.
const endsHere = ({ path, fields }: Place): boolean => {
  const names = Object.keys(fields).slice(0, MAX_NAMES)
  if (names.some(isNextName)) return false
  const isLinks = /^(?:links?|paging|pages)$/.test(plain(String(path.at(-1))))
  return names.some(
    (name) =>
      (isLinks && /^(?:prev|previous|first|last)$/.test(plain(name)) && addressIn(fields[name]) !== undefined) ||
      (/^prev(?:ious)?(?:page)?(?:token|cursor|link|url|uri)$/.test(plain(name)) && !isEmptyCursor(fields[name]))
  )
}

// Outside an object for paging, a mere `next` is a next page only if it is an address or says that there is none.
const nextSays = (name: string, value: unknown, { paging }: Place): boolean | undefined => {
  if (isEmptyCursor(value)) return value === undefined ? undefined : false
  if (typeof value === 'number') return plain(name) === 'next' && !paging ? undefined : value > 0
  if (plain(name) === 'next' && addressIn(value) === undefined) return paging ? true : undefined
  return Array.isArray(value) ? undefined : true
}

// A token that nobody calls the next one is one all the same, beside the rows or among what speaks of pages; the one that was sent is an echo.
const isBareCursor = (name: string, value: unknown, { path, paging }: Place, listing: Listing): boolean =>
  isCursorName(name) &&
  !/^(?:end|start)cursor$/.test(plain(name)) &&
  typeof value === 'string' &&
  !isEmptyCursor(value) &&
  (path === listing.places[0]?.path ||
    path.length === 0 ||
    (paging &&
      !/^paging,cursors$/.test(
        path
          .slice(-2)
          .map((key) => plain(String(key)))
          .join()
      )))

const isEcho = (value: unknown, args: unknown): boolean => {
  const plainValue = typeof value === 'string' || typeof value === 'number'
  return plainValue && Object.entries(asFields(args)).some(([name, sent]) => isCursorName(name) && isSame(sent, value))
}

// Some services give the cursor that was sent until there is no row left, others at the end: a page that is not full is the last.
const isEndEcho = (value: unknown, { rows }: Listing, args: unknown): boolean => {
  const size = positionOf(args).size?.value
  return isEcho(value, args) && (rows === undefined || rows.length === 0 || (size !== undefined && rows.length < size))
}

const signsAt = (place: Place, listing: Listing, args: unknown): ReadonlyArray<Sign> => {
  const signs: Array<Sign> = []
  for (const name of Object.keys(place.fields).slice(0, MAX_NAMES)) {
    const value = place.fields[name]
    const add = (by: Sign['by'], says: Sign['says']): unknown => signs.push({ says, by, place, name, value })
    const flag = saysMore(name, value)
    const link = linkNamed(name, value)
    if (saysPart(name, value)) {
      if (!listing.isOne) add('flag', 'part')
    } else if (flag !== undefined) {
      add('flag', flag ? 'more' : 'no more')
    } else if (link !== undefined) signs.push({ says: 'more', by: 'next', place, name: 'next', value: link })
    else if (isNextName(name)) {
      const more = nextSays(name, value, place)
      if (more !== undefined) add('next', more && !isEndEcho(value, listing, args) ? 'more' : 'no more')
    } else if (isBareCursor(name, value, place, listing) && !isEcho(value, args)) add('next', 'more')
    else if (plain(name) === 'continue' && Object.keys(asFields(value)).length > 0) add('next', 'more')
  }
  if (endsHere(place)) signs.push({ says: 'no more', by: 'next', place, name: 'next', value: undefined })
  return signs
}

/** Every sign of an answer, the nearest to its rows first. */
export const signsOf = (listing: Listing, args: unknown): ReadonlyArray<Sign> =>
  listing.places.flatMap((place) => signsAt(place, listing, args))

/** Whether a sign is a cursor or a token that can be followed even from a page without rows, and no mere number. */
export const isCursor = ({ by, value }: Sign): boolean =>
  by === 'next' && typeof value !== 'boolean' && wholeNumber(value) === undefined
