/** Opens a page in a browser, and writes down whatever it says, asks for or runs into. */
import type { Browser, Page } from 'playwright-core'

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

export const visit = async (
  browser: Browser,
  url: string,
  { width = 1000, colorScheme = 'light' }: VisitOptions = {}
): Promise<Visited> => {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
  const page = await context.newPage()
  const incidents: Array<string> = []
  page.on('request', (request) => {
    if (request.url() !== url) incidents.push(`request ${request.url()}`)
  })
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
