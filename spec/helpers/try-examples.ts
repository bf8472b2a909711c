/**
 * Compiles examples in one program against what ships (without their types in the fast tier), and runs them in one
 * child process.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { transformSync } from 'esbuild'
import ts from 'typescript'
import { ROOT, type DocsExample } from './docs-examples.js'
import { TIER } from './runs.js'

/** What became of an example: `undefined` where it compiled, ran and verified itself, else what went wrong. */
export type Outcomes = ReadonlyMap<DocsExample, string | undefined>

// Beneath the package, so that 'guarded-call' is resolved as a user's import is: through `exports`.
const OUTPUT = join(ROOT, 'built', 'docs-examples')
const RUNNER = fileURLToPath(new URL('run-examples.js', import.meta.url))
const PRELUDE = "import { strict as assert } from 'node:assert'"

// -- compiling

const moduleText = ({ source }: DocsExample): string =>
  /^import\b.*\bassert\b/m.test(source) ? source : `${PRELUDE}; ${source}`

const compilerOptions = (): ts.CompilerOptions => {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), (file) => ts.sys.readFile(file)) as {
    readonly config: { readonly compilerOptions: object }
  }
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...config.compilerOptions,
      types: ['node'],
      declaration: false,
      declarationMap: false,
      sourceMap: false,
      incremental: false,
      // An example may name what it shows and leave it at that.
      noUnusedLocals: false
    },
    ROOT
  )
  const { outDir: _outDir, rootDir: _rootDir, tsBuildInfoFile: _info, ...rest } = options
  return rest
}

const overlay = (options: ts.CompilerOptions, texts: ReadonlyMap<string, string>): ts.CompilerHost => {
  const host = ts.createCompilerHost(options)
  const onDisk = {
    fileExists: host.fileExists.bind(host),
    readFile: host.readFile.bind(host),
    getSourceFile: host.getSourceFile.bind(host)
  }
  host.fileExists = (file) => texts.has(file) || onDisk.fileExists(file)
  host.readFile = (file) => texts.get(file) ?? onDisk.readFile(file)
  host.getSourceFile = (file, version, onError) => {
    const text = texts.get(file)
    return text === undefined
      ? onDisk.getSourceFile(file, version, onError)
      : ts.createSourceFile(file, text, version, true)
  }
  return host
}

const problemsOf = (program: ts.Program, file: string): string | undefined => {
  const source = program.getSourceFile(file)
  const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
  return found.length === 0
    ? undefined
    : found
        .map(({ messageText, start }) => {
          const line =
            start === undefined || source === undefined ? 0 : source.getLineAndCharacterOfPosition(start).line
          return `line ${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
        })
        .join('\n')
}

/** Compiles all examples in one program, writes those without a problem, and tells the others'. */
const compile = (files: ReadonlyMap<string, DocsExample>): ReadonlyMap<string, string> => {
  const options = compilerOptions()
  const texts = new Map([...files].map(([file, example]) => [file, moduleText(example)]))
  const program = ts.createProgram([...files.keys()], options, overlay(options, texts))
  const problems = new Map<string, string>()
  for (const file of files.keys()) {
    const problem = problemsOf(program, file)
    if (problem === undefined) program.emit(program.getSourceFile(file))
    else problems.set(file, problem)
  }
  return problems
}

/** Writes all examples without a look at their types, which no declarations stand for in the fast tier. */
const transpile = (files: ReadonlyMap<string, DocsExample>): ReadonlyMap<string, string> => {
  for (const [file, example] of files)
    writeFileSync(compiled(file), transformSync(moduleText(example), { loader: 'ts', format: 'esm' }).code)
  return new Map()
}

// -- running

const TIME_LIMIT_MS = 150_000

const run = async (files: ReadonlyArray<string>): Promise<Readonly<Record<string, string | null>>> => {
  if (files.length === 0) return {}
  // Coverage is what specs reach, not what examples happen to.
  const { NODE_V8_COVERAGE: _coverage, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, [RUNNER, ...files], {
    env,
    timeout: TIME_LIMIT_MS,
    maxBuffer: 1 << 24
  })
  return JSON.parse(stdout.slice(stdout.lastIndexOf('\n', stdout.length - 2) + 1)) as Readonly<
    Record<string, string | null>
  >
}

const fileNameOf = ({ where }: DocsExample): string => `${where.replace(/[^A-Za-z0-9]+/g, '-')}.ts`

const compiled = (file: string): string => file.replace(/\.ts$/, '.js')

const outcome = (result: string | null | undefined): string | undefined =>
  result === undefined ? 'did not run' : (result ?? undefined)

/** Compiles and runs the examples; each imports the package by its name: in `npm run test:all`, what ships. */
export const tryExamples = async (examples: ReadonlyArray<DocsExample>): Promise<Outcomes> => {
  rmSync(OUTPUT, { recursive: true, force: true })
  mkdirSync(OUTPUT, { recursive: true })
  const files = new Map(examples.map((example) => [join(OUTPUT, fileNameOf(example)), example]))
  const problems = TIER === 'fast' ? transpile(files) : compile(files)
  const results = await run([...files.keys()].filter((file) => !problems.has(file)).map(compiled))
  return new Map([...files].map(([file, example]) => [example, problems.get(file) ?? outcome(results[compiled(file)])]))
}
