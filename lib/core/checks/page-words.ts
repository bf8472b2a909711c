/** The words by which APIs speak of pages: rules over spelled-out names, whatever their case and punctuation. */
import { isFields, type Fields } from '../foreign/fields.js'

// The same few names are asked about again and again.
const PLAIN = new Map<string, string>()
const MAX_KNOWN = 2_000

/** A name without case and punctuation: `next_page-Token` and `@odata.nextLink` are `nextpagetoken` and `odatanextlink`. */
export const plain = (name: string): string => {
  const known = PLAIN.get(name)
  if (known !== undefined) return known
  const word = name
    .slice(0, 100)
    .replace(/[^a-zA-Z0-9]+/g, '')
    .toLowerCase()
  if (PLAIN.size < MAX_KNOWN) PLAIN.set(name, word)
  return word
}

// -- where a listing stands: names of parameters, which answers repeat

const PAGE = /^(?:current|request)?(?:page(?:number|num|no|index)?|p)$/
const OFFSET =
  /^(?:page|sysparm|result|record|current)?(?:offset|skip|from|start(?:at|index|row|record|position|element|item)?|retstart|firstresult)$/
const SIZE =
  /^(?:(?:items|results|hits|rows|records|entries|max)?perpage|(?:page|batch|result)(?:size|limit|length)|ps|size|(?:sysparm|page|max)?limit|count|length|rows|top|take|first|max(?:results?|items?|records|rows|keys|count|perpage)|hitsperpage|itemsperpage|resultsperpage|retmax|pagesize)$/
const CURSOR =
  /^(?:(?:odata|next|page|pages|paging|pagination|continuation|scroll|search|start|list|sysparm)*(?:cursor|cursormark|bookmark|continuation)|(?:next|page|paging|pagination|continuation|skip|resumption|scroll)+(?:token|marker|key|id)|(?:page)?(?:after|afterid|startingafter|startafter|searchafter|sinceid|lastid|idafter)|marker|exclusivestart[a-z]*|endcursor)$/

/** Whether a parameter of this name takes a cursor, a token or the last id. */
export const isCursorName = (name: string): boolean => CURSOR.test(plain(name))
export const isPageName = (name: string): boolean => PAGE.test(plain(name))
export const isOffsetName = (name: string): boolean => OFFSET.test(plain(name))
export const isSizeName = (name: string): boolean => SIZE.test(plain(name))
/** Whether a parameter of this name takes the id of the last row that came. */
export const isLastIdName = (name: string): boolean => /^(?:startingafter|afterid|idafter|lastid)$/.test(plain(name))
/** Whether a parameter of this name takes a whole address. */
export const isAddressName = (name: string): boolean =>
  /^(?:next|page)?(?:url|uri|href|link|path|endpoint)$/.test(plain(name))

// -- what an answer says of more

const THINGS = '(?:page|pages|results?|records?|items?|rows|data|entries|objects|documents|available|exists?)*'
const MORE = new RegExp(
  `^(?:(?:has|is|are|there(?:is|are))?(?:more|next)${THINGS}|(?:is|was)?(?:list)?truncated|exceededtransferlimit)$`
)
const LAST =
  /^(?:is)?(?:last(?:page|batch)?|endof(?:list|results|records|data)|(?:at|is)?end|final(?:page)?|complete|completed|done|finished)$/
const NEXT =
  /^(?:odata)?next(?:page|results?|records?|continuation|forward|list|query|set|batch|start|search|row|item|scroll|shard|partition|domain|key|export|import|cursor|token|marker|link|links|url|uri|href|id|offset|index|path|position|number|mark|job|upload)*$|^lastevaluated[a-z]+$/
const PART =
  /^(?:is)?(?:incomplete(?:results?|search)?|partial(?:results?|response)?|timedout|terminatedearly|resultsaretruncated)$/
const WHOLE = /^(?:jobcomplete|querycomplete|searchcomplete|resultscomplete)$/

/** A field that says by itself whether more exists; `undefined` for any other. */
export const saysMore = (name: string, value: unknown): boolean | undefined => {
  const word = plain(name)
  if (MORE.test(word)) return flag(value)
  return LAST.test(word) && typeof value === 'boolean' ? !value : undefined
}

/** A field by which search engines, warehouses and drives say that rows are missing and no page brings them. */
export const saysPart = (name: string, value: unknown): boolean =>
  (value === true && PART.test(plain(name))) || (value === false && WHOLE.test(plain(name)))

/** Whether a field of this name holds the way to the next page. */
export const isNextName = (name: string): boolean => NEXT.test(plain(name))

const flag = (value: unknown): boolean | undefined => {
  if (value === true || value === 'true' || value === 1) return true
  return value === false || value === 'false' || value === 0 ? false : undefined
}

// -- how many there are

const ROW =
  '(?:items?|results?|records?|rows?|hits|matches|match|elements?|entries|entry|objects?|documents?|docs?|resources?)'
const TOTAL = new RegExp(
  `^(?:(?:estimated|approximate|full|overall|search)?total(?:of|num|number)?(?:${ROW}|size|found|available)?(?:count|found|matched|available)?|${ROW}(?:total|found|count|matched)|(?:num|nb|numberof|number)(?:of)?(?:found|${ROW})|recordsfiltered|found|available)$`
)
const COUNT = /^(?:count|odatacount)$/
const PAGES = /^(?:(?:total|num|nb|max|number)(?:of)?pages?|pages?(?:count|total)?|lastpage)$/

/** Whether a field of this name counts all rows; those may lend it their own name, as in `total_orders` beside `orders`. */
export const isTotalName = (name: string, rows?: string): boolean => {
  const word = plain(name)
  return TOTAL.test(word) || (rows !== undefined && (word === `total${plain(rows)}` || word === `${plain(rows)}total`))
}
/** A mere `count` may be that of the rows that came. */
export const isCountName = (name: string): boolean => COUNT.test(plain(name))
export const isPagesName = (name: string): boolean => PAGES.test(plain(name)) && !isPageName(name)

// -- places

const PAGING =
  /pag(?:e|es|ing|inat\w*)(?:info|meta\w*|details)?$|^(?:response|result|list|search)?meta(?:data)?$|cursors?$|^links?$|^(?:result|list|query|search)?info$|^response(?:header|metadata)$|^next$|^range$|^continue$/

/** Whether an object of this name is there to speak of pages. */
export const isPagingName = (name: string): boolean => PAGING.test(plain(name))

// -- values

/** A whole number that is not negative, as such or in digits. */
export const wholeNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

/** Whether a cursor points nowhere: APIs say so with `""`, `null`, `false`, `-1` and `{}`. */
export const isEmptyCursor = (value: unknown): boolean => {
  if (value === null || value === undefined || value === false || value === -1) return true
  if (typeof value === 'string') return /^(?:|null|none|-1|LTE=)$/i.test(value.trim())
  return typeof value === 'object' && Object.keys(value).length === 0
}

const ADDRESS = /^(?:https?:\/\/|[/?])/i

/** The address in a link, which may be a text or an object around one. */
export const addressIn = (link: unknown): string | undefined => {
  const texts = isFields(link) ? ['href', 'url', 'uri', 'link'].map((name) => link[name]) : [link]
  return texts.find((text): text is string => typeof text === 'string' && ADDRESS.test(text.trim()))?.trim()
}

/** Whether two values are the same parameter: a number and its digits are. */
export const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (isScalar(a) && isScalar(b) && String(a) === String(b))

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value)

/** The first field of an object that passes. */
export const fieldWhere = (
  fields: Fields,
  test: (name: string, value: unknown) => boolean
): { readonly name: string; readonly value: unknown } | undefined => {
  for (const name of Object.keys(fields).slice(0, 1_000))
    if (test(name, fields[name])) return { name, value: fields[name] }
  return undefined
}
