import { expect } from 'chai'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { clone } from 'io-ts-types/lib/clone.js'
import { withFallback } from 'io-ts-types/lib/withFallback.js'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { compile } from '../../../lib/codec/compile/compile.js'
import { expectLeft } from '../../helpers/either.js'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const Order = t.strict({ id: t.string, total: t.number })
const Orders = t.array(Order)

describe('compile', () => {
  it('gives a decoder that answers as the codec does', () => {
    for (const codegen of ['auto', 'always', 'never'] as const) {
      const decoder = compile(Orders, { codegen })
      expect(decoder.name).to.equal(Orders.name)
      expect(decoder.decode([{ id: 'a', total: 1, extra: 1 }])).to.deep.equal(E.right([{ id: 'a', total: 1 }]))
      expect(decoder.decode([{ id: 1, total: 1 }])).to.deep.equal(Orders.decode([{ id: 1, total: 1 }]))
      expect(decoder.validate('x', [])).to.deep.equal(Orders.validate('x', []))
    }
  })

  it('generates code at once, at the fifth decoding, or never', () => {
    const original = globalThis.Function
    let generated = 0
    globalThis.Function = new Proxy(original, {
      construct(target, args: ReadonlyArray<string>) {
        generated++
        return Reflect.construct(target, args) as object
      }
    })
    try {
      const often = (codegen: 'auto' | 'always' | 'never'): ReadonlyArray<number> => {
        const codec = t.array(t.strict({ id: t.string }))
        const decoder = compile(codec, { codegen })
        return Array.from({ length: 6 }, () => {
          const before = generated
          expect(decoder.validate([{ id: 'a' }], [])).to.deep.equal(E.right([{ id: 'a' }]))
          return generated - before
        })
      }
      expect([often('always'), often('auto'), often('never')]).to.deep.equal([
        [1, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 1, 0],
        [0, 0, 0, 0, 0, 0]
      ])
    } finally {
      globalThis.Function = original
    }
  })

  it('gives one decoder for a codec and its options', () => {
    expect(compile(Orders)).to.equal(compile(Orders, { codegen: 'auto', maxErrors: Infinity }))
    expect(compile(Orders, { maxErrors: 20 })).to.equal(compile(Orders, { maxErrors: 20 }))
    expect(compile(Orders, { maxErrors: 20 })).not.to.equal(compile(Orders))
  })

  it('gives no more errors than asked for: the first of them', () => {
    const rows = Array.from({ length: 2000 }, () => ({}))
    const all = expectLeft(Orders.decode(rows))
    expect(all).to.have.length(4000)
    for (const codegen of ['auto', 'always', 'never'] as const) {
      expect(expectLeft(compile(Orders, { maxErrors: 3, codegen }).decode(rows))).to.deep.equal(all.slice(0, 3))
      expect(expectLeft(compile(Orders, { maxErrors: 3, codegen }).validate(rows, []))).to.have.length(3)
      expect(
        expectLeft(
          compile(withFallback(t.string, 'x').pipe(t.never as unknown as t.Type<string>), {
            maxErrors: 1,
            codegen
          }).decode(1)
        )
      ).to.have.length(1)
    }
  })

  it('reports the errors of a clone as the codec does, which is under the name of the original', () => {
    const renamed = Object.assign(clone(Order), { name: 'Renamed' })
    const decoder = compile(renamed, { codegen: 'always' })
    expect(expectLeft(renamed.decode(1))[0]?.context[0]?.type).to.equal(Order)
    expect(expectLeft(decoder.decode(1))).to.deep.equal(expectLeft(renamed.decode(1)))
  })

  it('asks a codec whose decoding was replaced', () => {
    const codec = Object.assign(clone(t.type({ a: t.string })), { decode: () => t.success({ a: 'always' }) })
    expect(compile(codec, { codegen: 'always' }).decode(1)).to.deep.equal(E.right({ a: 'always' }))
    const plain: t.Decoder<unknown, string> = {
      name: 'plain',
      validate: (u, c) => t.string.validate(u, c),
      decode: (u) => t.string.decode(u)
    }
    expect(compile(plain, { codegen: 'always' }).decode('a')).to.deep.equal(E.right('a'))
  })

  it('asks a recursive codec whose definition throws, and hands on what it throws', () => {
    const broken = t.recursion('Broken', () => {
      throw new Error('no definition')
    })
    expect(() => compile(broken, { codegen: 'always' }).decode({})).to.throw('no definition')
  })

  it('names the original in errors only where that can be seen', () => {
    const anything = t.union([t.string, t.refinement(t.unknown, (u) => u === 1)])
    const decoder = compile(anything, { codegen: 'always' })
    expect(decoder.decode(2)).to.deep.equal(anything.decode(2))
  })

  it('keeps nothing of what it decoded', async () => {
    const decoder = compile(t.union([t.array(Order), t.type({ orders: Orders })]), { codegen: 'always' })
    let payload: object | undefined = { orders: [{ id: 1 }] }
    const left = new WeakRef(payload)
    expectLeft(decoder.decode(payload))
    payload = undefined
    await new Promise((resolve) => {
      setTimeout(resolve, 1)
    })
    collectGarbage()
    expect(left.deref()).to.equal(undefined)
  })

  it('refuses options that are not what they should be', () => {
    expect(() => compile(Order, { maxErrors: 0 })).to.throw(
      TypeError,
      'Expected `maxErrors` to be a positive integer or Infinity.'
    )
    expect(() => compile(Order, { maxErrors: 1.5 })).to.throw(TypeError)
    expect(() => compile(Order, { codegen: 'sometimes' as 'auto' })).to.throw(
      TypeError,
      "Expected `codegen` to be 'auto', 'always' or 'never'."
    )
    for (const none of [undefined, { validate: () => t.success(1) }, { decode: () => t.success(1) }]) {
      expect(() => compile(none as unknown as typeof Order)).to.throw(
        TypeError,
        'Expected `codec` to be an io-ts codec.'
      )
    }
  })
})
