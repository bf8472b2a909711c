/**
 * Builds `dist` for the specs in a second: each file of lib, spec, examples and bench becomes its JavaScript, without a look at its types
 * (`npm run typecheck` looks at them). What ships is built by `npm run build`, with tsc.
 */
import { build } from 'esbuild'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// Packages of their own, with builds of their own.
const APART = /^spec\/(?:sdk|mutation)\/|\/node_modules\//

const sources = ['lib', 'spec', 'examples', 'bench'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts') && !APART.test(name))
)

rmSync(join(ROOT, 'dist'), { recursive: true, force: true })
await build({
  absWorkingDir: ROOT,
  entryPoints: sources,
  outdir: 'dist',
  outbase: '.',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning'
})
