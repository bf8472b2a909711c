/**
 * Builds `built` for the specs in a second: each file of lib, spec, examples and bench becomes its JavaScript, without
 * a look at its types (`npm run typecheck` looks at them). It is a package of its own, named like this one. With
 * `--ships` the examples among it import what ships, which `npm run build` has built into `dist`, and it gets
 * the declarations that `npm run typecheck` leaves, for the specs of the SDKs.
 */
import { build, stop } from 'esbuild'
import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// Packages of their own, with builds of their own; a link among their modules leads back here.
const APART = new Set(['spec/sdk', 'spec/sdk-previous', 'spec/mutation', 'bench/contestants', 'examples/engines'])

const sourcesIn = (folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return APART.has(path) || entry.name === 'node_modules' ? [] : sourcesIn(path)
    return /(?<!\.d)\.c?ts$/.test(path) ? [path] : []
  })

const sources = ['lib', 'spec', 'examples', 'bench'].flatMap(sourcesIn)

rmSync(join(ROOT, 'built'), { recursive: true, force: true })
const isCommon = (path) => path.endsWith('.cts')
const options = {
  absWorkingDir: ROOT,
  outdir: 'built',
  outbase: '.',
  platform: 'node',
  target: 'node20',
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning'
}
await build({ ...options, format: 'esm', entryPoints: sources.filter((path) => !isCommon(path)) })
await build({ ...options, format: 'cjs', outExtension: { '.js': '.cjs' }, entryPoints: sources.filter(isCommon) })

// -- the package of the specs

const { name, version, type, sideEffects, exports, imports } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8')
)
const shipped = process.argv.includes('--ships')
const within = (targets, folder) => JSON.parse(JSON.stringify(targets).replaceAll('./dist/', folder))

if (shipped) symlinkSync('../dist', join(ROOT, 'built/ships'))
writeFileSync(
  join(ROOT, 'built/package.json'),
  JSON.stringify({
    name,
    version,
    type,
    sideEffects,
    exports: within(exports, shipped ? './ships/' : './'),
    // Specs of a room of core import its index.
    imports: { ...within(imports, './'), '#core/*': './lib/core/*/index.js' }
  })
)

// Its service would keep on pinging a process that waits for mocha.
await stop()

if (shipped) {
  execFileSync('npm', ['run', '-s', 'typecheck'], { cwd: ROOT, stdio: 'inherit' })
  cpSync(join(ROOT, 'node_modules/.cache/types'), join(ROOT, 'built'), { recursive: true })
}
