/**
 * Builds what ships into `dist`: each entry of the package as one file with the chunks that it shares with others, by
 * esbuild, and their declarations, by tsc. Packages that are no dependencies are bundled, with their licences.
 */
import { build, stop } from 'esbuild'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const { exports, imports, bin, dependencies, peerDependencies } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8')
)

// -- entries: every target in the package's own manifest

const targetsIn = (value) => (typeof value === 'string' ? [value] : Object.values(value).flatMap(targetsIn))
const targets = [exports, imports, bin].flatMap(targetsIn).filter((target) => /\.c?js$/.test(target))
const sourceOf = (target) => target.replace('./dist/', '').replace(/js$/, 'ts')
const sources = [...new Set(targets.map(sourceOf))]
const isCommon = (source) => source.endsWith('.cts')

// -- JavaScript

// What bundled CommonJS requires of Node: an ES module has no `require`.
const builtins = {
  name: 'builtins',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /./ }, ({ path, kind }) =>
      kind === 'require-call' && isBuiltin(path) ? { path, namespace: 'builtin' } : undefined
    )
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}')`
    }))
  }
}

const isLoaded = (name) => name !== 'fp-ts'

const options = {
  absWorkingDir: ROOT,
  outdir: 'dist',
  outbase: '.',
  bundle: true,
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'],
  metafile: true,
  logLevel: 'warning',
  external: [...Object.keys(imports), ...Object.keys({ ...dependencies, ...peerDependencies })].filter(isLoaded),
  // Plain functions over plain data, of which no two copies get in each other's way. As CommonJS they took a third of
  // an import.
  alias: { 'fp-ts/lib': 'fp-ts/es6' }
}

const buildScripts = async () => {
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true })
  const { metafile } = await build({
    ...options,
    entryPoints: sources.filter((source) => !isCommon(source)),
    format: 'esm',
    splitting: true,
    chunkNames: 'lib/chunks/[name]-[hash]',
    plugins: [builtins]
  })
  await build({ ...options, entryPoints: sources.filter(isCommon), format: 'cjs', outExtension: { '.js': '.cjs' } })
  return metafile
}

// -- licences of what was bundled

const PACKAGE = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//

const licenceOf = (name) => {
  const folder = join(ROOT, 'node_modules', name)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  if (file === undefined) throw new Error(`${name} is bundled, and has no licence beside it.`)
  return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
}

const writeLicences = ({ inputs }) => {
  const bundled = new Set(Object.keys(inputs).flatMap((path) => PACKAGE.exec(path)?.[1] ?? []))
  writeFileSync(
    join(ROOT, 'dist/LICENSES.txt'),
    [...bundled]
      .sort()
      .map(licenceOf)
      .join(`\n${'-'.repeat(80)}\n\n`)
  )
}

// -- declarations: of what the entries reach

const writeDeclarations = () => {
  const { options: given } = ts.getParsedCommandLineOfConfigFile(
    join(ROOT, 'tsconfig.json'),
    { emitDeclarationOnly: true, incremental: false },
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (problem) => {
        throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'))
      }
    }
  )
  const typed = [...new Set(targetsIn(exports).filter((target) => target.endsWith('.d.ts')))]
  const program = ts.createProgram(
    typed.map((target) => join(ROOT, target.replace('./dist/', '').replace('.d.ts', '.ts'))),
    given
  )
  const problems = [...ts.getPreEmitDiagnostics(program), ...program.emit().diagnostics]
  if (problems.length > 0)
    throw new Error(
      ts.formatDiagnostics(problems, {
        getCanonicalFileName: (name) => name,
        getCurrentDirectory: () => ROOT,
        getNewLine: () => '\n'
      })
    )
}

// -- all of it

writeLicences(await buildScripts())
await stop()
writeDeclarations()
