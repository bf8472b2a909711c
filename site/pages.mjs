/**
 * Gathers what the site shows: the landing page, the pages of ../docs, a few of the repository's own, the playground,
 * and an entry for typedoc for each subpath.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const SOURCES = 'https://github.com/guarded-call/guarded-call/blob/main/'
// Pages that do not stand on the site as they do in ../docs, by their place in the repository.
const OWN_PAGES = new Map([
  ['examples/README.md', 'examples.md'],
  ['CHANGELOG.md', 'changelog.md'],
  ['CONTRIBUTING.md', 'contributing.md'],
  ['SECURITY.md', 'security.md']
])

// -- pages

/** Where a link of a page leads on the site, given as seen from the root of the repository. */
const onSite = (target) => {
  const [path, anchor = ''] = target.split(/(?=#)/)
  if (OWN_PAGES.has(path)) return `./${OWN_PAGES.get(path)}${anchor}`
  if (/^docs\/[\w-]+\.md$/.test(path)) return `./${path.slice('docs/'.length)}${anchor}`
  return `${SOURCES}${target}`
}

const linked = (text, folder) =>
  text.replace(/\]\((?!https?:|#|mailto:)([^)\s]+)\)/g, (_link, target) => {
    const path = new URL(target, `file:///${folder}`).href.slice('file:///'.length)
    return `](${onSite(path)})`
  })

// Inside the page a drawing follows the theme that was chosen there; Vue takes a style for its own unless it is called
// a component.
const drawn = (text) =>
  text.replace(/!\[([^\]]*)\]\(([\w-]+\.svg)\)/g, (_image, title, file) => {
    const drawing = readFileSync(here(`../docs/${file}`), 'utf8')
      .trimEnd()
      .replace('<style>', '<component :is="\'style\'">')
      .replace('</style>', '</component>')
    return `<div class="drawn" role="group" aria-label="${title}" tabindex="0">\n${drawing}\n</div>`
  })

const writePage = (source, name) =>
  writeFileSync(
    here(`pages/${name}`),
    linked(drawn(readFileSync(here(`../${source}`), 'utf8')), source.slice(0, source.lastIndexOf('/') + 1))
  )

rmSync(here('pages'), { recursive: true, force: true })
mkdirSync(here('pages/public'), { recursive: true })
for (const file of readdirSync(here('../docs')))
  if (file.endsWith('.md') && !OWN_PAGES.has(`docs/${file}`)) writePage(`docs/${file}`, file)
for (const [source, name] of OWN_PAGES) writePage(source, name)
writePage('site/landing.md', 'index.md')
cpSync(here('public'), here('pages/public'), { recursive: true })
cpSync(here('../llms.txt'), here('pages/public/llms.txt'))

// -- the playground

if (!existsSync(here('playground/node_modules')))
  throw new Error('The playground is not installed: `npm ci --prefix site/playground`.')
execFileSync(process.execPath, [here('playground/build.mjs')], { stdio: 'inherit' })
cpSync(here('playground/dist/index.html'), here('pages/public/playground.html'))

// -- the API

const { exports } = JSON.parse(readFileSync(here('../package.json'), 'utf8'))

rmSync(here('entries'), { recursive: true, force: true })
mkdirSync(here('entries'), { recursive: true })
for (const [subpath, target] of Object.entries(exports)) {
  if (typeof target === 'string') continue
  const name = subpath === '.' ? 'root' : subpath.slice(2)
  writeFileSync(
    here(`entries/${name}.ts`),
    `export * from '${target.types.replace('./dist/', '../../').replace('.d.ts', '.js')}'\n`
  )
}
execFileSync(here('node_modules/.bin/typedoc'), [], { stdio: 'inherit', cwd: here('.') })

// An entry's sentence is the first of its source.
const sentenceOf = (subpath) => {
  const source = readFileSync(here(exports[subpath].types.replace('./dist/', '../').replace('.d.ts', '.ts')), 'utf8')
  const [, said] = /^\/\*\*[\s*]+`[^`]+`: ([^]*?)\s*\*\//.exec(source) ?? []
  if (said === undefined) throw new Error(`${subpath} does not begin with a sentence on what it is for.`)
  const sentence = said.replaceAll(/\n \* /g, ' ')
  return sentence[0].toUpperCase() + sentence.slice(1)
}

// typedoc names its pages after the entries' place; they are named after the subpaths.
const titled = (name) => `guarded-call${name === 'root' ? '' : `/${name}`}`
const tidied = (text) =>
  text
    .replace(
      /^# site\/entries\/(\S+)$/m,
      (_title, name) => `# ${titled(name)}\n\n${sentenceOf(name === 'root' ? '.' : `./${name}`)}`
    )
    .replace(/\[site\/entries\/([\w-]+)\]/g, (_text, name) => `[${titled(name)}]`)
    .replaceAll('](site/entries/', '](')
    // A table of names alone says nothing that the signature does not.
    .replaceAll(/^#+ Type Parameters\n\n\| Type Parameter \|\n\| -+ \|\n(?:\| <a id="[^"]*"><\/a> `\w+` \|\n)+\n/gm, '')
    // A type that is called like a function, but for the case, is the second heading of its name; typedoc counts that
    // function, and its signature, twice.
    .replaceAll(/(#[a-z\d]+)-3\)/g, '$1-1)')
    .replaceAll(`${SOURCES}../../`, SOURCES)

for (const file of readdirSync(here('pages/api/site/entries'))) {
  writeFileSync(here(`pages/api/${file}`), tidied(readFileSync(here(`pages/api/site/entries/${file}`), 'utf8')))
}
rmSync(here('pages/api/site'), { recursive: true })

// -- its index

const entries = Object.entries(exports).flatMap(([subpath, target]) => {
  if (typeof target === 'string') return []
  const name = subpath === '.' ? 'root' : subpath.slice(2)
  return [`- [${titled(name)}](${name}.md): ${sentenceOf(subpath)}`]
})
writeFileSync(here('pages/api/index.md'), `# API reference\n\n${entries.join('\n')}\n`)
