/**
 * The root entry runs where there is no Node: bundled for a browser and for an edge worker, then run with web globals
 * only.
 */
import { expect } from 'chai'
import { build, type BuildOptions } from 'esbuild'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createContext, Script } from 'node:vm'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const STORY = `
  import * as t from 'io-ts'
  import { guardedCall, openTurn, toModelText } from './built/lib/index.js'
  const search = guardedCall(
    { name: 'search', effect: 'read', run: () => new TextEncoder().encode('{"orders":[{"total":12') },
    t.type({ orders: t.array(t.type({ total: t.number })) })
  )
  const turn = openTurn()
  globalThis.answer = (async () => {
    const texts = []
    for (let i = 0; i < 4; i++) texts.push(toModelText(await turn.run(search({ q: 'x' }))))
    const often = () => new Response('Slow down.', { status: 429, headers: { 'retry-after': '7' } })
    texts.push(toModelText(await turn.run(guardedCall({ name: 'fetch', effect: 'read', run: often }, t.unknown)())))
    return texts
  })()
`

const CODES = [
  'truncated_response',
  'truncated_response',
  'truncated_response',
  'retry_budget_exceeded',
  'rate_limited'
]

const TARGETS: Readonly<Record<string, BuildOptions>> = {
  'a browser': { platform: 'browser' },
  'an edge worker': { platform: 'neutral', mainFields: ['module', 'main'], conditions: ['workerd', 'worker', 'import'] }
}

for (const [name, options] of Object.entries(TARGETS)) {
  describe(`the root entry bundled for ${name}`, () => {
    it('holds no Node built-in, no got and no winston, and guards a call', async () => {
      const { outputFiles, metafile } = await build({
        ...options,
        stdin: { contents: STORY, resolveDir: ROOT },
        bundle: true,
        format: 'iife',
        write: false,
        metafile: true,
        logLevel: 'silent'
      })
      const inputs = Object.keys(metafile.inputs).join('\n')
      expect(inputs).not.to.match(/node:|node_modules\/(?:got|winston|p-retry)\//)
      const {
        crypto,
        TextDecoder,
        TextEncoder,
        Uint8Array,
        ArrayBuffer,
        performance,
        setTimeout,
        clearTimeout,
        AbortController,
        Response,
        URL
      } = globalThis
      const web = {
        crypto,
        TextDecoder,
        TextEncoder,
        Uint8Array,
        ArrayBuffer,
        performance,
        setTimeout,
        clearTimeout,
        AbortController,
        Response,
        URL
      } as { answer?: Promise<ReadonlyArray<string>> }
      new Script(outputFiles[0]?.text ?? '').runInContext(createContext(web))
      const codes = (await web.answer)?.map((text) => (JSON.parse(text) as { code: string }).code)
      expect(codes).to.deep.equal(CODES)
    })
  })
}

describe('the root entry bundled for AWS Lambda', () => {
  const HANDLER = STORY.replace('globalThis.answer =', 'export const handler = () =>')

  for (const format of ['esm', 'cjs'] as const) {
    it(`guards a call in one file of ${format === 'esm' ? 'ESM' : 'CommonJS'}`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'guarded-call-lambda-'))
      const outfile = join(folder, format === 'esm' ? 'index.mjs' : 'index.cjs')
      try {
        await build({
          stdin: { contents: HANDLER, resolveDir: ROOT },
          platform: 'node',
          bundle: true,
          minify: true,
          format,
          outfile,
          logLevel: 'silent'
        })
        const { handler } = (await import(pathToFileURL(outfile).href)) as {
          readonly handler: () => Promise<ReadonlyArray<string>>
        }
        expect((await handler()).map((text) => (JSON.parse(text) as { readonly code: string }).code)).to.deep.equal(
          CODES
        )
      } finally {
        rmSync(folder, { recursive: true })
      }
    })
  }
})
