/** A path that is copied from a shape reads what the shape says of it, or nothing. */
import { expect } from 'chai'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { isMap } from '../../lib/core/json/index.js'
import { pathBelow } from '../../lib/results/path.js'
import type { ResultQuery } from '../../lib/results/query.js'
import { readPart } from '../../lib/results/read.js'
import { resultShape } from '../../lib/results/shape.js'
import { runs } from '../helpers/runs.js'

type Part = Readonly<Record<string, unknown>>

const MAX = 1_000_000
const NAMES = [
  '$',
  '[0]',
  '0',
  '*',
  '[]',
  'a',
  'b',
  'a.b',
  '$.a',
  '["a"]',
  'length',
  '',
  '"',
  '__proto__',
  'é x',
  'a[].b'
]

const names = fc.constantFrom(...NAMES)
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.nat(3),
    fc.constantFrom('x', 'two\nlines', null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { minKeys: 1, maxKeys: 4 }),
    // A map.
    fc
      .dictionary(names, fc.nat(3))
      .map((inner) => Object.fromEntries([...NAMES, ...'cdefg'].map((key) => [key, inner])))
  )
}))
const results = fc
  .oneof(
    value,
    fc.array(value, { minLength: 1, maxLength: 4 }),
    fc.dictionary(names, fc.array(value, { minLength: 1, maxLength: 3 }), { minKeys: 1, maxKeys: 3 })
  )
  .map((data) => JSON.parse(JSON.stringify(data)) as unknown)

/** The values at each path of the shape, and in which element or entry of its one list, written by other means. */
const valuesByPath = (data: unknown): ReadonlyMap<string, ReadonlyArray<readonly [item: unknown, value: unknown]>> => {
  const found = new Map<string, Array<readonly [unknown, unknown]>>()
  const visit = (one: unknown, path: string, item: unknown): void => {
    found.set(path, [...(found.get(path) ?? []), [item, one]])
    if (typeof one !== 'object' || one === null) return
    for (const [key, below] of Object.entries(one) as ReadonlyArray<[string, unknown]>) {
      if (Array.isArray(one)) visit(below, `${path}[]`, key)
      // An entry of a map is also what its name says.
      else visit(below, pathBelow(path, key), item)
      if (!Array.isArray(one) && isMap(one)) visit(below, path === '' ? '*' : `${path}.*`, key)
    }
  }
  visit(data, '', undefined)
  return found
}

// Outside quoted names.
const MARKS = /\[\]|(?<=^|\.)\*(?=$|[.[])/g
const marksIn = (path: string): number => path.replace(/"(?:[^"\\]|\\.)*"/g, '""').match(MARKS)?.length ?? 0

const sorted = (values: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  values.map((one) => JSON.stringify(one)).sort()

describe('a field by its path in the shape', () => {
  it('is what the shape says, and in no element that lacks it', () => {
    let read = 0
    fc.assert(
      fc.property(results, (data) => {
        const there = valuesByPath(data)
        for (const path of Object.keys(resultShape(data))) {
          if (path === '$' || path === '…') continue
          const all = there.get(path) ?? []
          const ask = (query: ResultQuery): Part | undefined => {
            const part = readPart(data, query, MAX)
            if (E.isRight(part)) return part.right as Part
            expect(['not_found', 'rejected_arguments'], path).to.include(part.left.code)
            return undefined
          }
          const fields = ask({ fields: [path] })
          const said = `${path} of ${JSON.stringify(data)}: ${JSON.stringify(fields)}`
          if (marksIn(path) === 0) {
            expect(fields, said).to.deep.equal({ path: '', value: Object.fromEntries([[path, all[0]?.[1]]]) })
            continue
          }
          // Only below the one list.
          const isField = marksIn(path) === 1 && !/(?:\[\]|\*)$/.test(path)
          expect(fields !== undefined, said).to.equal(isField)
          const counted = ask({ distinct: path })
          expect(counted !== undefined, said).to.equal(isField)
          if (fields === undefined || counted === undefined) continue
          read += 1
          const items = (fields['elements'] ?? Object.values(fields['entries'] as object)) as ReadonlyArray<unknown>
          const shown = items.flatMap((item) =>
            typeof item === 'object' && item !== null && !Array.isArray(item) ? Object.values(item) : []
          )
          expect(sorted(shown), said).to.deep.equal(sorted(all.map(([, one]) => one)))
          expect(counted['of'], said).to.equal(items.length)
          expect(Number(counted['absent'] ?? 0), said).to.equal(items.length - all.length)
        }
      }),
      { numRuns: runs(400, 10_000) }
    )
    expect(read).to.be.above(30)
  })
})

describe('a field named $, where parsers of XML put attributes', () => {
  const item = Array.from({ length: 40 }, (_, at) => ({
    $: { id: `attr ${at % 4}` },
    ...(at === 3 ? { id: 'odd' } : {}),
    tags: ['a', 'b']
  }))
  const ask = (query: ResultQuery) => readPart({ feed: { item } }, query, MAX)

  it('is read by each path that leads to it, and never for what stands beside it', () => {
    for (const field of ['$.id', 'feed.item[].$.id', '$.feed.item[].$.id', '["$"].id']) {
      expect(ask({ distinct: field, count: true }), field).to.have.nested.property('right.count', 4)
      const two = ask({ fields: [field], to: 2 })
      expect(JSON.stringify(two), field).to.include('attr 0').and.include('attr 1').and.not.include('odd')
      expect(JSON.stringify(ask({ find: 'attr 1', fields: [field], to: 1 })), field).to.include('attr 1"')
      expect(JSON.stringify(ask({ path: 'feed.item[3]', fields: [field] })), field).to.include('attr 3')
    }
    expect(ask({ distinct: '$', count: true })).to.have.nested.property('right.count', 4)
    const plain = { rows: item.map(({ id = 'x' }) => ({ id })) }
    expect(readPart(plain, { distinct: 'rows[].$.id' }, MAX)).to.have.nested.property('left.code', 'not_found')
  })

  it('and what stands below a second list is refused with what can be asked', () => {
    const hint = 'Read what stands below a second [] or * by path, or with the field that holds it (rows[].tags).'
    expect(ask({ distinct: 'feed.item[].tags[]' })).to.have.nested.property('left.hint', hint)
    expect(ask({ fields: ['id', 'feed.item[].tags[]'] }))
      .to.have.nested.property('right.note')
      .that.includes(hint)
    expect(ask({ distinct: 'feed.item[].tags', count: true })).to.have.nested.property('right.count', 1)
  })
})
