/**
 * The playground, as a person uses it: opened from file://, typed into, and read in both themes and on a narrow screen.
 */
import { expect } from 'chai'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as t from 'io-ts'
import type { Browser, Page } from 'playwright-core'
import { judge, toModelText } from '../../lib/index.js'
import { openBrowser } from '../helpers/browser.js'
import { ROOT } from '../helpers/docs-examples.js'
import { violationsOf } from './axe.js'

const FOLDER = join(ROOT, 'site', 'playground')
const PAGE = pathToFileURL(join(FOLDER, 'dist', 'index.html')).href

const Orders = t.type({
  orders: t.array(t.type({ id: t.number, status: t.keyof({ placed: null, shipped: null }), total: t.number }))
})

const readByModel = (answer: Uint8Array, salvage?: string): string =>
  toModelText(judge({ codec: Orders, ...(salvage === undefined ? {} : { salvage }) }, answer))

describe('the playground', () => {
  let browser: Browser | undefined
  let page: Page
  let errors: Array<string>
  let requests: Array<string>

  before(async function () {
    if (!existsSync(join(FOLDER, 'node_modules'))) {
      console.warn(
        '\n  !! SKIPPED: the playground is not installed; `npm ci --prefix site/playground` to run its specs.\n'
      )
      this.skip()
    }
    browser = (await openBrowser()) ?? this.skip()
    execFileSync(process.execPath, [join(FOLDER, 'build.mjs')])
  })

  after(() => browser?.close())

  beforeEach(async () => {
    page = await browser!.newPage()
    errors = []
    requests = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(PAGE)
  })

  afterEach(async () => {
    await page.close()
    expect(errors).to.deep.equal([])
  })

  const text = async (selector: string): Promise<string> => (await page.locator(selector).textContent()) ?? ''
  const choose = (title: string) => page.getByLabel('Begin with').selectOption(title)

  it('asks for nothing but itself', () => {
    expect(requests.filter((url) => !url.startsWith('data:'))).to.deep.equal([PAGE])
  })

  it('shows what the model would read, for each byte that the answer is cut at', async () => {
    const answer = new TextEncoder().encode(await page.getByLabel("The tool's raw response").inputValue())
    const shown = await page.evaluate<ReadonlyArray<string>>(`(() => {
      const cut = document.getElementById('cut')
      return Array.from({ length: ${answer.length + 1} }, (_, bytes) => {
        cut.value = String(bytes)
        cut.dispatchEvent(new Event('input'))
        return document.getElementById('model-text').textContent
      })
    })()`)
    expect(shown).to.deep.equal(
      Array.from({ length: answer.length + 1 }, (_, bytes) => readByModel(answer.subarray(0, bytes)))
    )
  })

  it('marks the field that was cut, and says which it is', async () => {
    expect([await text('#arrived mark'), await text('#marks')]).to.deep.equal([
      '1291',
      'orders[1].total: the text ends here'
    ])
  })

  it('keeps whole elements where it is asked to', async () => {
    await choose('A cut response, of which whole elements are kept')
    const answer = new TextEncoder()
      .encode(await page.getByLabel("The tool's raw response").inputValue())
      .subarray(0, 165)
    expect(await text('#model-text')).to.equal(readByModel(answer, 'orders'))
    expect(await text('#verdict')).to.match(/^partial_data/)
  })

  it('marks every field that a zod schema refused, and the object that lacks one', async () => {
    await choose('Fields that are not what was promised')
    expect(await page.locator('#arrived mark').allTextContents()).to.deep.equal(['"1001"1', '"shiped"2', '{3'])
    expect(await page.locator('#marks li').allTextContents()).to.deep.equal([
      'orders[0].id: expected number, received string',
      'orders[0].status: expected one of "placed", "shipped", received string',
      'orders[1].total: required field is missing (expected number)'
    ])
  })

  for (const [title, ...verdict] of [
    ['A login page with status 200', 'schema_mismatch', 'html_response', 'What arrived is not what was promised.'],
    ['More rows than fit on a page', 'partial_data', 'more_pages_available', 'Not all of it arrived.'],
    [
      'An id whose last digits would be lost',
      'semantic_garbage',
      'unsafe_integer',
      'It arrived whole and does not fit this call.'
    ],
    ['A Python literal instead of JSON', 'schema_mismatch', 'not_json', 'What arrived is not what was promised.'],
    ['Nothing is wrong', 'Right', 'A payload that the codec validated.']
  ] as const) {
    it(`judges "${title}"`, async () => {
      await choose(title)
      expect(await page.locator('#verdict > *').allTextContents()).to.deep.equal(verdict)
    })
  }

  it('is used by keyboard alone', async () => {
    await page.getByLabel('Begin with').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('[1, 2]')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('t.array(t.number)')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('End')
    expect(await text('#model-text')).to.equal('[1,2]')
    await page.keyboard.press('ArrowLeft')
    expect(await text('#verdict')).to.match(/truncated_response/)
    expect(await page.locator('#cut').getAttribute('aria-valuetext')).to.equal('5 of 6 bytes')
    await page.keyboard.press('Home')
    expect(await text('#verdict')).to.match(/empty_body/)
  })

  for (const [language, typed, problem] of [
    ['io-ts', 't.type({ id: t.nubmer })', /^t\.nubmer: did you mean t\.number\?$/],
    ['zod', 'z.strnig()', /^z\.strnig: did you mean z\.string\?$/],
    ['io-ts', 't.type({', /^This is no JavaScript expression: /],
    ['io-ts', 'z.string()', /^This is a Standard Schema: choose zod above\.$/],
    ['io-ts', '1 + 1', /^The last line gives a number\. End with the codec itself/],
    ['io-ts', 'Order', /^Order is not defined\. These names are there: t, z, /],
    ['zod', 't.string', /^This is an io-ts codec: choose io-ts above\.$/],
    ['JSON Schema', '{"type": 7}', /^Expected `schema` to be a JSON Schema that can be compiled: /],
    ['JSON Schema', '{', /^The schema is no JSON: /],
    ['io-ts', ' ', /^Nothing is written here\./]
  ] as const) {
    it(`says what is wrong with the ${language} codec ${typed}`, async () => {
      await page.getByLabel(language, { exact: true }).check()
      await page.getByLabel('The codec or schema').fill(typed)
      expect(await text('#codec-error')).to.match(problem)
      expect(await page.getByLabel('The codec or schema').getAttribute('aria-invalid')).to.equal('true')
      expect(await text('#model-text')).to.equal('')
    })
  }

  it('takes what is copied from a module', async () => {
    await page
      .getByLabel('The codec or schema')
      .fill("import * as t from 'io-ts'\nexport const Orders = t.type({ orders: t.UnknownArray })\nOrders")
    expect(await text('#codec-error')).to.equal('')
  })

  it('shows the sample in the language that is chosen, and leaves a codec of your own alone', async () => {
    const codec = page.getByLabel('The codec or schema')
    await page.getByLabel('zod', { exact: true }).check()
    expect(await codec.inputValue()).to.match(/^const Order = z\.object/)
    expect(await text('#model-text')).to.match(/"code":"truncated_response"/)
    await page.getByLabel('io-ts', { exact: true }).check()
    await codec.fill('t.unknown')
    await page.getByLabel('zod', { exact: true }).check()
    expect(await codec.inputValue()).to.equal('t.unknown')
  })

  it('shows what is read of a throw, of repeats and of a big result', async () => {
    const modelText = page.locator('#model-text')
    await page.getByLabel('The tool throws').check()
    await modelText.getByText('"code":"tool_unavailable"').waitFor()
    expect(await modelText.textContent()).not.to.include('s3cret')
    await page.getByLabel('The same call again').check()
    await modelText.getByText('4. {"error_class":"schema_mismatch","code":"retry_budget_exceeded"').waitFor()
    await page.getByLabel('A big result').check()
    await modelText.getByText('"unusual":[{"at":41,"value":{"id":41,"status":"failed"}}]').waitFor()
    expect(await page.locator('#question').isVisible()).to.equal(false)
    expect(await violationsOf(page)).to.deep.equal([])
  })

  it('holds the case in a link', async () => {
    await page.getByLabel("The tool's raw response").fill('{"orders": [ñ')
    await page.getByLabel('zod', { exact: true }).check()
    const read = await text('#model-text')
    await page.getByText('Copy a link to this case').click()
    const link = page.url()
    await page.goto('about:blank')
    await page.goto(link)
    expect(await page.getByLabel("The tool's raw response").inputValue()).to.equal('{"orders": [ñ')
    expect(await text('#model-text')).to.equal(read)
  })

  it('says what is wrong with a path to salvage', async () => {
    await page.getByText('More options').click()
    await page.locator('#salvage').fill('rows')
    expect(await text('#salvage-error')).to.match(
      /^Expected `salvage` to be the path of an array that the codec declares/
    )
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1200, 400]) {
      it(`has nothing that axe-core objects to, nor scrolls sideways, ${colorScheme} and ${width} pixels wide`, async () => {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        await page.getByText('More options').click()
        for (const title of await page.locator('#sample option').allTextContents()) {
          await choose(title)
          expect(await page.evaluate('document.documentElement.scrollWidth')).to.be.at.most(width)
        }
        for (const title of [
          'A response that was cut',
          'More rows than fit on a page',
          'An id whose last digits would be lost',
          'Nothing is wrong'
        ]) {
          await choose(title)
          expect(await violationsOf(page)).to.deep.equal([])
        }
      })
    }
  }
})
