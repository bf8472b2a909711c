/** What is packed works as it is: required by CommonJS, whole, and with nothing besides. */
import { expect } from 'chai'
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './helpers/docs-examples.js'

interface Manifest {
  readonly exports: Readonly<Record<string, unknown>>
  readonly imports: Readonly<Record<string, unknown>>
  readonly bin: Readonly<Record<string, string>>
  readonly files: ReadonlyArray<string>
  readonly sideEffects: boolean
  readonly repository: { readonly url: string }
}

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest

// npm packs the first three whatever the manifest says.
const SHIPPED: ReadonlyArray<string> = ['package.json', 'README.md', 'LICENSE', ...manifest.files]

const ships = (file: string): boolean =>
  existsSync(join(ROOT, file)) && SHIPPED.some((name) => file === name || file.startsWith(`${name}/`))

const PAGES = [
  'examples/README.md',
  ...SHIPPED,
  ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)
].filter((name) => /\.(?:md|txt)$/.test(name))

const REPOSITORY = manifest.repository.url.replace(/^git\+|\.git$/g, '')

describe('the package', () => {
  it('is required by CommonJS, each subpath, without a word', async () => {
    const subpaths = Object.keys(manifest.exports)
      .filter((subpath) => subpath !== './package.json')
      .map((subpath) => `guarded-call${subpath.slice(1)}`)
    const script = `for (const name of ${JSON.stringify(subpaths)}) if (Object.keys(require(name)).length === 0) throw new Error(name + ' gives nothing')
      const { judge, toModelText } = require('guarded-call'), t = require('io-ts')
      console.log(toModelText(judge({ codec: t.type({ id: t.number }) }, '{"id":1}')))`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', '--eval', script],
      { cwd: ROOT }
    )
    expect(stdout).to.equal('{"id":1}\n')
  })

  it('runs its command, whose packages are bundled', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(ROOT, manifest.bin['guarded-call'] ?? ''),
      '--help'
    ])
    expect(stdout).to.match(/^Usage: guarded-call /)
  })

  it('loads io-ts alone of its peers: the CommonJS of fp-ts took a third of an import', () => {
    const files = readdirSync(join(ROOT, 'dist/lib'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.js')
    )
    const imported = files.flatMap((file) =>
      Array.from(
        readFileSync(join(ROOT, 'dist/lib', file), 'utf8').matchAll(/ from "([^"]+)"/g),
        ([, name = '']) => name
      )
    )
    expect(imported).to.include('io-ts')
    expect(imported.filter((name) => name.startsWith('fp-ts'))).to.deep.equal([])
  })

  it('says that it has no side effects', () => expect(manifest.sideEffects).to.equal(false))

  it('carries each entry with its declarations, the licences of what is bundled, no sources, no maps and nothing built beside it', async () => {
    const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: ROOT,
      maxBuffer: 64 * 1024 * 1024
    })
    const [packed] = JSON.parse(stdout) as ReadonlyArray<{ readonly files: ReadonlyArray<{ readonly path: string }> }>
    const paths = packed?.files.map(({ path }) => path) ?? []
    const targets = JSON.stringify([manifest.exports, manifest.imports, manifest.bin]).match(/(?<="\.\/)dist[^"]*/g)
    expect(paths).to.include.members([...(targets ?? []), 'dist/LICENSES.txt'])
    expect(
      paths.filter((path) => /node_modules|^(?:built|lib)\/|^examples\/engines\/dist|\.map$|^dist\/spec/.test(path))
    ).to.deep.equal([])
  })

  it('links from its pages to what ships, or to the repository', () => {
    const dead = PAGES.flatMap((page) => {
      const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/^```.*?^```/gms, '')
      const links = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, link = '']) => link)
      return links
        .filter((link) => {
          const [, inRepository] = link.split(new RegExp(`^${REPOSITORY}/(?:blob|tree)/main/`))
          if (inRepository !== undefined) return !existsSync(join(ROOT, inRepository))
          return !link.startsWith('https:') && !ships(posix.join(posix.dirname(page), link))
        })
        .map((link) => `${page}: ${link}`)
    })
    expect(PAGES).to.include.members(['README.md', 'CONTRIBUTING.md', 'llms.txt', 'docs/architecture.md'])
    expect(dead).to.deep.equal([])
  })

  it('tells coding agents of every subpath', () => {
    const text = readFileSync(join(ROOT, 'llms.txt'), 'utf8')
    const untold = Object.keys(manifest.exports).filter(
      (subpath) =>
        subpath !== './package.json' && !text.includes(`${subpath === '.' ? 'guarded-call' : subpath.slice(1)}\``)
    )
    expect(untold).to.deep.equal([])
  })
})
