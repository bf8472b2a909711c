import { expect } from 'chai'
import * as fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { z } from 'zod'
import { closed } from '../../lib/codec/closed.js'
import { integerBetween, oneOf } from '../../lib/codec/formats.js'
import { fromJsonSchema } from '../../lib/codec/json-schema/from-json-schema.js'
import { fromStandardSchema } from '../../lib/codec/standard-schema.js'
import { detectMorePages, morePages } from '#core/checks'
import { type ToolError, partialData, semanticGarbage } from '#core/errors'
import { argumentsFromModel } from '../../lib/guard/arguments.js'
import { guardedCall } from '../../lib/guard/guarded-call.js'
import { smallerCall } from '../../lib/guard/next-call.js'
import { failed, type Tool } from '../../lib/guard/tool.js'
import { openSession, openTurn } from '../../lib/guard/session.js'
import type { Turn } from '../../lib/guard/turn.js'
import { expectLeft } from '../helpers/either.js'
import { runs, TIER } from '../helpers/runs.js'

const rows = (n: number) => Array.from({ length: n }, (_, id) => ({ id }))
const Args = closed(
  t.partial({
    status: oneOf(['placed', 'shipped', 'cancelled']),
    page: t.Int,
    limit: integerBetween(1, 100),
    cursor: t.string,
    urgent: t.boolean
  })
)

// Their size is named by a word that means nothing else.
const Paged = closed(t.partial({ status: t.string, page: integerBetween(1, 99), page_size: integerBetween(1, 100) }))

const tool = <A>(args: t.Type<A, unknown>, answer: unknown, more: Partial<Tool<A>> = {}): Tool<A> => ({
  name: 'list_orders',
  effect: 'read',
  args,
  run: () => answer,
  ...more
})

const told = async <A>(
  one: Tool<A>,
  input: unknown,
  turn: Turn = openTurn(),
  codec: t.Mixed = t.unknown
): Promise<ToolError> => expectLeft(await turn.run(guardedCall(one, codec, detectMorePages()).fromModel(input)))

const moveOf = ({ hint, next }: ToolError): unknown => ({ hint, args: next?.args })

describe('the next call', () => {
  it('asks for the next page by number', async () => {
    const error = await told(tool(Args, { orders: rows(2), has_more: true }), { page: 1, status: 'placed' })
    expect(error).to.deep.equal(
      partialData({
        code: 'more_pages_available',
        detail: 'The response says by has_more that more exists. 2 rows came.',
        hint: 'Call again with page=2.',
        data: { orders: rows(2), has_more: true },
        next: { tool: 'list_orders', args: { page: 2, status: 'placed' } }
      })
    )
  })

  it('asks for page 2 of a call without a page where the codec takes 1 and no 0', async () => {
    const paged = (page: z.ZodType) => fromStandardSchema(z.object({ q: z.string(), page }))
    const from1 = { type: 'object', properties: { page: { type: 'integer', minimum: 1 } } } as const
    for (const raw of [{ has_more: true }, { total: 25 }]) {
      const next = async (args: t.Mixed) =>
        (await told(tool(args, { orders: rows(10), ...raw }), { q: 'bag' })).next?.args
      for (const args of [
        paged(z.number().int().min(1).optional()),
        paged(z.number().int().positive().nullish()),
        paged(z.number().int().min(1).default(1)),
        closed(t.intersection([t.type({ q: t.string }), t.partial({ page: integerBetween(1, 500) })])),
        fromJsonSchema(from1)
      ])
        expect(await next(args), args.name).to.deep.equal({ q: 'bag', page: 2 })
      for (const args of [paged(z.number().int().optional()), paged(z.number().int().min(0).optional())])
        expect(await next(args), args.name).to.equal(undefined)
    }
  })

  it('carries a cursor as a value, and never in the hint', async () => {
    const error = await told(tool(Args, { orders: rows(2), next_page_token: 'b2Zm' }), {})
    expect(moveOf(error)).to.deep.equal({
      hint: 'Call again with the cursor that next holds.',
      args: { cursor: 'b2Zm' }
    })
  })

  it('asks on by the id of the last row where the parameter takes one, on later pages too', async () => {
    const ByLastId = t.partial({ starting_after: t.number, cursor: t.string, q: t.string })
    const answer = { orders: [{ id: 11 }, { id: 12 }], has_more: true }
    for (const asked of [{ q: 'x' }, { q: 'x', starting_after: 10 }])
      expect((await told(tool(ByLastId, answer), asked)).next?.args).to.deep.equal({ q: 'x', starting_after: 12 })
    expect((await told(tool(ByLastId, answer), { cursor: 'b2Zm' })).next).to.equal(undefined)
  })

  it('leaves out a cursor that is no plain text', async () => {
    for (const cursor of ['a\nb', 'a b', 'a\u202eb', 'x'.repeat(513)])
      expect((await told(tool(Args, { orders: rows(2), next_cursor: cursor }), {})).next).to.equal(undefined)
  })

  it('takes the cursor "0" for the end, and for the beginning where it was sent', async () => {
    const one = (args: t.Mixed, answer: unknown, asked: unknown) =>
      openTurn().run(guardedCall(tool(args, answer), t.unknown, detectMorePages()).fromModel(asked))
    const Scan = t.partial({ cursor: t.union([t.string, t.number]), match: t.string })
    for (const end of ['0', 0])
      for (const name of ['cursor', 'next_cursor', 'nextCursor', 'next_page_token'])
        for (const asked of [{}, { cursor: '0' }, { cursor: '17' }, { cursor: 17 }])
          expect(E.isRight(await one(Scan, { keys: ['a', 'b'], [name]: end }, asked)), name).to.equal(true)
    const mid = expectLeft(await one(Scan, { keys: ['a', 'b'], cursor: '33' }, { cursor: '0', match: 'a*' }))
    expect(mid.next?.args).to.deep.equal({ cursor: '33', match: 'a*' })
  })

  it('is left out where the codec does not take it, and where the tool has none', async () => {
    const answer = { orders: rows(2), next_cursor: 'b2Zm' }
    expect((await told(tool(closed(t.partial({ q: t.string })), answer), {})).next).to.equal(undefined)
    const { args: _, ...untyped } = tool(Args, answer)
    expect((await told(untyped, {})).next).to.equal(undefined)
  })

  it('is left out where this turn has made that call already', async () => {
    const turn = openTurn()
    const one = tool(Args, { orders: rows(2), has_more: true })
    expect((await told(one, { page: 2 }, turn)).next?.args).to.deep.equal({ page: 3 })
    expect((await told(one, { page: 1 }, turn)).next).to.equal(undefined)
    expect(
      (await told(one, { page: 1 }, openSession({ budget: { read: 1, write: 1 } }).openTurn())).next?.args
    ).to.deep.equal({
      page: 2
    })
  })

  it("leaves the words of an author's own check alone", async () => {
    const one = tool(Args, { orders: rows(2), has_more: true })
    const own = guardedCall(one, t.unknown, morePages({ more: () => true, next: () => 'Call again with page=9.' }))
    expect(moveOf(expectLeft(await openTurn().run(own.fromModel({ page: 1 }))))).to.deep.equal({
      hint: 'Call again with page=9.',
      args: undefined
    })
  })

  it("takes an author's own next call, and only if the tool takes it", async () => {
    const failing = (args: unknown) =>
      tool(Args, failed(semanticGarbage({ code: 'not_found', detail: 'x', next: { tool: 'list_orders', args } })))
    expect(moveOf(await told(failing({ page: 7 }), { page: 1 }))).to.deep.equal({
      hint: 'Call again with page=7.',
      args: { page: 7 }
    })
    expect((await told(failing({ page: 'seven' }), { page: 1 })).next).to.equal(undefined)
    expect((await told(failing({ page: 1 }), { page: 1 })).next).to.equal(undefined)
  })

  describe('of refused arguments', () => {
    const CORRECT = 'Correct the arguments that are named and call again.'
    const cases: ReadonlyArray<readonly [string, unknown, unknown, string]> = [
      ['a member in another case', { status: 'Placed' }, { status: 'placed' }, 'Call again with status=placed.'],
      ['a number in quotes', { limit: '20' }, { limit: 20 }, 'Call again with limit=20.'],
      ['a boolean in quotes', { urgent: 'True' }, { urgent: true }, 'Call again with urgent=true.'],
      ['a key in another case', { Limit: 20 }, { limit: 20 }, 'Call again with limit=20.'],
      [
        'two of them',
        { STATUS: 'placed', page: '2' },
        { status: 'placed', page: 2 },
        'Call again with page=2 and status=placed.'
      ]
    ]
    for (const [name, input, args, hint] of cases) {
      it(`repairs ${name}`, async () => {
        const error = await told(tool(Args, null), input)
        expect([error.code, moveOf(error)]).to.deep.equal(['invalid_arguments', { hint, args }])
      })
    }

    it('repairs a key that is missing because it was spelled otherwise', async () => {
      for (const key of ['userid', 'userId', 'user-id', 'User ID', 'USER_ID']) {
        const error = await told(tool(t.type({ user_id: t.string }), null), { [key]: 'x' })
        expect(moveOf(error)).to.deep.equal({
          hint: 'Call again with the user_id that next holds.',
          args: { user_id: 'x' }
        })
      }
    })

    // Each is near to one that is allowed, and may mean another.
    const NEAR_VALUES: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
      ['Australia', ['Austria', 'France']],
      ['us-east-2', ['us-east-1', 'eu-west-1']],
      ['USDC', ['USD', 'EUR']],
      ['mcg', ['mg', 'kg']],
      ['unresolved', ['resolved', 'open']],
      ['preproduction', ['production', 'development']],
      ['A-', ['A+', 'B']],
      ['A-', ['A', 'B']],
      ['-1', ['1', '2']],
      ['1-2', ['12', '34']],
      ['12h', ['1h', '24h']],
      ['v1.1', ['v11', 'v2']],
      ['hour', ['hours', 'days']],
      ['shiped', ['shipped', 'placed']]
    ]
    const NEAR_NAMES: ReadonlyArray<readonly [string, string]> = [
      ['payee_id', 'payer_id'],
      ['delay_s', 'delay_ms'],
      ['weight', 'height'],
      ['bcc', 'cc'],
      ['querry', 'query'],
      ['hour', 'hours']
    ]
    for (const effect of ['read', 'write'] as const)
      it(`names no call of a ${effect} with what is merely near`, async () => {
        for (const [given, members] of NEAR_VALUES) {
          const error = await told(tool(t.type({ it: oneOf(members) }), null, { effect }), { it: given })
          expect([error.next, error.hint], given).to.deep.equal([undefined, CORRECT])
          for (const member of members) expect(error.detail).to.include(JSON.stringify(member))
        }
        for (const [given, name] of NEAR_NAMES) {
          const error = await told(tool(t.type({ [name]: t.number }), null, { effect }), { [given]: 7 })
          expect([error.next, error.hint], given).to.deep.equal([undefined, CORRECT])
          expect(error.detail).to.include(`'${name}'`)
        }
      })

    it('repairs inside arrays', async () => {
      const error = await told(tool(t.type({ items: t.array(t.type({ qty: t.Int })) }), null), {
        items: [{ qty: 1 }, { qty: '2' }]
      })
      expect(moveOf(error)).to.deep.equal({
        hint: 'Call again with items.1.qty=2.',
        args: { items: [{ qty: 1 }, { qty: 2 }] }
      })
    })

    it('guesses nothing', async () => {
      const Near = t.type({ size: oneOf(['small', 'smalt']) })
      for (const [codec, input] of [
        [Near, { size: 'smal' }],
        [Args, { status: 'on its way' }],
        [Args, { limit: '200' }],
        [Args, { limit: '0x10' }],
        [t.type({ cents: t.number }), { cents: '1.500' }],
        [Args, { priority: 1 }],
        [t.type({ query: t.string }), {}]
      ] as ReadonlyArray<readonly [t.Type<unknown, unknown>, unknown]>)
        expect((await told(tool(codec, null), input)).next, JSON.stringify(input)).to.equal(undefined)
    })

    it('is named for a write too, which did not run', async () => {
      const error = await told(tool(Args, null, { effect: 'write' }), { status: 'Shipped' })
      expect(error.next).to.deep.equal({ tool: 'list_orders', args: { status: 'shipped' } })
    })
  })

  describe('of a cut answer', () => {
    const text = JSON.stringify({ orders: Array.from({ length: 60 }, (_, id) => ({ id, name: 'x'.repeat(80) })) })
    const Page = t.type({ orders: t.array(t.type({ id: t.number })) })
    const cut = text.slice(0, 4_000)

    it('asks for as many as came whole, with some to spare', async () => {
      const error = await told(tool(Paged, cut), { page_size: 60 }, openTurn(), Page)
      expect([error.code, moveOf(error)]).to.deep.equal([
        'truncated_response',
        {
          hint: '40 whole elements came in 4000 bytes. Call again with page_size=34. Its result replaces this one.',
          args: { page_size: 34 }
        }
      ])
    })

    it('asks for half where nobody knows what came', async () => {
      const error = await told(tool(Paged, text, { maxBytes: 1_000 }), { page_size: 60 })
      expect([error.code, error.next?.args]).to.deep.equal(['too_large', { page_size: 30 }])
    })

    it('changes no size amid the pages, and none of a codec that has two of them', async () => {
      expect((await told(tool(Paged, cut), { page_size: 60, page: 3 }, openTurn(), Page)).next).to.equal(undefined)
      const Two = t.partial({ per_page: t.number, page_size: t.number })
      expect((await told(tool(Two, cut), { page_size: 60 }, openTurn(), Page)).next).to.equal(undefined)
    })

    it('changes no size beside a number that may be that of a page', async () => {
      const names =
        'page p pageNum pg pn current curpage page_idx start_page startPage from_page pageOffset page_offset skip_pages ' +
        'seite pagina chunk part batch_number block segment slice window nr tab page_id cursor year'
      const Any = t.intersection([t.partial({ page_size: t.Int }), t.UnknownRecord])
      const next = async (args: object) =>
        (await told(tool(Any, cut), { page_size: 60, ...args }, openTurn(), Page)).next?.args
      for (const name of names.split(' '))
        for (const value of [2, 3, '3']) expect(await next({ [name]: value }), `${name} ${value}`).to.equal(undefined)
      expect(await next({ pagination: { number: 3 } })).to.equal(undefined)
      const beside = [{ page: 0 }, { pg: '0' }, { offset: 120 }, { skip: 5 }, { startIndex: '61' }, { user_id: 7 }]
      for (const args of [...beside, { orderId: 7 }, { id: '7' }, { q: 'x3' }, { lat: 52.5 }, { urgent: true }])
        expect(await next(args), JSON.stringify(args)).to.deep.equal({ page_size: 34, ...args })
    })

    it('takes page 1 for the first where the codec takes no 0', async () => {
      const next = async (page: t.Mixed, args: object) => {
        const codec = t.partial({ page_size: t.Int, page, at: t.partial({ page }) })
        return (await told(tool(codec, cut), { page_size: 60, ...args }, openTurn(), Page)).next?.args
      }
      for (const args of [{ page: 1 }, { at: { page: 1 } }]) {
        expect(await next(integerBetween(1, 9), args)).to.deep.equal({ page_size: 34, ...args })
        for (const from0 of [integerBetween(0, 9), t.Int, t.unknown])
          expect(await next(from0, args)).to.equal(undefined)
      }
    })

    it('says that a smaller one is a part, too, where no page can be asked for', async () => {
      const { hint } = await told(tool(t.partial({ page_size: t.Int }), cut), { page_size: 60 }, openTurn(), Page)
      expect(hint).to.equal(
        '40 whole elements came in 4000 bytes. Call again with page_size=34. Its result replaces this one, and is a part too.'
      )
    })

    it('takes the arguments that narrow changes, and tells it what came', async () => {
      const came: Array<unknown> = []
      const narrow: NonNullable<Tool<t.TypeOf<typeof Paged>>['narrow']> = (_args, _error, seen) => {
        came.push(seen)
        return { page_size: 5 }
      }
      const error = await told(tool(Paged, cut, { narrow }), { page_size: 60, status: 'placed' }, openTurn(), Page)
      expect(moveOf(error)).to.deep.equal({
        hint: 'Call again with page_size=5.',
        args: { page_size: 5, status: 'placed' }
      })
      expect(came).to.deep.equal([{ bytes: 4_000, elements: 40 }])
    })

    it('is never named for a write that ran', async () => {
      const error = await told(
        tool(Paged, cut, { effect: 'write', narrow: () => ({ page_size: 5 }) }),
        { page_size: 60 },
        openTurn(),
        Page
      )
      expect(error.next).to.equal(undefined)
    })
  })

  describe('for less than was too long', () => {
    const ROWS = 200
    const less = (name: string, asked: unknown): unknown => {
      const args = t.partial({ q: t.string, page: t.Int, [name]: t.unknown })
      const one = { name: 'list_orders', effect: 'read', args } as const
      const given = { q: 'x', ...(asked === undefined ? {} : { [name]: asked }) }
      return smallerCall(one, { turn: openTurn() }, () => argumentsFromModel(given, one))(0.1, ROWS)?.next?.args
    }
    const at = (name: string, size: number): unknown => ({ q: 'x', [name]: size })

    it('is none where the rows that it leaves out cannot be asked for', () => {
      const fitting = (args: t.Mixed, given: object): unknown => {
        const one = { name: 'list_orders', effect: 'read', args } as const
        return smallerCall(one, { turn: openTurn() }, () => argumentsFromModel(given, one))(0.1, ROWS)?.next?.args
      }
      const limit = t.Int
      for (const more of [{}, { q: t.string }, { page_size: t.string }])
        expect(fitting(t.partial({ limit, ...more }), { limit: ROWS })).to.equal(undefined)
      for (const more of [{ page: t.Int }, { offset: t.Int }, { cursor: t.string }, { starting_after: t.string }])
        expect(fitting(t.partial({ limit, ...more }), { limit: ROWS })).to.deep.equal({ limit: 17 })
      expect(fitting(t.partial({ limit, page: t.Int }), { limit: ROWS, page: 1 })).to.equal(undefined)
    })

    for (const name of ['size', 'limit', 'count', 'rows', 'top', '$top', 'take', 'first'])
      it(`takes ${name} for the size of a page where as many came, and never else`, () => {
        for (const asked of [undefined, null, 3, 43, 199, 201, 50_000, 'a', -1])
          expect(less(name, asked), String(asked)).to.equal(undefined)
        for (const asked of [ROWS, String(ROWS)]) expect(less(name, asked)).to.deep.equal(at(name, 17))
      })

    for (const name of ['page_size', 'perPage', 'max_results', 'hitsPerPage', 'sysparm_limit'])
      it(`takes ${name} for it where no more came, and raises none`, () => {
        for (const asked of [3, 199, 'a', -1]) expect(less(name, asked), String(asked)).to.equal(undefined)
        for (const asked of [undefined, null, ROWS, 50_000])
          expect(less(name, asked), String(asked)).to.deep.equal(at(name, 17))
      })
  })

  describe('that cannot be made', () => {
    const GO_ON = 'Go on with the data that came, or ask for the next page.'
    const Filters = closed(t.partial({ q: t.string }))

    it('stands in no hint either', async () => {
      const total = { orders: rows(2), page: 1, total_pages: 4 }
      const cases: ReadonlyArray<readonly [t.Mixed, unknown, unknown]> = [
        [Filters, {}, total],
        [closed(t.type({})), {}, total],
        [closed(t.partial({ page: integerBetween(1, 2) })), { page: 2 }, { ...total, page: 2 }],
        [Filters, {}, { orders: rows(2), next_cursor: 'x' }],
        [closed(t.partial({ q: t.string, page: t.Int })), { q: 'a' }, { orders: rows(2), next: '/o?q=b&page=2' }],
        [
          t.partial({ url: t.string }),
          { url: 'https://a.example/o' },
          { orders: rows(2), next: '//b.example/o?page=2' }
        ]
      ]
      for (const [codec, input, answer] of cases)
        expect(moveOf(await told(tool(codec, answer), input)), JSON.stringify(answer)).to.deep.equal({
          hint: GO_ON,
          args: undefined
        })
    })

    it('is not advised behind the words that forbid it', async () => {
      const EXECUTED = 'It was executed: do not repeat it; verify its effect with a read.'
      const answer = { orders: rows(2), page: 1, total_pages: 4 }
      const { args: _, ...untyped } = tool(Args, answer, { effect: 'write' })
      const more = morePages({ more: () => true, next: () => 'Call again with page=2.' })
      const own = guardedCall(tool(Args, answer, { effect: 'write' }), t.unknown, more)
      for (const error of [
        await told(tool(Args, answer, { effect: 'write' }), { page: 1 }),
        await told(untyped, { page: 1 }),
        expectLeft(await openTurn().run(own.fromModel({ page: 1 })))
      ])
        expect(moveOf(error)).to.deep.equal({ hint: EXECUTED, args: undefined })
    })
  })

  it('advances the start of no range whose end was sent, by whatever name', async () => {
    const ends =
      'to to_index toIndex TO end ends end_index endIndex end_line endIndex END_TIME until till thru through upTo stop ' +
      'stopIndex finish last_index lastRow max max_index'
    const Range = t.partial({ q: t.string })
    const after = async (asked: object, answer: object = { total: 45 }) =>
      (await told(tool(t.intersection([Range, t.UnknownRecord]), { rows: rows(10), ...answer }), asked)).next?.args
    for (const end of ends.split(' ')) {
      for (const start of ['start', 'from', 'start_index', 'offset', 'skip'])
        for (const place of [9, '9', 10])
          expect(await after({ [start]: 0, [end]: place }), `${start} ${end}`).to.equal(undefined)
      expect(await after({ start: 0, [end]: 9 }, { next_start: 10 }), end).to.equal(undefined)
      expect(await after({ start: 0, [end]: '2026-05-01' }), end).to.equal(undefined)
    }
    for (const other of ['token', 'topic', 'total', 'Tools', 'TOKEN', 'max_results', 'pageSize', 'length'])
      for (const start of ['start', 'offset'])
        expect(await after({ [start]: 0, [other]: 10 }), other).to.deep.equal({ [start]: 10, [other]: 10 })
    for (const filter of [{ end_date: '2026-05-01' }, { until: 1_700_000_000 }, { max_price: 500 }, { to: null }])
      expect(await after({ offset: 0, ...filter })).to.deep.equal({ offset: 10, ...filter })
    expect(await after({ page: 2, end: 9 }, { has_more: true })).to.deep.equal({ page: 3, end: 9 })
  })

  it('leads on in one list alone: none goes by the cursors of two', async () => {
    const list = (next_cursor: unknown) => ({ items: rows(3), next_cursor })
    const next = async (answer: object) => (await told(tool(Args, answer), {})).next?.args
    for (const [one, other] of [
      ['u', 'g'],
      [3, 4],
      ['3', 4],
      ['u', 4]
    ])
      expect(await next({ users: list(one), groups: list(other) })).to.equal(undefined)
    expect(await next({ rows: rows(2), next_cursor: 'a', meta: { next_cursor: 'b' } })).to.equal(undefined)
    expect(await next({ rows: rows(2), next_cursor: 'a', meta: { next_cursor: 'a' } })).to.deep.equal({ cursor: 'a' })
    expect(
      await next({ rows: rows(2), next: '/l?page=2', links: { next: 'https://x.example/l?page=2' } })
    ).to.deep.equal({ page: 2 })
  })

  const Listing = t.intersection([t.partial({ cursor: t.string, offset: t.Int }), t.UnknownRecord])

  it('is none for a call that pages backward, by a flag or a direction', async () => {
    const next = async (asked: object, answer: object) =>
      (await told(tool(Listing, { rows: rows(2), ...answer }), asked)).next?.args
    const answers = [{ next_cursor: 'n', prev_cursor: 'p' }, { has_more: true, total: 45 }, { next: '/l?cursor=n' }]
    const backward = ['previous', 'prev', 'back', 'backward', 'backwards', 'reverse', 'reversed', 'isReversed']
    const ways = ['direction', 'dir', 'page_direction', 'pageDirection', 'scrollDir']
    for (const answer of answers) {
      for (const name of backward)
        for (const value of [true, 'true', 1, 'c9'])
          expect(await next({ cursor: 'm', [name]: value }, answer), name).to.equal(undefined)
      for (const name of ways)
        for (const value of ['prev', 'previous', 'PREVIOUS', 'back', 'backward', 'Backwards', 'before', 'b'])
          expect(await next({ cursor: 'm', [name]: value }, answer), `${name} ${value}`).to.equal(undefined)
    }
    const forward = backward.flatMap((name) => [false, 'false', 0, null, ''].map((value) => ({ [name]: value })))
    for (const asked of [...forward, ...['next', 'asc', 'desc', 'forward', 'both'].map((direction) => ({ direction }))])
      expect(await next(asked, { next_cursor: 'n' }), JSON.stringify(asked)).to.deep.equal({ ...asked, cursor: 'n' })
  })

  it('is seen by the flag of the rows before on the way back, and by the other in a reversed listing', async () => {
    const flags = { pageInfo: { hasNextPage: true, hasPreviousPage: false, endCursor: 'e' } }
    const more = async (asked: object) =>
      E.isLeft(
        await openTurn().run(
          guardedCall(tool(Listing, { rows: rows(2), ...flags }), t.unknown, detectMorePages()).fromModel(asked)
        )
      )
    expect(await more({ reverse: true })).to.equal(true)
    expect(await more({ direction: 'backward', cursor: 'm' })).to.equal(false)
  })

  it('writes no place that it counted into a text', async () => {
    const answer = { orders: rows(2), total: 99, has_more: true }
    for (const name of ['from', 'start', 'offset', 'skip', 'page']) {
      const next = async (codec: t.Mixed, args: object) =>
        (await told(tool(t.partial({ [name]: codec }), answer), args)).next?.args
      expect(await next(t.string, {}), name).to.equal(undefined)
      expect(await next(t.number, {}), name).to.deep.equal(name === 'page' ? undefined : { [name]: 2 })
      expect(await next(t.string, { [name]: '4' }), name).to.deep.equal({ [name]: name === 'page' ? '5' : '6' })
    }
  })

  it('stands in what the model reads', async () => {
    const call = guardedCall(tool(Args, { orders: rows(1), has_more: true }), t.unknown, detectMorePages())
    const error = expectLeft(await openTurn().run(call.fromModel({ page: 1 })))
    expect(JSON.parse(call.toModelText(E.left(error)))).to.deep.equal(error)
  })

  it('is taken by the codec of its tool, whatever was asked and answered', async () => {
    const codecs: ReadonlyArray<t.Mixed> = [
      Args,
      Paged,
      closed(t.partial({ page: integerBetween(1, 99), pageSize: t.number, q: t.string })),
      t.partial({ offset: t.Int, per_page: integerBetween(1, 50), status: oneOf(['open', 'closed']) }),
      t.type({ cursor: t.union([t.string, t.null]), first: t.Int }),
      t.type({ url: t.string, nested: t.type({ urgent: t.boolean, tags: t.array(oneOf(['a', 'bb', 'ccc'])) }) }),
      closed(t.partial({ pageToken: t.refinement(t.string, (text) => text.length < 5), max_results: t.Int }))
    ]
    const value = fc.oneof(
      fc.constantFrom<unknown>(1, 2, 20, '1', '20', 'true', 'false', true, null, '', -1, 1.5, [], {}, ['b', 'ccc']),
      fc.constantFrom<unknown>('opne', 'open', 'Closed', 'bbb', 'cc', 'x', 'shiped', 'b2Zm', 'a\u0000b'),
      fc.constantFrom<unknown>('https://api.example.com/x?page=2&after=b', '/x?offset=20')
    )
    const names = [
      'page',
      'pgae',
      'limit',
      'limt',
      'offset',
      'cursor',
      'after',
      'first',
      'url',
      'status',
      'stat',
      'urgent',
      'q'
    ]
    const more = ['nested', 'tags', 'pageToken', 'page_token', 'max_results', 'per_page', 'pageSize', 'page_size']
    const input = fc.dictionary(
      fc.constantFrom(...names, ...more, 'page-size', '__proto__'),
      fc.oneof(value, fc.dictionary(fc.constantFrom('urgent', 'tags'), value)),
      { maxKeys: 3 }
    )
    const signs = [
      'next',
      'next_cursor',
      'nextPageToken',
      'has_more',
      'total',
      'page',
      'offset',
      'limit',
      'paging',
      'links'
    ]
    const answer = fc.record({
      orders: fc.array(fc.constant({ id: 1 }), { maxLength: 5 }),
      rest: fc.dictionary(
        fc.constantFrom(...signs),
        fc.oneof(value, fc.dictionary(fc.constantFrom(...signs), value, { maxKeys: 2 })),
        { minKeys: 1, maxKeys: 4 }
      ),
      cut: fc.boolean()
    })
    let shown = 0
    const property = fc.asyncProperty(
      fc.constantFrom(...codecs),
      input,
      answer,
      async (codec, args, { orders, rest, cut }) => {
        const text = JSON.stringify({ orders, ...rest })
        const one = tool<unknown>(codec, cut ? text.slice(0, -2) : text)
        const result = await openTurn().run(
          guardedCall(one, t.type({ orders: t.array(t.unknown) }), detectMorePages()).fromModel(args)
        )
        if (E.isRight(result) || result.left.next === undefined) return
        shown += 1
        expect(E.isRight(codec.decode(result.left.next.args)), JSON.stringify(result.left)).to.equal(true)
        expect(result.left.next.args).not.to.deep.equal(args)
      }
    )
    await fc.assert(property, { numRuns: runs(10_000, 800_000) })
    expect(shown).to.be.at.least(runs(10_000, 800_000) / 10)
    if (TIER === 'full') expect(shown).to.be.at.least(100_000)
  }).timeout(1_200_000)
})
