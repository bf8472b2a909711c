import { expect } from 'chai'
import * as t from 'io-ts'
import { nonEmptyArray } from 'io-ts-types/lib/nonEmptyArray.js'
import { NumberFromString } from 'io-ts-types/lib/NumberFromString.js'
import { DateFromNumber } from 'io-ts-types/lib/DateFromNumber.js'
import { closed } from '../../lib/codec/closed.js'
import { elementCodecAt, isOpaqueAt, parseSalvagePath, readsNumber } from '../../lib/codec/lookup.js'

const Order = t.type({ id: t.string })
const Orders = t.array(Order)

interface Tree {
  readonly kids: ReadonlyArray<Tree>
}
const Tree: t.Type<Tree> = t.recursion('Tree', (self) => t.type({ kids: t.readonlyArray(self) }))

describe('parseSalvagePath', () => {
  it('reads keys joined by dots, and the root', () => {
    expect([
      parseSalvagePath('$'),
      parseSalvagePath('orders'),
      parseSalvagePath('data.line items.@graph')
    ]).to.deep.equal([[], ['orders'], ['data', 'line items', '@graph']])
  })

  for (const path of ['', '.', 'a..b', 'a.', 'orders[0].items', '[0]', 'or[ders', 'or]ders']) {
    it(`takes ${JSON.stringify(path)} for no path`, () => {
      expect(parseSalvagePath(path)).to.equal(undefined)
    })
  }
})

describe('elementCodecAt', () => {
  const elementAt = (codec: t.Mixed, path: string) => elementCodecAt(codec, parseSalvagePath(path) ?? [])
  const found: ReadonlyArray<readonly [string, t.Mixed, string]> = [
    ['the root', Orders, '$'],
    ['a type', t.type({ orders: Orders }), 'orders'],
    ['a partial', t.partial({ orders: Orders }), 'orders'],
    ['a strict', t.strict({ data: t.exact(t.partial({ orders: Orders })) }), 'data.orders'],
    [
      'a strict type of old',
      new t.StrictType('Strict', t.UnknownRecord.is, t.failure, t.identity, { orders: Orders }),
      'orders'
    ],
    ['a readonly array', t.readonly(t.type({ orders: t.readonlyArray(Order) })), 'orders'],
    [
      'refinements and brands',
      t.refinement(t.type({ orders: t.refinement(Orders, (orders) => orders.length > 0) }), () => true),
      'orders'
    ],
    ['an intersection', t.intersection([t.type({ total: t.number }), t.partial({ orders: Orders })]), 'orders'],
    ['a closed codec', closed(t.type({ orders: Orders })), 'orders'],
    ['a union with null', t.type({ orders: t.union([Orders, t.null]) }), 'orders'],
    ['a union with an error', t.union([t.type({ orders: Orders }), t.type({ error: t.string })]), 'orders'],
    ['a recursion', t.recursion('R', () => t.type({ orders: Orders })), 'orders'],
    ['a record', t.record(t.string, t.type({ orders: Orders })), 'anything.orders'],
    ['two members that agree', t.union([t.type({ orders: Orders, a: t.string }), t.type({ orders: Orders })]), 'orders']
  ]
  for (const [what, codec, path] of found) {
    it(`finds the elements through ${what}`, () => {
      expect(elementAt(codec, path)).to.equal(Order)
    })
  }

  it('finds a codec inside itself', () => {
    expect(elementAt(Tree, 'kids')).to.equal(Tree)
  })

  const missed: ReadonlyArray<readonly [string, t.Mixed, string]> = [
    ['is no array', t.type({ orders: Order }), 'orders'],
    ['is not declared', t.type({ orders: Orders }), 'order'],
    ['stands on the prototype', t.type({ orders: Orders }), 'constructor'],
    ['is a tuple', t.tuple([Order]), '$'],
    ['lies in an array', t.array(t.type({ orders: Orders })), 'orders'],
    ['lies in an opaque codec', nonEmptyArray(Order), '$'],
    ['has two codecs', t.union([t.type({ orders: Orders }), t.type({ orders: t.array(t.string) })]), 'orders']
  ]
  for (const [what, codec, path] of missed) {
    it(`finds nothing that ${what}`, () => {
      expect(elementAt(codec, path)).to.equal(undefined)
    })
  }

  it('ends on a union that holds itself', () => {
    const Self: t.Type<unknown> = t.recursion('Self', (self) => t.union([self, Orders]))
    expect(elementAt(Self, '$')).to.equal(Order)
  })
})

describe('readsNumber', () => {
  const codec = t.intersection([
    t.type({
      n: t.number,
      int: t.Int,
      positive: t.refinement(t.Int, (n) => n > 0),
      literal: t.union([t.literal(1), t.literal('one')]),
      nullable: t.union([t.null, t.number]),
      text: t.string,
      fromText: NumberFromString,
      fromNumber: DateFromNumber,
      anything: t.unknown,
      whatever: t.any,
      word: t.literal('one'),
      rows: t.array(t.type({ n: t.number })),
      pair: t.tuple([t.string, t.number]),
      counts: t.record(t.string, t.number),
      few: t.record(t.keyof({ a: null }), t.number),
      frozen: t.readonly(t.readonlyArray(t.number))
    }),
    t.partial({ maybe: t.number })
  ])
  const cases: ReadonlyArray<readonly [ReadonlyArray<string | number>, boolean]> = [
    [['n'], true],
    [['int'], true],
    [['positive'], true],
    [['literal'], true],
    [['nullable'], true],
    [['maybe'], true],
    [['text'], false],
    [['fromText'], false],
    [['fromNumber'], false],
    [['anything'], false],
    [['whatever'], false],
    [['word'], false],
    [['undeclared'], false],
    [['toString'], false],
    [[], false],
    [['rows', 7, 'n'], true],
    [['rows', 7], false],
    [['rows', 'n'], false],
    [['rows', '7', 'n'], false],
    [['pair', 1], true],
    [['pair', 0], false],
    [['pair', 2], false],
    [['pair', '1'], false],
    [['counts', 'any key'], true],
    [['counts', 0], false],
    [['few', 'a'], true],
    [['few', 'b'], false],
    [['frozen', 0], true],
    [['n', 'deeper'], false]
  ]
  for (const [path, reads] of cases) {
    it(`${reads ? 'finds' : 'does not find'} a number at ${JSON.stringify(path)}`, () => {
      expect(readsNumber(codec, path)).to.equal(reads)
    })
  }

  it('looks through recursion and at the root', () => {
    type Numbers = number | Array<Numbers>
    const Numbers: t.Type<Numbers> = t.recursion('Numbers', (self) => t.union([t.number, t.array(self)]))
    expect([readsNumber(t.number, []), readsNumber(Numbers, [0, 0, 0]), readsNumber(Numbers, ['a'])]).to.deep.equal([
      true,
      true,
      false
    ])
  })
})

describe('isOpaqueAt', () => {
  const Own = new t.Type<number>('Own', t.number.is, t.number.validate, t.identity)
  const codec = t.intersection([
    t.type({
      own: Own,
      brand: t.refinement(Own, (n) => n > 0),
      maybe: t.union([t.null, Own]),
      n: t.number,
      anything: t.unknown,
      rows: t.array(t.type({ own: Own })),
      date: DateFromNumber
    }),
    t.partial({ late: Own })
  ])
  const cases: ReadonlyArray<readonly [ReadonlyArray<string | number>, boolean]> = [
    [['own'], true],
    [['brand'], true],
    [['maybe'], true],
    [['late'], true],
    [['date'], true],
    [['rows', 3, 'own'], true],
    [['n'], false],
    [['anything'], false],
    [['undeclared'], false],
    [['rows', 3], false],
    [['own', 'deeper'], false],
    [[], false]
  ]
  for (const [path, opaque] of cases) {
    it(`${opaque ? 'finds' : 'does not find'} a codec of someone's own at ${JSON.stringify(path)}`, () => {
      expect(isOpaqueAt(codec, path)).to.equal(opaque)
    })
  }

  it('looks at the root', () => {
    expect([isOpaqueAt(Own, []), isOpaqueAt(Own, ['a']), isOpaqueAt(t.number, [])]).to.deep.equal([true, false, false])
    const endless: t.Type<unknown> = t.recursion('Endless', (self) => t.union([t.null, t.intersection([self, self])]))
    expect(isOpaqueAt(endless, [])).to.equal(false)
  })
})
