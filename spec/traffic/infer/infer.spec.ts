import { expect } from 'chai'
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { inferCodecs, type TrafficRecord } from '../../../lib/traffic/index.js'
import { record, week } from '../calibrate/traffic.js'

const inferred = async (answers: ReadonlyArray<unknown>) => {
  const {
    codecs: [only],
    source
  } = await inferCodecs(week(answers.length, (i) => JSON.stringify(answers[i])))
  return { codec: only?.codec ?? expect.fail('no codec'), source }
}
const LIST = '/** All of them, as'
const bodyOf = async (answers: ReadonlyArray<unknown>): Promise<string> => {
  const { source } = await inferred(answers)
  return source
    .slice(source.indexOf('export const Customer = ') + 'export const Customer = '.length, source.indexOf(LIST))
    .trimEnd()
}
const times = <A>(n: number, make: (i: number) => A): ReadonlyArray<A> => Array.from({ length: n }, (_, i) => make(i))

describe('inferCodecs', () => {
  it('writes codecs as a person would, with the evidence beside them', async () => {
    const answers = times(60, (i) => ({
      customers: [
        {
          id: i,
          email: `a${i}@b.c`,
          uid: '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
          since: '2026-01-02T10:00:00Z',
          born: '1990-01-02',
          status: i % 3 === 0 ? 'lead' : 'active',
          last_name: i % 10 === 0 ? null : `Name ${i}`,
          ...(i % 4 === 0 ? { vat: i / 2 } : {}),
          address: { city: 'Rome', lines: ['x'] }
        }
      ],
      next: null,
      'x-total': 1.5
    }))
    const { source } = await inferred(answers)
    expect(source).to
      .equal(`/** Codecs drafted from recorded traffic: as strict as what came, and no stricter. Read them before you trust them. */
import * as t from 'io-ts'
import { IsoDateTime, SafeInteger } from 'guarded-call'

const Address = t.type({
  city: t.string,
  lines: t.array(t.string)
})

const Customer2 = t.intersection([
  t.type({
    address: Address,
    born: t.string, // date
    email: t.string, // e-mail address
    id: SafeInteger,
    last_name: t.union([t.string, t.null]),
    since: IsoDateTime,
    status: t.keyof({ active: null, lead: null }),
    uid: t.string // UUID
  }),
  t.partial({
    vat: SafeInteger // in 15 of 60
  })
])

/** What \`customer\` answers, drafted from 60 answers of 2026-11-02 to 2026-11-08. */
export const Customer = t.type({
  customers: t.array(Customer2),
  next: t.unknown, // only null came, or what cannot be told
  'x-total': t.number
})

/** All of them, as \`guarded-call calibrate --tools\` takes them. */
export const tools = [
  { name: 'customer', codec: Customer }
]
`)
  })

  it('takes a set of texts for an enumeration only where none of them is rare', async () => {
    const statuses = (n: number, of: (i: number) => string) => bodyOf(times(n, (i) => of(i)))
    expect(await statuses(40, (i) => ['open', 'closed'][i % 2] ?? '')).to.equal('t.keyof({ closed: null, open: null })')
    expect(await statuses(40, (i) => (i === 7 ? 'merged' : (['open', 'closed'][i % 2] ?? '')))).to.equal('t.string')
    expect(await statuses(20, (i) => ['open', 'closed'][i % 2] ?? '')).to.equal('t.string')
    expect(await statuses(400, (i) => `s${i % 13}`)).to.equal('t.string')
    expect(await statuses(40, () => 'one')).to.equal('t.string')
    expect(await statuses(40, (i) => ['<b>', '<i>'][i % 2] ?? '')).to.equal('t.string')
  })

  it('takes keys that are data for those of a record', async () => {
    expect(await bodyOf(times(5, (i) => ({ [`2026-01-0${i + 1}`]: i, 'a@b.c': i })))).to.equal(
      't.record(t.string, SafeInteger)'
    )
    expect(await bodyOf([{}, {}])).to.equal('t.UnknownRecord')
    expect(await bodyOf([{ a: 1 }, {}])).to.equal('t.partial({\n  a: SafeInteger // in 1 of 2\n})')
  })

  it('joins what comes in several types, and gives up where it cannot tell', async () => {
    expect(await bodyOf([1, 'a', true, [1.5], null])).to.equal(
      't.union([t.boolean, SafeInteger, t.string, t.array(t.number), t.null])'
    )
    expect(await bodyOf([null])).to.equal('t.unknown')
    const dates = await inferCodecs([record(0, 1, '', { answer: { data: { $date: '2026-01-01' } } })])
    expect(dates.source).to.match(/export const Customer = t\.unknown\n\n/)
    const deep = times(30, () => 0).reduce((inner: unknown) => [inner], 'x')
    expect(await bodyOf([deep])).to.match(/^(?:t\.array\()+t\.unknown\)+$/)
  })

  it('names a tool and its parts without a clash', async () => {
    const answer = {
      'user-info': { a: 1 },
      userInfo: { b: 1 },
      Date: { c: 1 },
      '1st': 1,
      '": alert(1)': { d: 1 },
      date: { c: 1 }
    }
    const { source } = await inferCodecs([record(0, 1, answer, { tool: '*/ 7 söme-tool' })])
    expect([...source.matchAll(/^(?:export )?const (\S+) =/gm)].map(([, name]) => name)).to.deep.equal([
      'Date2',
      'UserInfo',
      'UserInfo2',
      'Answer7SMeTool',
      'tools'
    ])
    expect(source).to.include("{ name: '*/ 7 söme-tool', codec: Answer7SMeTool }")
    expect(source).to.include('/** What `* / 7 s?me-tool` answers, drafted from 1 answer of')
  })

  it('lets no name of a tool end the comment that it stands in', async () => {
    const { source } = await inferCodecs([record(0, 1, { a: 1 }, { tool: '**//;throw 1;/**' })])
    expect(source).to.include('/** What `** //;throw 1;/**` answers, drafted from 1 answer of')
  })

  it('tells the days of the answers, however their times are written', async () => {
    const moments = ['2026-11-03T01:00:00+05:00', '2026-11-02T23:00:00-05:00', '(*/) 2026-11-04 12:00 Z']
    const { source } = await inferCodecs(moments.map((at, i) => record(i, 3, { a: 1 }, { at })))
    expect(source).to.include('drafted from 3 answers of 2026-11-02 to 2026-11-04. */')
  })

  it('drafts from the rows of a page, and not from what its tool said of it', async () => {
    const rows = (n: number, over: Partial<TrafficRecord> = {}): TrafficRecord =>
      record(n, 2, '', { answer: { data: [{ a: n }] }, ...over })
    const { source } = await inferCodecs([
      rows(0),
      rows(1, { outcome: 'partial_data', code: 'more_pages_available', detail: 'More rows exist.' })
    ])
    expect(source).to.include('export const Customer = t.array(Customer2)\n')
  })

  it('leaves out failures, what cannot be read, and tools that nobody asked for', async () => {
    const records: ReadonlyArray<TrafficRecord> = [
      record(0, 9, { a: 1 }),
      record(1, 9, '{"cut'),
      record(2, 9, { error: 1 }, { outcome: 'schema_mismatch', code: 'schema_violation' }),
      record(3, 9, '', { answer: { chars: 9, sha256: null } }),
      record(4, 9, { b: 1 }, { tool: 'other' })
    ]
    const { codecs } = await inferCodecs(records, { tools: ['customer'] })
    expect(codecs.map(({ tool, answers }) => [tool, answers])).to.deep.equal([['customer', 1]])
    expect((await inferCodecs(records)).codecs.map(({ tool }) => tool)).to.deep.equal(['customer', 'other'])
    expect((await inferCodecs([])).source).to.match(/^\/\*\* .*\nimport \* as t from 'io-ts'\n\n\n$/)
  })

  it('takes every answer that it was drafted from, in whatever order they came', async () => {
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom('a', 'b', 'long text with words'),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom('id', 'name', 'x-y', '12', 'items'), tie('tree'), {
          maxKeys: 4,
          noNullPrototype: true
        })
      )
    }))
    await fc.assert(
      fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 40 }), async (answers) => {
        const records = week(answers.length, (i) => JSON.stringify(answers[i]))
        const {
          codecs: [only],
          source
        } = await inferCodecs(records)
        for (const answer of answers)
          expect(E.isRight(only?.codec.decode(JSON.parse(JSON.stringify(answer))) ?? E.left(undefined))).to.equal(true)
        expect((await inferCodecs([...records].reverse())).source).to.equal(source)
      }),
      { numRuns: 60 }
    )
  })

  it('stays bounded for answers that go ever deeper and wider', async () => {
    const wide = (level: number): unknown =>
      level === 0 ? 1 : Object.fromEntries(times(40, (i) => [`k${i}`, wide(level - 1)]))
    const { source } = await inferred([wide(3)])
    expect(source.length).to.be.below(2_000_000)
  })
})
