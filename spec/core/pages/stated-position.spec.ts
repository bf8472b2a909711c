/** A response's own word on where its rows stand, against an argument that sounds like a page. */
import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { detectMorePages, guardedCall, openTurn } from '../../../lib/index.js'

type Fields = Readonly<Record<string, unknown>>

const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id }))

const next = async (declared: ReadonlyArray<string>, args: Fields, body: Fields): Promise<unknown> => {
  const codec = t.partial(Object.fromEntries(declared.map((name) => [name, t.Int])))
  const list = guardedCall({ name: 'list', effect: 'read', args: codec, run: () => body }, t.unknown, detectMorePages())
  const result = await openTurn().run(list.fromModel(args))
  if (E.isRight(result)) throw new Error(`Expected ${JSON.stringify(body)} to say that more exists.`)
  return result.left.next?.args
}

describe('a page that is an id', () => {
  const results = rows(25)

  it('stays, and the position that the response states moves', async () => {
    const declared = ['page', 'limit', 'start']
    const page = 12_345
    for (const body of [
      { start: 0, limit: 25, has_more: true },
      { start: 0, limit: 25, size: 25, total: 60 }
    ])
      expect(await next(declared, { page }, { results, ...body })).to.deep.equal({ page, start: 25 })
    expect(await next(declared, { page, start: 25 }, { results, start: 25, has_more: true })).to.deep.equal({
      page,
      start: 50
    })
  })

  it('stays where the rows cannot stand on a page of that number', async () => {
    for (const body of [
      { start: 0, limit: 25, has_more: true },
      { offset: 50, has_more: true },
      { page: 1, has_more: true },
      { page: 1, total_pages: 3 },
      { total_pages: 3, has_more: true },
      { total: 60, has_more: true },
      { has_more: true }
    ])
      expect(await next(['page'], { page: 12_345 }, { results, ...body }), JSON.stringify(body)).to.equal(undefined)
  })
})

describe('a page beside an address that names the next one otherwise', () => {
  const links = (to: string): Fields => ({ results: rows(2), start: 0, limit: 2, size: 2, _links: { next: to } })

  it('stays', async () => {
    const body = links('/rest/api/content/7/child/comment?limit=2&start=2')
    expect(await next(['page'], { page: 1 }, body)).to.equal(undefined)
    expect(await next(['page', 'start'], { page: 7 }, body)).to.deep.equal({ page: 7, start: 2 })
  })

  it('moves where the address has its name', async () => {
    expect(await next(['page'], { page: 1 }, { results: rows(2), next: '/comments?limit=2&page=2' })).to.deep.equal({
      page: 2
    })
  })
})

describe('a page that is one', () => {
  it('moves, whether pages and rows are counted from 0 or from 1', async () => {
    for (const body of [
      { has_more: true },
      { total: 99, limit: 10 },
      { page: 3, has_more: true },
      { page: 2, has_more: true },
      { page: 4, has_more: true },
      { page: 3, total_pages: 9 },
      { offset: 20, has_more: true },
      { offset: 30, has_more: true },
      { from: 21, to: 30, has_more: true },
      { offset: 40, limit: 20, has_more: true },
      { offset: 3, has_more: true },
      { count: 10, has_more: true },
      { total: 10, has_more: true }
    ])
      expect(
        await next(['page', 'limit'], { page: 3 }, { results: rows(10), ...body }),
        JSON.stringify(body)
      ).to.deep.equal({ page: 4 })
  })

  it('moves however far it lies, where the response states it', async () => {
    const body = { results: rows(10), page: 12_345, has_more: true }
    expect(await next(['page'], { page: 12_345 }, body)).to.deep.equal({ page: 12_346 })
  })

  it('moves no further where the response names one behind it', async () => {
    expect(await next(['page'], { page: 3 }, { results: rows(10), next_page: 2 })).to.equal(undefined)
    expect(await next(['page'], { page: 3 }, { results: rows(10), next_page: 4 })).to.deep.equal({ page: 4 })
  })
})
