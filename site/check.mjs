/**
 * Checks the built site in Chromium: every link and anchor leads somewhere, axe-core objects to nothing in either
 * theme, nothing scrolls sideways at 400 pixels.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const DIST = fileURLToPath(new URL('dist/', import.meta.url))
const BASE = process.env.SITE_BASE ?? '/'
const TYPES = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png'
}

// -- serving

const fileOf = (address) => {
  const path = address.startsWith(BASE) ? address.slice(BASE.length - 1) : address
  return [path, `${path}.html`, join(path, 'index.html')]
    .map((name) => join(DIST, name))
    .find((name) => existsSync(name) && statSync(name).isFile())
}

const server = createServer((request, response) => {
  const file = fileOf(decodeURIComponent(new URL(request.url, 'http://x').pathname))
  if (file === undefined) return response.writeHead(404).end()
  return response
    .writeHead(200, { 'content-type': TYPES[file.split('.').pop()] ?? 'application/octet-stream' })
    .end(readFileSync(file))
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${server.address().port}`

// -- links

// Some pages alone: `npm run check -- tutorial codes`.
const asked = process.argv.slice(2)
const wanted = (page) => asked.length === 0 || asked.some((name) => page === `/${name}.html`)

const pages = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html') && file !== '404.html')
  .map((file) => `/${file}`)
const problems = []

const anchors = new Map(
  pages.map((page) => {
    const html = readFileSync(join(DIST, page), 'utf8')
    return [join(DIST, page), new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))]
  })
)

for (const page of pages) {
  const html = readFileSync(join(DIST, page), 'utf8')
  for (const [, href] of html.matchAll(/<a\s[^>]*?href="([^"]+)"/g)) {
    if (/^(?:https?:|mailto:|data:)/.test(href)) continue
    const { pathname, hash } = new URL(href.replaceAll('&amp;', '&'), `http://x${BASE}${page.slice(1)}`)
    const file = fileOf(decodeURIComponent(pathname))
    if (file === undefined) problems.push(`${page}: ${href} leads nowhere`)
    else if (
      hash !== '' &&
      hash !== '#VPContent' &&
      anchors.get(file)?.has(decodeURIComponent(hash.slice(1))) === false
    )
      problems.push(`${page}: ${href} has no such place`)
  }
}

// -- what a shared link shows

const { homepage } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const first = readFileSync(join(DIST, 'index.html'), 'utf8')
const tags = new Map(
  [...first.matchAll(/<meta property="(og:\w+)" content="([^"]+)"/g)].map(([, name, text]) => [name, text])
)
for (const name of ['og:title', 'og:description', 'og:type', 'og:url', 'og:image'])
  if (!tags.has(name)) problems.push(`/index.html has no ${name}`)
const icon = /<link rel="icon"[^>]* href="([^"]+)"/.exec(first)?.[1] ?? ''
for (const address of [tags.get('og:image')?.replace(homepage, BASE) ?? '', icon])
  if (fileOf(address) === undefined) problems.push(`/index.html shows ${address}, which is not there`)

// -- what a person meets

// Of the reference, which is one template, a fifth, where `TIER=short`.
const isTried = (page, i) => process.env.TIER !== 'short' || !page.startsWith('/api/') || i % 5 === 0

const LOOKS = [
  { colorScheme: 'light', width: 1280 },
  // The reference is one template, and its pages are long.
  { colorScheme: 'dark', width: 400, leavesOut: '/api/' }
]

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const executablePath = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome'
].find((path) => path !== undefined && existsSync(path))
const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })

// One view for each look, at once: they keep what all pages load.
const look = async ({ colorScheme, width, leavesOut = 'none' }) => {
  const view = await browser.newPage({ colorScheme, viewport: { width, height: 900 } })
  let page
  view.on('pageerror', (error) => problems.push(`${page}: ${error.message}`))
  view.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
      problems.push(`${page} asks for ${request.url()}`)
  })
  for (page of pages.filter((each, i) => wanted(each) && isTried(each, i) && !each.startsWith(leavesOut))) {
    await view.goto(`${origin}${BASE}${page.slice(1).replace(/(?:index)?\.html$/, '')}`, { waitUntil: 'load' })
    await view.evaluate(axe)
    // What passes would be described too, node by node, which takes most of the time.
    const { violations } = await view.evaluate("axe.run({ resultTypes: ['violations'] })")
    for (const { id, nodes } of violations)
      problems.push(
        `${page} (${colorScheme}, ${width}): ${id} at ${nodes
          .slice(0, 3)
          .map(({ target }) => target.join(' '))
          .join(' | ')}${nodes.length > 3 ? ` (+${nodes.length - 3})` : ''}`
      )
    const wide = await view.evaluate('document.documentElement.scrollWidth')
    if (wide > width) problems.push(`${page} scrolls sideways: ${wide} of ${width}`)
  }
}
await Promise.all(LOOKS.map(look))

await browser.close()
server.close()
for (const problem of problems) console.error(problem)
console.log(`${pages.length} pages, ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
