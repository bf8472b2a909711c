/** Says that more pages exist, by what the answer itself says: the shapes that APIs use are known by name. */
import * as O from 'fp-ts/lib/Option.js'
import { formatPath } from '../issue.js'
import { count } from '../text.js'
import { partialData } from '../tool-error.js'
import { nextCall } from './page-hint.js'
import { levelsOf, signsOf, type Level, type Sign } from './page-signs.js'
import { missingByCount, rowsIn } from './page-totals.js'
import type { SemanticCheck } from './semantic-check.js'

const cameWith = (levels: ReadonlyArray<Level>): string => {
  const rows = rowsIn(levels)
  return rows === undefined ? '' : ` ${count(rows, 'row')} came.`
}

const describe = ({ by, level, name }: Sign, levels: ReadonlyArray<Level>): string => {
  const field = level.foreign ? `pageInfo.${name}` : formatPath([...level.path, name], () => true)
  return `${by === 'flag' ? `The answer says by ${field} that more exists.` : `The answer names a next page in ${field}.`}${cameWith(levels)}`
}

// Flags outweigh cursors, and both outweigh counts: a cursor may point past the last row, and nobody knows which rows a cursor has passed.
const reasonFor = (signs: ReadonlyArray<Sign>, levels: ReadonlyArray<Level>, args: unknown): string | undefined => {
  const flags = signs.filter(({ by }) => by === 'flag')
  const deciding = flags.length > 0 ? flags : signs
  if (deciding.length === 0) return missingByCount(levels, args)
  const more = deciding.find(({ says }) => says === 'more')
  return more === undefined ? undefined : describe(more, levels)
}

/**
 * Answers `more_pages_available` where the answer, before the codec, says that more exists: `has_more`, `next_cursor`, `nextPageToken`, `@odata.nextLink`,
 * a `next` link, `LastEvaluatedKey`, `pageInfo.hasNextPage`, a total beyond the rows that came, and their like; at the root, in `data`, and in `meta`,
 * `pagination` and the like. Never by an empty cursor, a full page, or a field inside a row. The hint names the next call, never the cursor itself.
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
export const detectMorePages =
  (): SemanticCheck<unknown, unknown> =>
  (payload, args, { raw }) => {
    const levels = levelsOf(raw)
    const signs = levels.flatMap(signsOf)
    const detail = reasonFor(signs, levels, args)
    if (detail === undefined) return O.none
    const hint = nextCall(signs, levels, payload, args)
    return O.some(partialData({ code: 'more_pages_available', detail, ...(hint === undefined ? {} : { hint }) }))
  }
