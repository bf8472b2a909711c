import { expect } from 'chai'
import type { mayGenerate } from '../../../lib/codec/compile/generated.js'

// A module that is loaded anew tries anew.
let copies = 0
const fresh = async (): Promise<typeof mayGenerate> =>
  (
    (await import(`../../../lib/codec/compile/generated.js?${copies++}`)) as {
      readonly mayGenerate: typeof mayGenerate
    }
  ).mayGenerate

describe('mayGenerate', () => {
  const original = globalThis.Function
  afterEach(() => {
    globalThis.Function = original
  })

  it('tries once whether code may be generated', async () => {
    const may = await fresh()
    let tried = 0
    globalThis.Function = new Proxy(original, {
      construct(target, args: ReadonlyArray<string>) {
        tried++
        return Reflect.construct(target, args) as object
      }
    })
    expect([may(), may(), tried]).to.deep.equal([true, true, 1])
  })

  it('takes no for an answer, whether it is thrown or not', async () => {
    for (const construct of [
      (): never => {
        throw new EvalError('forbidden by policy')
      },
      () => () => undefined
    ]) {
      const may = await fresh()
      globalThis.Function = new Proxy(original, { construct })
      expect([may(), may()]).to.deep.equal([false, false])
    }
  })
})
