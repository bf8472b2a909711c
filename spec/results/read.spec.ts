/** Every part of a kept result can be read, in bounded pieces, and none is altered. */
import { expect } from 'chai'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { mainItems } from '../../lib/results/items.js'
import { linesOf } from '../../lib/results/lines.js'
import { stepsOf, valueAtPath } from '../../lib/results/path.js'
import { readPart } from '../../lib/results/read.js'
import type { ResultQuery } from '../../lib/results/query.js'
import { resultShape } from '../../lib/results/shape.js'
import { expectLeft, expectRight } from '../helpers/either.js'

const ORDERS = Array.from({ length: 12_000 }, (_, id) => ({
  id,
  status: id === 7_777 ? 'failed: card declined' : 'paid',
  items: [{ sku: `A-${id % 9}`, n: id % 5 }],
  ...(id % 3 === 0 ? {} : { note: null })
}))
const RESULT = { total: 12_000, page: 1, orders: ORDERS, 'odd key': { log: 'one\ntwo\nthree\n' } }

const read = (query: ResultQuery, data: unknown = RESULT, maxChars = 2_000) =>
  expectRight(readPart(data, query, maxChars)) as Readonly<Record<string, unknown>>

describe('the reading of a kept result', () => {
  it('goes through a list in pieces that fit, and leaves none out', () => {
    const orders = ORDERS.slice(0, 1_500)
    const all: Array<unknown> = []
    let next: ResultQuery = {}
    for (let reads = 0; reads < 1_000; reads++) {
      const part = read({ path: 'orders', fields: ['id', 'note'], ...next }, { orders })
      expect(JSON.stringify(part).length).to.be.at.most(2_000)
      all.push(...(part['elements'] as ReadonlyArray<unknown>))
      if (part['next'] === undefined) break
      next = part['next'] as ResultQuery
    }
    expect(all).to.deep.equal(orders.map(({ id, ...rest }) => ('note' in rest ? { id, note: null } : { id })))
  })

  it('goes through a text in whole lines, however long they are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 40 }), { maxLength: 30 }), fc.nat(3_000), (parts, long) => {
        const text = [...parts, 'word '.repeat(long), ...parts].join('\n')
        let [next, read_]: [ResultQuery, string] = [{ from: 0 }, '']
        for (;;) {
          const part = read({ path: 'a', ...next }, { a: text })
          expect(part['of']).to.equal(text === '' ? 0 : text.replace(/\n$/, '').split('\n').length)
          read_ += String(part['lines'])
          if (part['next'] === undefined) return read_ === text
          next = part['next'] as ResultQuery
        }
      }),
      { numRuns: 100 }
    )
    expect(linesOf('one\ntwo\n')).to.deep.equal(['one\n', 'two\n'])
  })

  it('reads whatever stands at a path of the shape', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (json) => {
        const data: unknown = JSON.parse(JSON.stringify(json))
        for (const path of Object.keys(resultShape(data))) {
          const concrete = path.replaceAll('[]', '[0]')
          if (path === '$') continue
          const steps = stepsOf(concrete)
          expect(steps, concrete).not.to.equal(undefined)
          const there = valueAtPath(data, steps ?? [])
          if (there.found) expect(E.isRight(readPart(data, { path: concrete }, 2_000)), concrete).to.equal(true)
        }
      })
    )
    expect(read({ path: 'orders[3].items[0].sku' })).to.deep.equal({
      path: 'orders[3].items[0].sku',
      of: 1,
      from: 0,
      lines: 'A-3'
    })
    expect(read({ path: '["odd key"].log', from: 1, to: 2 })['lines']).to.equal('two\n')
    expect(read({ path: 'orders[7776..7778]', fields: ['status'] })['elements']).to.deep.equal([
      { status: 'paid' },
      { status: 'failed: card declined' }
    ])
  })

  it('finds texts in any case, and numbers as numbers, wherever they stand', () => {
    expect(read({ find: 'DECLINED', fields: ['id'] })).to.deep.equal({
      path: '',
      matches: 1,
      kinds: { elements: 1 },
      found: [{ path: 'orders[7777]', value: { id: 7_777 } }]
    })
    expect(read({ find: 777, count: true, path: 'orders' })).to.deep.equal({
      path: 'orders',
      count: 1,
      kinds: { elements: 1 }
    })
    expect(read({ find: 'two', context: 1 })['found']).to.deep.equal([
      { path: '["odd key"].log', at: 1, lines: 'one\ntwo\nthree\n' }
    ])
    expect(read({ find: 'page' })['found']).to.deep.equal([{ path: 'page', value: 1 }])
    expect(read({ find: 'nowhere' })).to.deep.equal({ path: '', matches: 0, kinds: {}, found: [] })
    const first = read({ find: 'paid', fields: ['id'] })
    const next = read({ fields: ['id'], ...(first['next'] as ResultQuery) })
    const paths = [first, next].flatMap(({ found }) =>
      (found as ReadonlyArray<{ readonly path: string }>).map(({ path }) => path)
    )
    expect(paths).to.deep.equal(paths.map((_, at) => `orders[${at}]`))
  })

  it('shows of a long element the part that holds it', () => {
    const pages = [
      { url: 'a', text: 'x y\n'.repeat(900) },
      { url: 'b', text: `${'z z\n'.repeat(900)}the needle\n` }
    ]
    expect(read({ find: 'needle', context: 0 }, pages)['found']).to.deep.equal([
      { path: '[1].text', at: 900, lines: 'the needle\n' }
    ])
  })

  it('counts elements, and the values of a field', () => {
    expect(read({ count: true })).to.deep.equal({ path: 'orders', count: 12_000 })
    expect(read({ distinct: 'status' })['values']).to.deep.equal([
      { value: 'paid', count: 11_999 },
      { value: 'failed: card declined', count: 1 }
    ])
  })

  it('says what exists where there is nothing, and how to ask', () => {
    const refused = (query: ResultQuery) => expectLeft(readPart(RESULT, query, 2_000))
    expect(refused({ path: 'order' })).to.include({
      code: 'not_found',
      detail: 'There is nothing at this path. The result has total, page, orders, 1 other field.'
    })
    expect(refused({ path: 'orders[12000]' }).detail).to.include('`orders` is a list of 12000 elements.')
    expect(refused({ path: 'total.x' }).detail).to.include('`total` is a number.')
    expect(refused({ path: 'orders[' }).code).to.equal('rejected_arguments')
    expect(read({ fields: ['total', 'page'] })).to.deep.equal({ path: '', value: { total: 12_000, page: 1 } })
    expect(refused({ from: -1 }).code).to.equal('rejected_arguments')
    expect(refused({ fields: Array.from({ length: 101 }, (_, n) => `f${n}`) }).code).to.equal('rejected_arguments')
  })

  it('never reads what an object has by its class', () => {
    expect(expectLeft(readPart({ a: 1 }, { path: 'constructor' }, 2_000)).code).to.equal('not_found')
    expect(expectLeft(readPart({ a: 1 }, { path: '__proto__.polluted' }, 2_000)).code).to.equal('not_found')
  })

  it('knows the list or the text that makes up most of a result', () => {
    expect(mainItems(RESULT)?.path).to.equal('orders')
    expect(mainItems({ data: { rows: [1], log: 'x'.repeat(99) } })?.path).to.equal('data.log')
    expect(mainItems({ a: 1 })).to.equal(undefined)
  })
})
