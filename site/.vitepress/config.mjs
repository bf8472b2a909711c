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

const guides = [
  page('throws', '/failing-tools'),
  page('is called again and again', '/repeats'),
  page('writes, or pays', '/writes'),
  page('has results too big', '/big-results'),
  page('sends HTTP or SQL', '/tools'),
  page('runs in a framework', '/frameworks'),
  page('is an MCP server', '/mcp-proxy')
]

// Pages first, the reference after them, and of that its headings that every function has last.
const boostDocument = (id) =>
  !id.includes('/api/') ? 1 : /#(?:type-|parameters|returns|throws|example|properties)/.test(id) ? 0.1 : 0.4

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
    search: { provider: 'local', options: { miniSearch: { searchOptions: { boostDocument } } } },
    outline: { level: [2, 3] },
    nav: [
      page('Getting started', '/getting-started'),
      { text: 'My tool …', items: guides },
      page('API', '/api/'),
      { text: 'Playground', link: '/playground.html', target: '_self' },
      { text: version, items: [page('Changelog', '/changelog'), page('Security', '/security')] }
    ],
    sidebar: [
      {
        text: 'Start',
        items: [page('Getting started', '/getting-started'), page('Examples', '/examples')]
      },
      {
        text: 'My tool …',
        items: guides
      },
      {
        text: 'Run it',
        items: [
          page('Rules and the config file', '/config'),
          page('Production', '/production'),
          page('Audit', '/audit'),
          page('Calibration', '/calibration'),
          page('Codes', '/codes'),
          page('Security', '/security'),
          page('Changelog', '/changelog')
        ]
      },
      {
        text: 'Is it worth it?',
        items: [
          page('Figures', '/figures'),
          page('Comparison', '/comparison'),
          page('Architecture', '/architecture'),
          page('Contributing', '/contributing')
        ]
      },
      {
        text: 'API reference',
        link: '/api/',
        items: subpaths.map((subpath) =>
          page(subpath === '' ? 'guarded-call' : `/${subpath}`, `/api/${subpath === '' ? 'root' : subpath}`)
        )
      }
    ],
    socialLinks: [{ icon: 'github', link: 'https://github.com/guarded-call/guarded-call' }],
    footer: { message: 'MIT' }
  }
})
