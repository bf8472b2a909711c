/** Reports further pages by the response itself: it finds the listing and the signs around it by structure. */
import * as O from 'fp-ts/lib/Option.js'
import { asFields } from '../foreign/fields.js'
import { valueAt } from '../foreign/property.js'
import { looksLikeName } from '../errors/issue.js'
import { partialData, semanticGarbage, type ToolError } from '../errors/tool-error.js'
import { findPages, placeOf, type Pages } from '../pages/find-pages.js'
import { byAddress } from '../pages/arguments.js'
import type { Move } from '../pages/moves.js'
import type { Sign } from '../pages/signs.js'
import { addressIn, isCursorName, isEmptyCursor } from '../pages/words.js'
import type { SemanticCheck } from './semantic-check.js'

// A cursor is foreign text, so the model reads only where it stands in its data, if the codec kept it there.
const keptAt = ({ place, name }: Sign, payload: unknown): string | undefined =>
  isEmptyCursor(valueAt(payload, [...place.path, name])) ? undefined : placeOf({ place, name }, ['data'])

const hintOf = ({ patch, sign }: Move, payload: unknown): string | undefined => {
  const [[name, value] = [], ...others] = Object.entries(patch)
  if (name === undefined || others.length > 0 || !looksLikeName(name.replace(/^\$/, ''))) return undefined
  if (typeof value === 'number' && !isCursorName(name)) return `Call again with ${name}=${value}.`
  const at = sign && keptAt(sign, payload)
  if (sign === undefined || at === undefined) return undefined
  return `Call again with ${name} set to ${sign.value === value ? at : `its value in the address in ${at}`}.`
}

// An address whose parameters are unknown.
const addressOf = ({ sign }: Pages, args: unknown, payload: unknown): string | undefined => {
  const address = addressIn(sign?.value)
  if (sign === undefined || address === undefined || byAddress(address, asFields(args), undefined) === undefined)
    return undefined
  const at = keptAt(sign, payload)
  return at && `Call again with the page that the address in ${at} names.`
}

const checkPages = (payload: unknown, args: unknown, { raw }: { readonly raw: unknown }): O.Option<ToolError> => {
  const pages = findPages(raw, args)
  if (pages === undefined) return O.none
  const { kind, detail, moves } = pages
  if (kind === 'empty') return O.some(semanticGarbage({ code: 'empty_first_page', detail }))
  if (kind === 'part') return O.some(partialData({ code: 'incomplete_response', detail }))
  const hint =
    moves.map((move) => hintOf(move, payload)).find((each) => each !== undefined) ?? addressOf(pages, args, payload)
  return O.some(partialData({ code: 'more_pages_available', detail, ...(hint === undefined ? {} : { hint }) }))
}

/**
 * Returns `more_pages_available` where the response, before the codec, says that more exists. The listing is the object
 * that holds the only array of records; signs in it, in what holds it and beside it count: a next address or token,
 * flags both ways, totals beside rows and position. An explicit "no more" wins over a total. An empty first page that
 * claims more is `empty_first_page`; flags by which search engines say that rows are missing are `incomplete_response`.
 * Never by a full page, or by a field inside a row. The hint never copies a cursor.
 *
 * @category Checks @since 0.1.0
 * @example
 * import * as O from 'fp-ts/lib/Option.js'
 * import { detectMorePages } from 'guarded-call'
 *
 * const check = detectMorePages()
 * const answer = { orders: [{ id: 1 }], next_cursor: 'b2Zmc2V0OjIw' }
 * const found = check(answer, { status: 'open' }, { raw: answer })
 * assert.equal(O.isSome(found) && found.value.hint, 'Call again with cursor set to data.next_cursor.')
 */
export const detectMorePages = (): SemanticCheck<unknown, unknown> => Object.assign(checkPages, { findPages })
