import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { closed, integerBetween, SafeInteger } from '../../../lib/index.js'
import { changeCodec, codecAt, type Extra } from '../../../lib/operate/calibrate/change.js'
import { CodecPlace, placeAt } from '../../../lib/operate/calibrate/place.js'
import { changeText } from '../../../lib/operate/calibrate/suggest.js'

const change = (codec: t.Mixed, path: ReadonlyArray<string | number>, extra: Extra) => {
  const { steps } = placeAt(new CodecPlace([], [codec]), path)
  const changed = changeCodec(codec, { steps, extra })
  return {
    text: changed === undefined ? undefined : changeText(codec, { steps, extra }),
    takes: (value: unknown): boolean => changed !== undefined && E.isRight(changed.decode(value))
  }
}

describe('changeCodec', () => {
  it('takes null or nothing at one place, and the same as before everywhere else', () => {
    const Customer = t.type({ first: t.string, last: t.string })
    const nullable = change(Customer, ['last'], { kind: 'null' })
    expect(nullable.text).to.equal('last: t.union([t.string, t.null])')
    expect(
      [
        { first: 'a', last: 'b' },
        { first: 'a', last: null },
        { first: null, last: 'b' },
        { first: 'a' },
        { first: 'a', last: 1 }
      ].map(nullable.takes)
    ).to.deep.equal([true, true, false, false, false])
    const optional = change(Customer, ['last'], { kind: 'absent' })
    expect(optional.text).to.equal('last: t.union([t.string, t.undefined])')
    expect([{ first: 'a' }, { first: 'a', last: null }].map(optional.takes)).to.deep.equal([true, false])
    expect(change(t.string, [], { kind: 'null' }).text).to.equal('t.union([t.string, t.null])')
  })

  it('adds members to an enumeration, however it is written', () => {
    const extra = { kind: 'members', members: ['lost'] } as const
    expect(change(t.type({ s: t.keyof({ new: null, sold: null }) }), ['s'], extra).text).to.equal(
      's: t.keyof({ new: null, sold: null, lost: null })'
    )
    expect(change(t.type({ s: t.union([t.keyof({ new: null }), t.null]) }), ['s'], extra).text).to.equal(
      's: t.union([t.keyof({ new: null, lost: null }), t.null])'
    )
    expect(change(t.type({ s: t.union([t.literal('new'), t.literal('sold')]) }), ['s'], extra).text).to.equal(
      "s: t.union([t.literal('new'), t.literal('sold'), t.literal('lost')])"
    )
    const numbers = change(t.type({ s: t.union([t.literal(1), t.literal(2)]) }), ['s'], {
      kind: 'members',
      members: [3]
    })
    expect([{ s: 3 }, { s: 4 }].map(numbers.takes)).to.deep.equal([true, false])
  })

  it('takes an empty array or text beside what a refinement asks for', () => {
    const some = t.refinement(t.array(t.number), (items) => items.length > 0, 'NonEmpty')
    const empty = change(t.type({ a: some }), ['a'], { kind: 'empty_array' })
    expect(empty.text).to.equal('a: t.union([NonEmpty, t.refinement(t.UnknownArray, (items) => items.length === 0)])')
    expect([{ a: [] }, { a: [1] }, { a: ['x'] }, { a: null }].map(empty.takes)).to.deep.equal([
      true,
      true,
      false,
      false
    ])
    const text = change(t.type({ a: t.refinement(t.string, (s) => s.length > 2, 'Long') }), ['a'], {
      kind: 'empty_text'
    })
    expect([text.text, text.takes({ a: '' }), text.takes({ a: 'x' })]).to.deep.equal([
      "a: t.union([Long, t.literal('')])",
      true,
      false
    ])
  })

  it('widens numbers that it knows', () => {
    expect(change(t.type({ n: integerBetween(0, 10) }), ['n'], { kind: 'range', min: 0, max: 25 }).text).to.equal(
      'n: integerBetween(0, 25)'
    )
    expect(change(t.type({ n: t.Int }), ['n'], { kind: 'fraction' }).text).to.equal('n: FiniteNumber')
    expect(change(t.type({ n: SafeInteger }), ['n'], { kind: 'fraction' }).takes({ n: 1.5 })).to.equal(true)
    expect(
      change(t.type({ n: t.refinement(t.number, (n) => n > 0, 'Positive') }), ['n'], { kind: 'fraction' }).text
    ).to.equal(undefined)
    expect(change(t.type({ n: t.number }), ['n'], { kind: 'range', min: 0, max: 25 }).text).to.equal(undefined)
  })

  it('opens a closed type for one key alone', () => {
    const codec = t.type({ o: closed(t.type({ a: t.string })) })
    const opened = change(codec, ['o'], { kind: 'key', key: 'b' })
    expect(opened.text).to.equal('o: closed(t.intersection([t.type({ a: t.string }), t.partial({ b: t.unknown })]))')
    expect([{ o: { a: '' } }, { o: { a: '', b: 1 } }, { o: { a: '', c: 1 } }].map(opened.takes)).to.deep.equal([
      true,
      true,
      false
    ])
    expect(change(t.type({ o: t.type({}) }), ['o'], { kind: 'key', key: 'b' }).text).to.equal(undefined)
  })

  it('goes through every codec that can be seen into, and keeps its conditions', () => {
    const Leaf = t.type({ x: t.string })
    const null_ = { kind: 'null' } as const
    for (const [codec, path, good, bad] of [
      [t.strict({ a: Leaf }), ['a', 'x'], { a: { x: null } }, { a: {} }],
      [closed(t.type({ a: Leaf })), ['a', 'x'], { a: { x: null } }, { a: { x: null }, b: 1 }],
      [t.readonly(t.type({ a: Leaf })), ['a', 'x'], { a: { x: null } }, { a: { x: 1 } }],
      [t.partial({ a: Leaf }), ['a', 'x'], { a: { x: null } }, { a: null }],
      [t.array(Leaf), [0, 'x'], [{ x: null }], [null]],
      [t.readonlyArray(Leaf), [0, 'x'], [{ x: null }], [{}]],
      [t.record(t.string, Leaf), ['any', 'x'], { any: { x: null } }, { any: null }],
      [t.tuple([t.string, Leaf]), [1, 'x'], ['', { x: null }], [null, { x: null }]],
      [t.intersection([Leaf, t.type({ y: t.number })]), ['x'], { x: null, y: 1 }, { x: null, y: null }],
      [t.union([Leaf, t.null]), ['x'], { x: null }, { x: 1 }],
      [
        t.refinement(t.type({ a: Leaf, n: t.number }), ({ n }) => n > 0, 'R'),
        ['a', 'x'],
        { a: { x: null }, n: 1 },
        { a: { x: null }, n: 0 }
      ]
    ] as ReadonlyArray<readonly [t.Mixed, ReadonlyArray<string | number>, unknown, unknown]>) {
      const { takes, text } = change(codec, path, null_)
      expect([codec.name, text, takes(good), takes(bad)]).to.deep.equal([
        codec.name,
        'x: t.union([t.string, t.null])',
        true,
        false
      ])
    }
  })

  it('makes no change that it cannot make just there', () => {
    interface Tree {
      readonly x: string
      readonly inner: Tree | null
    }
    const Tree: t.Type<Tree> = t.recursion('Tree', () => t.type({ x: t.string, inner: t.union([Tree, t.null]) }))
    const Opaque = new t.Type<{ x: string }>(
      'Opaque',
      (_): _ is { x: string } => true,
      (u) => t.success(u as { x: string }),
      t.identity
    )
    const Either = t.union([t.type({ k: t.literal('a'), x: t.string }), t.type({ k: t.literal('b'), x: t.string })])
    const null_ = { kind: 'null' } as const
    for (const codec of [
      Tree,
      Opaque,
      Either,
      t.record(t.keyof({ x: null, y: null }), t.string),
      t.type({ y: t.string }),
      t.tuple([t.string])
    ]) {
      expect(change(codec, ['x'], null_).text).to.equal(undefined)
    }
    expect(change(t.array(t.string), ['x'], null_).text).to.equal(undefined)
    expect(change(t.tuple([t.string]), [4], null_).text).to.equal(undefined)
  })
})

describe('codecAt', () => {
  it('finds the codec that a change is of', () => {
    const codec = t.type({ list: t.array(t.type({ n: integerBetween(1, 2) })) })
    expect(codecAt(codec, placeAt(new CodecPlace([], [codec]), ['list', 0, 'n']).steps)?.name).to.equal(
      'integer from 1 to 2'
    )
    expect(codecAt(codec, placeAt(new CodecPlace([], [codec]), ['nope']).steps)).to.equal(undefined)
  })
})
