/** The law of a next call: a foreign response changes arguments that page, and no others, to harmless values. */
import { plainName } from '../signs/names.js'
import { sortedJson } from '../json/canonical.js'
import { isFields, isObject, type Fields } from '../foreign/fields.js'
import { isToken } from '../errors/text.js'
import {
  isAddressName,
  isBareName,
  isBoundName,
  isAfterName,
  isCursorName,
  isDate,
  isEmptyCursor,
  isOffsetName,
  isPageName,
  isSame,
  isSizeName,
  isYearAt,
  wholeNumber
} from './words.js'

/** The parameters of a tool, where they are known. */
export type DeclaredNames = ReadonlyArray<string> | undefined

/** What an answer says of its next page: names and values of parameters. */
type Parameters = ReadonlyArray<readonly [string, unknown]>

// -- values

const MAX_CURSOR = 512
const MAX_ADDRESS = 2_048

const isNumber = (value: unknown): boolean => wholeNumber(value) !== undefined

// No service writes tags, scripts, commands, ways up or sentences into its cursors, and a template was not filled in.
const IS_TEXT =
  /\{[{%]|`|\$\(|(?:^|[/\\]|%(?:25)?(?:2f|5c))(?:\.|%(?:25)?2e){2}(?:[/\\]|%(?:25)?(?:2f|5c))|%3a(?:%2f|\/){2}|[$#%]\{|(?:\{|%7b)[?&/+#.;]?[a-z_][\w.,*-]*(?:\}|%7d)|<|&lt;|%3c|\\u003c|(?:^|")(?:javascript|vbscript|data):|\[\/?\|?[a-z]+\|?\]|(?:^|")[a-z]+(?:(?:\+|%20)[a-z]+){3,}(?:"|$)/i

const isCursor = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value)
  const text = isFields(value) ? sortedJson(value) : value
  // An address would lead elsewhere, and JSON escapes what no cursor may hold.
  return (
    typeof text === 'string' &&
    isToken(text, MAX_CURSOR) &&
    !text.includes('://') &&
    !IS_TEXT.test(text) &&
    (text === value || !text.includes('\\'))
  )
}

// -- names

const takesNumber = (name: string): boolean => isPageName(name) || isOffsetName(name) || isSizeName(name)

/** Whether an argument of this name takes what leads to the next page and is no number. */
export const takesCursor = (name: string): boolean => isCursorName(name) || isBoundName(name)

/** Whether arguments of this name page, where their value does. */
export const isPagingArgument = (name: string): boolean => takesNumber(name) || takesCursor(name)

// Stripe's `page` and the `start` of IBM may hold a token: a text that no person writes.
const isOpaque = (value: unknown): boolean => typeof value === 'string' && /^(?=\D*\d)[\w+/=.-]{16,512}$/.test(value)

const mayBeOpaque = (name: string): boolean => isPageName(name) || plainName(name) === 'start'

const isSwitch = (value: unknown): boolean =>
  typeof value === 'boolean' || (typeof value === 'string' && /^(?:yes|no|on|off|true|false)$/i.test(value))

// `offset` takes tokens, too, and a negative one counts from the end.
const isNegative = (name: string, value: unknown): boolean =>
  takesNumber(name) && !isObject(value) && /^-\d+$/.test(String(value))

// `after` may also hold a date, `from` a sender or a year and `first` a name: those filter.
const isPaging = (name: string, value: unknown): boolean =>
  takesCursor(name)
    ? !Array.isArray(value) && !isSwitch(value) && !isNegative(name, value) && !(isAfterName(name) && isDate(value))
    : takesNumber(name) &&
      !isYearAt(name, value) &&
      (isEmptyCursor(value) || isNumber(value) || (mayBeOpaque(name) && isOpaque(value)))

const isFit = (name: string, value: unknown): boolean =>
  takesCursor(name)
    ? isPaging(name, value) && isCursor(value)
    : takesNumber(name) && (isNumber(value) || (mayBeOpaque(name) && isOpaque(value)))

// -- a whole address

const placeOf = ({ protocol, username, password, host, pathname }: URL): string =>
  JSON.stringify([protocol, username, password, host, pathname.replace(/\/$/, '')])

// `from` may be an account and `p` a price: only the rows of a response tell.
const isFilter = (name: string, value: string): boolean => !isPaging(name, value) || isBareName(name)

const filtersOf = ({ searchParams }: URL): string => {
  const filters = new URLSearchParams([...searchParams].filter(([name, value]) => isFilter(name, value)))
  filters.sort()
  return filters.toString()
}

// A size is no page. The `$top` of OData counts what is left of the rows that were asked for.
const isKept = (name: string, asked: unknown, value: unknown): boolean =>
  isSizeName(name) && !(name === '$top' && (wholeNumber(value) ?? Infinity) < (wholeNumber(asked) ?? 0))

const isSize = (name: string, value: unknown): boolean => isSizeName(name) && isPaging(name, value)

/** Gives an address the page sizes of the one that was asked for, where that has any. */
const keepSizes = ({ searchParams: next }: URL, { searchParams: asked }: URL): void => {
  const sizes = [...asked].filter(([name, value]) => isSize(name, value))
  if (sizes.length === 0) return
  const others = [...next.keys()].filter((name) => isSizeName(name) && !asked.has(name))
  for (const name of others) next.delete(name)
  for (const [name, value] of sizes)
    if (isKept(name, value, next.get(name)) && next.get(name) !== value) next.set(name, value)
}

/** The address that was asked for, on the page that another one names; undefined where more of a query differs. */
export const addressOfPage = (named: URL, asked: URL): URL | undefined => {
  const page = new URL(asked)
  page.hash = ''
  page.search = named.search
  keepSizes(page, asked)
  const isMoved = [...page.searchParams].every(([name, value]) => isFilter(name, value) || isFit(name, value))
  return isMoved && filtersOf(page) === filtersOf(asked) ? page : undefined
}

const nextAddress = (address: string, asked: unknown): string | undefined => {
  // A relative address stands on one that is absolute.
  if (
    typeof asked !== 'string' ||
    !isToken(address, MAX_ADDRESS) ||
    !URL.canParse(asked) ||
    !URL.canParse(address, asked)
  )
    return undefined
  const [next, current] = [new URL(address, asked), new URL(asked)]
  return placeOf(next) === placeOf(current) ? addressOfPage(next, current)?.href : undefined
}

// -- the law

const mayDiffer = (name: string, asked: unknown, value: unknown): boolean =>
  isAddressName(name)
    ? typeof value === 'string' && nextAddress(value, asked) === value
    : isPaging(name, asked) && isFit(name, value)

/**
 * Whether a foreign value may take the place of what a call gave, or did not give, for an argument: never of how much
 * is asked for at once. In a tool of its own, that name may be anything: a shoe's `size`, a loan's `limit`.
 */
export const mayMove = (name: string, asked: unknown, value: unknown): boolean =>
  mayDiffer(name, asked, value) && !isKept(name, asked, value)

// -- the arguments that an answer names

// A list stands in a query as its values or, in one, with commas.
const isAsGiven = (given: unknown, values: ReadonlyArray<unknown>): boolean => {
  const own: ReadonlyArray<unknown> = Array.isArray(given) ? given : [given]
  if ([...own, ...values].some(isObject)) return false
  return own.join() === values.join() || (own.length === 1 && values.every((value) => isSame(own[0], value)))
}

const leads = (name: string): boolean => isPageName(name) || isOffsetName(name) || isCursorName(name)

/**
 * The page that an answer names: of its parameters the ones that move the page, by the names of the call; none where
 * another one has another value than in the call.
 */
export const pageIn = (parameters: Parameters, args: Fields, declared: DeclaredNames): Fields | undefined => {
  const own = new Set([...Object.keys(args), ...(declared ?? [])])
  const byPlain = new Map([...own].map((name) => [plainName(name), name]))
  const values = new Map<string, Array<unknown>>()
  for (const [key, value] of parameters) {
    const stranger = declared === undefined && leads(key) && isPaging(key, value) ? key : undefined
    const name = own.has(key) ? key : plainName(key) === '' ? undefined : (byPlain.get(plainName(key)) ?? stranger)
    if (name !== undefined) values.set(name, [...(values.get(name) ?? []), value])
  }
  const others = [...values].filter(([name, all]) => !isAsGiven(args[name], all))
  if (!others.every(([name, all]) => all.every((value) => mayDiffer(name, args[name], value)))) return undefined
  const moved = others.filter(([name, all]) => !isKept(name, args[name], all.at(-1)))
  // Beside a cursor, a name that is not declared may as well be that of a date.
  const cursors = declared === undefined ? moved.filter(([name]) => isCursorName(name)) : []
  return Object.fromEntries(
    (cursors.length > 0 ? cursors : moved).map(([name, all]) => {
      const isCounted = takesNumber(name) || typeof args[name] === 'number'
      return [name, (isCounted ? wholeNumber(all.at(-1)) : undefined) ?? all.at(-1)]
    })
  )
}

/** The parameters of an address: a second `?` is a part of the query. */
export const queryOf = (address: string): Parameters => [...new URLSearchParams(/\?([^#]*)/.exec(address)?.[1])]

/**
 * The arguments that differ in the address of a next page, or the address itself where the call is made of one;
 * undefined for another listing.
 */
export const byAddress = (
  address: string,
  args: Fields,
  declared: DeclaredNames
): ReadonlyArray<Fields> | undefined => {
  const page = isToken(address, MAX_ADDRESS) ? pageIn(queryOf(address), args, declared) : undefined
  if (page === undefined) return undefined
  const whole = declared?.find(isAddressName)
  const next = whole === undefined ? undefined : nextAddress(address, args[whole])
  return [page, whole === undefined || next === undefined ? {} : { [whole]: next }].filter((each) =>
    // A size alone would ask for the first page.
    Object.keys(each).some((name) => !isSizeName(name))
  )
}
