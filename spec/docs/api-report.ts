/**
 * The whole public surface as one text: every export of every subpath with its declaration, and the types that these
 * reach.
 */
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { ROOT } from '../helpers/docs-examples.js'

export interface ApiReport {
  readonly text: string
  /** Types of ours that an exported function gives, and that nobody can import: `function: Type`. */
  readonly unnameable: ReadonlyArray<string>
}

// -- the declarations, as tsc writes them

const PARSED = ts.getParsedCommandLineOfConfigFile(
  join(ROOT, 'tsconfig.json'),
  // Types are checked elsewhere.
  { emitDeclarationOnly: true, incremental: false, removeComments: true, noCheck: true, types: ['node'] },
  { ...ts.sys, onUnRecoverableConfigFileDiagnostic: ({ messageText }) => expectNoProblem(messageText) }
)

const expectNoProblem = (problem: string | ts.DiagnosticMessageChain): never => {
  throw new Error(ts.flattenDiagnosticMessageText(problem, '\n'))
}

const declarationsOf = (sources: ReadonlyArray<string>): ts.Program => {
  const options = PARSED?.options ?? {}
  const written = new Map<string, string>()
  ts.createProgram(sources, options).emit(undefined, (file, text) =>
    written.set(join(ROOT, relative(options.outDir ?? '', file)), text)
  )
  const host = ts.createCompilerHost(options)
  return ts.createProgram(
    sources.map((source) => source.replace(/\.ts$/, '.d.ts')),
    options,
    {
      ...host,
      fileExists: (file) => written.has(file) || (!isOurs(file) && host.fileExists(file)),
      readFile: (file) => written.get(file) ?? host.readFile(file),
      getSourceFile: (file, version, ...rest) => {
        const text = written.get(file)
        return text === undefined
          ? host.getSourceFile(file, version, ...rest)
          : ts.createSourceFile(file, text, version, true)
      }
    }
  )
}

const isOurs = (file: string): boolean => /^lib\/.*\.ts$/.test(relative(ROOT, file))

// -- entries

const entries = (): ReadonlyArray<readonly [subpath: string, source: string]> => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly types: string }>>
  }
  return Object.entries(exports).flatMap(([subpath, target]) =>
    typeof target === 'string'
      ? []
      : [[`guarded-call${subpath.slice(1)}`, join(ROOT, target.types.replace('dist/', '').replace('.d.ts', '.ts'))]]
  )
}

// -- the report

const printed = (declaration: ts.Declaration): string => {
  const whole = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
  return whole.getText().replace(/^export (?:declare )?|;$/g, '')
}

const isTopLevel = (declaration: ts.Declaration): boolean =>
  !ts.isSourceFile(declaration) &&
  (ts.isSourceFile(declaration.parent) || ts.isVariableDeclarationList(declaration.parent))

/** Writes the report, from the sources that package.json exports. */
export const apiReport = (): ApiReport => {
  const program = declarationsOf(entries().map(([, source]) => source))
  const checker = program.getTypeChecker()
  const itself = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const ours = (symbol: ts.Symbol | undefined): symbol is ts.Symbol =>
    symbol?.declarations?.some(
      (each) => isOurs(each.getSourceFile().fileName) && !ts.isTypeParameterDeclaration(each)
    ) === true

  const home = new Map<ts.Symbol, string>()
  const reached = new Set<ts.Symbol>()
  const sections = entries().map(([subpath, source]) => {
    const file = program.getSourceFile(source.replace(/\.ts$/, '.d.ts'))
    const module = file === undefined ? undefined : checker.getSymbolAtLocation(file)
    const names = module === undefined ? [] : checker.getExportsOfModule(module)
    const lines = [...names]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((name) => {
        const symbol = itself(name)
        const first = home.get(symbol)
        if (first !== undefined) return `${name.name}: as in ${first}`
        home.set(symbol, subpath)
        return (symbol.declarations ?? []).map(printed).join('\n')
      })
    return `## ${subpath}\n\n${lines.join('\n')}\n`
  })

  // -- the types that declarations name, however far

  const visit = (node: ts.Node): void => {
    const named = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined
    const symbol = named === undefined ? undefined : itself(named)
    if (ours(symbol) && symbol.declarations?.some(isTopLevel) && !home.has(symbol) && !reached.has(symbol)) {
      reached.add(symbol)
      for (const declaration of symbol.declarations ?? []) visit(declaration)
    }
    ts.forEachChild(node, visit)
  }
  for (const symbol of home.keys()) for (const declaration of symbol.declarations ?? []) visit(declaration)

  // -- what functions give

  const unnameable = new Set<string>()
  const look = (type: ts.Type, by: string, seen: Set<ts.Type>): void => {
    if (seen.has(type)) return
    seen.add(type)
    const symbol = type.aliasSymbol ?? type.getSymbol()
    const isNamed = type.aliasSymbol !== undefined || type.isClassOrInterface() || reference(type)
    if (ours(symbol) && isNamed) {
      if (!home.has(symbol) && type.aliasSymbol === undefined) unnameable.add(`${by}: ${symbol.name}`)
      if (home.has(symbol)) return
    }
    if (type.isUnionOrIntersection()) for (const each of type.types) look(each, by, seen)
    if (reference(type)) for (const each of checker.getTypeArguments(type)) look(each, by, seen)
    for (const each of type.getCallSignatures()) look(each.getReturnType(), by, seen)
  }
  for (const symbol of home.keys())
    if (symbol.valueDeclaration !== undefined)
      for (const signature of checker.getTypeOfSymbol(symbol).getCallSignatures())
        look(signature.getReturnType(), symbol.name, new Set())

  const rest = [...reached].flatMap(({ declarations = [] }) => declarations.map(printed)).sort()
  return {
    text: `# The public surface\n\n${sections.join('\n')}\n## Reached by these, and not exported\n\n${rest.join('\n')}\n`,
    unnameable: [...unnameable].sort()
  }
}

const reference = (type: ts.Type): type is ts.TypeReference =>
  (type.flags & ts.TypeFlags.Object) !== 0 && ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0
