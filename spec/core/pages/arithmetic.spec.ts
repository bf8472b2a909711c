/**
 * A listing that is followed by its counts alone: every page but the last says that more exists, and names the next
 * one.
 */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { detectMorePages, guardedCall, openTurn } from '../../../lib/index.js'

interface Listing {
  /** The name of the position, in the arguments and in the response. */
  readonly position: string
  readonly base: 0 | 1
  readonly by: 'page' | 'offset'
}

const LISTINGS: ReadonlyArray<Listing> = [
  { position: 'page', base: 1, by: 'page' },
  { position: 'pageNumber', base: 0, by: 'page' },
  { position: 'offset', base: 0, by: 'offset' },
  { position: 'startIndex', base: 1, by: 'offset' }
]

type Fields = Readonly<Record<string, unknown>>

/** The position of a page, by its number from 0. */
const positionOf = ({ base, by }: Listing, number: number, size: number): number =>
  base + (by === 'page' ? number : number * size)

/** What a service writes of a page besides its rows. */
const COUNTS: Readonly<Record<string, (position: Fields, size: number, total: number) => Fields>> = {
  'position, size and total': (position, size, total) => ({ ...position, limit: size, total }),
  'a total alone': (_position, _size, total) => ({ total }),
  'a total in an object for paging': (position, size, total) => ({ paging: { ...position, limit: size, total } }),
  'a total around the rows': (_position, _size, total) => ({ hits: { value: total }, totalResults: total })
}

const Args = t.partial({ page: t.Int, pageNumber: t.Int, offset: t.Int, startIndex: t.Int, limit: t.Int })

const told = async (args: Fields, body: Fields): Promise<unknown> => {
  const list = guardedCall({ name: 'list', effect: 'read', args: Args, run: () => body }, t.unknown, detectMorePages())
  const result = await openTurn().run(list.fromModel(args))
  return E.isRight(result) ? 'the last page' : [result.left.code, result.left.next?.args]
}

// The last page but one, counted from 1, has the very counts of the last page, counted from 0, where all pages are
// full.
const isAmbiguous = ({ base, by }: Listing, number: number, size: number, total: number): boolean =>
  by === 'page' && base === 1 && total === (number + 2) * size

describe('detectMorePages, by counts', () => {
  for (const listing of LISTINGS)
    for (const [what, counts] of Object.entries(COUNTS))
      it(`follows ${listing.position} from ${listing.base}, by ${what}`, async () => {
        for (const size of [2, 3, 5])
          for (let total = 1; total <= 3 * size + 1; total++) {
            const pages = Math.ceil(total / size)
            for (let number = 0; number < pages; number++) {
              if (isAmbiguous(listing, number, size, total)) continue
              const at = { [listing.position]: positionOf(listing, number, size) }
              const rows = Array.from({ length: Math.min(size, total - number * size) }, (_, i) => ({
                id: number * size + i
              }))
              const args = { ...at, limit: size }
              const next = { ...args, [listing.position]: positionOf(listing, number + 1, size) }
              const due = number === pages - 1 ? 'the last page' : ['more_pages_available', next]
              expect(
                await told(args, { rows, ...counts(at, size, total) }),
                JSON.stringify({ size, total, number })
              ).to.deep.equal(due)
            }
          }
      })
})
