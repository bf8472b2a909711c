/** What `find`, `count`, `distinct` and `fields` say of a kept result is what its values hold. */
import { expect } from 'chai'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { handleOf } from '../../lib/results/preview.js'
import { readPart } from '../../lib/results/read.js'
import type { ResultQuery } from '../../lib/results/query.js'
import { expectLeft, expectRight } from '../helpers/either.js'

interface Found {
  readonly path: string
  readonly value?: unknown
  readonly at?: number
  readonly skip?: number
  readonly lines?: string
}

const read = (data: unknown, query: ResultQuery, maxChars = 2_000) =>
  expectRight(readPart(data, query, maxChars)) as Readonly<Record<string, unknown>> & {
    readonly found: ReadonlyArray<Found>
  }
const refused = (data: unknown, query: ResultQuery) => expectLeft(readPart(data, query, 2_000))

/** All that a query gives, page by page. */
const allOf = (data: unknown, query: ResultQuery, list: 'found' | 'values'): ReadonlyArray<unknown> => {
  const all: Array<unknown> = []
  let next: ResultQuery = {}
  for (let reads = 0; reads < 2_000; reads++) {
    const part = read(data, { ...query, ...next })
    expect(JSON.stringify(part).length).to.be.at.most(2_000)
    all.push(...(part[list] as ReadonlyArray<unknown>))
    if (part['next'] === undefined) return all
    next = part['next'] as ResultQuery
  }
  return expect.fail('It goes on without an end.')
}

describe('find in a kept result', () => {
  const HARD = [
    'C:\\Users\\ada',
    '"no"',
    'first\nsecond',
    'tab\there',
    '\\',
    '"',
    'a/b',
    'é',
    '😀',
    'İstanbul',
    '\u2028'
  ]

  it('finds a word in any case, also where its last letter has a form of its own', () => {
    for (const [text, find] of [
      ['ΟΔΟΣ', 'οδός'.replace('ό', 'ο')],
      ['οδος', 'ΟΔΟΣ'],
      ['ΝΟΜΟΣΧΕΔΙΟ', 'νομος']
    ] as const)
      expect(expectRight(readPart({ a: [text] }, { path: 'a', find, count: true }, 2_000))).to.have.property('count', 1)
  })

  it('searches the values, not their JSON', () => {
    const rows = HARD.map((text, id) => ({ id, text: `before ${text} behind` }))
    const long = HARD.map((text) => `${'word '.repeat(900)}${text} behind ${'word '.repeat(900)}`)
    for (const [at, text] of HARD.entries()) {
      const paths = read({ rows }, { find: text }).found.map(({ path }) => path)
      expect(paths, text).to.include(`rows[${at}]`)
      expect(paths, text).to.deep.equal(
        rows.flatMap((row, id) => (row.text.toLowerCase().includes(text.toLowerCase()) ? `rows[${id}]` : []))
      )
      expect(
        (allOf({ long }, { find: text }, 'found') as ReadonlyArray<Found>).some(
          ({ path, lines }) => path === `long[${at}]` && lines?.includes(text) === true
        ),
        text
      ).to.equal(true)
    }
    for (const written of ['\\n', 'nsecond', '\\t', 'u2028', ':{', '","', '{"id'])
      expect(read({ rows }, { find: written, count: true })['count'], written).to.equal(0)
  })

  it('finds each text that stands in a value, wherever it is cut', () => {
    const unit = fc.constantFrom('a', 'B', ' ', '\n', '"', '\\', '😀', 'İ', '\u0001', 'x'.repeat(70), 'word ')
    fc.assert(
      fc.property(
        fc.array(unit, { minLength: 1, maxLength: 60 }),
        fc.nat(),
        fc.integer({ min: 1, max: 90 }),
        (units, from, length) => {
          const text = units.join('')
          const start = from % text.length
          const wanted = text.slice(start, start + length)
          if (/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(wanted)) return
          for (const data of [{ text }, { rows: [{ text }] }, [text]]) {
            const found = allOf(data, { find: wanted, context: 0 }, 'found') as ReadonlyArray<Found>
            expect(
              found.some((one) => JSON.stringify([one.value, one.lines]).includes(JSON.stringify(wanted).slice(1, -1)))
            ).to.equal(true)
          }
        }
      ),
      { numRuns: 300 }
    )
  })

  it('never lets a name hide what stands below it, and counts each kind', () => {
    const errors = Array.from({ length: 1_000 }, (_, id) => ({
      id,
      msg: id % 10 ? 'all is fine' : 'an error happened'
    }))
    const data = { errors, page: 1, log: 'no error\nfine\nan error\n', code: { error: 'error' } }
    expect(read(data, { find: 'error', count: true })).to.deep.equal({
      path: '',
      count: 104,
      kinds: { names: 2, elements: 100, lines: 2 }
    })
    expect(read(data, { find: 'error', count: true, path: 'errors' })).to.deep.equal({
      path: 'errors',
      count: 100,
      kinds: { elements: 100 }
    })
    const paths = (allOf(data, { find: 'error' }, 'found') as ReadonlyArray<Found>).map(({ path }) => path)
    expect(paths).to.deep.equal([
      'errors',
      ...errors.flatMap(({ id }) => (id % 10 === 0 ? `errors[${id}]` : [])),
      'log',
      'log',
      'code.error'
    ])
    const map = Object.fromEntries(Array.from({ length: 30 }, (_, id) => [`error${id}`, { text: `error ${id % 3}` }]))
    expect(read({ map }, { find: 'ERROR', count: true })['kinds']).to.deep.equal({ entries: 30 })
  })

  it('keeps its rule of numbers', () => {
    const rows = Array.from({ length: 3_000 }, (_, id) => ({ id, price: id + 0.5, neg: -id, text: `order ${id};` }))
    for (const [find, count] of [
      [-7, 1],
      [7.5, 1],
      [5, 1],
      [12, 1]
    ] as const)
      expect(read({ rows }, { find, count: true })['count'], String(find)).to.equal(count)
  })

  it('finds numbers in data by their value, and in texts with sign, decimals and exponent', () => {
    const holding = (find: number, value: unknown): boolean => {
      const count = (data: unknown) => read(data, { find, count: true })['count'] as number
      const counts = [{ rows: [{ value }] }, { value }, { map: mapOf(value) }, [value]].map((data) => count(data) > 0)
      expect(new Set(counts).size, JSON.stringify([find, value])).to.equal(1)
      return counts[0] === true
    }
    const mapOf = (value: unknown) =>
      Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`k${'x'.repeat(at)}`, value]))
    const numbers = [0, 1, 5, -5, 50, -50, 4.5, 0.5, 5e-7, 1e-9, 5e3, 9, -1e-9, 2 ** 53 - 1]
    for (const find of numbers)
      for (const value of numbers) {
        expect(holding(find, value), `${find} in ${value}`).to.equal(find === value)
        for (const text of [`${value}`, `it is ${value}.`, `a=${value}, b`, `[${value}]`])
          expect(holding(find, text), `${find} in ${text}`).to.equal(find === value)
      }
    for (const [find, text, is] of [
      [50, '4.50', false],
      [50, '50.5', false],
      [50, '1E+50', false],
      [50, '1e50', false],
      [50, '(-50)', false],
      [50, '\u221250', false],
      [50, 'order-50', true],
      [50, '10-50', true],
      [50, '$50 and 5e3', true],
      [5, '5e3', false],
      [5, '5E-3', false],
      [5, '5 e3', true],
      [5, '5th', true],
      [-50, '10-50', false],
      [-50, 'order-50', false],
      [-50, 'at -50.', true],
      [1e-9, '1e-9', true]
    ] as const)
      expect(holding(find, text), `${find} in ${text}`).to.equal(is)
  })

  it('refuses a number that was rounded where it was read, and finds it as a text', () => {
    const text = '[{"id":1180543209213461037},{"id":1180543209213461000}]'
    for (const find of [JSON.parse('1180543209213461037') as number, 2 ** 53, -(2 ** 53), 1e21, Infinity, NaN])
      for (const query of [{ find }, { find, count: true }, { find, path: 'rows' }])
        expect(refused({ rows: [{ id: 2 ** 53 }], text }, query)).to.include({
          code: 'rejected_arguments',
          hint: 'Write it as text: "find": "…".'
        })
    expect(read(text, { find: '1180543209213461037', count: true })['count']).to.equal(1)
  })

  it('looks for nothing where nothing is asked for', () => {
    expect(read({ rows: [1, 2] }, { path: 'rows', find: '', fields: [], distinct: '' })['elements']).to.deep.equal([
      1, 2
    ])
    const rows = [{ '': 'a' }, { '': 'a' }]
    expect(read({ rows }, { path: 'rows', distinct: '[""]' })['values']).to.deep.equal([{ value: 'a', count: 2 }])
  })
})

describe('the lines of a kept text', () => {
  const LOG = Array.from({ length: 200 }, (_, n) =>
    JSON.stringify({ n, level: n % 10 ? 'info' : 'error', stack: 'error at x.js '.repeat(42) })
  )
  const SPARSE = Array.from({ length: 50 }, (_, at) => (at === 10 ? 'y'.repeat(60_000) : `line ${at}`))

  it('have their true numbers and counts, however long they are', () => {
    const text = LOG.join('\n')
    expect(read(text, { count: true })).to.deep.equal({ path: '', count: 200 })
    expect(read(text, { find: 'stack', count: true })['count']).to.equal(200)
    expect(read(text, { find: '"n":150,', context: 0 }).found).to.deep.equal([
      { path: '', at: 150, lines: `${LOG[150]}\n` }
    ])
    expect(read(text, { from: 150, to: 151 })['lines']).to.equal(`${LOG[150]}\n`)
    expect(read(SPARSE.join('\n'), { count: true })['count']).to.equal(50)
    expect(read(SPARSE.join('\n'), { find: 'line 20', context: 0 }).found).to.deep.equal([
      { path: '', at: 20, lines: 'line 20\n' }
    ])
    expect(read(SPARSE.join('\n'), { find: 'y', count: true })['kinds']).to.deep.equal({ lines: 1 })
    expect(read('x'.repeat(9_000), { count: true })['count']).to.equal(1)
  })

  it('are shown in parts that say where they stand, where they are too long', () => {
    const text = SPARSE.join('\n')
    const first = read(text, { from: 10 })
    const { lines, next } = first as { readonly lines?: string; readonly next?: ResultQuery }
    expect(first).to.deep.include({
      of: 50,
      from: 10,
      chars: 60_001,
      next: { path: '$', from: 10, skip: lines?.length }
    })
    const second = read(text, next ?? {})
    expect(second).to.include({ of: 50, from: 10, skip: lines?.length, chars: 60_001 })
    expect(read(text, { from: 10, skip: 59_990, to: 12 })).to.deep.equal({
      path: '',
      of: 50,
      from: 10,
      skip: 59_990,
      chars: 60_001,
      lines: `${'y'.repeat(10)}\nline 11\n`
    })
  })

  it('have the same numbers in the preview, with the place of a part', () => {
    const long = `${'word '.repeat(3_000)}it failed ${'word '.repeat(3_000)}the end`
    const lines = ['begin', ...Array.from({ length: 300 }, (_, at) => `line ${at} ${'x'.repeat(50)}`), long]
    const { shape, unusual, last } = handleOf({ log: lines.join('\n') }, 'r', 0, 4_000)
    expect(shape).to.deep.equal({ $: 'record', log: 'text of 302 lines' })
    const [part] = unusual ?? []
    expect(part).to.deep.include({ at: 301, cut: ['log'] })
    expect(part?.value).to.include('it failed')
    expect(long.slice(part?.skip).startsWith(String(part?.value))).to.equal(true)
    expect(last).to.include({ path: 'log', from: 301 })
    expect(long.slice(last?.skip)).to.equal(last?.lines)
    expect(handleOf(long, 'r', 0, 4_000).last).to.include({ from: 0 })
  })

  it('are found in each of their parts that hold it, which give their place', () => {
    const line = Array.from({ length: 6_000 }, (_, at) => `tok${at}z`).join('')
    const found = allOf({ line }, { find: 'z' }, 'found') as ReadonlyArray<Found>
    for (const { skip = 0, lines = '' } of found) expect(line.slice(skip, skip + lines.length)).to.equal(lines)
    expect(
      found
        .map(({ lines }) => lines)
        .join('')
        .match(/z/g)
    ).to.have.length(6_000)
    for (const at of [0, 7, 99, 100, 999, 5_999]) {
      const [one] = read({ line }, { find: `tok${at}z` }).found
      expect(one?.lines).to.include(`tok${at}z`)
      expect(one).to.deep.include({ at: 0, chars: line.length })
    }
  })

  it('show each place that holds it whole in one of those parts', () => {
    const unit = fc.constantFrom('ab', 'abc', ' ', '😀', '"', '\u0001', 'x'.repeat(50))
    fc.assert(
      fc.property(
        fc.array(unit, { minLength: 300, maxLength: 600 }),
        fc.constantFrom('abc', 'bab', '😀', 'x'),
        (units, find) => {
          const line = `${units.join('')}${'-'.repeat(1_000)}`
          const found = allOf({ line }, { find }, 'found') as ReadonlyArray<Found>
          for (const match of line.matchAll(new RegExp(find, 'gu')))
            expect(
              found.some(
                ({ skip = 0, lines = '' }) => skip <= match.index && match.index + find.length <= skip + lines.length
              )
            ).to.equal(true)
          for (const { skip = 0, lines = '' } of found) {
            expect(line.slice(skip, skip + lines.length)).to.equal(lines)
            expect(lines).not.to.match(/\p{Surrogate}/u)
          }
        }
      ),
      { numRuns: 40 }
    )
  })

  it('are found together, where a line end is asked for', () => {
    const text = ['one', 'two', 'three', 'two', 'x', 'two', 'three'].join('\n')
    expect(read(text, { find: 'TWO\nthr', context: 0 }).found).to.deep.equal([
      { path: '', at: 1, lines: 'two\nthree\n' },
      { path: '', at: 5, lines: 'two\nthree' }
    ])
    expect(read(text, { find: 'two\n', count: true })['count']).to.equal(3)
    expect(read(text, { find: 'e\ntwo\nx\nt', count: true })['count']).to.equal(1)
    expect(read(text, { find: 'one\nthree', count: true })['count']).to.equal(0)
  })
})

describe('the fields of a kept list', () => {
  const rows = Array.from({ length: 1_000 }, (_, id) => ({
    id,
    ...(id % 3 === 0 ? {} : { s: id % 3 === 1 ? 'x' : null }),
    owner: { name: id % 2 ? 'ada' : 'bob' },
    'a.b': id % 2
  }))

  it('are counted by their values, where null is one, and what lacks them is none', () => {
    expect(read({ rows }, { distinct: 's' })).to.deep.equal({
      path: 'rows',
      of: 1_000,
      field: 's',
      distinct: 2,
      absent: 334,
      values: [
        { value: 'x', count: 333 },
        { value: null, count: 333 }
      ]
    })
  })

  it('are read by a path as the shape writes it', () => {
    for (const [field, values] of [
      ['owner.name', ['bob', 'ada']],
      ['a.b', [0, 1]],
      ['["a.b"]', [0, 1]],
      ['owner', [{ name: 'bob' }, { name: 'ada' }]]
    ] as const) {
      const part = read({ rows }, { distinct: field })
      expect(part['values'], field).to.deep.equal(values.map((value) => ({ value, count: 500 })))
      expect(read({ rows }, { fields: [field], to: 2 })['elements'], field).to.deep.equal(
        values.map((value) => ({ [field]: value }))
      )
    }
    expect(read({ rows }, { path: 'rows[3]', fields: ['owner.name'] })['value']).to.deep.equal({ 'owner.name': 'ada' })
    expect(read({ rows }, { find: 'ada', fields: ['owner.name'] }).found[0]).to.deep.equal({
      path: 'rows[1]',
      value: { 'owner.name': 'ada' }
    })
  })

  it('that no element has are refused by name, and one of several is noted', () => {
    const nothing = {
      code: 'not_found',
      detail: 'No element of `rows` has "status". They have id, owner, s, 1 other field.'
    }
    expect(refused({ rows }, { distinct: 'status' })).to.include(nothing)
    expect(refused({ rows }, { fields: ['status'] })).to.include(nothing)
    expect(read({ rows }, { fields: ['id', 'status'], to: 1 })).to.deep.include({
      elements: [{ id: 0 }],
      note: 'Nothing here has "status".'
    })
    expect(refused('a\nb\n', { distinct: 'status' }).detail).to.equal(
      'No line of the result has "status". They have no fields.'
    )
    expect(refused({ rows }, { path: 'rows[3]', fields: ['status'] }).detail).to.equal(
      'No entry of `rows[3]` has "status". It has id, owner, 1 other field; they have name.'
    )
  })

  it('are all given, page by page, and long values by their beginning', () => {
    const values = allOf({ rows }, { distinct: 'id' }, 'values') as ReadonlyArray<{ readonly value: number }>
    expect(values.map(({ value }) => value)).to.deep.equal(rows.map(({ id }) => id))
    const long = [1, 2, 3].map((id) => ({ id, text: `${id} ${'word '.repeat(2_000)}` }))
    for (const one of allOf(long, { distinct: 'text' }, 'values') as ReadonlyArray<object>)
      expect(one).to.include({ count: 1 }).and.have.property('cut').that.deep.equals(['$'])
  })

  it('are given by their beginning, at least one at a time, however little fits', () => {
    const word = 'A'.repeat(1_100)
    const values: ReadonlyArray<unknown> = [
      word,
      `${word}b`,
      { text: word },
      [word, word],
      'short',
      7,
      null,
      'é"'.repeat(700)
    ]
    const many = Array.from({ length: 300 }, (_, id) => ({ id, v: values[id % values.length] }))
    for (const maxChars of [400, 600, 1_000, 20_000]) {
      const all: Array<Readonly<Record<string, unknown>>> = []
      let query: ResultQuery | undefined = { distinct: 'v' }
      while (query !== undefined) {
        const part = read({ rows: many }, query, maxChars)
        expect(JSON.stringify(part).length).to.be.at.most(maxChars)
        expect(part['values']).to.have.length.above(0)
        all.push(...(part['values'] as typeof all))
        query = part['next'] as ResultQuery | undefined
      }
      expect(all.map(({ count }) => Number(count)).reduce((sum, one) => sum + one)).to.equal(300)
      expect(all).to.have.length(values.length)
      for (const [at, { value, cut }] of all.entries()) {
        const whole = values[at]
        const text = typeof whole === 'string' ? whole : JSON.stringify(whole)
        if (cut === undefined) expect(value).to.deep.equal(whole)
        else expect(String(value)).to.satisfy((shown: string) => shown.length > 20 && text.startsWith(shown))
      }
      expect(all.map(({ cut }) => cut !== undefined)).to.deep.equal([true, true, true, true, false, false, false, true])
    }
  })

  it('are one value, whatever the order of their fields', () => {
    const mixed = rows.map(({ id }) => ({
      id,
      f: id % 2 ? { a: 1, b: [{ c: 1, d: 2 }] } : { b: [{ d: 2, c: 1 }], a: 1 }
    }))
    expect(read(mixed, { distinct: 'f' })['values']).to.deep.equal([
      { value: { b: [{ d: 2, c: 1 }], a: 1 }, count: 1_000 }
    ])
    expect(
      read([{ f: 1 }, { f: '1' }, { f: [1] }, { f: null }, { f: 'null' }], { distinct: 'f' })['distinct']
    ).to.equal(5)
  })

  it('are counted by one rule: those between from and to, beside all', () => {
    expect(read({ rows }, { distinct: 's', count: true })).to.deep.equal({
      path: 'rows',
      field: 's',
      count: 2,
      absent: 334
    })
    expect(read({ rows }, { distinct: 'id', count: true, from: 990 })).to.include({ of: 1_000, count: 10 })
    expect(read({ rows }, { count: true, from: 0, to: 10 })).to.deep.equal({ path: 'rows', of: 1_000, count: 10 })
    expect(read({ rows }, { find: 'ada', count: true, from: 0, to: 10 })).to.deep.equal({
      path: '',
      of: 500,
      count: 10,
      kinds: { elements: 10 }
    })
    expect(read({ rows }, { find: 'ada', count: true })).to.include({ count: 500 })
    expect(refused({ rows }, { find: 'ada', distinct: 's' })).to.include({
      code: 'rejected_arguments',
      detail: 'find and distinct cannot be asked together.'
    })
  })

  it('are read by the paths of the shape, from wherever they are asked', () => {
    const map = Object.fromEntries(rows.map(({ id, owner }) => [`k ${id}`, { owner }]))
    const data = { rows, other: [{ owner: { name: 'eve' } }], map, deep: [{ rows: [{ id: 7 }] }], log: 'x\ny' }
    const names = (query: ResultQuery, from: unknown = data) =>
      (read(from, query)['values'] as ReadonlyArray<{ readonly value: unknown }>).map(({ value }) => value)
    for (const query of [
      { distinct: 'rows[].owner.name' },
      { path: 'rows', distinct: 'rows[].owner.name' },
      { path: 'rows', distinct: '$.rows[].owner.name' },
      { path: 'map', distinct: 'map.*.owner.name' },
      { distinct: 'map.*.owner.name' }
    ])
      expect(names(query), JSON.stringify(query)).to.deep.equal(['bob', 'ada'])
    expect(names({ distinct: 'other[].owner.name' })).to.deep.equal(['eve'])
    expect(names({ path: 'deep[0].rows', distinct: 'deep[].rows[].id' })).to.deep.equal([7])
    expect(names({ distinct: '[].owner.name' }, rows)).to.deep.equal(['bob', 'ada'])
    expect(names({ distinct: '*.owner.name' }, map)).to.deep.equal(['bob', 'ada'])
    const [field, named] = [['rows[].owner.name'], { 'owner.name': 'ada' }]
    expect(read(data, { fields: field, from: 1, to: 2 })['elements']).to.deep.equal([named])
    expect(read(data, { path: 'rows[1]', fields: field })['value']).to.deep.equal(named)
    expect(read(data, { path: 'rows', find: 'ada', fields: field }).found[0]).to.deep.equal({
      path: 'rows[1]',
      value: named
    })
    // A name of its own, and the list of another, are not mistaken for one.
    expect(names({ distinct: 'rows[].id' }, [{ 'rows[].id': 1 }, { id: 2 }])).to.deep.equal([1])
    expect(refused(data, { path: 'rows', distinct: 'other[].owner.name' }).code).to.equal('not_found')
    expect(refused(data, { path: 'rows', distinct: 'rows[]' }).code).to.equal('not_found')
    expect(refused(data, { path: '["\\q"]' }).code).to.equal('not_found')
  })

  it('are counted within a range, and refused where a range cannot be meant', () => {
    expect(read({ rows }, { path: 'rows[10..30]', count: true })['count']).to.equal(20)
    expect(read({ rows }, { path: 'rows[990..3000]', count: true })['count']).to.equal(10)
    expect(refused({ rows }, { path: 'rows[10..30]', distinct: 's' }).detail).to.include('all of a list')
    expect(refused({ rows }, { path: 'rows[10..30]', find: 'x' }).detail).to.include('all of a list')
  })
})

describe('a path that begins with $', () => {
  it('is one from the result itself', () => {
    const data = { rows: [{ id: 7 }], $: 1, $ref: 2, '$.x': 3 }
    for (const [path, value] of [
      ['$.rows[0].id', 7],
      ['$["rows"][0].id', 7],
      ['rows[0].id', 7],
      ['["$"]', 1],
      ['$ref', 2],
      ['$["$.x"]', 3]
    ] as const)
      expect(read(data, { path })['value'], path).to.equal(value)
    expect(read([5], { path: '$[0]' })['value']).to.equal(5)
    expect(read([5, 6], { path: '$[0..1]' })['elements']).to.deep.equal([5])
    expect(E.isLeft(readPart({ a: 1 }, { path: '$a' }, 2_000))).to.equal(true)
  })
})
