/**
 * What is compiled, and what is left to itself because io-ts's code would work on something else than the codec shows.
 */
import { expect } from 'chai'
import * as t from 'io-ts'
import { clone } from 'io-ts-types/lib/clone.js'
import { withEncode } from 'io-ts-types/lib/withEncode.js'
import { withFallback } from 'io-ts-types/lib/withFallback.js'
import { withMessage } from 'io-ts-types/lib/withMessage.js'
import { withValidate } from 'io-ts-types/lib/withValidate.js'
import { compile } from '../../../lib/codec/compile/compile.js'
import type { AnyDecoder } from '../../../lib/codec/compile/run.js'
import { Opaque } from '../../../lib/codec/compile/node.js'
import { readCodec } from '../../../lib/codec/compile/read.js'
import { decodesAs, finder } from '../../../lib/codec/compile/recognize.js'
import { answerDifference } from './same-answer.js'

const isOpaque = (codec: t.Mixed): boolean => readCodec(codec).root instanceof Opaque

const A = t.type({ a: t.string })
const B = t.type({ b: t.number })
const K = t.union([t.type({ k: t.literal('a'), x: t.string }), t.type({ k: t.literal('b') })])
const L = t.union([t.type({ k: t.literal('a') }), t.type({ k: t.literal('b') })])
const M = t.union([...L.types, t.type({ k: t.literal('c') })])
const Tree: t.RecursiveType<t.Mixed> = t.recursion('Tree', (self: t.Mixed): t.Mixed => t.type({ next: t.array(self) }))
const Named = t.recursion('Named', (): t.Mixed => A)

/** Codecs that show one thing and validate another, with values that tell. */
const IMPOSTORS: ReadonlyArray<readonly [about: string, codec: t.Mixed, ...values: ReadonlyArray<unknown>]> = [
  [
    'other fields',
    new t.InterfaceType('B', A.is, A.validate as never, A.encode, { b: t.number }),
    { a: 'x' },
    { b: 1 }
  ],
  [
    'another codec of a field',
    new t.InterfaceType('B', A.is, A.validate, A.encode, { a: t.number } as never),
    { a: 'x' },
    { a: 1 }
  ],
  [
    'fewer fields',
    new t.InterfaceType('B', A.is, t.type({ a: t.string, z: t.unknown }).validate, A.encode, { a: t.string }),
    { a: 'x' }
  ],
  [
    'fewer optional fields',
    new t.PartialType('P', A.is, t.partial({ a: t.string, z: t.number }).validate as never, A.encode, { a: t.string }),
    { a: 'x', z: 'x' }
  ],
  [
    'other optional fields',
    new t.PartialType('P', A.is, t.partial({ z: t.number }).validate as never, A.encode, { a: t.string }),
    { a: 1 },
    { z: 'x' }
  ],
  [
    'other items',
    new t.ArrayType('L', t.UnknownArray.is, t.array(t.string).validate as never, t.identity, t.number),
    ['a'],
    [1]
  ],
  [
    'other items of a tuple',
    new t.TupleType('T', t.UnknownArray.is, t.tuple([t.string]).validate as never, t.identity, [t.string, t.number]),
    ['a'],
    ['a', 1]
  ],
  [
    'fewer items of a tuple',
    new t.TupleType('T', t.UnknownArray.is, t.tuple([t.string, t.unknown]).validate as never, t.identity, [t.string]),
    ['a', 1]
  ],
  [
    'other values of a record',
    new t.DictionaryType(
      'R',
      t.UnknownRecord.is,
      t.record(t.string, t.string).validate as never,
      t.identity,
      t.string,
      t.number
    ),
    { a: 'a' },
    { a: 1 }
  ],
  [
    'another domain',
    new t.DictionaryType(
      'R',
      t.UnknownRecord.is,
      t.record(t.Int as never, t.string).validate as never,
      t.identity,
      t.string,
      t.string
    ),
    { a: 'a' }
  ],
  [
    'other enumerated keys',
    new t.DictionaryType(
      'R',
      t.UnknownRecord.is,
      t.record(t.literal('z'), t.string).validate as never,
      t.identity,
      t.literal('a'),
      t.string
    ),
    { a: 'a' },
    { z: 'a' }
  ],
  [
    'another exact type',
    new t.ExactType('E', A.is, t.exact(A).validate as never, t.identity, B),
    { a: 'a' },
    { b: 1, c: 1 }
  ],
  [
    'other members',
    new t.UnionType('U', t.unknown.is as never, t.union([t.string, t.number]).validate, t.identity, [
      t.string,
      t.boolean
    ] as never),
    1,
    true
  ],
  [
    'fewer members',
    new t.UnionType('U', t.unknown.is as never, t.union([t.string, t.number]).validate, t.identity, [
      t.string
    ] as never),
    1,
    'a'
  ],
  [
    'other members by tag',
    new t.UnionType('U', K.is as never, K.validate, K.encode, L.types as never),
    { k: 'a' },
    { k: 'b' }
  ],
  [
    'fewer members by tag',
    new t.UnionType('U', M.is as never, M.validate, M.encode, M.types.slice(0, 2) as never),
    { k: 'a' },
    { k: 'c' }
  ],
  [
    'other members of an intersection',
    new t.IntersectionType('I', A.is as never, t.intersection([A, t.partial({})]).validate as never, t.identity, [
      A,
      B
    ]),
    { a: 'a' }
  ],
  [
    'another recursion',
    new t.RecursiveType('R', A.is as never, Tree.validate, t.identity, () => A as t.Mixed),
    { a: 'a' },
    { next: [] }
  ],
  [
    'another refined codec',
    new t.RefinementType('F', A.is as never, t.Int.validate as never, t.identity, t.string as never, () => true),
    1,
    'a'
  ],
  [
    'another literal',
    new t.LiteralType('a', t.string.is as never, t.literal('b').validate as never, t.identity, 'a'),
    'a',
    'b'
  ],
  [
    'other keys',
    new t.KeyofType('k', t.string.is as never, t.keyof({ a: null, b: null }).validate as never, t.identity, {
      a: null
    }),
    'a',
    'b'
  ],
  ['another decode', Object.assign(clone(A), { validate: B.validate }) as unknown as t.Mixed, { a: 'x' }, { b: 1 }]
]

describe('a codec that validates something else than it shows', () => {
  for (const [about, codec, ...values] of IMPOSTORS) {
    it(`answers as io-ts does, the first time and the thousandth: ${about}`, () => {
      const decoders = [codec, t.type({ of: codec }), t.array(codec)].map((one) => [one, compile(one)] as const)
      for (let i = 0; i < 1000; i++) {
        for (const value of values) {
          for (const [j, [one, decoder]] of decoders.entries()) {
            const held = [value, { of: value }, [value]][j]
            const found = answerDifference(held, one.decode(held), decoder.decode(held))
            if (found !== undefined) throw new Error(`${i}: ${found}`)
          }
        }
      }
    })
  }
})

describe('readCodec', () => {
  const combined: ReadonlyArray<t.Mixed> = [
    t.string,
    t.void,
    t.unknown,
    t.any,
    t.never as unknown as t.Mixed,
    t.literal('a'),
    t.literal(0),
    t.keyof({ a: null }),
    t.Int,
    t.array(t.string),
    t.readonlyArray(t.string),
    t.tuple([t.string, t.string]),
    t.tuple([] as never),
    t.readonly(A),
    A,
    t.type({}),
    t.partial({ a: t.string }),
    t.strict({ a: t.string }),
    t.exact(t.readonly(A)),
    t.exact(new t.StrictType('Strict', A.is, t.string.validate as never, A.encode, A.props)),
    t.record(t.string, t.string),
    t.record(t.literal('a'), t.string),
    t.record(t.union([t.literal('b'), t.keyof({ 2: null, a: null })]), t.string),
    t.union([t.string, t.string]),
    K,
    t.union([A, L]),
    t.intersection([A, B]),
    t.intersection([] as never),
    Tree,
    Named,
    clone(A),
    withEncode(t.string, String)
  ]

  it('knows all that io-ts makes, and leaves it as it was', () => {
    const { validate } = t.string
    expect(combined.filter(isOpaque).map(({ name }) => name)).to.deep.equal([])
    expect(t.string.validate).to.equal(validate)
    expect(Object.keys(t.keyof({ a: null }).keys)).to.deep.equal(['a'])
  })

  it('asks no code of a user meanwhile', () => {
    let asked = 0
    const ask = (): boolean => asked++ >= 0
    const Own = new t.Type(
      'Own',
      (_): _ is unknown => ask(),
      (u) => (ask(), t.success(u)),
      t.identity
    )
    const all = t.type({
      a: Own,
      b: t.array(Own),
      c: t.refinement(t.unknown, ask),
      d: t.union([Own, t.strict({ a: Own })]),
      e: t.tuple([Own]),
      f: t.record(t.string, Own),
      g: t.intersection([Own, t.partial({ a: Own })])
    })
    expect([isOpaque(all), asked]).to.deep.equal([false, 0])
  })

  it('leaves to itself a codec whose wrapper keeps the tag and replaces the code', () => {
    for (const codec of [
      withFallback(t.string, ''),
      withFallback(A, { a: '' }),
      withMessage(t.array(t.string), () => 'no'),
      withValidate(A, A.validate.bind(A)),
      withFallback(t.readonly(A), { a: '' }),
      withFallback(Named, { a: '' }),
      withEncode(A, String),
      t.string.pipe(t.string),
      new t.Type('own', t.string.is, t.string.validate.bind(t.string), t.identity)
    ]) {
      expect(isOpaque(codec), codec.name).to.equal(true)
    }
  })

  it('leaves to itself a codec whose tag says one thing and whose code another', () => {
    const list = t.array(t.string)
    const text = Function.prototype.toString.call(list.validate)
    expect(
      isOpaque(new t.InterfaceType('odd', t.UnknownRecord.is, list.validate as never, t.identity, { a: t.string }))
    ).to.equal(true)
    const impostor: unknown = { ...list, _tag: 'ArrayType', validate: () => t.success([]), toString: () => text }
    expect(isOpaque(impostor as t.Mixed)).to.equal(true)
  })

  it('leaves to themselves frozen codecs and keys, of whose parents nothing can be proved, and a field `__proto__`', () => {
    expect(isOpaque(t.array(Object.freeze(t.array(t.string))))).to.equal(true)
    expect(isOpaque(t.keyof(Object.freeze({ a: null })))).to.equal(true)
    expect(isOpaque(t.type({ ['__proto__']: t.string }))).to.equal(true)
    expect(isOpaque(t.record(t.union([t.literal('__proto__'), t.literal('a')]), t.string))).to.equal(true)
  })

  it('leaves to itself an exact type without known props', () => {
    expect(isOpaque(t.exact(t.recursion('R', (): t.Mixed => t.type({})) as unknown as t.TypeC<t.Props>))).to.equal(true)
  })

  it('leaves to itself a tagged union whose index may have been made before its recursive members were known', () => {
    const Late: t.Mixed = t.recursion('Late', (): t.Mixed => t.type({ k: t.literal('a') }))
    const member = t.intersection([Late, t.type({ k: t.literal('a') })])
    const other = t.type({ k: t.literal('b') })
    expect(isOpaque(t.union([Late, other])), 'which by itself is known').to.equal(false)
    for (const late of [
      member,
      t.readonly(member),
      t.refinement(member, () => true),
      t.exact(member as unknown as t.HasProps),
      t.union([member, t.type({ k: t.literal('c') })])
    ]) {
      expect(isOpaque(t.union([late, other])), late.name).to.equal(true)
    }
  })
})

describe('finder', () => {
  const prototype = Function.prototype as { toString: (this: () => unknown) => string }
  const original = prototype.toString
  const codecs: ReadonlyArray<AnyDecoder> = [t.array(t.string), t.union([t.string, t.number]), t.Int]
  const combinators = codecs.map((codec) => ({ sample: () => codec, read: () => undefined }))

  const found = (textOf: (fn: () => unknown, n: number) => string): number => {
    let n = 0
    prototype.toString = function () {
      return textOf(this, n++)
    }
    try {
      const find = finder(combinators)
      prototype.toString = original
      return codecs.filter((codec) => find(codec) !== undefined).length
    } finally {
      prototype.toString = original
    }
  }
  const sourceOf = (fn: () => unknown): string => original.call(fn)

  it('knows all combinators, or none where the text is a placeholder for any of them or one for several', () => {
    expect([
      found(sourceOf),
      found((_, n) => `function f${n}() { [native code] }`),
      found((fn, n) => (n === 1 ? 'function f(a0, a1) { [bytecode] }' : sourceOf(fn))),
      found((fn, n) => (n < 2 ? 'function () {}' : sourceOf(fn)))
    ]).to.deep.equal([3, 0, 0, 0])
  })
})

// Does more than io-ts's method, and calls it.
class Marked extends t.InterfaceType<{ readonly a: t.StringC }> {
  constructor() {
    super('Marked', A.is, A.validate, A.encode, A.props)
  }

  override decode(value: unknown) {
    return (value as { readonly marked?: boolean } | undefined)?.marked === true
      ? t.success({ a: 'marked' })
      : super.decode(value)
  }
}

describe('decodesAs', () => {
  it('leaves a codec to itself whose class decodes otherwise', () => {
    const [codec, decoder] = [new Marked(), compile(new Marked())]
    for (let i = 0; i < 9; i++)
      for (const value of [{ marked: true }, { a: 'x' }, { a: 1 }])
        expect(decoder.decode(value)._tag).to.equal(codec.decode(value)._tag)
  })

  it('names the codec that `decode` is bound to', () => {
    const copy = clone(A)
    expect([decodesAs(A), decodesAs(t.unknown), decodesAs(copy)]).to.deep.equal([A, t.unknown, A])
    expect(decodesAs(Object.freeze(clone(A)))).to.equal(A)
  })

  it('names none where `decode` is another, or asks another `validate`', () => {
    const own = Object.defineProperty((u: unknown) => t.success(u), 'name', { value: 'bound decode' })
    const natives = ['Object', 'not bound '].map((value) => Object.defineProperty(Object.bind(null), 'name', { value }))
    for (const codec of [
      withMessage(t.number, () => 'no'),
      { ...t.unknown, decode: own },
      ...natives.map((decode) => ({ ...t.unknown, decode: decode as typeof own })),
      Object.assign(clone(A), { validate: B.validate }),
      clone(t.unknown),
      new Marked(),
      { ...new Marked() }
    ]) {
      expect(decodesAs(codec as AnyDecoder)).to.equal(undefined)
    }
  })
})
