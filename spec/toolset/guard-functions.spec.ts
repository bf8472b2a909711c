import { expect } from 'chai'
import * as t from 'io-ts'
import { z } from 'zod'
import { guardFunctions, openTurn } from '../../lib/index.js'
import { inPlace } from '../../lib/toolset/in-place.js'

// A schema whose output is another thing than its input.
const IdOf = {
  '~standard': {
    version: 1 as const,
    vendor: 'own',
    validate: (value: unknown) =>
      typeof value === 'string' ? { value: { id: value } } : { issues: [{ message: 'must be a text' }] }
  }
}

const Order = t.type({ id: t.number, total: t.number })

/** The error that a model reads of a call that rejects. */
const errorOf = async (call: Promise<unknown>): Promise<Record<string, unknown>> => {
  try {
    await call
  } catch (thrown) {
    return JSON.parse((thrown as Error).message) as Record<string, unknown>
  }
  throw new Error('The call did not reject.')
}

const codeOf = async (call: Promise<unknown>): Promise<unknown> => (await errorOf(call))['code']

describe('guardFunctions', () => {
  it('hands on what fits, and rejects with what the model is to read', async () => {
    const tools = guardFunctions(
      { getOrder: async (id: number) => ({ id, total: id === 8 ? null : 12 }) },
      { turn: openTurn(), rules: { getOrder: { effect: 'read', output: Order } } }
    )
    expect(await tools.getOrder(7)).to.deep.equal({ id: 7, total: 12 })
    expect(await errorOf(tools.getOrder(8))).to.deep.include({
      error_class: 'schema_mismatch',
      code: 'schema_violation',
      detail: 'total: expected number, received null'
    })
  })

  it('refuses the fourth call that brings nothing new, and a second write', async () => {
    let runs = 0
    const tools = guardFunctions(
      { list: () => ['a'], place: (_item: string) => ++runs },
      { turn: openTurn(), rules: { list: { effect: 'read' }, place: { effect: 'write' } } }
    )
    for (let i = 0; i < 3; i++) expect(await tools.list()).to.deep.equal(['a'])
    expect(await codeOf(tools.list())).to.equal('retry_budget_exceeded')
    expect(await tools.place('tea')).to.equal(1)
    expect(await codeOf(tools.place('tea'))).to.equal('retry_budget_exceeded')
    expect(await tools.place('jam')).to.equal(2)
    expect(runs).to.equal(2)
  })

  it('tells instances apart by what they hold, or else by themselves', async () => {
    const placed: Array<unknown> = []
    const { place } = guardFunctions(
      { place: (order: unknown, _options?: unknown) => placed.push(order) },
      { turn: openTurn(), rules: { place: { effect: 'write' } } }
    )
    const form = (item: string): FormData => {
      const data = new FormData()
      data.set('item', item)
      return data
    }
    const file = new Blob(['a'])
    const orders = [
      new Map([['A', 1]]),
      new Map([['B', 2]]),
      new Set(['A']),
      form('tea'),
      form('jam'),
      file,
      new Blob(['b'])
    ]
    for (const order of orders) await place(order)
    expect(placed).to.deep.equal(orders)
    for (const again of [new Map([['B', 2]]), form('tea'), file])
      expect(await codeOf(place(again))).to.equal('retry_budget_exceeded')
    await place('tea', { signal: new AbortController().signal })
    expect(await codeOf(place('tea', { signal: new AbortController().signal }))).to.equal('retry_budget_exceeded')
  })

  it('refuses a rule that is no object', () => {
    for (const rule of ['write', 5, null])
      expect(() => guardFunctions({ pay: () => 1 }, { turn: openTurn(), rules: { pay: rule as never } })).to.throw(
        TypeError,
        'Expected `rules.pay` to be an object.'
      )
  })

  it('takes a write that returns nothing for a success', async () => {
    const { pay } = guardFunctions(
      { pay: () => undefined },
      { turn: openTurn(), maxChars: 100, rules: { pay: { effect: 'write', output: t.void } } }
    )
    expect(await pay()).to.equal(undefined)
  })

  it('tells calls apart by all of their arguments', async () => {
    const { pay } = guardFunctions(
      { pay: (...args: ReadonlyArray<unknown>) => args.length },
      { turn: openTurn(), rules: { pay: { effect: 'write' } } }
    )
    expect([await pay(1, 2), await pay([1, 2]), await pay([[1, 2]]), await pay([])]).to.deep.equal([2, 1, 1, 1])
    expect(await codeOf(pay([1, 2]))).to.equal('retry_budget_exceeded')
    const tools = guardFunctions({ add: (a: number, b: number) => a + b }, { turn: openTurn() })
    for (let b = 0; b < 9; b++) expect(await tools.add(1, b)).to.equal(1 + b)
    for (let i = 0; i < 2; i++) await tools.add(1, 1)
    expect(await codeOf(tools.add(1, 1))).to.equal('retry_budget_exceeded')
  })

  it('checks what the model sent by the parameters of a tool, and gives it their output and the context of the call', async () => {
    const seen: Array<unknown> = []
    const tools = guardFunctions(
      {
        refund: {
          description: 'Refunds an order.',
          parameters: IdOf,
          execute: async (args: { readonly id: string }, context?: { readonly operationId: string }) => {
            seen.push(args, typeof context?.operationId)
            return 'done'
          }
        }
      },
      { turn: openTurn(), rules: { refund: { effect: 'write' } } }
    )
    expect(tools.refund.description).to.equal('Refunds an order.')
    expect(await tools.refund.execute('A17' as never)).to.equal('done')
    expect(await codeOf(tools.refund.execute(17 as never))).to.equal('invalid_arguments')
    expect(seen).to.deep.equal([{ id: 'A17' }, 'string'])
  })

  it('mends arguments where a rule says so, for a function as for a tool', async () => {
    const Ids = t.array(t.number)
    const parameters = t.type({ ids: Ids })
    const tools = guardFunctions(
      {
        one: (ids: unknown) => ids,
        two: (...ids: ReadonlyArray<unknown>) => ids,
        tool: { parameters, execute: ({ ids }: { readonly ids: unknown }) => ids }
      },
      {
        turn: openTurn(),
        rules: { one: { args: Ids, coerce: true }, two: { args: Ids, coerce: true }, tool: { coerce: true } }
      }
    )
    expect(await tools.one('[1,2]')).to.deep.equal([1, 2])
    expect(await tools.two('1', 2)).to.deep.equal([1, 2])
    expect(await tools.tool.execute({ ids: 3 as never })).to.deep.equal([3])
    const turn = openTurn()
    const rules = { look_up: { coerce: true } }
    const message = 'Expected `rules.look_up.coerce` to be given beside `args`'
    expect(() => guardFunctions({ look_up: () => 1 }, { turn, rules })).to.throw(TypeError, message)
    expect(() => inPlace({ turn, rules })).to.throw(TypeError, message)
  })

  it('hands on the arguments as the args of a rule, or the parameters of a tool, parsed them', async () => {
    const Size = z.object({ size: z.coerce.number().default(20) })
    const rule = { effect: 'read', args: Size } as const
    const tools = guardFunctions(
      {
        one: (args?: { readonly size?: unknown }) => args,
        two: (...args: ReadonlyArray<unknown>) => args,
        ruled: { execute: (args: { readonly size?: unknown }) => args },
        declared: { parameters: Size, execute: (args: { readonly size?: unknown }) => args },
        plain: (args: { readonly size?: unknown }) => args
      },
      {
        turn: openTurn(),
        rules: { one: rule, two: { effect: 'read', args: z.tuple([z.coerce.number(), z.string()]) }, ruled: rule }
      }
    )
    expect(await tools.one({ size: '7' })).to.deep.equal({ size: 7 })
    expect(await tools.one()).to.deep.equal({ size: 20 })
    expect(await tools.two('7', 'a')).to.deep.equal([7, 'a'])
    expect(await tools.ruled.execute({})).to.deep.equal({ size: 20 })
    expect(await tools.declared.execute({ size: '7' })).to.deep.equal({ size: 7 })
    expect(await tools.plain({ size: '7' })).to.deep.equal({ size: '7' })
    const named = z.tuple([z.number(), z.string()]).transform(([id, unit]) => ({ id, unit }))
    const { total } = guardFunctions(
      { total: (...args: ReadonlyArray<unknown>) => args },
      { turn: openTurn(), rules: { total: { args: named } } }
    )
    expect(await total(7, 'EUR')).to.deep.equal([{ id: 7, unit: 'EUR' }])
  })

  it('gives null of a 204, with and without an output', async () => {
    const none = () => new Response(null, { status: 204 })
    const tools = guardFunctions(
      { none, checked: none },
      { turn: openTurn(), rules: { checked: { output: z.null() } } }
    )
    expect([await tools.none(), await tools.checked()]).to.deep.equal([null, null])
  })

  it('says of a Response that was read before that it was, where there is an output', async () => {
    const read = async () => {
      const response = new Response('{"id":7}')
      await response.text()
      return response
    }
    const tools = guardFunctions(
      { read },
      { turn: openTurn(), rules: { read: { output: z.object({ id: z.number() }) } } }
    )
    const refused = await tools.read().then(String, (error: Error) => error.message)
    expect(refused).to.include('"code":"not_data"').and.include('a Response that was read before (return it unread')
  })

  it('hands on the context that a caller gives, and finds the turn by it', async () => {
    const turns = { a: openTurn(), b: openTurn() }
    const tools = guardFunctions(
      { look: { execute: (_: object, context: { readonly turn: 'a' | 'b' }) => context.turn } },
      { turn: (context) => turns[(context as { readonly turn: 'a' | 'b' }).turn], rules: { look: { effect: 'read' } } }
    )
    expect(await tools.look.execute({}, { turn: 'b' })).to.equal('b')
    expect([turns.a.count, turns.b.count]).to.deep.equal([0, 1])
  })

  it('hands on text as text, and reads a Response, a stream, or bytes with an output', async () => {
    const json = '{"id":7,"total":12}'
    const bytes = new TextEncoder().encode(json)
    const [text, response, stream, read, unread] = Object.values(
      guardFunctions(
        {
          text: () => json,
          response: () => new Response(json),
          stream: () => new Blob([json]).stream(),
          read: () => bytes,
          unread: () => bytes
        },
        { turn: openTurn(), rules: { text: { output: Order }, response: { output: Order }, read: { output: Order } } }
      )
    ).map((one: () => unknown) => one())
    expect(await Promise.all([text, response, stream, read, unread])).to.deep.equal([
      json,
      json,
      json,
      { id: 7, total: 12 },
      bytes
    ])
  })

  it('guards the methods of an object, which keep their `this`, and leaves everything else as it is', async () => {
    class Shop {
      #stock = 3
      readonly name = 'corner'
      count(): number {
        return this.#stock
      }
      get price(): number {
        throw new Error('asked')
      }
    }
    const shop = guardFunctions(new Shop(), { turn: openTurn() })
    expect(await shop.count()).to.equal(3)
    expect(shop.name).to.equal('corner')
    expect(shop).to.be.instanceOf(Shop)
  })

  it('quotes what a function throws only where it may be read', async () => {
    const tools = guardFunctions(
      {
        secret: () => {
          throw new Error('password=hunter2')
        },
        said: () => {
          throw Object.assign(new Error('the voucher covers 40.00'), { expose: true })
        }
      },
      { turn: openTurn() }
    )
    const secret = await errorOf(tools.secret())
    expect([secret['code'], JSON.stringify(secret).includes('hunter2')]).to.deep.equal(['tool_threw', false])
    expect((await errorOf(tools.said()))['detail']).to.include('"the voucher covers 40.00"')
  })

  it('refuses what cannot work, in a sentence', () => {
    const make =
      (options: object, tools: object = { look: () => 1 }) =>
      () =>
        guardFunctions(tools, options as never)
    expect(make({ turn: openTurn(), rules: { lok: {} } })).to.throw(
      TypeError,
      'Expected `rules` to name tools that are there; there is no `lok`.'
    )
    expect(make({ turn: openTurn(), rules: { look: { efect: 'read' } } })).to.throw(
      TypeError,
      'Expected `rules.look` to hold no `efect`: perhaps `effect` was meant.'
    )
    expect(make({})).to.throw(TypeError, 'Expected `turn` to be a turn')
    for (const maxChars of [-1, 0, NaN, '5'])
      expect(make({ turn: openTurn(), maxChars })).to.throw(TypeError, 'Expected `maxChars` to be a positive number.')
    for (const tools of [[() => 1], null, 5] as unknown as ReadonlyArray<never>)
      expect(make({ turn: openTurn() }, tools)).to.throw(TypeError, 'Expected `tools` to be an object of functions')
    expect(make({ turn: openTurn(), rule: { look: { effect: 'write' } } })).to.throw(
      TypeError,
      'Expected `options` to hold no `rule`: perhaps `rules` was meant.'
    )
    expect(make({ turn: openTurn() }, { look: { parameters: 1, execute: () => 1 } })).to.throw(
      TypeError,
      'Expected `look.parameters` to be an io-ts codec or a Standard Schema'
    )
  })

  it('names the call whose answer fits where one is too long', async () => {
    const list = {
      parameters: t.partial({ limit: t.Int }),
      execute: ({ limit = 100 }: { limit?: number }) => Array.from({ length: limit }, () => 'x'.repeat(20))
    }
    const tools = guardFunctions({ list }, { turn: openTurn(), maxChars: 200, rules: { list: { effect: 'read' } } })
    const { code, next } = await errorOf(tools.list.execute({ limit: 20 }))
    expect({ code, next }).to.deep.equal({
      code: 'too_long_for_model',
      next: { tool: 'list', args: { limit: 7 } }
    })
    expect(await tools.list.execute({ limit: 7 })).to.have.length(7)
  })
})
