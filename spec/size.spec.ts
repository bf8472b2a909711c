/** What an application pays for: budgets in gzipped kilobytes, without peers; and nothing that it did not ask for. */
import { expect } from 'chai'
import { build, type Metafile } from 'esbuild'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROOT } from './helpers/docs-examples.js'

// A folder in which the package is installed, for `.ci/package`. @default what the specs were built from, file by file
const INSTALLED_IN = process.env['PACKAGE_IN']

interface Bundled {
  readonly bytes: number
  readonly inputs: Metafile['outputs'][string]['inputs']
}

const bundle = async (source: string): Promise<Bundled> => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: INSTALLED_IN ?? join(ROOT, 'built') },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    write: false,
    metafile: true,
    logLevel: 'silent',
    external: ['io-ts', 'fp-ts', 'ajv', 'ajv-formats', '@opentelemetry/api', 'winston', 'got', 'p-retry']
  })
  const [output] = Object.values(metafile.outputs)
  return { bytes: gzipSync(outputFiles[0]?.contents ?? '').length, inputs: output?.inputs ?? {} }
}

const using = (names: string, subpath = ''): string =>
  `import { ${names} } from 'guarded-call${subpath}'\nglobalThis.used = [${names}]`

// A little above what it is: whoever crosses one should know why. The packed chunks hold parts that one function does
// not use, and the functions of fp-ts.
const BUDGETS: ReadonlyArray<readonly [what: string, source: string, kilobytes: number]> = [
  ['toModelText', using('toModelText'), INSTALLED_IN === undefined ? 50 : 55],
  ['guardedCall and openTurn', using('guardedCall, openTurn, toModelText'), 196],
  ['everything of the root', "export * from 'guarded-call'", 237]
]

describe('a bundle', () => {
  for (const [what, source, kilobytes] of BUDGETS) {
    it(`with ${what} stays below ${kilobytes} kB`, async () => {
      const { bytes } = await bundle(source)
      expect(bytes / 1000)
        .to.be.below(kilobytes)
        .and.above(kilobytes * 0.75)
    })
  }

  it('of nothing but the import holds nothing', async () => {
    const { inputs } = await bundle("import 'guarded-call'\nimport 'guarded-call/http'\nimport 'guarded-call/traffic'")
    expect(
      Object.entries(inputs)
        .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
        .map(([name]) => name)
    ).to.deep.equal([])
  })

  it('of one function holds nothing of the parts that it does not use', async function () {
    // The files of an installed package hold several parts.
    if (INSTALLED_IN !== undefined) this.skip()
    const partsOf = async (names: string) => {
      const { inputs } = await bundle(using(names))
      const used = Object.entries(inputs)
        .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
        .map(([name]) => /built\/lib\/([^/]+)\//.exec(name)?.[1] ?? 'elsewhere')
      return [...new Set(used)].filter((part) => part !== 'elsewhere').sort()
    }
    expect(await partsOf('toModelText')).to.deep.equal(['core'])
    expect(await partsOf('explain')).to.deep.equal(['codec', 'core'])
    expect(await partsOf('repairHistory')).to.deep.equal(['core', 'history'])
    expect(await partsOf('guardedCall, openTurn')).to.deep.equal(['codec', 'core', 'guard'])
  })
})
