/** Gathers what the site shows: the pages of ../docs, a few of the repository's own, the playground, and an entry for typedoc for each subpath. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const SOURCES = 'https://github.com/guarded-call/guarded-call/blob/main/'
const OWN_PAGES = ['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']

// -- pages

/** Where a link of a page leads on the site, given as seen from the root of the repository. */
const onSite = (target) => {
  const [path, anchor = ''] = target.split(/(?=#)/)
  if (OWN_PAGES.includes(path)) return `./${path.toLowerCase()}${anchor}`
  if (/^docs\/[\w-]+\.md$/.test(path)) return `./${path.slice('docs/'.length)}${anchor}`
  return `${SOURCES}${target}`
}

const linked = (text, folder) =>
  text.replace(/\]\((?!https?:|#|mailto:)([^)\s]+)\)/g, (_link, target) => {
    const path = new URL(target, `file:///${folder}`).href.slice('file:///'.length)
    return `](${onSite(path)})`
  })

// Inside the page a drawing follows the theme that was chosen there; Vue takes a style for its own unless it is called a component.
const drawn = (text) =>
  text.replace(/!\[[^\]]*\]\((\w+\.svg)\)/g, (_image, file) =>
    readFileSync(here(`../docs/${file}`), 'utf8')
      .replace('<style>', '<component :is="\'style\'">')
      .replace('</style>', '</component>')
  )

const writePage = (source, folder, name) =>
  writeFileSync(here(`pages/${name}`), linked(drawn(readFileSync(here(source), 'utf8')), folder))

rmSync(here('pages'), { recursive: true, force: true })
mkdirSync(here('pages/public'), { recursive: true })
for (const file of readdirSync(here('../docs'))) if (file.endsWith('.md')) writePage(`../docs/${file}`, 'docs/', file)
for (const file of OWN_PAGES) if (existsSync(here(`../${file}`))) writePage(`../${file}`, '', file.toLowerCase())
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

// typedoc names its pages after the entries' place; they are named after the subpaths.
const titled = (name) => `guarded-call${name === 'root' ? '' : `/${name}`}`
const tidied = (text) =>
  text
    .replace(/^# site\/entries\/(\S+)$/m, (_title, name) => `# ${titled(name)}`)
    .replace(/\[site\/entries\/([\w-]+)\]/g, (_text, name) => `[${titled(name)}]`)
    .replaceAll('](site/entries/', '](')
    .replaceAll(`${SOURCES}../../`, SOURCES)

for (const file of readdirSync(here('pages/api/site/entries'))) {
  writeFileSync(here(`pages/api/${file}`), tidied(readFileSync(here(`pages/api/site/entries/${file}`), 'utf8')))
}
rmSync(here('pages/api/site'), { recursive: true })
writeFileSync(here('pages/api/index.md'), tidied(readFileSync(here('pages/api/index.md'), 'utf8')))
