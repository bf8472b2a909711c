/** Draws the picture that a shared link shows, public/card.png, from the first login page of the first page. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const [reading] = /<h3>A login page.*<\/dl>/.exec(readFileSync(here('landing.md'), 'utf8')) ?? []

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  chromiumSandbox: process.getuid?.() !== 0
})
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
await page.setContent(`<style>
  body { margin: 0; padding: 64px 72px; font: 30px/1.4 system-ui, sans-serif; color: #1d1f23; background: #fff }
  h1 { margin: 0 0 12px; font-size: 64px } p { margin: 0 0 40px; color: #4c5057 }
  h3, dt { font-size: 24px; margin: 0 0 8px } dt { font-weight: 600 } dl { margin: 0 }
  dd { margin: 0 0 14px; padding-left: 16px; border-left: 5px solid #17693a; font: 22px/1.4 ui-monospace, 'DejaVu Sans Mono', monospace }
  .before { border-color: #a8271d }
</style><h1>guarded-call</h1><p>Validated results, or errors that a model can act on.</p>${reading}`)
await page.screenshot({ path: here('public/card.png') })
await browser.close()
