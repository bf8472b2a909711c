/** What a hostile value can cost. */
import { expect } from 'chai'
import * as t from 'io-ts'
import { DateFromISOString } from 'io-ts-types/lib/DateFromISOString.js'
import { compile } from '../../../lib/codec/compile/compile.js'
import { Engine } from '../../../lib/codec/compile/engine.js'
import { expectLeft } from '../../helpers/either.js'
import { answerDifference } from './same-answer.js'
import { fastestMs } from '../../helpers/fastest-ms.js'
import { runs } from '../../helpers/runs.js'

const CODEGENS = ['always', 'never', 'auto'] as const
// Any stack ends before.
const DEPTH = runs(100_000)

const nested = (depth: number, leaf: string, open = '[', close = ']'): unknown =>
  JSON.parse(open.repeat(depth) + leaf + close.repeat(depth))

const List: t.Type<unknown> = t.recursion('List', (self) => t.array(self) as t.Mixed)
const Tree: t.Type<unknown> = t.recursion('Tree', (self): t.Mixed => t.union([t.null, t.strict({ next: self })]))

// Three members that all look beneath: every level triples what io-ts asks, and the errors that it keeps.
const unions = (depth: number): t.Mixed => {
  let codec: t.Mixed = t.string
  for (let i = 0; i < depth; i++)
    codec = t.union([t.array(codec, 'a'), t.tuple([codec], 't'), t.readonlyArray(codec, 'r')], 'u')
  return codec
}

describe('a compiled codec and deep values', () => {
  it(`throws what io-ts throws on ${DEPTH} levels, and is none the worse for it`, () => {
    for (const codegen of CODEGENS) {
      for (const [codec, value] of [
        [List, nested(DEPTH, '1')],
        [Tree, nested(DEPTH, 'null', '{"next":', '}')]
      ] as const) {
        expect(() => codec.decode(value)).to.throw(RangeError)
        const decoder = compile(codec, { codegen, maxErrors: 20 })
        expect(() => decoder.decode(value), codegen).to.throw(RangeError)
        expect(answerDifference([[[]]], codec.decode([[[]]]), decoder.decode([[[]]]))).to.equal(undefined)
      }
    }
  })

  it('answers at every depth that io-ts can', () => {
    for (const generates of [true, false]) {
      const engine = new Engine(Tree, { generates: () => generates, from: 1 })
      for (const depth of [1, 2, 40]) {
        for (const leaf of ['null', '1', '{"next":null,"extra":1}']) {
          const value = nested(depth, leaf, '{"next":', '}')
          expect(
            answerDifference(value, Tree.decode(value), engine.decode(value, Infinity)),
            `${generates} ${depth} ${leaf}`
          ).to.equal(undefined)
        }
      }
      const deep = engine.decode(nested(700, '1', '{"next":', '}'), Infinity)
      expect(expectLeft(deep).map((error) => error.context.length)).to.deep.equal(
        expectLeft(Tree.decode(nested(700, '1', '{"next":', '}'))).map((error) => error.context.length)
      )
    }
  })
})

describe('a compiled codec and unions of unions', () => {
  it('gives the first errors of io-ts', () => {
    const codec = unions(6)
    const value = nested(6, '1')
    const all = expectLeft(codec.decode(value))
    expect(all.length).to.equal(3 ** 6)
    for (const codegen of CODEGENS)
      expect(expectLeft(compile(codec, { codegen, maxErrors: 20 }).decode(value)), codegen).to.deep.equal(
        all.slice(0, 20)
      )
  })

  // io-ts makes half a million errors at a depth of 12, and would not end at one of 60.
  it('gives them soon, however many there would be', () => {
    const give = (): void => {
      for (const codegen of CODEGENS) {
        for (const depth of [12, 60])
          expect(
            expectLeft(compile(unions(depth), { codegen, maxErrors: 20 }).decode(nested(depth, '1')))
          ).to.have.length(20)
        const Any: t.Mixed = t.recursion('Any', (self: t.Mixed): t.Mixed =>
          t.union([t.array(self), t.readonlyArray(self), t.tuple([self]), t.strict({ a: self })])
        )
        expect(expectLeft(compile(Any, { codegen, maxErrors: 20 }).decode(nested(150, '1')))).to.have.length(20)
      }
    }
    expect(fastestMs(give, 1)).to.be.below(2_000)
  })

  it('gives them soon where an opaque codec is beneath', () => {
    const give = (): void => {
      const Dated: t.Mixed = t.recursion('Dated', (self: t.Mixed): t.Mixed =>
        t.union([t.array(self), t.readonlyArray(self), DateFromISOString])
      )
      for (const codegen of CODEGENS)
        expect(expectLeft(compile(Dated, { codegen, maxErrors: 20 }).decode(nested(150, '1')))).to.have.length(20)
    }
    expect(fastestMs(give, 1)).to.be.below(5_000)
  })

  it('asks each union once about an object that it refuses', () => {
    let asked = 0
    const leaf = t.refinement(t.string, () => {
      asked++
      return false
    })
    let codec: t.Mixed = leaf
    for (let i = 0; i < 10; i++) codec = t.union([t.array(codec), t.tuple([codec])])
    for (const codegen of ['always', 'never'] as const) {
      asked = 0
      expectLeft(compile(codec, { codegen, maxErrors: 1 }).decode(nested(10, '"x"')))
      expect(asked).to.be.lessThan(200)
    }
  })
})

describe('a compiled codec and many errors', () => {
  it('stops at the limit', () => {
    let asked = 0
    const row = t.type({
      a: t.refinement(t.number, () => {
        asked++
        return false
      })
    })
    const rows = Array.from({ length: 50_000 }, () => ({ a: 1 }))
    for (const generates of [true, false]) {
      asked = 0
      const engine = new Engine(t.array(row), { generates: () => generates, from: 1 })
      expect(expectLeft(engine.decode(rows, 20))).to.have.length(20)
      expect(asked).to.be.lessThan(100)
    }
  })
})
