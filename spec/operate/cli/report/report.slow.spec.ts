import { expect } from 'chai'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../../../helpers/browser.js'
import { openFolder, type Folder } from '../command.js'
import { fineOrder, records } from '../recordings.js'
import { visit } from './visit.js'
import { reportWeek } from './week.js'

// What somebody may have put into an answer to see it run on the screen of whoever reads the report.
const HOSTILE: ReadonlyArray<string> = [
  '</code></pre></script><script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
  '" onmouseover="alert(3)" x="',
  "' autofocus onfocus='alert(4)",
  '<svg/onload=alert(5)>',
  '<style>*{display:none}</style>',
  '</style><meta http-equiv=refresh content="0;url=https://example.com/">',
  '<a href="javascript:alert(6)">x</a>',
  '\u202egnp.exe\u2066 \u200b\u0000\u001b[2J',
  '<iframe src=https://example.com>',
  '`${alert(7)}`',
  '<base href=https://example.com/>',
  '<details open ontoggle=alert(8)>',
  '\ud800',
  '&lt;b&gt;'
]

/** Opens what can be opened, and does to every element what a visitor may. */
const TOUCH_ALL = `for (const element of document.querySelectorAll('*')) {
  if ('open' in element) element.open = true
  for (const event of ['mouseover', 'focus', 'load', 'error', 'toggle']) element.dispatchEvent(new Event(event))
}`

const hostile = (i: number): unknown => {
  if (i % 10 !== 3) return fineOrder(i)
  const value = HOSTILE[((i / 10) % HOSTILE.length) | 0] ?? ''
  return { ...(fineOrder(i) as object), status: value, customer: { name: [value], [value]: { [value]: value } } }
}

/** Conversations with a finding of each kind, and hostile names and texts in all of them. */
const audited = (): ReadonlyArray<unknown> => {
  const made = (id: string, name: string, content: string): ReadonlyArray<unknown> => [
    { role: 'assistant', tool_calls: [{ id, type: 'function', function: { name, arguments: '{"cents":100}' } }] },
    { role: 'tool', tool_call_id: id, content }
  ]
  const more = JSON.stringify({ items: [{ id: 1 }], has_more: true, next_cursor: 'abc' })
  const texts = ['{"id":"p1"}', '<!doctype html><html>Sign in', 'Error: no', '[]', '{"a":[', more, 'x'.repeat(90_000)]
  return [
    [
      { role: 'user', content: 'Pay' },
      ...made('1', 'create_payment', '{"id":"p1"}'),
      ...made('2', 'create_payment', '{"id":"p2"}'),
      ...texts.flatMap((text, at) => [...made(`a${at}`, `mcp__a_long_server_name__find_${at}`, text)]),
      ...texts.flatMap((text, at) => [...made(`b${at}`, `mcp__a_long_server_name__find_${at}`, text)])
    ],
    HOSTILE.flatMap((text, at) => [{ role: 'user', content: 'Hi' }, ...made(`h${at}`, text, `Error: ${text}`)])
  ]
}

describe('the report in a browser', () => {
  let folder: Folder
  let browser: Browser | undefined
  let server: Server
  let origin = ''
  let asked: Array<string> = []

  before(async () => {
    folder = openFolder()
    await reportWeek(folder)
    folder.write(
      'hostile.jsonl',
      records(3000, hostile) + records(60, () => 1, { tool: '<b>ping</b>', turnId: '<script>' })
    )
    await folder.run(['calibrate', 'hostile.jsonl', '--tools', 'tools.mjs', '--html', 'hostile.html'])
    folder.write('audited.json', JSON.stringify(audited()))
    // Paths without a place to break, of files that hold no transcript.
    const deep = join('logs', 'aLongFolderNameWithoutAnyBreak'.toLowerCase().repeat(3))
    mkdirSync(join(folder.path, deep), { recursive: true })
    for (const name of ['package.json', 'notes.txt']) folder.write(join(deep, name), '{}')
    await folder.run([
      'audit',
      'audited.json',
      'missing.json',
      'logs',
      '--html',
      'audit.html',
      '--price',
      'in=3,out=15'
    ])
    browser = await openBrowser()
    // Served, so that the origin is one from which a page could load things.
    server = createServer(({ url = '' }, response) => {
      asked.push(url)
      response.writeHead(200, { 'content-type': 'text/html' }).end(readFileSync(join(folder.path, url)))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(async () => {
    await browser?.close()
    server?.close()
    folder.remove()
  })

  beforeEach(() => {
    asked = []
  })

  const inBrowser = (title: string, use: (chromium: Browser) => Promise<void>): void => {
    it(title, async function () {
      if (browser === undefined) this.skip()
      await use(browser)
    })
  }

  inBrowser('opens without an error or a request, and its groups open by mouse and by key', async (chromium) => {
    const { page: shown, incidents } = await visit(chromium, `${origin}/week.html`)
    const change = shown.getByText('phone: t.union([t.string, t.null])')
    expect(await change.isVisible()).to.equal(false)
    await shown.locator('summary', { hasText: 'customer.phone' }).click()
    expect(await change.isVisible()).to.equal(true)
    const reason = shown.getByText('traffic went on without it')
    await shown.locator('summary', { hasText: 'status' }).focus()
    await shown.keyboard.press('Enter')
    expect(await reason.isVisible()).to.equal(true)
    await shown.keyboard.press('Enter')
    expect(await reason.isVisible()).to.equal(false)
    await shown.getByRole('link', { name: 'get_order' }).click()
    expect(new URL(shown.url()).hash).to.match(/^#tool-\d$/)
    expect(
      await shown.getByRole('img', { name: /^Share of responses accepted over time: [\d.]+ % at first/ }).count()
    ).to.equal(2)
    expect([incidents, asked]).to.deep.equal([[], ['/week.html']])
  })

  inBrowser('shows hostile values and does nothing that they say', async (chromium) => {
    const { page: shown, incidents } = await visit(chromium, `${origin}/hostile.html`)
    await shown.locator('summary').first().click()
    await shown.evaluate(TOUCH_ALL)
    const text = await shown.locator('main').innerText()
    expect(text).to.include('<script>alert(1)')
    expect(text).not.to.match(/[\u0000-\u0008\u000b-\u001f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/)
    expect(
      await shown.locator('script, img, iframe, base, main style, main meta, b, i, a:not([href^="#"])').count()
    ).to.equal(0)
    expect(shown.url()).to.equal(`${origin}/hostile.html`)
    expect([incidents, asked]).to.deep.equal([[], ['/hostile.html']])
  })

  inBrowser('would not run a script that came in by whatever hole', async (chromium) => {
    folder.write(
      'hole.html',
      readFileSync(join(folder.path, 'week.html'), 'utf8').replace(
        '<main>',
        '<main><script>document.title = "mine"</script><img src="/leak" onerror="document.title = 1"><p style="color: red">x</p>'
      )
    )
    const { page: shown, incidents } = await visit(chromium, `${origin}/hole.html`)
    expect(await shown.title()).to.match(/^Calibration of /)
    expect(asked).to.deep.equal(['/hole.html'])
    expect(incidents.filter((incident) => incident.includes('Content Security Policy'))).to.have.length(4)
  })

  inBrowser('breaks names between their words alone, on a telephone', async (chromium) => {
    const { page: shown } = await visit(chromium, `${origin}/audit.html`, { width: 390 })
    await shown.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    const broken = `[...document.querySelectorAll('th[scope=row] bdi')]
      .flatMap((name) => [...name.childNodes])
      .filter((part) => {
        const range = document.createRange()
        range.selectNodeContents(part)
        return /^\\w{1,16}$/.test(part.textContent) && range.getClientRects().length > 1
      })
      .map((part) => part.textContent)`
    expect(await shown.evaluate(broken)).to.deep.equal([])
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1000, 390]) {
      inBrowser(`is readable for everybody, ${colorScheme} and ${width} pixels wide`, async (chromium) => {
        for (const name of ['week.html', 'hostile.html', 'audit.html']) {
          const { page: shown } = await visit(chromium, `${origin}/${name}`, { colorScheme, width })
          await shown.evaluate(TOUCH_ALL)
          expect(await shown.evaluate('document.documentElement.scrollWidth')).to.equal(width)
          // The page's policy lets no script in, and axe is one: it is run by the debugger.
          await shown.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
          const { violations } = (await shown.evaluate("axe.run({ resultTypes: ['violations'] })")) as {
            readonly violations: ReadonlyArray<{
              readonly id: string
              readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary: string }>
            }>
          }
          expect(
            violations.map(
              ({ id, nodes }) =>
                `${id}: ${nodes
                  .slice(0, 3)
                  .map(({ html, failureSummary }) => `${html} ${failureSummary}`)
                  .join('\n')}`
            )
          ).to.deep.equal([])
        }
      })
    }
  }
})
