import { expect } from 'chai'
import * as O from 'fp-ts/lib/Option.js'
import * as t from 'io-ts'
import { z } from 'zod'
import {
  detectMorePages,
  guardFunctions,
  memoryLedger,
  openSession,
  openTurn,
  type ToolError
} from '../../lib/index.js'
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
  it('records how much of a cut response came', async () => {
    const turn = openTurn()
    const tools = guardFunctions({ search: async () => '{"names":["Zoë' }, { turn })
    expect(await codeOf(tools.search())).to.equal('truncated_response')
    expect(turn.calls.map(({ bytes }) => bytes)).to.deep.equal([15])
  })

  it('hands on the text of a file that is no whole JSON, and refuses it where a rule says what it must be', async () => {
    const head = async () => '{\n  "name": "shop",\n  "scripts": {'
    const [turn, codec] = [openTurn(), { output: t.type({ name: t.string }) }]
    const tools = guardFunctions({ read_text_file: head, readFile: head }, { turn, rules: { readFile: codec } })
    expect(await tools.read_text_file()).to.equal(await head())
    expect(await codeOf(tools.readFile())).to.equal('truncated_response')
  })

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

  it('leaves a function its name, its length and its fields', async () => {
    async function find(a: string, _b: string): Promise<string> {
      return a
    }
    find.schema = { type: 'object' }
    class Shop {
      readonly stock = 3
      count(_item: string): number {
        return this.stock
      }
    }
    const frozen = Object.freeze(Object.assign(() => 1, { description: 'One.' }))
    const tools = guardFunctions({ search: find, frozen }, { turn: openTurn() })
    const { search } = tools
    expect([search.name, search.length, search.schema, await search('a', 'b')]).to.deep.equal([
      'find',
      2,
      { type: 'object' },
      'a'
    ])
    expect([tools.frozen.description, await tools.frozen()]).to.deep.equal(['One.', 1])
    const { count } = guardFunctions(new Shop(), { turn: openTurn() })
    expect([count.name, count.length, await count('tea')]).to.deep.equal(['count', 1, 3])
  })

  it('refuses a name that no store can keep', () => {
    expect(() => guardFunctions({ 'a\0b': () => 1 })).to.throw(
      TypeError,
      'Expected `name` to be a non-empty string without U+0000 and lone surrogates.'
    )
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
      new Headers({ item: 'tea' }),
      new URLSearchParams({ item: 'tea' }),
      file,
      new Blob(['b'])
    ]
    for (const order of orders) await place(order)
    expect(placed).to.deep.equal(orders)
    for (const again of [
      new Map([['B', 2]]),
      form('tea'),
      new Headers({ item: 'tea' }),
      new URLSearchParams({ item: 'tea' }),
      file
    ])
      expect(await codeOf(place(again))).to.equal('retry_budget_exceeded')
    await place('tea', { signal: new AbortController().signal })
    expect(await codeOf(place('tea', { signal: new AbortController().signal }))).to.equal('retry_budget_exceeded')
  })

  it('takes fields for the same, however an instance was made', async () => {
    class ZonedDate extends Date {
      zone = 'Asia/Tokyo'
    }
    class Sum {
      readonly cache = Math.random()
      constructor(readonly cents: number) {}
      toJSON(): number {
        return this.cents
      }
    }
    const made: Readonly<Record<string, () => unknown>> = {
      'a date': () => new ZonedDate(0),
      'an array of a class': () => new (class extends Array {})(),
      bytes: () => Buffer.from('a'),
      'a buffer of bytes': () => new Uint8Array([1]).buffer,
      'fields beside a toJSON': () => ({ n: 1, toJSON: () => 'x' }),
      'a toJSON that gives itself': () => ({
        n: 1,
        toJSON(): unknown {
          return this
        }
      }),
      'the word of a class': () => new Sum(5)
    }
    for (const [what, make] of Object.entries(made)) {
      const { place } = guardFunctions(
        { place: (_: unknown) => 1 },
        { turn: openTurn(), rules: { place: { effect: 'write' } } }
      )
      expect(await place({ it: make() })).to.equal(1)
      expect(await codeOf(place({ it: make() })), what).to.equal('retry_budget_exceeded')
    }
  })

  describe('tells calls apart by', () => {
    class Private {
      #amount: number
      readonly currency = 'EUR'
      constructor(amount: number) {
        this.#amount = amount
      }
      get amount(): number {
        return this.#amount
      }
    }
    class Inheriting extends Private {
      readonly kind = 'gift'
    }
    const amounts = new WeakMap<object, number>()
    class Compiled {
      readonly currency = 'EUR'
      constructor(amount: number) {
        amounts.set(this, amount)
      }
    }
    class Tags extends Map<string, number> {
      readonly label = 'tags'
    }
    class Point {
      constructor(
        readonly x: number,
        readonly y: number
      ) {}
    }
    class Speaking {
      readonly #n: number
      readonly unit = 'cm'
      constructor(n: number) {
        this.#n = n
      }
      toJSON(): unknown {
        return { n: this.#n }
      }
    }
    class ZonedDate extends Date {
      constructor(
        at: number,
        readonly zone: string
      ) {
        super(at)
      }
    }
    class SecretDate extends Date {
      readonly #zone: string
      constructor(at: number, zone: string) {
        super(at)
        this.#zone = zone
      }
      get zone(): string {
        return this.#zone
      }
    }
    class Ratio extends Array<number> {
      readonly denominator: number
      constructor(n: number, denominator: number) {
        super()
        this.push(n)
        this.denominator = denominator
      }
    }
    class Image extends Uint8Array {
      width = 0
      static of2(...[first, width]: readonly [number, number]): Image {
        return Object.assign(new Image([first, 2]), { width })
      }
    }
    const speaking = (n: number) => ({ n, toJSON: () => 'x' })
    const inherits = (n: number) => Object.assign(new Point(n, n), { toJSON: () => ({ x: 1 }) })
    const [one, two] = [() => 1, () => 2]
    /** No two of these are the same, and each is the same as itself. */
    const kinds: Readonly<Record<string, ReadonlyArray<unknown>>> = {
      'private state': [new Private(1), new Private(2), new Inheriting(1), new Inheriting(2)],
      'state that a compiler hid': [new Compiled(1), new Compiled(2)],
      collections: [new Tags([['a', 1]]), new Tags([['a', 2]]), new Map([['a', 1]]), new Set([['a', 1]]), [['a', 1]]],
      fields: [new Point(1, 2), new Point(2, 1)],
      'its own word': [new Speaking(1), new Speaking(2)],
      'fields of a date': [
        new ZonedDate(0, 'Europe/Berlin'),
        new ZonedDate(0, 'Asia/Tokyo'),
        new ZonedDate(1, 'Asia/Tokyo'),
        new Date(0),
        Object.assign(new Date(0), { zone: 'UTC' })
      ],
      'what a date hides': [new SecretDate(0, 'Europe/Berlin'), new SecretDate(0, 'Asia/Tokyo')],
      'fields of an array': [new Ratio(1, 2), new Ratio(1, 3), [1], Object.assign([1], { index: 0 })],
      'fields of bytes': [Image.of2(1, 2), Image.of2(1, 3), new Uint8Array([1, 2])],
      'fields beside a toJSON of its own': [speaking(1), speaking(2), inherits(1), inherits(2), 'x', { x: 1 }],
      callbacks: [one, two, { on: one }, { on: two }, { on: null }, {}],
      bigints: [1n, 2n, '1', 1],
      'numbers that are none': [NaN, Infinity, -Infinity, null, 'NaN'],
      symbols: [Symbol('a'), Symbol('a'), Symbol.for('a'), Symbol.for('b'), 'a'],
      errors: [new Error('a'), new Error('b'), Object.assign(new Error('a'), { code: 1 })],
      objects: [new Blob(['a']), new Blob(['a']), /a/, /b/, Object.create({ hidden: 1 }), Object.create({ hidden: 2 })]
    }
    for (const [what, values] of Object.entries({ ...kinds, 'all of them': Object.values(kinds).flat() })) {
      it(what, async () => {
        const ran: Array<ReadonlyArray<unknown>> = []
        const turn = openTurn()
        const { place } = guardFunctions(
          { place: (...args: ReadonlyArray<unknown>) => ran.push(args) },
          { turn, rules: { place: { effect: 'write' } } }
        )
        const calls = values.flatMap((value) => [[value], ['first', value], [{ deep: [value] }]])
        for (const args of calls) await place(...args)
        expect(ran.length).to.equal(calls.length)
        for (const [i, args] of calls.entries()) expect(ran[i]).to.deep.equal(args)
        for (const args of calls) expect(await codeOf(place(...args))).to.equal('retry_budget_exceeded')
      })
    }

    it('nothing else: equal contents make the same call', async () => {
      const same: ReadonlyArray<() => unknown> = [
        () => new Point(1, 2),
        () => new Speaking(1),
        () => new Tags([['a', 1]]),
        () => [new Uint8Array([1, 2]), one],
        () => [new Date(0), 1n],
        () => ({ signal: new AbortController().signal, id: 1 }),
        () => Symbol.for('a')
      ]
      const { place } = guardFunctions(
        { place: (..._args: ReadonlyArray<unknown>) => 'done' },
        { turn: openTurn(), rules: { place: { effect: 'write' } } }
      )
      for (const make of same) {
        await place(make())
        expect(await codeOf(place(make())), String(make)).to.equal('retry_budget_exceeded')
      }
    })
  })

  it('refuses arguments that cannot be told apart in words for whoever wrote the call', async () => {
    const ring: Record<string, unknown> = { id: 1 }
    ring['self'] = ring
    const { place } = guardFunctions({ place: (_: unknown) => 'done' }, { turn: openTurn() })
    expect(await errorOf(place(ring))).to.deep.equal({
      error_class: 'semantic_garbage',
      code: 'invalid_arguments',
      detail:
        'The program called the tool with a cycle at self, by which its calls cannot be told apart; it has to pass plain data.',
      hint: 'The program has to change, and no other arguments help. Use another tool, or tell the user.'
    })
  })

  it('guards the static methods of a class, and none that every function has', async () => {
    class Shop {
      static open(): string {
        return `${this.name} is open`
      }
    }
    class Corner extends Shop {
      static async close(): Promise<string> {
        return `${this.name} is closed`
      }
    }
    const shop = guardFunctions(Corner, { turn: openTurn() })
    expect([await shop.open(), await shop.close()]).to.deep.equal(['Corner is open', 'Corner is closed'])
    for (const name of ['apply', 'bind', 'call', 'toString'] as const) {
      expect(Reflect.get(shop, name)).to.equal(Function.prototype[name])
      expect(() => guardFunctions(Corner, { turn: openTurn(), rules: { [name]: {} } })).to.throw(
        TypeError,
        `there is no \`${name}\``
      )
    }
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

  it('repairs arguments where a rule says so, for a function as for a tool', async () => {
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

  it('hands on text as text, and with an output the data of a Response, a stream, or bytes', async () => {
    const json = '{"id":7,"total":12,"more":"é"}'
    const body = () => new TextEncoder().encode(json)
    const latin = () =>
      new Response(Buffer.from(json, 'latin1'), { headers: { 'content-type': 'a/b; charset=latin1' } })
    const bodies = {
      response: async () => new Response(json),
      latin,
      stream: () => new Blob([json]).stream(),
      option: async () => O.some(new Response(json)),
      bytes: () => body(),
      buffer: () => body().buffer
    }
    const rule = { effect: 'read', output: z.object({ id: z.number(), total: z.number(), more: z.string() }) } as const
    const made = guardFunctions(bodies, {
      turn: openTurn(),
      rules: { response: rule, latin: rule, stream: rule, option: rule, bytes: rule, buffer: rule }
    })
    for (const [name, call] of Object.entries(made))
      expect(await call(), name).to.deep.equal({ id: 7, total: 12, more: 'é' })
    const { response, stream, bytes } = guardFunctions(bodies, { turn: openTurn() })
    expect([await response(), await stream(), await bytes()]).to.deep.equal([json, json, body()])
    const texts = guardFunctions(
      { json: () => json, page: () => new Response('Sold out until May.') },
      { turn: openTurn(), rules: { json: { output: Order }, page: { output: z.string() } } }
    )
    expect([await texts.json(), await texts.page()]).to.deep.equal([json, 'Sold out until May.'])
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

  it('lets checks read the JSON of a text that has no output', async () => {
    const page = { items: [1], page: 1, total_pages: 40 }
    const { text, fetched } = guardFunctions(
      { text: async () => JSON.stringify(page), fetched: async () => Response.json(page) },
      {
        turn: openTurn(),
        rules: {
          text: { effect: 'read', checks: [detectMorePages()] },
          fetched: { effect: 'read', checks: [detectMorePages()] }
        }
      }
    )
    for (const call of [text, fetched])
      expect(await call().catch((error: Error) => error.message)).to.include('more_pages_available')
  })

  it('hands on bytes that are no text as they are, each a response of its own', async () => {
    let last = 0
    const picture = () => Uint8Array.of(0x89, 0x50, 0xff, (last += 1))
    const { draw, fetched, same } = guardFunctions(
      {
        draw: async () => picture(),
        fetched: async () => new Response(picture(), { headers: { 'content-type': 'image/png' } }),
        same: async () => Uint8Array.of(0xff, 0xfe)
      },
      { turn: openTurn(), rules: { draw: { effect: 'read' }, fetched: { effect: 'read' }, same: { effect: 'read' } } }
    )
    for (let i = 1; i <= 5; i++) expect(await draw()).to.deep.equal(Uint8Array.of(0x89, 0x50, 0xff, i))
    for (let i = 6; i <= 10; i++) expect(await fetched()).to.deep.equal(Uint8Array.of(0x89, 0x50, 0xff, i))
    for (let i = 1; i <= 3; i++) expect(await same()).to.deep.equal(Uint8Array.of(0xff, 0xfe))
    expect(await same().catch((error: Error) => error.message)).to.include('retry_budget_exceeded')
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
    for (const tools of [[() => 1], async () => 1, { look: 1 }, null])
      expect(make({ turn: openTurn() }, tools as object)).to.throw(
        TypeError,
        'Expected `tools` to be an object of functions by their names.'
      )
    expect(make({ turn: openTurn() }, {})()).to.deep.equal({})
    expect(make({ turn: {} })).to.throw(TypeError, 'Expected `turn` to be a turn')
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

  it('runs a call that waited with the arguments that it was made with', async () => {
    const paid: Array<unknown> = []
    const pay = async (order: { id: number; items: Array<string> }): Promise<string> => {
      paid.push(structuredClone(order))
      return `paid ${order.id}`
    }
    for (const session of [openSession({ ledger: memoryLedger() }), openSession({ budget: { atOnce: 1 } })]) {
      const rules = { pay: { effect: 'write' } } as const
      const tools = guardFunctions({ pay }, { turn: session.openTurn({ id: 'job' }), rules })
      const order = { id: 0, items: ['a'] }
      const calls = [1, 2, 3].map((id) => {
        order.id = id
        order.items[0] = `${id}`
        return tools.pay(order)
      })
      expect(await Promise.all(calls)).to.deep.equal(['paid 1', 'paid 2', 'paid 3'])
    }
    expect(paid).to.deep.equal([1, 2, 3, 1, 2, 3].map((id) => ({ id, items: [`${id}`] })))
  })

  it('names the call whose answer fits where one is too long', async () => {
    const list = {
      parameters: t.partial({ limit: t.Int, offset: t.Int }),
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

  it('gives a model no more of a page than of any answer', async () => {
    const list = () => ({ rows: Array.from({ length: 100 }, (_, id) => ({ id })), has_more: true })
    const rules = { list: { effect: 'read', checks: [detectMorePages()] } } as const
    const read = async (maxChars: number) => {
      const thrown = await guardFunctions({ list }, { turn: openTurn(), maxChars, rules })
        .list()
        .then(String, (error: Error) => error.message)
      return { length: thrown.length, ...(JSON.parse(thrown) as ToolError) }
    }
    expect((await read(10_000)).code).to.equal('more_pages_available')
    const { length, code, data } = await read(1000)
    expect([length <= 1000, code]).to.deep.equal([true, 'too_long_for_model'])
    expect(data).to.have.property('rows').that.is.not.empty
  })
})
