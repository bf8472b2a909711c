/** Names the call that gives the next page, in our own words alone: names of our tables, whole numbers, and the place where a cursor stands. */
import { asFields } from '../foreign/fields.js'
import { formatPath, type Path } from '../issue.js'
import { CURSOR_NAMES, isEmptyCursor, ownAt, positionOf, wholeNumber } from './page-position.js'
import { addressIn, type Level, type Sign } from './page-signs.js'
import { positionIn, rowsIn, SPRING } from './page-totals.js'

const again = (name: string, value: number): string => `Call again with ${name}=${value}.`

// -- by a number that the answer names: numbers may be printed

const QUERY_NAMES: ReadonlyMap<string, string> = new Map([
  ['page[number]', 'page'],
  ['page[offset]', 'offset'],
  ['$skip', 'skip']
])

const queryOf = (address: string): Readonly<Record<string, unknown>> => {
  const at = address.indexOf('?')
  const pairs = at === -1 ? [] : address.slice(at + 1, at + 4_096).split(/[&#]/)
  return Object.fromEntries(
    pairs.map((pair) => {
      const [key = '', value = ''] = pair.split('=')
      const name = key.replace(/%5B/gi, '[').replace(/%5D/gi, ']').replace(/%24/g, '$')
      return [QUERY_NAMES.get(name) ?? name, value]
    })
  )
}

const byNumber = ({ name, value }: Sign): string | undefined => {
  const number = wholeNumber(value)
  if (number !== undefined && /^next(?:[_-]?page)?$/i.test(name)) return again('page', number)
  if (number !== undefined && /offset|start/i.test(name)) return again('offset', number)
  const { page, offset } = positionOf(queryOf(addressIn(value) ?? ''))
  const found = page ?? offset
  return found === undefined ? undefined : again(found.name, found.value)
}

// -- by a cursor: foreign text, so the model is told where it stands in the data that it was given, if the codec kept it there

// What the parameter of a cursor is called where the arguments do not show it.
const PARAMETERS: ReadonlyMap<string, string> = new Map([
  ['nextPageToken', 'pageToken'],
  ['NextPageToken', 'PageToken'],
  ['next_page_token', 'page_token'],
  ['nextToken', 'nextToken'],
  ['NextToken', 'NextToken'],
  ['next_token', 'next_token'],
  ['NextMarker', 'Marker'],
  ['NextContinuationToken', 'ContinuationToken'],
  ['continuationToken', 'continuationToken'],
  ['LastEvaluatedKey', 'ExclusiveStartKey'],
  ['endCursor', 'after'],
  ['end_cursor', 'after']
])

const valueAt = (payload: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => asFields(value)[key], payload)

const byCursor = (sign: Sign, payload: unknown, args: unknown): string | undefined => {
  const inner = ownAt(asFields(sign.value), CURSOR_NAMES)?.name
  const path = [...sign.level.path, sign.name, ...(inner === undefined ? [] : [inner])]
  if (typeof sign.value === 'boolean' || isEmptyCursor(valueAt(payload, path))) return undefined
  const place = sign.level.foreign
    ? `the ${sign.name} of the pageInfo in data`
    : formatPath(['data', ...path], () => true)
  const parameter = positionOf(args).cursor?.name ?? inner ?? PARAMETERS.get(sign.name) ?? 'cursor'
  const address = inner === undefined ? addressIn(sign.value) : undefined
  if (address === undefined) return `Call again with ${parameter} set to ${place}.`
  const named = ownAt(queryOf(address), CURSOR_NAMES)?.name
  return named === undefined
    ? `Call again with what the address in ${place} names.`
    : `Call again with ${named} set to its value in the address in ${place}.`
}

// GraphQL keeps its cursor beside its flag.
const endCursor = ({ level }: Sign): Sign | undefined => {
  const name = ['endCursor', 'end_cursor'].find((known) => !isEmptyCursor(level.fields[known]))
  return name === undefined ? undefined : { says: 'more', by: 'next', level, name, value: level.fields[name] }
}

// -- by where the rows stand

const byPosition = (levels: ReadonlyArray<Level>, args: unknown): string | undefined => {
  const asked = positionOf(args)
  if (asked.page !== undefined) return again(asked.page.name, asked.page.value + 1)
  const { page, offset } = positionIn(levels, args)
  const rows = rowsIn(levels)
  if (offset !== undefined && rows !== undefined && rows > 0)
    return again(asked.offset?.name ?? offset.name, offset.value + rows)
  return page === undefined ? undefined : again('page', page.name === SPRING ? page.value : page.value + 1)
}

/** The next call; `undefined` where nothing better is known than that more exists. */
export const nextCall = (
  signs: ReadonlyArray<Sign>,
  levels: ReadonlyArray<Level>,
  payload: unknown,
  args: unknown
): string | undefined => {
  const more = signs.filter(({ says }) => says === 'more')
  for (const sign of [...more.filter(({ by }) => by === 'next'), ...more.flatMap((flag) => endCursor(flag) ?? [])]) {
    const hint = byNumber(sign) ?? byCursor(sign, payload, args)
    if (hint !== undefined) return hint
  }
  return byPosition(levels, args)
}
