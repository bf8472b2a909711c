/** Reports further pages by the response itself: it finds the listing and the signs around it by structure. */
import * as O from 'fp-ts/lib/Option.js'
import { asFields, isFields } from '../foreign/fields.js'
import { looksLikeName, type Path } from '../issue.js'
import { partialData, semanticGarbage, type ToolError } from '../tool-error.js'
import { findPages, placeOf, type Pages } from './find-pages.js'
import type { Move } from './page-moves.js'
import { addressIn, isCursorName, isEmptyCursor } from './page-words.js'
import type { SemanticCheck } from './semantic-check.js'

const valueAt = (payload: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, key) => asFields(value)[key], payload)

// Numbers may be printed. A cursor is foreign text, so the model is told where it stands in the data that it was given, if the codec kept it there.
const hintOf = ({ patch, sign }: Move, payload: unknown): string | undefined => {
  const [name, ...others] = Object.keys(patch)
  if (name === undefined || others.length > 0 || !looksLikeName(name.replace(/^\$/, ''))) return undefined
  const value = patch[name]
  if (typeof value === 'number' && !isCursorName(name)) return `Call again with ${name}=${value}.`
  if (sign === undefined || isEmptyCursor(valueAt(payload, [...sign.place.path, sign.name]))) return undefined
  if (sign.value === value) return `Call again with ${name} set to ${placeOf(sign, ['data'])}.`
  const { place } = sign
  return isFields(sign.value) && Object.hasOwn(sign.value, name)
    ? `Call again with ${name} set to ${placeOf({ place: { ...place, path: [...place.path, sign.name] }, name }, ['data'])}.`
    : `Call again with ${name} set to its value in the address in ${placeOf(sign, ['data'])}.`
}

// An address that says nothing of parameters that are known.
const addressOf = ({ sign }: Pages, payload: unknown): string | undefined =>
  sign === undefined ||
  addressIn(sign.value) === undefined ||
  isEmptyCursor(valueAt(payload, [...sign.place.path, sign.name]))
    ? undefined
    : `Call again with what the address in ${placeOf(sign, ['data'])} names.`

const checkPages = (payload: unknown, args: unknown, { raw }: { readonly raw: unknown }): O.Option<ToolError> => {
  const pages = findPages(raw, args)
  if (pages === undefined) return O.none
  const { kind, detail, moves } = pages
  if (kind === 'empty') return O.some(semanticGarbage({ code: 'empty_first_page', detail }))
  if (kind === 'part') return O.some(partialData({ code: 'incomplete_response', detail }))
  const hint =
    moves.map((move) => hintOf(move, payload)).find((each) => each !== undefined) ?? addressOf(pages, payload)
  return O.some(partialData({ code: 'more_pages_available', detail, ...(hint === undefined ? {} : { hint }) }))
}

/**
 * Returns `more_pages_available` where the response, before the codec, says that more exists. The listing is the object that holds the only array of
 * records; signs in it, in what holds it and beside it count: a next address or token, flags both ways, totals beside rows and position. An explicit
 * "no more" wins over a total. An empty first page that claims more is `empty_first_page`; flags by which search engines say that rows are missing are
 * `incomplete_response`. Never by a full page, or by a field inside a row. The hint never copies a cursor.
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
