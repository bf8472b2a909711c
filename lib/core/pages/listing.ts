/** Finds the listing of a response: the object that holds the only array of records, and places beside it. */
import { plainName } from '../signs/names.js'
import { type Fields, firstEntries, isFields, isObject } from '../foreign/fields.js'
import type { Path } from '../errors/issue.js'
import { isPagingName } from './words.js'

/** An object of the response that may speak of pages. */
export interface Place {
  readonly path: Path
  readonly fields: Fields
  /** It is there for paging alone, as `meta` and `pagination` are: a mere `next` counts here too. */
  readonly paging: boolean
  /** It holds the rows, or what holds them. */
  readonly around: boolean
}

export interface Listing {
  /** The listing itself first, then its ancestors, then what stands beside them. */
  readonly places: ReadonlyArray<Place>
  /** `undefined` where no array, or more than one, could be meant. */
  readonly rows: ReadonlyArray<unknown> | undefined
  /** The key of the rows. */
  readonly key: string | undefined
  /** The response, or the object that holds the rows, has an id: it is one thing, and not a page of many. */
  readonly isEntity: boolean
}

const MAX_DEPTH = 20
const MAX_KEYS = 200
const MAX_OBJECTS = 500
const MAX_BESIDE = 30
const MAX_LISTS = 50
const MAX_AROUND = 4

// An object with an id is one entity: what its lists say is said of it alone.
const isEntity = (fields: Fields): boolean => 'id' in fields || 'uuid' in fields

const isConnection = (fields: Fields): boolean => isFields(fields['pageInfo'])

const entriesOf = (fields: Fields): ReadonlyArray<readonly [string, unknown]> => firstEntries(fields, MAX_KEYS)

const insideOf = (place: Place): ReadonlyArray<Place> =>
  entriesOf(place.fields).flatMap(([key, fields]) =>
    isFields(fields)
      ? [{ path: [...place.path, key], fields, paging: place.paging || isPagingName(key), around: false }]
      : []
  )

/** A list, and the objects from the response down to the one that holds it. */
interface Candidate {
  readonly line: ReadonlyArray<Place>
  readonly key: string
  readonly rows: ReadonlyArray<unknown>
}

type Line = Candidate['line']

const listsIn = (line: Line): ReadonlyArray<Candidate> =>
  entriesOf((line.at(-1) as Place).fields).flatMap(([key, rows]) =>
    Array.isArray(rows) && !/^(?:links|included)$/.test(plainName(key)) ? [{ line, key, rows }] : []
  )

const linesBelow = (line: Line): ReadonlyArray<Line> => insideOf(line.at(-1) as Place).map((place) => [...line, place])

// In an entity, only a connection is a listing.
const isOfEntity = (line: Line): boolean =>
  line.slice(1).some(({ fields }, at, below) => isEntity(fields) && !isConnection(below[at + 1]?.fields ?? fields))

const entitiesLast = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => [
  ...lines.filter((line) => !isOfEntity(line)),
  ...lines.filter(isOfEntity)
]

// Level by level, and never through an array, so never into a row.
const listsBelow = (root: Place): ReadonlyArray<Candidate> => {
  let level: ReadonlyArray<Line> = [[root]]
  const found: Array<Candidate> = []
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    for (const list of level.flatMap(listsIn)) found.push(list)
    level = entitiesLast(level.flatMap(linesBelow)).slice(0, MAX_OBJECTS)
  }
  return found
}

/** The lists that may be the listing: the uppermost of records, else of anything. */
const nearest = (all: ReadonlyArray<Candidate>): ReadonlyArray<Candidate> => {
  const lists = all.filter(({ line }) => !isOfEntity(line))
  const records = lists.filter(({ rows }) => isObject(rows[0]))
  const pool = records.length > 0 ? records : lists
  return pool.filter(({ line }) => line.length === pool[0]?.line.length)
}

const besides = (place: Place): ReadonlyArray<Place> =>
  insideOf(place)
    // An object of very many keys is a dictionary, and speaks of its entries.
    .filter(({ fields }) => !isEntity(fields) && Object.keys(fields).length <= MAX_KEYS)
    .slice(0, MAX_BESIDE)

// `meta.pagination.links.next`: below an object that is there for paging, every object is. Below any other, as in
// `additional_data.pagination`, its name tells.
const below = (place: Place, depth: number): ReadonlyArray<Place> =>
  depth === 0 ? [place] : [place, ...besides(place).flatMap((inner) => (inner.paging ? below(inner, depth - 1) : []))]

const listingAt = (line: Line, lists: ReadonlyArray<Candidate>): Listing => {
  const around = line.map((place) => ({ ...place, paging: false, around: true })).toReversed()
  const [only] = lists.length === 1 ? lists : []
  return {
    places: [...around, ...around.flatMap(besides).flatMap((place) => below(place, 3))],
    rows: only?.rows,
    key: only?.key,
    isEntity: line.some(({ fields }) => isEntity(fields))
  }
}

const rootOf = (fields: Fields): Place => ({ path: [], fields, paging: false, around: true })

const holderOf = ({ line }: Candidate): Place => line.at(-1) as Place

const byHolder = (lists: ReadonlyArray<Candidate>): ReadonlyMap<Place, ReadonlyArray<Candidate>> => {
  const found = new Map<Place, Array<Candidate>>()
  for (const list of lists) found.set(holderOf(list), [...(found.get(holderOf(list)) ?? []), list])
  return found
}

// Of lists in several objects, none is the listing: the response itself speaks.
const mainLine = (root: Place, [first, ...more]: ReadonlyArray<Candidate>): Line =>
  first !== undefined && more.every((each) => holderOf(each) === holderOf(first)) ? first.line : [root]

/** Reads an answer, before the codec. */
export const listingOf = (raw: Fields): Listing => {
  const root = rootOf(raw)
  const lists = nearest(listsBelow(root))
  return listingAt(mainLine(root, lists), lists)
}

/** A list that stands elsewhere than the listing, with the objects that are around it alone. */
export interface OtherList extends Listing {
  /** The object that parts it from the listing. */
  readonly branch: Path
  /** It is a list of one thing that has an id, and of that thing alone. */
  readonly isOfEntity: boolean
}

/** The same, with the other lists of the answer, at any depth but in rows. */
export const listingsOf = (raw: Fields): { readonly listing: Listing; readonly others: ReadonlyArray<OtherList> } => {
  const root = rootOf(raw)
  const lists = listsBelow(root)
  const line = mainLine(root, nearest(lists))
  return {
    listing: listingAt(line, nearest(lists)),
    others: [...byHolder(lists)]
      .filter(([holder]) => !line.includes(holder))
      .slice(0, MAX_LISTS)
      .map(([, each]) => {
        const whole = each[0]?.line ?? []
        const own = whole.filter((place) => !line.includes(place))
        return {
          ...listingAt(own.slice(-MAX_AROUND), each),
          branch: own[0]?.path ?? [],
          isOfEntity: isOfEntity(whole)
        }
      })
  }
}
