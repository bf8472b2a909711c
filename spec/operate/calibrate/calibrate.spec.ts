import { expect } from 'chai'
import * as fc from 'fast-check'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { DateFromISOString } from 'io-ts-types/lib/DateFromISOString.js'
import { z } from 'zod'
import {
  closed,
  guardedCall,
  integerBetween,
  partialData,
  semanticGarbage,
  type SemanticCheck
} from '../../../lib/index.js'
import {
  calibrate,
  type AnyJudgedTool,
  type Calibration,
  type RejectionGroup,
  type ToolCalibration,
  type TrafficRecord
} from '../../../lib/operate/calibrate/index.js'
import { record, week } from './traffic.js'

const NonEmpty = t.refinement(t.array(t.string), (items) => items.length > 0, 'NonEmpty')
const Customer = t.type({
  id: t.Int,
  last_name: t.string,
  status: t.keyof({ lead: null, active: null }),
  tags: NonEmpty,
  age: integerBetween(0, 100),
  address: closed(t.type({ city: t.string }))
})
const fine = { id: 1, last_name: 'Lovelace', status: 'active', tags: ['a'], age: 36, address: { city: 'London' } }
const tool: AnyJudgedTool = { name: 'customer', codec: Customer }

const onlyTool = ({ tools: [found, ...others] }: Calibration): ToolCalibration => {
  expect(others).to.deep.equal([])
  return found ?? expect.fail('no tool')
}
const calibrated = async (records: Iterable<TrafficRecord>, ...tools: ReadonlyArray<AnyJudgedTool>) =>
  onlyTool(await calibrate(records, tools.length === 0 ? [tool] : tools))
const only = ({ groups: [group, ...others] }: ToolCalibration): RejectionGroup => {
  expect(others).to.deep.equal([])
  return group ?? expect.fail('no group')
}
const odd = async (answerOf: (i: number) => unknown, of = 600, every = 50): Promise<RejectionGroup> =>
  only(await calibrated(week(of, (i) => (i % every === 7 ? answerOf(i) : fine))))

describe('calibrate', () => {
  it('says of a rare null that it is an edge case, why, and how the codec would take it', async () => {
    expect(await odd((i) => ({ ...fine, id: i, last_name: null }))).to.deep.equal({
      code: 'schema_violation',
      place: 'last_name',
      symptom: 'null',
      expected: 'string',
      received: 'null',
      count: 12,
      share: 0.02,
      turns: 12,
      firstSeen: '2026-11-02T01:57:36.000Z',
      lastSeen: '2026-11-08T11:57:36.000Z',
      shapes: [{ shape: 'null', count: 12 }],
      samples: ['null', 'null', 'null', 'null', 'null'],
      verdict: 'likely edge case',
      reasons: [
        {
          rule: 'odd and right',
          says: 'edge',
          reason:
            'In 12 of 600 responses and 12 turns, spread over time, null came where a value is expected, and everything else fits.'
        }
      ],
      suggestion: {
        code: 'last_name: t.union([t.string, t.null])',
        change: { steps: [{ kind: 'key', key: 'last_name' }], extra: { kind: 'null' } },
        takes: 12,
        tried: { passed: 12, of: 12 },
        faultsTried: 0
      }
    })
  })

  it('knows the other edge cases, and takes no more of them than came', async () => {
    const { last_name: _, ...nameless } = fine
    for (const [answer, symptom, code] of [
      [nameless, 'absent', 'last_name: t.union([t.string, t.undefined])'],
      [{ ...fine, status: 'churned' }, 'new_member', 'status: t.keyof({ lead: null, active: null, churned: null })'],
      [
        { ...fine, tags: [] },
        'empty',
        'tags: t.union([NonEmpty, t.refinement(t.UnknownArray, (items) => items.length === 0)])'
      ],
      [{ ...fine, age: 104 }, 'number_outside', 'age: integerBetween(0, 104)'],
      [{ ...fine, id: 1.5 }, 'number_outside', 'id: FiniteNumber'],
      [
        { ...fine, address: { city: 'Rome', zone: 'IT' } },
        'new_key',
        'address: closed(t.intersection([t.type({ city: t.string }), t.partial({ zone: t.unknown })]))'
      ]
    ] as const) {
      const group = await odd(() => answer)
      expect([group.symptom, group.verdict, group.suggestion?.code]).to.deep.equal([symptom, 'likely edge case', code])
      expect(group.suggestion?.tried).to.deep.equal({ passed: 12, of: 12 })
    }
  })

  it('knows faults by what they are', async () => {
    const { last_name: _, ...nameless } = fine
    for (const [answer, rule] of [
      [JSON.stringify(fine).slice(0, 30), 'unreadable'],
      ['<!DOCTYPE html><h1>502</h1>', 'unreadable'],
      [JSON.stringify(JSON.stringify(fine)), 'unreadable'],
      [JSON.stringify(fine).replace('"id":1', '"id":9007199254740993'), 'error in place of payload'],
      [{ ...nameless, lastName: 'Lovelace' }, 'renamed'],
      [{ ...fine, last_name: 5 }, 'wrong type'],
      [{ ...fine, status: '[object Object]' }, 'no word'],
      [{ ...fine, age: 99_999 }, 'beyond any domain'],
      [{ ...fine, age: -1 }, 'beyond any domain']
    ] as const) {
      const group = await odd((i) => (i < 300 ? answer : fine))
      expect([rule, group.verdict, group.reasons.map((reason) => reason.rule), group.suggestion]).to.deep.equal([
        rule,
        'likely fault',
        [rule],
        null
      ])
    }
  })

  it('knows an answer that reports a failure, as one group', async () => {
    const group = await odd(() => ({ error: { code: 'upstream', message: 'no answer' } }))
    expect([group.code, group.verdict, group.reasons.map(({ rule }) => rule), group.suggestion]).to.deep.equal([
      'error_in_body',
      'likely fault',
      ['error in place of payload'],
      null
    ])
  })

  it('knows a report of a failure in words of its own by the names of its fields', async () => {
    for (const [report, rule] of [
      [{ message: 'Whales sing at dusk', requestId: 'r' }, 'error in place of payload'],
      [{ 'error-code': 'grey' }, 'error in place of payload'],
      [{ message: 'Whales sing at dusk', region: 'north' }, 'damaged object']
    ] as const) {
      const { groups } = await calibrated(week(600, (i) => (i % 50 === 7 ? report : fine)))
      expect(groups.map(({ verdict, reasons: [first] }) => [verdict, first?.rule])).to.deep.equal(
        Array(groups.length).fill(['likely fault', rule])
      )
    }
  })

  it('knows an answer that is broken as a whole by all its groups', async () => {
    const others = await calibrated(week(400, (i) => (i % 100 === 7 ? { region: 'upstream' } : fine)))
    expect(others.groups.map(({ verdict }) => verdict)).to.deep.equal(Array(6).fill('likely fault'))
    expect(new Set(others.groups.flatMap(({ reasons }) => reasons.map(({ rule }) => rule)))).to.deep.equal(
      new Set(['damaged object', 'renamed'])
    )
    expect(others.groups.map(({ sameAnswersAs }) => sameAnswersAs)).to.deep.equal([undefined, 0, 0, 0, 0, 0])
    const nulls = await calibrated(
      week(400, (i) => (i % 50 === 7 ? { ...fine, last_name: null, status: null, tags: null, age: null } : fine))
    )
    expect(nulls.groups.map(({ verdict, suggestion }) => [verdict, suggestion])).to.deep.equal(
      Array.from({ length: 4 }, () => ['likely fault', null])
    )
  })

  it('tells groups of the very same answers from groups that share some', async () => {
    const { tags: _tags, address: _address, ...halved } = fine
    const { groups } = await calibrated(
      week(600, (i) => (i % 50 === 7 ? { region: 'upstream' } : i % 60 === 11 ? halved : fine))
    )
    const sameAs = Object.fromEntries(
      groups.map(({ place, sameAnswersAs }) => [
        place,
        sameAnswersAs === undefined ? undefined : groups[sameAnswersAs]?.place
      ])
    )
    expect(sameAs).to.deep.equal({
      address: undefined,
      tags: 'address',
      age: undefined,
      id: 'age',
      last_name: 'age',
      status: 'age'
    })
  })

  it('knows an answer of nothing but nulls, and takes one of a single field as it comes', async () => {
    const hollow = await calibrated(
      week(600, (i) => (i % 50 === 7 ? { id: null, last_name: null } : { id: i, last_name: 'Lovelace' })),
      { name: 'customer', codec: t.type({ id: t.number, last_name: t.string }) }
    )
    expect(
      hollow.groups.map(({ verdict, reasons, suggestion }) => [verdict, reasons[0]?.rule, suggestion])
    ).to.deep.equal(Array(2).fill(['likely fault', 'nothing but nulls', null]))
    const single = await calibrated(
      week(600, (i) => ({ total: i % 50 === 7 ? null : i })),
      { name: 'customer', codec: t.type({ total: t.number }) }
    )
    expect(only(single).verdict).to.equal('likely edge case')
  })

  it('does not tell a key that is missing from an empty object', async () => {
    const { groups } = await calibrated(
      week(600, (i) => (i % 50 === 7 ? { id: i, owner: {} } : { id: i, owner: { name: 'Ada' } })),
      { name: 'customer', codec: t.type({ id: t.number, owner: t.type({ name: t.string }) }) }
    )
    expect(groups.map(({ verdict, reasons }) => [verdict, reasons.map(({ rule }) => rule)])).to.deep.equal([
      ['undecided', ['empty object']]
    ])
  })

  it('does not tell where much is unexpected at once', async () => {
    const parts = { a: { x: 1 }, b: { x: 1 }, c: { x: 1 }, d: { x: 1 }, e: { x: 1 } }
    const nulls = { a: { x: null }, b: { x: null }, c: { x: null }, d: { x: null }, e: { x: 1 } }
    const Part = t.type({ x: t.number })
    const { groups } = await calibrated(
      week(600, (i) => (i % 50 === 7 ? nulls : parts)),
      { name: 'customer', codec: t.type({ a: Part, b: Part, c: Part, d: Part, e: Part }) }
    )
    expect(groups.map(({ verdict, reasons }) => [verdict, reasons.map(({ rule }) => rule)])).to.deep.equal(
      Array(4).fill(['undecided', ['much at once']])
    )
  })

  it('knows a burst, and does not loosen a codec for one that hides among edge cases', async () => {
    const nulled = { ...fine, last_name: null }
    const burst = only(await calibrated(week(600, (i) => (i >= 200 && i < 212 ? nulled : fine))))
    expect([burst.verdict, burst.reasons.map(({ rule }) => rule)]).to.deep.equal(['likely fault', ['burst']])
    const hidden = only(await calibrated(week(600, (i) => ((i >= 200 && i < 212) || i % 50 === 7 ? nulled : fine))))
    expect([hidden.verdict, hidden.reasons.map(({ rule }) => rule), hidden.suggestion]).to.deep.equal([
      'undecided',
      ['crowded'],
      null
    ])
    const lately = only(await calibrated(week(600, (i) => (i >= 540 && i % 5 === 0 ? nulled : fine))))
    expect(lately.reasons).to.deep.equal([
      {
        rule: 'crowded',
        says: 'doubt',
        reason: 'It is crowded in parts of the time: it may come from trouble on the other side.'
      }
    ])
  })

  it('knows trouble that came twice, also where answers that are broken as a whole lie between', async () => {
    const nulled = { ...fine, last_name: null }
    const hollow = { id: null, last_name: null, status: null, tags: null, age: null, address: null }
    const inTwo = (i: number): boolean => [200, 203, 206, 400, 403, 406].includes(i)
    const twice = only(await calibrated(week(600, (i) => (inTwo(i) ? nulled : fine))))
    expect([twice.verdict, twice.reasons.map(({ rule }) => rule), twice.suggestion]).to.deep.equal([
      'undecided',
      ['crowded'],
      null
    ])
    const { groups } = await calibrated(
      week(600, (i) => (inTwo(i) ? nulled : [40, 110, 310, 480, 560].includes(i) ? hollow : fine))
    )
    const named = groups.find(({ place }) => place === 'last_name')
    expect([
      named?.count,
      named?.verdict,
      named?.reasons.some(({ rule }) => rule === 'crowded'),
      named?.suggestion
    ]).to.deep.equal([11, 'undecided', true, null])
  })

  it('says when it cannot tell, and why', async () => {
    const { last_name: _, ...nameless } = fine
    const rules = async (records: ReadonlyArray<TrafficRecord>) =>
      only(await calibrated(records)).reasons.map(({ rule }) => rule)
    expect(await rules(week(600, (i) => (i === 7 ? { ...fine, last_name: null } : fine)))).to.deep.equal(['few'])
    expect(
      await rules(
        week(
          600,
          (i) => (i % 50 === 7 ? { ...fine, last_name: null } : fine),
          (i) => ({ turnId: `turn ${i % 50 === 7 ? 0 : i}` })
        )
      )
    ).to.deep.equal(['few'])
    expect(await rules(week(600, (i) => (i % 50 === 7 ? { ...fine, id: null } : fine)))).to.deep.equal(['own id'])
    expect(await rules(week(600, (i) => (i % 50 === 7 ? { ...fine, status: 'Active' } : fine)))).to.deep.equal([
      'no enumeration'
    ])
    expect(
      await rules(
        week(600, (i) => (i % 50 === 7 ? { ...fine, status: `state${String.fromCharCode(97 + (i % 12))}` } : fine))
      )
    ).to.deep.equal(['no enumeration'])
    expect(await rules(week(600, (i) => (i % 20 === 7 ? { ...fine, last_name: ['a'] } : fine)))).to.deep.equal([
      'for you to say'
    ])
    expect(await rules(week(600, (i) => (i % 50 === 7 ? fine : null)).slice(0, 4))).to.deep.equal([
      'few',
      'hardly anything accepted',
      'short time'
    ])
    expect(
      await rules(week(600, (i) => (i % 50 === 7 ? { ...nameless, company: { name: 'Acme' } } : fine)))
    ).to.deep.equal(['strange company'])
  })

  it('adds a member that a third of the answers has', async () => {
    const group = only(await calibrated(week(600, (i) => (i % 3 === 0 ? { ...fine, status: 'team' } : fine))))
    expect([group.verdict, group.suggestion?.code]).to.deep.equal([
      'likely edge case',
      'status: t.keyof({ lead: null, active: null, team: null })'
    ])
  })

  it('takes batches at night for what they are, and a minute for a minute', async () => {
    const NIGHT_MS = 86_400_000
    const answerOf = (i: number): object => ((i * 7) % 33 === 0 ? { ...fine, last_name: null } : fine)
    const nightly = week(1_400, answerOf, (i) => ({
      at: new Date(Date.UTC(2026, 10, 2, 2) + Math.floor(i / 100) * NIGHT_MS + (i % 100) * 1_000).toISOString()
    }))
    const found = only(await calibrated(nightly))
    expect([found.verdict, found.suggestion?.code]).to.deep.equal([
      'likely edge case',
      'last_name: t.union([t.string, t.null])'
    ])
    const minute = week(1_400, answerOf, (i) => ({ at: new Date(Date.UTC(2026, 10, 2) + i * 40).toISOString() }))
    expect(only(await calibrated(minute)).reasons.map(({ rule }) => rule)).to.deep.equal(['short time'])
  })

  it('withholds a change that would take a fault, help nobody, or cannot be made just there', async () => {
    const { last_name: _, ...nameless } = fine
    const renamed = await calibrated(
      week(900, (i) => (i % 50 === 7 ? nameless : i === 400 ? { ...nameless, surname: 'Hopper' } : fine))
    )
    expect(only(renamed)).to.include({ verdict: 'undecided', suggestion: null })
    const damaged = { ...fine, last_name: null, status: null, tags: null, age: null }
    const mixed = await calibrated(
      week(900, (i) =>
        i % 50 === 7
          ? { ...fine, last_name: null }
          : i % 50 === 9
            ? { ...fine, tags: null }
            : i % 50 === 11
              ? { ...fine, status: null }
              : i % 50 === 13
                ? { ...fine, age: null }
                : i % 300 === 40
                  ? damaged
                  : fine
      )
    )
    expect(mixed.groups.map(({ verdict }) => verdict)).to.deep.equal(Array(4).fill('likely edge case'))
    expect(mixed.groups.filter(({ suggestion }) => suggestion !== null)).to.have.length(3)
    expect(mixed.groups.map(({ withheld }) => withheld).filter((why) => why !== undefined)).to.deep.equal([
      'The change would also accept responses that are faults, or may be.'
    ])
    const check: SemanticCheck<t.TypeOf<typeof Customer>, unknown> = (customer) =>
      (customer.last_name as unknown) === null ? O.some(semanticGarbage({ code: 'nameless', detail: 'No.' })) : O.none
    const helpless = await calibrated(
      week(600, (i) => (i % 50 === 7 ? { ...fine, last_name: null } : fine)),
      guardedCall({ name: 'customer', effect: 'read', run: () => null }, Customer, check)
    )
    expect(only(helpless)).to.include({
      verdict: 'likely edge case',
      suggestion: null,
      withheld: 'The change would not help: a check or a condition elsewhere still refuses these responses.'
    })
    const Opaque = new t.Type<unknown>(
      'Opaque',
      t.unknown.is,
      (u, c) => t.type({ a: t.string }).validate(u, c),
      t.identity
    )
    const unseen = await calibrated(
      week(600, (i) => (i % 50 === 7 ? { a: null } : { a: '' })),
      { name: 'customer', codec: Opaque }
    )
    expect(only(unseen).withheld).to.match(/opaque codec/)
  })

  it('judges by checks and arguments as the guarded call does', async () => {
    const echoes: SemanticCheck<{ id: number }, { id: number }> = ({ id }, args) =>
      id === args.id ? O.none : O.some(semanticGarbage({ code: 'wrong_entity', detail: 'No.' }))
    const pages: SemanticCheck<{ id: number }, unknown> = ({ id }) =>
      id % 2 === 0 ? O.some(partialData({ code: 'more_pages_available', detail: 'More.' })) : O.none
    const call = guardedCall(
      { name: 'customer', effect: 'read', args: t.type({ id: t.number }), run: () => null },
      t.type({ id: t.number }),
      echoes,
      pages
    )
    const found = await calibrated(
      week(100, (i) => ({ id: i === 50 ? 51 : i })),
      call
    )
    expect(found).to.deep.include({ judged: 100, accepted: 50, partial: 49, rejected: 1, codes: { wrong_entity: 1 } })
    expect(only(found)).to.include({ place: '$', symptom: 'constraint', verdict: 'likely fault' })
  })

  it('tells a check what the codec of the arguments makes of them, and else what was sent', async () => {
    const told: Array<unknown> = []
    const since = guardedCall(
      { name: 'customer', effect: 'read', args: t.type({ since: DateFromISOString }), run: () => null },
      t.unknown,
      (_, args) => {
        told.push(args)
        return O.none
      }
    )
    const sent = { since: '2026-11-02T00:00:00.000Z' }
    await calibrated([record(0, 2, fine, { args: sent }), record(1, 2, fine, { args: { since: '[redacted]' } })], since)
    expect(told.slice(0, 2)).to.deep.equal([{ since: new Date(sent.since) }, { since: '[redacted]' }])
  })

  it('tells a check what was sent where the schema of the arguments is asynchronous', async () => {
    const told: Array<unknown> = []
    const later = guardedCall(
      {
        name: 'customer',
        effect: 'read',
        args: z.object({ id: z.number().refine(async () => true) }),
        run: () => null
      },
      t.unknown,
      (_, args) => {
        told.push(args)
        return O.none
      }
    )
    await calibrated([record(0, 2, fine, { args: { id: 7 } })], later)
    expect(told[0]).to.deep.equal({ id: 7 })
  })

  it('counts what could not be judged, and what it has no codec for', async () => {
    const { answer: _, ...unanswered } = record(0, 9, '')
    const result = await calibrate(
      [
        record(1, 9, fine),
        { ...unanswered, outcome: 'partial_data', code: 'timeout' },
        record(2, 9, '', { answer: { chars: 1e6, sha256: 'x' } }),
        record(3, 9, { ...fine, last_name: 5, status: '[redacted]' }, { redacted: 1 }),
        record(4, 9, fine, { tool: 'other' })
      ],
      [tool]
    )
    expect(onlyTool(result)).to.deep.include({
      calls: 4,
      judged: 1,
      accepted: 1,
      unkept: 2,
      unanswered: { timeout: 1 },
      rejected: 0
    })
    expect(result).to.deep.include({ records: 5, unknown: { other: 1 }, from: '2026-11-02T00:00:00.000Z', badLines: 0 })
    expect(await calibrate([], [tool])).to.deep.include({ records: 0, from: null, to: null })
  })

  it('judges no response by a secret, which a transcript holds unchanged', async () => {
    const masked = t.union([t.literal('***'), t.literal('')])
    const Env = t.type({ name: t.string, value: masked })
    const User = t.type({ id: t.number, password: masked, pin: t.union([t.literal(0), t.literal(1)]) })
    const account: AnyJudgedTool = { name: 'customer', codec: t.partial({ user: User, env: t.array(Env) }) }
    const good = { id: 1, password: '***', pin: 0 }
    const secrets = [
      { user: { ...good, password: 'Sommer2024!' } },
      { user: { ...good, password: 'sesame' } },
      { user: { ...good, pin: 4711 } },
      {
        env: [
          { name: 'HOME', value: '' },
          { name: 'DB_PASSWORD', value: 'Sommer2024!' }
        ]
      }
    ]
    for (const secret of secrets) {
      const traffic = week(300, (i) => (i % 3 === 0 ? secret : { user: good }))
      expect(await calibrated(traffic, account), JSON.stringify(secret)).to.deep.include({
        rejected: 0,
        unkept: 100,
        groups: []
      })
    }
    const others = [
      { user: { ...good, id: 'Sommer2024!' } },
      { user: { ...good, password: null } },
      { env: [{ name: 'HOME', value: '/root' }] }
    ]
    for (const other of others) {
      const traffic = week(300, (i) => (i % 3 === 0 ? other : { user: good }))
      expect(await calibrated(traffic, account), JSON.stringify(other)).to.deep.include({ rejected: 100, unkept: 0 })
    }
  })

  it('does not judge by checks what was asked for and not kept', async () => {
    const call = guardedCall({ name: 'customer', effect: 'read', run: () => null }, t.unknown, () => O.none)
    expect(await calibrated([record(0, 1, fine, { argsChars: 1e6, args: null })], call)).to.include({
      judged: 0,
      unkept: 1
    })
    expect(await calibrated([record(0, 1, fine, { argsChars: 1e6, args: null })])).to.include({ judged: 1 })
  })

  it('leaves out an answer that is deeper than the stack', async () => {
    const data: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)
    const records = [record(0, 2, '', { answer: { data } }), record(1, 2, fine)]
    expect(await calibrated(records)).to.include({ calls: 2, judged: 1, accepted: 1, unkept: 1 })
  })

  it('replays what a tool said of its answer', async () => {
    const partial = { outcome: 'partial_data', code: 'more_pages_available', detail: 'More.' } as const
    expect(await calibrated([record(0, 1, fine, partial)])).to.include({ accepted: 0, partial: 1 })
    const noContent = record(0, 1, '', { outcome: 'schema_mismatch', code: 'empty_body', answer: { data: null } })
    expect(only(await calibrated([noContent]))).to.include({ code: 'empty_body', verdict: 'undecided' })
    expect(await calibrated([noContent], { name: 'customer', codec: t.null })).to.include({ accepted: 1 })
    const rows = record(0, 1, '', { answer: { data: { at: { $date: '2026-01-01T00:00:00.000Z' } } } })
    const Rows = t.type({
      at: new t.Type<Date>(
        'Date',
        (u): u is Date => u instanceof Date,
        (u, c) => (u instanceof Date ? t.success(u) : t.failure(u, c)),
        t.identity
      )
    })
    expect(await calibrated([rows], { name: 'customer', codec: Rows })).to.include({ accepted: 1 })
  })

  it('says of samples what the detail of an error says', async () => {
    const group = await odd(() => ({ ...fine, last_name: ['https://u:pw@host/', 'x'.repeat(500)] }))
    expect(new Set(group.samples)).to.deep.equal(new Set(['an array of 2 elements']))
  })

  it('finds the same in whatever order records come', async () => {
    const { last_name: _, ...nameless } = fine
    const records = week(300, (i) =>
      i % 30 === 3
        ? { ...fine, last_name: null }
        : i % 40 === 5
          ? { ...nameless, [`k${i}`]: 1 }
          : i % 50 === 7
            ? '{"cut'
            : i > 200 && i < 215
              ? { ...fine, age: null }
              : fine
    )
    const expected = await calibrate(records, [tool])
    expect(onlyTool(expected).groups.length).to.be.above(3)
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...records], { minLength: records.length }), async (shuffled) => {
        expect(await calibrate(shuffled, [tool])).to.deep.equal(expected)
      }),
      { numRuns: 8 }
    )
  })

  it('stays bounded for answers that are wrong in ever new ways', async () => {
    const found = await calibrated(
      week(1_500, (i) => ({ [`k${i}`]: i, a: '' })),
      { name: 'customer', codec: closed(t.type({ a: t.string })) }
    )
    expect(found.groups).to.have.length(200)
    expect(found.ungrouped).to.equal(1_300)
    expect(found.rejected).to.equal(1_500)
  })

  it('refuses to run without a tool', async () => {
    let thrown: unknown
    await calibrate([], []).catch((error: unknown) => {
      thrown = error
    })
    expect(thrown).to.be.instanceOf(TypeError)
  })

  it('refuses what is no record, wherever it stands', async () => {
    for (const none of [null, 'x', { tool: 'get_user' }]) {
      const thrown: unknown = await calibrate([none as unknown as TrafficRecord], [tool]).catch(
        (error: unknown) => error
      )
      expect(thrown)
        .to.be.instanceOf(TypeError)
        .with.property('message', 'Expected `records` to be recorded calls, as readRecords() gives them.')
    }
  })
})
