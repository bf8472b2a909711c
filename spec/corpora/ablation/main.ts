/**
 * Prints every entry of the tables of failures, pages and secrets that no row of the half that the rules were made on
 * needs: without it, each is judged as before. Such an entry goes, or its row is added.
 * `node built/spec/corpora/ablation/main.js [room or part of a path…]`, about a second an entry.
 */
import { context, type Plugin } from 'esbuild'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { entriesIn } from './entries.js'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
// As deep as what it is made of, which finds the rows from where it stands.
const BUNDLE = fileURLToPath(new URL('../without.mjs', import.meta.url))

/** The files of a room, by their paths in lib, and the corpora that decide about it. */
interface Room {
  readonly files: string
  readonly corpora: ReadonlyArray<string>
}

const ROOMS = JSON.parse(readFileSync(join(ROOT, 'spec/corpora/rooms.json'), 'utf8')) as Readonly<Record<string, Room>>

// -- asking

let changed: { readonly path: string; readonly contents: string } | undefined

const replacing: Plugin = {
  name: 'replacing',
  setup: ({ onLoad, onResolve }) => {
    // Else the rooms that are built would be bundled. What is not asked about is imported as it was built for specs.
    onResolve({ filter: /^#core\// }, ({ path }) => ({ path: join(ROOT, 'lib', path.slice(1), 'index.ts') }))
    onResolve({ filter: /^#/ }, () => ({ external: true }))
    onLoad({ filter: /\/lib\/.*\.ts$/ }, ({ path }) =>
      path === changed?.path ? { contents: changed.contents, loader: 'ts' } : undefined
    )
  }
}

const bundle = await context({
  absWorkingDir: ROOT,
  entryPoints: ['spec/corpora/ablation/asked.ts'],
  outfile: BUNDLE,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'silent',
  plugins: [replacing]
})

const MAX_MS = 120_000

const DOES_NOT_WORK = 'does not work: '

const missesBy = (corpora: ReadonlyArray<string>): Promise<ReadonlyArray<string>> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(BUNDLE, { workerData: corpora })
    const timer = setTimeout(() => void worker.terminate(), MAX_MS)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('it did not end'))
    })
  })

/** The misses with a module changed; a word instead where it no longer works. */
const missesWith = async (
  path: string,
  contents: string,
  corpora: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  changed = { path, contents }
  try {
    await bundle.rebuild()
    return await missesBy(corpora)
  } catch (thrown) {
    return [`${DOES_NOT_WORK}${thrown instanceof Error ? thrown.message.split('\n')[0] : 'unknown'}`]
  }
}

// -- main

const paths = readdirSync(join(ROOT, 'lib'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .sort()

const named = process.argv.slice(2)
for (const [room, { files, corpora }] of Object.entries(ROOMS)) {
  const isNamed = (path: string): boolean =>
    named.length === 0 || named.some((name) => name === room || path.includes(name))
  const chosen = paths.filter((path) => new RegExp(files).test(path) && isNamed(path))
  if (chosen.length === 0) continue
  const before = new Set(await missesWith('', '', corpora))
  const [first = ''] = before
  // Else every entry would seem to be needed by no row.
  if (first.startsWith(DOES_NOT_WORK)) throw new Error(`Unchanged, ${room} ${first}`)
  let [all, idle] = [0, 0]
  for (const file of chosen) {
    const path = join(ROOT, 'lib', file)
    for (const { line, text, without } of entriesIn(readFileSync(path, 'utf8'))) {
      const misses = new Set(await missesWith(path, without, corpora))
      all += 1
      if ([...misses].some((miss) => !before.has(miss))) continue
      idle += 1
      const repaired = [...before].filter((miss) => !misses.has(miss)).length
      console.log(
        `lib/${file}:${line} ${text}${repaired === 0 ? '' : `   (without it, ${repaired} known misses are right)`}`
      )
    }
  }
  console.log(`${room}: ${idle} of ${all} entries have no witness\n`)
}
await bundle.dispose()
