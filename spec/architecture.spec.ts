/** The floors of the house: imports point down only, each folder keeps to its packages, no file outgrows a reader. */
import { expect } from 'chai'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const LIB = join(ROOT, 'lib')

/**
 * Where a folder stands, and which packages it may reach. A folder of a floor sees the floors below it, never its
 * siblings.
 */
const FOLDERS: Readonly<Record<string, { readonly floor: number; readonly packages: ReadonlyArray<string> }>> = {
  core: { floor: 0, packages: ['fp-ts', 'io-ts', 'fastest-levenshtein'] },
  codec: { floor: 1, packages: ['fp-ts', 'io-ts', '#ajv', '#re2js', 'ajv', 'ajv-formats', 're2js'] },
  history: { floor: 1, packages: ['fp-ts', 'io-ts'] },
  guard: {
    floor: 2,
    packages: ['fp-ts', 'io-ts', '#platform', '@noble/hashes', 'node:async_hooks', 'node:crypto', 'node:util']
  },
  feedback: { floor: 3, packages: ['fp-ts', 'io-ts'] },
  traffic: {
    floor: 3,
    packages: ['fp-ts', 'io-ts', '#platform', 'node:crypto', 'node:fs', 'node:module', 'node:path']
  },
  stores: { floor: 3, packages: ['#platform', 'fp-ts'] },
  'operate/input': { floor: 4, packages: ['node:fs', 'node:path', 'node:stream', 'node:zlib'] },
  'operate/audit': { floor: 5, packages: ['fp-ts', '#platform'] },
  testing: { floor: 3, packages: [] },
  telemetry: { floor: 3, packages: ['winston', 'node:stream', 'fp-ts', '@opentelemetry/api'] },
  toolset: { floor: 3, packages: ['fp-ts', 'io-ts', '#platform'] },
  adapter: { floor: 4, packages: ['io-ts'] },
  adapters: { floor: 4, packages: ['fp-ts', 'io-ts'] },
  results: { floor: 4, packages: ['fp-ts', 'io-ts', '#platform', 'node:fs'] },
  'operate/calibrate': {
    floor: 5,
    packages: ['fp-ts', 'io-ts', '#platform', 'fastest-levenshtein', 'node:fs', 'node:os', 'node:path', 'node:stream']
  },
  'operate/proxy': {
    floor: 5,
    packages: [
      'fp-ts',
      'io-ts',
      '#platform',
      'eventsource-parser',
      'node:buffer',
      'node:child_process',
      'node:crypto',
      'node:fs',
      'node:http',
      'node:https',
      'node:net',
      'node:stream',
      'node:v8',
      'node:zlib'
    ]
  },
  'operate/cli': {
    floor: 6,
    packages: [
      'fp-ts',
      'io-ts',
      'commander',
      'jsonc-parser',
      'lilconfig',
      'node:crypto',
      'node:events',
      'node:fs',
      'node:module',
      'node:os',
      'node:path',
      'node:readline',
      'node:stream',
      'node:tty',
      'node:url',
      'node:util',
      'node:zlib'
    ]
  },
  'tools/http': {
    floor: 3,
    packages: [
      'fp-ts',
      'io-ts',
      'got',
      'p-retry',
      'node:dns',
      'node:net',
      'node:zlib',
      'node:stream',
      'node:http',
      'node:https',
      'node:timers'
    ]
  },
  'tools/sql': { floor: 3, packages: ['fp-ts', 'io-ts', 'node:net', '#platform'] }
}

// `recursive` would follow the links among installed packages, of which one leads back here.
const filesBelow = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(path)
    return /\.c?ts$/.test(path) ? [path] : []
  })

const withoutComments = (source: string): string => source.replace(/\/\*\*?[\s\S]*?\*\//g, '')

const importsOf = (source: string): ReadonlyArray<string> =>
  [
    ...withoutComments(source).matchAll(
      /^(?:import|export)\b[^'"]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm
    )
  ].map(([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? '')

const sourceOf = (specifier: string): string => specifier.replace(/\.(c?)js$/, '.$1ts')

const folderOf = (path: string): string => {
  const parts = relative(LIB, path).split('/')
  return parts[0] === 'tools' || parts[0] === 'operate' ? `${parts[0]}/${parts[1]}` : (parts[0] ?? '')
}

const packageOf = (specifier: string): string => {
  const [scope, name] = specifier.split('/')
  return specifier.startsWith('@') ? `${scope}/${name}` : (scope ?? '')
}

const sources = filesBelow(LIB).map((path) => ({ path, name: relative(ROOT, path), text: readFileSync(path, 'utf8') }))
const housed = sources.filter(({ path }) => dirname(path) !== LIB)

/** Names that several modules may export, and why. */
const SHARED_NAMES: Readonly<Record<string, ReadonlyArray<string>>> = {
  'Each adapter has its own, in the words of its framework.': [
    'RunnableTool',
    'RunnableToolLike',
    'ToToolsOptions',
    'Tool',
    'ToolContextLike',
    'ToolDefinition',
    'ToolLike',
    'guardTools',
    'classify',
    'toTools'
  ],
  'One is for Node, its variant for the web.': [
    'asyncValue',
    'byteLength',
    'debugOutput',
    'emitWarning',
    'isProxy',
    'sha256'
  ],
  'The codec floor uses them twice, or for something else.': ['anyOf', 'tagged']
}

const declaredIn = (source: string): ReadonlyArray<string> =>
  [
    ...withoutComments(source).matchAll(
      /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm
    )
  ].map(([, name = '']) => name)

describe('the architecture', () => {
  it('knows every folder of lib', () => {
    const unknown = new Set(housed.map(({ path }) => folderOf(path)).filter((folder) => FOLDERS[folder] === undefined))
    expect([...unknown]).to.deep.equal([])
  })

  it('lets imports point down only, and never to a sibling or to index.ts', () => {
    const wrong = housed.flatMap(({ path, name, text }) =>
      importsOf(text)
        .filter((specifier) => specifier.startsWith('.'))
        .filter((specifier) => {
          const target = resolve(dirname(path), sourceOf(specifier))
          if (target === join(LIB, 'index.ts')) return true
          const [from, to] = [folderOf(path), folderOf(target)]
          return from !== to && !((FOLDERS[to]?.floor ?? Infinity) < (FOLDERS[from]?.floor ?? -1))
        })
        .map((specifier) => `${name} imports ${specifier}`)
    )
    expect(wrong).to.deep.equal([])
  })

  it('lets other folders use the guard through its kernel alone', () => {
    const ways = housed
      .filter(({ path }) => folderOf(path) !== 'guard')
      .flatMap(({ path, name, text }) =>
        importsOf(text)
          .filter((specifier) => specifier.startsWith('.'))
          .map((specifier) => ({ name, target: relative(LIB, resolve(dirname(path), specifier)) }))
      )
      .filter(({ target }) => target.startsWith('guard/'))
    expect(ways.filter(({ target }) => target !== 'guard/kernel.js')).to.deep.equal([])
    expect(ways).not.to.deep.equal([])
  })

  it('lets other folders, and specs, use a room of core through its index alone', () => {
    const inside = housed
      .filter(({ path }) => folderOf(path) !== 'core')
      .flatMap(({ path, name, text }) =>
        importsOf(text)
          .filter((specifier) => specifier.startsWith('.'))
          .map((specifier) => ({ name, target: relative(LIB, resolve(dirname(path), specifier)) }))
      )
      .filter(({ target }) => /^core\/\w+\/(?!index\.js$)/.test(target))
    const bySpecs = filesBelow(join(ROOT, 'spec'))
      .filter((path) => /lib\/core\/\w+\//.test(importsOf(readFileSync(path, 'utf8')).join()))
      .map((path) => relative(ROOT, path))
    expect([inside, bySpecs]).to.deep.equal([[], []])
  })

  it('lets adapters use nothing of the toolset that `guarded-call/adapter` does not export', () => {
    const namesIn = (text: string, from: RegExp): ReadonlyArray<string> =>
      [...withoutComments(text).matchAll(/^(?:import|export)\b(?: type)?\s*\{([^}]*)\}\s*from\s+'([^']+)'/gm)]
        .filter(([, , specifier = '']) => from.test(specifier))
        .flatMap(([, names = '']) => names.split(','))
        .map((name) => name.replace(/\btype\b|\bas \w+/g, '').trim())
        .filter((name) => name !== '')
    const entry = sources.find(({ name }) => name === 'lib/adapter/index.ts')
    const exported = new Set(namesIn(entry?.text ?? '', /\/toolset\//))
    const used = sources
      .filter(({ name }) => name.startsWith('lib/adapters/'))
      .flatMap(({ name, text }) => namesIn(text, /\/toolset\//).map((one) => ({ name, one })))
    expect(used.filter(({ one }) => !exported.has(one))).to.deep.equal([])
    // Nor does the subpath offer what no adapter needs, but the types of its own functions.
    const needed = new Set(used.map(({ one }) => one))
    const values = namesIn(entry?.text ?? '', /\/toolset\//).filter((one) => /^[a-z]|^[A-Z_]+$/.test(one))
    expect(values.filter((one) => !needed.has(one))).to.deep.equal([])
  })

  it('lets adapters put guards in the place of methods by `replaceMethod` alone, which knows what was there before', () => {
    const assigned = sources
      .filter(({ name }) => name.startsWith('lib/adapters/'))
      .flatMap(({ name, text }) => (/^\s*\w+(?:\.\w+)+ =(?!=)/m.test(withoutComments(text)) ? [name] : []))
    expect(assigned).to.deep.equal([])
  })

  it('lets each folder reach its own packages only', () => {
    const wrong = housed.flatMap(({ path, name, text }) =>
      importsOf(text)
        .filter((specifier) => !specifier.startsWith('.'))
        .filter((specifier) => !(FOLDERS[folderOf(path)]?.packages ?? []).includes(packageOf(specifier)))
        .map((specifier) => `${name} imports ${specifier}`)
    )
    expect(wrong).to.deep.equal([])
  })

  for (const folder of ['codec', 'guard'])
    it(`has no ring of files in ${folder}, imports of types included`, () => {
      const files = new Map(
        sources
          .filter(({ name }) => name.startsWith(`lib/${folder}/`))
          .map(({ path, text }) => [
            path,
            importsOf(text).flatMap((one) => (one.startsWith('.') ? [resolve(dirname(path), sourceOf(one))] : []))
          ])
      )
      // A file that imports none of those left is in no ring.
      for (let before = 0; before !== files.size;) {
        before = files.size
        for (const [path, imports] of files) if (!imports.some((one) => files.has(one))) files.delete(path)
      }
      expect([...files.keys()].map((path) => relative(ROOT, path))).to.deep.equal([])
    })

  it('keeps Node built-ins of the guard in one module', () => {
    const users = housed
      .filter(
        ({ path, text }) =>
          folderOf(path) === 'guard' && importsOf(text).some((specifier) => specifier.startsWith('node:'))
      )
      .map(({ name }) => name)
    expect(users).to.deep.equal(['lib/guard/platform.ts'])
  })

  it('lets nothing but its own subpath reach ajv and re2js, which are slow to load', () => {
    const users = sources
      .filter(({ text }) => importsOf(text).some((specifier) => packageOf(specifier).startsWith('ajv')))
      .map(({ name }) => name)
    expect(users).to.deep.equal(['lib/codec/json-schema/load-ajv.cts'])
    const patterns = sources.filter(({ text }) => importsOf(text).includes('re2js')).map(({ name }) => name)
    expect(patterns).to.deep.equal(['lib/codec/json-schema/load-re2js.cts'])
    const importers = sources
      .filter(({ text }) => importsOf(text).some((specifier) => specifier.endsWith('/from-json-schema.js')))
      .map(({ name }) => name)
    // Tools declare schemas of JSON, which are compiled at the first call.
    expect(importers.toSorted()).to.deep.equal(['lib/codec/json-schema/index.ts', 'lib/toolset/declared.ts'])
  })

  it('runs the command line as installed: each package that it reaches is installed with it, or bundled', () => {
    const { imports, dependencies, devDependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
      readFileSync(join(ROOT, 'package.json'), 'utf8')
    ) as Readonly<
      Record<
        'imports' | 'dependencies' | 'devDependencies' | 'peerDependencies' | 'peerDependenciesMeta',
        Readonly<Record<string, unknown>>
      >
    >
    const reached = new Set<string>()
    const packages = new Set<string>()
    const visit = (path: string): void => {
      if (reached.has(path)) return
      reached.add(path)
      for (const specifier of importsOf(sources.find((file) => file.path === path)?.text ?? '')) {
        if (specifier.startsWith('.')) visit(resolve(dirname(path), specifier.replace(/\.(c?)js$/, '.$1ts')))
        else if (specifier.startsWith('#'))
          visit(join(ROOT, String(imports[specifier]).replace('./dist/', '').replace(/js$/, 'ts')))
        else if (!specifier.startsWith('node:')) packages.add(packageOf(specifier))
      }
    }
    visit(join(LIB, 'operate/cli/main.ts'))
    const missing = [...packages].filter(
      (name) =>
        !(name in dependencies) &&
        (name in peerDependencies ? name in peerDependenciesMeta : !(name in devDependencies))
    )
    // Loaded only where its user has registered something with it.
    expect(missing).to.deep.equal(['@opentelemetry/api'])
    expect([...packages]).to.include.members(['ajv', 'ajv-formats', 'commander', 'io-ts'])
  })

  it('loads scales, styles and pages only where a report is asked for', () => {
    const ways = sources.flatMap(({ text }) =>
      [...withoutComments(text).matchAll(/^import .*\/page\.js'|import\('[^']*\/page\.js'\)/gm)].map(([way]) => way)
    )
    expect(ways).to.deep.equal(["import('../report/page.js')"])
  })

  it('loads what a command runs only when it runs', () => {
    const eager = new Set<string>()
    const visit = (path: string): void => {
      if (eager.has(path)) return
      eager.add(path)
      const source = sources.find((file) => file.path === path)
      for (const [, specifier = ''] of (source?.text ?? '').matchAll(/^import (?!type )[^'"]*'(\.[^']+)'/gm))
        visit(resolve(dirname(path), sourceOf(specifier)))
    }
    visit(join(LIB, 'operate/cli/main.ts'))
    const folders = new Set([...eager].map((path) => relative(LIB, dirname(path))))
    expect([...folders].sort()).to.deep.equal([
      'core/errors',
      'operate/cli',
      'operate/cli/commands',
      'operate/cli/config',
      'operate/proxy'
    ])
  })

  it('keeps every file to 300 lines at most', () => {
    const lines = sources.map(({ name, text }) => ({ name, lines: text.split('\n').length - 1 }))
    expect(lines.filter((file) => file.lines > 300)).to.deep.equal([])
  })

  it('reads the options of every public function by a table', () => {
    const surface = readFileSync(join(ROOT, 'spec/docs/api.txt'), 'utf8')
    const exported = new Set(surface.match(/\b[A-Z]\w*Options\b/g) ?? [])
    // It never throws, whatever it is given.
    exported.delete('ModelTextOptions')
    const interfaces = new Set(
      sources.flatMap(({ text }) => [...text.matchAll(/export interface (\w+Options)\b/g)].map(([, name]) => name))
    )
    const tables = sources.flatMap(({ text }) => text.match(/satisfies o\.TableOf<[^>]*>?/g) ?? []).join()
    const without = [...exported].filter((name) => interfaces.has(name) && !new RegExp(`\\b${name}\\b`).test(tables))
    expect(exported.size).to.be.above(50)
    expect(without).to.deep.equal([])
  })

  it('holds no file that no subpath reaches', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
      'exports' | 'imports' | 'bin',
      Readonly<Record<string, unknown>>
    >
    const entries = JSON.stringify([manifest.exports, manifest.imports, manifest.bin]).matchAll(
      /\.\/dist\/(lib\/[^"]*\.c?)js/g
    )
    const reached = new Set<string>()
    const visit = (path: string): void => {
      if (reached.has(path)) return
      reached.add(path)
      const source = sources.find((file) => file.path === path)
      for (const specifier of importsOf(source?.text ?? '')) {
        if (specifier.startsWith('.')) visit(resolve(dirname(path), sourceOf(specifier)))
      }
    }
    for (const [, entry] of entries) visit(join(ROOT, `${entry}ts`))
    expect(sources.filter(({ path }) => !reached.has(path)).map(({ name }) => name)).to.deep.equal([])
  })

  it('exports a name from one module only', () => {
    const modules = new Map<string, Set<string>>()
    for (const { name: module, text } of sources)
      for (const name of declaredIn(text)) modules.set(name, (modules.get(name) ?? new Set()).add(module))
    const repeated = [...modules].filter(([, declaring]) => declaring.size > 1).map(([name]) => name)
    expect(repeated.sort()).to.deep.equal(Object.values(SHARED_NAMES).flat().sort())
  })

  it('has no folder whose name says nothing', () => {
    expect(housed.filter(({ name }) => /\/(?:utils|common|shared|types)\//.test(name))).to.deep.equal([])
  })

  it('opens every file with a sentence on what it is', () => {
    expect(sources.filter(({ text }) => !/^(?:#!.*\n)?\/\*\*/.test(text)).map(({ name }) => name)).to.deep.equal([])
  })
})
