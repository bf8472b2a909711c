import { expect } from 'chai'
import { findPages } from '#core/pages'

const rows = [{ id: 1 }, { id: 2 }]

const connection = (endCursor: string, hasNextPage = true): object => ({
  nodes: rows,
  pageInfo: { hasNextPage, endCursor }
})

const nextOf = (raw: unknown, args: object = {}): unknown => {
  const found = findPages(raw, args, ['cursor', 'after', 'page', 'offset'])
  return [found?.kind, found?.moves[0]?.patch]
}

describe('the pages of several lists', () => {
  const PARTED: ReadonlyArray<readonly [unknown, object?]> = [
    [{ customer: { orders: { rows, next_cursor: 'a' } }, invoices: { rows, next_cursor: 'b' } }],
    [{ customer: { orders: rows, next_cursor: 'a' }, invoices: { rows, next_cursor: 'b' } }],
    [{ orders: rows, next_cursor: 'b', customer: { invoices: { rows, next_cursor: 'a' } } }],
    [{ orders: rows, next_cursor: 'b', customer: { invoices: { rows, nextToken: 'a' } } }],
    [{ orders: rows, next_cursor: 'b', customer: { id: 7, invoices: { rows, next_cursor: 'a' } } }],
    [{ orders: rows, next_page: 2, customer: { invoices: { rows, next_cursor: 'a' } } }, { page: 1 }],
    [{ orders: rows, next_page: 2, customer: { invoices: { rows, next_page: 7 } } }, { page: 1 }],
    [{ orders: rows, page: 1, total_pages: 3, customer: { invoices: { rows, page: 2, total_pages: 9 } } }],
    [{ orders: rows, offset: 0, total: 9, customer: { invoices: { rows: [{}], offset: 0, total: 9 } } }],
    [{ orders: rows, links: { next: '/o?page=2' }, customer: { invoices: { rows, links: { next: '/o?page=5' } } } }],
    [{ orders: { rows, next: '/o?page=2' }, invoices: { rows, next: '/o?page=5' } }],
    [{ data: { customer: { orders: connection('a') }, tickets: connection('b') } }],
    [{ data: { customer: { id: 7, orders: connection('a') }, tickets: connection('b') } }],
    [{ data: { orders: connection('a'), tickets: connection('b') } }]
  ]
  for (const [raw, args] of PARTED)
    it(`are more, and none is next, in ${JSON.stringify(raw)}`, () => {
      expect(nextOf(raw, args)).to.deep.equal(['more', undefined])
    })

  const LED: ReadonlyArray<readonly [unknown, unknown, object?]> = [
    // One list
    [{ data: rows, meta: { next_cursor: 'a', warnings: [] } }, { cursor: 'a' }],
    [{ data: rows, next_cursor: 'a', meta: { next_cursor: 'a', errors: [] } }, { cursor: 'a' }],
    [{ data: { orders: { edges: rows, ...connection('a') } } }, { after: 'a' }],
    // Lists in rows are theirs.
    [{ data: { orders: { ...connection('a'), nodes: [{ id: 1, lines: connection('z') }] } } }, { after: 'a' }],
    // The same cursor, or the same page
    [{ customer: { orders: { rows, next_cursor: 'a' } }, invoices: { rows, next_cursor: 'a' } }, { cursor: 'a' }],
    [{ orders: rows, next_page: 2, customer: { invoices: { rows, next_page: 2 } } }, { page: 2 }, { page: 1 }],
    // The other list has no more, or does not say how to go on.
    [{ data: { customer: { orders: connection('a', false) }, tickets: connection('b') } }, { after: 'b' }],
    [{ items: rows, next_cursor: 'a', facets: { brand: { values: [{}], has_more: true } } }, { cursor: 'a' }],
    [{ items: rows, page: 1, total: 40, facets: { brand: { values: [{}], total: 9 }, tags: ['a'] } }, { page: 2 }],
    // The nearest list has no more.
    [{ data: { customer: { orders: connection('a') }, tickets: connection('b', false) } }, { after: 'a' }],
    [{ data: { orders: connection('a', false), tickets: connection('b') } }, { after: 'b' }],
    [{ customer: { orders: { rows, next_cursor: 'a' } }, invoices: { rows, next_cursor: null } }, { cursor: 'a' }]
  ]
  for (const [raw, next, args] of LED)
    it(`lead on in ${JSON.stringify(raw)}`, () => expect(nextOf(raw, args)).to.deep.equal(['more', next]))

  it('are whole where a list that is not the nearest counts more, or one of an entity', () => {
    for (const raw of [
      { items: rows, next_cursor: null, facets: { brand: { values: [{}], total: 9 } } },
      { items: rows, next_cursor: null, owner: { id: 7, teams: { values: [{}], next_cursor: 'z' } } }
    ])
      expect(nextOf(raw)).to.deep.equal([undefined, undefined])
  })
})
