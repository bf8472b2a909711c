/** The Chromium that is installed, for specs of what runs in a page and of what a person sees there. */
import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright-core'

const CANDIDATES = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
]

const findChromium = (): string | undefined => CANDIDATES.find((path) => path !== undefined && existsSync(path))

/** Starts the browser without a window; undefined, and said loudly, where none is installed. */
export const openBrowser = async (): Promise<Browser | undefined> => {
  const executablePath = findChromium()
  if (executablePath === undefined) {
    console.warn(
      '\n  !! SKIPPED: no Chromium found; install the package `chromium`, or name one in CHROMIUM, to run what needs a browser.\n'
    )
    return undefined
  }
  // Chromium's own sandbox does not start for the root of a container, and its shared memory is small there; only our
  // own pages are opened.
  return chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: ['--disable-dev-shm-usage']
  })
}
