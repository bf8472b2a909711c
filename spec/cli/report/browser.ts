/** Opens pages in the Chromium of the machine, and writes down whatever they say, ask for or run into. */
import { existsSync } from 'node:fs'
import { chromium, type Browser, type Page } from 'playwright-core'

const PLACES = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].filter((path) => path !== undefined)

/** A page, and what it did that it should not do. */
export interface Visited {
  readonly page: Page
  /** Requests beside the page itself, console lines, errors, dialogs and windows. */
  readonly incidents: ReadonlyArray<string>
}

export interface VisitOptions {
  readonly width?: number
  readonly colorScheme?: 'light' | 'dark'
}

/** The browser; undefined where the machine has none. */
export const openBrowser = async (): Promise<Browser | undefined> => {
  const executablePath = PLACES.find((path) => existsSync(path))
  // Build machines run as root in a container, where Chromium's own sandbox cannot be made.
  return executablePath === undefined ? undefined : chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}

export const visit = async (browser: Browser, url: string, { width = 1000, colorScheme = 'light' }: VisitOptions = {}): Promise<Visited> => {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
  const page = await context.newPage()
  const incidents: Array<string> = []
  page.on('request', (request) => { if (request.url() !== url) incidents.push(`request ${request.url()}`) })
  page.on('console', (message) => incidents.push(`console ${message.text()}`))
  page.on('pageerror', (error) => incidents.push(`error ${error.message}`))
  page.on('dialog', (dialog) => {
    incidents.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('page', (opened) => incidents.push(`window ${opened.url()}`))
  await page.goto(url)
  return { page, incidents }
}
