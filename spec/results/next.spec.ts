/** `next` goes on to the end, each part once, whether a model calls by it alone or puts it over its last call. */
import { expect } from 'chai'
import fc from 'fast-check'
import type { ResultQuery } from '../../lib/results/query.js'
import { readPart } from '../../lib/results/read.js'
import { pathBelow } from '../../lib/results/path.js'
import { expectRight } from '../helpers/either.js'
import { runs } from '../helpers/runs.js'

type Part = Readonly<Record<string, unknown>>

const READINGS: Readonly<Record<string, (first: ResultQuery, last: ResultQuery, next: ResultQuery) => ResultQuery>> = {
  alone: (_first, _last, next) => next,
  'over the last call': (_first, last, next) => ({ ...last, ...next }),
  'over the first call': (first, _last, next) => ({ ...first, ...next })
}

const MAX = 600

/** All parts that a query gives, by each way to go on. */
const partsOf = (data: unknown, first: ResultQuery): ReadonlyArray<ReadonlyArray<Part>> =>
  Object.entries(READINGS).map(([name, goOn]) => {
    const parts: Array<Part> = []
    let query: ResultQuery | undefined = first
    for (let reads = 0; query !== undefined; reads++) {
      const said: string = `${name} ${JSON.stringify(query)}`
      if (reads === 3_000) expect.fail(`goes on without an end: ${said}`)
      const part: Part = expectRight(readPart(data, query, MAX)) as Part
      expect(JSON.stringify(part).length, said).to.be.at.most(MAX)
      parts.push(part)
      const next = part['next'] as ResultQuery | undefined
      query = next && goOn(first, query, next)
    }
    return parts
  })

/** A part with all that there is. */
const wholeOf = (data: unknown, query: ResultQuery): Part =>
  expectRight(readPart(data, query, Number.MAX_SAFE_INTEGER)) as Part

const listed = (part: Part): ReadonlyArray<unknown> =>
  (part['elements'] ??
    part['found'] ??
    part['values'] ??
    Object.entries(part['entries'] ?? {})) as ReadonlyArray<unknown>

/** Where something was found. */
const placeOf = (found: unknown): unknown => {
  const { path, at, skip } = found as Part
  return { path, at, skip }
}

const countIn = (value: unknown): unknown => (value as Part)['count']

const expectItems = (parts: ReadonlyArray<Part>, all: ReadonlyArray<unknown>, from: number, said: string): void => {
  // Of one that is too long, its place is said.
  let at = 0
  for (const part of parts) {
    const isCut = String(part['note']).includes('is too long to show whole')
    const some = listed(part)
    if (isCut) expect(part['note'], said).to.include(` ${at + from} is too long`)
    else expect(some, said).to.deep.equal(all.slice(at, at + some.length))
    at += isCut ? 1 : some.length
  }
  expect(at, said).to.equal(all.length)
}

const expectOnce = (data: unknown, query: ResultQuery): void => {
  const whole = wholeOf(data, query)
  const [alone, ...others] = partsOf(data, query)
  for (const other of others) expect(other).to.deep.equal(alone)
  const parts = alone ?? []
  const said = JSON.stringify(query)
  const all = 'value' in whole ? Object.entries(whole['value'] ?? {}) : listed(whole)
  if ('lines' in whole) expect(parts.map(({ lines }) => lines).join(''), said).to.equal(whole['lines'])
  else if ('value' in whole && 'value' in (parts[0] ?? {})) expect(parts, said).to.deep.equal([whole])
  else if ('found' in whole) expect(parts.flatMap(listed).map(placeOf), said).to.deep.equal(all.map(placeOf))
  else if ('values' in whole) expect(parts.flatMap(listed).map(countIn), said).to.deep.equal(all.map(countIn))
  else expectItems(parts, all, Number(whole['from'] ?? 0), said)
}

const WORDS = ['a', 'needle ', ' ', '"', '\\', '😀', 'é', 'x'.repeat(60), 'word, ', '\n', '\n', 'y'.repeat(1_500)]
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 30 }).map((words) => words.join(''))
const long = fc.array(text, { minLength: 5, maxLength: 25 }).map((texts) => texts.join('\n'))
const name = fc.oneof(fc.constantFrom('id', 'a', 'a.b', '$', '0', 'x y', ''), fc.string({ maxLength: 5 }))
const leaf = fc.oneof(fc.nat(99), fc.constantFrom(null, true, 1.5, 'paid', 'needle'), text)
const row = fc.dictionary(fc.constantFrom('id', 'a', 'b'), fc.oneof(leaf, fc.record({ b: leaf })), { minKeys: 1 })
const list = fc.array(fc.oneof({ weight: 5, arbitrary: row }, leaf), { minLength: 1, maxLength: 60 })
const map = fc.dictionary(name, row, { minKeys: 22, maxKeys: 50 })
const value = fc.oneof(list, map, long, row, leaf)
const someOf = fc
  .oneof(value, fc.record({ total: fc.nat(), rows: list, map, log: long }), fc.dictionary(name, value, { minKeys: 1 }))
  .map((data) => JSON.parse(JSON.stringify(data)) as unknown)

/** The paths of a value, some levels deep. */
const pathsIn = (data: unknown, path = '', depth = 0): ReadonlyArray<string> =>
  typeof data !== 'object' || data === null || depth > 2
    ? [path]
    : [
        path,
        ...Object.entries(data)
          .slice(0, 4)
          .flatMap(([key, one]) => pathsIn(one, pathBelow(path, Array.isArray(data) ? Number(key) : key), depth + 1))
      ]

describe('the next call of a kept result', () => {
  it('reads everything once, however it is read', () => {
    const bounds = fc.record({ from: fc.nat(30), to: fc.nat(60) }, { requiredKeys: [] })
    const words = fc.oneof(
      fc.constant<ResultQuery>({}),
      fc.record({ find: fc.constantFrom<string | number>('needle', 'a', 'é\n', 7, 'yy'), context: fc.nat(2) }),
      fc.constantFrom<ResultQuery>({ fields: ['id'] }, { fields: ['a', 'a.b', 'id'] }, { fields: ['b', 'nothing'] }),
      fc.constantFrom<ResultQuery>({ distinct: 'id' }, { distinct: 'a' }, { distinct: 'a.b' })
    )
    let read = 0
    fc.assert(
      fc.property(someOf, fc.nat(), words, bounds, fc.nat(2), (data, which, asked, { from, to }, way) => {
        const paths = pathsIn(data)
        const path = paths[which % paths.length] ?? ''
        const isRange = way === 0 && from !== undefined && to !== undefined && !('find' in asked || 'distinct' in asked)
        const query: ResultQuery = isRange
          ? { ...asked, path: `${path}[${from}..${to}]` }
          : {
              ...asked,
              ...(way === 1 ? {} : { path: path || '$' }),
              ...(from === undefined ? {} : { from }),
              ...(to === undefined ? {} : { to })
            }
        // There may be no list at the path, and nothing may have the fields.
        if (readPart(data, query, MAX)._tag === 'Left') return
        read += 1
        expectOnce(data, query)
      }),
      { numRuns: runs(2_000) }
    )
    expect(read).to.be.above(runs(2_000) / 4)
  })

  it('reads all of what makes up most of a result, without a path', () => {
    const rows = Array.from({ length: 90 }, (_, id) => ({ id, note: 'some note' }))
    const byKey = Object.fromEntries(rows.map((one, at) => [`k${at}`, one]))
    const log = 'a line of it\n'.repeat(200)
    const readings: ReadonlyArray<readonly [data: unknown, path: string, kind: string]> = [
      [{ rows }, 'rows', 'elements'],
      [{ total: 90, data: { page: 1, rows } }, 'data.rows', 'elements'],
      [{ map: byKey }, 'map', 'entries'],
      [{ log, name: 'log' }, 'log', 'lines'],
      [rows, '', 'elements'],
      // None makes up most of it.
      [{ one: rows, other: rows, name: 'a name' }, '', 'entries'],
      [Object.fromEntries(rows.map(({ id, note }) => [`k${id}`, id % 2 ? note : id])), '', 'entries']
    ]
    for (const [data, path, kind] of readings) {
      for (const query of [{}, { from: 0 }]) {
        const [[first] = []] = partsOf(data, query)
        expect(first, JSON.stringify(first)).to.include({ path }).and.have.property(kind)
        expectOnce(data, query)
      }
    }
  })

  it('holds each argument that still matters, and none that is over', () => {
    const rows = Array.from({ length: 3_000 }, (_, id) => ({ id, note: 'some note' }))
    const log = Array.from({ length: 20 }, (_, at) => (at === 3 ? 'long '.repeat(900) : `line ${at}`)).join('\n')
    const next = (query: ResultQuery) => (expectRight(readPart({ rows, log }, query, 2_000)) as Part)['next']
    const { from, ...range } = next({ path: 'rows[100..1500]', fields: ['id'] }) as ResultQuery
    expect(range).to.deep.equal({ path: 'rows', fields: ['id'], to: 1_500 })
    expect(from).to.be.above(100)
    // One who keeps the range and goes on by `from` alone reads on, too.
    expect(expectRight(readPart({ rows }, { path: 'rows[100..1500]', from: 900 }, 2_000))).to.include({ from: 900 })
    expect(next({})).to.deep.include({ path: 'rows' })
    expect(next({ path: 'log' })).to.deep.equal({ path: 'log', from: 3 })
    const { skip = 0 } = next({ path: 'log', from: 3 }) as ResultQuery
    expect(skip).to.be.above(1_000)
    expect(next({ path: 'log', from: 3, skip: 4_400, to: 5, context: 1 })).to.equal(undefined)
    expect(next({ path: 'rows', skip: 7 })).to.include({ path: 'rows', skip: 0 })
    expect(next({ find: 'note', fields: ['id'], context: 0 })).to.deep.include({
      path: '$',
      find: 'note',
      fields: ['id'],
      context: 0
    })
    expect(next({ distinct: 'id' })).to.deep.include({ path: 'rows', distinct: 'id' })
  })
})
