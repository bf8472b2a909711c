/** What an answer says of its own pages: the fields that APIs use for it, by name, and the places where they stand. */
import { asFields, type Fields } from '../foreign/fields.js'
import type { Path } from '../issue.js'
import { isEmptyCursor, named } from './page-position.js'

// -- places

/** An object of the answer that may speak of pages. */
export interface Level {
  readonly path: Path
  readonly fields: Fields
  /** It is there for paging alone, as `meta` and `pagination` are: a mere `next` counts here too. */
  readonly paging: boolean
  /** Keys of the path are the tool's own (a GraphQL connection): they are not to be printed. */
  readonly foreign: boolean
}

const ENVELOPES = ['data', 'result', 'response']
const PAGING = [
  ...named(
    'meta',
    'metadata',
    'pagination',
    'paging',
    'page',
    'page info',
    'paging info',
    'page metadata',
    'response metadata',
    'result info',
    'links'
  ),
  '_meta',
  '_metadata',
  '_links'
]
const LINKS = new Set(['links', 'Links', '_links'])
const PAGE_INFO = ['pageInfo', 'page_info']
const MAX_DEPTH = 3
const MAX_CONNECTIONS = 50

const below = (level: Level, names: ReadonlyArray<string>, paging: boolean): ReadonlyArray<Level> =>
  names
    .filter((name) => Object.hasOwn(level.fields, name))
    .map((name) => ({
      path: [...level.path, name],
      fields: asFields(level.fields[name]),
      paging: paging || level.paging,
      foreign: level.foreign
    }))

const wrappers = (level: Level): ReadonlyArray<Level> => {
  if (level.path.length >= MAX_DEPTH) return [level]
  return [level, ...[...below(level, ENVELOPES, false), ...below(level, PAGING, true)].flatMap(wrappers)]
}

const objectsIn = (level: Level): ReadonlyArray<Level> =>
  Object.keys(level.fields)
    .slice(0, MAX_CONNECTIONS)
    .map((key) => ({
      path: [...level.path, key],
      fields: asFields(level.fields[key]),
      paging: false,
      foreign: true
    }))

// GraphQL: `data.orders.pageInfo`, and `data.repository.issues.pageInfo`; never through an array, so never into a row.
const connections = (raw: unknown): ReadonlyArray<Level> => {
  const data = asFields(asFields(raw)['data'])
  const first = objectsIn({ path: ['data'], fields: data, paging: false, foreign: true })
  return [...first, ...first.flatMap(objectsIn)].flatMap((level) => below(level, PAGE_INFO, true))
}

/** Every place of an answer where something may be said of its pages, the root first. */
export const levelsOf = (raw: unknown): ReadonlyArray<Level> => [
  ...wrappers({ path: [], fields: asFields(raw), paging: false, foreign: false }),
  ...connections(raw)
]

// -- signs

/** One field that speaks of a next page. */
export interface Sign {
  readonly says: 'more' | 'no more'
  /** A flag outweighs a cursor: some APIs give a cursor on the last page too. */
  readonly by: 'flag' | 'next'
  readonly level: Level
  readonly name: string
  readonly value: unknown
}

const MORE = new Set(
  named(
    'has more',
    'has next',
    'has next page',
    'has more pages',
    'has more items',
    'has more results',
    'has more data',
    'more',
    'more results',
    'more available',
    'more results available',
    'is truncated',
    'truncated',
    'exceeded transfer limit'
  )
)
const LAST = new Set(named('is last', 'is last page', 'last'))
const NEXT = new Set([
  ...named(
    'next cursor',
    'next page token',
    'next token',
    'next marker',
    'next continuation token',
    'next key',
    'next page key',
    'next page cursor',
    'next page id',
    'next page',
    'next offset',
    'next start',
    'next link',
    'next url',
    'next uri',
    'next href',
    'next page url',
    'next page uri',
    'next page link',
    'next records url',
    'last evaluated key'
  ),
  'continuation_token',
  'continuationToken',
  '@odata.nextLink',
  'odata.nextLink',
  '@nextLink'
])

/** Looks like an address, absolute or not. */
const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:https?:\/\/|[/?])/i.test(value.trim())

const flag = (value: unknown): boolean | undefined => {
  if (value === true || value === 'true' || value === 1) return true
  return value === false || value === 'false' || value === 0 ? false : undefined
}

const pointsOn = (value: unknown): boolean | undefined => {
  if (isEmptyCursor(value)) return false
  if (value === true) return true
  return typeof value === 'number' ? value > 0 : typeof value === 'string' || typeof value === 'object'
}

/** The address in a link, which may be a text or an object around one. */
export const addressIn = (link: unknown): string | undefined => {
  const { href, url, uri, link: inner } = asFields(link)
  return [link, href, url, uri, inner].find(isAddress)
}

// Outside a paging object, a `next` is a next page only if it is an address or says that there is none.
const weakNext = (value: unknown, paging: boolean): boolean | undefined => {
  if (value === null) return false
  if (addressIn(value) !== undefined) return true
  return paging ? pointsOn(value) : undefined
}

// Lists of links (`[{"rel":"next","href":…}]`) are no rows, and short.
const linkNamed = (links: unknown): unknown =>
  Array.isArray(links) ? addressIn(links.slice(0, 20).find((link) => asFields(link)['rel'] === 'next')) : undefined

// Links back, or to the first or the last page, without one to the next: this is the last page.
const endsHere = ({ path, fields }: Level): boolean =>
  LINKS.has(String(path.at(-1))) &&
  !Object.hasOwn(fields, 'next') &&
  ['prev', 'previous', 'first', 'last'].some((name) => Object.hasOwn(fields, name))

const signOf = (level: Level, name: string, value: unknown): Sign | undefined => {
  const sign = (by: Sign['by'], more: boolean | undefined): Sign | undefined =>
    more === undefined ? undefined : { says: more ? 'more' : 'no more', by, level, name, value }
  if (MORE.has(name)) return sign('flag', flag(value))
  if (LAST.has(name)) return typeof value === 'boolean' ? sign('flag', !value) : undefined
  if (NEXT.has(name)) return sign('next', pointsOn(value))
  if (name === 'next' || name === 'Next') return sign('next', weakNext(value, level.paging))
  const link = LINKS.has(name) ? linkNamed(value) : undefined
  return isAddress(link) ? { says: 'more', by: 'next', level, name, value: link } : undefined
}

/** The signs of one place; an object of a thousand keys is a dictionary, not an envelope. */
export const signsOf = (level: Level): ReadonlyArray<Sign> => {
  const signs = Object.keys(level.fields)
    .slice(0, 1_000)
    .flatMap((name) => signOf(level, name, level.fields[name]) ?? [])
  return endsHere(level) ? [...signs, { says: 'no more', by: 'next', level, name: 'next', value: undefined }] : signs
}
