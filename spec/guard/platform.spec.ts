import { expect } from 'chai'
import { build } from 'esbuild'
import fc from 'fast-check'
import * as t from 'io-ts'
import { fileURLToPath } from 'node:url'
import * as node from '../../lib/guard/platform.js'
import * as web from '../../lib/guard/platform-web.js'

describe('platform-web', () => {
  it('digests and counts as the Node variant does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(web.sha256(text)).to.equal(node.sha256(text))
        expect(web.byteLength(text)).to.equal(node.byteLength(text))
      })
    )
  })

  it('has no environment that asks for debug output', () => {
    expect(web.debugOutput('guarded-call')).to.equal(undefined)
  })

  it('cannot tell a proxy, which the Node variant can', () => {
    expect([web.isProxy(new Proxy({}, {})), node.isProxy(new Proxy({}, {})), node.isProxy({})]).to.deep.equal([
      false,
      true,
      false
    ])
  })
})

describe('a platform without AsyncLocalStorage', () => {
  const rootOfWeb = async (): Promise<typeof import('../../lib/index.js')> => {
    const { outputFiles } = await build({
      stdin: {
        contents: "export * from './index.js'",
        resolveDir: fileURLToPath(new URL('../../lib/', import.meta.url))
      },
      bundle: true,
      platform: 'browser',
      format: 'esm',
      write: false,
      logLevel: 'silent'
    })
    const text = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
    return (await import(`data:text/javascript;base64,${text}`)) as typeof import('../../lib/index.js')
  }

  it('joins no calls, knows no caller, and refuses `atOnce` in a sentence', async () => {
    const { guardedCall, guardFunctions, openTurn, currentCall, withTurn } = await rootOfWeb()
    let ran = 0
    let caller: unknown = 'nobody asked'
    const run = async (): Promise<string> => {
      ran += 1
      caller = currentCall()
      await new Promise((resolve) => setTimeout(resolve, 2))
      return '1'
    }
    const look = guardedCall({ name: 'look', effect: 'read', run }, t.number)
    const pay = guardedCall({ name: 'pay', effect: 'write', run }, t.number)
    const turn = openTurn({ budget: { calls: 9, chars: 100 } })
    const results = await Promise.all(Array.from({ length: 5 }, () => turn.run(look())))
    expect([results.filter(({ _tag }) => _tag === 'Right').length, ran, caller]).to.deep.equal([3, 3, undefined])
    const writes = await Promise.all(Array.from({ length: 2 }, () => turn.run(pay())))
    expect(writes.map(({ _tag }) => _tag)).to.deep.equal(['Right', 'Left'])
    expect(turn.left().calls).to.equal(5)
    expect(() => openTurn({ budget: { atOnce: 2 } })).to.throw(TypeError, /budget\.atOnce.*AsyncLocalStorage/)
    expect(() => withTurn(turn, () => 1)).to.throw(TypeError, /withTurn.*AsyncLocalStorage.*give each guard its `turn`/)
    const alone = guardFunctions({ look: () => 1 })
    expect(await alone.look().catch((error: unknown) => error)).to.be.instanceOf(TypeError)
  })
})
