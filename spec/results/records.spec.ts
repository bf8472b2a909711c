/** A record of many like entries is read as a list of them is, and what is not whole says so. */
import { expect } from 'chai'
import fc from 'fast-check'
import { handleOf } from '../../lib/results/preview.js'
import { readPart } from '../../lib/results/read.js'
import type { ResultQuery } from '../../lib/results/query.js'
import { linesOf } from '../../lib/results/lines.js'
import { pathBelow } from '../../lib/results/path.js'
import { expectRight } from '../helpers/either.js'

const mapOf = <A>(many: number, valueOf: (at: number) => A): Readonly<Record<string, A>> =>
  Object.fromEntries(Array.from({ length: many }, (_, at) => [`SYM${at}`, valueOf(at)]))

const PRICES = mapOf(5_000, (price) => ({ price, ccy: price === 4_321 ? 'CHF' : 'USD', at: { place: 'LSE' } }))
const FEW = 700
const MAPS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  records: mapOf(FEW, (price) => ({ price, at: { place: 'LSE' } })),
  numbers: mapOf(FEW, (at) => at),
  lists: mapOf(FEW, (at) => [at, at + 1, 'x'.repeat(20)]),
  'some of them null': mapOf(FEW, (at) => (at % 7 === 0 ? null : { at, tags: ['a', 'b'] })),
  'records that are themselves too long': mapOf(30, (at) => ({ at, log: `${at} of it `.repeat(300) })),
  'unlike values': mapOf(FEW, (at) => (at % 2 === 0 ? at : [at]))
}

const read = (data: unknown, query: ResultQuery, maxChars = 2_000) => {
  const part = expectRight(readPart(data, query, maxChars)) as Readonly<Record<string, unknown>>
  expect(JSON.stringify(part).length).to.be.at.most(maxChars)
  return part
}

/** The paths below which a part lacks something, whatever it says. */
const lacking = (part: unknown, whole: unknown, path: string): ReadonlyArray<string> => {
  if (typeof part !== 'object' || part === null) return part === whole ? [] : [path]
  const all = whole as Readonly<Record<string, unknown>>
  return [
    ...(Object.keys(part).length === Object.keys(all).length ? [] : [path]),
    ...Object.entries(part).flatMap(([key, one]) =>
      lacking(one, all[key], pathBelow(path, Array.isArray(part) ? Number(key) : key))
    )
  ]
}

const expectMarked = (part: unknown, whole: unknown, path: string, cut: unknown): void => {
  if (part === undefined || JSON.stringify(cut) === JSON.stringify([path === '' ? '$' : path])) return
  expect(cut ?? []).to.deep.equal(lacking(part, whole, path).map((one) => (one === '' ? '$' : one)))
}

describe('a map in a kept result', () => {
  for (const [name, map] of Object.entries(MAPS)) {
    it(`is read entry by entry, whole, to its end: ${name}`, () => {
      for (const [data, asked, path] of [[map, {}, ''] as const, [{ page: 1, map }, { path: 'map' }, 'map'] as const]) {
        const all: Record<string, unknown> = {}
        let next: ResultQuery = {}
        for (let reads = 0; reads < 1_000; reads++) {
          const part = read(data, { ...asked, ...next })
          expect(part).to.include({ path, of: Object.keys(map).length })
          for (const [key, entry] of Object.entries(part['entries'] as object) as ReadonlyArray<[string, unknown]>)
            all[key] = String(part['note']).includes(pathBelow(path, key)) ? map[key] : entry
          if (part['next'] === undefined) break
          next = part['next'] as ResultQuery
        }
        expect(all).to.deep.equal(map)
      }
    })
  }

  it('answers as a list of its values does', () => {
    const list = Object.values(PRICES)
    const data = { prices: PRICES, list }
    for (const query of [{ count: true }, { distinct: 'ccy' }])
      expect({ ...read(data, { path: 'prices', ...query }), path: '' }).to.deep.equal({
        ...read(data, { path: 'list', ...query }),
        path: ''
      })
    const part = read(data, { path: 'prices[2000..2002]', fields: ['price'] })
    expect(part['entries']).to.deep.equal({ SYM2000: { price: 2_000 }, SYM2001: { price: 2_001 } })
    expect(read(data, { path: 'prices', find: 'CHF' })['found']).to.deep.equal([
      { path: 'prices.SYM4321', value: PRICES['SYM4321'] }
    ])
    expect(read(data, { path: 'prices', find: 'usd', count: true })['count']).to.equal(4_999)
    expect(read(data, { path: 'prices', fields: ['SYM7'] })['value']).to.deep.equal({ SYM7: PRICES['SYM7'] })
    expect(read({ page: 1, prices: PRICES }, { count: true })).to.deep.equal({ path: 'prices', count: 5_000 })
  })

  it('has its size, one entry for all, and both ends in the preview', () => {
    const { shape, first, cut, last, unusual } = handleOf(
      { page: 1, prices: { ...PRICES, SYM4000: { state: 'failed' } } },
      'r',
      0,
      4_000
    )
    expect(shape).to.deep.equal({
      $: 'record',
      page: 'number',
      prices: 'record of 5000',
      'prices.*.price': 'number?',
      'prices.*.ccy': 'string?',
      'prices.*.at.place': 'string?',
      'prices.*.state': 'string?'
    })
    expect(first).to.have.nested.property('prices.SYM0').that.deep.equals(PRICES['SYM0'])
    expect(cut).to.deep.equal(['prices'])
    expect(last?.path).to.equal('prices')
    expect(Object.entries(last?.entries ?? {}).at(-1)).to.deep.equal(['SYM4999', PRICES['SYM4999']])
    expect(unusual).to.deep.equal([{ at: 4_000, value: { SYM4000: { state: 'failed' } } }])
  })
})

describe('an explicit path', () => {
  it('is never left for what stands below it', () => {
    const order = { id: 7, lines: [{ sku: 'a' }, { sku: 'b' }] }
    const data = { orders: [order], rows: Array.from({ length: 90 }, (_, id) => ({ id })) }
    expect(read(data, { path: 'orders[0]', count: true })).to.deep.equal({ path: 'orders[0]', count: 2 })
    expect(read(data, { path: 'orders[0]', fields: ['id'] })).to.deep.equal({ path: 'orders[0]', value: { id: 7 } })
    expect(read(data, { path: 'orders[0]', from: 1 })['entries']).to.deep.equal({ lines: order.lines })
    expect(read(data, { path: '$', count: true })).to.deep.equal({ path: '', count: 2 })
    expect(read(data, { count: true })).to.deep.equal({ path: 'rows', count: 90 })
  })
})

/** Whether no half of a character stands alone. */
const isWhole = (text: string): boolean => !/\p{Surrogate}/u.test(text)

describe('what is shown of a value that is too long', () => {
  it('names each path that is not whole', () => {
    const long = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.dictionary(fc.string({ minLength: 1 }), fc.record({ a: fc.nat(), b: fc.string() }), {
        minKeys: 30,
        maxKeys: 60
      })
    )
    fc.assert(
      fc.property(
        fc.array(long, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 500, max: 2_000 }),
        (list, preview) => {
          const data = JSON.parse(JSON.stringify({ a: list[0], b: list, c: { d: list } })) as unknown
          const { first, cut } = handleOf(data, 'r', 0, preview)
          expectMarked(first, data, '', cut)
        }
      ),
      { numRuns: 200 }
    )
    const config = { app: { name: 'x', scripts: mapOf(12, (at) => ({ run: 'word '.repeat(60), at })) } }
    const [found] = read(config, { find: 'app' })['found'] as ReadonlyArray<Readonly<Record<string, unknown>>>
    expectMarked(found?.['value'], config.app, 'app', found?.['cut'])
    expect(found?.['cut']).to.have.length.above(0)
  })

  it('is a line or a part of one that fits, and whole characters, however they are written', () => {
    for (const unit of ['q', '"\\', '\u0001', '😀', 'a😀', '\ud83d', 'word ', '{"a":"\\n"}']) {
      const text = `${unit.repeat(1_500)}\nend\n`
      for (const maxChars of [1_000, 2_000]) {
        let [next, all]: [ResultQuery, string] = [{ from: 0 }, '']
        for (let reads = 0; reads < 100; reads++) {
          const part = read({ log: text }, { path: 'log', ...next }, maxChars)
          if (isWhole(text)) expect(isWhole(String(part['lines']))).to.equal(true)
          all += String(part['lines'])
          if (part['next'] === undefined) break
          next = part['next'] as ResultQuery
        }
        expect(all).to.equal(text)
      }
      expect(linesOf(text)).to.have.length(2)
    }
  })
})
