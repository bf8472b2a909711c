import { expect } from 'chai'
import * as t from 'io-ts'
import { clone } from 'io-ts-types/lib/clone.js'
import { withEncode } from 'io-ts-types/lib/withEncode.js'
import { withFallback } from 'io-ts-types/lib/withFallback.js'
import { withMessage } from 'io-ts-types/lib/withMessage.js'
import { withValidate } from 'io-ts-types/lib/withValidate.js'
import { readPlan } from '../../../lib/codec/compile/read.js'
import type * as trust from '../../../lib/codec/compile/trust.js'
import { combinatorOf, decodesByValidate, primitiveOf } from '../../../lib/codec/compile/trust.js'

const accept = (): t.Validation<unknown> => t.success(1)

type Trust = Pick<typeof trust, 'acceptsAll' | 'combinatorOf' | 'decodesByValidate' | 'primitiveOf'>

const kindOf = (codec: t.Mixed): string => readPlan(codec).root.shape.kind

describe('what a codec is compiled as', () => {
  it('is what it is, for all that io-ts makes', () => {
    const struct = t.type({ a: t.string })
    const kinds: ReadonlyArray<readonly [t.Mixed, string]> = [
      [t.string, 'is'],
      [t.void, 'is'],
      [t.unknown, 'any'],
      [t.any, 'any'],
      [t.literal('a'), 'literal'],
      [t.keyof({ a: null }), 'keyof'],
      [t.Int, 'refinement'],
      [t.array(t.string), 'array'],
      [t.readonlyArray(t.string), 'array'],
      [t.readonly(struct), 'fields'],
      [struct, 'fields'],
      [t.partial({ a: t.string }), 'fields'],
      [t.strict({ a: t.string }), 'exact'],
      [t.record(t.string, t.string), 'record'],
      [t.record(t.literal('a'), t.string), 'exact'],
      [t.tuple([t.string]), 'tuple'],
      [t.union([t.string, t.number]), 'union'],
      [t.union([t.type({ k: t.literal(1) }), t.type({ k: t.literal(2) })]), 'tagged'],
      [t.intersection([struct, struct]), 'intersection'],
      [t.recursion('R', () => struct as t.Mixed), 'fields'],
      [t.exact(t.readonly(struct)), 'exact'],
      [
        t.exact(new t.StrictType('Strict', struct.is, t.string.validate as never, struct.encode, struct.props)),
        'exact'
      ],
      [clone(struct), 'fields'],
      [withEncode(t.string, String), 'is']
    ]
    for (const [codec, kind] of kinds) expect(kindOf(codec), codec.name).to.equal(kind)
  })

  it('is opaque where a wrapper keeps the tag and replaces the code', () => {
    const struct = t.type({ a: t.string })
    for (const codec of [
      withFallback(t.string, ''),
      withFallback(struct, { a: '' }),
      withMessage(t.array(t.string), () => 'no'),
      withValidate(struct, struct.validate.bind(struct)),
      withFallback(t.readonly(struct), { a: '' }),
      withFallback(
        t.recursion('R', (): t.Mixed => struct),
        { a: '' }
      ),
      withEncode(struct, String),
      t.string.pipe(t.string),
      new t.Type('own', t.string.is, t.string.validate.bind(t.string), t.identity)
    ]) {
      expect(kindOf(codec), codec.name).to.equal('opaque')
    }
  })

  it('is opaque where the tag says one thing and the code another', () => {
    const list = t.array(t.string)
    expect(
      kindOf(
        new t.InterfaceType('odd', t.UnknownRecord.is, list.validate as t.Validate<unknown, never>, t.identity, {
          a: t.string
        })
      )
    ).to.equal('opaque')
    const text = Function.prototype.toString.call(list.validate)
    const impostor: unknown = { ...list, _tag: 'ArrayType', validate: () => t.success([]), toString: () => text }
    expect(kindOf(impostor as t.Mixed)).to.equal('opaque')
  })

  it('is opaque for a recursive type that is its own definition, and for an exact type without known props', () => {
    expect(kindOf(t.recursion('Self', (self: t.Mixed) => self))).to.equal('opaque')
    expect(kindOf(t.exact(t.recursion('R', (): t.Mixed => t.type({})) as unknown as t.TypeC<t.Props>))).to.equal(
      'opaque'
    )
  })

  it('is opaque for a tagged union whose index may have been made before its recursive members were known', () => {
    const Late: t.Mixed = t.recursion('Late', (): t.Mixed => t.type({ k: t.literal('a') }))
    const member = t.intersection([Late, t.type({ k: t.literal('a') })])
    const other = t.type({ k: t.literal('b') })
    expect(kindOf(t.union([Late, other])), 'which by itself is known').to.equal('tagged')
    for (const late of [
      member,
      t.readonly(member),
      t.refinement(member, () => true),
      t.exact(member as unknown as t.HasProps),
      t.union([member, t.type({ k: t.literal('c') })])
    ]) {
      expect(kindOf(t.union([late, other])), late.name).to.equal('opaque')
    }
    expect(
      kindOf(
        t.union([t.readonly(t.strict({ k: t.literal('a') })), Late.pipe(t.unknown), t.type({ k: t.literal('b') })])
      )
    ).to.equal('union')
  })
})

describe('combinatorOf', () => {
  it('knows io-ts by its text, not by the length of it', () => {
    const text = Function.prototype.toString.call(t.array(t.string).validate)
    const padded = {
      name: 'padded',
      decode: accept,
      validate: Object.defineProperty(() => t.success(1), 'toString', { value: () => text })
    }
    expect(combinatorOf(padded)).to.equal(undefined)
    // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
    const same: unknown = new Function(
      `return ${text.replace('var errors = []', 'var errors = [ ]').replace('var len ', 'var len')}`
    )()
    expect(combinatorOf({ ...padded, validate: same as typeof accept })).to.equal(undefined)
  })
})

describe('combinatorOf, where an engine keeps no source text', () => {
  const prototype = Function.prototype as { toString: (this: () => unknown) => string }
  const original = prototype.toString
  const texts = new Map<object, string>()
  let copies = 0

  // A module that is loaded anew asks for the texts anew.
  const load = async (): Promise<Trust> => (await import(`../../../lib/codec/compile/trust.js?${copies++}`)) as Trust

  const known = async (
    textOf: (fn: () => unknown, n: number) => string
  ): Promise<ReadonlyArray<string | undefined>> => {
    texts.clear()
    const copy = await load()
    prototype.toString = function () {
      const text = texts.get(this) ?? textOf(this, texts.size)
      texts.set(this, text)
      return text
    }
    try {
      const codecs = [
        t.array(t.string),
        t.union([t.string, t.number]),
        t.Int,
        t.recursion('R', (): t.Mixed => t.string)
      ]
      return codecs.map((codec) => copy.combinatorOf(codec))
    } finally {
      prototype.toString = original
    }
  }
  const sourceOf = (fn: () => unknown): string => original.call(fn)

  it('knows all where it does', async () => {
    expect(await known(sourceOf)).to.deep.equal(['array', 'union', 'refinement', 'recursion'])
    const {
      acceptsAll: takesAll,
      combinatorOf: combinator,
      decodesByValidate: decodes,
      primitiveOf: primitive
    } = await load()
    const [a, b] = [t.type({ k: t.literal('a') }), t.type({ k: t.literal('b') })]
    const combined: ReadonlyArray<t.Mixed> = [
      t.readonlyArray(a),
      t.tuple([a]),
      a,
      t.partial({}),
      t.record(t.string, a),
      t.strict({}),
      t.intersection([a, t.partial({})]),
      t.union([a, t.null]),
      t.union([a, b]),
      t.Int,
      t.literal('a'),
      t.keyof({ b: null }),
      t.recursion('R', (): t.Mixed => a)
    ]
    expect(combined.map(combinator)).to.deep.equal([
      'array',
      'tuple',
      'type',
      'partial',
      'record',
      'exact',
      'intersection',
      'union',
      'tagged',
      'refinement',
      'literal',
      'keyof',
      'recursion'
    ])
    const primitives: ReadonlyArray<t.Mixed> = [
      t.string,
      t.number,
      t.boolean,
      t.bigint,
      t.undefined,
      t.null,
      t.Function,
      t.object,
      t.UnknownArray,
      t.UnknownRecord,
      t.never as unknown as t.Mixed
    ]
    expect(primitives.map(primitive)).to.deep.equal([
      'string',
      'number',
      'boolean',
      'bigint',
      'undefined',
      'null',
      'function',
      'object',
      'array',
      'dictionary',
      'never'
    ])
    expect([t.unknown, t.any, t.string, a].map(takesAll)).to.deep.equal([true, true, false, false])
    expect([t.string, withMessage(t.string, () => 'no')].map(decodes)).to.deep.equal([true, false])
  })

  it('knows none where the text is a placeholder, for all or for some, or one for several', async () => {
    const nothing = [undefined, undefined, undefined, undefined]
    expect(await known((_, n) => `function f${n}() { [native code] }`)).to.deep.equal(nothing)
    expect(await known((fn, n) => (n === 1 ? 'function f(a0, a1) { [bytecode] }' : sourceOf(fn)))).to.deep.equal(
      nothing
    )
    expect(await known((fn, n) => (n < 2 ? 'function () {}' : sourceOf(fn)))).to.deep.equal(nothing)
  })
})

describe('primitiveOf', () => {
  it('knows the functions of io-ts', () => {
    expect(primitiveOf(t.number)).to.equal('number')
    expect(primitiveOf({ name: 'number', decode: accept, validate: (u, c) => t.number.validate(u, c) })).to.equal(
      undefined
    )
  })
})

describe('decodesByValidate', () => {
  it('tells the method of io-ts from one that was put in its place', () => {
    expect(decodesByValidate(t.number)).to.equal(true)
    expect(decodesByValidate(withMessage(t.number, () => 'no'))).to.equal(false)
    const own = Object.defineProperty((u: unknown) => t.success(u), 'name', { value: 'bound decode' })
    expect(decodesByValidate({ ...t.unknown, decode: own })).to.equal(false)
    for (const name of ['Object', 'not bound ']) {
      const native: unknown = Object.defineProperty(Object.bind(null), 'name', { value: name })
      expect(decodesByValidate({ ...t.unknown, decode: native as typeof own })).to.equal(false)
    }
  })
})
