/** The site: pages that `pages.mjs` gathered, built without a network; a dead link fails the build. */
import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'

const { version, exports, homepage } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

const subpaths = Object.keys(exports)
  .filter((subpath) => subpath !== './package.json')
  .map((subpath) => subpath.replace(/^\.\/?/, ''))

const page = (text, link) => ({ text, link })

// As GitHub makes them, so that a link to a section works in both places.
const slugify = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

// A heading that says nothing is none to a screen reader.
const emptyHeadings = (markdown) =>
  markdown.core.ruler.after('block', 'empty-headings', ({ tokens }) => {
    for (const [i, { type }] of tokens.entries()) {
      if (type === 'th_open' && tokens[i + 1].content === '') tokens[i].tag = tokens[i + 2].tag = 'td'
    }
  })

const base = process.env.SITE_BASE ?? '/'
const description =
  "Stands between an agent's tools and its model: validated payloads, errors that a model can act on, and a budget that refuses repeated calls."

const meta = (property, content) => ['meta', { property, content }]

export default defineConfig({
  title: 'guarded-call',
  description,
  base,
  srcDir: 'pages',
  outDir: 'dist',
  cleanUrls: true,
  lastUpdated: false,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}favicon.svg` }],
    meta('og:type', 'website'),
    meta('og:site_name', 'guarded-call'),
    meta('og:image', new URL('card.png', homepage).href),
    meta('og:image:alt', 'A tool returned a login page; the model reads that it is one, and what to do next.'),
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }]
  ],
  transformHead: ({ pageData }) => [
    meta('og:title', pageData.title),
    meta('og:description', pageData.description || description),
    meta('og:url', new URL(pageData.relativePath.replace(/(?:index)?\.md$/, ''), homepage).href)
  ],
  markdown: {
    config: emptyHeadings,
    anchor: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' }
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    nav: [
      page('Getting started', '/getting-started'),
      page('Documentation', '/documentation'),
      page('API', '/api/'),
      { text: 'Playground', link: '/playground.html', target: '_self' },
      { text: version, items: [page('Changelog', '/changelog'), page('Security', '/security')] }
    ],
    sidebar: [
      {
        text: 'Start',
        items: [
          page('Documentation', '/documentation'),
          page('Getting started', '/getting-started'),
          page('Tutorial', '/tutorial'),
          page('Features', '/features'),
          page('Examples', '/examples')
        ]
      },
      {
        text: 'Guides',
        items: [
          page('Failing tools', '/failures'),
          page('Repeats and writes', '/budget'),
          page('Big results', '/results'),
          page('Durable runs', '/durable'),
          page('A person approves', '/approval'),
          page('Several processes', '/fleet'),
          page('Frameworks', '/frameworks'),
          page('An adapter of your own', '/adapters'),
          page('Rules in one command', '/rules'),
          page('MCP proxy', '/mcp-proxy'),
          page('HTTP and SQL tools', '/tools'),
          page('Recipes', '/recipes'),
          page('Audit', '/audit'),
          page('Calibration', '/calibration'),
          page('Test your tools', '/test-your-tools'),
          page('Runtimes', '/runtimes')
        ]
      },
      {
        text: 'Reference',
        items: [
          page('Codes', '/codes'),
          page('Configuration', '/config'),
          page('Security', '/security'),
          page('Changelog', '/changelog')
        ]
      },
      {
        text: 'Internals',
        items: [
          page('Architecture', '/architecture'),
          page('Compiled codecs', '/compile'),
          page('Performance', '/performance'),
          page('Benchmarks', '/benchmarks'),
          page('Tests', '/testing'),
          page('Dependencies', '/dependencies'),
          page('Comparison', '/comparison'),
          page('Contributing', '/contributing')
        ]
      },
      {
        text: 'API reference',
        items: subpaths.map((subpath) =>
          page(subpath === '' ? 'guarded-call' : `/${subpath}`, `/api/${subpath === '' ? 'root' : subpath}`)
        )
      }
    ],
    socialLinks: [{ icon: 'github', link: 'https://github.com/guarded-call/guarded-call' }],
    footer: { message: 'MIT' }
  }
})
