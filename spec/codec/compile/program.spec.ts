import { expect } from 'chai'
import * as t from 'io-ts'
import { programOf, type BackEnd } from '../../../lib/codec/compile/program.js'
import { readPlan } from '../../../lib/codec/compile/read.js'
import { FAIL, NOWHERE } from '../../../lib/codec/compile/run.js'

// Counts how often code is generated meanwhile.
const counting = <A>(run: () => A): { readonly result: A; readonly tried: number } => {
  const original = globalThis.Function
  let tried = 0
  globalThis.Function = new Proxy(original, {
    construct(target, args: ReadonlyArray<string>) {
      tried++
      return Reflect.construct(target, args) as object
    }
  })
  try {
    return { result: run(), tried }
  } finally {
    globalThis.Function = original
  }
}

describe('programOf', () => {
  const plan = readPlan(t.type({ a: t.string, b: t.array(t.type({ c: t.number })) }))
  const program = (backEnd: BackEnd) => counting(() => programOf(plan, backEnd, true))

  it('generates code for the one back end, and none for the other', () => {
    const [generated, closures] = [program('generated'), program('closures')]
    expect([generated.tried, closures.tried]).to.deep.equal([1, 0])
    expect([generated.result.run.name, closures.result.run.name === 'n0']).to.deep.equal(['n0', false])
  })

  it('makes programs that decode alike, and mirrors that say why not', () => {
    for (const backEnd of ['generated', 'closures'] as const) {
      const { run, mirror } = program(backEnd).result
      const value = { a: 'a', b: [{ c: 1 }] }
      expect([
        run(value, NOWHERE),
        run({ a: 1 }, NOWHERE),
        mirror(plan.root, value, NOWHERE),
        mirror(plan.root, {}, NOWHERE)
      ]).to.deep.equal([value, FAIL, value, FAIL])
    }
  })
})
