/**
 * Runs the mutants of the folders that are named (of all four without a name), one folder after the other, and prints the score.
 * `--sample 10 --seed 1` runs those of ten files of each folder, drawn at random and the same each time.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const stryker = fileURLToPath(new URL('node_modules/@stryker-mutator/core/bin/stryker.js', import.meta.url))

const { values: { sample, seed }, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } }
})
const folders = positionals.length > 0 ? positionals : ['core', 'history', 'guard', 'codec']

// mulberry32
const random = (state) => () => {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

const drawn = (folder) => {
  const next = random(Number(seed))
  const files = readdirSync(`${root}lib/${folder}`, { recursive: true }).filter((name) => name.endsWith('.ts')).sort()
  return files.map((name) => [next(), `lib/${folder}/${name}`]).sort(([a], [b]) => a - b).slice(0, Number(sample)).map(([, file]) => file)
}

for (const folder of folders) {
  const files = sample === undefined ? [`lib/${folder}/**/*.ts`] : drawn(folder)
  console.log(`${folder}: ${files.join(' ')}`)
  const { status } = spawnSync(process.execPath, [stryker, 'run', 'mutation/stryker.config.js'], {
    cwd: root, stdio: 'inherit', env: { ...process.env, MUTATE_FOLDER: folder, MUTATE_FILES: files.join(',') }
  })
  if (status !== 0) process.exitCode = 1
}

await import('./score.js')
