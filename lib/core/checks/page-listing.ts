/** Finds the listing of an answer: the object that holds the only array of records, and the places around it where something may be said of pages. */
import { isFields, isObject, type Fields } from '../foreign/fields.js'
import type { Path } from '../issue.js'
import { isPagingName, plain } from './page-words.js'

/** An object of the answer that may speak of pages. */
export interface Place {
  readonly path: Path
  readonly fields: Fields
  /** It is there for paging alone, as `meta` and `pagination` are: a mere `next` counts here too. */
  readonly paging: boolean
}

export interface Listing {
  /** The listing itself first, then its ancestors, then what stands beside them. */
  readonly places: ReadonlyArray<Place>
  /** `undefined` where no array, or more than one, could be meant. */
  readonly rows: ReadonlyArray<unknown> | undefined
  /** The key of the rows. */
  readonly key?: string | undefined
  /** The response, or the object that holds the rows, has an id: it is one thing, and not a page of many. */
  readonly isOne: boolean
}

const MAX_DEPTH = 5
const MAX_KEYS = 200
const MAX_OBJECTS = 500

// Arrays that no listing is made of, and the words by which a listing's own rows are known among several arrays.
const NO_ROWS = /^(?:errors?|warnings?|messages?|links?|facets?|included?|schemas?|notes?)$/
const ROWS = /^(?:items?|results?|records?|rows|data|values?|contents?|resources?)$/
// An object with an id is one entity: what its lists say is said of it alone.
const isEntity = (fields: Fields): boolean => ['id', '_id', 'uuid'].some((name) => Object.hasOwn(fields, name))

const isConnection = (fields: Fields): boolean => isFields(fields['pageInfo']) || isFields(fields['page_info'])

interface Array_ {
  readonly holder: Path
  readonly key: string
  readonly rows: ReadonlyArray<unknown>
}

const arraysOf = (fields: Fields, holder: Path): ReadonlyArray<Array_> =>
  Object.keys(fields)
    .slice(0, MAX_KEYS)
    .flatMap((key) => {
      const rows = fields[key]
      return Array.isArray(rows) && !NO_ROWS.test(plain(key)) ? [{ holder, key, rows }] : []
    })

// Records before what may be records, and a name that says so before any other.
const best = (arrays: ReadonlyArray<Array_>): ReadonlyArray<Array_> => {
  const tests: ReadonlyArray<(one: Array_) => boolean> = [
    ({ rows, key }) => isObject(rows[0]) && ROWS.test(plain(key)),
    ({ rows }) => isObject(rows[0]),
    ({ rows, key }) => ROWS.test(plain(key)) && rows.length > 0,
    ({ key }) => ROWS.test(plain(key)),
    ({ rows }) => rows.length === 0
  ]
  const test = tests.find((one) => arrays.some(one))
  return test === undefined ? arrays : arrays.filter(test)
}

const objectsIn = (fields: Fields): ReadonlyArray<readonly [string, Fields]> =>
  Object.keys(fields)
    .slice(0, MAX_KEYS)
    .flatMap((key) => {
      const value = fields[key]
      return isFields(value) ? [[key, value] as const] : []
    })

interface Node {
  readonly path: Path
  readonly fields: Fields
}

// Level by level and never through an array, so never into a row.
const levelsOf = (root: Fields): ReadonlyArray<ReadonlyArray<Node>> => {
  const levels: Array<ReadonlyArray<Node>> = [[{ path: [], fields: root }]]
  for (let seen = 1; levels.length <= MAX_DEPTH && seen < MAX_OBJECTS;) {
    const next = (levels.at(-1) ?? [])
      .filter(
        ({ path, fields }) =>
          path.length === 0 || !isEntity(fields) || objectsIn(fields).some(([, inner]) => isConnection(inner))
      )
      .flatMap(({ path, fields }) => objectsIn(fields).map(([key, inner]) => ({ path: [...path, key], fields: inner })))
      .slice(0, MAX_OBJECTS - seen)
    if (next.length === 0) break
    seen += next.length
    levels.push(next)
  }
  return levels
}

const candidates = (levels: ReadonlyArray<ReadonlyArray<Node>>): ReadonlyArray<Array_> => {
  const open = levels.map((level) =>
    level
      .filter(({ path, fields }) => path.length === 0 || !isEntity(fields) || isConnection(fields))
      .flatMap(({ path, fields }) => arraysOf(fields, path))
  )
  const connections = open.map((level) => level.filter(({ holder }) => isConnectionAt(levels, holder)))
  const withRecords = (arrays: ReadonlyArray<Array_>): boolean => arrays.some(({ rows }) => isObject(rows[0]))
  return (
    connections.find((arrays) => arrays.length > 0) ??
    open.find(withRecords) ??
    open.find((arrays) => arrays.length > 0) ??
    []
  )
}

const isConnectionAt = (levels: ReadonlyArray<ReadonlyArray<Node>>, holder: Path): boolean =>
  levels[holder.length]?.some(
    ({ path, fields }) =>
      path.length === holder.length && path.every((key, i) => key === holder[i]) && isConnection(fields)
  ) === true

const MAX_BESIDE = 30
const isDictionary = (fields: Fields): boolean => Object.keys(fields).length > 60

// What stands beside: objects that hold no rows of their own.
const beside = ({ path, fields }: Place, except: unknown): ReadonlyArray<Place> =>
  objectsIn(fields)
    .filter(([key, inner]) => key !== except && !isEntity(inner) && !isDictionary(inner))
    .slice(0, MAX_BESIDE)
    .map(([key, inner]) => ({ path: [...path, key], fields: inner, paging: isPagingName(key) }))

// `meta.pagination.links.next`: below what speaks of pages, everything does.
const below = (place: Place, depth: number): ReadonlyArray<Place> =>
  depth === 0 || (!place.paging && !Object.keys(place.fields).some(isPagingName))
    ? [place]
    : [
        place,
        ...beside(place, undefined).flatMap((inner) =>
          below({ ...inner, paging: place.paging || inner.paging }, depth - 1)
        )
      ]

/** Reads an answer, before the codec. */
export const listingOf = (raw: unknown): Listing => {
  if (!isFields(raw)) return { places: [], rows: Array.isArray(raw) ? raw : undefined, isOne: false }
  const found = best(candidates(levelsOf(raw)))
  const [first] = found
  // Several arrays of one object are ambiguous, and so are those of several objects: where none can be told, the outermost speaks.
  const holders = new Set(found.map(({ holder }) => holder.join('\0')))
  const at: Path = first !== undefined && holders.size === 1 ? first.holder : []
  const line: Array<Place> = [{ path: [], fields: raw, paging: false }]
  for (const key of at) {
    const { path, fields } = line.at(-1) as Place
    line.push({ path: [...path, key], fields: fields[key] as Fields, paging: false })
  }
  const around = line
    .toReversed()
    .flatMap((place) => beside(place, at[place.path.length]).flatMap((inner) => below(inner, 3)))
  return {
    places: [...line.toReversed(), ...around],
    rows: found.length === 1 ? first?.rows : undefined,
    key: found.length === 1 ? first?.key : undefined,
    isOne: line.some(({ fields }) => isEntity(fields))
  }
}
