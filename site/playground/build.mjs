/** Builds the playground: one page with its script and its style inside, which works from file:// too. */
import { build } from 'esbuild'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

const bundled = async (path) => {
  const { outputFiles } = await build({
    entryPoints: [here(path)],
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning'
  })
  return outputFiles[0].text
}

const script = (await bundled('src/main.ts')).replaceAll('</script', '<\\/script')
const style = await bundled('src/page.css')

// As functions: what is put in may hold `$&`.
const page = readFileSync(here('src/page.html'), 'utf8')
  .replace('<link rel="stylesheet" href="page.css" />', () => `<style>${style.trim()}</style>`)
  .replace('<script src="main.js"></script>', () => `<script>${script.trim()}</script>`)

mkdirSync(here('dist'), { recursive: true })
writeFileSync(here('dist/index.html'), page)
console.log(`site/playground/dist/index.html: ${Math.round(page.length / 1000)} kB`)
