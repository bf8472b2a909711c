/**
 * How long the compiler takes for the README's first example, and for the same program without this library: what its
 * types cost whoever edits.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const RUNS = 5

const [, readme = ''] = /```ts\n([\s\S]*?)\n```/.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? []

const PROGRAMS: Readonly<Record<string, string>> = {
  'io-ts alone':
    "import * as t from 'io-ts'\nexport const Orders = t.type({ orders: t.array(t.type({ id: t.number, total: t.number })) })\n",
  "the README's example": readme
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2023.d.ts'],
  types: ['node'],
  strict: true,
  noEmit: true,
  skipLibCheck: true
}

interface Measured {
  readonly ms: number
  readonly types: number
  readonly instantiations: number
  readonly files: number
}

const measure = (text: string): Measured => {
  const file = join(ROOT, 'typecheck-example.ts')
  const host = ts.createCompilerHost(OPTIONS)
  const onDisk = { fileExists: host.fileExists.bind(host), getSourceFile: host.getSourceFile.bind(host) }
  host.fileExists = (path) => path === file || onDisk.fileExists(path)
  host.getSourceFile = (path, version) =>
    path === file ? ts.createSourceFile(path, text, version, true) : onDisk.getSourceFile(path, version)
  const started = performance.now()
  const program = ts.createProgram([file], OPTIONS, host)
  const wrong = ts.getPreEmitDiagnostics(program)
  const ms = performance.now() - started
  if (wrong.length > 0)
    throw new Error(
      ts.formatDiagnostics(wrong, {
        getCanonicalFileName: (name) => name,
        getCurrentDirectory: () => ROOT,
        getNewLine: () => '\n'
      })
    )
  return {
    ms,
    types: program.getTypeCount(),
    instantiations: program.getInstantiationCount(),
    files: program.getSourceFiles().length
  }
}

for (const [name, text] of Object.entries(PROGRAMS)) {
  const runs = Array.from({ length: RUNS }, () => measure(text)).sort((a, b) => a.ms - b.ms)
  const { types, instantiations, files } = runs[0] as Measured
  console.log(
    `${name.padEnd(24)} ${Math.round(runs[Math.floor(RUNS / 2)]?.ms ?? 0)} ms median of ${RUNS}, ${types} types, ${instantiations} instantiations, ${files} files`
  )
}
