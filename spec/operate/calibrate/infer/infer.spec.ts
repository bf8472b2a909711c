import { expect } from 'chai'
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { inferCodecs, type TrafficRecord } from '../../../../lib/operate/calibrate/index.js'
import { judge } from '../../../../lib/guard/judge.js'
import { expectRight } from '../../../helpers/either.js'
import { record, week } from '../traffic.js'

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
    const answers = times(99, (i) => ({
      customers: [
        {
          id: i,
          email: `a${i}@b.c`,
          uid: '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
          since: '2026-01-02T10:00:00Z',
          born: '1990-01-02',
          status: i % 3 === 0 ? 'lead' : 'active',
          last_name: i % 10 === 0 ? null : `Name ${i}`,
          ...(i % 3 === 0 ? { vat: i / 3 } : {}),
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
    vat: SafeInteger // in 33 of 99
  })
])

/** What \`customer\` answers, drafted from 99 answers of 2026-11-02 to 2026-11-08. */
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

  it('lists no text that redaction would change', async () => {
    const secrets = ['ghp_Zx8Kq2Lm9Pw4Rt7Yv3Bn6Hc1Df5Gj0Sa2E1x', 'password is Winterabend77x']
    for (const secret of secrets)
      for (const field of ['status', 'type'])
        expect(await bodyOf(times(60, (i) => ({ id: i, [field]: [secret, 'none'][i % 2] })))).not.to.include(secret)
  })

  it('takes no part of an open list for an enumeration', async () => {
    const rows = async (n: number, of: (i: number) => object) => (await inferred(times(n, of))).source
    const noKeyof = async (body: Promise<string>) => expect(await body).not.to.include('keyof')
    const some = (of: string) => of.split(' ')
    const at = (of: ReadonlyArray<string>, i: number) => of[i % of.length]
    // Nine of many, each in seven answers, and codes.
    await noKeyof(rows(63, (i) => ({ genre: at(some('rock pop jazz soul folk punk blues metal funk'), i) })))
    await noKeyof(rows(99, (i) => ({ code: at(some('CA TX NY'), i) })))
    // A transcript holds passwords unchanged.
    await noKeyof(rows(99, (i) => ({ id: i, db_password: at(some('sesame Winter hunter'), i) })))
    await noKeyof(rows(99, (i) => ({ city: `c${i}`, state: at(some('Texas Ohio Utah'), i) })))
    expect(await rows(99, (i) => ({ id: i, state: at(some('Open Closed Draft'), i) }))).to.include('t.keyof({ Closed')
    // Sixty rows of four answers, and the same two answers again and again.
    await noKeyof(rows(4, () => times(15, (i) => ({ priority: at(some('high medium'), i) }))))
    const { source } = await inferCodecs(
      week(
        90,
        (i) => ({ plan: at(some('free team'), i) }),
        () => ({ args: { id: 1 } })
      )
    )
    expect(source).to.include('plan: t.string')
  })

  it('takes a number that is written with a fraction for no integer', async () => {
    const bodyOfTexts = async (of: (i: number) => string) => {
      const { source } = await inferCodecs(week(40, of))
      return source.slice(source.indexOf('export const Customer = '), source.indexOf(LIST)).trimEnd()
    }
    expect(await bodyOfTexts((i) => `${i}.0`)).to.equal('export const Customer = t.number')
    expect(await bodyOfTexts((i) => `${i}`)).to.equal('export const Customer = SafeInteger')
    expect(await bodyOfTexts((i) => `{"a":[{"b":${i}.00}],"c":${i},"d":1e3,"e":"1.0"}`)).to.equal(
      'export const Customer = t.type({\n  a: t.array(A),\n  c: SafeInteger,\n  d: t.number,\n  e: t.string\n})'
    )
  })

  it('writes no recorded id as a key', async () => {
    const card = (i: number) => ({ source: 'card', id: i })
    // Each customer was asked for three times, and each has two cards of his own.
    const customers = times(60, (i) => {
      const id = 4_421_486 + (i % 20)
      return { methods: { [`card_${id}`]: card(id), [`gift_card_${id}`]: { ...card(id), amount: i } } }
    })
    const { source } = await inferred(customers)
    expect(source)
      .to.include('methods: t.record(t.string, Method)')
      .and.not.match(/\d{4}_|card_/)
    expect(
      await bodyOf(times(3, (i) => ({ [`HAT${i}`]: 1, [`HAT${i + 3}`]: 1, [`AB${i}`]: 1, [`AB${i + 3}`]: 1 })))
    ).to.equal('t.record(t.string, SafeInteger)')
    // What is always there is a field, whatever its number.
    expect(await bodyOf(times(40, () => ({ p50: 1, p90: 1, p95: 1, p99: 1, p100: 1, p5: 1 })))).to.include('p50: Safe')
  })

  it('drafts nothing where most of the answers are no JSON', async () => {
    const of = (json: number, texts: number) =>
      inferCodecs([...week(json, () => []), ...week(texts, (i) => `name: doc ${i}`)])
    const { codecs, without } = await of(1, 5)
    expect([codecs, without]).to.deep.equal([[], ['customer']])
    expect((await of(5, 5)).codecs.map(({ answers }) => answers)).to.deep.equal([5])
  })

  it('takes keys that are data for those of a record', async () => {
    expect(await bodyOf(times(5, (i) => ({ [`2026-01-0${i + 1}`]: i, 'a@b.c': i })))).to.equal(
      't.record(t.string, SafeInteger)'
    )
    expect(await bodyOf([{}, {}])).to.equal('t.UnknownRecord')
    expect(await bodyOf(times(6, (i) => ({ titles: { [`k${i}`]: 'x', ...(i > 3 ? { en: 'y' } : {}) } })))).to.equal(
      't.type({\n  titles: t.record(t.string, t.string)\n})'
    )
    // A key that is always there is a field, whatever stands beside it.
    expect(await bodyOf(times(6, (i) => ({ name: 'x', [`2026-01-0${i + 1}`]: 'y' })))).to.equal(
      't.type({\n  name: t.string\n})'
    )
    // Keys of several types are fields, however rare each of them is.
    expect(await bodyOf(times(6, (i) => ({ [`k${i}`]: i % 2 === 0 ? 'x' : 1 })))).to.match(/^t\.partial\(\{\n {2}k0: /)
  })

  it('requires little where it has seen little', async () => {
    expect(await bodyOf([{ a: 1 }, {}])).to.equal('t.partial({\n  a: t.number // in 1 of 2\n})')
    // A ship was in three answers of twelve: in the next, its fields may be absent, and of other forms.
    const at = '2026-01-02T10:00:00Z'
    expect(await bodyOf(times(12, (i) => (i < 3 ? { id: i, ship: { at, n: 1 } } : { id: i })))).to.equal(
      't.intersection([\n  t.type({\n    id: SafeInteger\n  }),\n  t.partial({\n    ship: Ship // in 3 of 12\n  })\n])'
    )
    const { source } = await inferred(times(12, (i) => (i < 3 ? { ship: { at, n: 1 } } : {})))
    expect(source).to.include(
      'const Ship = t.partial({\n  at: t.string, // date and time; in 3 of 3\n  n: t.number // in 3 of 3\n})'
    )
  })

  it('requires no key inside a response that few responses have', async () => {
    const order = { id: 1, buyer: { name: 'Ada' }, lines: [{ sku: 'A' }] }
    const [few, many] = [await inferred(times(31, () => order)), await inferred(times(32, () => order))]
    const refused = [{}, { ...order, buyer: {} }, { ...order, lines: [{}] }]
    expect(refused.map((other) => few.codec.is(other))).to.deep.equal([false, true, true])
    expect(refused.map((other) => many.codec.is(other))).to.deep.equal([false, false, false])
  })

  it('takes objects that say of which kind they are for a union', async () => {
    const payment = (i: number): object =>
      i % 2 === 0
        ? { type: 'card', card: { last4: '1234' }, value: 'x' }
        : { type: 'bank_account', iban: 'DE', value: 1 }
    const { source, codec } = await inferred(times(64, (i) => ({ payments: [payment(i)] })))
    expect(source).to.include(`const BankAccountPayment = t.type({
  iban: t.string,
  type: t.literal('bank_account'),
  value: SafeInteger
})`)
    expect(source).to.include('payments: t.array(t.union([BankAccountPayment, CardPayment]))')
    expect([
      codec.is({ payments: [payment(0), payment(1)] }),
      codec.is({ payments: [{ type: 'card' }] })
    ]).to.deep.equal([true, false])
    // Kinds that hold the same are one, and so are kinds of which there may be more.
    expect(await bodyOf(times(40, (i) => ({ type: i % 2 === 0 ? 'user' : 'bot', login: 'x' })))).to.include(
      't.keyof({ bot'
    )
    expect(await bodyOf(times(20, payment))).to.match(/^t\.intersection/)
    expect(await bodyOf(times(40, (i) => (i === 0 ? { ...payment(0), type: 'rare' } : payment(i))))).to.match(
      /^t\.intersection/
    )
  })

  it('never takes ids, or what is the same within an answer, for an enumeration', async () => {
    const rows = async (of: (page: number, row: number) => object) =>
      (await inferred(times(12, (page) => times(20, (row) => of(page, row))))).source
    const noKeyof = async (body: Promise<string>) => expect(await body).not.to.include('keyof')
    for (const key of [
      'id',
      'customerId',
      'ORDER_ID',
      'userIds',
      'name',
      'assignee_login',
      'locale',
      'AvailabilityZones'
    ])
      await noKeyof(rows((_, row) => ({ [key]: ['ada', 'bob'][row % 2] })))
    await noKeyof(rows((_, row) => ({ customer: `C-${row % 5}` })))
    // Two pages of a customer each, and forty rows of them.
    await noKeyof(rows((page) => ({ shop: page < 2 ? 'north' : 'south' })))
    expect(await rows((page, row) => ({ state: ['open', 'closed'][(page + row) % 2] }))).to.include(
      't.keyof({ closed: null, open: null })'
    )
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

  it('accepts the numbers that JavaScript cannot hold wherever they came, as reading gives them', async () => {
    const big = '1764412130123456789'
    for (const texts of [
      times(40, (i) => `{"id":11${i}2233445566778899,"text":"hi"}`),
      [`{"id":1}`, `{"id":${big}}`, '{"id":"a"}', '{"id":null}', '{"id":1e400}'],
      [`[[1],[${big}]]`, big, '-1e999'],
      [`{"a":{"${big}":${big},"2":1}}`, `{"a":${big},"a":5,"__proto__":{"x":${big}}}`],
      times(40, (i) => `{"rows":[{"type":"a","n":1.5},{"type":"b","of":{"id":1${i}${big}}}]}`)
    ]) {
      const { codecs } = await inferCodecs(week(texts.length, (i) => texts[i] ?? ''))
      for (const text of texts) expectRight(judge({ codec: codecs[0]?.codec ?? expect.fail() }, text))
    }
    const { source } = await inferCodecs(week(40, (i) => `{"id":1${i}${big}}`))
    expect(source).to.include('id: t.unknown // has numbers beyond 2^53, whose digits are read as text')
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

  it('drafts from refused answers too where it is asked to, and never from a failure', async () => {
    const refused = { outcome: 'schema_mismatch', code: 'schema_violation' } as const
    const records: ReadonlyArray<TrafficRecord> = [
      ...week(20, (i) => ({ plan: 'free', phone: `${i}` })),
      ...week(
        10,
        () => ({ plan: 'team', phone: null }),
        () => refused
      ),
      record(0, 9, { error: { code: 401, message: 'Unauthorized' } }, refused),
      record(0, 9, '<html>', { outcome: 'schema_mismatch', code: 'html_response' })
    ]
    const drafted = async (includeRejected: boolean) => {
      const { codecs } = await inferCodecs(records, { includeRejected })
      return codecs.map(({ answers, refused: left, codec }) => [answers, left, codec.is({ plan: 'team', phone: null })])
    }
    expect(await drafted(false)).to.deep.equal([[20, 11, false]])
    expect(await drafted(true)).to.deep.equal([[30, 1, true]])
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
        fc.dictionary(fc.constantFrom('id', 'name', 'type', 'x-y', '12', 'items'), tie('tree'), {
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
