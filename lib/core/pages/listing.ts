/** Finds the listing of a response: the object that holds the only array of records, and places beside it. */
import { plainName } from '../signs/names.js'
import { asFields, type Fields, firstEntries, isFields, isObject } from '../foreign/fields.js'
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

const listsIn = (line: Line): ReadonlyArray<Candidate> => {
  const { fields } = line.at(-1) as Place
  if (line.length > 1 && isEntity(fields) && !isConnection(fields)) return []
  return entriesOf(fields).flatMap(([key, rows]) =>
    Array.isArray(rows) && !/^(?:links|included)$/.test(plainName(key)) ? [{ line, key, rows }] : []
  )
}

// An entity is entered only for those lists in it that have pages of their own.
const linesBelow = (line: Line): ReadonlyArray<Line> => {
  const holder = line.at(-1) as Place
  return insideOf(holder)
    .filter(({ fields }) => line.length === 1 || !isEntity(holder.fields) || isConnection(fields))
    .map((place) => [...line, place])
}

// Level by level, and never through an array, so never into a row.
const candidatesIn = (root: Place): ReadonlyArray<Candidate> => {
  let level: ReadonlyArray<Line> = [[root]]
  let bare: ReadonlyArray<Candidate> = []
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    const found = level.flatMap(listsIn)
    const records = found.filter(({ rows }) => isObject(rows[0]))
    if (records.length > 0) return records
    if (bare.length === 0) bare = found
    level = level.flatMap(linesBelow).slice(0, MAX_OBJECTS)
  }
  return bare
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

const hasNext = ({ line }: Candidate): boolean => asFields(line.at(-1)?.fields['pageInfo'])['hasNextPage'] === true

/** Reads an answer, before the codec. */
export const listingOf = (raw: Fields): Listing => {
  const root: Place = { path: [], fields: raw, paging: false, around: true }
  const found = candidatesIn(root)
  const [first] = found
  // Of lists in several objects, none is the listing: the response itself speaks.
  const isOneHolder = first !== undefined && found.every(({ line }) => line.at(-1) === first.line.at(-1))
  const line = (isOneHolder ? first.line : [root])
    .map((place) => ({ ...place, paging: false, around: true }))
    .toReversed()
  const only = found.length === 1 ? first : undefined
  // Of connections that all have more, nobody knows which one the next call is to follow: no cursor counts.
  return {
    places: [
      ...line,
      ...line.flatMap(besides).flatMap((place) => below(place, 3)),
      ...(first === undefined || isOneHolder || !found.every(hasNext)
        ? []
        : [{ ...root, fields: { hasNextPage: true } }])
    ],
    rows: only?.rows,
    key: only?.key,
    isEntity: line.some(({ fields }) => isEntity(fields))
  }
}
