/** The words by which APIs speak of pages: rules over names without case and punctuation. */
import { plainName } from '../signs/names.js'
import { isFields, isObject, type Fields } from '../foreign/fields.js'

// Bundlers leave out the names that nobody asks for.
/* @__NO_SIDE_EFFECTS__ */
const named =
  (pattern: RegExp) =>
  (name: string): boolean =>
    pattern.test(plainName(name))

// -- parameters, whose names answers repeat

// A `biomarker`, a `precursor`, a `carbonOffset` and `discontinue` are no parameters of a page: what stands before such
// a word is one of these.
const before = (...others: ReadonlyArray<string>): string =>
  `(?:${['next', 'pag(?:e|es|ing|ination)', 'end', 'scroll', 'list', 'rows?', 'items?', 'records?', 'results?', 'query', 'search', 'request', 'response', 'continuation', 'sync', ...others].join('|')})*`

export const isPageName = named(/^(?:current|request)?(?:page(?:number|num|no|index)?|p)$/)
/** Whether a name is that of a page, and of much else besides. */
export const isBarePage = named(/^p$/)
export const isOffsetName = named(/^(?:page)?offset$|^(?:skip|from|start(?:at|index|position)?)$/)
/** Whether a name is that of an offset, and of much else besides: a sender, an account, a year. */
export const isBareOffset = named(/^from$/)
/** Whether a name is that of an offset, and of where a range begins: a day, a price, an account. */
export const isRangeStart = named(/^(?:from|start)$/)
/** Whether the value of an argument of this name is a year: `from: 2024` filters, and is no place in a listing. */
export const isYearAt = (name: string, value: unknown): boolean =>
  isRangeStart(name) && !isObject(value) && /^(?:19|20)\d\d$/.test(String(value))
/** Whether a name pages only where the rows of a response say so: headers alone cannot. */
export const isBareName = (name: string): boolean => isBarePage(name) || isBareOffset(name)
export const isSizeName = named(
  /^(?:page|sysparm)?(?:size|limit)$|^(?:num|count|limit|max|hits|entries|rows?|items?|records?|results?)*perpage$|^max(?:results|items|records|keys)$|^(?:count|rows|top|take|first)$/
)
const isEndName = named(/^(?:until|till|thr|upto|stop|finish|end|last|max)/)
/** Whether a name is that of where a range ends: `stop`, `endIndex`, `to_line`, and no `token`. */
export const isRangeEnd = (name: string): boolean =>
  !isSizeName(name) && (isEndName(name) || /^[Tt]o(?![a-z])|^TO(?![A-Z])/.test(name))
/** Whether a name is that of a page's size, and of much else besides: shoes have a size, loans a limit. */
export const isBareSize = named(/^(?:size|limit|count|rows|top|take|first)$/)
/** Whether the number of an argument of this name may be that of a page: it is no size, no offset of rows and no id. */
export const mayNumberPages = (name: string): boolean =>
  !isSizeName(name) && (plainName(name).startsWith('page') || !(isOffsetName(name) || plainName(name).endsWith('id')))
/** Whether a parameter of this name takes a cursor, a token or the last id. */
export const isCursorName = named(
  new RegExp(
    `^${before('after')}cursor(?:mark)?$|^bookmark$|^scrollparam$|^(?:next)?page(?:key|start(?:id)?)$|^(?:next)?marker$|^(?:next|page|pagination|continu(?:e|ation)|skip|resumption)+token$|^(?:scroll|last)id$|^(?:search|starting|page)?after$`
  )
)
/** Whether a name is that of a cursor, and of a day after which rows are wanted. */
export const isAfterName = named(/^after$/)
/** Whether a parameter of this name takes the id of the last row that came. */
export const isLastIdName = named(/^startingafter$/)
/** Whether a parameter of this name is one that some services page by, and others use for another reason. */
export const isBoundName = named(
  new RegExp(
    `^startcursor$|^(?:max|after|since)id$|^idafter$|^pageinfo$|^${before('start', 'sysparm', 'vid')}offset$|^(?:g?(?!do|to|no|on|is)[a-z]{2})?continue$|^(?:xms)?continuation$|^${before('start', 'key', 'uploadid', 'versionid', 'partnumber')}marker$|^exclusivestart[a-z]*(?:arn|id|key|name)$`
  )
)
const isBackName = named(
  /^(?:page|search|ending)?before(?:id|cursor|token)?$|^prev(?:ious)?(?:page)?(?:id|cursor|token)?$|^(?:page)?back(?:wards?)?$/
)
const isDirectionName = named(/dir(?:ection)?$/)
const isReverseName = named(/^(?:is)?reversed?$/)
/** Whether a parameter of this name takes a whole address. */
export const isAddressName = named(/^ur[il]$/)

// -- signs of more

const isMoreName = named(
  /^has(?:more|next)[a-z]*$|^more(?:records|results?|items|rows|pages|available|dataavailable|itemsincollection)?$|^(?:is)?truncated$|^exceededtransferlimit$/
)
const isNextFlag = named(/^hasnext/)
const isPreviousFlag = named(/^hasprev(?:ious)?(?:page)?$/)
const isLastName = named(/^(?:is)?last(?:page)?$/)
const isPartName = named(/^(?:is)?(?:incomplete|partial)(?:results|search)?$|^timedout$|^terminatedearly$/)

const asFlag = (value: unknown): boolean | undefined =>
  value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined

/** Whether an object says by a flag whether rows come before these. */
export const speaksOfBefore = (fields: Fields): boolean =>
  fieldWhere(fields, (name, value) => isPreviousFlag(name) && asFlag(value) !== undefined) !== undefined

/**
 * Whether more exists, by a field that says so itself; `undefined` for any other. On the way back, that is the flag of
 * the rows before these.
 */
export const saysMore = (name: string, value: unknown, isBack: boolean): boolean | undefined => {
  if (isBack && (isNextFlag(name) || isPreviousFlag(name))) return isNextFlag(name) ? undefined : asFlag(value)
  if (isMoreName(name)) return asFlag(value)
  return isLastName(name) && typeof value === 'boolean' ? !value : undefined
}

/** A field by which search engines, warehouses and drives say that rows are missing and no page brings them. */
export const saysIncomplete = (name: string, value: unknown): boolean =>
  (value === true && isPartName(name)) || (value === false && plainName(name) === 'jobcomplete')

/**
 * Whether a field of this name holds the way to the next page; a token for the next synchronisation, or for the way
 * back, does not, nor does one for the way forward, which stands beside it on every page.
 */
export const isNextName = named(
  /^(?:odata)?next(?!sync|back|forw|prev)(?:[a-z]*(?:page|results|start(?:id)?|offset|skip|cursor|token|marker|link|href|ur[il]|after|key|position|scrollparam|bookmark))?$|^lastevaluated[a-z]+$/
)

// -- counts

const isTotal = named(
  /^(?:estimated)?total(?:filtered)?(?:results|hits|rows|entries|elements|size|count)?$|^(?:num|nb)(?:found|hits)$|^fullresultsize$/
)

/** Whether a field of this name counts all rows, even with their own name, as `total_orders` of `orders`. */
export const isTotalName = (name: string, rows?: string): boolean =>
  isTotal(name) || (rows !== undefined && plainName(name) === `total${plainName(rows)}`)
export const isPagesName = named(/^(?:(?:total|num|nb|max)(?:of)?pages?|pages(?:count|total)?|pagecount|lastpage)$/)

/** Whether an object of this name is there to speak of pages. */
export const isPagingName = named(
  /pag(?:e|es|ing|ination)(?:info)?$|^(?:response|result|search|list)?(?:meta(?:data)?|info|header)$|cursors?$|^links?$|^next$|^continue$/
)

// -- values

/** A whole number that is not negative, as such or in digits. */
export const wholeNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

/** Whether a cursor points nowhere or, as `*` does, and the `"0"` that ends a SCAN of Redis, at the beginning. */
export const isEmptyCursor = (value: unknown): boolean => {
  if (typeof value === 'string') return /^[*0]?$/.test(value.trim())
  return (
    value === null || value === undefined || value === false || (isObject(value) && Object.keys(value).length === 0)
  )
}

/** The address in a link, which may be a text or an object around one. */
export const addressIn = (link: unknown): string | undefined => {
  const text = isFields(link) ? (link['href'] ?? link['url']) : link
  return typeof text === 'string' && /^(?:https?:\/\/|[/?]|[^\s?#=&]{1,512}\?[^\s?=&]+=)/i.test(text) ? text : undefined
}

/** Whether two values are the same parameter: a number and its digits are. */
export const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (!isObject(a) && !isObject(b) && String(a) === String(b))

/** Whether a text is a date, or begins with one. */
export const isDate = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d/.test(value)

const isOff = (value: unknown): boolean => isEmptyCursor(value) || value === 0 || value === 'false'

/**
 * Whether arguments ask for the rows before others: by a cursor, by a direction, or as the last ones. A `before` may be
 * a date.
 */
export const pagesBack = (args: Fields): boolean =>
  fieldWhere(args, (name, value) => {
    if (plainName(name) === 'last') return wholeNumber(value) !== undefined
    if (isDirectionName(name)) return typeof value === 'string' && /^(?:prev|back|before|b$)/i.test(value)
    return isBackName(name) && !isOff(value) && !isDate(value)
  }) !== undefined

/** Whether the page that an answer calls the next one may not be the one that a call of these arguments goes on to. */
export const turnsBack = (args: Fields): boolean =>
  // A `reverse` turns the order or the way, so it says nothing of the flags.
  pagesBack(args) || fieldWhere(args, (name, value) => isReverseName(name) && !isOff(value)) !== undefined

/** The first field of an object that passes. */
export const fieldWhere = (
  fields: Fields,
  test: (name: string, value: unknown) => boolean
): { readonly name: string; readonly value: unknown } | undefined => {
  const name = Object.keys(fields)
    .slice(0, 1_000)
    .find((each) => test(each, fields[each]))
  return name === undefined ? undefined : { name, value: fields[name] }
}
