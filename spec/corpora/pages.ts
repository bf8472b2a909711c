/**
 * Responses of listings: whether a guarded call sees that more exists, and whether the next call that it names is the
 * protocol's own.
 */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { isSizeName } from '#core/pages'
import { detectMorePages, guardedCall, openTurn, type ToolError } from '../../lib/index.js'
import { rowsOf, type Half } from './rows.js'

export type Fields = Readonly<Record<string, unknown>>

// -- model

/**
 * Public fixtures and documentation in a shortened form of our own, labelled by each API's own protocol before any rule
 * was written.
 */
export interface Listing {
  readonly half: Half
  readonly api: string
  readonly by: 'recorded' | 'documented' | 'hand'
  readonly aws?: true
  readonly path?: string
  readonly args?: Fields
  /** Parameters of the tool that this call did not use. */
  readonly more?: ReadonlyArray<string>
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
  readonly truth: {
    readonly more?: boolean
    /** Rows are missing, and no page brings them. */
    readonly part?: true
    readonly style?: string
    readonly next?: { readonly via: string; readonly param?: string; readonly value: unknown }
    readonly params?: Fields
    readonly good?: true
  }
  /** How many responses have this very form. */
  readonly times?: number
}

export type Miss = 'not found' | 'no next call' | 'wrong next call' | 'mistaken'

// A list of more than two is `{ "#": length, of: [first, last] }`.
const isList = (value: unknown): value is { readonly '#': number; readonly of: readonly [unknown, unknown] } =>
  typeof value === 'object' && value !== null && '#' in value && 'of' in value

const whole = (_key: string, value: unknown): unknown =>
  isList(value) ? [...Array.from({ length: value['#'] - 1 }, () => value.of[0]), value.of[1]] : value

export const listings = rowsOf<Listing>('pages.jsonl', ({ api }) => api, whole)

// -- asking

export const addressOf = ({ path = '/', args = {} }: Pick<Listing, 'path' | 'args'>): URL => {
  const url = new URL(path, 'https://api.example.com')
  for (const [name, value] of Object.entries(args))
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      url.searchParams.set(name, String(value))
  return url
}

// A Response that was made here has no address of its own.
const responseOf = (listing: Pick<Listing, 'body' | 'headers'>, url: string): Response =>
  Object.defineProperty(new Response(JSON.stringify(listing.body), { headers: listing.headers ?? {} }), 'url', {
    value: url
  })

/** The error of a call that returns a listing, by a tool with parameters of these names. */
export const told = async (
  listing: Pick<Listing, 'body' | 'headers'>,
  url: string,
  args: Fields,
  names: ReadonlyArray<string>
): Promise<ToolError | undefined> => {
  const Args = t.partial(Object.fromEntries(names.map((name) => [name, t.unknown])))
  const call = guardedCall(
    { name: 'list', effect: 'read', args: Args, run: () => responseOf(listing, url) },
    t.unknown,
    detectMorePages()
  )
  const result = await openTurn().run(call.fromModel(args))
  return E.isLeft(result) ? result.left : undefined
}

// -- what is right

const isEqual = (a: unknown, b: unknown): boolean =>
  String(a) === String(b) && JSON.stringify(a) === JSON.stringify(typeof a === typeof b ? b : a)

export const namesOf = ({ args = {}, more = [] }: Pick<Listing, 'args' | 'more'>): ReadonlyArray<string> => [
  ...new Set([...Object.keys(args), ...more])
]

const argsIn = (error: ToolError | undefined): Fields | undefined => error?.next?.args as Fields | undefined

// The tool's own default, with which this page came, is that of the next one as well.
const isLeftOut = (name: string, args: Fields): boolean => isSizeName(name) && !(name in args)

/** Whether the arguments of the next call are those of the protocol; a page's size may be left out. */
const isRight = async (listing: Listing, args: Fields | undefined): Promise<boolean> => {
  const { next, params = {} } = listing.truth
  if (next === undefined) return false
  if (next.via === 'header') return Object.values(args ?? {}).some((value) => isEqual(value, next.value))
  if (next.via !== 'url') return isEqual(args?.[next.param ?? ''], next.value)
  const taken = Object.entries(params).flatMap(([name, value]) => {
    const parameter = namesOf(listing).find((each) => each.toLowerCase() === name.toLowerCase())
    return parameter === undefined ? [] : [[parameter, value] as const]
  })
  if (taken.length > 0)
    return taken.every(([name, value]) => isEqual(args?.[name], value) || (args !== undefined && isLeftOut(name, args)))
  // An address that has no parameter of the tool can be asked for by a tool that takes addresses.
  const address = new URL(String(next.value), addressOf(listing))
  const { pathname, search } = addressOf(listing)
  const current = new URL(pathname + search, address.origin).href
  return argsIn(await told(listing, current, { url: current }, ['url']))?.['url'] === address.href
}

export const isPartial = ({ truth }: Listing): boolean => truth.more === true || truth.part === true

/** What a guarded call makes of a listing. */
export const missIn = async (listing: Listing): Promise<Miss | undefined> => {
  const error = await told(listing, addressOf(listing).href, listing.args ?? {}, namesOf(listing))
  if (!isPartial(listing)) return error === undefined ? undefined : 'mistaken'
  if (error === undefined) return 'not found'
  const args = argsIn(error)
  if (listing.truth.next === undefined || (await isRight(listing, args))) return undefined
  return args === undefined ? 'no next call' : 'wrong next call'
}
