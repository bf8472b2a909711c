/** Reads a response's signs of pages, and how to request the next one. */
import { plainName } from '../signs/names.js'
import { asFields, isFields } from '../foreign/fields.js'
import { formatPath, printableKey, type Path } from '../errors/issue.js'
import { count } from '../errors/text.js'
import type { DeclaredNames } from './arguments.js'
import { listingsOf, type Listing, type OtherList } from './listing.js'
import { movesOf, type Move } from './moves.js'
import { isCursor, pageSigns, type Sign } from './signs.js'
import { asksForFirstPage, missingByCount, listingPosition } from './position.js'
import { isPagingName, isSame, turnsBack } from './words.js'

/** A response's statement about its pages. */
export interface Pages {
  /**
   * `more`: another page exists; `part`: rows are missing and no page brings them; `empty`: the first page has no rows
   * and claims that more exist.
   */
  readonly kind: 'more' | 'part' | 'empty'
  /** In our words. */
  readonly detail: string
  /** The sign that names the next page, if one does. */
  readonly sign?: Sign | undefined
  /** The likeliest first. */
  readonly moves: ReadonlyArray<Move>
}

/** Reads an answer, before the codec; `declared` are the parameters of the tool, where they are known. */
export type FindPages = (raw: unknown, args: unknown, declared?: ReadonlyArray<string>) => Pages | undefined

const ENVELOPE = /^(?:data|results?|response|message|embedded)$/

// The word of a key may stand in front of a sentence, or amid other characters: only `@odata.nextLink` and its like may
// be printed besides names.
const isODataName = (key: string): boolean => /^@?odata\.[a-z]{1,20}$/i.test(key)

/** Where a sign stands, without a key that an outsider may have chosen. */
export const placeOf = ({ place, name }: Pick<Sign, 'place' | 'name'>, inside: Path = []): string => {
  const isOwn = place.path.every((key) => isPagingName(String(key)) || ENVELOPE.test(plainName(String(key))))
  if (isOwn) return formatPath([...inside, ...place.path, name], isODataName)
  const [own, holder] = [name, place.path.findLast((key) => isPagingName(String(key)))].map(
    (key) => key && printableKey(String(key), isODataName(String(key)))
  )
  return `the ${own}${holder === undefined ? '' : ` of the ${holder}`} in ${inside.length > 0 ? 'data' : 'the response'}`
}

const pagesOf = (listing: Listing, args: unknown, declared: DeclaredNames): Pages | undefined => {
  const { rows } = listing
  const came = rows === undefined ? '' : ` ${count(rows.length, 'row')} came.`
  const signs = pageSigns(listing, args)
  const standing = listingPosition(listing, args)
  const part = signs.find(({ says }) => says === 'part')
  const others = signs.filter(({ says }) => says !== 'part')
  const flags = others.filter(({ by }) => by === 'flag')
  // Flags outweigh cursors, and both outweigh counts: a cursor may point past the last row, and nobody knows which rows
  // a cursor has passed.
  const deciding = flags.length > 0 ? flags : others
  const more = deciding.find(({ says }) => says === 'more')
  const detail =
    more === undefined
      ? deciding.length === 0
        ? missingByCount(standing, rows?.length ?? 0)
        : undefined
      : `The response ${more.by === 'flag' ? `says by ${placeOf(more)} that more exists` : `names a next page in ${placeOf(more)}`}.${came}`
  if (detail === undefined) {
    if (part === undefined) return undefined
    return { kind: 'part', detail: `The response says by ${placeOf(part)} that it is incomplete.${came}`, moves: [] }
  }
  // Whoever came from behind would turn round by the page that is next.
  const isBack = turnsBack(asFields(args))
  const moves = isBack ? [] : movesOf(signs, listing, standing, args, declared)
  const canFollow = [...signs, ...moves.flatMap(({ sign }) => sign ?? [])].some(isCursor)
  if (rows?.length === 0 && !canFollow && asksForFirstPage(args) !== false)
    return {
      kind: 'empty',
      detail: 'The first page has no rows, but the response claims that more exist.',
      moves: []
    }
  const sign = isBack ? undefined : signs.find(({ says, by }) => says === 'more' && by === 'next')
  return { kind: 'more', detail, moves, sign }
}

// -- several lists in one answer

const isSamePatch = ({ patch: one }: Move, { patch: other }: Move): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => isSame(other[name], value))

/** The ways on that a list names; of a list that says nothing of its place, the call's own position is none. */
const waysOf = (list: Listing, args: unknown, declared: DeclaredNames): ReadonlyArray<Move> => {
  const { page, offset } = listingPosition(list, {})
  const isPlaced = (page ?? offset) !== undefined
  return (pagesOf(list, args, declared)?.moves ?? []).filter(({ sign }) => isPlaced || sign !== undefined)
}

const isBelow = (place: Path, branch: Path): boolean => branch.every((key, at) => key === place[at])

/** A response's statement about its pages, before the codec; `undefined` without one, or for the last page. */
export const findPages: FindPages = (raw, args, declared) => {
  // A sample is drawn anew each time.
  if (!isFields(raw) || 'sample' in asFields(args)) return undefined
  const { listing, others } = listingsOf(raw)
  // A mere count beside a list that is not the listing may be one of anything.
  const saysMore = (list: OtherList): boolean =>
    !list.isOfEntity && pageSigns(list, args).some(({ says }) => says === 'more')
  const pages =
    pagesOf(listing, args, declared) ??
    others
      .filter(saysMore)
      .map((each) => pagesOf(each, args, declared))
      .find((each) => each?.kind === 'more')
  if (pages?.kind !== 'more') return pages
  // A call that does not lead on in each list that has more would lose rows.
  const own = listing.places.filter(({ path }) => !others.some(({ branch }) => isBelow(path, branch)))
  const all = [
    pagesOf({ ...listing, places: own }, args, declared)?.moves ?? [],
    ...others.map((each) => waysOf(each, args, declared))
  ].filter((ways) => ways.length > 0)
  const leads = (move: Move): boolean => all.every((ways) => ways.some((way) => isSamePatch(way, move)))
  return pages.moves.every(leads) ? pages : { ...pages, moves: pages.moves.filter(leads), sign: undefined }
}
